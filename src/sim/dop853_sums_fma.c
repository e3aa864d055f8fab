/* The sums of a step with fused products and sums. */
#include "sim/dop853_sums.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define SUMS dop_sums_fma
#define RULE __attribute__((target("avx2,fma")))
#define FUSED(a, b, c) ((pair)_mm_fmadd_pd((__m128d)(a), (__m128d)(b), (__m128d)(c)))
#include "sim/dop853_sums.inc"

bool dop_fuses(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#else

/* Never chosen. */
dop_sum *const dop_sums_fma[DOP_SUMS] = {NULL};

bool dop_fuses(void) {
    return false;
}

#endif
