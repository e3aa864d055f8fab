/* Forward and reverse sweeps over the nodes that depend on the given variables, and no others. */
#include "expr/diff.h"

#include "base/check.h"
#include "expr/internal.h"

/* a + b where EXPR_NONE is 0. */
static expr_id add_some(graph *g, expr_id a, expr_id b) {
    if (a.i == 0)
        return b;
    return b.i == 0 ? a : expr_add(g, a, b);
}

/* factor * partial; EXPR_NONE if that is 0. */
static expr_id through(graph *g, expr_id e, int k, expr_id factor) {
    const expr_node *n = node_at(g, e);
    if (n->op == EXPR_ADD || (n->op == EXPR_SUB && k == 0))
        return factor;
    expr_id product =
        n->op == EXPR_MUL ? expr_mul(g, n->arg[1 - k], factor) : expr_mul(g, expr_partial(g, e, k), factor);
    return is_zero(g, product) ? EXPR_NONE : product;
}

static expr_id or_zero(const graph *g, expr_id e) {
    return e.i != 0 ? e : g->zero;
}

static bool is_nothing(const graph *g, expr_id e) {
    return e.i == 0 || is_zero(g, e);
}

/* What the sweep found for a node; EXPR_NONE where it did not come. */
static expr_id found_at(const graph *g, expr_id e) {
    uint32_t place = expr_reach_place(g, e);
    return place != 0 ? g->reach->value[place].e : EXPR_NONE;
}

static expr_id dot_of(graph *g, expr_id e, const expr_id *dot, size_t dots) {
    if (op_of(g, e) == EXPR_VAR) {
        const uint32_t var = node_at(g, e)->var;
        return var >= dots || is_nothing(g, dot[var]) ? EXPR_NONE : dot[var];
    }
    expr_id sum = EXPR_NONE;
    for (int k = 0; k < expr_op_table[op_of(g, e)].arity; k++) {
        expr_id d = found_at(g, arg_of(g, e, k));
        if (d.i != 0)
            sum = add_some(g, sum, through(g, e, k, d));
    }
    return sum.i == 0 || is_zero(g, sum) ? EXPR_NONE : sum;
}

static uint64_t seeded_signature(const graph *g, const expr_id *dot, size_t dots) {
    if (expr_var_count(g) > SIGNATURE_WORTH)
        return SIGNATURE_ANY;
    uint64_t wanted = 0;
    for (uint32_t v = 0; v < dots; v++)
        if (!is_nothing(g, dot[v]))
            wanted |= var_signature(v);
    return wanted;
}

/* Adds what is below the roots and depends on the variables of the signature. */
static void reach_roots(const graph *g, const expr_id *roots, size_t count, uint64_t wanted) {
    expr_reach_begin(g);
    for (size_t k = 0; k < count; k++)
        expr_reach_from(g, roots[k], wanted);
}

void expr_forward_first(graph *g, const expr_id *roots, size_t count, const expr_id *dot, size_t dots, expr_id *out) {
    LGR_ASSERT(dot != NULL && dots <= expr_var_count(g));
    reach_roots(g, roots, count, seeded_signature(g, dot, dots));
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        expr_id d = dot_of(g, (expr_id){g->reach->order[place - 1]}, dot, dots);
        g->reach->value[place].e = d;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = or_zero(g, found_at(g, roots[k]));
}

void expr_forward(graph *g, const expr_id *roots, size_t count, const expr_id *dot, expr_id *out) {
    expr_forward_first(g, roots, count, dot, expr_var_count(g), out);
}

static void make_room(expr_sweep *known, uint32_t size, arena *a) {
    if (size <= known->size)
        return;
    uint32_t wider = size > 2 * known->size ? size : 2 * known->size;
    known->found = base_arena_grow(a, known->found, known->size * sizeof *known->found, wider * sizeof *known->found);
    known->size = wider;
}

/* The derivative of an argument: found just now or earlier. */
static expr_id dot_below(const graph *g, expr_id e, const expr_sweep *known) {
    expr_id d = known->found[e.i];
    return is_nothing(g, d) ? EXPR_NONE : d;
}

static expr_id dot_again(graph *g, expr_id e, const expr_id *dot, const expr_sweep *known) {
    expr_id sum = EXPR_NONE;
    if (op_of(g, e) == EXPR_VAR)
        return or_zero(g, dot[node_at(g, e)->var]);
    for (int k = 0; k < expr_op_table[op_of(g, e)].arity; k++) {
        expr_id d = dot_below(g, arg_of(g, e, k), known);
        if (d.i != 0)
            sum = add_some(g, sum, through(g, e, k, d));
    }
    return or_zero(g, sum);
}

void expr_forward_again(graph *g, const expr_id *roots, size_t count, const expr_id *dot, expr_sweep *known, arena *a,
                        expr_id *out) {
    reach *r = g->reach;
    LGR_ASSERT(dot != NULL);
    make_room(known, g->size, a);
    r->known = known->found;
    r->known_count = known->size;
    reach_roots(g, roots, count, REACH_ALL);
    r->known_count = 0;
    for (uint32_t place = 0; place < r->count; place++) {
        expr_id e = {r->order[place]}, d = dot_again(g, e, dot, known);
        known->found[e.i] = d;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = known->found[roots[k].i];
}

/* Adds to the adjoint of a node, if the sweep comes there at all. */
static void accumulate(graph *g, expr_id e, expr_id adjoint) {
    uint32_t place = expr_reach_place(g, e);
    if (place == 0 || adjoint.i == 0)
        return;
    expr_id sum = add_some(g, g->reach->value[place].e, adjoint);
    g->reach->value[place].e = sum;
}

static void push_down(graph *g, expr_id e, expr_id adjoint) {
    for (int k = 0; k < expr_op_table[op_of(g, e)].arity; k++)
        if (expr_reach_place(g, arg_of(g, e, k)) != 0)
            accumulate(g, arg_of(g, e, k), through(g, e, k, adjoint));
}

static void seed_roots(graph *g, const expr_id *roots, const expr_id *seed, size_t count) {
    for (uint32_t place = 1; place <= g->reach->count; place++)
        g->reach->value[place].e = EXPR_NONE;
    for (size_t k = 0; k < count; k++)
        accumulate(g, roots[k], seed && seed[k].i != 0 ? seed[k] : g->one);
}

void expr_reverse(graph *g, const expr_id *roots, const expr_id *seed, size_t count, const uint32_t *vars,
                  size_t var_count, expr_id *out) {
    uint64_t wanted = 0;
    for (size_t j = 0; j < var_count; j++) {
        LGR_ASSERT(vars[j] < expr_var_count(g));
        wanted |= var_signature(vars[j]);
    }
    reach_roots(g, roots, count, wanted);
    seed_roots(g, roots, seed, count);
    for (uint32_t place = g->reach->count; place > 0; place--) {
        expr_id adjoint = g->reach->value[place].e;
        if (!is_nothing(g, adjoint))
            push_down(g, (expr_id){g->reach->order[place - 1]}, adjoint);
    }
    for (size_t j = 0; j < var_count; j++)
        out[j] = or_zero(g, found_at(g, expr_var(g, vars[j])));
}

expr_id expr_derivative(graph *g, expr_id root, uint32_t var) {
    expr_id out;
    expr_reverse(g, &root, NULL, 1, &var, 1, &out);
    return out;
}
