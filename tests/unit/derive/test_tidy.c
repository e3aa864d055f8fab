/* Like terms of sums, signs of angles and rounding errors of numbers on a page. */
#include "derive/derivation.h"
#include "derive/tidy.h"
#include "expr/notation.h"
#include "expr/support.h"

static const char *text_of(bench *b, expr_id e) {
    strbuf s = base_strbuf_make(b->memory);
    expr_write(b->g, e, NOTATION_TEXT, NULL, &s);
    return base_strbuf_text(&s);
}

static expr_id sine(bench *b, expr_id u) {
    return expr_unary(b->g, EXPR_SIN, u);
}

/* Written out, each product is twice as long as the one before. */
static void lengths_are_counted_to_an_end(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 200; k++) {
        const expr_id more = expr_add(b.g, e, b.y);
        e = expr_mul(b.g, more, expr_sub(b.g, e, b.y));
        if (k == 1)
            assert_int_equal(derive_length(b.g, e), 9);
    }
    assert_true(derive_length(b.g, e) >= DERIVE_MOST_LENGTH);
    bench_destroy(&b);
}

static void like_terms_are_joined(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id u = sine(&b, b.x), v = sine(&b, b.y), first = expr_add(g, u, v);
    assert_true(expr_same(derive_tidy_sum(g, first, b.memory), first));
    assert_true(expr_same(derive_tidy_sum(g, expr_sub(g, first, u), b.memory), v));
    assert_string_equal(text_of(&b, derive_tidy_sum(g, expr_add(g, first, expr_mul(g, expr_int(g, 2), u)), b.memory)),
                        "3*sin(x) + sin(y)");
    expr_id numbers = expr_sub(g, expr_sub(g, u, expr_real(g, 0.25)), expr_real(g, 0.5));
    assert_string_equal(text_of(&b, derive_tidy_sum(g, numbers, b.memory)), "sin(x) - 0.75");
    bench_destroy(&b);
}

static void order_and_nesting_of_factors_do_not_count(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id u = sine(&b, b.x), v = sine(&b, b.y), one = expr_product(g, expr_product(g, u, v), b.z),
            other = expr_product(g, u, expr_product(g, v, b.z));
    assert_false(expr_same(one, other));
    assert_true(expr_is_zero(g, derive_tidy_sum(g, expr_sub(g, one, other), b.memory)));
    expr_id below = expr_div(g, other, b.x), half = expr_product(g, expr_real(g, 0.5), expr_div(g, one, b.x));
    assert_string_equal(text_of(&b, derive_tidy_sum(g, expr_add(g, below, half), b.memory)), "1.5*z*sin(x)*sin(y)/x");
    bench_destroy(&b);
}

static void long_sums_are_joined_too(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id sum = b.y;
    for (int k = 0; k < 1000; k++)
        sum = expr_add(b.g, sum, sine(&b, expr_mul(b.g, expr_int(b.g, k + 2), b.x)));
    assert_true(expr_same(derive_tidy_sum(b.g, sum, b.memory), sum));
    sum = expr_sub(b.g, sum, b.y);
    assert_string_equal(text_of(&b, derive_tidy_sum(b.g, expr_sub(b.g, sum, sum), b.memory)), "0");
    bench_destroy(&b);
}

static void what_rounding_leaves_of_numbers_is_nothing(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id u = sine(&b, b.x), most = expr_product(g, expr_real(g, 0.3), u);
    expr_id sum = expr_add(g, expr_product(g, expr_real(g, 0.1), u), expr_product(g, expr_real(g, 0.2), u));
    sum = expr_add(g, b.y, expr_sub(g, sum, most));
    assert_string_equal(text_of(&b, derive_tidy_sum(g, sum, b.memory)), "y");
    bench_destroy(&b);
}

static void numbers_lose_rounding_errors(void **state) {
    (void)state;
    static const double cases[][2] = {{13.500000000000002, 13.5},         {0.49999999999999994, 0.5},
                                      {-2.9999999999999996, -3},          {0.8414709848078965, 0.8414709848078965},
                                      {1.0000000000001, 1.0000000000001}, {6.62607015e-34, 6.62607015e-34},
                                      {299792458.00000006, 299792458},    {0.8660254037844387, 0.8660254037844386},
                                      {-0.7071067811865475, -0.7071067811865476},
                                      {4.242640687119286, 4.242640687119285}};
    bench b = bench_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        expr_id e = derive_tidy_number(b.g, expr_real(b.g, cases[k][0]));
        assert_true(expr_node_at(b.g, e)->value == cases[k][1]);
    }
    bench_destroy(&b);
}

static void angles_have_one_sign(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id forwards = expr_sub(g, b.x, b.y), back = expr_sub(g, b.y, b.x);
    expr_id roots[] = {expr_mul(g, b.z, sine(&b, back)), expr_add(g, b.z, sine(&b, forwards)),
                       expr_unary(g, EXPR_COS, back)};
    derive_tidy_angles(g, roots, 3, b.memory);
    assert_string_equal(text_of(&b, roots[0]), "-z*sin(x - y)");
    assert_string_equal(text_of(&b, roots[1]), "z + sin(x - y)");
    assert_string_equal(text_of(&b, roots[2]), "cos(x - y)");
    expr_id alone = sine(&b, back);
    derive_tidy_angles(g, &alone, 1, b.memory);
    assert_string_equal(text_of(&b, alone), "sin(y - x)");
    bench_destroy(&b);
}

static void products_are_spread_over_a_sum(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sum = expr_sub(g, sine(&b, b.x), b.y);
    tidy_factors f;
    assert_true(derive_tidy_factors(g, expr_mul(g, b.z, sum), &f));
    assert_int_equal(f.count, 2);
    assert_string_equal(text_of(&b, derive_tidy_spread(g, &f, expr_same(f.at[1], sum))), "z*sin(x) - y*z");
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_counted_to_an_end),
        cmocka_unit_test(like_terms_are_joined),          cmocka_unit_test(order_and_nesting_of_factors_do_not_count),
        cmocka_unit_test(long_sums_are_joined_too),       cmocka_unit_test(what_rounding_leaves_of_numbers_is_nothing),
        cmocka_unit_test(numbers_lose_rounding_errors),   cmocka_unit_test(angles_have_one_sign),
        cmocka_unit_test(products_are_spread_over_a_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
