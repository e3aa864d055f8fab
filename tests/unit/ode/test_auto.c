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

/* The cosine, attracted fast in turns, beside an oscillation that is fast between. */
static void in_turns(double t, const double *y, double *dy) {
    const double rate = 300 * pow(sin(t / 2), 8);
    dy[0] = (rate < 0.1 ? -1e4 : 0) * (y[0] - cos(t)) - sin(t);
    dy[1] = rate * y[2];
    dy[2] = -rate * y[1];
}

static void cosine_and_start(double t, double *y) {
    y[0] = cos(t);
    y[1] = 0;
    y[2] = 1;
}

static long evaluations_of(const ode_method *method, const plain *of, double tolerance) {
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, method, of, tolerance);
    assert_true(plain_go(&x.run, x.p, of->end, y) > 0);
    assert_true(fabs(y[0] - cos(of->end)) < 1e-9);
    const long evaluations = x.run.evaluations;
    plain_close(&x);
    return evaluations;
}

/* At a small tolerance the implicit method is slow wherever nothing is stiff any more: it is left there at once, not
   after as many steps as a success has earned it, and taken again where that pays. */
static void implicit_steps_end_where_they_fall_behind(void **state) {
    (void)state;
    static const plain of = {"in turns", 3, 60, in_turns, cosine_and_start, NULL, NULL};
    const long automatic = evaluations_of(&ode_auto, &of, 1e-13);
    assert_true(2 * automatic < evaluations_of(&ode_cvode, &of, 1e-13));
    assert_true(4 * automatic < evaluations_of(&ode_dop853, &of, 1e-13));
}

static double cheap(void *self, int order) {
    (void)self;
    return order ? INFINITY : 200;
}

static double dear(void *self, int order) {
    (void)self;
    return order ? INFINITY : 1e6;
}

static void a_little_stiff(double t, const double *y, double *dy) {
    dy[0] = -300 * (y[0] - cos(t)) - sin(t);
}

/* Implicit steps do more work of their own: where evaluations are cheap more explicit ones take less time. */
static void it_counts_what_implicit_steps_cost(void **state) {
    (void)state;
    static const plain of = {"a little stiff", 1, 300, a_little_stiff, cosine, NULL, NULL};
    double (*const costs[])(void *self, int order) = {cheap, dear};
    long evaluations[2];
    for (int k = 0; k < 2; k++) {
        plain_case x;
        double y[PLAIN_MOST];
        plain_open(&x, &ode_auto, &of, 1e-6);
        if (!ode_cvode.available())
            skip();
        x.run.system.cost = costs[k];
        assert_true(plain_go(&x.run, x.p, of.end, y) > 0);
        evaluations[k] = x.run.evaluations;
        plain_close(&x);
    }
    assert_true(evaluations[0] > 10 * evaluations[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_passes_on_what_is_counted),
        cmocka_unit_test(it_stays_explicit_where_nothing_is_stiff),
        cmocka_unit_test(it_changes_where_something_is),
        cmocka_unit_test(calm_between_makes_it_wait),
        cmocka_unit_test(implicit_steps_end_where_they_fall_behind),
        cmocka_unit_test(it_counts_what_implicit_steps_cost),
        cmocka_unit_test(the_implicit_method_answers_after_the_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
