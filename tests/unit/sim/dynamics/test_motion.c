/* Projection onto the constraints, with matrices, and what is told of them. */
#include "sim/support.h"

#define CIRCLE "coord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = 25\n"

/* As the explicit solution does it: see test_explicit.c. */
static void the_nearest_point_is_found(void **state) {
    (void)state;
    motion x = motion_begin(CIRCLE);
    dynamics_explicit_give_up(x.s, x.s->mode);
    double y[] = {3.3, 4.4, 1, 2, 0}, dy[5], position, velocity;
    assert_true(dynamics_project(x.s, 0, y, dy));
    const double want[] = {3, 4, 1 - 0.6 * 2.2, 2 - 0.8 * 2.2};
    for (int i = 0; i < 4; i++)
        assert_near(y[i], want[i], 1e-13);
    assert_near(dy[0], want[2], 1e-13);
    dynamics_matrices(x.s);
    dynamics_residuals(x.s, &position, &velocity);
    assert_true(position <= 1e-14 && velocity <= 1e-14);
    motion_end(&x);
}

/* In the metric of M: the heavy coordinate moves a hundredth of what the light one does. */
static void what_is_heavy_moves_less(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\nkinetic T = (x'^2 + 100*y'^2)/2\nconstraint c: x + y = 0\n");
    double y[] = {1.01, 0, 2.02, 0, 0}, dy[5];
    assert_true(dynamics_project(x.s, 0, y, dy));
    const double want[] = {0.01, -0.01, 0.02, -0.02};
    for (int i = 0; i < 4; i++)
        assert_near(y[i], want[i], 1e-15);
    motion_end(&x);
}

/* A row that is not linear in the velocities takes two steps, the second with the elimination of the first. */
static void rows_of_squared_velocities(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\ninitial x' = 3\ninitial y' = 4\nkinetic T = (x'^2 + y'^2)/2\n"
                            "constraint c: x'^2 + y'^2 = 25\n");
    double y[] = {0, 0, 3.003, 4.004, 0}, dy[5];
    assert_true(dynamics_project(x.s, 0, y, dy));
    assert_near(hypot(y[2], y[3]), 5, 1e-9);
    assert_near(y[2] / y[3], 0.75, 1e-14);
    motion_end(&x);
}

/* The smallest pivot, 4 r^2 here by either solution; 1 without rows. */
static void regularity_grows_with_the_distance(void **state) {
    (void)state;
    motion x = motion_begin(CIRCLE);
    double far[] = {3, 4, 0, 0, 0}, near[] = {0.3, 0.4, 0, 0, 0};
    assert_true(dynamics_evaluate(x.s, 0, far, NULL));
    double there = dynamics_regularity(x.s);
    assert_true(dynamics_evaluate(x.s, 0, near, NULL));
    assert_near(dynamics_regularity(x.s), there / 100, 1e-12 * there);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "c", false));
    assert_near(dynamics_regularity(x.s), 1, 0);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_is_found),
        cmocka_unit_test(what_is_heavy_moves_less),
        cmocka_unit_test(rows_of_squared_velocities),
        cmocka_unit_test(regularity_grows_with_the_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
