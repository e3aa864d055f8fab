/* Friction that the size of a force of several rows limits: its direction is found with it. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

/* An arm of mass 2 and length 1 that turns about a hinge with friction. */
#define HINGE                                                                                                          \
    "param mu = 0.4\ncoord x ~ 1, y ~ 0, a = 0\ninitial a' = %d\ngravity 10\n"                                         \
    "body arm: mass 2, inertia 0.5, at [x, y], angle a\nconstraint pin: arm = dir(a)\n"                                \
    "friction f: coefficient mu of pin along a\n"

/* a'' = (-20 - mu F)/2.5, F the size of what holds the arm: F^2 = (2 w^2)^2 + (2 a'' + 20)^2 */
static void the_size_limits(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        char text[600];
        snprintf(text, sizeof text, HINGE, 3 * way);
        motion x = motion_begin(text);
        assert_true(dynamics_is_pressing(x.s));
        const double turns = motion_a(&x, "a"), F = hypot(18, 2 * turns + 20);
        assert_near(turns, (-20 - way * 0.4 * F) / 2.5, 1e-13);
        const pressing *p = &x.s->mode->pieces->pressing[0];
        assert_int_equal(p->count, 2);
        assert_near(p->at[0], -18 / F, 1e-14);
        assert_near(p->at[1], (2 * turns + 20) / F, 1e-14);
        motion_end(&x);
    }
}

static void at_rest_it_sticks(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x ~ 0, y ~ -1, a = 0\ngravity 10\nbody arm: mass 2, inertia 0.5, at [x, y], angle a\n"
                     "constraint pin: arm = [0, -1]\nfriction f: coefficient 0.4 of pin along a\n"
                     "generalized d: a = 7.9\n");
    assert_false(dynamics_is_pressing(x.s));
    assert_near(motion_a(&x, "a"), 0, 1e-14);
    motion_end(&x);
}

/* Two hinges that press on each other: both limits hold at once. */
static void several_at_once(void **state) {
    (void)state;
    motion x = motion_begin("coord x ~ 1, y ~ 0, a = 0, u ~ 3, w ~ 0, b = 0.4\ninitial a' = 2, b' = -1\ngravity 10\n"
                            "body arm: mass 2, inertia 0.5, at [x, y], angle a\n"
                            "body hand: mass 1, inertia 0.3, at [u, w], angle b\nconstraint pin: arm = dir(a)\n"
                            "constraint wrist: 2*dir(a) + dir(b) = hand\nfriction f: coefficient 0.3 of pin along a\n"
                            "friction g: coefficient 0.2 of wrist along b - a\n"
                            "output f = force(f) + 0.3*norm(force(pin)), g = force(g) - 0.2*norm(force(wrist))\n");
    assert_near(motion_shown(&x, "f"), 0, 1e-12);
    assert_near(motion_shown(&x, "g"), 0, 1e-12);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_limits),
        cmocka_unit_test(at_rest_it_sticks),
        cmocka_unit_test(several_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
