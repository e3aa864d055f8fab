/* From guesses that are far, stuck or without slope to a state in which all conditions hold. */
#include "sim/support.h"

static void check_start(const char *text, double x0, double y0, double tolerance) {
    motion x = motion_begin(text);
    assert_near(x.s->y[0], x0, tolerance);
    if (x.s->mode->n > 1)
        assert_near(x.s->y[1], y0, tolerance);
    motion_end(&x);
}

#define PLANE "kinetic T = x'^2 + y'^2\n"

/* Where the gradient vanishes the positive side is tried first. */
static void a_guess_without_slope_moves_to_the_positive_side(void **state) {
    (void)state;
    check_start("coord x ~ 0\nkinetic T = x'^2\nconstraint c: x^2 = 4\n", 2, 0, 1e-12);
    check_start("coord x ~ 0, y = 0.6\n" PLANE "constraint c: x^2 + y^2 = 1\n", 0.8, 0.6, 1e-12);
    check_start("coord x ~ 0, y = 0.6e-6\n" PLANE "constraint c: x^2 + y^2 = 1e-12\n", 0.8e-6, 0.6e-6, 1e-18);
}

/* Far away, in whichever units. */
static void far_guesses_come_home(void **state) {
    (void)state;
    check_start("coord x ~ 300, y ~ 400\n" PLANE "constraint c: x^2 + y^2 = 25\n", 3, 4, 1e-10);
    check_start("coord x ~ 1\nkinetic T = x'^2\nconstraint c: exp(x) = 1e6\n", log(1e6), 0, 1e-12);
    check_start("coord x ~ 3\nkinetic T = x'^2\nconstraint c: atan(x) = 0.1\n", tan(0.1), 0, 1e-12);
}

/* The nearest of the points that hold, also where Newton's steps alone would end elsewhere: of an ellipse. */
static void the_nearest_is_found_along_the_condition(void **state) {
    (void)state;
    motion x = motion_begin("coord x ~ 4, y ~ 3\n" PLANE "constraint c: x^2/9 + y^2 = 1\n");
    double px = x.s->y[0], py = x.s->y[1];
    assert_near(px * px / 9 + py * py, 1, 1e-12);
    /* the way to the guess is along the normal [x/9, y] */
    assert_near((4 - px) * py, (3 - py) * px / 9, 1e-6);
    motion_end(&x);
}

/* A velocity of which only the size is given has no slope at rest. */
static void a_speed_from_rest(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\n" PLANE "initial norm([x', y']) = 2\n");
    assert_near(hypot(x.s->y[2], x.s->y[3]), 2, 1e-12);
    motion_end(&x);
}

static void where_there_is_no_state_none_is_found(void **state) {
    (void)state;
    motion_fails("coord x ~ 1, y ~ 1\n" PLANE "constraint c: x^2 + y^2 = -1\n", DIAG_E0401, "'c'");
    motion_fails("coord x ~ 0, y ~ 0\n" PLANE "constraint c: x^2 + y^2 = 1\nconstraint d: x + y = 4\n", DIAG_E0404,
                 "'c' and 'd'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_without_slope_moves_to_the_positive_side),
        cmocka_unit_test(far_guesses_come_home),
        cmocka_unit_test(the_nearest_is_found_along_the_condition),
        cmocka_unit_test(a_speed_from_rest),
        cmocka_unit_test(where_there_is_no_state_none_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
