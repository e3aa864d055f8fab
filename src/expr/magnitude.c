/* Magnitude bounds: the size of the terms that an expression adds up, even where they cancel. */
#include "expr/bounded.h"
#include "expr/walk.h"

static const double part_of_error = 1e-4;

/* Bounds for what rounding makes of each term where it is, in units of rounding. */
static bool is_local(const bounded *b) {
    return *(const bool *)b->user;
}

/* Of an error: what those of the factors make. */
static expr_id of_product(const bounded *b) {
    if (!is_local(b))
        return expr_mul(b->g, b->m[0], b->m[1]);
    expr_id first = expr_mul(b->g, expr_bounded_size(b->g, b->arg[0]), b->m[1]);
    return expr_add(b->g, first, expr_mul(b->g, expr_bounded_size(b->g, b->arg[1]), b->m[0]));
}

/* A denominator that is the small rest of large terms spoils the quotient. */
static expr_id of_quotient(const bounded *b) {
    if (is_local(b)) {
        expr_id change = expr_mul(b->g, expr_bounded_size(b->g, b->e), b->m[1]);
        expr_id error = expr_add(b->g, b->m[0], change);
        return expr_div(b->g, error, expr_bounded_size(b->g, b->arg[1]));
    }
    expr_id spread = expr_div(b->g, b->m[1], expr_powi(b->g, b->arg[1], 2));
    return expr_mul(b->g, b->m[0], spread);
}

/* |e| * (1 + change): what a relative change of the argument does to the value. */
static expr_id with_change(const bounded *b, expr_id change) {
    expr_id size = expr_bounded_size(b->g, b->e);
    return expr_mul(b->g, size, expr_add(b->g, b->g->one, change));
}

static expr_id of_power(const bounded *b) {
    double exponent;
    bool constant = expr_is_number(b->g, b->arg[1], &exponent);
    if (is_local(b) && constant && exponent >= 1) {
        expr_id base = expr_bounded_size(b->g, b->arg[0]);
        expr_id slope = expr_pow(b->g, base, expr_sub(b->g, b->arg[1], b->g->one));
        return expr_mul(b->g, b->arg[1], expr_mul(b->g, slope, b->m[0]));
    }
    if (constant && exponent > 0)
        return expr_pow(b->g, b->m[0], b->arg[1]);
    return with_change(b, expr_mul(b->g, b->m[1], expr_div(b->g, b->m[0], expr_bounded_size(b->g, b->arg[0]))));
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

static expr_id of_larger(const bounded *b) {
    return expr_binary(b->g, EXPR_MAX, b->m[0], b->m[1]);
}

static bound *const rules[EXPR_OP_COUNT] = {
    [EXPR_RATIONAL] = expr_bounded_leaf,
    [EXPR_REAL] = expr_bounded_leaf,
    [EXPR_VAR] = expr_bounded_leaf,
    [EXPR_ADD] = expr_bounded_sum,
    [EXPR_SUB] = expr_bounded_sum,
    [EXPR_MUL] = of_product,
    [EXPR_DIV] = of_quotient,
    [EXPR_NEG] = expr_bounded_first,
    [EXPR_POW] = of_power,
    [EXPR_SQRT] = of_root,
    [EXPR_SIN] = of_unit,
    [EXPR_COS] = of_unit,
    [EXPR_TAN] = of_tangent,
    [EXPR_ASIN] = of_angle,
    [EXPR_ACOS] = of_angle,
    [EXPR_ATAN] = of_angle,
    [EXPR_ATAN2] = of_angle,
    [EXPR_SINH] = of_hyperbolic,
    [EXPR_COSH] = of_hyperbolic,
    [EXPR_TANH] = of_unit,
    [EXPR_EXP] = of_exponential,
    [EXPR_LOG] = expr_bounded_logarithm,
    [EXPR_ABS] = expr_bounded_first,
    [EXPR_SIGN] = of_unit,
    [EXPR_MIN] = of_larger,
    [EXPR_MAX] = of_larger,
    [EXPR_HYPOT] = expr_bounded_sum,
    [EXPR_LT] = of_unit,
    [EXPR_LE] = of_unit,
    [EXPR_AND] = of_unit,
    [EXPR_OR] = of_unit,
    [EXPR_NOT] = of_unit,
    [EXPR_SELECT] = expr_bounded_select,
    [EXPR_FLOOR] = expr_bounded_leaf,
    [EXPR_TABLE] = expr_bounded_none,
    [EXPR_INTERVAL] = expr_bounded_leaf,
    [EXPR_CURVE] = expr_bounded_curve,
};

void expr_magnitude_bounds(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    static const bool local = false;
    expr_bounded_roots(g, roots, count, rules, &local, out);
}

void expr_sizes(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    static const bool local = true;
    LGR_ASSERT(count == 0 || roots != out);
    expr_id part = expr_real(g, part_of_error);
    expr_bounded_roots(g, roots, count, rules, &local, out);
    for (size_t k = 0; k < count; k++) {
        expr_id size = expr_bounded_size(g, roots[k]);
        out[k] = expr_binary(g, EXPR_MAX, size, expr_mul(g, part, out[k]));
    }
}

expr_id expr_size(graph *g, expr_id root) {
    expr_id out;
    expr_sizes(g, &root, 1, &out);
    return out;
}

expr_id expr_magnitude_bound(graph *g, expr_id root) {
    expr_id out;
    expr_magnitude_bounds(g, &root, 1, &out);
    return out;
}
