/* The time over which a motion changes, found without units. */
#include "sim/dynamics/scales.h"
#include "sim/support.h"

static double scale_of(const char *format, double a, double b) {
    char text[300];
    snprintf(text, sizeof text, format, a, b);
    motion x = motion_begin(text);
    double scale = x.s->time_scale;
    motion_end(&x);
    return scale;
}

/* In other units of time and length the same time is found; it is of the order of 1/w. */
static void an_oscillator_changes_with_its_frequency(void **state) {
    (void)state;
    static const char format[] = "coord x = %g\nkinetic T = x'^2\npotential V = %g*x^2\nsimulate until 10\n";
    double slow = scale_of(format, 1, 1), far = scale_of(format, 1e6, 1), fast = scale_of(format, 1, 1e6);
    assert_true(slow > 0.3 && slow < 3);
    assert_near(far, slow, 1e-6);
    assert_true(fast > 0.3e-3 && fast < 3e-3);
}

/* Where accelerations do not change, the rest of the run counts. */
static void a_fall_has_no_time_of_its_own(void **state) {
    (void)state;
    motion x = motion_begin("coord y = 1\ngravity 10\nparticle p: mass 1 at [0, y]\nsimulate until 7\n");
    assert_near(x.s->time_scale, 7, 1e-15);
    assert_true(x.s->timeless);
    motion_end(&x);
    x = motion_begin("coord y = 1\nkinetic T = y'^2\npotential V = y^2\nsimulate until 7\n");
    assert_false(x.s->timeless);
    motion_end(&x);
}

/* x'' = t: at rest at first, it is compared with a straight line, so that nothing is left that would change. */
static void what_grows_from_rest(void **state) {
    (void)state;
    assert_near(scale_of("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = %g*t\nsimulate until %g\n", 1, 7), 7,
                1e-12);
}

/* Where there is no motion after a short time the time found ends before. */
static void it_ends_where_the_motion_does(void **state) {
    (void)state;
    double scale =
        scale_of("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(%g - t)\nsimulate until %g\n", 0.03, 7);
    assert_true(scale > 1e-4 && scale < 0.07);
}

static void looking_ahead_leaves_the_state_alone(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = 50*x^2\nsimulate until 10\n");
    double before[3];
    memcpy(before, x.s->y, sizeof before);
    double push = x.s->push[0];
    dynamics_look_ahead(x.s);
    assert_memory_equal(before, x.s->y, sizeof before);
    assert_near(motion_a(&x, "x"), -100, 1e-12);
    assert_near(x.s->look_ahead, x.s->time_scale, 1e-12);
    assert_true(x.s->push[0] >= push);
    motion_end(&x);
}

/* x'' grows from nothing: the first thousandth of the run counts at least. */
static void from_nothing_the_run_is_the_measure(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = t^3\nsimulate until 10\n");
    dynamics_look_ahead(x.s);
    assert_true(x.s->look_ahead >= 0.01);
    motion_end(&x);
}

/* Over the time ahead, from the rate there; once it has moved, its extent counts instead. */
static void errors_ahead(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\ninitial x' = 2\nkinetic T = x'^2/2\nsimulate until 10\n");
    x.s->look_ahead = 0.5;
    const double end[] = {1, 2, 0};
    assert_true(motion_evaluate(&x));
    assert_near(dynamics_scales_error_ahead(x.s, 0, end) / x.s->tolerance, 1, 1e-5);
    x.s->extent[0] = 3;
    assert_near(dynamics_scales_error_ahead(x.s, 0, end) / x.s->tolerance, 3, 1e-5);
    x.s->extent[0] = 1e-3;
    assert_near(dynamics_scales_error_ahead(x.s, 0, end) / x.s->tolerance, 0.1, 1e-5); /* of its energy */
    motion_end(&x);
}

/* After an event sizes are found anew where other coordinates move, and otherwise ever more rarely. */
static void sizes_are_found_anew_from_time_to_time(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = (1 + x^2)*x'^2/2\nsimulate until 10\n");
    assert_near(x.s->inertia[0], 2, 1e-14);
    x.s->y[0] = 3;
    for (int jump = 1; jump <= 7; jump++)
        dynamics_scales_jump(x.s);
    assert_near(x.s->inertia[0], 2, 1e-14);
    dynamics_scales_jump(x.s);
    assert_near(x.s->inertia[0], 10, 1e-14);
    x.s->y[0] = 1;
    dynamics_scales_jump(x.s);
    assert_near(x.s->inertia[0], 10, 1e-14);
    x.s->scaled = false;
    dynamics_scales_jump(x.s);
    assert_near(x.s->inertia[0], 2, 1e-14);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_oscillator_changes_with_its_frequency),
        cmocka_unit_test(a_fall_has_no_time_of_its_own),
        cmocka_unit_test(what_grows_from_rest),
        cmocka_unit_test(it_ends_where_the_motion_does),
        cmocka_unit_test(looking_ahead_leaves_the_state_alone),
        cmocka_unit_test(from_nothing_the_run_is_the_measure),
        cmocka_unit_test(errors_ahead),
        cmocka_unit_test(sizes_are_found_anew_from_time_to_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
