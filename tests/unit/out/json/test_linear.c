/* Linearisations as JSON, read back: matrices, studies and branches, with null where there is no value. */
#include "out/json/writers.h"
#include "out/linear.h"

static void matrices_of_a_state(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.about = &x->about;
    const char *text = made_text(x, out_linear_write_json);
    reading_check(text);
    assert_says(reading_at(text, "lagrangia"), "\"1.2.3\", \"model\": \"oscillator\", \"at\": \"start\"");
    text = reading_at(text, "linear");
    assert_reads(text, "t", 1.5);
    assert_reads(text, "q/y", 0.2);
    assert_reads(text, "v/y", 3);
    assert_true(reading_begins(reading_at(text, "rest"), "false"));
    assert_true(reading_begins(reading_at(text, "steady"), "true"));
    made_reads_matrix(text, "M", made_M, 2, 2);
    made_reads_matrix(text, "C", made_C, 2, 2);
    made_reads_matrix(text, "K", made_K, 2, 2);
    made_reads_matrix(text, "constraints/A", made_A, 1, 2);
    made_reads_matrix(text, "constraints/R", made_R, 1, 2);
    assert_true(reading_begins(reading_at(text, "constraints/levels/0"), "\"velocity\""));
    assert_reads(text, "constraints/multipliers/0", 3);
    assert_true(reading_begins(reading_at(text, "inputs/0"), "\"u, \\\"<&>\\\"\""));
    assert_true(reading_begins(reading_at(text, "stability"), "\"asymptotically stable\""));
    made_reads_matrix(text, "state_space/A", made_state_A, 2, 2);
    assert_int_equal(reading_count(text, "modes"), 3);
    x->about.has_modes = false;
    x->about.mode_count = 0;
    x->linear.at = "rest";
    text = made_text(x, out_linear_write_json);
    assert_true(reading_begins(reading_at(text, "linear/stability"), "\"undecided\""));
    assert_true(reading_begins(reading_at(text, "at"), "\"rest\""));
    assert_int_equal(reading_count(text, "linear/modes"), 0);
    made_end(x);
}

/* More columns than rows: none is taken for the other. */
static void inputs_are_columns(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.about = &x->about;
    x->about.k = 1;
    const char *text = made_text(x, out_linear_write_json);
    made_reads_matrix(text, "linear/B", made_B, 2, 1);
    x->about.k = 2;
    x->about.m = 0;
    text = made_text(x, out_linear_write_json);
    made_reads_matrix(text, "linear/B", made_B, 2, 2);
    assert_int_equal(reading_count(text, "linear/constraints/A"), 0);
    assert_int_equal(reading_count(text, "linear/constraints/names"), 0);
    x->about.trouble = "a \"stop\"";
    text = made_text(x, out_linear_write_json);
    reading_check(text);
    assert_true(reading_begins(reading_at(text, "linear/trouble"), "\"a \\\"stop\\\"\"}"));
    made_end(x);
}

static void a_response(void **state) {
    (void)state;
    made *x = made_begin();
    const linear_response r = made_response();
    x->linear.about = &x->about;
    x->linear.response = &r;
    const char *text = made_text(x, out_linear_write_json);
    reading_check(text);
    made_reads_list(text, "response/w", r.w, 5);
    made_reads_list(text, "response/gain", r.gain, 5);
    made_reads_list(text, "response/phase", r.phase, 5);
    assert_true(reading_begins(reading_at(text, "response/phase/3"), "null"));
    assert_true(reading_begins(reading_at(text, "response/from"), "\"u, \\\"<&>\\\"\""));
    made_end(x);
}

static void a_study(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.study = &x->study;
    const char *text = made_text(x, out_linear_write_json);
    reading_check(text);
    assert_says(text, "\"parameter\": \"P\", \"unit\": \"N\", \"rest\": false, \"steady\": true, \"neutral\": 1");
    made_reads_list(text, "values", made_values, MADE_VALUES);
    made_reads_list(text, "growth", made_growth, MADE_VALUES);
    assert_int_equal(reading_count(text, "eigenvalues"), 2);
    made_reads_list(text, "eigenvalues/0/im", made_im1, MADE_VALUES);
    made_reads_list(text, "eigenvalues/1/re", made_re2, MADE_VALUES);
    assert_says(text, "\"trouble\": [null, null, \"no \\\"rest\\\" <here>\", null, null]");
    assert_true(reading_begins(reading_at(text, "stability/3"), "\"unstable\""));
    assert_true(reading_begins(reading_at(text, "critical/0/kind"), "\"flutter\""));
    assert_true(reading_begins(reading_at(text, "critical/1/kind"), "\"divergence\""));
    assert_reads(text, "critical/0/growth_below", -0.25);
    assert_reads(text, "critical/0/growth_above", 0.125);
    assert_reads(text, "critical/0/im", 3.75);
    assert_int_equal(reading_count(text, "ranges"), 3);
    assert_reads(text, "ranges/1/from", 1.5);
    assert_reads(text, "ranges/1/to", 3.5);
    assert_reads(text, "ranges/2/growth", NAN);
    x->study.critical_count = x->study.range_count = x->study.track_count = 0;
    text = made_text(x, out_linear_write_json);
    reading_check(text);
    assert_int_equal(reading_count(text, "critical") + reading_count(text, "ranges"), 0);
    assert_int_equal(reading_count(text, "eigenvalues"), 0);
    made_end(x);
}

static void branches(void **state) {
    (void)state;
    made *x = made_begin();
    x->linear.branches = &x->branches;
    const char *text = made_text(x, out_linear_write_json);
    const double torn[] = {0, 1, NAN, 2, 2.5}, whole[] = {-1, -2, -3, -4};
    reading_check(text);
    assert_int_equal(reading_count(text, "branches"), 2);
    made_reads_list(text, "branches/0/values", made_at, MADE_POINTS);
    made_reads_list(text, "branches/0/q/y", whole, MADE_POINTS);
    made_reads_list(text, "branches/1/q/x", torn, MADE_VALUES);
    assert_true(reading_begins(reading_at(text, "branches/0/stability/2"), "\"unstable\""));
    assert_true(reading_begins(reading_at(text, "special/0/kind"), "\"hopf\""));
    assert_true(reading_begins(reading_at(text, "special/1/kind"), "\"fold\""));
    assert_true(reading_begins(reading_at(text, "special/2/kind"), "\"branch\""));
    assert_reads(text, "special/0/im", 5);
    assert_reads(text, "special/0/q/y", -2);
    assert_null(reading_at(text, "special/1/im"));
    assert_true(reading_begins(reading_at(text, "note"), "\"something \\\"<was>\\\" left out\""));
    x->branches.count = x->branches.special_count = 0;
    x->branches.note = NULL;
    text = made_text(x, out_linear_write_json);
    reading_check(text);
    assert_int_equal(reading_count(text, "branches") + reading_count(text, "special"), 0);
    assert_null(reading_at(text, "note"));
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_of_a_state),
        cmocka_unit_test(inputs_are_columns),
        cmocka_unit_test(a_response),
        cmocka_unit_test(a_study),
        cmocka_unit_test(branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
