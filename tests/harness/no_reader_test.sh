#!/usr/bin/env bash
# tests/harness/no_reader_test.sh LOADGATE WORKER: that the program which opens
# files links nothing that parses them, and that the worker does. By symbols, so
# neither may be stripped.
set -euo pipefail

parses='loadgate::(GgufReader::Read|SafetensorsReader::Read|Judge)\('
problems=0

program=$(nm -C --defined-only "$1")
worker=$(nm -C --defined-only "$2")

if [[ "$program" != *'loadgate::RunCheck('* ]]; then
  echo "$1 has no symbols to look at" >&2
  problems=1
fi
if grep -E "$parses" <<<"$program" >&2; then
  echo "$1 links a reader" >&2
  problems=1
fi
if ! grep -q -E "$parses" <<<"$worker"; then
  echo "$2 links no reader, or they have other names now" >&2
  problems=1
fi
exit "$problems"
