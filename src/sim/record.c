/* What a run leaves behind: points, the trajectory, reduced numbers, the energy audit. */
#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/sensitivity.h"

static double *nans(arena *a, size_t count) {
    double *x = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        x[i] = NAN;
    return x;
}

/* The present state at the last evaluation. */
sim_point record_point(sim *s) {
    const mode *m = s->mode;
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    sim_point p = {
        .t = s->t, .choice = &m->choice, .q = nans(s->a, s->m->coord_count), .v = nans(s->a, s->m->coord_count)};
    p.lambda = ARENA_ARRAY(s->a, double, s->m->row_count + 1);
    p.outputs = nans(s->a, s->m->output_count);
    for (int i = 0; i < m->n; i++) {
        p.q[m->eq.coords[i]] = m->slots[m->q_slot + (size_t)i];
        p.v[m->eq.coords[i]] = m->slots[m->v_slot + (size_t)i];
    }
    for (int k = 0; k < m->m; k++)
        p.lambda[m->eq.rows[k]] = m->slots[m->lambda_slot + (size_t)k];
    for (size_t i = 0; i < s->m->output_count; i++)
        if (!m->output_null[i])
            p.outputs[i] = segment_value(s, SEG_RESULTS, 3 + i);
    p.kinetic = segment_value(s, SEG_RESULTS, 0);
    p.potential = segment_value(s, SEG_RESULTS, 1);
    p.energy = segment_value(s, SEG_RESULTS, 2);
    return p;
}

bool points_differ(const sim *s, const sim_point *x, const sim_point *y) {
    for (size_t i = 0; i < s->m->coord_count; i++)
        if (isnan(x->q[i]) != isnan(y->q[i]) || (!isnan(x->q[i]) && (x->q[i] != y->q[i] || x->v[i] != y->v[i])))
            return true;
    return false;
}

void record_row(sim *s) {
    if (s->options.keep_trajectory)
        vec_push(s->a, &s->result->rows, record_point(s));
}

/* Energy less work, against its start; residuals of the constraints in force. At the last evaluation, at s->t. */
void record_energy(sim *s) {
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    double T = segment_value(s, SEG_RESULTS, 0), V = segment_value(s, SEG_RESULTS, 1),
           E = segment_value(s, SEG_RESULTS, 2);
    double work = s->y[2 * (size_t)s->mode->n];
    if (isnan(s->energy_start)) {
        s->energy_start = E;
        s->potential_start = V;
    }
    double exchanged = fmax(fabs(T), fabs(V - s->potential_start));
    s->energy_scale = fmax(s->energy_scale, fmax(exchanged, 1e-6 * fabs(E))); /* at rest rounding is no drift */
    s->energy_worst = fmax(s->energy_worst, fabs(E - s->energy_start - work - s->energy_jumps));
    double position, velocity;
    motion_residuals(s, &position, &velocity);
    s->result->position_residual = fmax(s->result->position_residual, position);
    s->result->velocity_residual = fmax(s->result->velocity_residual, velocity);
}

static double reducer_now(sim *s, size_t i) {
    return s->mode->reducer_null[i] ? NAN : segment_value(s, SEG_RESULTS, 3 + s->m->output_count + i);
}

/* at(EVENT, e) and time(EVENT) take the first time that the event comes. */
void record_reducers_at_event(sim *s, event_ref ref) {
    bool first = ref.part == EVENT_USER ? true : !s->contact_fired[ref.part - EVENT_OPEN][ref.index];
    if (!first)
        return;
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    for (size_t i = 0; i < s->m->reducer_count; i++) {
        const model_reducer *r = &s->m->reducers[i];
        bool mine = (r->kind == REDUCE_AT || r->kind == REDUCE_TIME) && r->event.part == ref.part &&
                    r->event.index == ref.index;
        if (!mine || s->reducer_seen[i])
            continue;
        s->reducer_seen[i] = true;
        s->reduced[i] = r->kind == REDUCE_TIME ? s->t : reducer_now(s, i);
        sensitivity_reduce(s, i);
    }
}

void record_initial(sim *s) {
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (s->m->reducers[i].kind == REDUCE_INITIAL) {
            s->reduced[i] = reducer_now(s, i);
            sensitivity_reduce(s, i);
        }
}

