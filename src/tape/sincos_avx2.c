/* Sine and cosine of eight angles with AVX2 and FMA. */
#define TABLE tape_sincos_avx2
#define LANES 8
#if defined(__x86_64__) && defined(__GNUC__)
#define TARGET __attribute__((target("avx2,fma")))
#else
#define TARGET
#endif
#include "tape/sincos.inc"
