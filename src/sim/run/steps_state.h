/* The state of a run in steps, for the files that change and save it. */
#ifndef LGR_SIM_RUN_STEPS_STATE_H
#define LGR_SIM_RUN_STEPS_STATE_H

#include "sim/dynamics/dynamics.h"
#include "sim/run/steps.h"

struct run_steps {
    sim *run;
    arena *memory;
    arena *scratch; /* what a call leaves behind: events, the workspace of changes */
    arena_mark empty;
    double now;             /* where the host stands: from the run's time to the end of the step held */
    size_t reported;        /* events that the host has been told */
    bool prepared;          /* the step held has its dense output */
    bool looked;            /* the mode's program holds the state at `now` */
    bool touched;           /* something has been set since the last step */
    bool stale, rows_stale; /* parameters have been set; in constraint rows */
    bool *row_params;       /* per parameter: constraint rows contain it */
    double *values;         /* per parameter: room */
    bool *given;
};

/* The run stands where its host does, and something is about to be set. */
void run_steps_touch(run_steps *x);
/* Events of the last call are no longer needed. */
void run_steps_forget(run_steps *x);
/* The parameters have `values` again, which were `given` or followed from others. */
void run_steps_take_back(const run_steps *x);
/* Programs of the present mode follow the parameters. */
void run_steps_renew(run_steps *x);

#endif
