/* The motion as a system of equations for the integration methods. */
#include "sim/support.h"

static void what_the_methods_are_told(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2\ninitial x' = 3\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2\n"
                            "report r = integral(x)\n");
    const ode_system *f = &x.s->system;
    assert_int_equal(f->size, 6);
    assert_int_equal(f->split, 2);
    assert_int_equal(f->measured, 4);
    assert_null(f->project);
    assert_near(f->time_scale, x.s->time_scale, 0);
    double dy[6];
    assert_true(f->rates(f->self, 0, x.s->y, dy));
    const double want[] = {3, 0, -1, 0, 0, 1};
    for (int i = 0; i < 6; i++)
        assert_near(dy[i], want[i], 1e-15);
    assert_near(f->regularity(f->self), 1, 0);
    motion_end(&x);
}

/* Work is no quantity that errors are measured by; integrals are. */
static void errors_are_weighed_but_not_that_of_work(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\ninitial x' = 3\nkinetic T = x'^2/2\nreport r = integral(x)\n");
    const ode_system *f = &x.s->system;
    double weight[4], end[] = {2, 3, 5, 7};
    f->weigh(f->self, 1, x.s->y, end, weight);
    assert_true(weight[0] > 0 && weight[1] > 0 && weight[3] > 0);
    assert_near(weight[2], 0, 0);
    assert_true(motion_evaluate(&x));
    f->weigh_ahead(f->self, x.s->y, end, weight);
    assert_true(weight[0] > 0 && weight[3] > 0);
    assert_near(weight[2], 0, 0);
    motion_end(&x);
}

/* Onto the constraints where there are any, and where the motion slides. */
static void projection_where_it_is_needed(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n");
    assert_non_null(x.s->system.project);
    double y[] = {3.3, 4.4, 0, 0, 0}, dy[5];
    assert_true(x.s->system.project(x.s->system.self, 0, y, dy));
    assert_near(y[0], 3, 1e-13);
    motion_end(&x);
    x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 0.5 - sign(x')\n");
    assert_non_null(x.s->system.project);
    motion_end(&x);
}

/* A trial that was rejected tells where the motion goes; one that begins with low order may err more. */
static void observers_of_a_method(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\ninitial x' = 3\nkinetic T = x'^2/2\n");
    const ode_system *f = &x.s->system;
    const double there[] = {9, 3, 0};
    f->rejected(f->self, 1, 2, x.s->y, there);
    assert_near(x.s->extent[0], 8, 0);
    f->low_order(f->self);
    assert_near(x.s->gap_error, 10 * x.s->tolerance, 0);
    assert_near(x.s->least_bounce, 10 * x.s->tolerance, 0);
    assert_true(x.s->look_ahead > 0);
    motion_end(&x);
}

/* The stepper of an earlier run of the same method is taken again. */
static void steppers_are_used_again(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n");
    const ode_stepper *first = x.s->step;
    motion_finish(&x);
    x.s = run_begin(x.kit, x.memory);
    assert_ptr_equal(x.s->step, first);
    assert_true(run_begin_stepper(x.s));
    double h = motion_step(&x, 1);
    event_stepper_advance(x.s, h, x.s->next_y);
    run_resume_stepper(x.s);
    assert_near(x.s->step->t, h, 0);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_methods_are_told),     cmocka_unit_test(errors_are_weighed_but_not_that_of_work),
        cmocka_unit_test(projection_where_it_is_needed), cmocka_unit_test(observers_of_a_method),
        cmocka_unit_test(steppers_are_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
