/* Runs side by side: what their tables hold. */
#ifndef LGR_OUT_VALUES_COMPARE_H
#define LGR_OUT_VALUES_COMPARE_H

#include "out/out.h"

typedef struct out_compared {
    const char *name;
    out_run run;
} out_compared;

typedef struct out_compare {
    const out_compared *runs; /* at least one */
    size_t count;
    const char *plot; /* quantities for curves; NULL: the coordinates that all have */
    out_page page;
} out_compare;

/* One number of each run, in a unit that all share; NaN: the run has none. */
typedef struct compare_row {
    const char *name, *label, *unit;
    double *values;
} compare_row;

typedef struct compare_rows {
    compare_row *at;
    size_t count;
} compare_rows;

/* All reports by their names, in the unit of the first run that has one; of the same name with another dimension it is
   another row. */
compare_rows out_compare_reports(const out_compare *c, arena *a);
/* The parameters that not all runs have, or not with the same value. */
compare_rows out_compare_parameters(const out_compare *c, arena *a);
/* Of run i from the first; NaN where one has no value. */
double out_compare_difference(const compare_row *r, size_t i);
/* "+2.31%", "" where they are equal, the first is 0 or one has no value. */
const char *out_compare_change(const compare_row *r, size_t i, arena *a);
/* "event landing at 7.79 s" */
const char *out_compare_end(const out_compared *c, arena *a);

#endif
