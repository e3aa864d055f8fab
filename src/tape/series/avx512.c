/* Coefficients of power series with AVX-512. */
#define LOOP series_loop_avx512
#define WIDEST 512
#if defined(__x86_64__) && defined(__GNUC__)
#include "tape/series/loops.inc"
#else
#include "tape/series/recurrence.h"

/* Never chosen. */
series_loop *const LOOP = 0;
#endif
