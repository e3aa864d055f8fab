/* Tests of the method that changes from explicit to implicit, on plain equations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plain.h"

/* Whoever asks the automatic method hears what the method in use says. */
static void it_passes_on_what_is_counted(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_auto, plain_find("forced"), 1e-9);
    x.run.system.first_step = 5;
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 12);
    double h = ode_stepper_step(x.p, 12, y);
    assert_true(x.run.rejected > 0);
    assert_int_equal(x.p->rejected, x.run.rejected);
    assert_true(ode_stepper_again(x.p, 8 * h, y) && x.p->errs);
    assert_true(ode_stepper_again(x.p, 0.5 * h, y) && !x.p->errs);
    plain_close(&x);
}

static void it_stays_explicit_where_nothing_is_stiff(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_auto, plain_find("oscillator"), 1e-9);
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_string_equal(x.p->used, "auto: dop853");
    assert_int_equal(x.run.low_orders, 0);
    plain_close(&x);
}

static void it_changes_where_something_is(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_auto, plain_find("stiff"), 1e-6);
    assert_true(plain_go(&x.run, x.p, 10, y) > 0);
    assert_true(plain_error(x.run.of, 10, y) < 1e-3);
    if (!ode_cvode.available()) {
        assert_non_null(strstr(x.p->used, "is missing"));
    } else {
        assert_non_null(strstr(x.p->used, "cvode from t = "));
        assert_int_equal(x.run.low_orders, 1);
    }
    plain_close(&x);
}

/* The cosine, attracted fast for a moment each time 10 have passed: a few steps at the limit, and more far below it
   between them. */
static void now_and_then(double t, const double *y, double *dy) {
    double rate = fabs(fmod(t, 10) - 5) < 0.1 ? 300 : 1;
    dy[0] = -rate * (y[0] - cos(t)) - sin(t);
}

static void cosine(double t, double *y) {
    y[0] = cos(t);
}

static void calm_between_makes_it_wait(void **state) {
    (void)state;
    static const plain of = {"now and then", 1, 300, now_and_then, cosine, NULL, NULL};
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_auto, &of, 1e-9);
    assert_true(plain_go(&x.run, x.p, of.end, y) > 0);
    assert_string_equal(x.p->used, "auto: dop853");
    assert_true(plain_error(&of, of.end, y) < 1e-6);
    plain_close(&x);
}

/* What is asked between steps is answered by the method that made the step; a new start does not undo the change. */
static void the_implicit_method_answers_after_the_change(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], half[PLAIN_MOST], dense[PLAIN_MOST];
    plain_open(&x, &ode_auto, plain_find("stiff"), 1e-6);
    assert_true(plain_go(&x.run, x.p, 10, y) > 0);
    long evaluations = x.run.evaluations;
    assert_true(plain_go(&x.run, x.p, 10, y) > 0);
    if (ode_cvode.available()) {
        assert_true(x.run.evaluations - evaluations < evaluations / 2);
        assert_int_equal(x.run.low_orders, 2);
    }
    double h = ode_stepper_step(x.p, 1, y), t = x.p->t;
    assert_true(x.p->method->prepare_dense(x.p, h, y));
    x.p->method->dense(x.p, 0.5, dense);
    assert_true(ode_stepper_again(x.p, 0.5 * h, half));
    assert_true(fabs(half[0] - cos(t + 0.5 * h)) < 1e-4 && fabs(dense[0] - half[0]) < 1e-5);
    plain_close(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_passes_on_what_is_counted),
        cmocka_unit_test(it_stays_explicit_where_nothing_is_stiff),
        cmocka_unit_test(it_changes_where_something_is),
        cmocka_unit_test(calm_between_makes_it_wait),
        cmocka_unit_test(the_implicit_method_answers_after_the_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
