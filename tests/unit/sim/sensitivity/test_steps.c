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

/* Motions of all sorts between events. */
static void motions_of_all_sorts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param a = 1.2, w = 3, d = 0.3\ncoord x = a\nkinetic T = x'^2/2\npotential V = x^4/4 - x^2/2\n"
         "generalized f: x = sin(w*t) - d*x'\nsimulate until 2\nreport r = final(x), u = final(x')\n",
         3},
        {"param l = 1, m = 0.7, g = 9.81\ncoord a = 1, b = 0.5\ngravity g\nparticle p: mass 1 at l*dir(a)\n"
         "particle q: mass m at l*dir(a) + 0.8*dir(b)\nsimulate until 0.6\nreport r = final(a), s = final(b')\n",
         3},
        {"param l = 1, m = 2\ncoord x = 0.6*l, y ~ -0.8\ngravity 9.81\nparticle bob: mass m at [x, y]\n"
         "constraint rod: x^2 + y^2 = l^2\nsimulate until 0.7\nreport r = final(x), f = final(lambda(rod))\n",
         2},
        {"param w = 0.4, v = 1\ncoord x = 0, y = 0, a = w\ninitial x' = v*cos(w), y' = v*sin(w), a' = 1\n"
         "kinetic T = (x'^2 + y'^2 + a'^2)/2\nconstraint blade: -x'*sin(a) + y'*cos(a) = 0\nsimulate until 1\n"
         "report r = final(x), s = final(y)\n",
         2},
        {"param R = 1.5, L = 0.2, K = 0.4\ncoord a = 0\nstate i = 0, rate (1 - R*i - K*a')/L\nkinetic T = a'^2/2\n"
         "generalized drive: a = K*i\nsimulate until 1\nreport r = final(a), s = final(i), e = integral(R*i^2)\n",
         3}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* Rotations in space, with the row that keeps their quaternions; springs, dampers, ropes, tables of pieces. */
static void machines_of_all_sorts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param I = 0.3, w = 2\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ninitial omega(B) = [w, 0.1, 1]\n"
         "coord x = 0, y = 0, z = 0\nbody top: mass 1, inertia [0.1, 0.2, I], at [x, y, z], frame B\nsimulate until "
         "0.5\n"
         "report r = final(omega(B).x), s = final(omega(B).z)\n",
         2},
        {"param k = 20, c = 0.5, l = 0.8\ncoord x = 1, y = 0.2\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
         "spring s: stiffness k, length l, damping c, from [0, 0] to p\nsimulate until 0.5\n"
         "report r = final(x), s = final(y')\n",
         3},
        {"param A = 0.3, w = 5\ncoord x = 0, a = 0.2\ngravity 9.81\nkinetic T = x'^2/2\n"
         "particle bob: mass 1 at [x + sin(a), -cos(a)]\nconstraint drive: x = A*sin(w*t)\nsimulate until 0.8\n"
         "report r = final(a), f = final(lambda(drive)), e = integral(a^2)\n",
         2},
        {"param a = 0.3, b = 2\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 2\n"
         "generalized f: x = -b*max(0, x - a) + 0.1*min(x, 0.5)\nreport r = final(x), m = maximum(x)\n",
         2},
        {"param m = 2\ncoord x = 0\nkinetic T = m*x'^2/2\npotential V = 3*x\nsimulate until 1\n"
         "output p = m*x'\nreport r = final(p), s = final(energy), k = final(kinetic)\n",
         1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* A parameter that counts things has no neighbours. */
static void what_counts_has_none(void **state) {
    (void)state;
    slopes_fail(
        "param n = 3\ncoord x = 1\nkinetic T = x'^2/2\npotential V = sum(i in 1..n: x^2/i)\nsimulate until 0.5\n"
        "report r = final(x)\n",
        1, "the parameter 'n' is structural");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_oscillator),        cmocka_unit_test(on_a_constraint),
        cmocka_unit_test(carried_over_a_step),  cmocka_unit_test(what_carries_none),
        cmocka_unit_test(motions_of_all_sorts), cmocka_unit_test(machines_of_all_sorts),
        cmocka_unit_test(what_counts_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
