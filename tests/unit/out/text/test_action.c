/* The test of Hamilton's principle as a section of text. */
#include "section.h"

static void what_the_neighbours_say(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1 m\nkinetic T = (1 kg)*x'^2\nsimulate until 1 s\n");
    out_run run = shown_of(&x);
    assert_string_equal(section_of(&x, &run, out_action_add_text), "");
    sim_action r = {
        .from = 0.5, .to = 2, .value = 3.5, .worst = 1e-9, .kind = ACTION_MINIMUM, .sizes = {0.1, 0.05, 0.025, 0.0125}};
    for (int k = 0; k < ACTION_DIRECTIONS; k++)
        for (int i = 0; i < ACTION_SIZES; i++)
            r.at[k].change[i] = (k + 1) * r.sizes[i] * r.sizes[i];
    run.action = &r;
    const char *text = section_of(&x, &run, out_action_add_text);
    assert_says(text, "Hamilton's principle, from t = 0.5 s to 2 s\n");
    assert_says(text, "S, the integral of L dt  3.5  J s\n");
    assert_int_equal(shown_count(text, "  4.000\n"), ACTION_DIRECTIONS);
    assert_says(text, "S is greater along all of these directions, which indicates a minimum.");
    assert_says_not(text, "does not vanish");
    assert_says_not(text, "Forces that are not in L do work");
    r.worst = 1e-3;
    r.works = r.constrained = r.nonholonomic = true;
    text = section_of(&x, &run, out_action_add_text);
    assert_says(text, "The first variation does not vanish");
    assert_says(text, "S with the work is");
    assert_says(text, "satisfy the position constraints");
    assert_says(text, "A eta = 0");
    r.trouble = "too short";
    assert_says(section_of(&x, &run, out_action_add_text), "Hamilton's principle\n  not tested: too short\n");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_neighbours_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
