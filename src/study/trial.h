/* One evaluation of a study: the model with other parameter values, run, and its reports. */
#ifndef LGR_STUDY_TRIAL_H
#define LGR_STUDY_TRIAL_H

#include "sim/sim.h"
#include "study/scatter.h"

/* What all designs of a study share. Only read, so that threads can share it. */
typedef struct study {
    const model *m;    /* as it was read: each thread works on a copy */
    const int *params; /* that are varied: indices into its parameters */
    size_t param_count;
    size_t margin_count;          /* how many of the last expectations of the model are limits: see margins */
    sim_options options;          /* `watch` may be called from several threads */
    const study_scatter *scatter; /* each design stands for many machines: reports and margins are gathered from them;
                                     NULL: for one */
} study;

typedef struct study_evaluation {
    /* One for each limit: its left minus its right side, the other way round for >; not above 0 where it holds. NaN: no
       value. */
    double *margins;
    double *reports;      /* one for each report of the model; NaN: no value */
    const char *end;      /* "until", "event landing", "failed", "interrupted" */
    const char *note;     /* in one line, why a report has no value, the run is not to be trusted or what failed; "" if
                             all went well */
    const finding *doubt; /* why the run is not to be trusted; NULL: nothing says so */
    bool failed;          /* the model could not be built with these values, or the run failed */
    bool interrupted;     /* requested by `watch`; nothing else counts then */
    const char *why;      /* of study_evaluate_slopes: why derivatives are missing; NULL if none is */
    const char *const *whys; /* the same for each report; NULL where nothing came of it */
} study_evaluation;

/* What one thread keeps from design to design: its copy of the model, the modes and programs. */
typedef struct study_evaluator study_evaluator;

/* The study must stay as long. */
study_evaluator *study_evaluator_create(const study *s);
void study_evaluator_destroy(study_evaluator *t);

/* Evaluates one design; x has a value in SI units for each parameter. The model is built again, from the tree of its
   text, only where parameters are structural. The result does not depend on earlier evaluations. Everything lives in
   `a`, the numbers in `reports`: report_count reports, as many as the model of the study has, followed by the
   limits. */
study_evaluation study_evaluate(study_evaluator *t, const double *x, double *reports, size_t report_count, arena *a);
/* The same with d report / d x and d limit / d x, integrated along the motion and through its events, in `derivatives`:
   a row for each of `reports`, a column for each parameter; NaN where there is none. */
study_evaluation study_evaluate_slopes(study_evaluator *t, const double *x, double *reports, size_t report_count,
                                       double *slopes, arena *a);
/* The same for designs that come as they are asked for, many at once. */
typedef struct study_task {
    const double *x;
    study_evaluation *out; /* where the numbers go, out->reports, is given */
    void *of;              /* who sends it */
} study_task;

typedef struct study_source {
    bool (*next)(void *user, study_task *task); /* false: there are none at present */
    void (*done)(void *user, const study_task *task);
    void *user;
} study_source;

/* Returns when there were none and all are done, in any order. */
void study_evaluate_stream(study_evaluator *t, const study_source *from, size_t report_count, arena *a);
/* The same for those of a list: x[i] and where the numbers of out[i] go, out[i].reports, are given. */
void study_evaluate_all(study_evaluator *t, const double *const *x, study_evaluation *out, size_t count,
                        size_t report_count, arena *a);

/* Means and standard deviations of the reports of a design whose machines scatter. */
void study_evaluate_scatter(study_evaluator *t, const double *x, size_t report_count, double *means, double *deviations,
                            arena *a);

#endif
