/* Steady motions along the symmetries of the equations: each is a turn and shift that goes on evenly. */
#ifndef LGR_LINEAR_STEADY_H
#define LGR_LINEAR_STEADY_H

#include "analysis/conserved/conserved.h"
#include "analysis/equilibria/equilibria.h"
#include "point/point.h"

/* What leaves the equations as they are: n coordinates move by xi = B q + b. */
typedef struct linear_symmetry {
    double *B, *b; /* n x n, n */
} linear_symmetry;

typedef struct linear_symmetries {
    linear_symmetry *at;
    int count, n;
    bool plain; /* they are even motions of single coordinates */
} linear_symmetries;

/* Displacements that leave the Lagrangian, the power of the forces and the rows as they are; unlike those of
   conservation laws they may slide through constraints. None where time, states or rubbing contacts matter. */
linear_symmetries linear_find_symmetries(const analysis_setting *s, arena *a);

/* One motion: q, v per active coordinate, turned by omega (one for each symmetry). */
typedef struct linear_steady {
    const analysis_setting *s;
    point *p;
    const linear_symmetries *g;
    const conserved_list *laws;
    double *unit_q, *unit_v; /* n */
    double *q, *v, *omega;
    double *L, *shift;         /* v = L q + shift */
    const conserved **momenta; /* those that are fixed; without any, the energy */
    int momentum_count, rows;
    bool holonomic;
} linear_steady;

/* Looks for steady motions with the momenta of the start or, where no momentum is conserved, for the one with its
   energy that is next to it, and appends them to the list; those that are there already, and what is at rest, are left
   out. Everything lives in `a`. */
void linear_add_steady(const analysis_setting *s, const conserved_list *laws, equilibria *list, arena *a);

/* Modes and stability in the frame that moves along; fills modes, stability, degenerate and why. */
void linear_steady_modes(const linear_steady *x, equilibrium *at, arena *a);

/* Orthonormal rows of a basis of the null space of A (rows x n, kept); how many. */
int linear_null_basis(const double *A, int rows, int n, double **basis, arena *a);

#endif
