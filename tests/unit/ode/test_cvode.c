/* Tests of the implicit method and of the one that changes to it, on plain equations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "plain.h"

typedef struct fixture {
    arena *a;
    plain_run run;
    ode_stepper *p;
} fixture;

static void open(fixture *x, const ode_method *method, const char *name, double tolerance) {
    if (method->missing)
        skip();
    x->a = base_arena_create();
    plain_begin(&x->run, plain_find(name), tolerance);
    x->p = method->create(&x->run.system, x->a);
}

static void close(fixture *x) {
    ode_stepper_destroy(x->p);
    base_arena_destroy(x->a);
}

static void error_follows_the_tolerance(void **state) {
    (void)state;
    for (size_t k = 0; k < plain_count; k++)
        for (double tolerance = 1e-4; tolerance > 1e-11; tolerance *= 1e-3) {
            fixture x;
            double y[PLAIN_MOST];
            open(&x, &ode_cvode, plain_equations[k].name, tolerance);
            assert_true(plain_go(&x.run, x.p, x.run.of->end, y) > 0);
            assert_true(plain_error(x.run.of, x.run.of->end, y) < 1e3 * tolerance);
            assert_int_equal(x.run.low_orders, 1);
            close(&x);
        }
}

static void stiff_costs_no_more_than_smooth(void **state) {
    (void)state;
    fixture x;
    double y[PLAIN_MOST];
    open(&x, &ode_cvode, "stiff", 1e-6);
    long steps = plain_go(&x.run, x.p, 10, y);
    assert_true(steps > 10 && steps < 500); /* an explicit method needs 15000 */
    close(&x);
}

/* What follows on the same equations may begin elsewhere. */
static void new_start_forgets_the_old(void **state) {
    (void)state;
    fixture x;
    double once[PLAIN_MOST], again[PLAIN_MOST];
    open(&x, &ode_cvode, "forced", 1e-7);
    long first = plain_go(&x.run, x.p, 12, once);
    assert_int_equal(plain_go(&x.run, x.p, 12, again), first);
    assert_memory_equal(once, again, sizeof *once);
    close(&x);
}

static void part_of_a_step_is_interpolated(void **state) {
    (void)state;
    fixture x;
    double y[PLAIN_MOST], start[PLAIN_MOST];
    open(&x, &ode_cvode, "oscillator", 1e-8);
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
    close(&x);
}

static void what_is_not_measured_decides_nothing(void **state) {
    (void)state;
    fixture x;
    double alone[PLAIN_MOST], beside[PLAIN_MOST];
    open(&x, &ode_cvode, "forced", 1e-7);
    assert_true(plain_go(&x.run, x.p, 12, alone) > 0);
    close(&x);
    open(&x, &ode_cvode, "forced", 1e-7);
    plain_follow(&x.run, 3, 0);
    assert_true(plain_go(&x.run, x.p, 12, beside) > 0);
    assert_true(plain_error(x.run.of, 12, beside) < 1e-4 && fabs(x.p->y[1] - 36) < 1e-6);
    close(&x);
}

/* Whoever asks the automatic method hears what the method in use says. */
static void automatic_passes_on_what_is_counted(void **state) {
    (void)state;
    fixture x;
    double y[PLAIN_MOST];
    open(&x, &ode_auto, "forced", 1e-9);
    x.run.system.first_step = 5;
    x.run.of->exact(0, y);
    ode_stepper_begin(x.p, 0, y, 12);
    double h = ode_stepper_step(x.p, 12, y);
    assert_true(x.run.rejected > 0);
    assert_int_equal(x.p->rejected, x.run.rejected);
    assert_true(ode_stepper_again(x.p, 8 * h, y) && x.p->errs);
    assert_true(ode_stepper_again(x.p, 0.5 * h, y) && !x.p->errs);
    close(&x);
}

static void automatic_stays_explicit_where_nothing_is_stiff(void **state) {
    (void)state;
    fixture x;
    double y[PLAIN_MOST];
    open(&x, &ode_auto, "oscillator", 1e-9);
    assert_true(plain_go(&x.run, x.p, 20, y) > 0);
    assert_string_equal(x.p->used, "auto: dop853");
    assert_int_equal(x.run.low_orders, 0);
    close(&x);
}

static void automatic_changes_where_something_is(void **state) {
    (void)state;
    fixture x;
    double y[PLAIN_MOST];
    open(&x, &ode_auto, "stiff", 1e-6);
    assert_true(plain_go(&x.run, x.p, 10, y) > 0);
    assert_true(plain_error(x.run.of, 10, y) < 1e-3);
    if (ode_cvode.missing) {
        assert_non_null(strstr(x.p->used, "built without"));
    } else {
        assert_non_null(strstr(x.p->used, "cvode from t = "));
        assert_int_equal(x.run.low_orders, 1);
    }
    close(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(stiff_costs_no_more_than_smooth),
        cmocka_unit_test(new_start_forgets_the_old),
        cmocka_unit_test(part_of_a_step_is_interpolated),
        cmocka_unit_test(what_is_not_measured_decides_nothing),
        cmocka_unit_test(automatic_passes_on_what_is_counted),
        cmocka_unit_test(automatic_stays_explicit_where_nothing_is_stiff),
        cmocka_unit_test(automatic_changes_where_something_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
