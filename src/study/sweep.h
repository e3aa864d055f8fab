/* Many designs over all cores: threads compute, the caller receives them in the order of their numbers. */
#ifndef LGR_STUDY_SWEEP_H
#define LGR_STUDY_SWEEP_H

#include "study/design.h"
#include "study/trial.h"

/* Receives design i with its point; called in order and in the thread that called study_sweep_run. False stops. */
typedef bool (*sweep_taker)(void *user, size_t i, const double *x, const study_evaluation *t);

typedef struct sweep_job {
    study of; /* its options' `watch` is replaced */
    design points;
    size_t first, end; /* designs [first, end) */
    size_t report_count;
    int threads; /* at least 1 */
    sweep_taker take;
    /* Called every tenth of a second, with the designs that were taken; true stops. May be NULL. */
    bool (*watch)(void *user, size_t taken);
    void *user;
} sweep_job;

typedef enum sweep_end { SWEEP_DONE, SWEEP_STOPPED } sweep_end;

/* Each thread works on a copy of the model. */
sweep_end study_sweep_run(const sweep_job *job, arena *a);

/* How many processors there are for the program; at least 1. */
int study_sweep_cores(void);

#endif
