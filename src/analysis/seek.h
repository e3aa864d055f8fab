/* Iteration from a given position to an equilibrium. */
#ifndef LGR_ANALYSIS_SEEK_H
#define LGR_ANALYSIS_SEEK_H

#include "analysis/balance.h"

/* Newton's method on the directions that the rows leave free, damped so that b->excess falls; `bold` takes full steps,
   which find unstable places oftener and fail oftener. True if it ends in
   balance; b then is evaluated there and `flat` is the number of directions along which the balance holds on
   (families). False as well once b->work is above `budget`. */
bool seek_balance(balance *b, bool bold, double budget, int *flat);

/* Whether b->at, once projected, is an equilibrium up to rounding. */
bool seek_is_balanced(balance *b);

/* Goes downhill in the potential for a while, in the metric of the kinetic energy; b->at is then lower. */
void seek_downhill(balance *b, double budget);

#endif
