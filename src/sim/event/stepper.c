/* The calls of the method in use, on the state of the run. */
#include <string.h>

#include "ode/ode.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/event.h"

/* What the stepper has counted, into the result. */
static void count_rejected(sim *s) {
    s->result->rejected += s->step->rejected;
    s->step->rejected = 0;
}

/* What nobody asks for at stages is not looked at. */
static void begin_watching(sim *s) {
    s->solved_seen = false;
    s->system.watched = s->mode->stages_watched;
}

double event_stepper_step(sim *s, double limit) {
    begin_watching(s);
    double taken = ode_stepper_step(s->step, limit, s->next_y);
    s->at_end = s->at_end || taken > 0;
    count_rejected(s);
    return taken;
}

bool event_stepper_again(sim *s, double h, double *out) {
    begin_watching(s);
    s->at_end = true;
    return ode_stepper_again(s->step, h, out);
}

void event_stepper_return(sim *s, double h, bool held) {
    if (held)
        ode_stepper_return(s->step);
    else
        event_stepper_again(s, h, s->next_y);
    s->dense_ready = s->dense_ready && held;
    s->at_end = !held || dynamics_evaluate(s, s->t + h, s->next_y, NULL);
}

bool event_stepper_prepare_dense(sim *s, double h, const double *out) {
    LGR_ASSERT(s->step && h > 0);
    return s->step->method->prepare_dense(s->step, h, out);
}

void event_stepper_dense(const sim *s, double theta, double *y) {
    s->step->method->dense(s->step, theta, y);
}

double event_stepper_stage(const sim *s, int stage, double h, double *y, const double **accelerations) {
    const ode_stepper *p = s->step->acting;
    LGR_ASSERT(p->method->stage);
    const double *rates_there;
    double t = p->method->stage(p, stage, h, s->next_y, y, &rates_there);
    *accelerations = rates_there + s->mode->n;
    return t;
}

void event_stepper_advance(sim *s, double t, const double *out) {
    s->t = t;
    memcpy(s->y, out, dynamics_state_size(s, s->mode) * sizeof *out);
    ode_stepper_advance(s->step, t, out);
    s->result->method = s->step->used;
}

void event_stepper_destroy(sim *s) {
    ode_stepper_destroy(s->step);
    s->step = NULL;
}
