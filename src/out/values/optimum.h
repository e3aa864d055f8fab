/* The best design and what it is judged by. */
#ifndef LGR_OUT_VALUES_OPTIMUM_H
#define LGR_OUT_VALUES_OPTIMUM_H

#include "out/out.h"

typedef struct out_limit {
    const char *text;
    dimension dim;
    model_shown shown; /* of the report that is limited, if it is one */
    double slack;      /* in SI units; negative: broken */
    bool holds, binds;
} out_limit;

typedef struct out_optimum {
    const model *m;
    int report; /* the one that matters */
    bool minimize, interrupted;
    const int *params;
    size_t param_count;
    const double *x, *low, *high, *slopes, *present; /* per varied parameter; `present`: the values in the text */
    const double *reports, *present_reports;         /* per report: of the best design, of the present one */
    const out_limit *limits;
    size_t limit_count;
    bool present_holds;             /* the present design satisfies the limits */
    const char *by_differences;     /* why the derivatives are finite differences; NULL: integrated along the motion */
    const char *doubt, *doubt_code; /* why the run of the best design is not to be trusted, "W0512"; NULL */
    const char *method;             /* NULL: no local search made it better */
    size_t samples, searches, agreeing;
    const double *means, *deviations; /* per report, where machines scatter; else NULL */
    double weight;                    /* how many deviations count against a design */
    size_t machines;                  /* that each design stands for */
    long runs;                        /* of designs */
    double seconds;
    const char *trouble; /* why nothing was found: the rest is then invalid; NULL otherwise */
    out_page page;
} out_optimum;

/* The value of a varied parameter in the unit of its declaration, of a report in its own, and of the derivative of the
   wanted report with respect to the parameter. */
double out_optimum_shown(const out_optimum *o, size_t param, double x);
double out_optimum_shown_report(const out_optimum *o, size_t report, double x);
double out_optimum_shown_slope(const out_optimum *o, size_t param);

/* Whether the best design is the present one. */
bool out_optimum_is_present(const out_optimum *o);

/* d ln report / d ln parameter; NaN where that makes no sense. */
double out_optimum_elasticity(const out_optimum *o, size_t param);
/* "low", "high", or NULL: the bound that the best design lies on. */
const char *out_optimum_bound(const out_optimum *o, size_t param);

#endif
