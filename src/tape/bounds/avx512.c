/* Interval arithmetic of eight lanes with AVX-512. */
#define LANES_TABLE tape_bounds_avx512
#define WIDEST 512
#define SINCOS tape_sincos_avx512
#if defined(__x86_64__) && defined(__GNUC__)
#include "tape/bounds/lanes.inc"
#else
#include "tape/bounds/bounds.h"

/* Never chosen. */
tape_bounds_lanes *const LANES_TABLE = 0;
#endif
