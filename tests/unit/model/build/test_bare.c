/* Tests of parameters without numbers: which lack one, who gives it, and what stands in for it. */
#include "../support.h"

static const char text[] = "param m, k in [2, 3], l = 4, c in s\n"
                           "coord x = 1 m\n"
                           "kinetic T = 1/2*m*(1 kg)*x'^2\n";

static void lists_them(void **state) {
    (void)state;
    read_text r = text_accept(text);
    assert_string_equal(model_list_without_numbers(r.m, r.memory), "m, k and c");
    assert_false(model_lacks_number(&r.m->params[2]));
    const model_override all[] = {
        {.name = "m", .value = "1"}, {.name = "k", .value = "2"}, {.name = "c", .value = "3 s"}};
    read_text given = text_read("test.lgr", text, all, 3);
    assert_null(model_list_without_numbers(given.m, given.memory));
    assert_true(model_value_of(given.m, &given.m->params[3]) == 3);
    text_drop(&given);
    text_drop(&r);
}

static void stand_ins_differ(void **state) {
    (void)state;
    read_text r = text_accept(text);
    double x[4];
    model_load_values(r.m, x);
    const double m = x[0], k = x[1], c = x[3];
    assert_true(m != k && k != c && m != c);
    assert_true(m >= 1 && m <= 2 && c >= 1 && c <= 2);
    assert_true(k > r.m->params[1].low && k < r.m->params[1].high);
    text_drop(&r);
}

static void asks_for_them(void **state) {
    (void)state;
    read_text r = text_accept(text);
    const int others[] = {1, 3}, first = 0;
    assert_true(model_assign(r.m, &first, &(double){7}, 1));
    assert_true(model_need_numbers(r.m, r.findings, others, 2));
    assert_int_equal(diag_count(r.findings), 0);
    assert_false(model_need_numbers(r.m, r.findings, others, 1));
    assert_int_equal(diag_at(r.findings, 0)->code, DIAG_E0418);
    assert_non_null(strstr(diag_at(r.findings, 0)->message, "the parameter 'c' has no number"));
    text_drop(&r);
}

static void functions_lack_formulas(void **state) {
    (void)state;
    read_text r =
        text_accept("let f(x), g(x), unused(x)\ncoord x = 1\nkinetic T = x'^2/2\npotential V = g(x) + f(x)\n");
    assert_string_equal(model_list_without_formulas(r.m, r.memory), "g and f");
    assert_null(model_list_without_numbers(r.m, r.memory));
    assert_false(model_need_numbers(r.m, r.findings, NULL, 0));
    assert_int_equal(diag_at(r.findings, 0)->code, DIAG_E0418);
    assert_non_null(strstr(diag_at(r.findings, 0)->message, "the functions 'g' and 'f' have no formulas"));
    text_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_them), cmocka_unit_test(stand_ins_differ),
                                       cmocka_unit_test(asks_for_them), cmocka_unit_test(functions_lack_formulas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
