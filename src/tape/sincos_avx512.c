/* Sine and cosine of eight angles with AVX-512. */
#define TABLE tape_sincos_avx512
#define LANES 8
#if defined(__x86_64__) && defined(__clang__)
#define TARGET __attribute__((target("avx512f,avx512dq,fma")))
#elif defined(__x86_64__) && defined(__GNUC__)
#define TARGET __attribute__((target("avx512f,avx512dq,fma,prefer-vector-width=512")))
#else
#define TARGET
#endif
#include "tape/sincos.inc"
