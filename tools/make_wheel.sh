#!/usr/bin/env bash
# Makes a wheel of python/ with a shared library: make_wheel.sh LIBRARY FOLDER [PYTHON]. The folder receives it.
set -euo pipefail
library=$(realpath "$1") folder=$2 python=${3:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
folder=$(realpath "$folder")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$root/python/." "$scratch"
cp "$library" "$scratch/lagrangia/liblagrangia.so"
LAGRANGIA_VERSION=$(sed -n 's/^#define LGR_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' "$root/include/lagrangia/lagrangia.h" | paste -sd.)
export LAGRANGIA_VERSION
"$python" -m pip wheel --quiet --no-build-isolation --no-deps --no-index -w "$folder" "$scratch"
