/* What simplification leaves to the page as a whole: one sign for each angle, products over
   sums. */
#include "derive/tidy.h"
#include "expr/terms.h"
#include "expr/walk.h"

enum { MOST_TERMS = 16, MOST_DEPTH = 32, MOST_OF_ANGLE = 6, MOST_ANGLES = 1024 };

/* c * rest; a number alone has no rest. */
typedef struct term {
    expr_id rest;
    number c;
} term;

typedef struct sum {
    int count;
    bool over; /* more terms than are looked at */
    term at[MOST_TERMS];
} sum;

static term term_of(graph *g, expr_id e) {
    term t = {e, NUMBER_ONE};
    for (const expr_node *n = expr_node_at(g, e); n->op == EXPR_NEG; n = expr_node_at(g, t.rest)) {
        t.c = number_neg(t.c);
        t.rest = n->arg[0];
    }
    const expr_node *n = expr_node_at(g, t.rest);
    if (expr_is_number(g, t.rest, NULL)) {
        t.c = number_mul(t.c, expr_number_of(g, t.rest));
        t.rest = EXPR_NONE;
    } else if (n->op == EXPR_MUL && expr_is_number(g, n->arg[0], NULL)) {
        t.c = number_mul(t.c, expr_number_of(g, n->arg[0]));
        t.rest = n->arg[1];
    }
    return t;
}

static void add_terms(graph *g, expr_id e, int sign, int depth, sum *s) {
    const expr_node *n = expr_node_at(g, e);
    expr_id left = n->arg[0], right = n->arg[1];
    bool minus = n->op == EXPR_SUB;
    s->over = s->over || depth == MOST_DEPTH || s->count == MOST_TERMS;
    if (s->over)
        return;
    if (n->op == EXPR_ADD || n->op == EXPR_SUB) {
        add_terms(g, right, minus ? -sign : sign, depth + 1, s);
        add_terms(g, left, sign, depth + 1, s);
    } else if (n->op == EXPR_NEG) {
        add_terms(g, left, -sign, depth + 1, s);
    } else {
        term t = term_of(g, e);
        t.c = sign < 0 ? number_neg(t.c) : t.c;
        s->at[s->count++] = t;
    }
}

/* The arguments of sines and cosines that are sums, each once. */
typedef struct angles {
    int count;
    expr_id at[MOST_ANGLES];
} angles;

static void list_angles(const graph *g, const uint32_t *nodes, size_t count, angles *list) {
    for (size_t k = 0; k < count && list->count < MOST_ANGLES; k++) {
        const expr_node *n = expr_node_at(g, (expr_id){nodes[k]});
        if (n->op != EXPR_SIN && n->op != EXPR_COS)
            continue;
        expr_op op = expr_node_at(g, n->arg[0])->op;
        bool fresh = op == EXPR_ADD || op == EXPR_SUB || op == EXPR_NEG;
        for (int j = 0; fresh && j < list->count; j++)
            fresh = !expr_same(list->at[j], n->arg[0]);
        if (fresh)
            list->at[list->count++] = n->arg[0];
    }
}

static const term *first_of(const sum *s) {
    const term *first = &s->at[0];
    for (int k = 1; k < s->count; k++)
        first = s->at[k].rest.i < first->rest.i ? &s->at[k] : first;
    return first;
}

static bool is_opposite(const sum *a, const sum *b) {
    for (int i = 0; i < a->count; i++) {
        int k = 0;
        while (k < b->count && !expr_same(a->at[i].rest, b->at[k].rest))
            k++;
        if (k == b->count || !number_same(a->at[i].c, number_neg(b->at[k].c)))
            return false;
    }
    return a->count == b->count;
}

/* The angle with the other sign, if it stands on the page too and what is older is positive there: theta1 - theta2 for
   theta2 - theta1. EXPR_NONE: there is none. */
static expr_id better_angle(const angles *list, const sum *sums, int i) {
    if (sums[i].over || sums[i].count > MOST_OF_ANGLE || first_of(&sums[i])->c.value > 0)
        return EXPR_NONE;
    for (int k = 0; k < list->count; k++)
        if (k != i && !sums[k].over && is_opposite(&sums[i], &sums[k]))
            return list->at[k];
    return EXPR_NONE;
}

void derive_tidy_angles(graph *g, expr_id *roots, size_t count, arena *a) {
    angles *list = ARENA_NEW(a, angles);
    const uint32_t *nodes;
    size_t below = expr_nodes_below(g, roots, count, &nodes);
    list_angles(g, nodes, below, list);
    sum *sums = ARENA_ARRAY(a, sum, list->count);
    expr_id *from = ARENA_ARRAY(a, expr_id, 2 * list->count), *to = ARENA_ARRAY(a, expr_id, 2 * list->count);
    size_t pairs = 0;
    for (int i = 0; i < list->count; i++)
        add_terms(g, list->at[i], 1, 0, &sums[i]);
    for (int i = 0; i < list->count; i++) {
        expr_id better = better_angle(list, sums, i);
        if (!better.i)
            continue;
        from[pairs] = expr_unary(g, EXPR_SIN, list->at[i]);
        expr_id sine = expr_unary(g, EXPR_SIN, better);
        to[pairs++] = expr_neg(g, sine);
        from[pairs] = expr_unary(g, EXPR_COS, list->at[i]);
        to[pairs++] = expr_unary(g, EXPR_COS, better);
    }
    if (pairs > 0)
        expr_substitute(g, roots, count, from, to, pairs, roots);
}

static bool list_factors(const graph *g, expr_id e, tidy_factors *f) {
    const expr_node *n = expr_node_at(g, e);
    expr_id left = n->arg[0], right = n->arg[1];
    if (n->op == EXPR_MUL)
        return list_factors(g, left, f) && list_factors(g, right, f);
    if (f->count == (int)(sizeof f->at / sizeof *f->at))
        return false;
    f->at[f->count++] = e;
    return true;
}

bool derive_tidy_factors(const graph *g, expr_id product, tidy_factors *f) {
    f->count = 0;
    return list_factors(g, product, f);
}

/* factor * (a + b - ...) as a sum, sign and all. */
static expr_id spread_over(graph *g, expr_id factor, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return expr_neg(g, spread_over(g, factor, n.arg[0]));
    if (n.op != EXPR_ADD && n.op != EXPR_SUB)
        return expr_mul(g, factor, e);
    expr_id left = spread_over(g, factor, n.arg[0]), right = spread_over(g, factor, n.arg[1]);
    return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
}

expr_id derive_tidy_spread(graph *g, const tidy_factors *f, int which) {
    expr_id factor = expr_int(g, 1);
    for (int k = 0; k < f->count; k++)
        if (k != which)
            factor = expr_mul(g, factor, f->at[k]);
    return spread_over(g, factor, f->at[which]);
}
