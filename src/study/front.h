/* The designs of which none is better for one report without being worse for another (Pareto's front). */
#ifndef LGR_STUDY_FRONT_H
#define LGR_STUDY_FRONT_H

#include "study/design.h"
#include "study/trial.h"

typedef struct front_goal {
    size_t report;
    bool minimize;
} front_goal;

/* A design that has been computed. */
typedef struct front_point {
    double *x;
    double *reports, *margins; /* as in evaluations */
    double *costs;             /* one for each goal: its report, with its sign turned where it is to be great */
    double excess;             /* of limits: 0 where all are kept, infinite where a value is missing */
} front_point;

typedef struct front_job {
    study of;
    const design_axis *box; /* per varied parameter; counts do not matter */
    const double *present;  /* values of the parameters in the text */
    size_t report_count;    /* of the model */
    const front_goal *goals;
    size_t goal_count;
    size_t wanted; /* designs of the front, at most */
    uint64_t seed;
    int threads;
    long most; /* runs; a few more may be needed to end well */
    /* Called every tenth of a second with the number of runs; true stops. May be NULL. */
    bool (*watch)(void *user, long runs);
    void *user;
} front_job;

typedef enum front_end { FRONT_FOUND, FRONT_NOWHERE, FRONT_STOPPED } front_end;

typedef struct front {
    front_end end;              /* NOWHERE: no design has all values and keeps the limits */
    const front_point **points; /* by the first goal, the best first */
    size_t count;
    const front_point *tried; /* all designs of the search but those of the searches for the ends */
    size_t tried_count;
    const front_point *present;
    size_t met; /* designs of which none dominates another, among all that were tried */
    size_t generations;
    const char *method; /* of the searches for the ends; NULL: this build has none */
    long runs;
} front;

/* The result does not depend on the number of threads, unless `most` ends it. */
front study_front_find(const front_job *job, arena *a);

#endif
