/* The structures behind the public handles. */
#ifndef LGR_API_HANDLES_H
#define LGR_API_HANDLES_H

#include "lagrangia/lagrangia.h"
#include "model/model.h"
#include "out/writers.h"
#include "sim/run/action.h"
#include "sim/sim.h"

#include <pthread.h>

/* A copy of the model that runs work on, one at a time, with what was derived for them. */
typedef struct api_copy {
    model *m;
    VEC(sim_kit *) kits;
    bool taken; /* under the handle's lock */
    struct api_copy *next;
} api_copy;

/* The model is as it was read; whoever derives, runs or evaluates anything does it on a copy, so that threads can share
   the handle. */
struct lgr_model {
    const model *m;
    const model_override *overrides; /* as they were given */
    size_t override_count;
    lgr_status status;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t given; /* a copy is free again */
    arena *memory;
    diag *findings; /* of the text, and of all that was done with the model */
    const char *usage_error;
    api_copy *copies;
    pthread_mutex_t analysing; /* of the analysis, while it is made and while it is written */
    struct analysis *analysis; /* NULL: not made */
};

struct lgr_run {
    arena *memory;
    lgr_model *of;
    api_copy *on;        /* that it ran on */
    diag *findings;      /* of the text and the run */
    sim_options options; /* its texts live in `memory` */
    sim_result *result;  /* NULL if it never began */
    sim_result *second;  /* the repetition, or NULL */
    double second_tolerance;
    sim_action *action; /* or NULL */
    out_slopes slopes;  /* without parameters: not requested */
    finding *unmet;
    size_t unmet_count;
    const char *usage_error, *csv;
    double seconds;
    lgr_status status;
};

/* An unused copy of the model, for the caller until it is given back; preferably one with a compiled problem for such
   runs. */
api_copy *api_copy_take(lgr_model *handle, const sim_options *o);
/* That copy, once it is unused. */
void api_copy_wait(lgr_model *handle, api_copy *c);
void api_copy_give(lgr_model *handle, api_copy *c);
void api_copies_dispose(lgr_model *handle);
/* Frees what lgr_model_analyze keeps. */
void api_forget_analysis(lgr_model *handle);
/* Adds findings to those of the handle. */
void api_tell(lgr_model *handle, const diag *findings);
/* For lgr_model_usage_error; lives with the handle. NULL: all is well. */
void api_refuse(lgr_model *handle, const char *why);
/* The error in the settings of a run; NULL if there is none. */
const char *api_check_run_options(const lgr_run_options *o, arena *a);
/* The same settings in internal form; they refer to no text of the caller's. */
sim_options api_inner_options(const lgr_run_options *o);
/* "the model has no parameter 'x'", with a name that is near. */
const char *api_unknown_param(arena *a, const model *m, const char *name);
/* A finding as text in `a`. */
const char *api_render(const diag *d, const finding *f, bool color, arena *a);
/* What the writers get to see of a run. */
out_run api_written(const lgr_run *run);
/* "did you mean 'x'?" for messages about settings; "" if no candidate is near. */
const char *api_suggest(arena *a, const char *name, const char *const *candidates, size_t count);

#endif
