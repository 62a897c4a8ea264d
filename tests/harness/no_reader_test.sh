#!/usr/bin/env bash
# tests/harness/no_reader_test.sh LOADGATE WORKER CRAFT_WORKER: that the program
# which opens files links nothing that parses them; that the worker which judges
# them links the readers, and nothing of craft; and that craft is where it ought
# to be. By symbols, so none may be stripped.
set -euo pipefail

parses='loadgate::(GgufReader::Read|SafetensorsReader::Read|Judge)\('
crafts='loadgate::craft::'
problems=0

# wants NAME SYMBOLS PATTERN: that there is such a symbol.
wants() {
  if ! grep -q -E "$3" <<<"$2"; then
    echo "$1 links nothing of '$3', or it has other names now" >&2
    problems=1
  fi
}

# refuses NAME SYMBOLS PATTERN: that there is none; names those that are there.
refuses() {
  if grep -E "$3" <<<"$2" | head -n 5 >&2; then
    echo "$1 links what it must not: '$3'" >&2
    problems=1
  fi
}

program=$(nm -C --defined-only "$1")
worker=$(nm -C --defined-only "$2")
craft=$(nm -C --defined-only "$3")

wants "$1" "$program" 'loadgate::RunCheck\('
wants "$1" "$program" 'loadgate::RunAsm\('
refuses "$1" "$program" "$parses"
refuses "$1" "$program" "$crafts"
wants "$2" "$worker" "$parses"
refuses "$2" "$worker" "$crafts"
wants "$3" "$craft" "${crafts}Assemble[[(]"
wants "$3" "$craft" "${crafts}DisassembleSet[[(]"
exit "$problems"
