/* Tests of the implicit method on plain equations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plain.h"

static void error_follows_the_tolerance(void **state) {
    (void)state;
    for (size_t k = 0; k < plain_count; k++)
        for (double tolerance = 1e-4; tolerance > 1e-11; tolerance *= 1e-3) {
            plain_case x;
            double y[PLAIN_MOST];
            plain_open(&x, &ode_cvode, plain_find(plain_equations[k].name), tolerance);
            assert_true(plain_go(&x.run, x.p, x.run.of->end, y) > 0);
            assert_true(plain_error(x.run.of, x.run.of->end, y) < 1e3 * tolerance);
            assert_int_equal(x.run.low_orders, 1);
            plain_close(&x);
        }
}

static void stiff_costs_no_more_than_smooth(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_cvode, plain_find("stiff"), 1e-6);
    long steps = plain_go(&x.run, x.p, 10, y);
    assert_true(steps > 10 && steps < 500); /* an explicit method needs 15000 */
    plain_close(&x);
}

/* What follows on the same equations may begin elsewhere. */
static void new_start_forgets_the_old(void **state) {
    (void)state;
    plain_case x;
    double once[PLAIN_MOST], again[PLAIN_MOST];
    plain_open(&x, &ode_cvode, plain_find("forced"), 1e-7);
    long first = plain_go(&x.run, x.p, 12, once);
    assert_int_equal(plain_go(&x.run, x.p, 12, again), first);
    assert_memory_equal(once, again, sizeof *once);
    plain_close(&x);
}

static void part_of_a_step_is_interpolated(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], start[PLAIN_MOST];
    plain_open(&x, &ode_cvode, plain_find("oscillator"), 1e-8);
    x.run.of->exact(0, start);
    ode_stepper_begin(x.p, 0, start, 20);
    for (int k = 0; k < 100; k++) {
        double h = ode_stepper_step(x.p, 20 - x.p->t, y);
        ode_stepper_advance(x.p, x.p->t + h, y);
    }
    double t = x.p->t, h = ode_stepper_step(x.p, 20 - t, y), half[PLAIN_MOST], dense[PLAIN_MOST];
    x.p->method->prepare_dense(x.p, h, y);
    x.p->method->dense(x.p, 0.5, dense);
    assert_true(ode_stepper_again(x.p, 0.5 * h, half));
    assert_true(plain_error(x.run.of, t + 0.5 * h, half) < 1e-5);
    assert_true(fabs(dense[0] - half[0]) < 1e-14 && fabs(dense[1] - half[1]) < 1e-14);
    plain_close(&x);
}

static void what_is_not_measured_decides_nothing(void **state) {
    (void)state;
    plain_case x;
    double alone[PLAIN_MOST], beside[PLAIN_MOST];
    plain_open(&x, &ode_cvode, plain_find("forced"), 1e-7);
    assert_true(plain_go(&x.run, x.p, 12, alone) > 0);
    plain_close(&x);
    plain_open(&x, &ode_cvode, plain_find("forced"), 1e-7);
    plain_follow(&x.run, 3, 0);
    assert_true(plain_go(&x.run, x.p, 12, beside) > 0);
    assert_true(plain_error(x.run.of, 12, beside) < 1e-4 && fabs(x.p->y[1] - 36) < 1e-6);
    plain_close(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(stiff_costs_no_more_than_smooth),
        cmocka_unit_test(new_start_forgets_the_old),
        cmocka_unit_test(part_of_a_step_is_interpolated),
        cmocka_unit_test(what_is_not_measured_decides_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
