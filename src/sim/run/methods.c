/* The motion as a system of equations for the methods of ode/, the methods that a run can choose from, and the calls of
   the one in use. */
#include <string.h>

#include "base/strbuf.h"
#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/run/run.h"
#include "sim/sim.h"

/* --- Methods --- */

const ode_method *const sim_methods[] = {&ode_dop853, &ode_taylor, &ode_cvode, &run_variational, &ode_auto};
const size_t sim_method_count = sizeof sim_methods / sizeof *sim_methods;

const ode_method *sim_find_method(const char *name) {
    for (size_t i = 0; i < sim_method_count; i++)
        if (strcmp(sim_methods[i]->name, name) == 0)
            return sim_methods[i];
    return NULL;
}

static const char *all_names(arena *a) {
    strbuf names = base_strbuf_make(a);
    for (size_t i = 0; i < sim_method_count; i++)
        base_strbuf_printf(&names, "%s%s", i ? ", " : "", sim_methods[i]->name);
    return base_strbuf_text(&names);
}

const char *sim_method_trouble(const char *name, arena *a) {
    const ode_method *method = sim_find_method(name);
    if (!method)
        return base_arena_printf(a, "unknown method '%s': there are %s", name, all_names(a));
    if (!ode_method_is_there(method))
        return base_arena_printf(a, "the method '%s' is not available: %s is missing", name, method->part);
    return NULL;
}

static const char *asked_for(const sim *s) {
    return s->options.method ? s->options.method : s->m->method ? s->m->method : sim_methods[0]->name;
}

bool run_keeps_matrices(const sim *s) {
    const ode_method *method = sim_find_method(asked_for(s));
    return method && method->keeps_matrices;
}

bool run_expands(const sim *s) {
    const ode_method *method = sim_find_method(asked_for(s));
    return method && method->expands;
}

const ode_method *run_choose_method(sim *s) {
    const char *name = asked_for(s);
    const char *trouble = sim_method_trouble(name, s->a);
    if (!trouble && s->options.load_count && sim_find_method(name) == &run_variational)
        trouble = "the method 'variational' takes no forces of the host program";
    if (!trouble)
        return sim_find_method(name);
    finding *f = dynamics_fail(s, sim_find_method(name) ? DIAG_E0511 : DIAG_E0205, "%s", trouble);
    if (!s->options.method)
        f->at = s->m->method_at;
    return NULL;
}

/* --- The system --- */

/* --- The stepper in use --- */
