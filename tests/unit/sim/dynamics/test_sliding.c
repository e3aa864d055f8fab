/* Motion along a boundary: the combination of both sides that stays on it, and when one side lets go. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

/* Two bodies of masses 1 and 2 that rub against the ground with 2 and 3, the second pulled. */
#define RUBBING                                                                                                        \
    "param pull = 1\ncoord x = 0, y = 0\nkinetic T = x'^2/2 + y'^2\ngeneralized f: x = 1 - 2*sign(x')\n"               \
    "generalized g: y = pull - 3*sign(y')\noutput s = sign(y'), power = x'' + sign(x')\nreport w = "                   \
    "integral(sign(x'))\n"

static void both_stick_with_their_shares(void **state) {
    (void)state;
    motion x = motion_begin(RUBBING);
    const pieces *p = x.s->mode->pieces;
    double dy[7];
    assert_int_equal(p->sliding, 2);
    assert_true(dynamics_sliding_evaluate(x.s, 0, x.s->y, dy));
    assert_near(dy[2], 0, 1e-15);
    assert_near(dy[3], 0, 1e-15);
    assert_near(dy[5], 0.5, 1e-15); /* sign(x') is what balances 1 - 2 s */
    for (int i = 0; i < 2; i++)     /* shares of the upper sides: 2 s - 1 = 1/2, and = 1/3, or of the lower ones */
        assert_near(fabs(p->ladder[i].share - 0.5), i ? 1 / 6.0 : 0.25, 1e-14);
    assert_near(dynamics_sliding_excess(x.s), -0.25, 1e-14);
    motion_end(&x);
}

static void results_are_combined_too(void **state) {
    (void)state;
    motion x = motion_begin(RUBBING);
    assert_near(motion_shown(&x, "s"), 1 / 3.0, 1e-14);
    assert_near(motion_shown(&x, "power"), 0.5, 1e-14);
    motion_end(&x);
}

/* Beyond the limit the excess is positive, and the one that lets go moves; the other one stays. */
static void the_one_that_lets_go_moves(void **state) {
    (void)state;
    motion x = motion_begin(RUBBING);
    pieces *p = x.s->mode->pieces;
    model_set_value(x.of.m, &x.of.m->params[0], 4);
    x.s->mode->evaluated = x.s->mode->at_hand = false;
    assert_true(motion_evaluate(&x));
    assert_near(dynamics_sliding_excess(x.s), 1 / 6.0, 1e-14);
    dynamics_sliding_leave(x.s);
    assert_int_equal(p->sliding, 1);
    assert_true(motion_evaluate(&x));
    assert_near(motion_a(&x, "y"), 0.5, 1e-14);
    assert_near(motion_a(&x, "x"), 0, 1e-14);
    motion_end(&x);
}

/* What rounding has made of the velocities is taken back. */
static void velocities_return_to_the_boundary(void **state) {
    (void)state;
    motion x = motion_begin(RUBBING);
    *motion_v(&x, "x") = 1e-9;
    *motion_v(&x, "y") = -2e-9;
    assert_true(motion_evaluate(&x));
    dynamics_sliding_project(x.s, x.s->y);
    assert_near(*motion_v(&x, "x"), 0, 1e-22);
    assert_near(*motion_v(&x, "y"), 0, 1e-22);
    motion_end(&x);
}

static void without_sliding_there_is_no_excess(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = -sign(x')\n");
    assert_true(dynamics_sliding_excess(x.s) == -INFINITY);
    assert_false(dynamics_is_sliding(x.s));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_stick_with_their_shares),       cmocka_unit_test(results_are_combined_too),
        cmocka_unit_test(the_one_that_lets_go_moves),         cmocka_unit_test(velocities_return_to_the_boundary),
        cmocka_unit_test(without_sliding_there_is_no_excess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
