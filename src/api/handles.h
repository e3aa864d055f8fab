/* The structures behind the public handles. */
#ifndef LGR_API_HANDLES_H
#define LGR_API_HANDLES_H

#include "lagrangia/lagrangia.h"
#include "model/model.h"
#include "out/writers.h"
#include "sim/run/action.h"
#include "sim/sim.h"

struct lgr_model {
    arena *memory;
    diag *findings;
    model *m;
    const model_override *overrides; /* as they were given */
    size_t override_count;
    const char *usage_error;
    lgr_status status;
    VEC(sim_kit *) kits;       /* of the runs so far */
    struct analysis *analysis; /* NULL: not made, or it failed */
    bool analysis_failed;
};

struct lgr_run {
    arena *memory;
    lgr_model *of;
    sim_options options; /* its texts live in `memory` */
    sim_result *result;  /* NULL if it never began */
    sim_result *second;  /* the repetition, or NULL */
    double second_tolerance;
    sim_action *action; /* or NULL */
    out_slopes slopes;  /* of no parameter: not asked for */
    finding *unmet;
    size_t unmet_count;
    const char *usage_error, *csv;
    double seconds;
    lgr_status status;
};

/* What is wrong with the settings of a run; NULL if nothing is. */
const char *api_check_run_options(const lgr_run_options *o, arena *a);
/* The same settings as the inside wants them; they hold no text of the caller's. */
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
