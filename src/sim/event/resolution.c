/* Pulses, edges, fast sines and poles, by bounds of their arguments over parts of a step: see resolution.h. */
#include "sim/event/resolution.h"
#include "expr/walk.h"
#include "sim/diagnose/diagnose.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "tape/bounds/bounds.h"

#include <math.h>
#include <string.h>

struct resolution {
    const tape *program; /* the arguments, from the mode's inputs */
    tape_bounds *bounds;
    double *slots; /* of the program at one state */
    narrowness *kind;
    const expr_id *node, *argument; /* per function: itself, and what it is judged by */
    size_t count, timed;            /* those of time alone come first */
    bool *open, *quiet;             /* per function: it may shorten the step at hand, it begins quiet there */
    bool *idle;                     /* per function: it does not count at live_version */
    long version, piece_version;    /* of the parameters and choices in `bounds` */
    long live_version;              /* of the parameters and choices that `idle` belongs to */
};

/* What is less than rounding beside one; what the stages of one step follow of an argument, of an angle, of a ratio. */
static const double negligible = 45, saturated = 20, most_change = 3, most_turn = 7, most_ratio = 8;

/* --- What is narrow --- */

static bool is_pure(const model *m, uint32_t var) {
    return m->vars[var].kind == VAR_COORD && dim_is_one(m->coords[m->vars[var].index].dim);
}

/* What is known of sums, which share their parts: per node, for each way to look at it. */
typedef struct plain_sums {
    const model *m;
    bool *known[2], *plain[2];
} plain_sums;

static bool is_plain(const plain_sums *p, expr_id e, bool times);

static bool is_plain_sum(const plain_sums *p, expr_id e, bool times) {
    const expr_node *n = expr_node_at(p->m->g, e);
    if (!p->known[times][e.i]) {
        p->known[times][e.i] = true;
        p->plain[times][e.i] = is_plain(p, n->arg[0], times) && is_plain(p, n->arg[1], times);
    }
    return p->plain[times][e.i];
}

/* A sum of coordinates, without units where they have factors: what steps are made for anyway. */
static bool is_plain(const plain_sums *p, expr_id e, bool times) {
    const model *m = p->m;
    const expr_node *n = expr_node_at(m->g, e);
    double factor;
    switch (n->op) {
    case EXPR_VAR:
        return is_pure(m, n->var) || (!times && (expr_kinds(m->g, e) & (1u << VAR_COORD | 1u << VAR_PARAM)) != 0);
    case EXPR_RATIONAL:
    case EXPR_REAL:
        return true;
    case EXPR_ADD:
    case EXPR_SUB:
        return is_plain_sum(p, e, times);
    case EXPR_NEG:
        return is_plain(p, n->arg[0], times);
    case EXPR_MUL:
        return expr_is_number(m->g, n->arg[0], &factor) && fabs(factor) <= most_turn && is_plain(p, n->arg[1], true);
    default:
        return false;
    }
}

/* Without what is solved for. */
static bool is_known(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & (MODEL_SOLVED | 1u << VAR_ENERGY | 1u << VAR_REACTION)) == 0;
}

/* The argument of a node that is judged, and how; EXPR_NONE for others. */
static expr_id judged(const plain_sums *p, expr_id e, narrowness *kind) {
    const graph *g = p->m->g;
    const expr_node *n = expr_node_at(g, e);
    double exponent;
    switch (n->op) {
    case EXPR_EXP:
        *kind = NARROW_PULSE;
        return n->arg[0];
    case EXPR_TANH:
    case EXPR_SINH:
    case EXPR_COSH:
        *kind = NARROW_EDGE;
        return n->arg[0];
    case EXPR_SIN:
    case EXPR_COS:
        *kind = NARROW_WAVE;
        return is_plain(p, n->arg[0], false) ? EXPR_NONE : n->arg[0];
    case EXPR_DIV:
        *kind = NARROW_POLE;
        return n->arg[1];
    case EXPR_POW:
        *kind = NARROW_POLE;
        return expr_is_number(g, n->arg[1], &exponent) && exponent > 0 ? EXPR_NONE : n->arg[0];
    default:
        return EXPR_NONE;
    }
}

typedef struct narrow_list {
    VEC(expr_id) nodes;
    VEC(expr_id) arguments;
    VEC(narrowness) kinds;
} narrow_list;

