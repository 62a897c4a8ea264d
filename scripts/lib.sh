# Shared by the scripts beside it; sourced, not run.
# shellcheck shell=bash

LG_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
LG_JOBS="$(nproc)"

# lg_say MESSAGE...: a progress line; standard output belongs to results.
lg_say() { printf '== %s\n' "$*" >&2; }

# lg_die MESSAGE...: says why and ends with 2, the "no verdict" status.
lg_die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# lg_help: prints the calling script's leading comment, which is its manual.
lg_help() {
  awk 'NR > 1 { if (!/^#/ || /^# shellcheck/) exit; sub(/^# ?/, ""); print }' "$0"
}

# lg_quiet LOG COMMAND...: runs the command with its output in LOG, and shows
# the end of it only on failure.
lg_quiet() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 60 "$log" >&2
  printf '%s: failed: %s (all of it in %s)\n' \
    "$(basename "$0")" "$*" "$log" >&2
  return 1
}

# lg_build PRESET [TARGET...]: configures and builds a preset, quietly.
lg_build() {
  local preset=$1
  shift
  local build=(cmake --build --preset "$preset" --parallel "$LG_JOBS")
  if (($# > 0)); then build+=(--target "$@"); fi
  (
    cd "$LG_ROOT" || exit
    lg_quiet "build/$preset/configure.log" cmake --preset "$preset" &&
      lg_quiet "build/$preset/build.log" "${build[@]}"
  )
}

# lg_ctest PRESET [OPTION...]: runs a built preset's tests; none is a failure.
lg_ctest() {
  local preset=$1
  shift
  (
    cd "$LG_ROOT" || exit
    ctest --preset "$preset" --parallel "$LG_JOBS" --no-tests=error "$@" \
      </dev/null
  )
}

# lg_install_ggml LOG: sees to it that ggml's library, LG_GGML, is there at the
# version in bench/peers/package-lock.json. Fails, and says why, when it is not.
LG_GGML="$LG_ROOT/bench/peers/node_modules/@node-llama-cpp/linux-x64/bins"
LG_GGML+="/linux-x64/libggml-base.so"
lg_install_ggml() {
  local peers="$LG_ROOT/bench/peers"
  local installed="$peers/node_modules/.package-lock.json"
  if [[ -f "$LG_GGML" && ! "$peers/package-lock.json" -nt "$installed" ]]; then
    return
  fi
  if ! command -v npm >/dev/null; then
    lg_say "there is no npm here, so no ggml"
    return 1
  fi
  lg_say "installing ggml from npm"
  mkdir -p "$(dirname "$1")"
  (cd "$peers" && npm ci --ignore-scripts) >"$1" 2>&1 && [[ -f "$LG_GGML" ]] &&
    return
  lg_say "npm ci failed (see $1), so no ggml"
  return 1
}

# lg_build_canaries: configures build/bench-mutator, the parser with canaries and
# libFuzzer, and builds the tests of the canaries.
lg_build_canaries() {
  local tree=build/bench-mutator
  (
    cd "$LG_ROOT" || exit
    lg_quiet "$tree/configure.log" cmake --preset libfuzzer -B "$tree" \
      -DLG_SANITIZE= -DLG_CANARIES=ON -DLG_INSTALL=OFF -DLG_BUILD_HARNESS=OFF &&
      lg_quiet "$tree/build.log" cmake --build "$tree" --parallel "$LG_JOBS" \
        --target loadgate_canary_tests
  )
}

# lg_sources: our C++ files, tracked or new, from the top of the tree.
lg_sources() {
  git -C "$LG_ROOT" ls-files --cached --others --exclude-standard \
    -- '*.cc' '*.h' | while read -r file; do
    if [[ -f "$LG_ROOT/$file" ]]; then printf '%s\n' "$file"; fi
  done
}
