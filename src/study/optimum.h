/* The best design: points of the Sobol sequence within the bounds, local searches from the best of them, derivatives at
   the result. */
#ifndef LGR_STUDY_OPTIMUM_H
#define LGR_STUDY_OPTIMUM_H

#include "study/design.h"
#include "study/trial.h"

/* A design that has been computed. */
typedef struct optimum_point {
    double *x;
    double *reports, *margins; /* as in evaluations */
    double cost;   /* the report that matters, with its sign turned where it is to be great; NaN: no value */
    double excess; /* of limits: 0 where all are kept, infinite where one has no value */
} optimum_point;

typedef struct optimum_job {
    study of;
    const design_axis *box;      /* per varied parameter; counts do not matter */
    const double *present;       /* values of the parameters in the text */
    size_t report_count, report; /* of the model; the one that matters */
    bool maximize;
    int threads;
    long most; /* runs; a few more may be needed to end well */
    /* Called every tenth of a second with the number of runs; true stops. May be NULL. */
    bool (*watch)(void *user, long runs);
    void *user;
} optimum_job;

typedef enum optimum_end { OPTIMUM_FOUND, OPTIMUM_NOWHERE, OPTIMUM_STOPPED } optimum_end;

typedef struct optimum {
    optimum_end end;             /* NOWHERE: no design has a value and keeps the limits */
    optimum_point best, present; /* where NOWHERE, the best is the one nearest to the limits, or has no value */
    bool has_best;
    bool *binds;                    /* per limit: it is active at the best design */
    double *slopes;                 /* d report / d parameter at the best design; NaN where neighbours have no value */
    const char *by_differences;     /* why the derivatives are finite differences; NULL: integrated through events */
    const char *doubt, *doubt_code; /* why the run of the best design is not to be trusted, "W0512"; NULL */
    const char *method;             /* of the local search that found it */
    size_t samples, starts, agreeing; /* Sobol's points; local searches; how many of these came to the same value */
    const optimum_point *tried;       /* Sobol's points */
    double *means, *deviations;       /* of reports at the best design, where machines scatter; else NULL */
    long runs;
} optimum;

/* The result does not depend on the number of threads, unless `most` ends it. */
optimum study_optimum_find(const optimum_job *job, arena *a);

#endif
