/* Majorants: how large the terms are that an expression adds up, whatever they cancel to. */
#include "base/check.h"
#include "expr/internal.h"
#include "expr/walk.h"

static const double part_of_error = 1e-4;

/* The node e with its arguments, and the majorants m of the arguments. */
typedef struct bounded {
    graph *g;
    expr_id e, arg[3], m[3];
    bool local; /* bounds for what rounding makes of each term where it is, in units of rounding */
} bounded;

typedef expr_id bound(const bounded *b);

static expr_id size_of(graph *g, expr_id e) {
    return expr_unary(g, EXPR_ABS, e);
}

static expr_id of_leaf(const bounded *b) {
    return size_of(b->g, b->e);
}

static expr_id of_first(const bounded *b) {
    return b->m[0];
}

static expr_id of_sum(const bounded *b) {
    return expr_add(b->g, b->m[0], b->m[1]);
}

/* Of an error: what those of the factors make. */
static expr_id of_product(const bounded *b) {
    if (!b->local)
        return expr_mul(b->g, b->m[0], b->m[1]);
    expr_id first = expr_mul(b->g, size_of(b->g, b->arg[0]), b->m[1]);
    return expr_add(b->g, first, expr_mul(b->g, size_of(b->g, b->arg[1]), b->m[0]));
}

/* A denominator that is the small rest of large terms spoils the quotient. */
static expr_id of_quotient(const bounded *b) {
    if (b->local) {
        expr_id change = expr_mul(b->g, size_of(b->g, b->e), b->m[1]);
        return expr_div(b->g, expr_add(b->g, b->m[0], change), size_of(b->g, b->arg[1]));
    }
    expr_id spread = expr_div(b->g, b->m[1], expr_powi(b->g, b->arg[1], 2));
    return expr_mul(b->g, b->m[0], spread);
}

/* |e| * (1 + change): what a relative change of the argument does to the value. */
static expr_id with_change(const bounded *b, expr_id change) {
    return expr_mul(b->g, size_of(b->g, b->e), expr_add(b->g, b->g->one, change));
}

static expr_id of_power(const bounded *b) {
    double exponent;
    bool constant = expr_is_number(b->g, b->arg[1], &exponent);
    if (b->local && constant && exponent >= 1) {
        expr_id slope = expr_pow(b->g, size_of(b->g, b->arg[0]), expr_sub(b->g, b->arg[1], b->g->one));
        return expr_mul(b->g, b->arg[1], expr_mul(b->g, slope, b->m[0]));
    }
    if (constant && exponent > 0)
        return expr_pow(b->g, b->m[0], b->arg[1]);
    return with_change(b, expr_mul(b->g, b->m[1], expr_div(b->g, b->m[0], size_of(b->g, b->arg[0]))));
}

static expr_id of_root(const bounded *b) {
    return expr_sqrt(b->g, b->m[0]);
}

/* For functions that nowhere exceed 1, and those that are a truth. */
static expr_id of_unit(const bounded *b) {
    return b->g->one;
}

static expr_id of_angle(const bounded *b) {
    return expr_int(b->g, 4);
}

static expr_id of_tangent(const bounded *b) {
    return expr_add(b->g, b->g->one, expr_powi(b->g, b->e, 2));
}

static expr_id of_exponential(const bounded *b) {
    return with_change(b, b->m[0]);
}

static expr_id of_hyperbolic(const bounded *b) {
    expr_id growth = expr_unary(b->g, EXPR_COSH, b->arg[0]);
    return expr_mul(b->g, growth, expr_add(b->g, b->g->one, b->m[0]));
}

static expr_id of_logarithm(const bounded *b) {
    return expr_add(b->g, size_of(b->g, b->e), expr_div(b->g, b->m[0], size_of(b->g, b->arg[0])));
}

static expr_id of_larger(const bounded *b) {
    return expr_binary(b->g, EXPR_MAX, b->m[0], b->m[1]);
}

static expr_id of_select(const bounded *b) {
    return expr_select(b->g, b->arg[0], b->m[1], b->m[2]);
}

static bound *const bounds[EXPR_OP_COUNT] = {
    [EXPR_RATIONAL] = of_leaf,   [EXPR_REAL] = of_leaf,       [EXPR_VAR] = of_leaf,        [EXPR_ADD] = of_sum,
    [EXPR_SUB] = of_sum,         [EXPR_MUL] = of_product,     [EXPR_DIV] = of_quotient,    [EXPR_NEG] = of_first,
    [EXPR_POW] = of_power,       [EXPR_SQRT] = of_root,       [EXPR_SIN] = of_unit,        [EXPR_COS] = of_unit,
    [EXPR_TAN] = of_tangent,     [EXPR_ASIN] = of_angle,      [EXPR_ACOS] = of_angle,      [EXPR_ATAN] = of_angle,
    [EXPR_ATAN2] = of_angle,     [EXPR_SINH] = of_hyperbolic, [EXPR_COSH] = of_hyperbolic, [EXPR_TANH] = of_unit,
    [EXPR_EXP] = of_exponential, [EXPR_LOG] = of_logarithm,   [EXPR_ABS] = of_first,       [EXPR_SIGN] = of_unit,
    [EXPR_MIN] = of_larger,      [EXPR_MAX] = of_larger,      [EXPR_HYPOT] = of_sum,       [EXPR_LT] = of_unit,
    [EXPR_LE] = of_unit,         [EXPR_AND] = of_unit,        [EXPR_OR] = of_unit,         [EXPR_NOT] = of_unit,
    [EXPR_SELECT] = of_select,
};

static expr_id bound_of(graph *g, expr_id e, bool local) {
    bounded b = {.g = g, .e = e, .local = local};
    for (int k = 0; k < expr_op_table[op_of(g, e)].arity; k++) {
        b.arg[k] = arg_of(g, e, k);
        b.m[k] = g->reach->value[reach_place(g, b.arg[k])].e;
    }
    LGR_ASSERT(bounds[op_of(g, e)] != NULL);
    return bounds[op_of(g, e)](&b);
}

static void find_bounds(graph *g, const expr_id *roots, size_t count, bool local, expr_id *out) {
    reach_begin(g);
    for (size_t k = 0; k < count; k++)
        reach_from(g, roots[k], REACH_ALL);
    for (uint32_t place = 1; place <= g->reach->count; place++) {
        expr_id m = bound_of(g, (expr_id){g->reach->order[place - 1]}, local);
        g->reach->value[place].e = m;
    }
    for (size_t k = 0; k < count; k++)
        out[k] = g->reach->value[reach_place(g, roots[k])].e;
}

void expr_majorants(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    find_bounds(g, roots, count, false, out);
}

void expr_sizes(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    expr_id part = expr_real(g, part_of_error);
    find_bounds(g, roots, count, true, out);
    for (size_t k = 0; k < count; k++)
        out[k] = expr_binary(g, EXPR_MAX, size_of(g, roots[k]), expr_mul(g, part, out[k]));
}

expr_id expr_size(graph *g, expr_id root) {
    expr_id out;
    expr_sizes(g, &root, 1, &out);
    return out;
}

expr_id expr_majorant(graph *g, expr_id root) {
    expr_id out;
    expr_majorants(g, &root, 1, &out);
    return out;
}
