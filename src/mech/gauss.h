/* Inertia forces by Gauss's principle: masses at positions need accelerations only, no derivatives of energies. */
#ifndef LGR_MECH_GAUSS_H
#define LGR_MECH_GAUSS_H

#include "mech/equations.h"
#include "mech/velocities.h"

/* Where T = sum of c u_l u_r, c constant and both u rates of change of functions of q and t, the forces of inertia are
   -c (J_l^T u_r' + J_r^T u_l'): for such u, d/dt du/dq' = du/dq, and Lagrange's other terms cancel. */
typedef struct gauss_parts {
    bool *plain;           /* per product of the forms: of this kind */
    expr_id *left, *right; /* per plain product: u_l' and u_r' at q'' = 0 */
    expr_id rest;          /* the energy without the plain products */
} gauss_parts;

/* Rates are the velocities of coordinates, time derivatives of positions or angles in the model, and sums and constant
   multiples of such. Everything else, such as angular velocities in space, stays in the rest. */
gauss_parts mech_gauss_split(const model *m, const mech_equations *e, const velocity_forms *forms, expr_id energy,
                             arena *a);

#endif
