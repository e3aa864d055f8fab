/* The structure behind the handle of a run in steps. */
#ifndef LGR_API_STEPPER_HANDLE_H
#define LGR_API_STEPPER_HANDLE_H

#include "api/handles.h"
#include "lagrangia/stepper.h"
#include "sim/run/steps.h"

struct lgr_stepper {
    arena *memory;
    lgr_model *of;
    model *m; /* its own copy; NULL if it never began, like what follows */
    sim_options options;
    run_steps *steps;
    const char **event_names; /* per event, then per row open, close, impact; NULL: not needed yet */
    size_t event_count;       /* of the last call that stepped */
    lgr_status status;
    bool ended;
    char error[256];
};

/* LGR_STATUS_USAGE, with this as the error. */
lgr_status api_stepper_refuse(lgr_stepper *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether there is a state. */
bool api_stepper_stands(const lgr_stepper *x);
/* Why nothing can be set; NULL if it can. */
const char *api_stepper_check_set(const lgr_stepper *x);
/* The status after what may have ended the motion. */
void api_stepper_note(lgr_stepper *x);

#endif
