/* Derivatives along the steps, against closed forms. */
#include "sim/sensitivity/slopes.h"

/* x = a cos(w t), w^2 = k; the integral of x^2 too. */
static void an_oscillator(void **state) {
    (void)state;
    motion x =
        slopes_run("param a = 2, k = 9\ncoord x = a\nkinetic T = x'^2/2\npotential V = k*x^2/2\nsimulate until 4\n"
                   "report p = final(x), v = final(x'), j = integral(x^2)\n",
                   2);
    const double a = 2, w = 3, t = 4, c = cos(w * t), s = sin(w * t), dw = 1 / (2 * w);
    assert_near(slope_of(&x, "p", "a"), c, 1e-9);
    assert_near(slope_of(&x, "p", "k"), -a * t * s * dw, 1e-9);
    assert_near(slope_of(&x, "v", "k"), (-a * s - a * w * t * c) * dw, 1e-9);
    assert_near(slope_of(&x, "j", "a"), 2 * a * (t / 2 + s * c / (2 * w)), 1e-9);
    double dj = a * a * ((c * c - s * s) * t / (2 * w) - s * c / (2 * w * w));
    assert_near(slope_of(&x, "j", "k"), dj * dw, 1e-9);
    motion_end(&x);
}

/* On a circle of radius r with speed u: the angle u t/r, in Cartesian coordinates with a constraint. */
static void on_a_constraint(void **state) {
    (void)state;
    motion x = slopes_run("param r = 2, u = 3\ncoord x = r, y = 0\ninitial y' = u\ninitial x' ~ 0\n"
                          "kinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = r^2\nsimulate until 4\n"
                          "report p = final(x), q = final(y), n = final(lambda(c))\n",
                          2);
    const double angle = 6, c = cos(6.0), s = sin(6.0);
    assert_near(slope_of(&x, "p", "u"), -2 * s * 2, 1e-8);
    assert_near(slope_of(&x, "q", "u"), 2 * c * 2, 1e-8);
    assert_near(slope_of(&x, "p", "r"), c + s * angle, 1e-8);
    assert_near(slope_of(&x, "n", "u"), 2 * 3 / (2 * 4.0), 1e-8); /* u^2/(2 r^2) */
    assert_near(slope_of(&x, "n", "r"), -9 / 8.0, 1e-8);
    motion_end(&x);
}

/* One step by itself: the motion, and its derivative carried along; in parts where the step is too long for it. */
static void carried_over_a_step(void **state) {
    (void)state;
    motion x = slopes_begin("param a = 2\ncoord x = a\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 9\n"
                            "report r = final(x)\n",
                            1);
    double y[8], S[8];
    assert_in_range(x.s->y_cap, 3, 8);
    for (int k = 1; k <= 4; k++) {
        double h = 0.7 * k;
        assert_true(sensitivity_follow(x.s, 0.1 * k, y));
        assert_near(y[0], 2 * cos(0.1 * k), 1e-10);
        assert_true(sensitivity_carry(x.s, 0, x.s->y, x.s->sensitivity->S, h, y, S));
        assert_near(S[0], cos(h), 1e-8);
        assert_near(S[1], -sin(h), 1e-8);
        assert_near(y[0], 2 * cos(h), 1e-8);
    }
    motion_end(&x);
}

static void what_carries_none(void **state) {
    (void)state;
    slopes_fail(
        "param a = 2\ncoord x = a\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 1, method variational\n"
        "report r = final(x)\n",
        1, "does not carry derivatives");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_oscillator),
        cmocka_unit_test(on_a_constraint),
        cmocka_unit_test(carried_over_a_step),
        cmocka_unit_test(what_carries_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
