/* Sensitivities through events: the shift of the event time, the jump of the state, and the return to fixed times. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "mech/equations.h"
#include "num/quaternion.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/rules.h"
#include "sim/dynamics/tangent.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/sensitivity/state.h"

/* --- The time of an event --- */

static size_t margin_of(const mode *m, margin at) {
    size_t k = 0;
    while (k < m->margin_count && (m->margins[k].part != at.part || m->margins[k].index != at.index))
        k++;
    return k;
}

static const char *name_of(const sim *s, margin at) {
    return at.part == EVENT_USER ? s->m->events[at.index].name : s->m->rows[at.index].name;
}

/* Directions at fixed time become directions at the event: S + y' dt. */
static void add_time(sim *s, variation *of, double sign) {
    sensitivity *x = s->sensitivity;
    size_t size = dynamics_state_size(s, s->mode);
    dynamics_tangent_motion(s, of, x->rate);
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < size; k++)
            x->S[i * s->y_cap + k] += sign * x->rate[k] * x->time[i];
}

/* dt = -(g_y S + g_p) / g' for every parameter. */
static void find_times(sim *s, variation *of, size_t k, double *time) {
    sensitivity *x = s->sensitivity;
    dynamics_tangent_motion(s, of, x->rate);
    direction in_time = {.t = 1, .y = x->rate};
    dynamics_tangent_along(of, &in_time);
    dynamics_tangent_run(of, VARIATION_MARGINS);
    double rate = dynamics_tangent_margin_along(of, k);
    for (size_t i = 0; i < x->count; i++) {
        direction d = sensitivity_direction(s, i);
        dynamics_tangent_along(of, &d);
        dynamics_tangent_run(of, VARIATION_MARGINS);
        double change = dynamics_tangent_margin_along(of, k);
        time[i] = change == 0 ? 0 : -change / rate;
    }
}

/* Whether an event at the instant of the last one goes with it: it was set off by it, or would come at the same time
   for other values too. */
static bool goes_with_last(const sim *s, double g, double size, const double *time) {
    const sensitivity *x = s->sensitivity;
    if (g > 1e3 * threshold_of(size))
        return true;
    for (size_t i = 0; i < x->count; i++)
        if (!(fabs(time[i] - x->event_time[i]) <= 1e-6 * (fabs(time[i]) + fabs(x->event_time[i]))))
            return false;
    return true;
}

/* A doubt counts only if the event does something. */
static bool times_are_sound(sim *s, margin at, const double *time) {
    const sensitivity *x = s->sensitivity;
    for (size_t i = 0; i < x->count; i++) {
        double scale = sensitivity_scale(s, i);
        if (isfinite(time[i]) && fabs(time[i]) * (scale > 0 ? scale : 1) <= 1e7 * fmax(fabs(s->t), 1e-3))
            continue;
        s->sensitivity->doubt = base_arena_printf(
            s->kept, "'%s' at t = %.6g s only touches zero: its time has no derivative", name_of(s, at), s->t);
        return false;
    }
    return true;
}

/* A greatest or least value at the end of the step that led here moves with the event. */
static void move_extrema(sim *s) {
    sensitivity *x = s->sensitivity;
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (fabs(x->extremum_at[i] - s->t) <= 1e-6 * x->step) {
            sensitivity_reduce(s, i);
            x->extremum_sharp[i] = false;
        }
}

/* The derivatives of an expression over the motion, for every parameter; `x`: values by variable. */
static void differentiate(sim *s, variation *of, expr_id e, const double *values, double *to, size_t stride) {
    sensitivity *x = s->sensitivity;
    const variation_seeds *d = x->seeds;
    const mode *m = s->mode;
    expr_id slope;
    dynamics_tangent_forward(s, d, &e, 1, true, &slope);
    size_t count = expr_var_count(s->m->g);
    double *all = ARENA_ARRAY(s->a, double, count + 1);
    memcpy(all, values, s->m->var_count * sizeof *all);
    for (size_t i = 0; i < x->count; i++) {
        direction along = sensitivity_direction(s, i);
        dynamics_tangent_along(of, &along);
        all[expr_node_at(s->m->g, expr_var(s->m->g, d->t))->var] = along.t;
        for (int k = 0; k < m->n; k++) {
            all[d->q[m->eq.coords[k]]] = along.y[k];
            all[d->v[m->eq.coords[k]]] = along.y[m->n + k];
            all[d->a[m->eq.coords[k]]] = of->da[k];
        }
        for (int k = 0; k < m->m; k++)
            all[d->lambda[m->eq.rows[k]]] = of->dlambda[k];
        for (size_t k = 0; k < s->m->param_count; k++)
            all[d->param[k]] = along.params[k];
        to[i * stride] = expr_eval(s->m->g, slope, all);
    }
}

