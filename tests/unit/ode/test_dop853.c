/* Tests of the explicit method on plain equations: order, error control, dense output, repetition, observers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ode/dop853.h"
#include "ode/step_control.h"
#include "plain.h"

/* The error of one step of size h from the solution at time t. */
static double error_of_one(const char *name, double t, double h) {
    plain_case x;
    plain_open(&x, &ode_dop853, plain_find(name), 1e9); /* which accepts anything */
    double start[PLAIN_MOST], y[PLAIN_MOST];
    x.run.of->exact(t, start);
    assert_true(ode_stepper_begin(x.p, t, start, 100));
    ode_dop853_control(x.p)->size = h;
    assert_true(ode_stepper_step(x.p, 100, y) == h);
    double error = plain_error(x.run.of, t + h, y);
    plain_close(&x);
    return error;
}

/* Over several starts: the leading term of the error may vanish at one. */
static double error_of_steps(const char *name, double h) {
    double sum = 0;
    for (double t = 0; t < 4; t += 0.25)
        sum += error_of_one(name, t, h);
    return sum;
}

static void order_is_eight(void **state) {
    (void)state;
    const char *names[] = {"decay", "oscillator", "forced", "logistic"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        double order = log2(error_of_steps(names[k], 0.6) / error_of_steps(names[k], 0.3)) - 1;
        assert_true(order > 7.5 && order < 8.6);
    }
}

static void error_follows_the_tolerance(void **state) {
    (void)state;
    for (size_t k = 0; k < plain_count; k++) {
        if (!strcmp(plain_equations[k].name, "stiff"))
            continue;
        for (double tolerance = 1e-4; tolerance > 1e-12; tolerance *= 1e-2) {
            plain_case x;
            double y[PLAIN_MOST];
            plain_open(&x, &ode_dop853, plain_find(plain_equations[k].name), tolerance);
            assert_true(plain_go(&x.run, x.p, x.run.of->end, y) > 0);
            double error = plain_error(x.run.of, x.run.of->end, y);
            assert_true(error < 100 * tolerance);
            plain_close(&x);
        }
    }
}

/* The polynomial of degree 7 over a step whose own error is below it. */
static void dense_output_is_of_order_seven(void **state) {
    (void)state;
    double worst[2] = {0};
    for (int k = 0; k < 2; k++) {
        plain_case x;
        double h = k ? 0.4 : 0.8, y[PLAIN_MOST], start[PLAIN_MOST];
        plain_open(&x, &ode_dop853, plain_find("oscillator"), 1e9);
        x.run.of->exact(1, start);
        ode_stepper_begin(x.p, 1, start, 100);
        ode_dop853_control(x.p)->size = h;
        ode_stepper_step(x.p, 100, y);
        assert_true(x.p->method->prepare_dense(x.p, h, y));
        for (int i = 1; i < 10; i++) {
            double at[PLAIN_MOST];
            x.p->method->dense(x.p, 0.1 * i, at);
            worst[k] = fmax(worst[k], plain_error(x.run.of, 1 + 0.1 * i * h, at));
        }
        double ends[PLAIN_MOST];
        x.p->method->dense(x.p, 0, ends);
        assert_memory_equal(ends, start, 2 * sizeof *ends);
        x.p->method->dense(x.p, 1, ends);
        assert_true(fabs(ends[0] - y[0]) < 4e-16 && fabs(ends[1] - y[1]) < 4e-16);
        plain_close(&x);
    }
    double order = log2(worst[0] / worst[1]) - 1;
    assert_true(order > 6.4 && order < 8);
}

