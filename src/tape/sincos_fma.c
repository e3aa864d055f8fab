/* Sine and cosine of one angle with FMA. */
#define TABLE tape_sincos_fma
#define LANES 1
#if defined(__x86_64__) && defined(__GNUC__)
#define TARGET __attribute__((target("fma")))
#else
#define TARGET
#endif
#include "tape/sincos.inc"