/* Those among the nodes that depend on time alone, or the others. */
static void collect(sim *s, const mode *m, const plain_sums *p, const uint32_t *nodes, size_t count, bool timed,
                    narrow_list *list) {
    const graph *g = s->m->g;
    for (size_t i = 0; i < count; i++) {
        narrowness kind = NARROW_PULSE;
        expr_id e = judged(p, (expr_id){nodes[i]}, &kind);
        if (!e.i || !dynamics_pieces_changes(g, e) || !is_known(g, e) || dynamics_names_dropped(s, m->dropped, e))
            continue;
        if (timed != ((expr_kinds(g, e) & (1u << VAR_COORD | 1u << VAR_VELOCITY | 1u << VAR_STATE)) == 0))
            continue;
        vec_push(s->a, &list->nodes, ((expr_id){nodes[i]}));
        vec_push(s->a, &list->arguments, e);
        vec_push(s->a, &list->kinds, kind);
    }
}

/* Those of time alone first, `timed` of them. */
static narrow_list find_narrow(sim *s, const mode *m, size_t *timed) {
    graph *g = s->m->g;
    narrow_list list = {0};
    const uint32_t *below;
    size_t count;
    const expr_id *roots = dynamics_pieces_moving_roots(s, m->choice.system, &count);
    count = expr_nodes_below(g, roots, count, &below);
    arena *scratch = base_arena_create();
    plain_sums plain = {.m = s->m};
    for (int times = 0; times < 2; times++) {
        plain.known[times] = ARENA_ARRAY(scratch, bool, expr_graph_size(g));
        plain.plain[times] = ARENA_ARRAY(scratch, bool, expr_graph_size(g));
    }
    collect(s, m, &plain, below, count, true, &list);
    *timed = list.arguments.len;
    collect(s, m, &plain, below, count, false, &list);
    base_arena_destroy(scratch);
    return list;
}

resolution *event_resolution_create(sim *s, const mode *m) {
    graph *g = s->m->g;
    size_t timed;
    const narrow_list list = find_narrow(s, m, &timed);
    LGR_ASSERT(timed <= list.arguments.len && list.kinds.len == list.arguments.len);
    if (!list.arguments.len)
        return NULL;
    resolution *r = ARENA_NEW(s->a, resolution);
    const tape_group group = {.roots = list.arguments.at, .count = list.arguments.len};
    r->program = tape_build(s->a, g, m->input_vars, m->input_count, m->piece_slot, &group, 1);
    r->bounds = ARENA_ARRAY(s->a, tape_bounds, r->program->slot_count + 1);
    r->slots = ARENA_ARRAY(s->a, double, r->program->slot_count + 1);
    r->kind = list.kinds.at;
    r->node = list.nodes.at;
    r->argument = list.arguments.at;
    r->count = list.arguments.len;
    r->open = ARENA_ARRAY(s->a, bool, 3 * r->count);
    r->quiet = r->open + r->count;
    r->idle = r->quiet + r->count;
    r->timed = timed;
    r->version = s->m->block.version - 1;
    r->piece_version = r->live_version = -1;
    tape_bounds_init(r->program, r->bounds);
    tape_scalar.init(r->program, r->slots);
    return r;
}

narrow_functions event_resolution_functions(const resolution *r) {
    return (narrow_functions){r->program, r->kind, r->node, r->argument, r->count, r->timed};
}

/* --- Bounds over a part of the step --- */

static tape_bounds point(double x) {
    return (tape_bounds){x, x};
}

static void load_constants(const sim *s, resolution *r) {
    const mode *m = s->mode;
    bool same = r->version == s->m->block.version && (!m->pieces || r->piece_version == m->pieces->version);
    if (same)
        return;
    r->version = s->m->block.version;
    r->piece_version = m->pieces ? m->pieces->version : 0;
    for (size_t i = 0; i < s->m->param_count; i++)
        r->bounds[i] = point(model_value_of(s->m, &s->m->params[i]));
    for (size_t i = 0; m->pieces && i < m->pieces->input_count; i++)
        r->bounds[m->piece_slot + i] = point(m->pieces->values[i]);
    tape_bounds_run(r->program, 0, r->bounds);
}

