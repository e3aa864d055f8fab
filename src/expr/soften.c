/* Roots made differentiable where their radicand vanishes: the speed in |v| v, whose slope at rest is 0. */
#include "base/check.h"
#include "expr/internal.h"
#include "expr/walk.h"

/* Far below the rounding of whatever it is added to, and far enough above the least number for powers of its root. */
static const double least = 1e-200;

static bool is_even_power(const graph *g, expr_id e) {
    int64_t n;
    return whole_power(g, e, &e, &n) && n > 0 && n % 2 == 0;
}

static bool flag_below(const graph *g, const bool *flags, expr_id e) {
    return flags[expr_reach_place(g, e)];
}

/* Smooth and nowhere negative, so that the slope vanishes where it does. */
static bool is_square_like(const graph *g, expr_id e, const bool *flags) {
    const expr_node *n = node_at(g, e);
    switch (n->op) {
    case EXPR_RATIONAL:
    case EXPR_REAL:
        return n->value >= 0;
    case EXPR_POW:
        return is_even_power(g, e);
    case EXPR_EXP:
    case EXPR_COSH:
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV:
        return flag_below(g, flags, n->arg[0]) && flag_below(g, flags, n->arg[1]);
    default:
        return false;
    }
}

static bool is_root(const graph *g, expr_id e, const bool *flags) {
    double exponent;
    expr_id base = arg_of(g, e, 0);
    switch (op_of(g, e)) {
    case EXPR_HYPOT:
        return true;
    case EXPR_SQRT:
        return flag_below(g, flags, base);
    case EXPR_POW:
        return flag_below(g, flags, base) && expr_is_number(g, arg_of(g, e, 1), &exponent) && exponent > 0 &&
               exponent < 1;
    default:
        return false;
    }
}

static expr_id softened_root(graph *g, expr_op op, expr_id x, expr_id y) {
    expr_id spare = expr_real(g, least);
    if (op == EXPR_POW)
        return expr_pow(g, expr_add(g, spare, x), y);
    if (op == EXPR_HYPOT) {
        expr_id square = expr_powi(g, x, 2);
        x = expr_add(g, square, expr_powi(g, y, 2));
    }
    return expr_sqrt(g, expr_add(g, spare, x));
}

static expr_id softened(graph *g, expr_id e, unsigned kinds, const bool *flags) {
    const expr_op op = op_of(g, e);
    const bool root = (expr_kinds(g, e) & kinds) && is_root(g, e, flags);
    expr_id arg[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE};
    bool changed = false;
    for (int k = 0; k < expr_op_table[op].arity; k++) {
        expr_id old = arg_of(g, e, k);
        arg[k] = g->reach->value[expr_reach_place(g, old)].e;
        changed |= !expr_same(arg[k], old);
    }
    if (root)
        return softened_root(g, op, arg[0], arg[1]);
    return changed ? expr_make(g, op, arg[0], arg[1], arg[2]) : e;
}

expr_id expr_soft_root(graph *g, expr_id x) {
    return softened_root(g, EXPR_SQRT, x, EXPR_NONE);
}

void expr_soften(graph *g, const expr_id *roots, size_t count, unsigned kinds, arena *a, expr_id *out) {
    expr_reach_begin(g);
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], REACH_ALL);
    bool *flags = ARENA_ARRAY(a, bool, g->reach->count + 1);
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        expr_id e = {g->reach->order[place - 1]};
        flags[place] = is_square_like(g, e, flags);
        e = softened(g, e, kinds, flags);
        g->reach->value[place].e = e;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = g->reach->value[expr_reach_place(g, roots[k])].e;
}

void expr_harden(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    const uint32_t *order;
    const size_t below = expr_nodes_below(g, roots, count, &order);
    expr_id spare = EXPR_NONE;
    for (size_t i = 0; i < below && !spare.i; i++)
        if (g->node[order[i]].op == EXPR_REAL && g->node[order[i]].value == least)
            spare.i = order[i];
    for (size_t k = 0; k < count; k++)
        out[k] = roots[k];
    if (spare.i)
        expr_substitute(g, out, count, &spare, &g->zero, 1, out);
}
