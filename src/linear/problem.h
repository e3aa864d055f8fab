/* The insides of a problem: its two models, the runs that find its start, and the equations there. */
#ifndef LGR_LINEAR_PROBLEM_H
#define LGR_LINEAR_PROBLEM_H

#include "analysis/probe/scales.h"
#include "linear/linear.h"

struct linear_problem {
    arena *a;
    model *m; /* of the equations; the compiled start has its own copy, since graphs grow */
    model *of_start;
    sim_kit *kit;
    point *p;
    const mech_choice *choice; /* of the mode that the equations are of */
    analysis_scales *scales;
    bool at_rest; /* the equilibrium near the start, or near the last one found */
    double *last; /* n: that one; NaN: none yet */
};

/* The state for the present values, active coordinates only; a text of `a` says why there is none. */
const char *linear_state(linear_problem *p, double *t, double *q, double *v, arena *a);
/* What is linear about a state of the problem's mode (n coordinates each), without a look at kinks and without modes.
 */
linear_about linear_find_state(linear_problem *p, double t, const double *q, const double *v, arena *a);
/* Moves q (n) to the nearest of the places at rest that a search finds; false: none. */
bool linear_nearest_rest(linear_problem *p, double *q, arena *a);
/* The choice of another copy of the model, in this one. */
const mech_choice *linear_translate(linear_problem *p, const mech_choice *of);
bool linear_same_choice(const model *m, const mech_choice *x, const mech_choice *y);
/* With modes, about a place at rest (n coordinates; of a state its value). */
linear_about linear_find_rest(linear_problem *p, double t, const double *q, arena *a);

#endif
