/* Parts of terms: numbers of nodes, whole powers, the two functions of sin^2 + cos^2; sums and products from them. */
#include "expr/terms.h"

#include "expr/support.h"

static void numbers_there_and_back(void **state) {
    (void)state;
    bench b = bench_create();
    const number numbers[] = {number_ratio(0, 1), number_ratio(-7, 3), number_real(9.81), number_real(0.1)};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        expr_id e = expr_number(b.g, numbers[k]);
        assert_true(number_same(expr_number_of(b.g, e), numbers[k]));
        assert_true(expr_same(expr_number(b.g, numbers[k]), e));
    }
    base_arena_destroy(b.memory);
}

static void whole_powers(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id base = b.y;
    int64_t n = 99;
    assert_true(expr_is_whole_power(g, expr_powi(g, b.x, 5), &base, &n));
    assert_true(expr_same(base, b.x));
    assert_int_equal(n, 5);
    const expr_id others[] = {b.x,
                              expr_sqrt(g, b.x),
                              expr_pow(g, b.x, b.y),
                              expr_pow(g, b.x, expr_rational(g, 1, 3)),
                              expr_powi(g, b.x, -2),
                              expr_int(g, 8)};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_false(expr_is_whole_power(g, others[k], &base, &n));
    assert_true(expr_same(base, b.x)); /* as it was */
    assert_int_equal(n, 5);
    base_arena_destroy(b.memory);
}

/* k sin^2 u + k cos^2 u = k wherever the constructors see both side by side. */
static void sine_and_cosine(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    assert_int_equal(expr_cofunction(EXPR_SIN), EXPR_COS);
    assert_int_equal(expr_cofunction(EXPR_COS), EXPR_SIN);
    assert_true(expr_is_sine_or_cosine(EXPR_SIN) && expr_is_sine_or_cosine(EXPR_COS));
    assert_false(expr_is_sine_or_cosine(EXPR_TAN));
    expr_id s = expr_powi(g, expr_unary(g, EXPR_SIN, b.x), 2), c = expr_powi(g, expr_unary(g, EXPR_COS, b.x), 2);
    expr_id k = expr_mul(g, expr_int(g, 3), b.y);
    expr_id left = expr_mul(g, k, s), right = expr_mul(g, c, k);
    assert_true(expr_same(expr_add(g, left, right), k));
    assert_false(expr_same(expr_add(g, left, expr_mul(g, c, b.z)), k));
    base_arena_destroy(b.memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_there_and_back),
        cmocka_unit_test(whole_powers),
        cmocka_unit_test(sine_and_cosine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
