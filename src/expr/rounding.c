/* Running error bounds: the possible rounding error of the value of an expression at a state (Higham 2002, section
   3.3). */
#include "expr/bounded.h"
#include "expr/walk.h"

static const double unit_roundoff = 0x1p-53;

static expr_id scaled(graph *g, expr_id factor, expr_id e) {
    return expr_mul(g, expr_bounded_size(g, factor), e);
}

static expr_id of_product(const bounded *b) {
    expr_id first = scaled(b->g, b->arg[0], b->m[1]);
    return expr_add(b->g, first, scaled(b->g, b->arg[1], b->m[0]));
}

static expr_id of_quotient(const bounded *b) {
    expr_id sum = expr_add(b->g, b->m[0], scaled(b->g, b->e, b->m[1]));
    return expr_div(b->g, sum, expr_bounded_size(b->g, b->arg[1]));
}

static expr_id of_variable(const bounded *b) {
    const expr_leaves *leaves = b->user;
    return leaves->error ? leaves->error(leaves->user, node_at(b->g, b->e)->var) : expr_bounded_leaf(b);
}

/* The change by the base, and by the exponent where that is no number. */
static expr_id of_power(const bounded *b) {
    graph *g = b->g;
    double exponent;
    if (expr_is_number(g, b->arg[1], &exponent)) {
        expr_id slope = expr_mul(g, b->arg[1], expr_pow(g, b->arg[0], expr_sub(g, b->arg[1], g->one)));
        return scaled(g, slope, b->m[0]);
    }
    expr_id raised = scaled(g, b->arg[1], b->m[0]), by_base = expr_div(g, raised, expr_bounded_size(g, b->arg[0]));
    expr_id by_exponent = scaled(g, expr_unary(g, EXPR_LOG, b->arg[0]), b->m[1]);
    return scaled(g, b->e, expr_add(g, by_base, by_exponent));
}

/* The error m of x in a function that has a root's slope at x = 0: m/sqrt(x), but no more than the root of the error.
 */
static expr_id beside_root(graph *g, expr_id m, expr_id root) {
    expr_id most = expr_sqrt(g, expr_div(g, m, expr_real(g, unit_roundoff)));
    return expr_binary(g, EXPR_MIN, expr_div(g, m, root), most);
}

static expr_id of_root(const bounded *b) {
    return beside_root(b->g, b->m[0], b->e);
}

/* For functions that are truths or signs: right, or about something else. */
static expr_id of_truth(const bounded *b) {
    return b->g->one;
}

/* Of cos(x) near 1. */
static expr_id of_one(const bounded *b) {
    return expr_add(b->g, b->g->one, b->m[0]);
}

static expr_id of_tangent(const bounded *b) {
    return expr_mul(b->g, expr_add(b->g, b->g->one, expr_powi(b->g, b->e, 2)), b->m[0]);
}

static expr_id of_arc(const bounded *b) {
    graph *g = b->g;
    expr_id root = expr_sqrt(g, expr_bounded_size(g, expr_sub(g, g->one, expr_powi(g, b->arg[0], 2))));
    expr_id size = expr_bounded_size(g, b->e);
    return expr_add(g, size, beside_root(g, b->m[0], root));
}

static expr_id of_direction(const bounded *b) {
    graph *g = b->g;
    expr_id y2 = expr_powi(g, b->arg[0], 2), square = expr_add(g, y2, expr_powi(g, b->arg[1], 2));
    expr_id sum = of_product(b), size = expr_bounded_size(g, b->e);
    return expr_add(g, size, expr_div(g, sum, square));
}

/* What is left of the argument where its error brings it nearest to 0. */
static expr_id nearest_size(const bounded *b) {
    graph *g = b->g;
    expr_id size = expr_bounded_size(g, b->arg[0]), error = expr_mul(g, expr_real(g, unit_roundoff), b->m[0]);
    return expr_binary(g, EXPR_MAX, expr_sub(g, size, error), g->zero);
}

/* Of tanh and atan, with the greatest slope beside the argument: a step that is steep is flat apart from it. */
static expr_id of_step(const bounded *b) {
    graph *g = b->g;
    expr_id near = nearest_size(b);
    if (op_of(g, b->e) == EXPR_TANH)
        near = expr_sub(g, g->one, expr_powi(g, expr_unary(g, EXPR_TANH, near), 2));
    else
        near = expr_div(g, g->one, expr_add(g, g->one, expr_powi(g, near, 2)));
    const expr_id size = expr_bounded_size(g, b->e);
    return expr_add(g, size, expr_mul(g, near, b->m[0]));
}

static expr_id of_hyperbolic(const bounded *b) {
    expr_id growth = expr_unary(b->g, EXPR_COSH, b->arg[0]);
    return expr_mul(b->g, growth, op_of(b->g, b->e) == EXPR_COSH ? of_one(b) : b->m[0]);
}

static expr_id of_exponential(const bounded *b) {
    return expr_mul(b->g, b->e, of_one(b));
}

/* That of the one which is taken. */
static expr_id of_chosen(const bounded *b) {
    bool first = op_of(b->g, b->e) == EXPR_MIN;
    expr_id holds = expr_binary(b->g, EXPR_LT, b->arg[first ? 0 : 1], b->arg[first ? 1 : 0]);
    return expr_select(b->g, holds, b->m[0], b->m[1]);
}

static bound *const rules[EXPR_OP_COUNT] = {
    [EXPR_RATIONAL] = expr_bounded_leaf,
    [EXPR_VAR] = of_variable,
    [EXPR_REAL] = expr_bounded_leaf,
    [EXPR_ADD] = expr_bounded_sum,
    [EXPR_SUB] = expr_bounded_sum,
    [EXPR_MUL] = of_product,
    [EXPR_DIV] = of_quotient,
    [EXPR_NEG] = expr_bounded_first,
    [EXPR_POW] = of_power,
    [EXPR_SQRT] = of_root,
    [EXPR_SIN] = expr_bounded_first,
    [EXPR_COS] = of_one,
    [EXPR_TAN] = of_tangent,
    [EXPR_ASIN] = of_arc,
    [EXPR_ACOS] = of_arc,
    [EXPR_ATAN] = of_step,
    [EXPR_ATAN2] = of_direction,
    [EXPR_SINH] = of_hyperbolic,
    [EXPR_COSH] = of_hyperbolic,
    [EXPR_TANH] = of_step,
    [EXPR_EXP] = of_exponential,
    [EXPR_LOG] = expr_bounded_logarithm,
    [EXPR_ABS] = expr_bounded_first,
    [EXPR_SIGN] = of_truth,
    [EXPR_MIN] = of_chosen,
    [EXPR_MAX] = of_chosen,
    [EXPR_HYPOT] = expr_bounded_sum,
    [EXPR_LT] = of_truth,
    [EXPR_LE] = of_truth,
    [EXPR_AND] = of_truth,
    [EXPR_OR] = of_truth,
    [EXPR_NOT] = of_truth,
    [EXPR_SELECT] = expr_bounded_select,
    [EXPR_FLOOR] = expr_bounded_leaf,
    [EXPR_TABLE] = expr_bounded_none,
    [EXPR_INTERVAL] = expr_bounded_leaf,
    [EXPR_CURVE] = expr_bounded_curve,
};

void expr_roundings(graph *g, const expr_id *roots, size_t count, expr_leaves leaves, expr_id *out) {
    LGR_ASSERT(leaves.error != NULL || leaves.user == NULL);
    expr_bounded_roots(g, roots, count, rules, &leaves, out);
}
