/* Tests of printing: precedence, numbers, cutting; the text is what a reader and the model language expect. */
#include "expr/support.h"

#include "expr/notation.h"

#define assert_prints(b, e, want) assert_prints_at((b), (e), (want), __FILE__, __LINE__)

static void assert_prints_at(bench *b, expr_id e, const char *want, const char *file, int line) {
    strbuf text = base_strbuf_make(b->memory);
    expr_print(b->g, e, 1000, &text);
    _assert_string_equal(base_strbuf_text(&text), want, file, line);
}

static void leaves_are_printed(void **state) {
    (void)state;
    bench b = bench_create();
    assert_prints(&b, b.x, "x");
    assert_prints(&b, expr_new_var(b.g, "theta'"), "theta'");
    assert_prints(&b, expr_int(b.g, -12), "-12");
    assert_prints(&b, expr_rational(b.g, -1, 3), "-1/3");
    assert_prints(&b, expr_real(b.g, 0.5), "0.5");
    assert_prints(&b, expr_real(b.g, 0.1), "0.1");
    assert_prints(&b, expr_real(b.g, -1e-30), "-1e-30");
    assert_prints(&b, expr_real(b.g, INFINITY), "(1/0)");
    bench_destroy(&b);
}

static void precedence_decides_on_parentheses(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id sum = expr_add(g, b.x, b.y), product = expr_mul(g, b.x, b.y);
    assert_prints(&b, expr_mul(g, sum, b.z), "z*(x + y)");
    assert_prints(&b, expr_add(g, product, b.z), "x*y + z");
    assert_prints(&b, expr_sub(g, b.x, expr_sub(g, b.y, b.z)), "x - y + z");
    assert_prints(&b, expr_sub(g, expr_sub(g, b.x, b.y), b.z), "x - y - z");
    assert_prints(&b, expr_div(g, b.x, expr_mul(g, b.y, b.z)), "x/(y*z)");
    assert_prints(&b, expr_div(g, expr_div(g, b.x, b.y), b.z), "x/(y*z)");
    assert_prints(&b, expr_neg(g, b.x), "-x");
    assert_prints(&b, expr_neg(g, product), "-x*y");
    assert_prints(&b, expr_neg(g, sum), "-x - y");
    assert_prints(&b, expr_mul(g, expr_rational(g, 1, 2), expr_powi(g, b.x, 2)), "x^2/2");
    assert_prints(&b, expr_mul(g, expr_int(g, -2), sum), "-2*(x + y)");
    bench_destroy(&b);
}

static void numbers_of_sums_come_last(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    assert_prints(&b, expr_add(g, b.x, expr_int(g, 3)), "x + 3");
    assert_prints(&b, expr_sub(g, b.x, expr_int(g, 3)), "x - 3");
    assert_prints(&b, expr_sub(g, expr_int(g, 3), b.x), "3 - x");
    assert_prints(&b, expr_sub(g, b.x, expr_rational(g, 1, 2)), "x - 1/2");
    bench_destroy(&b);
}

static void powers_are_printed(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    assert_prints(&b, expr_powi(g, b.x, 2), "x^2");
    assert_prints(&b, expr_powi(g, b.x, -2), "1/x^2");
    assert_prints(&b, expr_powi(g, expr_add(g, b.x, b.y), 2), "(x + y)^2");
    assert_prints(&b, expr_pow(g, b.x, expr_pow(g, b.y, b.z)), "x^y^z");
    assert_prints(&b, expr_pow(g, expr_pow(g, b.x, b.y), b.z), "(x^y)^z");
    assert_prints(&b, expr_pow(g, b.x, expr_neg(g, b.y)), "x^(-y)");
    assert_prints(&b, expr_pow(g, b.x, expr_rational(g, 1, 3)), "x^(1/3)");
    assert_prints(&b, expr_pow(g, expr_int(g, -2), b.x), "(-2)^x");
    bench_destroy(&b);
}

static void calls_and_logic_are_printed(void **state) {
    (void)state;
    bench b = bench_create();
    graph *g = b.g;
    expr_id less = expr_binary(g, EXPR_LT, b.x, b.y), equal = expr_binary(g, EXPR_LE, b.y, b.z);
    assert_prints(&b, expr_unary(g, EXPR_SIN, expr_sub(g, b.x, b.y)), "sin(x - y)");
    assert_prints(&b, expr_binary(g, EXPR_ATAN2, b.y, b.x), "atan2(y, x)");
    assert_prints(&b, less, "x < y");
    assert_prints(&b, expr_unary(g, EXPR_NOT, less), "not x < y");
    expr_id both = expr_binary(g, EXPR_AND, less, equal);
    assert_prints(&b, both, "x < y and y <= z");
    assert_prints(&b, expr_unary(g, EXPR_NOT, both), "not (x < y and y <= z)");
    expr_id choice = expr_select(g, less, b.x, b.y);
    assert_prints(&b, choice, "if x < y then x else y");
    assert_prints(&b, expr_add(g, choice, b.z), "z + (if x < y then x else y)");
    assert_prints(&b, expr_select(g, equal, choice, choice), "if x < y then x else y");
    assert_prints(&b, expr_select(g, equal, b.z, choice), "if y <= z then z else if x < y then x else y");
    assert_prints(&b, expr_select(g, equal, choice, b.z), "if y <= z then (if x < y then x else y) else z");
    bench_destroy(&b);
}

static void long_texts_are_cut(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = expr_add(b.g, b.x, b.y);
    strbuf text = base_strbuf_make(b.memory);
    base_strbuf_add(&text, "T = ");
    expr_print(b.g, e, 5, &text);
    assert_string_equal(base_strbuf_text(&text), "T = x + y");
    base_strbuf_add(&text, "; ");
    expr_print(b.g, e, 4, &text);
    assert_string_equal(base_strbuf_text(&text), "T = x + y; x + ...");
    assert_int_equal(text.len, 18);
    bench_destroy(&b);
}

static void characters_are_not_cut_in_two(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id theta = expr_new_var(b.g, "\xcf\x91\xcf\x91");
    strbuf text = base_strbuf_make(b.memory);
    expr_print(b.g, theta, 3, &text);
    assert_string_equal(base_strbuf_text(&text), "\xcf\x91...");
    bench_destroy(&b);
}

/* Shared nodes are written each time: 2^60 characters if nothing stopped it. */
static void shared_nodes_do_not_explode(void **state) {
    (void)state;
    bench b = bench_create();
    expr_id e = b.x;
    for (int k = 0; k < 60; k++)
        e = expr_mul(b.g, expr_unary(b.g, EXPR_SIN, e), expr_unary(b.g, EXPR_COS, e));
    strbuf text = base_strbuf_make(b.memory);
    expr_print(b.g, e, 200, &text);
    assert_int_equal(text.len, 203);
    bench_destroy(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_printed),
        cmocka_unit_test(precedence_decides_on_parentheses),
        cmocka_unit_test(numbers_of_sums_come_last),
        cmocka_unit_test(powers_are_printed),
        cmocka_unit_test(calls_and_logic_are_printed),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(characters_are_not_cut_in_two),
        cmocka_unit_test(shared_nodes_do_not_explode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
