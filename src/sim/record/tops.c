/* The program of all reports' extrema in a mode, and its bounds over parts of a step. */
#include "sim/record/tops.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "num/scalar.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/event/enclosure.h"
#include "sim/event/event.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double ellipses[TOPS_ELLIPSES] = {5, 10, 2.5, 20};

/* --- Making it --- */

typedef struct branches {
    VEC(tops_branch) list;
} branches;

static void split(sim *s, branches *all, tops_branch x);

/* What holds for a part of an expression. */
static void split_part(sim *s, branches *all, tops_branch x, expr_id e, double sign) {
    x.e = e;
    x.sign = sign;
    split(s, all, x);
}

static expr_id sum_of_squares(graph *g, expr_id x, expr_id y) {
    expr_id x2 = expr_powi(g, x, 2);
    return expr_add(g, x2, expr_powi(g, y, 2));
}

/* What a constraint holds is the same everywhere in a step but for rounding. */
static bool is_held(const sim *s, const tops_branch *x) {
    const mech_equations *eq = &s->mode->eq;
    bool held = false;
    for (int k = 0; k < eq->m && !x->chosen; k++)
        held |= eq->f[k].i == x->e.i;
    return held;
}

static void add_branch(sim *s, branches *all, tops_branch x) {
    graph *g = s->m->g;
    if (is_held(s, &x))
        return;
    expr_node n = *expr_node_at(g, x.e);
    x.root = !x.chosen && (n.op == EXPR_HYPOT || n.op == EXPR_SQRT);
    if (x.root)
        x.e = n.op == EXPR_SQRT ? n.arg[0] : sum_of_squares(g, n.arg[0], n.arg[1]);
    if (x.factor.i)
        x.e = expr_mul(g, x.root ? expr_powi(g, x.factor, 2) : x.factor, x.e);
    vec_push(s->a, &all->list, x);
}

static expr_id with_sign(graph *g, const tops_branch *x) {
    return x->sign > 0 ? x->e : expr_neg(g, x->e);
}

/* Each branch of the one beside some branch of the other. */
static void split_choice(sim *s, branches *all, tops_branch x, expr_node n) {
    graph *g = s->m->g;
    branches yes = {0}, no = {0};
    x.chosen = true;
    split_part(s, &yes, x, n.arg[1], x.sign);
    split_part(s, &no, x, n.arg[2], x.sign);
    for (size_t i = 0, j = 0; i < yes.list.len && j < no.list.len;) {
        tops_branch one = x;
        expr_id chosen = with_sign(g, &yes.list.at[i]);
        one.e = expr_select(g, n.arg[0], chosen, with_sign(g, &no.list.at[j]));
        one.sign = 1;
        vec_push(s->a, &all->list, one);
        bool more = i + 1 < yes.list.len;
        i += more || j + 1 == no.list.len;
        j += !more || j + 1 < no.list.len;
    }
}

static void split(sim *s, branches *all, tops_branch x) {
    graph *g = s->m->g;
    expr_node n = *expr_node_at(g, x.e);
    bool greatest = x.sign > 0;
    double k;
    if (n.op == EXPR_NEG) {
        split_part(s, all, x, n.arg[0], -x.sign);
    } else if (n.op == EXPR_MUL && expr_is_number(g, n.arg[0], &k) && k != 0) {
        expr_id size = k > 0 ? n.arg[0] : expr_neg(g, n.arg[0]);
        x.factor = x.factor.i ? expr_mul(g, x.factor, size) : size;
        split_part(s, all, x, n.arg[1], k > 0 ? x.sign : -x.sign);
    } else if (n.op == EXPR_ABS && greatest) {
        split_part(s, all, x, n.arg[0], 1);
        split_part(s, all, x, n.arg[0], -1);
    } else if (n.op == (greatest ? EXPR_MAX : EXPR_MIN)) {
        split_part(s, all, x, n.arg[0], x.sign);
        split_part(s, all, x, n.arg[1], x.sign);
    } else if (n.op == EXPR_SELECT) {
        split_choice(s, all, x, n);
    } else {
        add_branch(s, all, x);
    }
}

/* --- What is kept --- */

