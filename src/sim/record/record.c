/* Recording: points, the trajectory, reduced quantities, the energy audit. */
#include <math.h>
#include <string.h>

#include "base/call.h"
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"
#include "sim/event/event.h"
#include "sim/record/record.h"
#include "sim/sim.h"

static double *nans(arena *a, size_t count) {
    double *x = ARENA_ARRAY(a, double, count + 1);
    for (size_t i = 0; i < count; i++)
        x[i] = NAN;
    return x;
}

/* Of a rope its tension. */
static double shown_multiplier(const sim *s, int row, double lambda) {
    return s->m->rows[row].pulls ? -lambda : lambda;
}

void record_point_again(sim *s, sim_point *p) {
    const mode *m = s->mode;
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    size_t coords = s->m->coord_count, outputs = s->m->output_count;
    for (size_t i = 0; i < 2 * coords; i++)
        p->q[i] = NAN;
    memset(p->lambda, 0, s->m->row_count * sizeof *p->lambda);
    p->t = s->t;
    p->choice = &m->told;
    for (int i = 0; i < m->n; i++) {
        p->q[m->eq.coords[i]] = m->slots[m->q_slot + (size_t)i];
        p->v[m->eq.coords[i]] = m->slots[m->v_slot + (size_t)i];
    }
    for (int k = 0; k < m->m; k++)
        p->lambda[m->eq.rows[k]] = shown_multiplier(s, m->eq.rows[k], m->slots[m->lambda_slot + (size_t)k]);
    dynamics_segment_values(s, SEG_RESULTS, 3, outputs, p->outputs);
    for (size_t i = 0; i < outputs; i++)
        if (m->output_null[i])
            p->outputs[i] = NAN;
    const motion_energy e = dynamics_energies(s);
    p->kinetic = e.kinetic;
    p->potential = e.potential;
    p->energy = e.total;
}

static size_t point_numbers(const sim *s) {
    return 2 * s->m->coord_count + s->m->output_count + s->m->row_count + 1;
}

static sim_point make_point(sim *s, arena *a) {
    size_t coords = s->m->coord_count, outputs = s->m->output_count;
    double *numbers = ARENA_ARRAY(a, double, point_numbers(s));
    sim_point p = {.q = numbers, .v = numbers + coords};
    p.outputs = p.v + coords;
    p.lambda = p.outputs + outputs;
    record_point_again(s, &p);
    return p;
}

/* The present state at the last evaluation. */
sim_point record_point(sim *s) {
    return make_point(s, s->kept);
}

/* A list that grows has been copied up to three times. */
static size_t most_events(const sim *s) {
    return s->options.most_bytes / 16 /
           (3 * sizeof(sim_event) + (2 * point_numbers(s) + s->m->row_count) * sizeof(double));
}

void record_events_begin(sim *s) {
    s->of_events = s->result->events.len < most_events(s) ? s->kept : s->m->scratch;
}

sim_point record_event_point(sim *s) {
    return make_point(s, s->of_events);
}

size_t record_event(sim *s, const sim_event *e) {
    sim_result *r = s->result;
    if (s->of_events == s->kept) {
        vec_push(s->kept, &r->events, *e);
        return r->events.len - 1;
    }
    if (!r->unlisted_events++)
        dynamics_doubt(s, DIAG_W0520, (span){0, 0}, "%zu events have come by t = %.9g s: later ones are not listed",
                       r->events.len, s->t);
    return SIZE_MAX;
}

motion_energy record_energies(sim *s) {
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    return dynamics_energies(s);
}

double record_energy_now(sim *s) {
    return record_energies(s).total;
}

bool record_points_differ(const sim *s, const sim_point *x, const sim_point *y) {
    for (size_t i = 0; i < s->m->coord_count; i++)
        if (isnan(x->q[i]) != isnan(y->q[i]) || (!isnan(x->q[i]) && (x->q[i] != y->q[i] || x->v[i] != y->v[i])))
            return true;
    return false;
}

/* Rows have a limit of their own, and do not count as what the equations take. */
static void keep_row(sim *s) {
    const size_t most = s->options.most_bytes, before = base_arena_used(s->kept);
    base_call_return(most);
    s->passing_row = record_point(s);
    vec_push(s->kept, &s->result->rows, s->passing_row);
    const size_t taken = base_arena_used(s->kept) - before;
    base_call_spend(most > taken ? most - taken : 0);
}

