/* The explicit step of eight motions with AVX2. */
#define LOOPS pack_avx2
#if defined(__x86_64__) && defined(__GNUC__)
#define RULE __attribute__((target("avx2,fma")))
#define EIGHT 256
#else
#define RULE
#define EIGHT 0
#endif
#include "sim/pack_loops.inc"
