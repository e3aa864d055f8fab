/* Linearisations as text: matrices with their names, verdicts in words, and what is said where nothing is found. */
#include "out/linear.h"
#include "out/text/writers.h"

static void a_state_with_its_matrices(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.about = &x->about;
    const char *text = made_text(x, out_linear_write_text);
    assert_true(reading_begins(text, MADE_TITLE "\n"));
    assert_says(text, "  about x = 0.1, y = 0.2, y' = 3\n  a steady motion\n");
    assert_says(text, "x  1      0\n");
    assert_says(text, "y  0.125  0.1875\n");
    assert_says(text, "constraints   x  y\n    rod        -2  1\n");
    assert_says(text, "x'  -4  -0.2\n");
    assert_says(text, "  stable: everything else decays\n");
    x->about.stability = UNSTABLE;
    x->about.growth = 0.125;
    x->about.neutral = 2;
    x->about.steady = false;
    text = made_text(x, out_linear_write_text);
    assert_says(text, "unstable: displacements grow as exp(0.125 t) (2 eigenvalues are 0)\n");
    assert_says(text, "those of this instant\n");
    x->about.trouble = "no \"rest\"";
    text = made_text(x, out_linear_write_text);
    assert_says(text, "  none: no \"rest\"\n");
    assert_says_not(text, "Modes");
    made_end(x);
}

static void no_line_is_too_long(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.about = &x->about;
    x->linear.page.color = true;
    x->linear.page.width = 88;
    x->about.steady = false;
    const char *text = made_text(x, out_linear_write_text);
    assert_true(reading_widest(reading_plain(text, x->of.memory), x->of.memory) <= 88);
    assert_true(strlen(text) > strlen(reading_plain(text, x->of.memory)));
    made_end(x);
}

static void a_response_at_its_ends_and_peaks(void **state) {
    (void)state;
    made *x = made_begin();
    const linear_response r = made_response();
    x->linear.about = &x->about;
    x->linear.response = &r;
    const char *text = strstr(made_text(x, out_linear_write_text), "Response of out to " MADE_INPUT "\n");
    assert_non_null(text);
    assert_int_equal(shown_count(text, "rad/s"), 3);
    assert_says(text, "peak   -90  deg\n");
    assert_says(text, "-180  deg\n");
    made_end(x);
}

static void a_study(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    const char *text = made_text(x, out_linear_write_text);
    assert_says(text, "P  1.5  N  flutter, 3.75 rad/s\n");
    assert_says(text, "P  3.5  N  divergence\n");
    assert_says(text, "0 .. 1.5 N    stable         fastest growth -0.75 1/s in its middle\n");
    assert_says(text, "1.5 .. 3.5 N  unstable       fastest growth 0.5 1/s in its middle\n");
    assert_says(text, "3.5 .. 4 N    nothing grows\n");
    assert_says(text, "  1 eigenvalue is 0 throughout\n");
    assert_says(text, "  1 of 5 values have no eigenvalues; at 2 N: no \"rest\" <here>\n");
    x->study.critical_count = x->study.range_count = 0;
    x->troubles[2] = NULL;
    text = made_text(x, out_linear_write_text);
    assert_says(text, "Critical values\n  none in this range\n");
    assert_says_not(text, "values have no");
    made_end(x);
}

static void branches(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.branches = &x->branches;
    const char *text = made_text(x, out_linear_write_text);
    assert_says(text, "P  2  N  oscillation begins to grow, 5 rad/s at x = 1, y = -2\n");
    assert_says(text, "P  1  N  fold at x = 0.5, y = -1\n");
    assert_says(text, "P  2  N  branches cross at x = 1, y = -2\n");
    assert_says(text, "  1. from 1 N (x = 0.5, y = -1) to 4 N (x = 3, y = -4): unstable in part\n");
    assert_says(text, "  2. from 0 N (x = 0, y = 0.5) to 4 N (x = 2.5, y = 2.5): nothing grows\n");
    assert_says(text, "  something \"<was>\" left out\n");
    x->branches.count = x->branches.special_count = 0;
    text = made_text(x, out_linear_write_text);
    assert_says(text, "  none in this range\n");
    assert_says(text, "  none were found\n");
    made_end(x);
}

static void without_a_start_there_is_nothing(void **state) {
    (void)state;
    made *x = made_begin();
    assert_string_equal(made_text(x, out_linear_write_text), "");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_with_its_matrices),
        cmocka_unit_test(no_line_is_too_long),
        cmocka_unit_test(a_response_at_its_ends_and_peaks),
        cmocka_unit_test(a_study),
        cmocka_unit_test(branches),
        cmocka_unit_test(without_a_start_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
