/* Machine code of x86, for WebAssembly: none (src/tape/x86 and src/tape/series/machine.c, which this replaces, would
   say so at run time). */
#include "tape/series/recurrence.h"

static bool never(void) {
    return false;
}

const tape_backend tape_sse2 = {.name = "sse2", .what = "machine code for any x86-64", .lanes = 1, .available = never};
const tape_backend tape_avx = {.name = "avx", .what = "machine code with AVX", .lanes = 1, .available = never};
const tape_backend tape_avx2 = {.name = "avx2", .what = "machine code with AVX2", .lanes = 8, .available = never};
const tape_backend tape_avx512 = {
    .name = "avx512", .what = "machine code with AVX-512", .lanes = 8, .available = never};

void series_write(tape_series *s, arena *a, const tape_backend *one, const tape_backend *eight) {
    (void)s, (void)a, (void)one, (void)eight;
}
