/* The motion as a system of equations for the methods of ode/, the methods that a run can choose from, and the calls of
   the one in use. */
#include <string.h>

#include "base/strbuf.h"
#include "ode/dop853.h"
#include "sim/pieces.h"
#include "sim/scales.h"
#include "sim/watch.h"

/* --- Methods --- */

const ode_method *const sim_methods[] = {&ode_dop853, &ode_cvode, &stepper_variational, &ode_auto};
const size_t sim_method_count = sizeof sim_methods / sizeof *sim_methods;

const ode_method *sim_find_method(const char *name) {
    for (size_t i = 0; i < sim_method_count; i++)
        if (strcmp(sim_methods[i]->name, name) == 0)
            return sim_methods[i];
    return NULL;
}

static const char *all_names(arena *a) {
    strbuf names = strbuf_make(a);
    for (size_t i = 0; i < sim_method_count; i++)
        strbuf_printf(&names, "%s%s", i ? ", " : "", sim_methods[i]->name);
    return strbuf_text(&names);
}

const char *sim_method_trouble(const char *name, arena *a) {
    const ode_method *method = sim_find_method(name);
    if (!method)
        return arena_printf(a, "unknown method '%s': there are %s", name, all_names(a));
    if (method->missing)
        return arena_printf(a, "the method '%s' is not available: built without %s", name, method->missing);
    return NULL;
}

static const char *asked_for(const sim *s) {
    return s->options.method ? s->options.method : s->m->method ? s->m->method : sim_methods[0]->name;
}

bool stepper_keeps_matrices(const sim *s) {
    const ode_method *method = sim_find_method(asked_for(s));
    return method && method->keeps_matrices;
}

const ode_method *stepper_choose(sim *s) {
    const char *name = asked_for(s);
    const char *trouble = sim_method_trouble(name, s->a);
    if (!trouble)
        return sim_find_method(name);
    finding *f = run_fail(s, sim_find_method(name) ? DIAG_E0511 : DIAG_E0205, "%s", trouble);
    if (!s->options.method)
        f->at = s->m->method_at;
    return NULL;
}

/* --- The system --- */

static bool rates(void *self, double t, const double *y, double *dy) {
    return motion_evaluate(self, t, y, dy);
}

static bool project(void *self, double t, double *y, double *dy) {
    return motion_project(self, t, y, dy);
}

static double regularity(void *self) {
    return motion_trust(self);
}

/* Work follows the motion and does not decide about errors. */
static size_t work_of(const sim *s) {
    return 2 * (size_t)s->mode->n;
}

static void weigh(void *self, double h, const double *from, const double *to, double *weight) {
    (void)from; /* the present state */
    scales_weigh(self, h, to, weight);
    weight[work_of(self)] = 0;
}

static void weigh_ahead(void *self, const double *from, const double *to, double *weight) {
    (void)from;
    sim *s = self;
    for (size_t i = 0; i < state_size(s, s->mode); i++)
        weight[i] = i == work_of(s) ? 0 : 1 / scales_error_ahead(s, i, to);
}

static void see_stage(void *self, int stage, bool last) {
    if (stage == 0) {
        watch_look_away(self);
        return;
    }
    watch_look(self);
    if (last)
        watch_has_seen(self);
}

static void note_rejected(void *self, double error, const double *from, const double *to) {
    (void)from;
    scales_note_trial(self, error, to);
}

/* The first steps are of order 1 and err as much as they may. */
static void begin_low_order(void *self) {
    sim *s = self;
    s->gap_error = s->least_bounce = 10 * s->tolerance;
    motion_look_ahead(s);
}

/* To the equations of the mode in force. */
static void fit_system(sim *s) {
    ode_system *f = &s->system;
    f->size = state_size(s, s->mode);
    f->split = (size_t)s->mode->n;
    f->measured = 2 * f->split;
    f->project = s->mode->m || (s->mode->pieces && s->mode->pieces->sliding) ? project : NULL;
    f->time_scale = s->time_scale;
}

static void make_system(sim *s) {
    s->system = (ode_system){.self = s,
                             .capacity = s->y_cap,
                             .tolerance = s->tolerance,
                             .first_step = s->options.first_step,
                             .rates = rates,
                             .regularity = regularity,
                             .weigh = weigh,
                             .weigh_ahead = weigh_ahead,
                             .stage = see_stage,
                             .rejected = note_rejected,
                             .low_order = begin_low_order};
}

/* --- The stepper in use --- */

ode_stepper *stepper_create(sim *s, const ode_method *method) {
    sim_room *r = s->room;
    make_system(s);
    if (!method->restart)
        return method->create(&s->system, s->a);
    if (r->step && r->step->method == method) {
        method->restart(r->step);
        return r->step;
    }
    arena *run = kit_enter(s);
    r->step = method->create(&s->system, s->a);
    kit_leave(s, run);
    return r->step;
}

/* What the stepper has counted, into the result. */
static void count_rejected(sim *s) {
    s->result->rejected += s->step->rejected;
    s->step->rejected = 0;
}

bool stepper_begin(sim *s) {
    fit_system(s);
    return ode_stepper_begin(s->step, s->t, s->y, s->t_end - s->t);
}

void stepper_resume(sim *s) {
    fit_system(s);
    ode_dop853_resume(s->step, s->t, s->y);
}

double stepper_step(sim *s, double limit) {
    double taken = ode_stepper_step(s->step, limit, s->next_y);
    s->at_end = s->at_end || taken > 0;
    count_rejected(s);
    return taken;
}

bool stepper_again(sim *s, double h, double *out) {
    s->at_end = true;
    return ode_stepper_again(s->step, h, out);
}

bool stepper_prepare_dense(sim *s, double h, const double *out) {
    return s->step->method->prepare_dense(s->step, h, out);
}

void stepper_dense(const sim *s, double theta, double *y) {
    s->step->method->dense(s->step, theta, y);
}

double stepper_stage(const sim *s, int stage, double h, double *y, const double **accelerations) {
    const double *rates_there;
    double t = s->step->method->stage(s->step, stage, h, s->next_y, y, &rates_there);
    *accelerations = rates_there + s->mode->n;
    return t;
}

void stepper_advance(sim *s, double t, const double *out) {
    s->t = t;
    memcpy(s->y, out, state_size(s, s->mode) * sizeof *out);
    ode_stepper_advance(s->step, t, out);
    s->result->method = s->step->used;
    solver_leave(s);
}

void stepper_destroy(sim *s) {
    ode_stepper_destroy(s->step);
    s->step = NULL;
}
