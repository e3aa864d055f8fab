/* Matrices along a run: those of the state at each instant, in the mode that is in force there. */
#include "linear/system.h"

/* th'' = -sin(th) - c th': A = [[0, 1], [-cos(th), -c]] at the angle of that instant. */
static void pendulum(void **state) {
    (void)state;
    system_of s =
        system_begin("coord th = 2\nkinetic T = th'^2/2\npotential V = -cos(th)\ndissipation D = 0.15*th'^2\n", NULL);
    assert_non_null(s.p);
    const linear_along y = linear_follow_run(s.p, 0, 3, 7, s.of.memory);
    for (size_t i = 0; i < y.count; i++) {
        assert_null(y.at[i].trouble);
        assert_near(y.t[i], 0.5 * (double)i, 1e-15);
        assert_near(y.at[i].system.A[2], -cos(y.at[i].q[0]), 1e-12);
        assert_near(y.at[i].system.A[3], -0.3, 1e-12);
    }
    assert_near(y.at[0].q[0], 2, 1e-14);
    assert_true(y.at[6].q[0] < 0 && y.at[6].v[0] != 0);
    system_end(&s);
}

/* A ball that stays where it lands: then nothing is free any more. Later the run ends. */
static void modes(void **state) {
    (void)state;
    system_of s = system_begin("coord y = 1\ngravity 10\nparticle b: mass 1 at [0, y]\npotential V = 2*y^2\n"
                               "contact floor: y >= 0\nevent over when t > 2 { stop }\n",
                               NULL);
    assert_non_null(s.p);
    const linear_along y = linear_follow_run(s.p, -1, 3, 9, s.of.memory);
    assert_non_null(y.at[0].trouble); /* before the start */
    assert_int_equal(y.at[2].system.states, 2);
    assert_near(y.at[2].system.A[2], -4, 1e-12);
    assert_int_equal(y.at[5].system.states, 0); /* on the floor */
    assert_non_null(y.at[8].trouble);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(modes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
