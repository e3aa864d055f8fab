/* The calls of the integration method on the state of a run. */
#include "sim/support.h"

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when x'' > 5 { }\nsimulate until 10\n"

static void a_step_its_repetition_and_its_dense_output(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    double h = motion_step(&x, 10), y[4], half[3];
    assert_true(x.s->at_end);
    assert_near(x.s->next_y[0], cos(h), 1e-8);
    assert_true(event_stepper_prepare_dense(x.s, h, x.s->next_y));
    event_stepper_dense(x.s, 0.5, y);
    assert_near(y[0], cos(h / 2), 1e-7);
    assert_true(event_stepper_again(x.s, h / 2, half));
    assert_near(half[0], cos(h / 2), 1e-8);
    assert_near(half[1], -sin(h / 2), 1e-8);
    motion_end(&x);
}

static void stages_lie_on_the_motion(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    double h = motion_step(&x, 10), y[4];
    const double *a;
    double t = event_stepper_stage(x.s, 10, h, y, &a);
    assert_true(t > 0 && t <= h);
    assert_near(y[0], cos(t), 1e-4);
    assert_near(a[0], -cos(t), 1e-4);
    motion_end(&x);
}

static void what_is_accepted_becomes_the_present_state(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    double h = motion_step(&x, 10);
    event_stepper_advance(x.s, h, x.s->next_y);
    assert_near(x.s->t, h, 0);
    assert_memory_equal(x.s->y, x.s->next_y, 3 * sizeof *x.s->y);
    assert_non_null(strstr(x.result->method, "dop853"));
    motion_end(&x);
}

/* Rejected trials are counted once; accelerations are watched where an event function asks for them. */
static void trials_are_counted(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.first_step = 10;
    motion x = motion_begin_with(SWING, o);
    motion_step(&x, 10);
    assert_true(x.result->rejected > 0);
    assert_int_equal(x.s->step->rejected, 0);
    assert_true(x.s->system.watched && x.s->solved_seen);
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nevent e when x > 5 { }\n");
    motion_step(&x, 10);
    assert_false(x.s->system.watched || x.s->solved_seen);
    event_stepper_destroy(x.s);
    assert_null(x.s->step);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_its_repetition_and_its_dense_output),
        cmocka_unit_test(stages_lie_on_the_motion),
        cmocka_unit_test(what_is_accepted_becomes_the_present_state),
        cmocka_unit_test(trials_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
