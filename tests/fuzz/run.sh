#!/usr/bin/env bash
# Fuzzes each entry for LGR_FUZZ_SECONDS (60), one after the other, from the models of the tree, from what is kept, and
# from what earlier searches have come upon. LGR_FUZZ_ENTRY="front run" names the entries.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/fuzz
entries=${LGR_FUZZ_ENTRY:-$(find tests/fuzz/fuzz_*.c | sed 's/.*fuzz_//; s/\.c$//' | grep -v mutator)}
seconds=${LGR_FUZZ_SECONDS:-60}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : 0; }' >"$scratch/probe.c"
if ! clang -fsanitize=fuzzer,address "$scratch/probe.c" -o "$scratch/probe" 2>/dev/null; then
    echo "skipped: clang with its fuzzer runtime is not here (tools/setup.sh fuzz)"
    exit 77
fi

tools/configure.sh fuzz >/dev/null
for entry in $entries; do
    cmake --build --preset fuzz -j"${JOBS:-2}" --target "fuzz_$entry"
done

rm -rf "$out/seeds" "$out/small"
mkdir -p "$out/seeds" "$out/small" "$out/found"
find examples tests/lang tests/cases tests/components -name '*.lgr' | LC_ALL=C sort | while read -r model; do
    cp "$model" "$out/seeds/$(echo "$model" | tr / _)"
done
# What runs a model takes most of a second for each: it begins with the shortest, and the others lend it their parts.
find "$out/seeds" -name 'examples_*' -printf '%s %p\n' | LC_ALL=C sort -n | sed -n '1,60s/.* //p' | xargs cp -t "$out/small"
failed=0
for entry in $entries; do
    mkdir -p "$out/corpus/$entry" "$out/found/$entry"
    folders=("$out/corpus/$entry") lenders="$out/seeds"
    [ ! -d "tests/fuzz/kept/$entry" ] || folders+=("tests/fuzz/kept/$entry")
    case $entry in
    rows | table | calls | fit) lenders="" ;;
    front) folders+=("$out/seeds") ;;
    *) folders+=("$out/small") ;;
    esac
    echo "fuzz_$entry: $seconds s"
    LGR_FUZZ_LENDERS="$lenders" "$out/tests/fuzz/fuzz_$entry" -max_total_time="$seconds" "${folders[@]}" \
        -artifact_prefix="$out/found/$entry/" -max_len=16384 -timeout=300 -report_slow_units=300 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0 || failed=1
done
exit $failed
