/* The results of a sweep: its rows and their summary. */
#ifndef LGR_OUT_VALUES_SWEEP_H
#define LGR_OUT_VALUES_SWEEP_H

#include "out/out.h"

/* Parameters and reports are in the units in which they are shown. Extremes of one report over the designs: */
typedef struct out_extreme {
    double least, greatest; /* NaN: no design has a value */
    size_t least_at, greatest_at;
    double *least_x, *greatest_x; /* of the varied parameters there */
} out_extreme;

typedef struct out_sweep_row {
    size_t design;
    const double *x, *reports;
    const char *end, *note;
    bool kept; /* all limits */
} out_sweep_row;

/* How a report is distributed over designs that scatter. */
typedef struct out_scatter {
    size_t count;                              /* designs with a value */
    double mean, deviation, low, median, high; /* low, high: 5 % and 95 % quantiles */
    double *shares; /* per varied parameter: of the variance that goes with it (squared correlation) */
} out_scatter;

typedef struct out_sweep {
    const model *m;
    const int *params; /* the varied ones */
    size_t param_count;
    size_t total, seen; /* designs of the sweep; of these in what follows */
    const out_sweep_row *rows;
    size_t row_count;           /* 0: too many to show */
    out_extreme *extremes;      /* per report */
    const out_scatter *scatter; /* per report; NULL: not asked for */
    bool limited;               /* there are limits; `kept` designs keep all of them */
    size_t kept;
    size_t failed, lacking;                 /* designs that failed; that lack a report or are not to be trusted */
    const char *failed_note, *lacking_note; /* of the first of them */
    out_page page;
} out_sweep;

#endif
