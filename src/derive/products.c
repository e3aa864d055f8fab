/* A page tidied up: equal factors joined, x*(x*y/z) as x^2*y/z, double angles, like terms, choices that are none. */
#include "base/vec.h"
#include "derive/factors.h"
#include "derive/page.h"
#include "derive/tidy.h"
#include "expr/terms.h"
#include "expr/walk.h"

enum { MOST_KNOWN = 8, MOST_DIFFERENCES = 200 };

/* Angles of which sin 2u or cos 2u stands on the page. */
typedef struct doubled {
    int count;
    expr_id at[16];
} doubled;

static void list_doubled(const graph *g, const uint32_t *nodes, size_t count, doubled *d) {
    const int most = sizeof d->at / sizeof *d->at;
    for (size_t k = 0; k < count && d->count < most; k++) {
        const expr_node *n = expr_node_at(g, (expr_id){nodes[k]});
        double times = 0;
        if (n->op != EXPR_SIN && n->op != EXPR_COS)
            continue;
        const expr_node *angle = expr_node_at(g, n->arg[0]);
        if (angle->op == EXPR_MUL && expr_is_number(g, angle->arg[0], &times) && times == 2)
            d->at[d->count++] = angle->arg[1];
    }
}

static bool is_simple(const derive_factors *p, int k, expr_op op) {
    return expr_node_at(p->g, p->at[k].base)->op == op && p->at[k].power == 1 && !p->at[k].below;
}

/* sin u cos u is written sin(2 u)/2 where the page has 2 u anyway. */
static void double_angles(derive_factors *p, const doubled *d) {
    for (int k = 0; k < p->count; k++)
        for (int j = 0; is_simple(p, k, EXPR_SIN) && j < p->count; j++) {
            const expr_id u = expr_node_at(p->g, p->at[k].base)->arg[0];
            bool known = false;
            for (int i = 0; i < d->count; i++)
                known = known || expr_same(d->at[i], u);
            if (!known || !is_simple(p, j, EXPR_COS) || !expr_same(expr_node_at(p->g, p->at[j].base)->arg[0], u))
                continue;
            const expr_id twice = expr_mul(p->g, expr_int(p->g, 2), u);
            p->at[k].base = expr_unary(p->g, EXPR_SIN, twice);
            p->at[j].base = expr_rational(p->g, 1, 2);
            p->joined = true;
        }
}

static bool is_sum(expr_op op) {
    return op == EXPR_ADD || op == EXPR_SUB || op == EXPR_NEG;
}

/* a - b of constants that are no sums. */
static bool is_difference(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    if (n->op != EXPR_SUB || (expr_kinds(g, e) & ~(1u << VAR_PARAM)))
        return false;
    return !is_sum(expr_node_at(g, n->arg[0])->op) && !is_sum(expr_node_at(g, n->arg[1])->op);
}

/* Of a - b and b - a the one that is positive, or that begins with what is older. */
static bool is_better(const model *m, expr_id one, expr_id other) {
    const double value = expr_eval(m->g, one, model_values(m));
    return value > 0 || (!(value < 0) && one.i < other.i);
}

/* Differences that stand with the other sign too, where that is better: (R - r) for (r - R), times -1. */
typedef struct turned {
    expr_id *from, *to;
    size_t count;
} turned;

static turned list_turned(const model *m, const uint32_t *found, size_t nodes, arena *a) {
    graph *g = m->g;
    expr_id *at = ARENA_ARRAY(a, expr_id, MOST_DIFFERENCES);
    turned t = {ARENA_ARRAY(a, expr_id, MOST_DIFFERENCES), ARENA_ARRAY(a, expr_id, MOST_DIFFERENCES), 0};
    size_t count = 0;
    for (size_t k = 0; k < nodes && count < MOST_DIFFERENCES; k++)
        if (is_difference(g, (expr_id){found[k]}))
            at[count++] = (expr_id){found[k]};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            const expr_node *own = expr_node_at(g, at[i]), *other = expr_node_at(g, at[k]);
            if (!expr_same(own->arg[0], other->arg[1]) || !expr_same(own->arg[1], other->arg[0]) ||
                is_better(m, at[i], at[k]))
                continue;
            t.from[t.count] = at[i];
            t.to[t.count++] = at[k];
        }
    return t;
}

