/* What the parts of the multistart search share. */
#ifndef LGR_STUDY_HUNT_H
#define LGR_STUDY_HUNT_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/call.h"
#include "study/optimum.h"

typedef struct multistart {
    const optimum_job *job;
    size_t n, limits;
    double spread, worst;  /* of the costs of samples */
    double *scales;        /* per limit */
    study_evaluator *with; /* in the thread that may call the user's function */
    atomic_long runs;
    atomic_bool stop;
    optimum_point *samples;
    size_t sample_base; /* which of them is the first of the present designs */
    bool *used;         /* per sample: a search began there */
    size_t sample_count;
    struct local_descent *descents;
    size_t descent_count, next, finished; /* under the lock */
    pthread_mutex_t lock;
    pthread_cond_t news;
    base_outcome broken; /* why a search could not be completed */
} multistart;

/* One local search. */
typedef struct local_descent {
    multistart *h;
    const optimum_point *from;
    optimum_point best, last; /* `last`: the latest evaluation; x NULL before */
    const char *method;
    bool asked, sloped, met_bad; /* sloped: the derivatives belong to `last` */
    double *slopes;              /* of reports and limits by parameters */
    arena *memory;
    study of;
    study_evaluator *with;
} local_descent;

optimum_point study_multistart_make_point(const multistart *h, arena *a);
void study_multistart_copy_point(const multistart *h, optimum_point *to, const optimum_point *from);
/* Cost and excess from the reports. */
void study_multistart_judge(const multistart *h, optimum_point *p, bool failed);
/* With a value before without, then nearer to the limits, then of less cost. */
bool study_multistart_is_better(const optimum_point *p, const optimum_point *q);
/* Remarks on a run, NULL if none: why derivatives are missing, why it is not to be trusted. */
typedef struct multistart_remarks {
    const char *why, *doubt, *doubt_code;
} multistart_remarks;

/* Evaluates the point at its x, with all derivatives unless NULL. */
multistart_remarks study_multistart_evaluate(multistart *h, study_evaluator *with, optimum_point *p, double *slopes,
                                             arena *a);
/* Evaluates the point u of the unit cube into d->last, unless it is there; `sloped` with d->slopes. */
void study_multistart_ask(local_descent *d, const double *u, bool sloped);
bool study_multistart_may_go_on(const multistart *h);
double study_multistart_to_cube(const design_axis *axis, double x);
/* Below the worst sample, in parts of their spread. */
double study_multistart_cost(const multistart *h, const optimum_point *p);

/* climb.c */
/* A local search with derivatives; false if it did not converge, so that another has to continue. */
bool study_search_by_slopes(local_descent *d);
/* d report / d parameter at the best design, and how they were found. */
void study_optimum_slopes(multistart *h, optimum *o, arena *a);

#endif
