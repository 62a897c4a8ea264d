# Part of scripts/oss_fuzz_dry_run, sourced by it: spoils what address-libfuzzer
# built, one way after another, and expects scripts/oss_fuzz_check to name each.
# shellcheck shell=bash
# shellcheck disable=SC2154  # top, tree and victim are the dry run's

spoiled="$top/self_test/out"
missed=0
planted=0

# judge WORD [OPTION...]: the check of what is spoiled, which must name WORD
judge() {
  local word=$1 log="$top/self_test/check.log" code=0
  shift
  planted=$((planted + 1))
  "$LG_ROOT/scripts/oss_fuzz_check" --only "$victim" --runs 100 --tree "$tree" \
    "$@" "$spoiled" >"$log" 2>&1 </dev/null || code=$?
  if ((code == 1)) && grep -qF -- "$word" "$log"; then return; fi
  missed=$((missed + 1))
  lg_say "not found (status $code): $word"
  cat "$log" >&2
}

# fresh: OUT as it was built, the victim alone
fresh() {
  rm -rf "$spoiled"
  mkdir -p "$spoiled"
  cp "$top/address-libfuzzer/out/$victim"* "$spoiled/"
}

# rebuild LINE...: the victim with the lines at its end, by the real build
rebuild() {
  local source="$tree/fuzz/$victim.cc"
  rm -rf "$spoiled"
  cp "$source" "$top/self_test/source"
  printf '%s\n' "$@" >>"$source"
  (
    export SRC="$top/src" WORK="$top/address-libfuzzer/objects" OUT="$spoiled"
    enter_address-libfuzzer
    LIB_FUZZING_ENGINE+=" ${extra_library:-}"
    "$tree/scripts/oss_fuzz_build" "$victim"
  ) >"$top/self_test/build.log" 2>&1 </dev/null || {
    cat "$top/self_test/build.log" >&2
    lg_die "the planted fault does not build"
  }
  cp "$top/self_test/source" "$source"
}

spoil_files() {
  fresh
  mv "$spoiled/$victim" "$spoiled/renamed_fuzzer"
  judge "$victim: there is no such target in OUT"
  judge "renamed_fuzzer: there is no fuzz/renamed_fuzzer.cc"

  fresh
  rm "$spoiled/${victim}_seed_corpus.zip"
  judge "has no ${victim}_seed_corpus.zip"

  fresh
  (cd "$top/self_test" && printf 'GGUF' >one-seed &&
    cmake -E tar cf "$spoiled/${victim}_seed_corpus.zip" --format=zip one-seed)
  judge "holds 1 seeds"

  fresh
  printf 'max_len = 4096\n' >"$spoiled/$victim.options"
  judge "$victim.options: File contains no section headers"
  printf '[libfuzzer]\nmax_length = 4096\n' >"$spoiled/$victim.options"
  judge "the engine does not know its option"

  fresh
  printf '"unclosed\n' >"$spoiled/$victim.dict"
  judge "fails on its seeds"

  fresh
  touch "$spoiled/notes.txt"
  judge "notes.txt does not belong into OUT"

  fresh
  judge "not built with the undefined sanitizer" --sanitizer undefined
  judge "is not built for i386" --arch i386
}

# judge_sources WORD: the same of the tree's copy, which is put back after
judge_sources() {
  local log="$top/self_test/check.log" code=0
  planted=$((planted + 1))
  "$tree/scripts/oss_fuzz_check" --sources >"$log" 2>&1 </dev/null || code=$?
  if ((code != 1)) || ! grep -qF -- "$1" "$log"; then
    missed=$((missed + 1))
    lg_say "not found (status $code): $1"
    cat "$log" >&2
  fi
  copy_tree
}

spoil_sources() {
  cp "$tree/fuzz/$victim.cc" "$tree/fuzz/forgotten_fuzzer.cc"
  judge_sources "fuzz/forgotten_fuzzer.cc: fuzz/CMakeLists.txt does not add it"
  rm -r "$tree/fuzz/corpus/$victim"
  judge_sources "$victim: has no seeds"
  printf 'word="\\n"\n' >>"$tree/fuzz/dicts/$victim.dict"
  judge_sources "no word of a dictionary"
  printf '[libfuzer]\n' >>"$tree/fuzz/options/$victim.options"
  judge_sources "no runner knows [libfuzer]"
  touch "$tree/fuzz/dicts/nobody_fuzzer.dict"
  judge_sources "there is no fuzz/nobody_fuzzer.cc"
  printf 'true\n' >>"$tree/.clusterfuzzlite/build.sh"
  judge_sources "build.sh differ"
}

spoil_programs() {
  rebuild "__attribute__((used)) static const char* const planted =" \
    "    \"$tree/fuzz/corpus/$victim\";"
  judge "names the source tree: $tree/fuzz/corpus/$victim"

  # In two halves, so that only running it tells.
  rebuild "#include <cstdio>" "#include <cstdlib>" "#include <string>" \
    "static const bool planted = [] {" \
    "  const std::string half = \"${tree%gate}\";" \
    "  return std::fopen((half + \"gate/README.md\").c_str(), \"r\") ||" \
    "         (std::abort(), false);" \
    "}();"
  judge "does not start"

  extra_library=-Wl,--no-as-needed,-l:libstdc++.so.6 rebuild ""
  judge "needs libstdc++.so.6, which does not travel"
}

run_self_test() {
  lg_say "self-test"
  mkdir -p "$top/self_test"
  fresh
  # Unspoiled it passes, or the rest says nothing.
  "$LG_ROOT/scripts/oss_fuzz_check" --only "$victim" --tree "$tree" "$spoiled" \
    >"$top/self_test/check.log" 2>&1 </dev/null || {
    cat "$top/self_test/check.log" >&2
    lg_say "self-test: the victim fails unspoiled"
    return 1
  }
  spoil_files
  spoil_programs
  spoil_sources
  printf 'self-test: %d of %d planted faults found\n' "$((planted - missed))" \
    "$planted"
  ((missed == 0))
}
