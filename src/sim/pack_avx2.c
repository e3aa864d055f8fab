/* The explicit step of eight motions with AVX2. */
#define LOOPS pack_avx2
#if defined(__x86_64__) && defined(__GNUC__)
#define RULE __attribute__((target("avx2,fma")))
#else
#define RULE
#endif
#include "sim/pack_loops.inc"
