/* The tangent linear system of one mode at a state: directional derivatives of accelerations and multipliers, event
   functions and results. */
#ifndef LGR_SIM_DYNAMICS_TANGENT_H
#define LGR_SIM_DYNAMICS_TANGENT_H

#include "sim/dynamics/dynamics.h"

/* Variables of the graph for the directions of differentiation: made once for a run, for all its modes. */
typedef struct variation_seeds {
    expr_id *dot;                            /* per variable of the graph as it was: its seed or EXPR_NONE */
    uint32_t t, *q, *v, *a, *lambda, *param; /* per coordinate, per row, per parameter */
    size_t var_count;
} variation_seeds;

/* `moving`: per parameter, whether it depends on any of those to differentiate by. */
variation_seeds *dynamics_tangent_seeds_create(sim *s, const bool *moving);
/* Derivatives of the roots along the seeds; without those of accelerations and multipliers unless `solved`. */
void dynamics_tangent_forward(sim *s, const variation_seeds *d, const expr_id *roots, size_t count, bool solved,
                              expr_id *out);
/* The inputs of the mode's programs, behind them the seeds of t, q, v and the parameters (1 + 2 n + param_count), and
   room for `more`. */
uint32_t *dynamics_tangent_inputs(sim *s, const mode *m, const variation_seeds *d, size_t more);
/* A direction of differentiation: the change of time, state and parameters. */
typedef struct direction {
    double t;
    const double *y;      /* q then v of the mode, 2 n; NULL: not at all */
    const double *params; /* per parameter; NULL: not at all */
} direction;

/* Segments of a mode's tangent program. */
enum {
    VARIATION_MATRICES = 1,
    VARIATION_STATE,
    VARIATION_ALONG,
    VARIATION_RATES,
    VARIATION_MARGINS,
    VARIATION_RESULTS,
    VARIATION_END
};

typedef struct variation {
    mode *of;
    int n, m;
    loaded_tape *program;
    size_t seed_slot;
    saddle *solver;
    unsymmetric *skew;
    saddle_info info;
    double *M, *A, *C, *rhs, *da, *dlambda;
    int used_count;                       /* that skew was made for */
    bool jumps;                           /* the equations contain a switch that no piece freezes */
    bool *margin_forces, *reducer_forces; /* it names multipliers */
} variation;

variation *dynamics_tangent_create(sim *s, mode *m, const variation_seeds *d);
/* Sets the state at which to differentiate, with its accelerations and multipliers; false if they are undefined. */
bool dynamics_tangent_at(sim *s, variation *x, double t, const double *y);
/* The derivatives of accelerations and multipliers, x->da and x->dlambda. */
void dynamics_tangent_along(variation *x, const direction *d);
/* The derivatives of the residuals alone: of f (m) and f_dot (m). */
void dynamics_tangent_residuals(variation *x, const direction *d, double *f, double *f_dot);
/* dy (2 n + quadratures): the derivatives of y' after dynamics_tangent_along. Work has none. */
void dynamics_tangent_rates(const sim *s, variation *x, const direction *d, double *dy);
/* y' itself. */
void dynamics_tangent_motion(const sim *s, const variation *x, double *dy);
/* M dx + A^T l = 0, A dx = -f: the correction of minimum norm. */
void dynamics_tangent_correct(variation *x, const double *f, double *dx);
const double *dynamics_tangent_accelerations(const variation *x);
/* After dynamics_tangent_along, and a run up to their segment: event function k, its derivative, the derivative of
   reducer i. */
void dynamics_tangent_run(variation *x, int segment);
double dynamics_tangent_margin(const variation *x, size_t k);
double dynamics_tangent_margin_along(const variation *x, size_t k);
double dynamics_tangent_reducer_along(const variation *x, size_t i);
bool dynamics_tangent_is_redundant(const variation *x);

#endif
