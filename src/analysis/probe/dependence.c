/* Dependence decided from the graph, and not from values at some state. */
#include "analysis/probe/dependence.h"

#include "expr/walk.h"

static bool is_uniform(expr_op op) {
    switch (op) {
    case EXPR_VAR:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_NEG:
    case EXPR_POW:
    case EXPR_SQRT:
    case EXPR_SIN:
    case EXPR_COS:
        return true;
    default:
        return false;
    }
}

bool analysis_depends_on_states(const model *m, expr_id e) {
    bool found = false;
    for (size_t i = 0; analysis_depends_on(m, e, VAR_STATE) && i < m->coord_count && !found; i++)
        if (!model_is_place(&m->coords[i]) && !m->coords[i].hidden) {
            bool *wanted = ARENA_ARRAY(m->scratch, bool, expr_var_count(m->g) + 1);
            wanted[m->coords[i].v] = true;
            found = expr_depends(m->g, e, wanted);
        }
    return found;
}

bool analysis_is_uniform_in(const model *m, expr_id e, var_kind kind) {
    if (!analysis_depends_on(m, e, kind))
        return true;
    const uint32_t *order;
    size_t count = expr_nodes_below(m->g, &e, 1, &order);
    for (size_t k = 0; k < count; k++) {
        expr_id here = {order[k]};
        const expr_node *n = expr_node_at(m->g, here);
        bool grows = n->op == EXPR_POW && analysis_depends_on(m, n->arg[1], kind); /* 2^t is a pulse in disguise */
        if (analysis_depends_on(m, here, kind) && (grows || !is_uniform(n->op)))
            return false;
    }
    return true;
}