static void finish_reducers(sim *s) {
    double length = s->t - s->start_time;
    for (size_t k = 1; k < s->quadratures; k++) {
        int i = s->integral_of[k];
        double integral = s->y[2 * (size_t)s->mode->n + k];
        s->reduced[i] = s->m->reducers[i].kind == REDUCE_MEAN
                            ? (length > 0 ? integral / length : reducer_now(s, (size_t)i))
                            : integral;
    }
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (s->m->reducers[i].kind == REDUCE_FINAL)
            s->reduced[i] = reducer_now(s, i);
}

/* Values of parameters and reducers, by variable, and which have none. */
typedef struct numbers {
    double *value;
    bool *null;
} numbers;

/* A null makes what uses it null, also where arithmetic would not show it. */
static double evaluate(const sim *s, expr_id e, const numbers *x) {
    return e.i && !expr_depends(s->m->g, e, x->null) ? expr_eval(s->m->g, e, x->value) : NAN;
}

static bool holds(const model_expect *x, double l, double r, double tolerance) {
    if (isnan(l) || isnan(r))
        return false;
    switch (x->relation) {
    case SYN_EQ:
        return fabs(l - r) <= tolerance;
    case SYN_LT:
        return l < r;
    case SYN_LE:
        return l <= r;
    case SYN_GT:
        return l > r;
    default:
        return l >= r;
    }
}

static void judge_expectations(sim *s, const numbers *x) {
    sim_result *r = s->result;
    r->expects_hold = true;
    r->expect_left = nans(s->a, s->m->expect_count);
    r->expect_right = nans(s->a, s->m->expect_count);
    r->expect_ok = ARENA_ARRAY(s->a, bool, s->m->expect_count + 1);
    for (size_t i = 0; i < s->m->expect_count; i++) {
        const model_expect *e = &s->m->expects[i];
        double tolerance = e->tolerance.i ? evaluate(s, e->tolerance, x) : 0;
        r->expect_left[i] = evaluate(s, e->left, x);
        r->expect_right[i] = evaluate(s, e->right, x);
        if (e->percent)
            tolerance *= fabs(r->expect_right[i]) / 100;
        r->expect_ok[i] = holds(e, r->expect_left[i], r->expect_right[i], tolerance);
        r->expects_hold = r->expects_hold && r->expect_ok[i];
    }
}

static numbers collect(sim *s) {
    const model *m = s->m;
    size_t count = graph_var_count(m->g);
    numbers x = {ARENA_ARRAY(s->a, double, count + 1), ARENA_ARRAY(s->a, bool, count + 1)};
    for (size_t i = 0; i < m->param_count; i++)
        x.value[m->params[i].var] = m->params[i].value;
    for (size_t i = 0; i < m->reducer_count; i++) {
        x.value[m->reducers[i].var] = s->reduced[i];
        x.null[m->reducers[i].var] = isnan(s->reduced[i]);
    }
    return x;
}

/* Reports and expectations from what was reduced; the state is the last one. */
void record_final(sim *s) {
    run_segment(s, SEG_WATCH);
    run_segment(s, SEG_RESULTS);
    finish_reducers(s);
    numbers x = collect(s);
    s->result->reports = nans(s->a, s->m->report_count);
    for (size_t i = 0; i < s->m->report_count; i++)
        s->result->reports[i] = evaluate(s, s->m->reports[i].value, &x);
    judge_expectations(s, &x);
    s->result->final = record_point(s);
    s->result->t = s->t;
    s->result->energy_drift = s->energy_scale > 0 ? s->energy_worst / s->energy_scale : s->energy_worst;
}

/* What a contact does by itself is an event too. */
void note_contact(sim *s, event_part part, int row, sim_point before, double *impulse, bool differs) {
    s->contact_fired[part - EVENT_OPEN][row] = true;
    sim_event e = {.ref = {part, row},
                   .t = s->t,
                   .before = before,
                   .after = record_point(s),
                   .differs = differs,
                   .impulse = impulse};
    vec_push(s->a, &s->result->events, e);
}

void record_choices(sim *s, size_t place) {
    for (size_t i = place; i < s->result->events.len; i++)
        s->result->events.at[i].choice = &s->mode->choice;
}