/* The control points of a polynomial on [0, 1] become those on [a, b] (de Casteljau); their hull holds it. */
static tape_bounds hull_within(double *control, int count, double a, double b) {
    for (int k = 1; k < count; k++)
        for (int i = count - 1; i >= k; i--)
            control[i] = control[i - 1] + b * (control[i] - control[i - 1]);
    double from = b > 0 ? a / b : 0;
    for (int k = 1; k < count; k++)
        for (int i = 0; i < count - k; i++)
            control[i] += from * (control[i + 1] - control[i]);
    tape_bounds hull = point(control[0]);
    for (int i = 1; i < count; i++)
        hull = (tape_bounds){fmin(hull.low, control[i]), fmax(hull.high, control[i])};
    return hull;
}

/* Coordinate i, or velocity i - n, as Hermite's polynomial through both ends of the step. */
static tape_bounds motion_within(const sim *s, size_t i, double h, double a, double b) {
    const size_t n = (size_t)s->mode->n;
    const double *y = s->y, *z = s->next_y, *from = s->solved_start, *to = s->solved_end;
    if (i >= n) {
        double slope = h * from[i - n] / 3, slope_at_end = h * to[i - n] / 3;
        double control[] = {y[i], y[i] + slope, z[i] - slope_at_end, z[i]};
        return hull_within(control, 4, a, b);
    }
    double v = h * y[n + i] / 5, w = h * z[n + i] / 5, bend = h * h * from[i] / 20, bend_at_end = h * h * to[i] / 20;
    double control[] = {y[i], y[i] + v, y[i] + 2 * v + bend, z[i] - 2 * w + bend_at_end, z[i] - w, z[i]};
    return hull_within(control, 6, a, b);
}

static void bound(const sim *s, resolution *r, double h, double a, double b) {
    const mode *m = s->mode;
    r->bounds[m->t_slot] = (tape_bounds){s->t + a * h, s->t + b * h};
    for (size_t i = 0; i < 2 * (size_t)m->n; i++)
        r->bounds[m->q_slot + i] = motion_within(s, i, h, a, b);
    tape_bounds_run(r->program, 1, r->bounds);
}

/* --- What may be taken --- */

/* Nothing happens there, whatever the argument does. */
static bool is_quiet(narrowness kind, tape_bounds x) {
    switch (kind) {
    case NARROW_PULSE:
        return x.high < -negligible;
    case NARROW_EDGE:
        return x.low > saturated || x.high < -saturated;
    default:
        return false;
    }
}

/* The stages follow it. */
static bool is_followed(narrowness kind, tape_bounds x) {
    switch (kind) {
    case NARROW_WAVE:
        return x.high - x.low <= most_turn;
    case NARROW_POLE: /* what passes zero is no pole that is only approached: the error control sees it */
        return x.low > 0 ? x.high <= most_ratio * x.low : x.high >= 0 || x.low >= most_ratio * x.high;
    default:
        return x.high - x.low <= most_change;
    }
}

/* --- What counts --- */

/* What stands in the arm of a condition that is not chosen, where it often has a pole, does not count. */
static void find_idle(sim *s, resolution *r) {
    const long version = dynamics_choices_version(s);
    if (r->live_version == version)
        return;
    r->live_version = version;
    arena *scratch = base_arena_create();
    bool *asked = ARENA_ARRAY(scratch, bool, expr_graph_size(s->m->g));
    dynamics_pieces_mark_asked(s, asked, scratch);
    for (size_t k = 0; k < r->count; k++)
        r->idle[k] = !asked[r->node[k].i];
    base_arena_destroy(scratch);
}

typedef bool judgement(narrowness kind, tape_bounds x);

static bool all_within(const sim *s, resolution *r, double h, double a, double b, judgement *is, size_t which) {
    bound(s, r, h, a, b);
    return is(r->kind[which], r->bounds[r->program->segments[1].out_slots[which]]);
}

enum { HALVINGS = 12 };

/* The end of the first part of the step, in so many halvings, over which the judgement holds. */
static double first_part(const sim *s, resolution *r, double h, judgement *is, size_t which) {
    double sure = 0, width = 1;
    for (int k = 0; k < HALVINGS; k++) {
        double from = is == is_quiet ? sure : 0; /* quiet part by part; what is followed, from its beginning */
        if (sure + width <= 1 && all_within(s, r, h, from, sure + width, is, which))
            sure += width;
        else
            width *= 0.5;
    }
    return fmax(sure, width); /* what is shorter is found in the step up to there */
}