/* Constraints that stand still: they do no work. */
static bool rows_stand_still(sim *s, const mode *m) {
    expr_id *v = ARENA_ARRAY(s->a, expr_id, m->n + 1), *zero = ARENA_ARRAY(s->a, expr_id, m->n + 1);
    for (int i = 0; i < m->n; i++) {
        v[i] = expr_var(s->m->g, s->m->coords[m->eq.coords[i]].v);
        zero[i] = expr_int(s->m->g, 0);
    }
    for (int k = 0; k < m->m; k++) {
        expr_id drift = m->eq.f_dot[k];
        for (int i = 0; i < m->n; i++) { /* linear in the velocities */
            expr_id slope = m->eq.A[k * m->n + i];
            if (slope.i && expr_kinds(s->m->g, slope) & (1u << VAR_VELOCITY | 1u << VAR_STATE))
                return false;
        }
        if (drift.i && m->n)
            expr_substitute(s->m->g, &drift, 1, v, zero, (size_t)m->n, &drift);
        if (drift.i && !expr_is_zero(s->m->g, drift))
            return false;
    }
    return true;
}

/* The power of all but constraints, on these; false where that is not so simple. */
static bool find_power(sim *s, const mode *m, expr_id *power) {
    *power = m->eq.power.i ? m->eq.power : expr_int(s->m->g, 0);
    if (expr_is_zero(s->m->g, *power))
        return true;
    if (m->eq.unsymmetric || !rows_stand_still(s, m))
        return false;
    for (int k = 0; k < m->m; k++) {
        expr_id lambda = expr_var(s->m->g, s->m->rows[m->eq.rows[k]].lambda), zero = expr_int(s->m->g, 0);
        expr_substitute(s->m->g, power, 1, &lambda, &zero, 1, power);
    }
    return true;
}

/* What is made of the energy, less the work that has gone in say, may be the same everywhere in a step: its ends tell
   all. */
static bool is_kept(sim *s, const mode *m, size_t reducer) {
    enum { ENERGY = 2 }; /* after kinetic and potential */
    graph *g = s->m->g;
    expr_id e = m->choice.system->reducers[reducer], power;
    unsigned kinds = expr_kinds(g, e), solved = MODEL_SOLVED;
    if (!(kinds & 1u << VAR_ENERGY) || kinds & solved || !find_power(s, m, &power))
        return false;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(g) + 1);
    expr_mark_vars(g, &e, 1, used);
    expr_id rate = mech_acceleration(s->m, &m->eq, e);
    for (uint32_t v = 0; v < s->m->var_count; v++) {
        if (!used[v] || s->m->vars[v].kind != VAR_ENERGY)
            continue;
        if (s->m->vars[v].index != ENERGY)
            return false;
        rate = expr_add(g, rate, expr_mul(g, expr_derivative(g, e, v), power));
    }
    return expr_is_zero(g, rate);
}

static bool lies_within(sim *s, const mode *m, size_t reducer) {
    return record_is_sought(s, reducer) && !m->reducer_null[reducer] && !is_kept(s, m, reducer);
}

static branches find_branches(sim *s, const mode *m) {
    branches all = {0};
    for (size_t i = 0; i < s->m->reducer_count; i++)
        if (lies_within(s, m, i)) {
            double sign = s->m->reducers[i].kind == REDUCE_MINIMUM ? -1 : 1;
            split(s, &all, (tops_branch){.reducer = i, .e = dynamics_reducer(s, m, i), .sign = sign});
        }
    return all;
}

static void find_inputs(sim *s, const mode *m, tops *w, const expr_id *roots) {
    size_t total = m->input_count - w->t_slot - 1;
    bool *used = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    expr_mark_vars(s->m->g, roots, w->count, used);
    for (size_t i = 2 * (size_t)m->n; i < total; i++)
        w->solved = w->solved || used[m->input_vars[w->t_slot + 1 + i]];
    expr_mark_vars(s->m->g, roots, 3 * w->count, used);
    w->input = ARENA_ARRAY(s->a, size_t, total + 1);
    for (size_t i = 0; i < total; i++)
        if (used[m->input_vars[w->t_slot + 1 + i]])
            w->input[w->used++] = i;
    LGR_ASSERT(w->used <= total);
}

