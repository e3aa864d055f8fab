/* States within a step that are as accurate as its ends: from the dense output where that is accurate enough, else by
   repeating the step up to each of them. */
#include <math.h>
#include <string.h>

#include "num/chebyshev.h"
#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"
#include "sim/record/record.h"

enum { LAST = BETWEEN_NODES - 1 };

/* How far a dense output may be off, as a part of the tolerance: the ends of steps err by about that. */
static const double SMALL = 0.005;

/* How far the rate of a dense output of positions is off its velocities, times h: both are polynomials of degree 8 at
   most, known from their values at Chebyshev's points. */
static double mismatch(const double *q, const double *v, double h) {
    double c[LAST + 1], worst = 0;
    num_series_through(q, LAST, c);
    num_series_slope(c, LAST, c);
    for (int j = 0; j <= LAST; j++)
        worst = fmax(worst, fabs(2 * num_series_value(c, LAST, num_series_node(LAST, j)) - h * v[j]));
    return worst;
}

static bool dense_is_good(sim *s, double h) {
    const double times = 8; /* about so much more a rate errs than what it is the rate of */
    size_t n = (size_t)s->mode->n;
    for (int j = 0; j <= LAST; j++) {
        event_stepper_dense(s, 0.5 + 0.5 * num_series_node(LAST, j), s->work_y);
        memcpy(s->between_nodes + 2 * n * (size_t)j, s->work_y, 2 * n * sizeof *s->work_y);
    }
    for (size_t i = 0; i < n; i++) {
        double q[LAST + 1], v[LAST + 1], size = fmax(fabs(s->y[i]), fabs(s->next_y[i]));
        for (int j = 0; j <= LAST; j++) {
            q[j] = s->between_nodes[2 * n * (size_t)j + i];
            v[j] = s->between_nodes[2 * n * (size_t)j + n + i];
        }
        size += h * fmax(fabs(s->y[n + i]), fabs(s->next_y[n + i]));
        if (!(mismatch(q, v, h) <= times * SMALL * s->tolerance * size))
            return false;
    }
    return true;
}

static bool is_by_series(const sim *s) {
    const ode_stepper *p = s->step->acting;
    return p->method->by_series && p->method->by_series(p);
}

void record_between_prepare(sim *s, double h) {
    LGR_ASSERT(h > 0);
    s->at_end = false;
    s->dense_ready = s->dense_ready || event_stepper_prepare_dense(s, h, s->next_y);
    s->between_repeats = !s->dense_ready || !(is_by_series(s) || dense_is_good(s, h));
}

/* On the constraints, where these all act by themselves; evaluates. */
static bool settle(sim *s, double t, double *y) {
    bool whole = s->mode->m && s->mode->used_count == s->mode->m;
    return (whole && dynamics_project(s, t, y, NULL)) || dynamics_evaluate(s, t, y, NULL);
}

bool record_between_go(sim *s, double t, double h, double theta) {
    LGR_ASSERT(theta >= 0);
    if (theta == 1)
        return dynamics_evaluate(s, t, s->next_y, NULL);
    if (s->between_repeats && event_stepper_again(s, theta * h, s->work_y))
        return dynamics_evaluate(s, t, s->work_y, NULL);
    if (!s->dense_ready)
        return false;
    event_stepper_dense(s, theta, s->work_y);
    return settle(s, t, s->work_y);
}

void record_between_leave(sim *s, double h) {
    if (!s->between_repeats)
        return;
    s->dense_ready = false;
    event_stepper_again(s, h, s->next_y);
    s->at_end = false;
}
