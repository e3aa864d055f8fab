/* The sums of a step two numbers at a time, and the choice of how many the processor can do. */
#include "base/processor.h"

#define SUMS ode_dop853_sums_two
#define WIDTH 2
#define RULE
#include "ode/dop853_sums.inc"

dop_sum *const *ode_dop853_sums(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (PROCESSOR_HAS_AVX)
        return ode_dop853_sums_four;
#endif
    return ode_dop853_sums_two;
}
