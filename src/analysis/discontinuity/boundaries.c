/* Differences of compared expressions, with their derivatives. */
#include "analysis/discontinuity/boundaries.h"

#include "base/vec.h"
#include "expr/diff.h"
#include "expr/walk.h"

typedef VEC(expr_id) expr_list;

static expr_id nearest_whole(graph *g, expr_id e) {
    return expr_unary(g, EXPR_FLOOR, expr_add(g, e, expr_rational(g, 1, 2)));
}

static void find_borders(graph *g, const expr_id *roots, size_t count, expr_list *found, arena *a) {
    VEC(expr_node) nodes = {0};
    const uint32_t *order;
    size_t below = expr_nodes_below(g, roots, count, &order);
    for (size_t k = 0; k < below; k++)
        vec_push(a, &nodes, *expr_node_at(g, (expr_id){order[k]}));
    for (size_t k = 0; k < below; k++) {
        const expr_node *n = &nodes.at[k];
        if (n->op == EXPR_LT || n->op == EXPR_LE || n->op == EXPR_MIN || n->op == EXPR_MAX)
            vec_push(a, found, expr_sub(g, n->arg[0], n->arg[1]));
        else if (n->op == EXPR_ABS || n->op == EXPR_SIGN)
            vec_push(a, found, n->arg[0]);
        else if (n->op == EXPR_FLOOR)
            vec_push(a, found, expr_sub(g, n->arg[0], nearest_whole(g, n->arg[0])));
    }
}

borders analysis_boundaries_make(const analysis_setting *s, const expr_id *roots, size_t count, arena *a) {
    expr_list found = {0};
    size_t n = (size_t)s->e.n;
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        vars[i] = s->m->coords[s->e.coords[i]].q;
        vars[n + i] = s->m->coords[s->e.coords[i]].v;
    }
    find_borders(s->m->g, roots, count, &found, a);
    expr_id *all = ARENA_ARRAY(a, expr_id, found.len * (2 * n + 1) + 1);
    for (size_t k = 0; k < found.len; k++) {
        all[k] = found.at[k];
        expr_reverse(s->m->g, &found.at[k], NULL, 1, vars, 2 * n, &all[found.len + k * 2 * n]);
    }
    return (borders){analysis_probe_make(s->m, all, found.len * (2 * n + 1), a), found.len};
}
