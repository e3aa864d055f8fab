/* The equilibrium residual at rest or in steady motion, C^T lambda - h(q, v) = 0, f(q) = 0, and its derivative. v is 0
   except for cyclic coordinates, whose velocities follow from their initial momenta, p_c(q, v) = p_c. For these and the
   potential W = p_c.v_c - L (Routh's; at rest -L) see Pars, chapter 10, or Merkin, Introduction to the Theory of
   Stability, chapter 3. */
#ifndef LGR_ANALYSIS_RESIDUAL_H
#define LGR_ANALYSIS_RESIDUAL_H

#include "analysis/probe/setting.h"
#include "analysis/probe/tangent.h"
#include "num/saddle.h"

typedef struct balance {
    const analysis_setting *s;
    arena *a;
    int n, m, c;
    int *cyclic;      /* c: indices among the active coordinates */
    bool *is_cyclic;  /* n */
    bool *is_ignored; /* n: nothing in the balance depends on it */
    bool *is_angle;   /* n: the balance has the period 2 pi in it */
    double *momenta;  /* c */
    double *step;     /* c, for Newton's steps */
    int position_count, velocity_count;
    int *position, *velocity; /* which rows are on which level; those that integrate are on neither */
    int leaf_count;           /* integrals that keep their values of the start: they count as rows of positions */
    int rest_count; /* conditions that velocity constraints impose on a state of rest, as z' = x - 1 requires x = 1 */
    bool *on_leaf;  /* n: integrals depend on it */
    expr_id *R;     /* n: C^T lambda - h with the velocities of all but cyclic coordinates 0 */
    analysis_probe *ground, *rows, *slopes, *terms;
    saddle *solver, *lander;
    double *unit;   /* n: size of the coordinates in terms of inertia */
    bool *massive;  /* n: has inertia at the start */
    double *forces; /* n: how large the terms of the forces are about the start */
    double *usual;  /* n: expected derivatives in units of inertia, from the forces near the start */
    double energy;  /* what these forces and momenta do over the scales of the coordinates */
    const expr_id *ground_roots;
    int rank, most_rank; /* of the rows for positions: at the place looked at last, and anywhere so far */
    bool met_singular;   /* somewhere accelerations were not determined */
    double work;         /* instructions and multiplications so far */
    /* At the place evaluated last; NULL or stale before. All row-major; M by its lower triangle. */
    analysis_state at;
    const double *M, *h, *A, *f_dot, *gamma, *p;
    double W, excess; /* potential; a.M a for the accelerations a that the forces out of balance give */
    double *a_rest, *lambda, *lambda_all; /* n; m; per model row */
    /* Slopes there: */
    const double *K, *D, *p_q; /* n x n: R_q; n x c: R_v of cyclic velocities; c x n */
} balance;

/* At rest (c = 0), or with cyclic coordinates (indices into model.coords) that have their initial momenta. Lives in
   `a`. */
balance *analysis_residual_make(const analysis_setting *s, const int *cyclic, size_t c, arena *a);

/* Fills is_ignored and is_angle by examining forces and rows along each coordinate from some positions near the start;
   integrals may depend on such a coordinate all the same. */
void analysis_residual_find_symmetries(balance *b, analysis_dice *dice);
/* Projects q onto the position constraints, the leaf of the integrals and the conditions of rest; false if these do not
   hold there up to rounding. */
bool analysis_residual_land(balance *b);
/* Out of `out` (n): how large the terms of the forces and of the multipliers are at the place evaluated last. */
void analysis_residual_terms(balance *b, double *out);
/* The fraction of the usual derivatives that counts as 0. */
#define BALANCE_FLAT 1e-10
/* The scales of coordinate i, and of its speed. */
analysis_extent analysis_residual_length(const balance *b, int i);
analysis_extent analysis_residual_speed(const balance *b, int i);
/* Finds cyclic velocities, accelerations, multipliers and W at q; false if something is not finite or not determined.
 */
bool analysis_residual_evaluate(balance *b);
/* The derivatives there. */
void analysis_residual_slope(balance *b);
/* Into `out` (n x n): the derivative at constant momenta, K - D p_v^-1 p_q. */
void analysis_residual_amended(balance *b, double *out);
/* X (c x n) = M_cc^-1 B for B (c x n), in place. */
void analysis_residual_solve_cyclic(const balance *b, double *B);
/* Directions of displacements that the position rows and the integrals leave free, without cyclic ones; and of
   velocities that all rows leave free, with cyclic ones if `whole`. */
void analysis_residual_tangents(balance *b, bool whole, tangent *q, tangent *v, arena *a);
/* The same for a search of rest: displacements satisfy the conditions of rest too. */
void analysis_residual_search_tangents(balance *b, tangent *q, tangent *v, arena *a);
/* M in full, n x n. */
void analysis_residual_inertia(const balance *b, double *M);

#endif
