#!/usr/bin/env bash
# Builds one preset (dev if none is named), runs its tests, and ends with the line 'N passed, N failed'.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
preset=${1:-dev}
jobs=${JOBS:-2}

tools/configure.sh "$preset" && cmake --build --preset "$preset" -j"$jobs" || {
    echo "the build failed"
    echo "0 passed, 1 failed"
    exit 1
}

log=build/$preset/ctest.log
# One more than there are processors: some wait for a browser, for other processes or for the disk.
ctest --preset "$preset" -j"$((jobs + 1))" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}

# ctest says 'N tests failed out of M' and counts what was skipped among the passed.
read -r failed total < <(sed -n 's/.* \([0-9]*\) tests\{0,1\} failed out of \([0-9]*\)$/\1 \2/p' "$log")
skipped=$(grep -c '\*\*\*Skipped' "$log")
[ "$skipped" -eq 0 ] || echo "$skipped skipped"
echo "$((${total:-0} - ${failed:-0} - skipped)) passed, ${failed:-$((status != 0))} failed"
exit "$status"
