/* Interval arithmetic of eight lanes with AVX2. */
#define LANES_TABLE tape_bounds_avx2
#if defined(__x86_64__) && defined(__GNUC__)
#define RULE __attribute__((target("avx2,fma")))
#define EIGHT 256
#else
#define RULE
#define EIGHT 0
#endif
#define SINCOS tape_sincos_avx2
#include "tape/bounds_lanes.inc"
