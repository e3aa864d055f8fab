/* Values at random points, and proofs. */
#include "derive/alike.h"

#include "algebra/algebra.h"

static double *random_point(const graph *g, uint64_t dice, arena *a) {
    const uint32_t count = expr_var_count(g);
    double *values = ARENA_ARRAY(a, double, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        values[i] = 0.6 + (double)(dice >> 11) * 0x1p-53;
    }
    return values;
}

double *derive_random_values(graph *g, const expr_id *roots, size_t count, arena *a) {
    double *out = ARENA_ARRAY(a, double, count *DERIVE_POINTS + 1);
    for (size_t p = 0; p < DERIVE_POINTS; p++) {
        expr_plan *plan = expr_plan_create(a, g, roots, count);
        const double *at = random_point(g, 0x9e3779b97f4a7c15u + 2 * (uint64_t)p, a);
        for (size_t k = 0; k < count; k++)
            out[k * DERIVE_POINTS + p] = expr_plan_eval(plan, k, at);
    }
    return out;
}

bool derive_is_same(graph *g, expr_id a, expr_id b) {
    expr_id rest = expr_sub(g, a, b);
    algebra_simplify(g, &rest, 1, &rest);
    return expr_is_zero(g, rest);
}
