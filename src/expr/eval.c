/* The value of an expression at a point, without recursion. */
#include "expr/internal.h"

static double value_below(const graph *g, expr_id e) {
    return e.i != 0 ? g->reach->value[reach_place(g, e)].x : 0.0;
}

static double value_of(const graph *g, const expr_node *n, const double *values) {
    if (n->op <= EXPR_REAL)
        return n->value;
    if (n->op == EXPR_VAR)
        return values[n->var];
    return expr_op_value(n->op, value_below(g, n->arg[0]), value_below(g, n->arg[1]), value_below(g, n->arg[2]));
}

double expr_eval(const graph *g, expr_id root, const double *values) {
    reach_begin(g);
    reach_from(g, root, REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++)
        g->reach->value[place].x = value_of(g, &g->node[g->reach->order[place - 1]], values);
    return value_below(g, root);
}
