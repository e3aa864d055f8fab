/* The structure behind the handle of equations at a state. */
#ifndef LGR_API_DYNAMICS_HANDLE_H
#define LGR_API_DYNAMICS_HANDLE_H

#include "api/handles.h"
#include "point/point.h"

struct lgr_dynamics {
    arena *memory;
    model *m;
    point *point;     /* NULL: the creation failed */
    double t, *q, *v; /* where the mode was found */
    bool evaluated;
    const char *error;
    lgr_status status;
};

#define API_UNDETERMINED "something is not finite there, or the accelerations are not determined"

/* Whether there is something to work with; says so otherwise. */
bool api_dynamics_ready(lgr_dynamics *d, bool arguments);
/* The status of an operation that can fail numerically. */
lgr_status api_dynamics_end(lgr_dynamics *d, bool ok, const char *why);

#endif
