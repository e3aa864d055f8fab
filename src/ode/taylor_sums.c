/* The sums of a series two numbers at a time, and the choice of how many the processor can do. */
#include "base/processor.h"

#define SUMS ode_taylor_sums_two
#define WIDTH 2
#define RULE
#include "ode/taylor_sums.inc"

const taylor_sums *ode_taylor_sums(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    if (PROCESSOR_HAS_AVX)
        return &ode_taylor_sums_four;
#endif
    return &ode_taylor_sums_two;
}
