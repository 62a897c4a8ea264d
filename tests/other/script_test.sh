#!/usr/bin/env bash
# tests/other/script_test.sh: what scripts/fuzz_other says without building.
set -euo pipefail
script="$(dirname "${BASH_SOURCE[0]}")/../../scripts/fuzz_other"

fail() { printf 'FAILED: %s\n' "$*" >&2 && exit 1; }

# refuses WORDS ARGUMENT...: it ends with 2 and says WORDS
refuses() {
  local words=$1 said status=0
  shift
  said=$("$script" "$@" 2>&1 >/dev/null) || status=$?
  ((status == 2)) || fail "$* ends with $status"
  [[ "$said" == *"$words"* ]] || fail "$* says: $said"
}

help=$("$script" --help) || fail "--help ends with $?"
checked=0
while read -r option; do
  [[ "$help" == *"$option"* ]] || fail "--help is silent on $option"
  checked=$((checked + 1))
done < <(sed -n 's/^    \(--[a-z-]*\)).*/\1/p' "$script")
((checked > 10)) || fail "only $checked options were looked for"

refuses "one of --command, --object, --ggml and --naive"
refuses "see --help" --frob
refuses "see --help" --frob 1
refuses "lacks its value" --seconds
refuses "number" --command true --seconds 0
refuses "number" --command true --seed x
refuses "gguf or safetensors" --command true --format onnx
refuses "structured, bytes" --command true --mutator all
refuses "exclude each other" --command true --ggml
refuses "gguf alone" --ggml --format safetensors
refuses "needs a file" --object /nonexistent.o
refuses "for commands" --object "$script" --runs 1
refuses "needs a folder" --command true --corpus /nonexistent
refuses "no program '/nonexistent'" --command '/nonexistent {}'
refuses "no {}" --command 'true {}' --serve
refuses "needs an object" --object "$script"
object=$(mktemp --suffix=.o)
trap 'rm -f "$object"' EXIT
echo 'int Other;' | cc -x c -c -o "$object" -
refuses "defines no LLVMFuzzerTestOneInput" --object "$object"

# A clone that was never fuzzed in has no folder for the results yet.
functions=$(sed -n '/^say_earlier()/,/^}/p' "$script")
[[ -n "$functions" ]] || fail "say_earlier is gone"
folder=$(mktemp -d)
trap 'rm -rf "$object" "$folder"' EXIT

# earlier FOLDER: runs it as the script does, which ends at the first failure
earlier() {
  bash -euo pipefail -c "lg_say() { echo \"\$*\"; }
$functions
out=\$1
say_earlier" - "$1" || fail "say_earlier ends with $? for $1"
}
[[ -z "$(earlier "$folder/none")" ]] || fail "earlier files in no folder"
[[ -z "$(earlier "$folder")" ]] || fail "earlier files in an empty folder"
touch "$folder/crash-1"
said=$(earlier "$folder")
[[ "$said" == *"1 files of earlier runs"* ]] || fail "say_earlier says: $said"
