/* Coefficients of power series with AVX2. */
#define LOOP series_loop_avx2
#define WIDEST 256
#if defined(__x86_64__) && defined(__GNUC__)
#include "tape/series/loops.inc"
#else
#include "tape/series/recurrence.h"

/* Never chosen. */
series_loop *const LOOP = 0;
#endif