/* A part of the step held is the step that would have been taken, and tells whether it errs. */
static void step_can_be_repeated_in_part(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], part[PLAIN_MOST], start[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("forced"), 1e-9);
    x.run.of->exact(0, start);
    ode_stepper_begin(x.p, 0, start, 12);
    double h = ode_stepper_step(x.p, 12, y);
    assert_true(ode_stepper_again(x.p, 0.5 * h, part) && !x.p->errs);
    assert_true(plain_error(x.run.of, 0.5 * h, part) < 1e-9);
    assert_true(ode_stepper_again(x.p, 0, part));
    assert_memory_equal(part, start, sizeof *start);
    assert_true(ode_stepper_again(x.p, h, part));
    assert_memory_equal(part, y, sizeof *y);
    assert_true(ode_stepper_again(x.p, 8 * h, part) && x.p->errs);
    assert_true(x.p->t == 0); /* nothing was taken */
    plain_close(&x);
}

/* The same part once more costs an evaluation; the step that was held comes back with all its bits. */
static void a_held_step_comes_back(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], part[PLAIN_MOST], same[PLAIN_MOST], before[PLAIN_MOST], after[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("forced"), 1e-9);
    x.run.of->exact(0, part);
    ode_stepper_begin(x.p, 0, part, 12);
    double h = ode_stepper_step(x.p, 12, y);
    assert_true(ode_dop853.prepare_dense(x.p, h, y));
    ode_dop853.dense(x.p, 0.3, before);
    assert_true(ode_stepper_hold(x.p) && ode_stepper_again(x.p, 0.5 * h, part));
    long evaluations = x.run.evaluations;
    assert_true(ode_stepper_again(x.p, 0.5 * h, same) && x.run.evaluations == evaluations + 1);
    assert_memory_equal(part, same, sizeof *part);
    assert_true(ode_stepper_again(x.p, 0.25 * h, same) && x.run.evaluations > evaluations + 2);
    assert_true(same[0] != part[0]);
    ode_stepper_return(x.p);
    ode_dop853.dense(x.p, 0.3, after);
    assert_memory_equal(before, after, sizeof *before);
    ode_stepper_advance(x.p, h, y);
    assert_true(ode_stepper_again(x.p, 0.25 * h, same)); /* of the next step */
    assert_true(plain_error(x.run.of, 1.25 * h, same) < 1e-9);
    plain_close(&x);
}

/* With the sign of f and of time turned the way leads back to where it began. */
static void way_back_leads_to_the_start(void **state) {
    (void)state;
    double there[PLAIN_MOST], back[PLAIN_MOST];
    plain_case x;
    plain_open(&x, &ode_dop853, plain_find("oscillator"), 1e-11);
    plain_go(&x.run, x.p, 7, there);
    there[1] = -there[1]; /* an oscillator is its own mirror image in time */
    ode_stepper_begin(x.p, 0, there, 7);
    while (x.p->t < 7) {
        double left = 7 - x.p->t, h = ode_stepper_step(x.p, left, back);
        ode_stepper_advance(x.p, h == left ? 7 : x.p->t + h, back);
    }
    assert_true(fabs(back[0] - 1) < 1e-9 && fabs(back[1]) < 1e-9);
    plain_close(&x);
}

static void invariant_is_kept(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], gradient[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("circle"), 1e-6);
    long steps = plain_go(&x.run, x.p, 20, y);
    assert_true(steps > 0 && fabs(x.run.of->invariant(y, gradient)) < 1e-15);
    assert_true(x.run.projections >= steps);
    plain_close(&x);
}

static void observers_see_every_stage(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("forced"), 1e-10);
    long steps = plain_go(&x.run, x.p, 12, y);
    assert_int_equal(x.run.stages, 11 * x.run.trials);
    assert_int_equal(x.run.trials, steps + x.run.rejected);
    assert_int_equal(x.run.last, 11);
    assert_int_equal(x.p->rejected, x.run.rejected);
    assert_int_equal(x.run.low_orders, 0);
    assert_int_equal(x.run.evaluations, 12 * steps + 11 * x.run.rejected + 1); /* the first, and the ends */
    plain_close(&x);
}

/* A number that is not measured is carried along and changes nothing, whether it has a weight and no value or a value
   and no weight. */