static void make_room(sim *s, tops *w) {
    double **inputs[] = {&w->node, &w->series};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        *inputs[i] = ARENA_ARRAY(s->a, double, w->used *TOPS_NODES + 1);
    for (int i = 0; i < TOPS_BASES; i++) {
        w->base[i].series = ARENA_ARRAY(s->a, double, w->used *TOPS_NODES + 1);
        w->base[i].curvature = ARENA_ARRAY(s->a, double, w->used + 1);
    }
    w->value = base_arena_alloc(s->a, w->count * sizeof *w->value);
    w->radius = base_arena_alloc(s->a, w->count * sizeof *w->radius);
    w->spare = ARENA_ARRAY(s->a, double, w->count);
    w->ends = ARENA_ARRAY(s->a, tops_ends, w->count);
    w->lists = ARENA_ARRAY(s->a, int, (TOPS_DEPTH + 2) * w->count);
    for (int i = 0; i < TOPS_ELLIPSES; i++)
        num_series_growth(TOPS_LAST, ellipses[i], w->growth[i]);
    for (int many = 0; many < 2; many++)
        for (int i = 0; i < TOPS_ELLIPSES; i++) {
            int last = many ? NUM_SERIES_MOST : TOPS_LAST;
            w->error[many][0][i] = num_series_error(last, ellipses[i]);
            w->error[many][1][i] = num_series_slope_error(last, ellipses[i]);
            w->error[many][2][i] = num_series_curve_error(last, ellipses[i]);
        }
}

/* Values; rates, and the rates of those. */
static const tape *make_program(sim *s, const mode *m, tops *w) {
    const unsigned solved = MODEL_SOLVED;
    expr_id *roots = ARENA_ARRAY(s->a, expr_id, 3 * w->count), none = expr_int(s->m->g, 0);
    for (size_t k = 0; k < w->count; k++) {
        tops_branch *r = &w->branch[k];
        expr_id rate = none, second = none;
        r->smooth = !(expr_kinds(s->m->g, r->e) & solved);
        if (r->smooth)
            rate = mech_acceleration(s->m, &m->eq, r->e);
        r->curved = r->smooth && !(expr_kinds(s->m->g, rate) & solved);
        if (r->curved)
            second = mech_acceleration(s->m, &m->eq, rate);
        roots[k] = r->e;
        roots[w->count + 2 * k] = rate;
        roots[w->count + 2 * k + 1] = second;
    }
    find_inputs(s, m, w, roots);
    tape_group groups[] = {{.roots = roots, .count = w->count}, {.roots = roots + w->count, .count = 2 * w->count}};
    return tape_build(s->a, s->m->g, m->input_vars, m->input_count, s->m->param_count, groups, 2);
}

static void find_jumps(sim *s, tops *w, const tape *t) {
    bool *jumps = ARENA_ARRAY(s->a, bool, w->count), *kinks = ARENA_ARRAY(s->a, bool, 2 * w->count);
    tape_find_jumps(t, 1, s->a, jumps);
    tape_find_jumps(t, 2, s->a, kinks);
    for (size_t k = 0; k < w->count; k++) {
        w->branch[k].jumps = jumps[k];
        w->branch[k].kinks = kinks[2 * k];
    }
}

static void find_gaps(sim *s, const mode *m, tops *w) {
    for (size_t i = 0; i < w->count * m->margin_count; i++) {
        tops_branch *r = &w->branch[i / m->margin_count];
        const size_t k = i % m->margin_count;
        if (m->margins[k].gap && r->sign > 0 && !r->root &&
            expr_neg(s->m->g, r->e).i == m->groups[SEG_WATCH - 1].roots[2 * k].i)
            r->gap = k + 1;
    }
}

static tops *make(sim *s, mode *m) {
    tops *w = ARENA_NEW(s->a, tops);
    branches all = find_branches(s, m);
    w->count = all.list.len;
    w->branch = all.list.at;
    w->t_slot = m->t_slot;
    w->piece_version = -1;
    w->version = s->m->block.version - 1;
    if (!w->count)
        return w;
    const tape *t = make_program(s, m, w);
    w->values = dynamics_load_program(s, t);
    w->bounds = ARENA_ARRAY(s->a, tape_bounds, t->slot_count + 1);
    w->discs = ARENA_ARRAY(s->a, tape_disc, t->slot_count + 1);
    tape_bounds_init(t, w->bounds);
    tape_discs_init(t, w->discs);
    find_jumps(s, w, t);
    find_gaps(s, m, w);
    make_room(s, w);
    return w;
}

