#!/usr/bin/env bash
# Makes sure that what `make demo`, `make check`, `make check-all`, `make bench`, `make fuzz` or `make studio` needs is there; installs it with apt where it may.
set -uo pipefail
purpose=${1:-check}

have() { command -v "$1" >/dev/null 2>&1; }
compiles() { echo "$1" | cc -fsyntax-only -x c - >/dev/null 2>&1; }
links_nlopt() { echo '#include <nlopt.h>
int main(void) { return nlopt_create(NLOPT_LN_BOBYQA, 2) == 0; }' | cc -x c - -o /dev/null -lnlopt >/dev/null 2>&1; }
has_hdf5() { h5cc -showconfig >/dev/null 2>&1 || pkg-config --exists hdf5 2>/dev/null; }
has_mpi() { have mpicc && have mpirun; }
links_lapack() { echo 'void dgeev_(void); int main(void) { dgeev_(); }' | cc -x c - -o /dev/null -llapack -lblas >/dev/null 2>&1; }
links_wasm() {
    have llvm-ar && echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -x c - -o /dev/null >/dev/null 2>&1
}
cmake_is_new_enough() {
    have cmake && printf '3.21\n%s\n' "$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')" | sort -VC
}
fuzzer_links() {
    local scratch ok
    scratch=$(mktemp -d)
    echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n ? 0 : 0; }' >"$scratch/a.c"
    clang -fsanitize=fuzzer,address "$scratch/a.c" -o "$scratch/a" >/dev/null 2>&1
    ok=$?
    rm -rf "$scratch"
    return $ok
}

# Prints the packages that are missing for the purpose.
missing() {
    have cc || echo gcc
    compiles '#include <stdlib.h>' || echo libc6-dev
    have make || echo make
    cmake_is_new_enough || echo cmake
    case $purpose in
    check | check-all)
        compiles '#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>' || echo libcmocka-dev
        have python3 || echo python3
        ;;
    bench)
        have python3 || echo python3
        ;;
    studio)
        links_wasm || echo "clang lld llvm wasi-libc libclang-rt-dev-wasm32"
        has_node || echo "nodejs npm"
        ;;
    fuzz)
        if ! have clang; then
            echo clang
        elif ! fuzzer_links; then
            echo "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
        fi
        ;;
    esac
}

apt_get() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive apt-get "$@"
    fi
}
may_install() { have apt-get && { [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; }

# What can be done without: the method 'cvode' needs SUNDIALS; modes and stability of equilibria need LAPACK; 'optimize' needs NLopt; the page that
# shows a run needs node and npm, and its tests a browser; sweeps over several processes need MPI, sweeps as HDF5 that library.
add_optional() {
    add_one has_sundials libsundials-dev "the method 'cvode' is left out"
    add_one links_lapack liblapack-dev "stability and modes of equilibria are left out"
    add_one links_nlopt libnlopt-dev "'optimize' is left out"
    add_one has_node "nodejs npm" "the page that shows a run is left out"
    if [ "$purpose" = check ]; then
        add_one has_ninja ninja-build "the build takes longer"
        add_one has_lld lld "hundreds of test programs take longer to link"
        add_one has_mpi "libopenmpi-dev openmpi-bin" "sweeps run in one process"
        add_one has_hdf5 "libhdf5-dev hdf5-tools" "sweeps are written as csv only"
        add_one has_locale_sources locales "what a decimal comma of the host program changes is not tested"
        add_one has_numpy python3-numpy "the Python package is not tested"
        add_one has_sympy python3-sympy "what is exported for SymPy is not run"
        add_one has_browser chromium "the page that shows a run is not tested"
        add_one has_ffmpeg ffmpeg "films are not tested"
        add_one links_wasm "clang lld llvm wasi-libc libclang-rt-dev-wasm32" "the library for browsers and the studio are not tested"
    fi
    case $purpose in
    check | studio)
        add_one has_wasm_opt binaryen "the library for browsers is larger than its tests allow"
        add_one has_libdeflate libdeflate-tools "the studio in one file is larger than it need be"
        ;;
    esac
    [ "$purpose" != bench ] || add_peers
    if [ "$purpose" = python ]; then
        add_one has_wheel_tools "python3-numpy python3-pip python3-setuptools python3-wheel" "there is no wheel"
    fi
    if [ "$purpose" = check-all ]; then
        add_one has_clang clang "builds by clang are left out"
        add_one has_arm "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" "the build for 64-bit ARM is left out"
    fi
}
# Those beside whom the table of times puts this project (bench/table.py). One that cannot be had is skipped there.
add_peers() {
    local package
    for package in g++ libsundials-dev libsimbody-dev libmujoco-dev libdart-dev libbullet-dev liborocos-kdl-dev libode-dev \
        libginac-dev python3-sympy python3-scipy maxima; do
        has_package "$package" && continue
        may_install && echo "installing: $package" && install_packages "$package" && continue
        echo "without $package the table has fewer rows"
    done
}
has_package() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
has_sundials() { compiles '#include <cvode/cvode.h>'; }
has_node() { have node && have npm; }
has_locale_sources() { have localedef && [ -r /usr/share/i18n/locales/de_DE ]; }
has_numpy() { python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null; }
has_sympy() { python3 -c 'import numpy, sympy' 2>/dev/null || /usr/bin/python3 -c 'import numpy, sympy' 2>/dev/null; }
has_wheel_tools() { /usr/bin/python3 -c 'import numpy, pip, setuptools, wheel' 2>/dev/null; }
has_lld() { have ld.lld; }
has_ninja() { have ninja; }
has_wasm_opt() { have wasm-opt; }
has_libdeflate() { have libdeflate-gzip; }
has_ffmpeg() { have ffmpeg; }
has_clang() { have clang; }
has_arm() { have aarch64-linux-gnu-gcc && have qemu-aarch64; }
has_browser() { have chromium || have chromium-browser || have google-chrome; }
# add_one TEST PACKAGES CONSEQUENCE: installs the packages unless the test finds what they hold.
add_one() {
    "$1" && return
    may_install && install_packages "$2" && return
    echo "without $2 $3"
}
install_packages() {
    # shellcheck disable=SC2086
    apt_get install -y --no-install-recommends $1 >/dev/null 2>&1 ||
        { apt_get update >/dev/null 2>&1 && apt_get install -y --no-install-recommends $1 >/dev/null; }
}

packages=$(echo $(missing))
[ -z "$packages" ] && add_optional && exit 0
if may_install; then
    echo "installing: $packages"
    install_packages "$packages"
    packages=$(echo $(missing))
    [ -z "$packages" ] && add_optional && exit 0
fi

# Fuzzing is left out, with a message of its own, where clang or its fuzzer is not to be had.
echo "missing (named as Debian and Ubuntu name them; cmake must be 3.21 or newer): $packages" >&2
echo "  sudo apt-get install $packages" >&2
[ "$purpose" = fuzz ]
