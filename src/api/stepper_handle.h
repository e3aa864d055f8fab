/* The structure behind the handle of a run in steps. */
#ifndef LGR_API_STEPPER_HANDLE_H
#define LGR_API_STEPPER_HANDLE_H

#include "api/handles.h"
#include "lagrangia/stepper.h"
#include "sim/run/steps.h"

struct lgr_stepper {
    arena *memory;
    lgr_model *of;
    const model *read; /* as it was when this one was made; NULL if it never began, like what follows */
    model *m;          /* its own copy */
    sim_options options;
    run_steps *steps;
    const char **event_names; /* per event, then per row open, close, impact; NULL: not needed yet */
    size_t event_count;       /* of the last call that stepped */
    lgr_status status;
    bool ended;
    char error[256];
};

struct lgr_snapshot {
    arena *memory;
    const model *read;
    run_snapshot *at;
    bool ended;
};

/* Begins at the initial state of the model as it was read. */
void api_stepper_begin(lgr_stepper *x, const model *read, sim_options options);

/* A call that is broken off leaves a stepper unfit for use: its modes may be in pieces. */
lgr_status api_stepper_spoil(lgr_stepper *x, lgr_status why);
#define API_STEPPER_RETURN(x, work)                                                                                    \
    API_RETURN(lgr_status, (base_call_limit(base_call_most()), work), api_stepper_spoil((x), API_WHY))

/* LGR_STATUS_USAGE, with this as the error. */
lgr_status api_stepper_refuse(lgr_stepper *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether there is a state. */
bool api_stepper_stands(const lgr_stepper *x);
/* Why nothing can be set; NULL if it can. */
const char *api_stepper_check_set(const lgr_stepper *x);
/* The status after what may have ended the motion. */
void api_stepper_note(lgr_stepper *x);

#endif
