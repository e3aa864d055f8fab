/* Mode shapes are verified on the state matrix, A x = s x, before they are shown. */
#ifndef LGR_ANALYSIS_SHAPES_H
#define LGR_ANALYSIS_SHAPES_H

#include "analysis/equilibria/linearise.h"

/* The state matrix in units in which displacements and velocities of all coordinates can be compared. */
typedef struct state_frame {
    balance *b;
    const small_motion *x;
    int n;        /* states */
    double rate;  /* 1/time: about the fastest */
    double *unit; /* n */
    double *A;    /* n x n: the state matrix over the rate, in these units and without what only rounding made */
} state_frame;

/* Lives in `a`. */
state_frame analysis_shapes_frame(balance *b, const small_motion *x, const linear_system *linear, arena *a);
/* Verifies the shape, and recomputes it by inverse iteration if its residual is too large. If that fails too it becomes
   0: no shape is known. True if it changed: cyclic coordinates must then be updated. */
bool analysis_shapes_confirm(const state_frame *f, linear_mode *mode);

#endif
