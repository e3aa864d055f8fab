/* Numbers in the units in which people see them: the decimal that was meant, whatever rounding made of it. */
#include "model/support.h"

#include <math.h>

static const double turn = 6.283185307179586;

static void converted_numbers_have_few_digits(void **state) {
    (void)state;
    const model_shown units[] = {{"deg", turn / 360}, {"ft", 0.3048}, {"in", 0.0254}, {"lbf", 4.4482216152605},
                                 {"mm", 1e-3}};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (int n = -1000; n <= 1000; n++) {
            double meant = n / 8.0;
            assert_true(model_shown_value(units[u], meant * units[u].size) == meant);
        }
}

static void neighbours_of_a_number_are_close_to_it(void **state) {
    (void)state;
    const model_shown foot = {"ft", 0.3048};
    for (double x = 1; x < 2; x += 1e-3) {
        double shown = model_shown_value(foot, x);
        assert_true(fabs(shown * foot.size - x) <= 2.3e-16 * x);
    }
}

static void without_a_unit_nothing_changes(void **state) {
    (void)state;
    const model_shown none = {0}, foot = {"ft", 0.3048};
    assert_true(model_shown_value(none, 0.1 + 0.2) == 0.1 + 0.2);
    assert_true(isnan(model_shown_value(foot, NAN)) && isinf(model_shown_value(foot, INFINITY)));
    assert_true(model_shown_value(foot, 0) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converted_numbers_have_few_digits),
        cmocka_unit_test(neighbours_of_a_number_are_close_to_it),
        cmocka_unit_test(without_a_unit_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
