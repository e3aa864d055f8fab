/* The sums of power series with AVX2. */
#define SUMS series_sums_avx2
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDTH 4
#define RULE __attribute__((target("avx2")))
#include "tape/series/sums.inc"
#else
#include "tape/series/recurrence.h"

/* Never chosen. */
series_add_up *const SUMS = 0;
#endif
