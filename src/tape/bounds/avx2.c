/* Interval arithmetic of eight lanes with AVX2. */
#define LANES_TABLE tape_bounds_avx2
#define WIDEST 256
#define SINCOS tape_sincos_avx2
#if defined(__x86_64__) && defined(__GNUC__)
#include "tape/bounds/lanes.inc"
#else
#include "tape/bounds/bounds.h"

/* Never chosen. */
tape_bounds_lanes *const LANES_TABLE = 0;
#endif
