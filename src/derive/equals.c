/* Equal parts written alike: what simplification has left in two forms below functions, in denominators and powers
   becomes one, so that a page can give it one name. */
#include <math.h>

#include "algebra/operations.h"
#include "base/sort.h"
#include "derive/alike.h"
#include "derive/page.h"
#include "expr/terms.h"
#include "expr/walk.h"

enum { SHORTEST = 3, LONGEST = 80, MOST_PROOFS = 48 };

/* A part that may be another one's equal, with its values at random points. */
typedef struct part {
    expr_id e;
    size_t length;
    bool radicand;
    const double *value;
} part;

typedef struct equals {
    graph *g;
    arena *a;
    operation_counter counted;
    VEC(part) parts;
    VEC(expr_id) from, to;
    int proofs;
} equals;

static void add_part(equals *x, bool *known, expr_id e, bool radicand) {
    const expr_op op = expr_node_at(x->g, e)->op;
    if (known[e.i] || expr_op_table[op].arity == 0 || op >= EXPR_LT)
        return;
    const size_t length = algebra_count_operations(&x->counted, e);
    known[e.i] = length >= SHORTEST && length <= LONGEST;
    if (known[e.i])
        vec_push(x->a, &x->parts, (part){.e = e, .length = length, .radicand = radicand});
}

/* Radicands first: another of them may be met in a denominator. */
static void list_parts(equals *x, const uint32_t *nodes, size_t count) {
    bool *known = ARENA_ARRAY(x->a, bool, expr_graph_size(x->g));
    for (size_t k = 0; k < count; k++) {
        const expr_node n = *expr_node_at(x->g, (expr_id){nodes[k]});
        if (n.op == EXPR_SQRT)
            add_part(x, known, n.arg[0], true);
    }
    for (size_t k = 0; k < count; k++) {
        const expr_node n = *expr_node_at(x->g, (expr_id){nodes[k]});
        if (n.op == EXPR_DIV)
            add_part(x, known, n.arg[1], false);
        else if (n.op == EXPR_POW || (n.op > EXPR_SQRT && n.op <= EXPR_HYPOT))
            add_part(x, known, n.arg[0], false);
    }
}

static void evaluate(equals *x) {
    expr_id *roots = ARENA_ARRAY(x->a, expr_id, x->parts.len);
    for (size_t k = 0; k < x->parts.len; k++)
        roots[k] = x->parts.at[k].e;
    const double *values = derive_random_values(x->g, roots, x->parts.len, x->a);
    for (size_t k = 0; k < x->parts.len; k++)
        x->parts.at[k].value = &values[k * DERIVE_POINTS];
}

/* a = c b by their values, with c a quotient of small whole numbers; 0: not so. */
static number ratio_of(const part *a, const part *b) {
    enum { MOST_BELOW = 36 };
    const double near = 1e-11, c = a->value[0] / b->value[0], other = a->value[1] / b->value[1];
    if (!isfinite(c) || !isfinite(other) || fabs(c) < 1e-3 || fabs(c) > 1e3 || !(fabs(c - other) <= near * fabs(c)))
        return NUMBER_ZERO;
    for (int below = 1; below <= MOST_BELOW; below++)
        if (fabs(round(c * below) - c * below) <= near * fabs(c * below))
            return number_ratio((int64_t)round(c * below), below);
    return NUMBER_ZERO;
}

/* The part as a multiple of one before it: of a radicand, of another part itself. */
static void join(equals *x, size_t k) {
    const part *own = &x->parts.at[k];
    for (size_t i = 0; i < k && x->proofs < MOST_PROOFS; i++) {
        const part *other = &x->parts.at[i];
        const number c = ratio_of(own, other);
        if (number_is(c, 0) || (!number_is(c, 1) && (!other->radicand || own->radicand)))
            continue;
        const expr_id multiple = expr_mul(x->g, expr_number(x->g, c), other->e);
        x->proofs++;
        if (!derive_is_same(x->g, own->e, multiple))
            continue;
        vec_push(x->a, &x->from, own->e);
        vec_push(x->a, &x->to, multiple);
        return;
    }
}

static bool comes_first(const void *left, const void *right) {
    const part *a = left, *b = right;
    if (a->radicand != b->radicand)
        return a->radicand;
    return a->length != b->length ? a->length < b->length : a->e.i < b->e.i;
}

void derive_page_join_equals(derive_page *p) {
    enum { MOST_PARTS = 400 };
    equals x = {.g = p->m->g, .a = base_arena_create()};
    x.counted = (operation_counter){.g = x.g, .memory = x.a};
    const page_places places = derive_page_list_places(p, x.a);
    expr_id *roots = ARENA_ARRAY(x.a, expr_id, places.count);
    for (size_t k = 0; k < places.count; k++)
        roots[k] = *places.at[k];
    const uint32_t *nodes;
    const size_t count = expr_nodes_below(x.g, roots, places.count, &nodes);
    list_parts(&x, nodes, count);
    if (x.parts.len > 1 && x.parts.len <= MOST_PARTS) {
        base_sort(x.parts.at, x.parts.len, sizeof *x.parts.at, comes_first, x.a);
        evaluate(&x);
        for (size_t k = 1; k < x.parts.len; k++)
            join(&x, k);
        expr_substitute(x.g, roots, places.count, x.from.at, x.to.at, x.from.len, roots);
        for (size_t k = 0; k < places.count; k++)
            *places.at[k] = roots[k];
    }
    base_arena_destroy(x.a);
}
