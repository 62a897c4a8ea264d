#!/usr/bin/env bash
# units_test.sh UNITS LOADGATE WORKER
#
# systemd's own check of the units in the folder UNITS finds nothing to say, and
# counts them among the safe. Ends with 77, which is "skipped", where there is no
# systemd-analyze (Debian: systemd).
set -euo pipefail

# Exposure of 0 to 10, times ten.
most_exposure=10

if ! command -v systemd-analyze >/dev/null; then
  echo "units_test: no systemd-analyze here (apt-get install systemd): skipped"
  exit 77
fi
units=$1 loadgate=$2 worker=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# As the install makes it, with the build's programs.
sed -e "s#@LG_BIN_DIR@/loadgate#$loadgate#" \
  -e "s#@LG_WORKERS_DIR@/loadgate#$(dirname "$worker")#" \
  "$units/loadgate-check@.service.in" >"$scratch/loadgate-check@.service"
cp "$units/loadgate-uploads.path" "$scratch"
cd "$scratch"
if grep -n '@LG_' -- *; then
  echo "units_test: what is above was not filled in"
  exit 1
fi

# verify UNIT...: prints what systemd says of them, nothing if all is well.
verify() {
  SYSTEMD_LOG_LEVEL=notice systemd-analyze verify --man=no "$@" 2>&1 ||
    echo "systemd-analyze verify: exit status $?"
}

said=$(verify ./loadgate-check@srv-uploads.service ./loadgate-uploads.path)
if [[ -n "$said" ]]; then
  printf 'units_test: systemd says of the units:\n%s\n' "$said"
  exit 1
fi

# It does say something where there is something.
sed 's/^PrivateTmp=/PrivateTemp=/' loadgate-check@.service >planted@.service
if [[ -z "$(verify ./planted@x.service)" ]]; then
  echo "units_test: systemd-analyze verify did not find a planted fault"
  exit 1
fi

exposure=$(systemd-analyze security --offline=true --no-pager \
  --threshold="$most_exposure" ./loadgate-check@.service) || {
  printf '%s\nunits_test: exposure is over %s tenths\n' \
    "$exposure" "$most_exposure"
  exit 1
}
tail -n 1 <<<"$exposure"
