#!/usr/bin/env bash
# Fuzzes the way from text to model, starting from the examples and the language tests. A test does the same inputs every
# time; with LGR_FUZZ_SECONDS it is a search: for so long, by chance, from what earlier searches have kept. With
# LGR_FUZZ_ENTRY=fuzz_run models are run, derived and analysed too, which is slow.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/fuzz
entry=${LGR_FUZZ_ENTRY:-fuzz_front}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : 0; }' >"$scratch/probe.c"
if ! clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
    echo "skipped: clang with its fuzzer runtime is not here (tools/setup.sh fuzz)"
    exit 77
fi

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j"${JOBS:-2}" --target "$entry"

mkdir -p "$out/corpus-$entry" "$out/seeds" "$out/found"
find examples tests/lang -name '*.lgr' 2>/dev/null | LC_ALL=C sort | while read -r model; do
    cp "$model" "$out/seeds/$(echo "$model" | tr / _)"
done
if [ -n "${LGR_FUZZ_SECONDS:-}" ]; then
    how=("-max_total_time=$LGR_FUZZ_SECONDS" "$out/corpus-$entry")
else
    mkdir "$scratch/corpus"
    how=(-seed=1 -runs=6000 "$scratch/corpus")
fi
"$out/tests/fuzz/$entry" "${how[@]}" "$out/seeds" -dict=tests/fuzz/language.dict -artifact_prefix="$out/found/" \
    -max_len=16384 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1