static void follow_params(const sim *s, tops *w) {
    if (w->version == s->m->block.version)
        return;
    w->version = s->m->block.version;
    dynamics_follow_params(w->values);
    for (size_t i = 0; i < s->m->param_count; i++) {
        const double x = w->values->slots[i];
        w->bounds[i] = (tape_bounds){x, x};
        w->discs[i] = (tape_disc){x, 0};
    }
    tape_bounds_run(w->values->t, 0, w->bounds);
    tape_discs_run(w->values->t, 0, w->discs);
}

/* The choices of pieces, which the energy may hold. */
static void load_pieces(const mode *m, tops *w) {
    if (!m->pieces || w->piece_version == m->pieces->version)
        return;
    w->piece_version = m->pieces->version;
    dynamics_pieces_copy(m, w->values->slots);
    for (size_t i = m->piece_slot; i < m->piece_slot + m->pieces->input_count; i++) {
        double x = m->pieces->values[i - m->piece_slot];
        w->bounds[i] = (tape_bounds){x, x};
        w->discs[i] = (tape_disc){x, 0};
    }
}

tops *record_tops_get(sim *s) {
    mode *m = s->mode;
    if (!m->tops) {
        arena *run = dynamics_kit_enter(s);
        m->tops = make(s, m);
        event_enclosure_look_for(s, m, m->tops->input, m->tops->used);
        m->stages_watched = m->stages_watched || m->tops->solved;
        dynamics_kit_leave(s, run);
    }
    tops *w = m->tops;
    if (!w->count)
        return NULL;
    follow_params(s, w);
    load_pieces(m, w);
    return w;
}

/* --- From both ends --- */

static uint32_t out_slot(const tops *w, size_t k) {
    return w->values->t->segments[1].out_slots[k];
}

tape_bounds record_tops_bounds(const tops *w, size_t k) {
    tape_bounds b = w->bounds[out_slot(w, k)];
    return w->branch[k].sign > 0 ? b : (tape_bounds){-b.high, -b.low};
}

double record_tops_radius(const tops *w, size_t k) {
    return w->discs[out_slot(w, k)].radius;
}

void record_tops_guess(sim *s, tops *w, double h) {
    LGR_ASSERT(h > 0);
    w->bounds[w->t_slot] = (tape_bounds){s->t, s->t + h};
    for (size_t u = 0; u < w->used; u++)
        w->bounds[w->t_slot + 1 + w->input[u]] = event_enclosure_guess_input(s, w->input[u], h);
    w->may_jump = tape_bounds_run(w->values->t, 1, w->bounds);
}

/* The most that a curve from a to b comes to, with slopes from low to high on the way. */
static double most_on_way(double a, double b, double low, double high) {
    double ends = fmax(a, b);
    if (!(high - low > 0) || !isfinite(high - low))
        return high == low ? ends : INFINITY;
    double x = fmin(1, fmax(0, (b - a - low) / (high - low)));
    return fmax(ends, fmin(a + high * x, b - low * (1 - x)));
}

bool record_tops_peaks_at_end(tape_bounds rate, const tape_bounds *second, const tops_ends *x, double bar) {
    if (second) {
        rate.high = fmin(rate.high, most_on_way(x->leaves, x->arrives, second->low, second->high));
        rate.low = fmax(rate.low, -most_on_way(-x->leaves, -x->arrives, -second->high, -second->low));
    }
    return rate.low >= 0 || rate.high <= 0 || most_on_way(x->start, x->end, rate.low, rate.high) <= bar;
}

static double root_at(const tops *w, size_t i) {
    return w->values->slots[w->values->t->segments[2].out_slots[i]];
}

static tape_bounds times(tape_bounds x, double factor) {
    return factor > 0 ? (tape_bounds){factor * x.low, factor * x.high} : (tape_bounds){factor * x.high, factor * x.low};
}

static tape_bounds rate_bounds(const tops *w, size_t k, int order, double factor) {
    return times(w->bounds[w->values->t->segments[2].out_slots[2 * k + (size_t)order - 1]], factor);
}

void record_tops_guess_rates(tops *w) {
    w->may_kink = tape_bounds_run(w->values->t, 2, w->bounds);
}

