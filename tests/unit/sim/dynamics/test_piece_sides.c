/* In which piece a motion continues from a boundary: into the one where its own rate leads. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

/* Dry friction of 2 against a force. */
static motion pushed(double force, double v) {
    char text[200];
    snprintf(text, sizeof text,
             "coord x = 0\ninitial x' = %g\nkinetic T = x'^2/2\ngeneralized f: x = %g - 2*sign(x')\n", v, force);
    return motion_begin(text);
}

static double acceleration(const motion *x) {
    assert_true(motion_evaluate(x));
    return motion_a(x, "x");
}

static void from_rest_the_greater_force_decides(void **state) {
    (void)state;
    static const double force[] = {3, -3, 1.5, -1.5}, want[] = {1, -1, 0, 0};
    for (int k = 0; k < 4; k++) {
        motion x = pushed(force[k], 0);
        assert_int_equal(x.s->mode->pieces->sliding, want[k] == 0);
        assert_near(acceleration(&x), want[k], 1e-15);
        motion_end(&x);
    }
}

static void in_motion_it_is_the_side_one_is_on(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        motion x = pushed(0.5, sign);
        assert_int_equal(x.s->mode->pieces->sliding, 0);
        assert_near(acceleration(&x), 0.5 - 2 * sign, 1e-15);
        motion_end(&x);
    }
}

/* Arriving at a rung: beyond it where the motion goes on there, along it where both sides lead back. */
static void a_boundary_that_has_been_reached(void **state) {
    (void)state;
    static const double force[] = {-3, -1};
    for (int k = 0; k < 2; k++) {
        motion x = pushed(force[k], 1);
        *motion_v(&x, "x") = 0;
        margin fired = {.part = EVENT_PIECE,
                        .index = dynamics_pieces_event(0, x.s->mode->pieces->ladder[0].index == 1)};
        dynamics_pieces_settle(x.s, &fired);
        assert_int_equal(x.s->mode->pieces->sliding, k);
        assert_near(acceleration(&x), k ? 0 : -1, 1e-15);
        motion_end(&x);
    }
}

/* A force that does not jump there is no boundary to slide along: the side crossed to stands. */
static void a_kink_is_crossed(void **state) {
    (void)state;
    motion x = motion_begin("coord x = -1\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = -max(x, 0)\n");
    ladder *l = &x.s->mode->pieces->ladder[0];
    int64_t before = l->index;
    *motion_q(&x, "x") = 0;
    margin fired = {.part = EVENT_PIECE, .index = dynamics_pieces_event(0, before == 1)};
    dynamics_pieces_settle(x.s, &fired);
    assert_false(l->slides);
    assert_int_equal(l->index, 1 - before);
    motion_end(&x);
}

/* A choice within the base of another one: both follow the state. */
static void choices_that_depend_on_choices(void **state) {
    (void)state;
    motion x = motion_begin("coord x = -4\nkinetic T = x'^2/2\ngeneralized f: x = 10*sign(abs(x) - 3)\n");
    assert_near(acceleration(&x), 10, 1e-14);
    *motion_q(&x, "x") = 2;
    dynamics_pieces_settle(x.s, NULL);
    assert_near(acceleration(&x), -10, 1e-14);
    *motion_q(&x, "x") = 4;
    dynamics_pieces_settle(x.s, NULL);
    assert_near(acceleration(&x), 10, 1e-14);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_rest_the_greater_force_decides), cmocka_unit_test(in_motion_it_is_the_side_one_is_on),
        cmocka_unit_test(a_boundary_that_has_been_reached),    cmocka_unit_test(a_kink_is_crossed),
        cmocka_unit_test(choices_that_depend_on_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
