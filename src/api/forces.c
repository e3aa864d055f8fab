/* Forces of the caller's own as loads of the equations. */
#include <math.h>

#include "api/handles.h"

/* Where the force has no value there are no equations either. */
static void add(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    const lgr_force *force = user;
    if (!force->add(force->user, t, q, v, Q, Q_q, Q_v))
        Q[0] = NAN;
}

bool api_is_force(const lgr_force *force) {
    return force && force->size == sizeof *force && force->add;
}

mech_load api_load(const lgr_force *force, arena *a) {
    lgr_force *own = ARENA_NEW(a, lgr_force);
    *own = *force;
    return (mech_load){add, own->differentiable, own};
}

const char *api_read_forces(const lgr_run_options *o, sim_options *to, arena *a) {
    to->loads = NULL;
    to->load_count = 0;
    if (!o->force_count)
        return NULL;
    mech_load *loads = ARENA_ARRAY(a, mech_load, o->force_count);
    for (size_t i = 0; i < o->force_count; i++) {
        if (!o->forces || !api_is_force(&o->forces[i]))
            return "each force needs a size and a function";
        loads[i] = api_load(&o->forces[i], a);
    }
    to->loads = loads;
    to->load_count = o->force_count;
    return NULL;
}
