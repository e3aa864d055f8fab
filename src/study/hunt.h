/* What the parts of the multistart search share. */
#ifndef LGR_STUDY_HUNT_H
#define LGR_STUDY_HUNT_H

#include <pthread.h>
#include <stdatomic.h>

#include "study/optimum.h"

typedef struct hunt {
    const optimum_job *job;
    size_t n, limits;
    double spread, worst; /* of the costs of samples */
    double *scales;       /* per limit */
    trier *with;          /* in the thread that may call the user's function */
    atomic_long runs;
    atomic_bool stop;
    optimum_point *samples;
    size_t sample_count;
    struct descent *descents;
    size_t descent_count, next, finished; /* under the lock */
    pthread_mutex_t lock;
    pthread_cond_t news;
} hunt;

/* One local search. */
typedef struct descent {
    hunt *h;
    const optimum_point *from;
    optimum_point best, last; /* `last`: the latest evaluation; x NULL before */
    const char *method;
    bool asked, sloped, met_bad; /* sloped: the derivatives belong to `last` */
    double *slopes;              /* of reports and limits by parameters */
    arena *memory;
    study of;
    trier *with;
} descent;

optimum_point hunt_make_point(const hunt *h, arena *a);
void hunt_copy_point(const hunt *h, optimum_point *to, const optimum_point *from);
/* Cost and excess from the reports. */
void hunt_judge(const hunt *h, optimum_point *p, bool failed);
/* With a value before without, then nearer to the limits, then of less cost. */
bool hunt_is_better(const optimum_point *p, const optimum_point *q);
/* Remarks on a run, NULL if none: why derivatives are missing, why it is not to be trusted. */
typedef struct hunt_remarks {
    const char *why, *doubt, *doubt_code;
} hunt_remarks;

/* Evaluates the point at its x, with all derivatives unless NULL. */
hunt_remarks hunt_evaluate(hunt *h, trier *with, optimum_point *p, double *slopes, arena *a);
/* Evaluates the point u of the unit cube into d->last, unless it is there; `sloped` with d->slopes. */
void hunt_ask(descent *d, const double *u, bool sloped);
bool hunt_may_go_on(const hunt *h);
double hunt_to_cube(const design_axis *axis, double x);
/* Below the worst sample, in parts of their spread. */
double hunt_cost(const hunt *h, const optimum_point *p);

/* climb.c */
/* A local search with derivatives; false if it did not converge, so that another has to continue. */
bool climb_by_slopes(descent *d);
/* d report / d parameter at the best design, and how they were found. */
void climb_slopes(hunt *h, optimum *o, arena *a);

#endif
