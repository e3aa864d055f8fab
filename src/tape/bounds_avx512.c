/* Interval arithmetic of eight lanes with AVX-512. */
#define LANES_TABLE tape_bounds_avx512
#if defined(__x86_64__) && defined(__clang__)
#define RULE __attribute__((target("avx512f,avx512dq,fma")))
#define EIGHT 512
#elif defined(__x86_64__) && defined(__GNUC__)
#define RULE __attribute__((target("avx512f,avx512dq,fma,prefer-vector-width=512")))
#define EIGHT 512
#else
#define RULE
#define EIGHT 0
#endif
#define SINCOS tape_sincos_avx512
#include "tape/bounds_lanes.inc"
