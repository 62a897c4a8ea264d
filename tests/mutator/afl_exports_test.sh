#!/usr/bin/env bash
# tests/mutator/afl_exports_test.sh LIBRARY...: that they export what AFL++
# looks up, and nothing else: a name of ours, or of the standard library, could
# take the place of one in afl-fuzz.
set -euo pipefail

expected="afl_custom_deinit afl_custom_describe afl_custom_fuzz\
 afl_custom_havoc_mutation afl_custom_havoc_mutation_probability\
 afl_custom_init afl_custom_init_trim afl_custom_post_process\
 afl_custom_post_trim afl_custom_trim"
(($# > 0)) || { echo "no library was given" >&2 && exit 1; }
for library in "$@"; do
  exported=$(nm -D --defined-only "$library" | awk '{print $NF}' | sort | xargs)
  if [[ "$exported" != "$expected" ]]; then
    printf '%s exports: %s\n' "$library" "$exported" >&2
    exit 1
  fi
done
