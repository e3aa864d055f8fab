/* Quantities at given instants of the motion with their derivatives: what is compared with measurements. */
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/tangent.h"
#include "sim/record/record.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

static const sim_instants *instants(const sim *s) {
    return s->options.instants;
}

static bool wanted(const sim *s) {
    return instants(s) && instants(s)->count && instants(s)->reducer_count;
}

static double *nans(sim *s, size_t count) {
    double *x = ARENA_ARRAY(s->a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        x[i] = NAN;
    return x;
}

static void create(sim *s) {
    const size_t count = instants(s)->count * instants(s)->reducer_count;
    s->result->measured = ARENA_NEW(s->a, sim_measured);
    *s->result->measured = (sim_measured){nans(s, count), nans(s, count), nans(s, count * s->options.sensitive_count)};
    s->next_instant = 0;
}

/* The values at the state that was evaluated last. */
static void take_values(sim *s, size_t at) {
    const size_t count = instants(s)->reducer_count;
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t k = 0; k < count; k++) {
        const size_t r = (size_t)instants(s)->reducers[k];
        LGR_ASSERT(r < s->m->reducer_count);
        if (!s->mode->reducer_null[r])
            s->result->measured->values[at * count + k] =
                dynamics_segment_value(s, SEG_RESULTS, 3 + s->m->output_count + r);
    }
}

static bool has_slope(const sim *s, const variation *of, size_t reducer) {
    return !s->mode->reducer_null[reducer] && !(of->reducer_forces[reducer] && dynamics_tangent_is_redundant(of));
}

/* Along one direction, into every `stride`-th number. */
static void take_along(sim *s, variation *of, const direction *d, double *to, size_t stride) {
    dynamics_tangent_along(of, d);
    dynamics_tangent_run(of, VARIATION_RESULTS);
    for (size_t k = 0; k < instants(s)->reducer_count; k++) {
        const size_t r = (size_t)instants(s)->reducers[k];
        if (has_slope(s, of, r))
            to[k * stride] = dynamics_tangent_reducer_along(of, r);
    }
}

/* The derivatives at a state, `still` where it does not move with time. */
static void take_slopes(sim *s, double t, const double *y, const double *S, bool still, size_t at) {
    sensitivity *x = s->sensitivity;
    variation *of = sensitivity_variation(s, s->mode);
    sim_measured *to = s->result->measured;
    const size_t count = instants(s)->reducer_count;
    if (!dynamics_tangent_at(s, of, t, y))
        return;
    for (size_t c = 0; c < x->count; c++) {
        const direction d = sensitivity_along(s, c, S);
        take_along(s, of, &d, to->slopes + at * count * x->count + c, x->count);
    }
    dynamics_tangent_motion(s, of, x->rate);
    take_along(s, of, &(direction){.t = 1, .y = x->rate}, to->rates + at * count, 1);
    for (size_t k = 0; still && k < count; k++)
        to->rates[at * count + k] *= 0;
}

/* All instants up to the start are compared with it. */
static void begin(sim *s) {
    const sim_instants *in = instants(s);
    for (; s->next_instant < in->count && in->t[s->next_instant] <= s->t; s->next_instant++) {
        dynamics_evaluate(s, s->t, s->y, NULL);
        take_values(s, s->next_instant);
        if (sensitivity_of(s))
            take_slopes(s, s->t, s->y, s->sensitivity->S, in->t[s->next_instant] < s->t, s->next_instant);
    }
}

static void take_within(sim *s, double h, double theta) {
    const double t = s->t + theta * h;
    if (record_between_go(s, t, h, theta))
        take_values(s, s->next_instant);
}

static void take_slopes_within(sim *s, double h, double theta, size_t at) {
    sensitivity *x = sensitivity_of(s);
    if (x && sensitivity_carry(s, s->t, s->y, x->S, theta * h, x->next_y, x->next_S))
        take_slopes(s, s->t + theta * h, x->next_y, x->next_S, false, at);
}

static void step(sim *s, double h) {
    const sim_instants *in = instants(s);
    const size_t first = s->next_instant;
    if (first == in->count || in->t[first] > s->t + h)
        return;
    record_between_prepare(s, h);
    for (; s->next_instant < in->count && in->t[s->next_instant] <= s->t + h; s->next_instant++)
        take_within(s, h, (in->t[s->next_instant] - s->t) / h);
    record_between_leave(s, h);
    for (size_t i = first; i < s->next_instant; i++)
        take_slopes_within(s, h, (in->t[i] - s->t) / h, i);
}

/* All later instants are compared with the end: a machine that is stopped stays where it is. */
static void end(sim *s) {
    const sim_instants *in = instants(s);
    if (s->result->end == SIM_FAILED || s->result->end == SIM_INTERRUPTED)
        return;
    for (; s->next_instant < in->count; s->next_instant++) {
        take_values(s, s->next_instant);
        if (sensitivity_of(s))
            take_slopes(s, s->t, s->y, s->sensitivity->S, true, s->next_instant);
    }
}

const sim_observer sensitivity_instants_observer = {
    .name = "instants", .wanted = wanted, .created = create, .begun = begin, .stepping = step, .ended = end};