/* The instant of a periodic event is first + k*period. */
static void find_times_of_tick(sim *s, variation *of, int event, double *time) {
    sensitivity *x = s->sensitivity;
    const model_event *e = &s->m->events[event];
    const tick_clock *c = s->ticks;
    while (c->event != event)
        c++;
    double *period = ARENA_ARRAY(s->a, double, x->count), *values = dynamics_values(s);
    differentiate(s, of, e->from, values, time, 1);
    differentiate(s, of, e->every, values, period, 1);
    for (size_t i = 0; i < x->count; i++)
        time[i] += (c->count - 1) * period[i]; /* it has been counted already */
}

static void begin_event(sim *s) {
    sensitivity *x = s->sensitivity;
    x->doubt = NULL;
    x->mode_before = s->mode;
    x->events_before = s->result->events.len;
    x->switched = false;
    memcpy(x->next_S, x->S, x->count * s->y_cap * sizeof *x->S);
}

static void go_to_event(sim *s, variation *of, const double *time) {
    sensitivity *x = s->sensitivity;
    memcpy(x->time, time, x->count * sizeof *time);
    add_time(s, of, 1);
    move_extrema(s);
}

static void reach_tick(sim *s, int event) {
    sensitivity *x = s->sensitivity;
    variation *of = sensitivity_variation(s, s->mode);
    double *time = ARENA_ARRAY(s->a, double, x->count);
    x->switched = x->total = true;
    if (!dynamics_tangent_at(s, of, s->t, s->y)) {
        sensitivity_fail(s, "the motion has no derivative at t = %.6g s", s->t);
        return;
    }
    find_times_of_tick(s, of, event, time);
    if (!x->trouble)
        go_to_event(s, of, time);
}

void sensitivity_reach(sim *s, const margin *at) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    begin_event(s);
    if (at->part == EVENT_USER && s->m->events[at->index].every.i) {
        reach_tick(s, at->index);
        return;
    }
    variation *of = sensitivity_variation(s, s->mode);
    size_t k = margin_of(s->mode, *at);
    double *time = ARENA_ARRAY(s->a, double, x->count);
    LGR_ASSERT(k < s->mode->margin_count);
    if (!dynamics_tangent_at(s, of, s->t, s->y)) {
        sensitivity_fail(s, "the motion has no derivative at t = %.6g s", s->t);
        return;
    }
    find_times(s, of, k, time);
    double g = dynamics_tangent_margin(of, k), size = s->margins_start.size[k];
    bool again = fabs(s->t - x->event_t) <= 1e-12 * (1 + fabs(s->t));
    if (again && goes_with_last(s, g, size, time))
        memcpy(time, x->event_time, x->count * sizeof *time);
    else if (again)
        sensitivity_fail(s, "two events coincide at t = %.6g s, but would not for other parameter values", s->t);
    else if (!(fabs(g) <= 1e-6 * fmax(size, 1)))
        sensitivity_fail(s, "the condition of '%s' jumps at t = %.6g s", name_of(s, *at), s->t);
    else if (of->margin_forces[k] && dynamics_tangent_is_redundant(of))
        sensitivity_fail(s, "'%s' depends on forces that are not unique at t = %.6g s", name_of(s, *at), s->t);
    x->total = true;
    if (x->trouble || !times_are_sound(s, *at, time))
        return;
    go_to_event(s, of, time);
}

void sensitivity_move_end(sim *s) {
    variation *of = sensitivity_variation(s, s->mode);
    if (!dynamics_tangent_at(s, of, s->t, s->y))
        return;
    add_time(s, of, 1);
    move_extrema(s);
}

/* --- After it --- */

/* Whether the changes of row k, as far as the active rows let them be seen, are nothing beside what they are made
   of. */
static bool vanishes(const variation *of, int k, double change, const double *dx) {
    double sum = 0, size = 0;
    for (int i = 0; i < of->n; i++) {
        sum += of->A[k * of->n + i] * dx[i];
        size += fabs(of->A[k * of->n + i] * dx[i]);
    }
    return fabs(change) <= 1e-6 * (size + fabs(change - sum)) + 1e-10;
}

