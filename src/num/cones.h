/* Second-order cones |w| <= c, with c and w affine in the unknowns y: the point that is deepest inside all of them. */
#ifndef LGR_NUM_CONES_H
#define LGR_NUM_CONES_H

#include "base/arena.h"

/* Cone i has the row of c_i and then sizes[i] rows of w_i, row-major: p coefficients of y and a constant each. Numbers
   are of size 1, and depth is bounded: some sum of the c_i is constant. */
typedef struct num_cones {
    int p, count;
    const int *sizes;
    const double *rows;
} num_cones;

/* The depth of y (p), least over all cones of c - |w|: within a tenth of the greatest where that is above `least`, else
   the greatest to some 1e-11; where that is clearly negative, below -1e-6, some such depth. `weight` (count): how much
   each cone limits it, 1 in all. By Newton's method along the central path (Boyd and Vandenberghe, Convex Optimization,
   2004, section 11.3). */
double num_cones_deepest(arena *scratch, const num_cones *x, double least, double *y, double *weight);

#endif
