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

/* A closed condition of sums of kinds that do not meet: each finds its own root, from the side of its guess. */
static void each_unknown_goes_to_its_own_side(void **state) {
    (void)state;
    static const double sides[][2] = {{2, 3}, {-2, 3}, {2, -3}, {-2, -3}};
    for (int k = 0; k < 4; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x ~ %g, y ~ %g\n" PLANE "constraint a: x^2 = 1\nconstraint b: y^4 = 16\n",
                 sides[k][0], sides[k][1]);
        check_start(text, sides[k][0] / 2, sides[k][1] / 1.5, 1e-11);
    }
}

/* The start follows its guess: as the guess turns by an angle so does the place that is found. */
static void the_start_turns_with_its_guess(void **state) {
    (void)state;
    for (int k = 0; k < 12; k++) {
        char text[200];
        const double angle = 0.2 + k * PI / 6, far = 0.1 + k;
        snprintf(text, sizeof text, "coord x ~ %.17g, y ~ %.17g\n" PLANE "constraint c: x^2 + y^2 = 4\n",
                 far * cos(angle), far * sin(angle));
        check_start(text, 2 * cos(angle), 2 * sin(angle), 1e-9);
    }
}

/* What holds already is not touched, to the last bit. */
static void a_guess_that_holds_stays(void **state) {
    (void)state;
    check_start("coord x ~ 3, y ~ 4\n" PLANE "constraint c: x^2 + y^2 = 25\n", 3, 4, 0);
    check_start("coord x ~ 0.1, y ~ 0.2\n" PLANE "constraint c: y = 2*x\n", 0.1, 0.2, 0);
    check_start("coord x ~ 0.1, y ~ 0.2\n" PLANE "constraint c: x*y = 0.02\n", 0.1, 0.2, 1e-16);
}

/* Four bars: the loop closes on the side on which the guess lies. */
static void a_loop_closes_on_its_side(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord a = 60 deg, b ~ %d deg, c ~ %d deg\nkinetic T = a'^2 + b'^2 + c'^2\n"
                 "constraint loop: dir(a) + 2*dir(b) = [2, 0] + 1.5*dir(c)\n",
                 side > 0 ? 20 : -80, side > 0 ? 80 : -120);
        motion x = motion_begin(text);
        const double *q = x.s->y;
        assert_near(cos(q[0]) + 2 * cos(q[1]) - 2 - 1.5 * cos(q[2]), 0, 1e-12);
        assert_near(sin(q[0]) + 2 * sin(q[1]) - 1.5 * sin(q[2]), 0, 1e-12);
        assert_true(side * sin(q[2]) > 0);
        motion_end(&x);
    }
}

/* Values end at the guess's back: steps do not go where a condition has none. */
static void steps_stay_where_values_are(void **state) {
    (void)state;
    check_start("coord x ~ 5\nkinetic T = x'^2\nconstraint c: log(x) = -3\n", exp(-3), 0, 1e-12);
    check_start("coord x ~ 2\nkinetic T = x'^2\nconstraint c: sqrt(x) = 0.01\n", 1e-4, 0, 1e-12);
    check_start("coord x ~ 0.99\nkinetic T = x'^2\nconstraint c: acos(x) = 3\n", cos(3), 0, 1e-11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_without_slope_moves_to_the_positive_side),
        cmocka_unit_test(far_guesses_come_home),
        cmocka_unit_test(the_nearest_is_found_along_the_condition),
        cmocka_unit_test(a_speed_from_rest),
        cmocka_unit_test(where_there_is_no_state_none_is_found),
        cmocka_unit_test(each_unknown_goes_to_its_own_side),
        cmocka_unit_test(the_start_turns_with_its_guess),
        cmocka_unit_test(a_guess_that_holds_stays),
        cmocka_unit_test(a_loop_closes_on_its_side),
        cmocka_unit_test(steps_stay_where_values_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
