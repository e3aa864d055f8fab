/* Steps across singular configurations: see singular_step.h. */
#include "ode/singular_step.h"

#include <math.h>

#include "base/check.h"
#include "ode/dop853_table.h"

enum { MOST_LEAPS = 3, MOST_TRIED = 6, CLOSE = 3, NEARBY = 10 }; /* so many leaps in a step; sizes of a trial */
static const double before_stages = 0.03;                        /* of a trial: between its start and its first stage */
static const double middle = 0.467;                              /* of the widest gap between stages, from 1/3 to 3/5 */
static const double aside = 0.05;                                /* so far from there the place may be */
static const double best = 1e-8;                                 /* errors of leaps that rounding leaves, at worst */

/* From the start of the step to where the rows become dependent: the lowest point of the parabola through the
   regularity at the start and at the times x[0] < x[1]. Infinite where it does not come near zero. */
static double lowest(double start, const double *x, const double *regularity) {
    double slope = (regularity[0] - start) / x[0];
    double bend = ((regularity[1] - regularity[0]) / (x[1] - x[0]) - slope) / x[1];
    double at = 0.5 * (x[0] - slope / bend), least = start + at * (slope + bend * (at - x[0]));
    return bend > 0 && at > 0 && least < ODE_SINGULAR_NEAR * start ? at : INFINITY;
}

/* As the trial of size h has seen it. */
static double time_to_singular(const ode_singular *l, double h) {
    return lowest(l->regularity[0], (double[]){dop_c[ODE_SINGULAR_ONE] * h, dop_c[ODE_SINGULAR_OTHER] * h},
                  (double[]){l->regularity[ODE_SINGULAR_ONE], l->regularity[ODE_SINGULAR_OTHER]});
}

/* Nothing is known of the stages. */
static void look_away(ode_singular *l) {
    for (int i = 1; i < ODE_SINGULAR_SEEN; i++)
        l->regularity[i] = l->regularity[0];
}

void ode_singular_restart(ode_singular *l, double regularity) {
    *l = (ode_singular){.regularity = {regularity}};
    look_away(l);
}

double ode_singular_begin(ode_singular *l, double h, double limit) {
    LGR_ASSERT(limit > 0);
    double size = l->ahead / middle;
    bool due = size > 0 && size < limit;
    l->limit = limit;
    l->tried = l->leaping = l->onto = due;
    l->ahead = 0;
    l->approaching = l->moved = false;
    look_away(l);
    return due ? size : h;
}

double ode_singular_error(const ode_singular *l, double tolerance) {
    return l->leaping ? fmax(10, best / tolerance) : 1;
}

double ode_singular_again(ode_singular *l, double failed, double next) {
    double time = time_to_singular(l, failed), size = time / middle;
    bool again = l->leaping;
    l->leaping = false;
    if (!(time < NEARBY * failed) || next <= 0)
        return next;
    double onto_them = l->onto ? next : failed;
    l->onto = true;
    if (!(time < CLOSE * failed))
        return onto_them;
    if (time < before_stages * failed && l->tried < MOST_TRIED) {
        l->leaping = true;
        l->tried++;
        return onto_them;
    }
    bool fits = size <= fmin(1.2 * failed, l->limit), better = !again || fabs(time / failed - middle) > aside;
    if (l->tried < MOST_LEAPS && fits && better) {
        l->leaping = true;
        l->tried++;
        return size;
    }
    l->tried = MOST_LEAPS;
    l->approaching = true;
    return fmin(next, 0.5 * time);
}

/* The place is about where the trial ended: then the next step of this size has it in the middle. */
double ode_singular_shorter(ode_singular *l, double h, double regularity) {
    if (l->moved || !(regularity < ODE_SINGULAR_NEAR * l->regularity[0]))
        return 0;
    l->moved = true;
    l->leaping = false;
    return (1 - middle) * h;
}

bool ode_singular_is_near(const ode_singular *l, double h) {
    return time_to_singular(l, h) < NEARBY * h;
}

void ode_singular_accept(ode_singular *l, double h, double regularity) {
    LGR_ASSERT(h > 0);
    if (l->approaching) {
        double time = lowest(l->regularity[0], (double[]){dop_c[ODE_SINGULAR_OTHER] * h, h},
                             (double[]){l->regularity[ODE_SINGULAR_OTHER], regularity});
        l->ahead = time < INFINITY ? time - h : 0;
    }
    l->regularity[0] = regularity;
}
