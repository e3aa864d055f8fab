/* Tests of tapes as functions in C: constants, parts of long segments, tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tape/c/print.h"

static const char *number(double x, bool single) {
    arena *a = base_arena_create();
    static char text[64];
    strbuf out = base_strbuf_make(a);
    tape_print_c_number(&out, x, single);
    strncpy(text, base_strbuf_text(&out), sizeof text - 1);
    base_arena_destroy(a);
    return text;
}

/* 3/4 in place of 3.0/4.0 would be 0. */
static void test_numbers_are_no_integers(void **state) {
    (void)state;
    assert_string_equal(number(3, false), "3.0");
    assert_string_equal(number(-0.1, false), "-0.1");
    assert_string_equal(number(1e300, false), "1e+300");
    assert_string_equal(number(3, true), "3.0f");
    assert_string_equal(number(1e300, true), "infinite");
    assert_string_equal(number(1e-300, true), "0.0f");
    assert_string_equal(number(-INFINITY, false), "-infinite");
    assert_string_equal(number(NAN, false), "not_a_number");
}

static const char *print(arena *a, size_t most, tape_printing *p) {
    graph *g = expr_graph_create(a);
    expr_id x = expr_new_var(g, "x"), e = x;
    const uint32_t var = expr_node_at(g, x)->var;
    for (int i = 0; i < 10; i++)
        e = expr_unary(g, EXPR_SIN, expr_add(g, e, expr_real(g, 0.5 + i)));
    const tape_group group = {.roots = &e, .count = 1};
    const tape *t = tape_build(a, g, &var, 1, 0, &group, 1);
    strbuf out = base_strbuf_make(a);
    tape_table_list tables = {0};
    size_t first[2];
    *p = (tape_printing){.prefix = "f", .most = most, .result = 7};
    tape_print_c(&out, t, p, &tables, first);
    assert_int_equal(first[1], 7);
    assert_int_equal(p->result, 8);
    return base_strbuf_text(&out);
}

static void test_a_short_segment_is_one_function(void **state) {
    (void)state;
    arena *a = base_arena_create();
    tape_printing p;
    const char *text = print(a, 100, &p);
    assert_non_null(strstr(text, "static void f_1(const real *x, real *w, real *y) {"));
    assert_non_null(strstr(text, "sine(v"));
    assert_non_null(strstr(text, "y[7] = v"));
    assert_null(strstr(text, "f_1_1"));
    assert_int_equal(p.work, 0);
    base_arena_destroy(a);
}

/* What one part hands to the next goes through w. */
static void test_a_long_segment_is_cut(void **state) {
    (void)state;
    arena *a = base_arena_create();
    tape_printing p;
    const char *text = print(a, 4, &p);
    assert_non_null(strstr(text, "static void f_1_4(const real *x, real *w, real *y) {"));
    assert_non_null(strstr(text, "    f_1_4(x, w, y);\n"));
    assert_true(p.work >= 4);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_no_integers),
        cmocka_unit_test(test_a_short_segment_is_one_function),
        cmocka_unit_test(test_a_long_segment_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
