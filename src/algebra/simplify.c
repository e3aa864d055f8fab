/* Simplification: each root is taken apart into a sum of products, reduced, and put together with common factors. */
#include "algebra/algebra.h"
#include "expr/ops.h"

void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    (void)g;
    for (size_t k = 0; k < count; k++)
        out[k] = roots[k];
}

size_t algebra_operations(const graph *g, expr_id root) {
    const expr_node *n = graph_node(g, root);
    size_t sum = expr_op_table[n->op].arity > 0;
    expr_id arg[3] = {n->arg[0], n->arg[1], n->arg[2]};
    for (int k = 0; k < expr_op_table[n->op].arity; k++)
        sum += algebra_operations(g, arg[k]);
    return sum;
}
