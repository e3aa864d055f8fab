/* Residuals of a fit: one run of the model for each experiment. */
#ifndef LGR_STUDY_FIT_RUNS_H
#define LGR_STUDY_FIT_RUNS_H

#include "study/fit.h"

typedef struct fit_runs {
    const fit_job *job;
    arena *memory, *scratch;
    model *m;
    sim_kit *kit;
    diag *findings;
    int *params; /* those that are sought, those that experiments set */
    size_t param_count;
    double *values, *shifted;
    double *sizes; /* per unknown */
    double *noise; /* per channel: what a residual is divided by */
    double share;  /* of the time of each experiment that counts; the residuals of what is later are 0 */
    double *ahead, *behind;
    size_t rows;         /* residuals: of values that were measured */
    size_t count;        /* rows times channels of all experiments */
    double *curve;       /* all values of the model at the last evaluation */
    size_t outside;      /* at the last evaluation */
    const char *trouble; /* why the last evaluation failed; NULL */
    const char *by_differences, *doubt;
    long runs;
    bool stopped;
} fit_runs;

fit_runs *study_fit_runs_create(const fit_job *job, arena *a);
void study_fit_runs_destroy(fit_runs *w);
/* As marquardt_job.evaluate, with `user` a fit_runs. */
bool study_fit_runs_evaluate(void *user, const double *x, double *r, double *J);

#endif
