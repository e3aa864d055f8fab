/* The explicit solution: accelerations and multipliers as expressions, by solving the equations of motion once,
   symbolically. */
#ifndef LGR_MECH_SOLUTION_H
#define LGR_MECH_SOLUTION_H

#include "mech/equations.h"

typedef struct mech_solution {
    expr_id *a;       /* n: accelerations */
    expr_id *lambda;  /* per row given */
    expr_id *dq, *dv; /* n each: the least corrections that remove f and f_dot, to the first order */
    expr_id trust;    /* the condition: positive where all of this is as good as a pivoted solver's result */
    size_t products;  /* of the factors, each time they are computed */
} mech_solution;

/* Solves M a + C^T lambda = h, A a = gamma for `count` of the active rows, given as positions in e->rows. The
   velocities that bodies share are unknowns besides the coordinates, so that trees of bodies cost in proportion to
   their number. False, and nothing in `out`, if no order of elimination is found, or more than `most` products were
   needed, or M is needed, because the energy is not a sum of products of velocities, but has not been derived.
   `shorten`: rewritten where that takes fewer operations per evaluation (collect.h), in two or three times the time. */
bool mech_solve(const model *m, const mech_choice *choice, const mech_equations *e, const int *rows, int count,
                size_t most, bool shorten, arena *a, mech_solution *out);

#endif
