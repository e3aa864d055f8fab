/* The motion as a system of equations for the methods of ode/. */
#include <string.h>

#include <math.h>

#include "ode/dop853.h"
#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/run/run.h"

static bool rates(void *self, double t, const double *y, double *dy) {
    return dynamics_evaluate(self, t, y, dy);
}

static bool project(void *self, double t, double *y, double *dy) {
    return dynamics_project(self, t, y, dy);
}

static const char *series(void *self, double t, const double *y, int order, double **c) {
    return dynamics_series(self, t, y, order, c);
}

static bool keeps_branches(void *self, double h) {
    return dynamics_series_keeps_branches(self, h);
}

static double cost(void *self, int order) {
    return dynamics_series_cost(self, order);
}

static double regularity(void *self) {
    return dynamics_regularity(self);
}

/* Work follows the motion and does not decide about errors. */
static size_t work_of(const sim *s) {
    return 2 * (size_t)s->mode->n;
}

/* Unless nothing else moves: then it tells how fast what is prescribed does. */
static double weight_of_work(const sim *s, const double *to) {
    const size_t i = work_of(s);
    const double size = fabs(to[i]) + fabs(to[i] - s->y[i]) + s->energy_scale;
    return s->mode->n > 0 || !(size > 0) ? 0 : 1 / (s->tolerance * size);
}

static void weigh(void *self, double h, const double *from, const double *to, double *weight) {
    (void)from; /* the present state */
    dynamics_scales_weigh(self, h, to, weight);
    weight[work_of(self)] = weight_of_work(self, to);
}

static void weigh_ahead(void *self, const double *from, const double *to, double *weight) {
    (void)from;
    sim *s = self;
    const mode *m = s->mode;
    if (dynamics_scales_note_forces_ahead(s, to))
        dynamics_note_integrals(s, m->slots[m->t_slot], s->look_ahead, to);
    for (size_t i = 0; i < dynamics_state_size(s, m); i++) {
        const bool unmeasured = i == work_of(s) || (m->state && i < (size_t)m->n && m->state[i]);
        weight[i] = unmeasured ? 0 : 1 / dynamics_scales_error_ahead(s, i, to);
    }
    weight[work_of(s)] = weight_of_work(s, to);
}

static void see_stage(void *self, int stage, bool last) {
    if (stage == 0) {
        event_enclosure_look_away(self);
        return;
    }
    event_enclosure_look(self);
    if (last)
        event_enclosure_has_seen(self);
}

static void note_rejected(void *self, double h, double error, const double *from, const double *to) {
    (void)from;
    sim *s = self;
    dynamics_scales_note_trial(s, h, error, to);
    dynamics_note_integrals(s, s->t + h, h, to);
}

/* The first steps are of order 1 and err as much as they may. */
static void begin_low_order(void *self) {
    sim *s = self;
    s->gap_error = s->least_bounce = 10 * s->tolerance;
    dynamics_look_ahead(s);
}

/* Sampled controllers go on as they have begun: how far to look ahead is found at a few of their instants. */
static bool is_one_of_the_first(const sim *s) {
    enum { FEW = 8 };
    return s->jumps < FEW || (s->jumps & (s->jumps - 1)) == 0;
}

/* To the equations of the mode in force. */
static void fit_system(sim *s) {
    ode_system *f = &s->system;
    f->size = dynamics_state_size(s, s->mode);
    f->split = (size_t)s->mode->n;
    f->measured = 2 * f->split;
    f->project = s->mode->m || (s->mode->pieces && s->mode->pieces->sliding) ? project : NULL;
    f->time_scale = s->time_scale;
    f->low_order = s->ticking && !is_one_of_the_first(s) ? NULL : begin_low_order;
}

static void make_system(sim *s) {
    s->system = (ode_system){.self = s,
                             .capacity = s->y_cap,
                             .tolerance = s->tolerance,
                             .first_step = s->options.first_step,
                             .rates = rates,
                             .series = series,
                             .keeps_branches = keeps_branches,
                             .cost = cost,
                             .regularity = regularity,
                             .weigh = weigh,
                             .weigh_ahead = weigh_ahead,
                             .stage = see_stage,
                             .rejected = note_rejected,
                             .low_order = begin_low_order};
}

ode_stepper *run_create_stepper(sim *s, const ode_method *method) {
    LGR_ASSERT(ode_method_is_there(method));
    sim_room *r = s->room;
    make_system(s);
    if (!method->restart)
        return method->create(&s->system, s->a);
    if (r->step && r->step->method == method) {
        method->restart(r->step);
        return r->step;
    }
    arena *run = dynamics_kit_enter(s);
    r->step = method->create(&s->system, s->a);
    dynamics_kit_leave(s, run);
    return r->step;
}

bool run_begin_stepper(sim *s) {
    LGR_ASSERT(s->step);
    fit_system(s);
    return ode_stepper_begin(s->step, s->t, s->y, s->t_end - s->t);
}

void run_resume_stepper(sim *s) {
    fit_system(s);
    ode_stepper_resume(s->step, s->t, s->y);
}
