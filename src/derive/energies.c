/* Kinetic energies as books print them: a sum of squares and products of velocities, where simplification has nested
   them. */
#include "algebra/algebra.h"
#include "algebra/operations.h"
#include "derive/derivation.h"
#include "derive/tidy.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_VELOCITIES = 12, MOST_TERMS = 64 };

typedef struct quadratic {
    const derivation *d;
    graph *g;
    bool *is_rate; /* per variable of the graph: a velocity */
} quadratic;

/* A product of velocities with a sum of others: x'*(l*theta' + x'). */
static bool is_nested(const quadratic *x, expr_id term) {
    tidy_factors f;
    const expr_node n = *expr_node_at(x->g, term);
    if (n.op == EXPR_NEG || (n.op == EXPR_DIV && !expr_depends(x->g, n.arg[1], x->is_rate)))
        return is_nested(x, n.arg[0]);
    if (n.op != EXPR_MUL || !derive_tidy_factors(x->g, term, &f))
        return false;
    int moving = 0;
    bool sum = false;
    for (int k = 0; k < f.count; k++) {
        const expr_op op = expr_node_at(x->g, f.at[k])->op;
        if (!expr_depends(x->g, f.at[k], x->is_rate))
            continue;
        moving++;
        if (op == EXPR_ADD || op == EXPR_SUB) {
            sum = true;
            const expr_node *s = expr_node_at(x->g, f.at[k]);
            if (is_nested(x, s->arg[0]) || is_nested(x, s->arg[1]))
                return true;
        }
    }
    return moving > 1 && sum;
}

/* The terms of a sum; false if there are too many. */
static bool list_terms(const graph *g, expr_id e, bool minus, expr_id *at, bool *negative, int *count) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return list_terms(g, n.arg[0], !minus, at, negative, count);
    if (n.op == EXPR_ADD || n.op == EXPR_SUB)
        return list_terms(g, n.arg[0], minus, at, negative, count) &&
               list_terms(g, n.arg[1], minus != (n.op == EXPR_SUB), at, negative, count);
    if (*count == MOST_TERMS)
        return false;
    negative[*count] = minus;
    at[(*count)++] = e;
    return true;
}

/* Of the second degree in the velocities, so that its second derivatives are all of it. */
static bool is_homogeneous(const quadratic *x, const expr_id *first, expr_id T) {
    const derivation *d = x->d;
    const int n = d->e.n;
    expr_id *zero = ARENA_ARRAY(d->memory, expr_id, n + 1), *rest = ARENA_ARRAY(d->memory, expr_id, n + 1);
    for (int i = 0; i < n; i++) {
        zero[i] = expr_int(x->g, 0);
        rest[i] = first[i];
    }
    rest[n] = T;
    expr_substitute(x->g, rest, (size_t)n + 1, d->v, zero, (size_t)n, rest);
    algebra_simplify(x->g, rest, (size_t)n + 1, rest);
    for (int i = 0; i <= n; i++)
        if (!expr_is_zero(x->g, rest[i]))
            return false;
    return true;
}

/* Sum of A_ii x'^2/2 and A_ij x' y'; EXPR_NONE where the energy is no such sum. */
static expr_id written_out(const quadratic *x, expr_id T) {
    const derivation *d = x->d;
    graph *g = x->g;
    const int n = d->e.n;
    expr_id *first = ARENA_ARRAY(d->memory, expr_id, n + 1), *A = ARENA_ARRAY(d->memory, expr_id, n * n + 1);
    for (int i = 0; i < n; i++)
        first[i] = expr_derivative(g, T, d->m->coords[d->e.coords[i]].v);
    if (!is_homogeneous(x, first, T))
        return EXPR_NONE;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = j < i ? expr_int(g, 0) : expr_derivative(g, first[i], d->m->coords[d->e.coords[j]].v);
    algebra_simplify(g, A, (size_t)(n * n), A);
    expr_id sum = expr_int(g, 0);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            if (expr_depends(g, A[i * n + j], x->is_rate))
                return EXPR_NONE;
            const expr_id pair = expr_mul(g, d->v[i], d->v[j]);
            expr_id term = expr_mul(g, A[i * n + j], pair);
            if (i == j)
                term = expr_div(g, term, expr_int(g, 2));
            sum = expr_add(g, sum, term);
        }
    return sum;
}

expr_id derive_kinetic_terms(const derivation *d, expr_id T) {
    graph *g = d->g;
    quadratic x = {d, g, ARENA_ARRAY(d->memory, bool, expr_var_count(g) + 1)};
    expr_id at[MOST_TERMS];
    bool negative[MOST_TERMS];
    int count = 0, nested = 0;
    for (int i = 0; i < d->e.n; i++)
        x.is_rate[d->m->coords[d->e.coords[i]].v] = true;
    if (d->e.n > MOST_VELOCITIES || !list_terms(g, T, false, at, negative, &count))
        return T;
    expr_id kept = expr_int(g, 0), other = expr_int(g, 0);
    for (int k = 0; k < count; k++) {
        const bool is = is_nested(&x, at[k]);
        expr_id *sum = is ? &other : &kept;
        nested += is;
        *sum = negative[k] ? expr_sub(g, *sum, at[k]) : expr_add(g, *sum, at[k]);
    }
    if (!nested)
        return T;
    const size_t before = algebra_operations(g, T), most = before + before / 2 + 4;
    const expr_id all = written_out(&x, T), some = written_out(&x, other);
    expr_id best = T;
    size_t least = most + 1;
    if (some.i && algebra_operations(g, expr_add(g, kept, some)) < least) {
        best = expr_add(g, kept, some);
        least = algebra_operations(g, best);
    }
    if (all.i && algebra_operations(g, all) < least)
        best = all;
    return best;
}
