/* The sweep over the nodes that computes bounds, and the rules that all kinds of bounds share. */
#include "expr/bounded.h"

#include "base/check.h"

expr_id expr_bounded_size(graph *g, expr_id e) {
    return expr_unary(g, EXPR_ABS, e);
}

expr_id expr_bounded_leaf(const bounded *b) {
    return expr_bounded_size(b->g, b->e);
}

expr_id expr_bounded_first(const bounded *b) {
    return b->m[0];
}

expr_id expr_bounded_sum(const bounded *b) {
    return expr_add(b->g, b->m[0], b->m[1]);
}

expr_id expr_bounded_logarithm(const bounded *b) {
    expr_id change = expr_div(b->g, b->m[0], expr_bounded_size(b->g, b->arg[0]));
    return expr_add(b->g, expr_bounded_size(b->g, b->e), change);
}

expr_id expr_bounded_select(const bounded *b) {
    return expr_select(b->g, b->arg[0], b->m[1], b->m[2]);
}

expr_id expr_bounded_none(const bounded *b) {
    return b->g->zero;
}

/* What a change of the argument does to the value. */
expr_id expr_bounded_curve(const bounded *b) {
    expr_id slope = expr_bounded_size(b->g, expr_partial(b->g, b->e, 1));
    expr_id change = expr_mul(b->g, slope, b->m[1]), size = expr_bounded_size(b->g, b->e);
    return expr_add(b->g, size, change);
}

static expr_id of_node(graph *g, expr_id e, bound *const *rules, const void *user) {
    bounded b = {.g = g, .e = e, .user = user};
    for (int k = 0; k < expr_op_table[op_of(g, e)].arity; k++) {
        b.arg[k] = arg_of(g, e, k);
        b.m[k] = g->reach->value[expr_reach_place(g, b.arg[k])].e;
    }
    LGR_ASSERT(rules[op_of(g, e)] != NULL);
    return rules[op_of(g, e)](&b);
}

void expr_bounded_roots(graph *g, const expr_id *roots, size_t count, bound *const *rules, const void *user,
                        expr_id *out) {
    expr_reach_begin(g);
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        expr_id m = of_node(g, (expr_id){g->reach->order[place - 1]}, rules, user);
        g->reach->value[place].e = m;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = g->reach->value[expr_reach_place(g, roots[k])].e;
}
