/* Operations counted as SymPy's count_ops counts them. */
#include "algebra/support.h"

static void leaves_and_numbers(void **state) {
    (void)state;
    bench b = bench_create();
    assert_int_equal(algebra_operations(b.g, b.x), 0);
    assert_int_equal(algebra_operations(b.g, expr_int(b.g, 7)), 0);
    assert_int_equal(algebra_operations(b.g, expr_int(b.g, -7)), 1);
    assert_int_equal(algebra_operations(b.g, expr_rational(b.g, 2, 3)), 1);
    assert_int_equal(algebra_operations(b.g, expr_rational(b.g, -1, 3)), 2);
    assert_int_equal(algebra_operations(b.g, expr_real(b.g, 0.1)), 0);
    bench_destroy(&b);
}

static void signs_and_fractions(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    assert_int_equal(algebra_operations(g, expr_neg(g, b.x)), 1);
    assert_int_equal(algebra_operations(g, expr_mul(g, expr_rational(g, 1, 2), b.x)), 1);  /* x/2 */
    assert_int_equal(algebra_operations(g, expr_mul(g, expr_rational(g, -1, 2), b.x)), 2); /* -x/2 */
    assert_int_equal(algebra_operations(g, expr_mul(g, expr_rational(g, 3, 2), b.x)), 2);  /* 3*x/2 */
    assert_int_equal(algebra_operations(g, expr_mul(g, expr_int(g, -2), b.x)), 2);
    assert_int_equal(algebra_operations(g, expr_add(g, expr_int(g, -3), b.x)), 1); /* x - 3 */
    assert_int_equal(algebra_operations(g, expr_sub(g, expr_int(g, -3), b.x)), 2); /* -3 - x */
    assert_int_equal(algebra_operations(g, expr_powi(g, b.x, -2)), 2);
    assert_int_equal(algebra_operations(g, sine(&b, expr_add(g, b.x, b.y))), 2);
    bench_destroy(&b);
}

static void shared_parts_count_wherever_they_stand(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 10; k++)
        e = expr_mul(b.g, sine(&b, e), cosine(&b, e)); /* twice the last, and three */
    assert_int_equal(algebra_operations(b.g, e), 3 * 1023);
    bench_destroy(&b);
}

static void enormous_trees_saturate(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 3000; k++)
        e = expr_mul(b.g, sine(&b, e), cosine(&b, e));
    assert_true(algebra_operations(b.g, e) == SIZE_MAX / 2);
    for (int k = 0; k < 200000; k++)
        e = sine(&b, e); /* deep, too */
    assert_true(algebra_operations(b.g, e) == SIZE_MAX / 2);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_and_numbers),
        cmocka_unit_test(signs_and_fractions),
        cmocka_unit_test(shared_parts_count_wherever_they_stand),
        cmocka_unit_test(enormous_trees_saturate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