/* Rows in force hold for other values too; those that have become active have to be met by the velocities. */
static void settle(sim *s, variation *of, size_t i) {
    sensitivity *x = s->sensitivity;
    double *q = x->S + i * s->y_cap, *v = q + of->n;
    direction d = sensitivity_direction(s, i);
    dynamics_tangent_residuals(of, &d, x->f, x->f_dot);
    for (int k = 0; k < of->used_count; k++) {
        int place = of->of->ranked ? of->of->used[k] : k;
        const model_row *row = &s->m->rows[of->of->eq.rows[place]];
        bool on = vanishes(of, k, x->f[place], q), along = vanishes(of, k, x->f_dot[place], v);
        if (!on || (!along && (row->contact || row->friction))) {
            sensitivity_fail(s, "'%s' becomes active at t = %.6g s, but would not for other parameter values",
                             row->name, s->t);
            return;
        }
    }
    dynamics_tangent_correct(of, x->f, x->dx);
    for (int k = 0; k < of->n; k++)
        q[k] += x->dx[k];
    dynamics_tangent_residuals(of, &d, x->f, x->f_dot);
    dynamics_tangent_correct(of, x->f_dot, x->dx);
    for (int k = 0; k < of->n; k++)
        v[k] += x->dx[k];
}

/* Nothing has happened: what an event does is done already. */
static void forget_event(sim *s) {
    sensitivity *x = s->sensitivity;
    memcpy(x->S, x->next_S, x->count * s->y_cap * sizeof *x->S);
    memset(x->time, 0, x->count * sizeof *x->time);
    x->total = false;
}

void sensitivity_switch(sim *s) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    x->switched = true;
    LGR_ASSERT(s->mode->pieces);
    if (s->mode->pieces->sliding)
        sensitivity_fail(s, "the motion slides along a switch of its equations, at t = %.6g s", s->t);
}

void sensitivity_refract(sim *s) {
    if (sensitivity_of(s))
        sensitivity_fail(s, "the potential energy jumps at t = %.6g s", s->t);
}

void sensitivity_leave(sim *s) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    bool same = s->mode == x->mode_before && s->result->events.len == x->events_before && !x->switched;
    if (same && !s->stopped) {
        forget_event(s);
        return;
    }
    variation *of = sensitivity_variation(s, s->mode);
    if (x->doubt || !dynamics_tangent_at(s, of, s->t, s->y)) {
        sensitivity_fail(s, "%s", x->doubt ? x->doubt : "the motion has no derivative after an event");
        return;
    }
    for (size_t i = 0; of->m && i < x->count && !x->trouble; i++)
        settle(s, of, i);
    if (s->stopped)
        return; /* what is final moves with the event */
    add_time(s, of, -1);
    x->event_t = s->t;
    memcpy(x->event_time, x->time, x->count * sizeof *x->time);
    memset(x->time, 0, x->count * sizeof *x->time);
    x->total = false;
}

/* --- Another mode --- */

void sensitivity_enter(sim *s, const mode *old, const mode *next) {
    sensitivity *x = sensitivity_of(s);
    if (!x || !x->started)
        return;
    size_t coords = s->m->coord_count, tail = s->quadratures;
    LGR_ASSERT(old && next);
    double *q = ARENA_ARRAY(s->a, double, 2 * coords + tail + 1), *v = q + coords, *w = v + coords;
    for (size_t c = 0; c < x->count; c++) {
        double *S = x->S + c * s->y_cap;
        memset(q, 0, 2 * coords * sizeof *q);
        for (int i = 0; i < old->n; i++) {
            q[old->eq.coords[i]] = S[i];
            v[old->eq.coords[i]] = S[old->n + i];
        }
        memcpy(w, S + 2 * old->n, tail * sizeof *w);
        for (int i = 0; i < next->n; i++) {
            S[i] = q[next->eq.coords[i]];
            S[next->n + i] = v[next->eq.coords[i]];
        }
        memcpy(S + 2 * next->n, w, tail * sizeof *w);
    }
}

/* --- What actions give to coordinates --- */

