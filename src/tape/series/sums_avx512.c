/* The sums of power series with AVX-512. */
#define SUMS series_sums_avx512
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDTH 8
#define RULE __attribute__((target("avx512f")))
#include "tape/series/sums.inc"
#else
#include "tape/series/recurrence.h"

/* Never chosen. */
series_add_up *const SUMS = 0;
#endif
