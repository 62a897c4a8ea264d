# Shared by scripts/fuzz and those named after it; sourced after lib.sh, not run.
# shellcheck shell=bash disable=SC2034

LGF_OUT="$LG_ROOT/build/fuzz"
LGF_TOOLS="$LG_ROOT/build/fuzz-tools"

export ASAN_SYMBOLIZER_PATH=/usr/bin/llvm-symbolizer-19
export UBSAN_OPTIONS=print_stacktrace=1

# lgf_whole OPTION VALUE: ends the script unless VALUE is a whole number above 0
lgf_whole() {
  [[ "${2:-}" =~ ^[1-9][0-9]{0,8}$ ]] || lg_die "$1 needs a number above 0"
}

# lgf_all_targets: the fuzz targets there are, one a line.
lgf_all_targets() {
  local source
  for source in "$LG_ROOT"/fuzz/*_fuzzer.cc; do
    if [[ -f "$source" ]]; then basename "$source" .cc; fi
  done
}

# lgf_mutated_targets: those into which the mutator is linked, one a line.
lgf_mutated_targets() {
  awk '/^loadgate_add_fuzzer\(/ { sub(/.*\(/, ""); sub(/[ )].*/, ""); name = $0 }
    /MUTATES/ { print name }' "$LG_ROOT/fuzz/CMakeLists.txt"
}

# lgf_among NAME NAME...: whether the first is one of the others.
lgf_among() {
  local name
  for name in "${@:2}"; do
    if [[ "$name" == "$1" ]]; then return; fi
  done
  return 1
}

# lgf_known TARGET...: ends the script at the first that is no target.
lgf_known() {
  local target all
  mapfile -t all < <(lgf_all_targets)
  for target in "$@"; do
    lgf_among "$target" "${all[@]}" ||
      lg_die "there is no target '$target'; there are ${all[*]}"
  done
}

# lgf_mutated TARGET...: ends the script at the first without the mutator.
lgf_mutated() {
  local target mutated
  lgf_known "$@"
  mapfile -t mutated < <(lgf_mutated_targets)
  for target in "$@"; do
    lgf_among "$target" "${mutated[@]}" ||
      lg_die "the mutator is not linked into $target; it is into ${mutated[*]}"
  done
}

# lgf_grown_folders TARGET: where campaigns of either engine left what they
# learnt about it, one a line.
lgf_grown_folders() {
  local folder
  for folder in "$LGF_OUT/$1" "$LGF_OUT/afl/$1"/*/queue; do
    if [[ -d "$folder" ]]; then printf '%s\n' "$folder"; fi
  done
}

# lgf_option TARGET NAME DEFAULT: a value of the target's options file.
lgf_option() {
  local value="" file="$LG_ROOT/fuzz/options/$1.options"
  if [[ -f "$file" ]]; then value=$(sed -n "s/^ *$2 *= *//p" "$file"); fi
  printf '%s' "${value:-$3}"
}

# lgf_campaign PRESET TARGET WHAT: what CMake wrote down about a target: the
# format that it `mutates`, or the folders of each `corpus`, one a line.
lgf_campaign() {
  sed -n "s/^$3 //p" "$LG_ROOT/build/$1/fuzz/$2.campaign"
}

# lgf_build PRESET TARGET...: builds them, or ends the script. The first time it
# takes minutes, so it says where to look.
lgf_build() {
  lg_say "building ${*:2} ($1); build/$1/build.log says how far it is"
  lg_build "$@" || exit 2
}

# lgf_build_tools TARGET...: builds what is no target, without instruments, or
# ends the script.
lgf_build_tools() {
  cd "$LG_ROOT" || exit 2
  lg_say "building $*; ${LGF_TOOLS#"$LG_ROOT"/}/build.log says how far it is"
  lg_quiet "$LGF_TOOLS/configure.log" cmake --preset release -B "$LGF_TOOLS" \
    -DLG_BUILD_TESTS=OFF &&
    lg_quiet "$LGF_TOOLS/build.log" \
      cmake --build "$LGF_TOOLS" --parallel "$LG_JOBS" --target "$@" || exit 2
}

# lgf_need_afl: ends the script unless AFL++ is installed.
lgf_need_afl() {
  if command -v afl-fuzz >/dev/null && command -v afl-clang-fast++ >/dev/null
  then return; fi
  lg_die "AFL++ is not installed; scripts/setup fuzz installs it"
}

# lgf_gather FOLDER FROM...: copies the files in each FROM into FOLDER, named by
# their content. Empty ones are left out: no engine needs to be given those.
lgf_gather() {
  local folder=$1
  shift
  mkdir -p "$folder"
  find "$@" -maxdepth 1 -type f -size +0 -print0 2>/dev/null |
    xargs -0 -r sha256sum | while read -r sum file; do
    cp -- "$file" "$folder/${sum:0:16}"
  done
}
