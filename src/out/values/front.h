/* A front of designs and what it is a front of. */
#ifndef LGR_OUT_VALUES_FRONT_H
#define LGR_OUT_VALUES_FRONT_H

#include "out/out.h"

typedef struct out_goal {
    int report;
    bool minimize;
} out_goal;

/* In SI units; NaN: no value. */
typedef struct out_design {
    const double *x, *reports; /* per varied parameter, per report of the model */
    bool kept;                 /* it has values and satisfies the limits */
} out_design;

typedef struct out_front {
    const model *m;
    const out_goal *goals;
    size_t goal_count;
    const int *params;
    size_t param_count;
    const double *low, *high; /* per varied parameter */
    const out_design *points; /* of the front, by the first goal */
    size_t count;
    const out_design *tried; /* all designs of the search */
    size_t tried_count;
    out_design present;
    const char *const *limits; /* as they were given */
    size_t limit_count;
    size_t met, generations;
    size_t machines;    /* that each design stands for, which scatter; 1: itself */
    double weight;      /* how many of their deviations goals are judged by */
    const char *method; /* NULL: the ends were not searched for by themselves */
    bool interrupted;
    long runs;
    double seconds;
    const char *trouble; /* why nothing was found: the rest is then invalid; NULL otherwise */
    out_page page;
} out_front;

/* "greatest range, least peak" */
const char *out_front_title(const out_front *f, arena *a);
/* Whether a design of the front is nowhere worse than the present one, and somewhere better. */
bool out_front_beats_present(const out_front *f, size_t i);

#endif
