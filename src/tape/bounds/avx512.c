/* Interval arithmetic of eight lanes with AVX-512. */
#define LANES_TABLE tape_bounds_avx512
#define WIDEST 512
#define SINCOS tape_sincos_avx512
#include "tape/bounds/lanes.inc"
