/* A fit as it is shown: unknowns in their units, curves beside measured values. */
#ifndef LGR_OUT_VALUES_FIT_H
#define LGR_OUT_VALUES_FIT_H

#include "out/out.h"

typedef struct out_unknown {
    const char *name, *unit, *label;
    double value, present;
    double error, low, high; /* standard deviation and 95 % interval; NaN: none */
    double least, most;      /* its bounds; infinite: none */
    const char *state;       /* "free", "at_low", "at_high", "without", "tied" */
} out_unknown;

/* One measured quantity of one experiment, in the unit of its column; only rows that were measured. */
typedef struct out_measured {
    const char *data, *quantity, *column, *unit;
    size_t count;
    const double *t; /* s, of the motion */
    const double *measured, *model;
} out_measured;

/* The residuals of a quantity over all experiments. */
typedef struct out_residuals {
    const char *quantity, *unit;
    size_t count;
    double spread; /* root mean square */
} out_residuals;

typedef struct out_fit {
    const model *m;
    const out_unknown *unknowns;
    size_t unknown_count;
    const double *correlations; /* [unknown][unknown]; NaN: none */
    double *const *ties;        /* changes of unknowns, as parts of themselves, that nothing measured shows */
    size_t tie_count;
    const out_measured *series;
    size_t series_count;
    const out_residuals *residuals;
    size_t residual_count;
    size_t values, freedom, outside, outliers;
    double succession;
    const char *loss;
    bool interrupted, unfinished;
    const char *by_differences, *doubt; /* NULL: none */
    int steps, searches, agreeing;
    long runs;
    double seconds;
    const char *trouble; /* why nothing was found: the rest is then invalid; NULL otherwise */
    out_page page;
} out_fit;

/* What a reader has to know, a sentence each; NULL after the last. In `a`. */
const char *out_fit_remark(const out_fit *f, size_t i, arena *a);
/* "k and m can change together, k by +1 %, m by +1 %": a direction that nothing measured shows. */
const char *out_fit_tie(const out_fit *f, size_t i, arena *a);
/* What is said in place of an interval; NULL where there is one. */
const char *out_fit_state(const out_unknown *u);

#endif
