/* Noether's determining equations: displacements of position and time that leave the laws of motion invariant. For
   displacements xi of the coordinates and tau of time, with H = q'.p - L and dL/dq + Q the forces, d/dt (p.xi - tau H)
   = (dL/dq + Q).xi + p.xi' + tau (dL/dt - Q.q') - lambda.A (xi - tau q') along every motion. If A (xi - tau q')
   vanishes and the rest is dF/dt for a function F of time and position, the gauge, then p.xi - tau H - F is conserved.
   Here xi = B q + b, tau is a number, and dF/dt = c + d.q'. */
#ifndef LGR_ANALYSIS_NOETHER_H
#define LGR_ANALYSIS_NOETHER_H

#include "analysis/probe/manifold.h"

/* The displacement of the active coordinate i is x times coordinate j, or x itself if j is -1; x is 1 or 1/2 with
   either sign. */
typedef struct field_entry {
    int i, j;
    double x;
} field_entry;

/* One unknown of the equations: a displacement, or a part of the gauge. */
typedef struct field {
    const char *name; /* of the quantity it belongs to; may be NULL */
    double tau;
    field_entry *entry;
    int count;
    bool part;  /* of a displacement that is a field too */
    bool clock; /* F = t */
    int place;  /* F = coordinate `place`, or -1 */
} field;

/* The terms of the equations at one state, with bounds for the terms of each number. */
typedef struct noether_terms {
    double *p, *force;      /* n */
    double *A;              /* rows x n */
    double drain, jacobian; /* Q.q' - dL/dt, H */
} noether_terms;

typedef struct noether_sample {
    double t, *q, *v; /* n, in the order of the equations */
    noether_terms value, size;
} noether_sample;

typedef struct noether {
    const analysis_setting *s;
    graph *g;
    int n, rows;            /* rows: of the constraints, and one more for each closed contact with friction */
    expr_id *p, *force, *Q; /* force: dL/dq + Q */
    const expr_id *A;       /* rows x n */
    expr_id jacobian;       /* H; T + V once it is known to be the same */
    expr_id drain;
    expr_id energy; /* T + V of the elements that say so */
    analysis_manifold *manifold;
    analysis_probe *probe;
    analysis_dice dice;
    analysis_state at, large;
    arena *a;
} noether;

noether *analysis_noether_make(const analysis_setting *s, arena *a);
/* NULL: those of the model. */
void analysis_noether_set_params(noether *w, const double *params);
/* Up to `count` samples at random states on the manifold of the rows; how many there are. */
int analysis_noether_sample_many(noether *w, noether_sample *to, int count, arena *a);
/* One at a given state; false where something has no value. */
bool analysis_noether_sample_at(noether *w, const analysis_state *at, noether_sample *to, arena *a);

/* For the active coordinate i: the magnitude of x, its position or velocity, in bounds; never exactly zero. */
double analysis_noether_extent(const noether *w, int i, double x);
double analysis_noether_speed(const noether *w, int i, double x);
/* w->large becomes `at` with all velocities so large. */
void analysis_noether_enlarge(noether *w, const analysis_state *at);

/* The equations' column of the unknown f: `rows` constraints, then the balance; with bounds for the terms. */
void analysis_noether_column(const noether *w, const noether_sample *at, const field *f, double *x, double *size);
/* What f contributes to p.xi - tau H - F. */
double analysis_noether_value(const noether_sample *at, const field *f, double *size);

/* Displacements as expressions. */
typedef struct symmetry {
    expr_id tau, *xi, *xi_rate; /* n; xi_rate = d xi/dt */
    expr_id clock, *place;      /* F = clock t + place.q; n */
} symmetry;

/* The symmetry with these coefficients (expressions over parameters; EXPR_NONE: 0) before the fields. */
symmetry analysis_noether_assemble(const noether *w, const field *fields, const expr_id *coef, int count, arena *a);
/* p.xi - tau H - F; without time where time does not matter. */
expr_id analysis_noether_quantity(noether *w, const symmetry *s, arena *a);
/* x with t = 0 where it has the same values at all times. */
expr_id analysis_noether_without_time(noether *w, expr_id x, arena *a);
/* The number that an expression over parameters has. */
double analysis_noether_number(const model *m, expr_id x, const double *params, arena *a);

#endif
