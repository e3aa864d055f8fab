/* How long a step of one motion is to be, where it begins and after jumps; control_rules.inc says it from step to step.
 */
#ifndef LGR_SIM_STEP_CONTROL_H
#define LGR_SIM_STEP_CONTROL_H

#include "sim/scalar_rules.h"

static inline step_control step_control_new(void) {
    return (step_control){.last_error = 1e-4};
}

/* After a jump: the size that the error control asked for, but no longer than what went well. */
static inline void step_control_restart(step_control *c) {
    if (c->next > 0)
        c->size = fmin(c->next, fmax(c->taken, 1e-9));
}

/* A small step, from the squares of the sizes of the state and of its rate. */
static inline double step_control_guess(double y, double rate, double limit) {
    double h = rate > 1e-20 && y > 1e-20 ? 0.01 * sqrt(y / rate) : rate > 1e-20 ? 0.01 / sqrt(rate) : 1e-3;
    return fmin(h, limit);
}

/* A first step size, from a small one and the size of the rates, or of theirs where it is greater. */
static inline double step_control_first(double small, double rates, double limit) {
    double h = rates > 1e-15 ? pow(0.01 / rates, 1.0 / 8) : fmax(1e-6, 1e-3 * small);
    return fmin(fmin(100 * small, h), limit);
}

#endif
