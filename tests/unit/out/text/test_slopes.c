/* Derivatives of reports as a section of text. */
#include "section.h"

static void derivatives_elasticities_and_why(void **state) {
    (void)state;
    motion x = shown_run(
        "param a = 2, b = 4\ncoord x = a*b\nkinetic T = x'^2\nsimulate until 1\nreport r = final(x), s = r - 8\n");
    const int params[] = {0, 1};
    const double slopes[] = {4, 2, 4, NAN};
    const char *const why[] = {NULL, "a kink"};
    const out_slopes found = {params, 2, slopes, why};
    out_run run = shown_of(&x);
    assert_string_equal(section_of(&x, &run, out_slopes_add_text), "");
    run.slopes = &found;
    const char *text = section_of(&x, &run, out_slopes_add_text);
    assert_says(text, "\nSensitivities of reports\n");
    assert_says(text, "  r  a   4           1\n"); /* 4*2/8 */
    assert_says(text, "     b   2           1\n");
    assert_says(text, "  s  a   4           -            differences\n"); /* of zero there is none */
    assert_says(text, "     b   -           -            differences\n");
    assert_int_equal(shown_count(text, "By finite differences: a kink."), 1);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_elasticities_and_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
