/* Roots, powers and logarithms of what is positive on one piece alone. Steps look beyond the end of their piece, where
   these have no value; they take the size of it there. */
#include <math.h>

#include "expr/walk.h"
#include "sim/dynamics/pieces.h"

bool dynamics_pieces_is_root(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    double power = 0.5;
    if (n->op == EXPR_POW)
        expr_is_number(g, n->arg[1], &power);
    return n->op == EXPR_SQRT || n->op == EXPR_LOG || (n->op == EXPR_POW && power != floor(power));
}

/* The factor of e that changes, and the sign before it, if the other one does not change; otherwise none. */
static expr_id next_factor(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    if (n->op == EXPR_NEG)
        return n->arg[0];
    if (n->op == EXPR_MUL && !dynamics_pieces_changes(g, n->arg[0]))
        return n->arg[1];
    return (n->op == EXPR_MUL || n->op == EXPR_DIV) && !dynamics_pieces_changes(g, n->arg[1]) ? n->arg[0] : EXPR_NONE;
}

/* A size, or what is nothing at least. */
static bool is_size(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    double least = -1;
    if (n->op == EXPR_MAX && !expr_is_number(g, n->arg[0], &least))
        expr_is_number(g, n->arg[1], &least);
    return n->op == EXPR_ABS || least >= 0;
}

static expr_id argument(const graph *g, expr_id root) {
    return expr_node_at(g, root)->arg[0];
}

expr_id dynamics_pieces_size_below(const graph *g, expr_id root) {
    expr_id e = argument(g, root);
    while (e.i && !is_size(g, e))
        e = next_factor(g, e);
    return e;
}

/* The factor that is the difference of a comparison, or the opposite of that. */
static expr_id factor_of(graph *g, expr_id root, const expr_node *comparison, int *sign) {
    const expr_id difference = expr_sub(g, comparison->arg[1], comparison->arg[0]), opposite = expr_neg(g, difference);
    expr_id e = argument(g, root);
    while (e.i && !expr_same(e, difference) && !expr_same(e, opposite))
        e = next_factor(g, e);
    *sign = expr_same(e, difference) ? 1 : -1;
    return e;
}

expr_id dynamics_pieces_guarded_below(graph *g, expr_id root, expr_id condition, bool holds, int *sign) {
    const expr_node n = *expr_node_at(g, condition);
    expr_id e = EXPR_NONE;
    if (n.op == EXPR_NOT)
        return dynamics_pieces_guarded_below(g, root, n.arg[0], !holds, sign);
    for (int k = 0; k < 2 && !e.i && n.op == (holds ? EXPR_AND : EXPR_OR); k++)
        e = dynamics_pieces_guarded_below(g, root, n.arg[k], holds, sign);
    if (n.op == EXPR_LT || n.op == EXPR_LE) {
        e = factor_of(g, root, &n, sign);
        *sign = holds ? *sign : -*sign;
    }
    return e;
}