/* Rows that are not kept pass through the memory of the first one. */
void record_row(sim *s) {
    const sim_options *o = &s->options;
    s->result->row_count++;
    s->last_row = s->t;
    if (!o->keep_trajectory && !o->take_row)
        return;
    if (o->keep_trajectory)
        keep_row(s);
    else if (!s->passing_row.q)
        s->passing_row = record_point(s);
    else
        record_point_again(s, &s->passing_row);
    if (o->take_row)
        o->take_row(o->taker, &s->passing_row);
}

/* Energy less work, against its start; residuals of the active constraints. At the last evaluation, at s->t. */
void record_energy(sim *s) {
    const motion_energy e = record_energies(s);
    const double T = e.kinetic, V = e.potential, E = e.total;
    double work = s->y[2 * (size_t)s->mode->n];
    if (isnan(s->energy_start)) {
        s->energy_start = E;
        s->potential_start = V;
    }
    double exchanged = fmax(fabs(T), fabs(V - s->potential_start));
    s->energy_scale = fmax(s->energy_scale, fmax(exchanged, 1e-6 * fabs(E))); /* at rest rounding is no drift */
    s->energy_worst = fmax(s->energy_worst, fabs(E - s->energy_start - work - s->energy_jumps));
    double position, velocity;
    dynamics_residuals(s, &position, &velocity);
    s->result->position_residual = fmax(s->result->position_residual, position);
    s->result->velocity_residual = fmax(s->result->velocity_residual, velocity);
}

/* What the reports and expectations are computed from, the same for every run of a compiled problem. */
struct record_plan {
    expr_plan *plan;
    size_t count;   /* roots: reports; then of each expectation its tolerance, left and right side */
    bool *there;    /* per root */
    size_t *first;  /* count + 1: of the reducers that each root uses */
    size_t *uses;   /* those */
    double *values; /* by variable */
    double *out;    /* per root */
};

typedef VEC(size_t) index_list;

static void list_uses(sim *s, record_plan *p, const expr_id *roots) {
    const model *m = s->m;
    index_list uses = {0};
    p->first = ARENA_ARRAY(s->a, size_t, p->count + 1);
    for (size_t k = 0; k < p->count; k++) {
        const uint32_t *order;
        size_t count = expr_nodes_below(m->g, &roots[k], 1, &order);
        for (size_t i = 0; i < count; i++) {
            const expr_node *n = expr_node_at(m->g, (expr_id){order[i]});
            if (n->op == EXPR_VAR && n->var < m->var_count && m->vars[n->var].kind == VAR_REDUCER)
                vec_push(s->a, &uses, (size_t)m->vars[n->var].index);
        }
        p->first[k + 1] = uses.len;
    }
    p->uses = uses.at;
    LGR_ASSERT(p->first[p->count] == uses.len);
}

static record_plan *make_plan(sim *s) {
    const model *m = s->m;
    arena *run = dynamics_kit_enter(s);
    record_plan *p = ARENA_NEW(s->a, record_plan);
    p->count = m->report_count + 3 * m->expect_count;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, p->count + 1);
    for (size_t i = 0; i < m->report_count; i++)
        roots[i] = m->reports[i].value;
    for (size_t i = 0; i < m->expect_count; i++) {
        const model_expect *e = &m->expects[i];
        memcpy(roots + m->report_count + 3 * i, (expr_id[]){e->tolerance, e->left, e->right}, 3 * sizeof *roots);
    }
    p->there = ARENA_ARRAY(s->a, bool, p->count + 1);
    for (size_t k = 0; k < p->count; k++) {
        p->there[k] = roots[k].i != 0;
        roots[k] = p->there[k] ? roots[k] : expr_int(m->g, 0);
    }
    p->plan = expr_plan_create(s->a, m->g, roots, p->count);
    list_uses(s, p, roots);
    p->values = ARENA_ARRAY(s->a, double, expr_var_count(m->g) + 1);
    p->out = ARENA_ARRAY(s->a, double, p->count + 1);
    dynamics_kit_leave(s, run);
    return p;
}

/* A reducer without a value makes what uses it null, also where arithmetic would not show it. */
static bool is_null(const sim *s, const record_plan *p, size_t k) {
    bool null = !p->there[k];
    for (size_t i = p->first[k]; i < p->first[k + 1]; i++)
        null = null || isnan(s->reduced[p->uses[i]]);
    return null;
}

/* Values of the roots; NaN: none. */
static const double *evaluate(sim *s) {
    const model *m = s->m;
    if (!s->kit->records)
        s->kit->records = make_plan(s);
    record_plan *p = s->kit->records;
    model_put_values(m, p->values);
    for (size_t i = 0; i < m->reducer_count; i++)
        p->values[m->reducers[i].var] = s->reduced[i];
    for (size_t k = 0; k < p->count; k++) {
        double x = expr_plan_eval(p->plan, k, p->values);
        p->out[k] = is_null(s, p, k) ? NAN : x;
    }
    return p->out;
}

