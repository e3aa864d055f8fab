/* How long a step is to be, and whether it is accepted: for the explicit stepper, of one motion and of several. */
#ifndef LGR_SIM_STEP_CONTROL_H
#define LGR_SIM_STEP_CONTROL_H

#include <float.h>
#include <stdbool.h>

#include "sim/scalar_rules.h"

typedef struct step_control {
    double size;        /* proposed for the next step; 0: none yet */
    double taken, next; /* the step held, and the proposal of the error control after it */
    double last_error;  /* of the last accepted step */
    double tried;       /* the size that the step at hand began with */
    bool rejected;      /* the step at hand has been, before */
} step_control;

static inline step_control step_control_new(void) {
    return (step_control){.last_error = 1e-4};
}

/* After a jump: the size that the error control asked for, but no longer than what went well. */
static inline void step_control_restart(step_control *c) {
    if (c->next > 0)
        c->size = fmin(c->next, fmax(c->taken, 1e-9));
}

/* A first step size, from the norms of the state and of its rate. */
static inline double step_control_guess(double y, double rate, double limit) {
    double h = rate > 1e-20 && y > 1e-20 ? 0.01 * sqrt(y / rate) : rate > 1e-20 ? 0.01 / sqrt(rate) : 1e-3;
    return fmin(h, limit);
}

/* The size of the first attempt, where the run ends after `limit`. */
static inline double step_control_begin(step_control *c, double limit) {
    c->tried = c->size;
    if (c->size >= limit * (1 - 1e-12))
        c->tried = limit;
    else if (c->size > 0.5 * limit)
        c->tried = 0.5 * limit;
    c->rejected = false;
    return c->tried;
}

static inline void step_control_accept(step_control *c, double h, double error, double factor) {
    double limit = c->rejected ? 1 : 6;
    c->last_error = fmax(error, 1e-4);
    c->next = h * (error > 0 ? fmin(limit, fmax(0.333, factor)) : limit);
    c->taken = h;
    bool cut = h < c->size && h == c->tried; /* by the end only: the size was good */
    if (!cut)
        c->size = c->next;
}

/* The size of the next attempt at time t, or 0 if it would be too small. `error` is at most 1 where it could not be
   brought onto the constraints. */
static inline double step_control_reject(step_control *c, double t, double h, double error, double factor) {
    c->rejected = true;
    h *= error <= 1 || !(error <= DBL_MAX) ? 0.25 : fmax(0.2, factor);
    return h > 16 * DBL_EPSILON * fmax(fabs(t), 1e-12) ? h : 0;
}

#endif