void record_tops_look_at_end(sim *s, tops *w, double h, bool end) {
    record_tops_show(s, w, h, end);
    record_tops_run(s, w);
    tape_run(w->values->code, 2, w->values->slots);
    for (size_t k = 0; k < w->count; k++) {
        double value = record_tops_value(w, k), rate = w->branch[k].sign * h * root_at(w, 2 * k);
        *(end ? &w->ends[k].end : &w->ends[k].start) = value;
        *(end ? &w->ends[k].arrives : &w->ends[k].leaves) = rate;
    }
}

bool record_tops_is_settled(const tops *w, size_t k, double h, double bar) {
    const tops_branch *r = &w->branch[k];
    if (!r->smooth || (r->jumps && w->may_jump))
        return false;
    bool curved = r->curved && !(r->kinks && w->may_kink);
    tape_bounds second = rate_bounds(w, k, 2, r->sign * h * h);
    return record_tops_peaks_at_end(rate_bounds(w, k, 1, r->sign * h), curved ? &second : NULL, &w->ends[k], bar);
}

/* An input at an end of the step, and by what its error is measured there. */
static tape_bounds around_end(const sim *s, size_t i, double h, bool end) {
    size_t n = (size_t)s->mode->n;
    const double *y = end ? s->next_y : s->y, *solved = end ? s->solved_end : s->solved_start;
    double x = i < 2 * n ? y[i] : solved[i - 2 * n], size = fabs(x);
    if (i < n)
        size += fabs(h * y[n + i]);
    else if (i < 2 * n)
        size += fabs(h * solved[i - n]);
    return (tape_bounds){x - s->tolerance * size, x + s->tolerance * size};
}

/* Where a branch may jump at this end it tells nothing of it. */
static void find_spare(sim *s, tops *w, double h, bool end) {
    const double part = 0.1;
    double t = end ? s->t + h : s->t, rounding = 4 * DBL_EPSILON * fabs(t);
    w->bounds[w->t_slot] = (tape_bounds){t - rounding, t + rounding};
    for (size_t u = 0; u < w->used; u++)
        w->bounds[w->t_slot + 1 + w->input[u]] = around_end(s, w->input[u], h, end);
    bool jumps = tape_bounds_run(w->values->t, 1, w->bounds);
    for (size_t k = 0; k < w->count; k++) {
        tape_bounds b = record_tops_bounds(w, k);
        double spare = part * 0.5 * (b.high - b.low) + 8 * DBL_EPSILON * fmax(fabs(b.low), fabs(b.high));
        if (isfinite(spare) && !(jumps && w->branch[k].jumps))
            w->spare[k] = fmax(w->spare[k], spare);
    }
}

void record_tops_find_spare(sim *s, tops *w, double h) {
    memset(w->spare, 0, w->count * sizeof *w->spare);
    for (int end = 0; end < 2; end++)
        find_spare(s, w, h, end);
}

/* --- From the dense output --- */

bool record_tops_show(sim *s, tops *w, double h, double theta) {
    LGR_ASSERT(theta >= 0 && theta <= 1);
    size_t n = (size_t)s->mode->n;
    bool end = theta == 0 || theta == 1;
    const double *y = theta == 0 ? s->y : theta == 1 ? s->next_y : s->work_y;
    const double *solved = theta == 0 ? s->solved_start : s->solved_end;
    double *slots = w->values->slots;
    if (!end)
        event_stepper_dense(s, theta, s->work_y);
    if (!end && w->solved) {
        if (!dynamics_evaluate(s, s->t + theta * h, s->work_y, NULL))
            return false;
        solved = dynamics_accelerations(s);
    }
    slots[w->t_slot] = s->t + theta * h;
    for (size_t u = 0; u < w->used; u++) {
        size_t i = w->input[u];
        slots[w->t_slot + 1 + i] = i < 2 * n ? y[i] : solved[i - 2 * n];
    }
    return true;
}

void record_tops_run(sim *s, tops *w) {
    dynamics_run_program(s, w->values);
}

double record_tops_value(const tops *w, size_t k) {
    return w->branch[k].sign * w->values->slots[out_slot(w, k)];
}

/* What is no more than rounding would grow beyond measure in an ellipse. */
static void find_series(const double *f, double *c) {
    double most = 0;
    num_series_through(f, TOPS_LAST, c);
    for (int k = 0; k <= TOPS_LAST; k++)
        most = greater_of(most, fabs(c[k]));
    for (int k = 0; k <= TOPS_LAST; k++)
        if (fabs(c[k]) <= 32 * DBL_EPSILON * most)
            c[k] = 0;
}