static tape_bounds bounds_of(const resolution *r, size_t which) {
    return r->bounds[r->program->segments[1].out_slots[which]];
}

/* By how much its argument changes more than the stages follow; infinite where that is not known. */
static double excess_of(const resolution *r, size_t which) {
    const tape_bounds x = bounds_of(r, which);
    const double ratio = x.low > 0 ? x.high / x.low : x.low / x.high;
    const double excess = r->kind[which] == NARROW_POLE   ? ratio / most_ratio
                          : r->kind[which] == NARROW_WAVE ? (x.high - x.low) / most_turn
                                                          : (x.high - x.low) / most_change;
    return isnan(excess) ? INFINITY : excess;
}

/* Marks those of the first so many functions that are at work in the whole step and not followed; whether there are
   any. What begins quiet has to be quiet, the others only count where the stages do not follow them. */
static bool mark_unsettled(sim *s, resolution *r, double h, size_t count) {
    bool any = false;
    bound(s, r, h, 0, 1);
    for (size_t k = 0; k < count; k++) {
        const tape_bounds x = bounds_of(r, k);
        any |= r->open[k] = !is_quiet(r->kind[k], x) && !is_followed(r->kind[k], x);
    }
    if (!any)
        return false;
    find_idle(s, r);
    bound(s, r, h, 0, 1.0 / (1 << HALVINGS));
    for (size_t k = 0; k < count; k++) {
        r->open[k] = r->open[k] && !r->idle[k];
        r->quiet[k] = is_quiet(r->kind[k], bounds_of(r, k));
    }
    return true;
}

/* The arguments where the step begins. */
static void evaluate_at_start(const sim *s, resolution *r) {
    bound(s, r, 0, 0, 0);
    for (size_t i = 0; i < r->program->input_count; i++)
        r->slots[i] = r->bounds[i].low;
    tape_scalar.run(r->program, 0, r->slots);
    tape_scalar.run(r->program, 1, r->slots);
}

/* No shorter step sees more of an argument whose bounds are unknown as the step begins: where it has no value there
   either, the run ends, which is false. */
static bool begin_with_values(sim *s, resolution *r, size_t count) {
    bool unknown = false;
    for (size_t k = 0; k < count && !unknown; k++)
        unknown = r->open[k] && !isfinite(excess_of(r, k));
    if (!unknown)
        return true;
    evaluate_at_start(s, r);
    for (size_t k = 0; k < count; k++) {
        if (!r->open[k] || isfinite(excess_of(r, k)))
            continue;
        if (!isfinite(r->slots[r->program->segments[1].out_slots[k]])) {
            diagnose_argument(s, r->argument[k]);
            return false;
        }
        r->open[k] = false;
    }
    return true;
}

/* Of the functions left the one that is followed least over the first part of the step, or `count` if there is none
   that would shorten it. */
static size_t find_worst(const resolution *r, size_t count) {
    size_t worst = count;
    double most = 0;
    for (size_t k = 0; k < count; k++) {
        const tape_bounds x = bounds_of(r, k);
        if (!r->open[k] || is_quiet(r->kind[k], x) || (!r->quiet[k] && is_followed(r->kind[k], x)))
            continue;
        const double excess = excess_of(r, k);
        if (worst == count || excess > most) {
            worst = k;
            most = excess;
        }
    }
    return worst;
}

/* Of the first so many functions: the worst shortens the step first, so that few others remain to be looked at. */
static double limit_by(sim *s, double h, size_t count) {
    resolution *r = s->mode->resolution;
    load_constants(s, r);
    if (!mark_unsettled(s, r, h, count))
        return h;
    if (!begin_with_values(s, r, count))
        return 0;
    double part = 1;
    for (;;) {
        bound(s, r, h, 0, part);
        const size_t k = find_worst(r, count);
        if (k == count)
            break;
        r->open[k] = false;
        part = fmin(part, first_part(s, r, h, r->quiet[k] ? is_quiet : is_followed, k));
    }
    LGR_ASSERT(part > 0);
    return part < 1 ? part * h : h;
}

double event_resolution_limit(sim *s, double h) {
    return s->mode->resolution ? limit_by(s, h, s->mode->resolution->count) : h;
}

double event_resolution_foresee(sim *s, double h) {
    const resolution *r = s->mode->resolution;
    return r && r->timed ? limit_by(s, h, r->timed) : h;
}