/* q (0, w) / 2: how a quaternion changes as its body turns about its own axes. */
static void turn(const double *q, const double *w, double *out) {
    out[0] = -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
    out[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    out[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    out[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

/* From the changes of its matrix and rates: R^T dR is a small turn. */
static void plan_attitude(sim *s, variation *of, int body, const double *values) {
    sensitivity *x = s->sensitivity;
    const model_body *b = &s->m->bodies[body];
    const expr_id *from = s->mode->choice.system->body_start[body] + 3;
    size_t coords = s->m->coord_count;
    double start[12], q[4], q_dot[4], *change = ARENA_ARRAY(s->a, double, 12 * x->count);
    for (int k = 0; k < 12; k++) {
        start[k] = dynamics_value(s, from[k], values);
        differentiate(s, of, from[k], values, change + k, 12);
    }
    num_quaternion(start, start + 9, q, q_dot);
    for (size_t c = 0; c < x->count; c++) {
        const double *R = start, *dR = change + 12 * c;
        double angle[3], dq[4], first[4], second[4];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            angle[i] = R[k] * dR[j] + R[3 + k] * dR[3 + j] + R[6 + k] * dR[6 + j];
        }
        turn(q, angle, dq);
        turn(dq, start + 9, first);
        turn(q, dR + 9, second);
        for (int k = 0; k < 4; k++) {
            x->planned[c * 2 * coords + (size_t)b->coords[3 + k]] = dq[k];
            x->planned[c * 2 * coords + coords + (size_t)b->coords[3 + k]] = first[k] + second[k];
        }
    }
}

static void plan_free(sim *s, variation *of, int body, const double *values) {
    sensitivity *x = s->sensitivity;
    const model_body *b = &s->m->bodies[body];
    size_t coords = s->m->coord_count;
    if (b->coords[3] >= 0)
        plan_attitude(s, of, body, values);
    for (int k = 0; k < 3; k++) {
        if (b->coords[k] < 0)
            continue;
        expr_id p = s->mode->choice.system->body_start[body][k], rate = mech_rate(s->m, &s->mode->eq, p);
        differentiate(s, of, p, values, x->planned + b->coords[k], 2 * coords);
        differentiate(s, of, rate, values, x->planned + coords + (size_t)b->coords[k], 2 * coords);
    }
}

void sensitivity_plan(sim *s, int event) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    LGR_ASSERT(event >= 0 && (size_t)event < s->m->event_count);
    const model_event *e = &s->m->events[event];
    size_t coords = s->m->coord_count;
    for (size_t i = 0; i < x->count * 2 * coords; i++)
        x->planned[i] = NAN;
    variation *of = sensitivity_variation(s, s->mode);
    if (!dynamics_tangent_at(s, of, s->t, s->y))
        return;
    const double *values = dynamics_values(s);
    for (int phase = 0; phase < 2; phase++)
        for (size_t i = 0; i < e->action_count; i++) {
            const model_action *a = &e->actions[i];
            if (phase == 0 && a->kind == MODEL_FREE && !s->mode->freed[a->index])
                plan_free(s, of, a->index, values);
            if (phase == 1 && a->kind == MODEL_SET)
                differentiate(s, of, s->mode->choice.system->set_values[event][i], values,
                              x->planned + (a->velocity ? coords : 0) + (size_t)a->index, 2 * coords);
        }
}

void sensitivity_idle(sim *s, int event) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    const mode *m = s->mode;
    size_t coords = s->m->coord_count;
    sensitivity_plan(s, event);
    for (size_t c = 0; c < x->count; c++)
        for (int i = 0; i < 2 * m->n; i++) {
            size_t at = (i < m->n ? 0 : coords) + (size_t)m->eq.coords[i % m->n];
            double planned = x->planned[c * 2 * coords + at], own = x->S[c * s->y_cap + (size_t)i];
            if (!isnan(planned) && !(fabs(planned - own) <= 1e-8 * (fabs(planned) + fabs(own)) + 1e-12))
                sensitivity_fail(s,
                                 "'%s' at t = %.6g s sets a value that is there already, but would not be for other "
                                 "parameter values",
                                 s->m->events[event].name, s->t);
        }
}

void sensitivity_set(sim *s) {
    sensitivity *x = sensitivity_of(s);
    if (!x)
        return;
    const mode *m = s->mode;
    size_t coords = s->m->coord_count;
    for (size_t c = 0; c < x->count; c++)
        for (int i = 0; i < m->n; i++) {
            const double *planned = x->planned + c * 2 * coords + m->eq.coords[i];
            double *S = x->S + c * s->y_cap;
            if (!isnan(planned[0]))
                S[i] = planned[0];
            if (!isnan(planned[coords]))
                S[m->n + i] = planned[coords];
        }
}
