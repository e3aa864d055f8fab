/* The steppers that a run can choose from, and the calls of the one in use. */
#include <string.h>

#include "base/strbuf.h"
#include "sim/internal.h"

const sim_stepper *const sim_steppers[] = {&stepper_dop853, &stepper_cvode, &stepper_variational, &stepper_auto};
const size_t sim_stepper_count = sizeof sim_steppers / sizeof *sim_steppers;

const sim_stepper *sim_find_stepper(const char *name) {
    for (size_t i = 0; i < sim_stepper_count; i++)
        if (strcmp(sim_steppers[i]->name, name) == 0)
            return sim_steppers[i];
    return NULL;
}

static const char *all_names(arena *a) {
    strbuf names = strbuf_make(a);
    for (size_t i = 0; i < sim_stepper_count; i++)
        strbuf_printf(&names, "%s%s", i ? ", " : "", sim_steppers[i]->name);
    return strbuf_text(&names);
}

const char *sim_method_trouble(const char *name, arena *a) {
    const sim_stepper *kind = sim_find_stepper(name);
    if (!kind)
        return arena_printf(a, "unknown method '%s': there are %s", name, all_names(a));
    if (kind->missing)
        return arena_printf(a, "the method '%s' is not available: built without %s", name, kind->missing);
    return NULL;
}

static const char *asked_for(const sim *s) {
    return s->options.method ? s->options.method : s->m->method ? s->m->method : sim_steppers[0]->name;
}

bool stepper_keeps_matrices(const sim *s) {
    const sim_stepper *kind = sim_find_stepper(asked_for(s));
    return kind && kind->keeps_matrices;
}

const sim_stepper *stepper_choose(sim *s) {
    const char *name = asked_for(s);
    const char *trouble = sim_method_trouble(name, s->a);
    if (!trouble)
        return sim_find_stepper(name);
    finding *f = run_fail(s, sim_find_stepper(name) ? DIAG_E0511 : DIAG_E0205, "%s", trouble);
    if (!s->options.method)
        f->at = s->m->method_at;
    return NULL;
}

stepper *stepper_create(sim *s, const sim_stepper *kind) {
    sim_room *r = s->room;
    if (!kind->restart)
        return kind->create(s);
    if (r->step && r->step->kind == kind) {
        kind->restart(r->step);
        return r->step;
    }
    arena *run = kit_enter(s);
    r->step = kind->create(s);
    kit_leave(s, run);
    return r->step;
}

bool stepper_begin(sim *s) {
    return s->step->kind->begin(s, s->step);
}

double stepper_step(sim *s, double limit) {
    return s->step->kind->step(s, s->step, limit);
}

bool stepper_again(sim *s, double h, double *out) {
    return s->step->kind->again(s, s->step, h, out);
}

bool stepper_prepare_dense(sim *s, double h, const double *out) {
    return s->step->kind->prepare_dense(s, s->step, h, out);
}

void stepper_dense(const sim *s, double theta, double *y) {
    s->step->kind->dense(s, s->step, theta, y);
}

void stepper_advance(sim *s, double t, const double *out) {
    s->step->kind->advance(s, s->step, t, out);
    solver_leave(s);
}

void stepper_destroy(sim *s) {
    if (s->step && s->step->kind->destroy)
        s->step->kind->destroy(s->step);
    s->step = NULL;
}
