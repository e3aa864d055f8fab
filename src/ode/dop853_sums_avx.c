/* The sums of a step four numbers at a time, where the processor can do that. */
#include "ode/dop853_sums.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define SUMS ode_dop853_sums_four
#define WIDTH 4
#define RULE __attribute__((target("avx")))
#include "ode/dop853_sums.inc"
#endif