static bool holds(const model_expect *x, double l, double r, double tolerance) {
    if (isnan(l) || isnan(r))
        return false;
    switch (x->relation) {
    case RELATION_EQUAL:
        return fabs(l - r) <= tolerance;
    case RELATION_LESS:
        return l < r;
    case RELATION_AT_MOST:
        return l <= r;
    case RELATION_GREATER:
        return l > r;
    default:
        return l >= r;
    }
}

/* Some parameter has another value than the text says. */
static bool parameters_changed(const model *m) {
    bool changed = false;
    for (size_t i = 0; i < m->param_count; i++)
        changed = changed || m->params[i].given;
    return changed;
}

static void judge_expectations(sim *s, const double *x) {
    sim_result *r = s->result;
    r->expects_hold = true;
    r->expect_left = nans(s->a, s->m->expect_count);
    r->expect_right = nans(s->a, s->m->expect_count);
    r->expect_ok = ARENA_ARRAY(s->a, bool, s->m->expect_count + 1);
    r->expect_passed_over = ARENA_ARRAY(s->a, bool, s->m->expect_count + 1);
    const bool changed = parameters_changed(s->m);
    for (size_t i = 0; i < s->m->expect_count; i++) {
        const model_expect *e = &s->m->expects[i];
        double tolerance = e->tolerance.i ? x[3 * i] : 0;
        r->expect_left[i] = x[3 * i + 1];
        r->expect_right[i] = x[3 * i + 2];
        if (e->percent)
            tolerance *= fabs(r->expect_right[i]) / 100;
        r->expect_passed_over[i] = e->as_given && changed;
        r->expect_ok[i] = r->expect_passed_over[i] || holds(e, r->expect_left[i], r->expect_right[i], tolerance);
        r->expects_hold = r->expects_hold && r->expect_ok[i];
    }
}

/* Beside what was exchanged between its forms; more digits lost than that are no matter of taste. */
static const double doubtful_drift = 0.01;

/* No method controls the error of work: where enough is done, in and out, the balance shows that error too, as where a
   support moves faster than the machine on it. */
static bool does_work(const sim *s) {
    return s->extent[2 * (size_t)s->mode->n] > 0.1 * doubtful_drift * s->energy_scale;
}

static void tell_drift(sim *s) {
    const double size = dynamics_scales_energy(s, s->energy_scale), drift = s->energy_worst / (size > 0 ? size : 1);
    s->result->energy_drift = drift;
    for (size_t i = 0; i < s->kit->modes.len && does_work(s); i++)
        s->result->shared_work =
            s->result->shared_work || (s->kit->modes.at[i]->pieces && s->kit->modes.at[i]->pieces->count);
    if (!(size > 0 && drift > doubtful_drift) || does_work(s))
        return;
    finding *f = dynamics_doubt(s, DIAG_W0518, (span){0, 0}, "the energy drift has reached %.2g %% by t = %.9g s",
                                100 * drift, s->t);
    diag_help(s->m->findings, f, "use a smaller --tolerance");
}

/* Reports and expectations from what was reduced; the state is the last one. */
void record_final(sim *s) {
    LGR_ASSERT(!s->result->reports);
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    record_reducers_finish(s);
    const double *x = evaluate(s);
    s->result->reports = ARENA_ARRAY(s->a, double, s->m->report_count + 1);
    memcpy(s->result->reports, x, s->m->report_count * sizeof *x);
    judge_expectations(s, x + s->m->report_count);
    s->result->final = record_point(s);
    s->result->t = s->t;
    tell_drift(s);
}

/* What a contact does by itself is an event too. */
void record_contact(sim *s, event_part part, int row, const sim_point *before, double *impulse) {
    LGR_ASSERT(part >= EVENT_OPEN && part <= EVENT_IMPACT);
    LGR_ASSERT(row >= 0 && (size_t)row < s->m->row_count && s->m->rows[row].contact);
    s->contact_fired[part - EVENT_OPEN][row] = true;
    sim_point now = record_event_point(s);
    sim_event e = {.ref = {part, row}, .t = s->t, .before = before ? *before : now, .after = now};
    e.differs = before != NULL;
    e.impulse = impulse;
    record_event(s, &e);
}

void record_choices(sim *s, size_t place) {
    LGR_ASSERT(place <= s->result->events.len);
    for (size_t i = place; i < s->result->events.len; i++)
        s->result->events.at[i].choice = &s->mode->told;
}
