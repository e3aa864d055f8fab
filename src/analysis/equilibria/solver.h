/* Iteration from a given position to an equilibrium. */
#ifndef LGR_ANALYSIS_SOLVER_H
#define LGR_ANALYSIS_SOLVER_H

#include "analysis/equilibria/residual.h"

/* Newton's method on the directions that the rows leave free, damped so that b->excess falls; `bold` takes full steps,
   which find unstable places oftener and fail oftener. True if it ends in
   balance; b then is evaluated there and `flat` is the number of directions along which the balance holds on
   (families). False as well once b->work is above `budget`. */
bool analysis_solve_equilibrium(balance *b, bool bold, double budget, int *flat);

/* Whether b->at, once projected, is an equilibrium up to rounding. */
bool analysis_is_equilibrium(balance *b);

/* Goes downhill in the potential for a while, in the metric of the kinetic energy; b->at is then lower. */
void analysis_descend_potential(balance *b, double budget);

#endif
