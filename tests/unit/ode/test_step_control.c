/* Tests of the arithmetic of step sizes: its powers, and what is done at the edges. */
#include "ode/step_control.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void factors_are_powers(void **state) {
    (void)state;
    for (double error = 1e-12; error < 1e12; error *= 3.7)
        for (double last = 1e-4; last <= 1; last *= 2.3) {
            double want = 0.9 * pow(error, -0.117) * pow(last, 0.04);
            assert_true(fabs(step_factor(error, last) - want) < 1e-6 * want);
        }
    assert_true(step_factor(0, 1) > 1e30 && step_factor(INFINITY, 1) < 1e-30);
}

static void errors_without_value_are_infinite(void **state) {
    (void)state;
    assert_true(error_of_step(0.1, 0, 0, 0) == 0);
    assert_true(fabs(error_of_step(-2, 4, 0, 4) - 2) < 1e-15);
    assert_true(error_of_step(0.1, NAN, 1, 2) == INFINITY && error_of_step(0.1, INFINITY, 1, 2) == INFINITY);
}

static void sizes(void **state) {
    (void)state;
    step_control c = step_control_new();
    c.size = 0.3;
    assert_true(step_control_begin(&c, 0.3 * (1 + 1e-13)) == 0.3 * (1 + 1e-13)); /* no tiny rest */
    assert_true(step_control_begin(&c, 0.5) == 0.25);                            /* two equal ones */
    step_control_accept(&c, 0.25, 0.1, 2);
    assert_true(c.size == 0.3 && c.next == 0.5); /* cut by the end only */
    double h = step_control_reject(&c, 1, 0.25, 100, 0.5);
    assert_true(h == 0.125 && c.growth == 1);
    assert_true(step_control_reject(&c, 1, 0.25, INFINITY, 0.5) == 0.0625);
    assert_true(step_control_reject(&c, 1, 1e-15, 100, 0.1) == 0);
    step_control_accept(&c, 0.125, 0, 9); /* does not grow after a rejection */
    assert_true(c.size == 0.125 && c.last_error == 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(factors_are_powers),
                                       cmocka_unit_test(errors_without_value_are_infinite), cmocka_unit_test(sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
