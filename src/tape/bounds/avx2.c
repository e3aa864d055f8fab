/* Interval arithmetic of eight lanes with AVX2. */
#define LANES_TABLE tape_bounds_avx2
#define WIDEST 256
#define SINCOS tape_sincos_avx2
#include "tape/bounds/lanes.inc"
