#!/usr/bin/env bash
# Configures the build of one preset. Ninja looks through hundreds of programs in a second, make in twelve: a new folder is
# begun with Ninja where it is there; one that is begun already stays with what it was begun with.
set -eu
cd "$(dirname "$0")/.."
preset=$1
cache=build/$preset/CMakeCache.txt
generator=()
if [ -e "$cache" ]; then
    known=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$cache")
    [ -z "$known" ] || generator=(-G "$known")
elif command -v ninja >/dev/null; then
    generator=(-G Ninja)
fi
exec cmake --preset "$preset" "${generator[@]}"
