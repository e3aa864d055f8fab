/* The digits that agree, as a section of text: each number with these digits. */
#include "section.h"

static void numbers_with_the_digits_that_hold(void **state) {
    (void)state;
    motion x = shown_run(
        "coord x = 1 m, y = 2 m\nkinetic T = (1 kg)*(x'^2/2 + y'^2)\nsimulate until 1 s\nreport r = final(x)\n");
    sim_result second = *x.result;
    double reports[] = {1.0001};
    second.reports = reports;
    out_run run = shown_of(&x);
    run.second = &second;
    run.second_tolerance = 1e-10;
    const char *text = section_of(&x, &run, out_verify_add_text);
    assert_says(text, "Digits that agree with a run at tolerance 1e-10\n");
    assert_says(text, "  r       1  m    4 digits  report\n");
    assert_says(text, "  y       2  m    exact     at the end\n");
    assert_says(text, "  y'      0  m/s  exact     at the end\n");
    assert_says(text, "fewest: 4 digits (r)\n");
    motion_end(&x);
}

static void a_second_run_that_tells_nothing(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2\nsimulate until 1\n");
    out_run run = shown_of(&x);
    assert_string_equal(section_of(&x, &run, out_verify_add_text), "");
    const finding f = {.code = DIAG_E0506, .message = "too long", .primary = ""};
    sim_result second = *x.result;
    run.second = &second;
    second.end = SIM_INTERRUPTED;
    assert_says(section_of(&x, &run, out_verify_add_text), "not known: that run was interrupted");
    second.failure = &f;
    assert_says(section_of(&x, &run, out_verify_add_text), "not known: that run failed: too long");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_with_the_digits_that_hold),
        cmocka_unit_test(a_second_run_that_tells_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
