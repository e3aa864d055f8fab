/* Nonlinear least squares within bounds: the method of Levenberg and Marquardt, with a robust loss if wanted. */
#ifndef LGR_STUDY_MARQUARDT_H
#define LGR_STUDY_MARQUARDT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What a residual r, in units of its standard deviation, costs. */
typedef enum marquardt_loss {
    LOSS_SQUARES, /* r^2 / 2 */
    LOSS_HUBER,   /* the same up to 1.345, from there on along the tangent (Huber 1964) */
    LOSS_CAUCHY   /* 2.385^2 / 2 ln(1 + (r / 2.385)^2): what is far off hardly counts */
} marquardt_loss;

typedef struct marquardt_job {
    size_t n, rows;
    const double *low, *high; /* may be infinite */
    const double *sizes;      /* of the unknowns, above 0: steps are small in parts of them */
    marquardt_loss loss;
    double leash; /* 0: none; else the unknowns are held near their start, each by a residual that is this when it has
                     moved by its room (half of what lies between its bounds, or its size) */
    /* Residuals at x, and unless J is NULL their derivatives, J[row * n + unknown]; false where there are none. */
    bool (*evaluate)(void *user, const double *x, double *r, double *J);
    /* True to stop; may be NULL. */
    bool (*stop)(void *user);
    void *user;
    int most; /* steps */
} marquardt_job;

typedef enum marquardt_end {
    MARQUARDT_CONVERGED,
    MARQUARDT_TOO_MANY, /* steps */
    MARQUARDT_STOPPED,
    MARQUARDT_NOWHERE /* the first point has no residuals */
} marquardt_end;

typedef struct marquardt_found {
    marquardt_end end;
    double cost;   /* the sum over all residuals */
    double *r, *J; /* at x */
    int steps;
} marquardt_found;

/* From x, which becomes where it came to. Everything lives in `a`. */
marquardt_found study_marquardt_search(const marquardt_job *job, double *x, arena *a);
/* The cost of one residual; the weight (0 to 1) that it has beside one of the method of least squares. */
double study_marquardt_cost(marquardt_loss loss, double r);
double study_marquardt_weight(marquardt_loss loss, double r);

#endif
