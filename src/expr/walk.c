/* Walks over the graph: which variables occur, how large an expression is, substitution of nodes. */
#include "expr/walk.h"

#include "base/check.h"
#include "expr/internal.h"

bool expr_depends(const graph *g, expr_id root, const bool *wanted) {
    LGR_ASSERT(root.i != 0 && root.i < g->size);
    bool many = expr_var_count(g) > SIGNATURE_WORTH;
    uint64_t signature = many ? SIGNATURE_ANY : 0;
    for (uint32_t v = 0; !many && v < expr_var_count(g); v++)
        if (wanted[v])
            signature |= var_signature(v);
    bool maybe = (g->signature[root.i] & signature) != 0;
    if (!maybe || expr_var_count(g) <= SIGNATURE_VARS)
        return maybe;
    expr_reach_begin(g);
    expr_reach_from(g, root, signature);
    for (uint32_t k = 0; k < g->reach->count; k++) {
        const expr_node *n = &g->node[g->reach->order[k]];
        if (n->op == EXPR_VAR && wanted[n->var])
            return true;
    }
    return false;
}

static void reach_more(const graph *g, const expr_id *roots, size_t count) {
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], REACH_ALL);
}

static void reach_all(const graph *g, const expr_id *roots, size_t count) {
    expr_reach_begin(g);
    reach_more(g, roots, count);
}

void expr_mark_vars(const graph *g, const expr_id *roots, size_t count, bool *used) {
    reach_all(g, roots, count);
    for (uint32_t k = 0; k < g->reach->count; k++) {
        const expr_node *n = &g->node[g->reach->order[k]];
        if (n->op == EXPR_VAR)
            used[n->var] = true;
    }
}

size_t expr_count_nodes(const graph *g, const expr_id *roots, size_t count) {
    reach_all(g, roots, count);
    return g->reach->count;
}

size_t expr_nodes_below(const graph *g, const expr_id *roots, size_t count, const uint32_t **order) {
    reach_all(g, roots, count);
    *order = g->reach->order;
    return g->reach->count;
}

size_t expr_nodes_below_too(const graph *g, const expr_id *roots, size_t count, const uint32_t **order) {
    reach_more(g, roots, count);
    *order = g->reach->order;
    return g->reach->count;
}

uint32_t expr_place_below(const graph *g, expr_id e) {
    return expr_reach_place(g, e);
}

/* What holds for every node that contains one of the replaced ones. */
static uint64_t signature_of_any(const graph *g, const expr_id *from, size_t pairs) {
    uint64_t any = 0;
    for (size_t k = 0; k < pairs; k++) {
        uint64_t vars = g->signature[from[k].i] & ~REACH_ALL;
        any |= vars != 0 ? vars : REACH_ALL;
    }
    return any;
}

static expr_id replaced(const graph *g, expr_id e) {
    uint32_t place = expr_reach_place(g, e);
    return place != 0 ? g->reach->value[place].e : e;
}

static expr_id rebuild(graph *g, expr_id e) {
    expr_id arg[3];
    bool changed = false;
    for (int k = 0; k < 3; k++) {
        expr_id old = arg_of(g, e, k);
        arg[k] = old.i != 0 ? replaced(g, old) : EXPR_NONE;
        changed |= !expr_same(arg[k], old);
    }
    return changed ? expr_make(g, op_of(g, e), arg[0], arg[1], arg[2]) : e;
}

void expr_substitute(graph *g, const expr_id *roots, size_t count, const expr_id *from, const expr_id *to, size_t pairs,
                     expr_id *out) {
    for (size_t k = 0; k < pairs; k++)
        LGR_ASSERT(from[k].i != 0 && from[k].i < g->size && to[k].i != 0 && to[k].i < g->size);
    uint64_t wanted = signature_of_any(g, from, pairs);
    expr_reach_begin(g);
    for (size_t k = 0; k < pairs; k++) {
        expr_reach_add(g, from[k]);
        g->reach->value[expr_reach_place(g, from[k])].e = to[k];
    }
    uint32_t fixed = g->reach->count;
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], wanted);
    for (uint32_t place = fixed + 1; place <= g->reach->count; place++) {
        expr_id e = rebuild(g, (expr_id){g->reach->order[place - 1]});
        g->reach->value[place].e = e;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = replaced(g, roots[k]);
}
