/* Step sizes of one solution: the first, and those after discontinuities; control_rules.inc determines the others. */
#ifndef LGR_ODE_STEP_CONTROL_H
#define LGR_ODE_STEP_CONTROL_H

#include "num/scalar.h"

/* Defines what a number is. */
/* clang-format off */
#include "num/scalar_begin.inc"
#include "ode/control_rules.inc"
#include "num/scalar_end.inc"
/* clang-format on */

static inline step_control step_control_new(void) {
    return (step_control){.last_error = 1e-4};
}

/* After a discontinuity: the size that the error control asked for, but at most the last accepted one. */
static inline void step_control_restart(step_control *c) {
    if (c->next > 0)
        c->size = fmin(c->next, c->taken);
}

#endif
