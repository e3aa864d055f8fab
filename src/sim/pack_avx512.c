/* The explicit step of eight motions with AVX-512. */
#define LOOPS pack_avx512
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
#include "sim/pack_loops.inc"
