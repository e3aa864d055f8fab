/* The sums of a series four numbers at a time, where the processor can do that. */
#include "ode/taylor_sums.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define SUMS ode_taylor_sums_four
#define WIDTH 4
#define RULE __attribute__((target("avx")))
#include "ode/taylor_sums.inc"
#endif
