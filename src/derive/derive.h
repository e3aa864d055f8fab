/* The equations of motion for people to read: a page of simplified formulas. */
#ifndef LGR_DERIVE_DERIVE_H
#define LGR_DERIVE_DERIVE_H

#include "derive/page.h"
#include "mech/equations.h"

typedef enum derive_form {
    DERIVE_LAGRANGE,    /* one equation per coordinate, with multipliers, and the constraints differentiated twice */
    DERIVE_MATRIX,      /* M q'' + A^T lambda = h, A q'' = gamma */
    DERIVE_EXPLICIT,    /* q'' = ..., lambda = ... */
    DERIVE_FIRST_ORDER, /* q' = v, v' = ... */
    DERIVE_LINEAR,      /* M x'' + (C + G) x' + (K + N) x = 0 about the given state */
    DERIVE_HAMILTON,    /* q' = dH/dp, p' = -dH/dq + Q */
    DERIVE_ROUTH, /* cyclic coordinates by their momenta, Lagrange's equations with Routh's function for the others */
    DERIVE_KANE,  /* as many equations as degrees of freedom, in independent speeds */
    DERIVE_MAGGI, /* multipliers eliminated by the null space of A, in the accelerations of the coordinates */
    DERIVE_NULL_SPACE, /* the same as matrices: q' = S u + s with A S = 0, S^T M S u' = S^T (h - M w) */
    DERIVE_FORM_COUNT
} derive_form;

extern const char *const derive_form_names[DERIVE_FORM_COUNT]; /* as the command line names them */

typedef struct derive_request {
    const mech_choice *choice;  /* the mode */
    const char *mode;           /* its name: "start", or the event after which it is active */
    double t;                   /* a state in this mode, which shows what is zero where expressions do not */
    const double *q, *v;        /* per model coordinate */
    const char *at;             /* DERIVE_LINEAR: the state as a text, NULL: that of the mode; with what it names as */
    const expr_id *at_q, *at_v; /* formulas, per model coordinate: .i is 0 for others; NULL */
    derive_form form;
    bool steps; /* the derivation too, line by line */
} derive_request;

/* The page lives in `a`, its expressions in the model's graph, which grows. Its `refused` says why the model has no
   equations in that form. */
derive_page derive_write_page(model *m, const derive_request *request, arena *a);

#endif
