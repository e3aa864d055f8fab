#!/usr/bin/env bash
# Fuzzes the way from text to model for LGR_FUZZ_SECONDS (60), starting from the examples and the language tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${LGR_FUZZ_SECONDS:-60}
out=build/fuzz

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : 0; }' >"$scratch/probe.c"
if ! clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
    echo "skipped: clang with its fuzzer runtime is not here (tools/setup.sh fuzz)"
    exit 77
fi

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j"${JOBS:-2}"

mkdir -p "$out/corpus" "$out/seeds" "$out/found"
find examples tests/lang -name '*.lgr' 2>/dev/null | while read -r model; do
    cp "$model" "$out/seeds/$(echo "$model" | tr / _)"
done
"$out/tests/fuzz/fuzz_front" "$out/corpus" "$out/seeds" -dict=tests/fuzz/language.dict -artifact_prefix="$out/found/" \
    -seed=1 -max_total_time="$seconds" -max_len=16384 -timeout=30 -rss_limit_mb=2048 -print_final_stats=1
