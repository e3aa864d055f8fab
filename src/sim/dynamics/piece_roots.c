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

/* A size, or what is nothing at least. */
static bool is_size(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    double least = -1;
    if (n->op == EXPR_MAX && !expr_is_number(g, n->arg[0], &least))
        expr_is_number(g, n->arg[1], &least);
    return n->op == EXPR_ABS || least >= 0;
}

/* The sign that a comparison, which holds or does not, gives what it compares; 0: none. */
static int sign_by(graph *g, expr_id e, const expr_node *comparison, bool holds) {
    const expr_id difference = expr_sub(g, comparison->arg[1], comparison->arg[0]), opposite = expr_neg(g, difference);
    const int sign = expr_same(e, difference) ? 1 : expr_same(e, opposite) ? -1 : 0;
    return holds ? sign : -sign;
}

int dynamics_pieces_sign_of(graph *g, expr_id e, expr_id condition, bool holds) {
    int sign = is_size(g, e);
    if (sign || !condition.i)
        return sign;
    const expr_node n = *expr_node_at(g, condition);
    if (n.op == EXPR_NOT)
        return dynamics_pieces_sign_of(g, e, n.arg[0], !holds);
    for (int k = 0; k < 2 && !sign && n.op == (holds ? EXPR_AND : EXPR_OR); k++)
        sign = dynamics_pieces_sign_of(g, e, n.arg[k], holds);
    return n.op == EXPR_LT || n.op == EXPR_LE ? sign_by(g, e, &n, holds) : sign;
}

/* Whether each factor that changes has a sign. */
static bool has_sign(graph *g, expr_id e, expr_id condition, bool holds) {
    if (!dynamics_pieces_changes(g, e) || dynamics_pieces_sign_of(g, e, condition, holds))
        return true;
    const expr_node n = *expr_node_at(g, e);
    const int factors = n.op == EXPR_NEG ? 1 : n.op == EXPR_MUL || n.op == EXPR_DIV ? 2 : 0;
    for (int k = 0; k < factors; k++)
        if (!has_sign(g, n.arg[k], condition, holds))
            return false;
    return factors > 0;
}

bool dynamics_pieces_is_guarded(graph *g, expr_id root, expr_id condition, bool holds) {
    const expr_id e = expr_node_at(g, root)->arg[0];
    return dynamics_pieces_changes(g, e) && has_sign(g, e, condition, holds);
}