bool record_tops_sample(sim *s, tops *w, double h, double a, double b) {
    LGR_ASSERT(a < b);
    for (int j = 0; j <= TOPS_LAST; j++) {
        double x = num_series_node(TOPS_LAST, j);
        double theta = j == 0 ? a : j == TOPS_LAST ? b : 0.5 * (a + b) + 0.5 * (b - a) * x;
        if (!record_tops_show(s, w, h, theta))
            return false;
        for (size_t u = 0; u < w->used; u++)
            w->node[u * TOPS_NODES + (size_t)j] = w->values->slots[w->t_slot + 1 + w->input[u]];
        record_tops_run(s, w);
        for (size_t k = 0; k < w->count; k++)
            w->value[k][j * NUM_SERIES_MOST / TOPS_LAST] = record_tops_value(w, k);
    }
    for (size_t u = 0; u < w->used; u++)
        find_series(w->node + u * TOPS_NODES, w->series + u * TOPS_NODES);
    return true;
}

void record_tops_base(tops *w, int level, double a, double b) {
    LGR_ASSERT(level >= 0 && level < TOPS_BASES && a < b);
    tops_part *p = &w->base[level];
    w->level = level;
    p->a = a;
    p->b = b;
    memcpy(p->series, w->series, w->used * TOPS_NODES * sizeof *p->series);
    for (size_t u = 0; u < w->used; u++)
        p->curvature[u] = num_series_curvature(p->series + u * TOPS_NODES, TOPS_LAST);
}

/* A curve lies between the ends of its chord but for an eighth of its curvature; what is solved for is no polynomial.
 */
void record_tops_bound(sim *s, tops *w, double h, double a, double b) {
    const tops_part *base = &w->base[w->level];
    double left = 2 * (a - base->a) / (base->b - base->a) - 1, right = 2 * (b - base->a) / (base->b - base->a) - 1;
    double eighth = 0.125 * (right - left) * (right - left);
    w->bounds[w->t_slot] = (tape_bounds){s->t + a * h, s->t + b * h};
    for (size_t u = 0; u < w->used; u++) {
        const double *c = base->series + u * TOPS_NODES;
        double x = num_series_value(c, TOPS_LAST, left), y = num_series_value(c, TOPS_LAST, right);
        double spare = eighth * base->curvature[u];
        if (w->input[u] >= 2 * (size_t)s->mode->n)
            spare += fabs(c[TOPS_LAST]);
        w->bounds[w->t_slot + 1 + w->input[u]] = (tape_bounds){fmin(x, y) - spare, fmax(x, y) + spare};
    }
    tape_bounds_run(w->values->t, 1, w->bounds);
}

void record_tops_enclose(const tops *w) {
    for (size_t i = 0; i <= w->used; i++) {
        size_t slot = i < w->used ? w->t_slot + 1 + w->input[i] : w->t_slot;
        tape_bounds b = w->bounds[slot];
        w->discs[slot] = (tape_disc){0.5 * (b.low + b.high), 0.5 * (b.high - b.low)};
    }
    tape_discs_run(w->values->t, 1, w->discs);
}

void record_tops_continue(sim *s, tops *w, double h, double a, double b, int ellipse) {
    LGR_ASSERT(ellipse >= 0 && ellipse < TOPS_ELLIPSES);
    double rho = ellipses[ellipse];
    w->discs[w->t_slot] = (tape_disc){s->t + 0.5 * (a + b) * h, 0.25 * (b - a) * h * (rho + 1 / rho)};
    for (size_t u = 0; u < w->used; u++) {
        const double *c = w->series + u * TOPS_NODES;
        double radius = num_series_radius(c, TOPS_LAST, w->growth[ellipse]);
        if (w->input[u] >= 2 * (size_t)s->mode->n) /* for what comes after the last */
            radius += 2 * fabs(c[TOPS_LAST]) * w->growth[ellipse][TOPS_LAST];
        w->discs[w->t_slot + 1 + w->input[u]] = (tape_disc){c[0], radius};
    }
    tape_discs_run(w->values->t, 1, w->discs);
}