/* Whether the product has another sign then. */
static bool turn_differences(derive_factors *p, const turned *t) {
    bool minus = false;
    for (int k = 0; k < p->count; k++)
        for (size_t i = 0; i < t->count; i++)
            if (expr_same(p->at[k].base, t->from[i]) && p->at[k].power % 2 != 0) {
                p->at[k].base = t->to[i];
                p->joined = true;
                minus = !minus;
                break;
            }
    return minus;
}

static expr_id joined(graph *g, expr_id e, const doubled *d, const turned *t) {
    derive_factors p = derive_factors_of(g, e);
    if (p.over)
        return e;
    double_angles(&p, d);
    const bool minus = turn_differences(&p, t);
    const expr_id written = p.joined ? derive_factors_written(&p) : e;
    return minus ? expr_neg(g, written) : written;
}

/* Where these conditions hold: a choice by one of them is none. */
static expr_id decided(graph *g, expr_id e, expr_id *known, int count) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op != EXPR_SELECT)
        return e;
    for (int k = 0; k < count; k++)
        if (expr_same(known[k], n.arg[0]))
            return decided(g, n.arg[1], known, count);
    if (count == MOST_KNOWN)
        return e;
    known[count] = n.arg[0];
    const expr_id yes = decided(g, n.arg[1], known, count + 1);
    return expr_same(yes, n.arg[1]) ? e : expr_select(g, n.arg[0], yes, n.arg[2]);
}

/* Of sums only those that are no terms of others: these are looked at with them. */
static void mark_whole_sums(const graph *g, const uint32_t *nodes, size_t count, bool *whole) {
    for (size_t k = 0; k < count; k++) {
        const expr_node *n = expr_node_at(g, (expr_id){nodes[k]});
        for (int j = 0; j < expr_op_table[n->op].arity; j++)
            whole[n->arg[j].i] = whole[n->arg[j].i] || !is_sum(n->op);
    }
}

static expr_id tidied(const model *m, expr_id e, bool whole, const doubled *d, const turned *t, arena *a) {
    graph *g = m->g;
    switch (expr_node_at(g, e)->op) {
    case EXPR_MUL:
    case EXPR_DIV:
        return joined(g, e, d, t);
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_NEG:
        return whole ? derive_tidy_dust(m, derive_tidy_sum(g, e, a), a) : e;
    case EXPR_SELECT:
        return decided(g, e, (expr_id[MOST_KNOWN]){EXPR_NONE}, 0);
    case EXPR_REAL:
        return derive_tidy_number(g, e);
    default:
        return e;
    }
}

static void tidy_all(const model *m, expr_id *const *places, size_t count, arena *a) {
    graph *g = m->g;
    expr_id *roots = ARENA_ARRAY(a, expr_id, count);
    for (size_t i = 0; i < count; i++)
        roots[i] = *places[i];
    derive_tidy_numbers(g, roots, count, a);
    derive_tidy_angles(g, roots, count, a);
    const uint32_t *found;
    size_t nodes = expr_nodes_below(g, roots, count, &found);
    uint32_t *order = ARENA_ARRAY(a, uint32_t, nodes);
    expr_id *to = ARENA_ARRAY(a, expr_id, expr_graph_size(g));
    for (size_t k = 0; k < nodes; k++)
        order[k] = found[k];
    doubled twice = {0};
    list_doubled(g, order, nodes, &twice);
    const turned turns = list_turned(m, order, nodes, a);
    bool *whole = ARENA_ARRAY(a, bool, expr_graph_size(g));
    mark_whole_sums(g, order, nodes, whole);
    for (size_t i = 0; i < count; i++)
        whole[roots[i].i] = true;
    for (size_t k = 0; k < nodes; k++) {
        const expr_node n = *expr_node_at(g, (expr_id){order[k]});
        expr_id arg[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE}, e = {order[k]};
        bool same = true;
        for (int j = 0; j < expr_op_table[n.op].arity; j++) {
            arg[j] = to[n.arg[j].i];
            same = same && expr_same(arg[j], n.arg[j]);
        }
        if (!same)
            e = expr_make(g, n.op, arg[0], arg[1], arg[2]);
        to[order[k]] = tidied(m, e, whole[order[k]], &twice, &turns, a);
    }
    for (size_t i = 0; i < count; i++)
        *places[i] = to[roots[i].i];
}

void derive_page_tidy(derive_page *p) {
    arena *a = base_arena_create();
    const page_places places = derive_page_list_places(p, a);
    tidy_all(p->m, places.at, places.count, a);
    base_arena_destroy(a);
}
