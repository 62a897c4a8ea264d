#!/usr/bin/env bash
# tests/fuzz/scripts_test.sh: what scripts/fuzz and those named after it say
# without building.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../scripts"

fail() { printf 'FAILED: %s\n' "$*" >&2 && exit 1; }

# refuses SCRIPT WORDS ARGUMENT...: it ends with 2 and says WORDS
refuses() {
  local script=$1 words=$2 said status=0
  shift 2
  said=$("./$script" "$@" 2>&1 >/dev/null) || status=$?
  ((status == 2)) || fail "$script $* ends with $status"
  [[ "$said" == *"$words"* ]] || fail "$script $* says: $said"
}

for script in fuzz fuzz_cost fuzz_coverage fuzz_merge fuzz_plant fuzz_repeat \
  fuzz_triage; do
  help=$("./$script" --help) || fail "$script --help ends with $?"
  [[ "$help" == "scripts/$script"* ]] || fail "$script --help says: $help"
  [[ "${help//$'\n'/ }" == *"exit status"* ]] || fail "$script says nothing of its status"
  checked=0
  while read -r option; do
    case "$option" in --same | --has-new) continue ;; esac
    [[ "$help" == *"$option"* ]] || fail "$script --help is silent on $option"
    checked=$((checked + 1))
  done < <(sed -nE 's/^    (--[a-z-]+)\).*/\1/p' "$script")
  ((checked > 0)) || fail "no option of $script was looked for"
  refuses "$script" "see --help" --frob
  if [[ "$script" != fuzz_triage ]]; then
    refuses "$script" "there is no target" no_such_fuzzer
    refuses "$script" " report_fuzzer" no_such_fuzzer
  fi
done

refuses fuzz "number above 0" --seconds
refuses fuzz "number above 0" --seconds 0
refuses fuzz "number above 0" --jobs x
refuses fuzz "libfuzzer or afl" --engine honggfuzz
refuses fuzz "mixed, only or none" --engine afl --mutator some
refuses fuzz "linked in" --mutator none
refuses fuzz "no second" --total 3 --jobs 4 gguf_reader_fuzzer
refuses fuzz "exclude each other" --seconds 5 --total 5000
refuses fuzz_cost "not linked into cursor_fuzzer" cursor_fuzzer
refuses fuzz_repeat "not linked into gguf_valid_fuzzer" gguf_valid_fuzzer
refuses fuzz_coverage "exclude each other" --grown --compare
refuses fuzz_plant "number above 0" --seconds
refuses fuzz_plant "number above 0" --seconds x
refuses fuzz_triage "stands alone" --self-test /dev/null
refuses msan_replay "there is no target" no_such_fuzzer
refuses fuzz_merge "which target" --take 3
refuses fuzz_merge "one target" gguf_reader_fuzzer recipe_fuzzer
refuses fuzz_merge "needs a folder" --from /nonexistent gguf_reader_fuzzer
refuses fuzz_triage "needs a name" --target
refuses fuzz_triage "there is no file" /nonexistent

# What campaigns left is looked for before anything is built.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/scripts" "$copy/fuzz" "$copy/found"
cp fuzz_coverage fuzz_merge fuzz_triage fuzz_lib.sh lib.sh "$copy/scripts/"
touch "$copy/fuzz/some_fuzzer.cc" "$copy/found/crash-1"
cd "$copy/scripts"
refuses fuzz_merge "no grown corpus" some_fuzzer
refuses fuzz_coverage "no grown corpus" --compare some_fuzzer
# A path on the command line is one from where the user stands.
cd "$copy/found"
refuses ../scripts/fuzz_triage "--target NAME" crash-1
