/* The characteristic polynomial of small motions, constraints and all, and the formulas at which stability changes. */
#ifndef LGR_DERIVE_PENCIL_H
#define LGR_DERIVE_PENCIL_H

#include "derive/derivation.h"

/* det [M s^2 + C s + K, B^T; A s + R, 0] of n coordinates and m rows, as they are at the state: row-major. */
typedef struct derive_pencil {
    int n, m;
    const expr_id *M, *C, *K; /* n x n */
    const expr_id *A, *R;     /* m x n */
} derive_pencil;

/* The coefficients that decide where the motion at the state is steady; `count` of them, those of s^2 from the lowest
   that is not 0. What is 0 at the state vanishes in them: multipliers, sines and cosines at quarter turns. NULL where
   the state is no steady motion, the polynomial has odd powers, or it is too large. */
const expr_id *derive_pencil_find(const derivation *d, const derive_pencil *x, int *count);

#endif
