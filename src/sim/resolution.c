/* Pulses, edges, fast sines and poles, by bounds of their arguments over parts of a step: see resolution.h. */
#include "sim/resolution.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"
#include "sim/pieces.h"
#include "tape/bounds.h"

/* How a function of one argument is judged. */
typedef enum narrowness {
    NARROW_PULSE, /* exp: nothing where the argument is far below zero */
    NARROW_EDGE,  /* tanh: constant where it is far from zero */
    NARROW_WAVE,  /* sin and cos: nowhere constant */
    NARROW_POLE   /* of a denominator or a base of a power: changes with its ratio */
} narrowness;

struct resolution {
    const tape *program; /* the arguments, from the mode's inputs */
    tape_bounds *bounds;
    narrowness *kind;
    size_t count;
    long run, piece_version; /* that the parameters and choices in `bounds` are of */
};

/* What is less than rounding beside one; what the stages of one step follow of an argument, of an angle, of a ratio. */
static const double negligible = 45, saturated = 20, most_change = 3, most_turn = 7, most_ratio = 8;

/* --- What is narrow --- */

/* A sum of coordinates: what steps are made for anyway. */
static bool is_plain(const graph *g, expr_id e) {
    const expr_node *n = graph_node(g, e);
    double factor;
    switch (n->op) {
    case EXPR_VAR:
        return (expr_kinds(g, e) & (1u << VAR_COORD | 1u << VAR_PARAM)) != 0;
    case EXPR_RATIONAL:
    case EXPR_REAL:
        return true;
    case EXPR_ADD:
    case EXPR_SUB:
        return is_plain(g, n->arg[0]) && is_plain(g, n->arg[1]);
    case EXPR_NEG:
        return is_plain(g, n->arg[0]);
    case EXPR_MUL:
        return expr_is_number(g, n->arg[0], &factor) && fabs(factor) <= most_turn && is_plain(g, n->arg[1]);
    default:
        return false;
    }
}

static bool moves(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & (1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY)) != 0;
}

static bool is_known(const graph *g, expr_id e) {
    return (expr_kinds(g, e) & (1u << VAR_ACCELERATION | 1u << VAR_LAMBDA | 1u << VAR_ENERGY | 1u << VAR_REACTION)) ==
           0;
}

/* The argument of a node that is judged, and how; EXPR_NONE for others. */
static expr_id judged(const graph *g, expr_id e, narrowness *kind) {
    const expr_node *n = graph_node(g, e);
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
        return is_plain(g, n->arg[0]) ? EXPR_NONE : n->arg[0];
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

resolution *resolution_create(sim *s, const mode *m) {
    graph *g = s->m->g;
    VEC(expr_id) arguments = {0};
    VEC(narrowness) kinds = {0};
    const uint32_t *below;
    size_t count, nodes;
    const expr_id *roots = pieces_moving_roots(s, m->choice.system, &count);
    nodes = expr_nodes_below(g, roots, count, &below);
    for (size_t i = 0; i < nodes; i++) {
        narrowness kind = NARROW_PULSE;
        expr_id e = judged(g, (expr_id){below[i]}, &kind);
        if (!e.i || !moves(g, e) || !is_known(g, e) || mode_names_dropped(s, m, e))
            continue;
        vec_push(s->a, &arguments, e);
        vec_push(s->a, &kinds, kind);
    }
    if (!arguments.len)
        return NULL;
    resolution *r = ARENA_NEW(s->a, resolution);
    const tape_group group = {.roots = arguments.at, .count = arguments.len};
    r->program = tape_build(s->a, g, m->input_vars, m->input_count, m->piece_slot, &group, 1);
    r->bounds = ARENA_ARRAY(s->a, tape_bounds, r->program->slot_count + 1);
    r->kind = kinds.at;
    r->count = arguments.len;
    r->run = r->piece_version = -1;
    tape_bounds_init(r->program, r->bounds);
    return r;
}

/* --- Bounds over a part of the step --- */

static tape_bounds point(double x) {
    return (tape_bounds){x, x};
}

static void load_constants(const sim *s, resolution *r) {
    const mode *m = s->mode;
    bool same = r->run == s->run && (!m->pieces || r->piece_version == m->pieces->version);
    if (same)
        return;
    r->run = s->run;
    r->piece_version = m->pieces ? m->pieces->version : 0;
    for (size_t i = 0; i < s->m->param_count; i++)
        r->bounds[i] = point(s->m->params[i].value);
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

typedef bool judgement(narrowness kind, tape_bounds x);

static bool all_within(const sim *s, resolution *r, double h, double a, double b, judgement *is, size_t which) {
    bound(s, r, h, a, b);
    return is(r->kind[which], r->bounds[r->program->segments[1].out_slots[which]]);
}

/* The end of the first part of the step, in so many halvings, over which the judgement holds. */
static double first_part(const sim *s, resolution *r, double h, judgement *is, size_t which) {
    enum { HALVINGS = 40 };
    double sure = 0, width = 1;
    for (int k = 0; k < HALVINGS; k++) {
        double from = is == is_quiet ? sure : 0; /* quiet part by part; what is followed, from its beginning */
        if (sure + width <= 1 && all_within(s, r, h, from, sure + width, is, which))
            sure += width;
        else
            width *= 0.5;
    }
    return sure;
}

/* Of narrow functions that are at work only those count that the stages do not follow. */
static double part_of_step(const sim *s, resolution *r, double h, size_t which) {
    double quiet = first_part(s, r, h, is_quiet, which);
    return quiet > 0 ? quiet : first_part(s, r, h, is_followed, which);
}

double resolution_limit(sim *s, double h) {
    resolution *r = s->mode->resolution;
    if (!r)
        return h;
    load_constants(s, r);
    bound(s, r, h, 0, 1);
    double part = 1;
    for (size_t k = 0; k < r->count; k++) {
        tape_bounds x = r->bounds[r->program->segments[1].out_slots[k]];
        if (is_quiet(r->kind[k], x) || is_followed(r->kind[k], x))
            continue;
        part = fmin(part, part_of_step(s, r, h, k));
        bound(s, r, h, 0, 1);
    }
    return part < 1 ? part * h : h;
}