static void what_is_not_measured_decides_nothing(void **state) {
    (void)state;
    const double rates[] = {NAN, 1e9}, weights[] = {1e9, 0};
    double alone[PLAIN_MOST], beside[PLAIN_MOST];
    plain_case x;
    plain_open(&x, &ode_dop853, plain_find("forced"), 1e-8);
    long steps = plain_go(&x.run, x.p, 12, alone);
    plain_close(&x);
    for (int k = 0; k < 2; k++) {
        plain_open(&x, &ode_dop853, plain_find("forced"), 1e-8);
        plain_follow(&x.run, rates[k], weights[k]);
        assert_int_equal(plain_go(&x.run, x.p, 12, beside), steps);
        assert_memory_equal(alone, beside, sizeof *alone);
        assert_true(k == 0 ? isnan(x.p->y[1]) : fabs(x.p->y[1] / 12e9 - 1) < 1e-12);
        plain_close(&x);
    }
}

/* Where rates end no step is taken, and the stepper says so instead of going on for ever. */
static void end_of_the_rates_is_a_failure(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("decay"), 1e-9);
    x.run.hole = 2;
    assert_int_equal(plain_go(&x.run, x.p, 5, y), -1);
    assert_true(x.p->t <= 2 && x.p->t > 2 - 1e-9);
    plain_close(&x);
}

static void restarted_is_as_created(void **state) {
    (void)state;
    plain_case x;
    double once[PLAIN_MOST], again[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("logistic"), 1e-9);
    long first = plain_go(&x.run, x.p, 10, once);
    x.p->method->restart(x.p);
    assert_int_equal(plain_go(&x.run, x.p, 10, again), first);
    assert_memory_equal(once, again, sizeof *once);
    plain_close(&x);
}

static void stages_lie_on_the_solution(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST], at[PLAIN_MOST], start[PLAIN_MOST];
    const double *rates;
    plain_open(&x, &ode_dop853, plain_find("oscillator"), 1e-12);
    x.run.of->exact(0, start);
    ode_stepper_begin(x.p, 0, start, 20);
    double h = ode_stepper_step(x.p, 20, y);
    const int third_order = 6, end = 12;
    double t = x.p->method->stage(x.p, third_order, h, y, at, &rates);
    assert_true(t > 0 && t < h && plain_error(x.run.of, t, at) < 1e-4 * h);
    assert_true(rates[0] == at[1]);
    assert_true(x.p->method->stage(x.p, end, h, y, at, &rates) == h);
    assert_memory_equal(at, y, 2 * sizeof *y);
    plain_close(&x);
}

/* Far below the limit of 6 where the method follows every oscillation, at it where something has died away. */
static void stiffness_is_noticed(void **state) {
    (void)state;
    plain_case x;
    double y[PLAIN_MOST];
    plain_open(&x, &ode_dop853, plain_find("stiff"), 1e-4);
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 10);
    double most = 0;
    for (int k = 0; k < 60; k++) {
        double h = ode_stepper_step(x.p, 10, y);
        most = fmax(most, ode_dop853_stiffness(x.p, y));
        ode_stepper_advance(x.p, x.p->t + h, y);
    }
    assert_true(most > 4 && most < 20);
    plain_close(&x);
    plain_open(&x, &ode_dop853, plain_find("forced"), 1e-9);
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 10);
    ode_stepper_step(x.p, 10, y);
    assert_true(ode_dop853_stiffness(x.p, y) < 2);
    plain_close(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_eight),
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(dense_output_is_of_order_seven),
        cmocka_unit_test(step_can_be_repeated_in_part),
        cmocka_unit_test(a_held_step_comes_back),
        cmocka_unit_test(way_back_leads_to_the_start),
        cmocka_unit_test(invariant_is_kept),
        cmocka_unit_test(observers_see_every_stage),
        cmocka_unit_test(what_is_not_measured_decides_nothing),
        cmocka_unit_test(end_of_the_rates_is_a_failure),
        cmocka_unit_test(restarted_is_as_created),
        cmocka_unit_test(stages_lie_on_the_solution),
        cmocka_unit_test(stiffness_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
