/* Derivatives across jumps of velocity: impacts, constraints that are activated, velocities that are set. */
#include "sim/sensitivity/slopes.h"

/* Dropped from h: t1 = sqrt(2 h/g), then up with e sqrt(2 g h). */
static void a_bounce(void **state) {
    (void)state;
    motion x =
        slopes_run("param h = 5, e = 0.5, g = 10\ncoord y = h\ngravity g\nparticle p: mass 1 at [0, y]\n"
                   "contact floor: y >= 0, restitution e\nsimulate until 1.5\nreport y1 = final(y), v1 = final(y')\n",
                   3);
    /* v = e sqrt(2 g h) - g (1.5 - t1), y = e sqrt(2 g h) (1.5 - t1) - g (1.5 - t1)^2/2 */
    const double t = 0.5, up = 5, dup_h = 0.5, dt1_h = 0.1, dup_g = 0.25, dt1_g = -0.05;
    assert_near(slope_of(&x, "v1", "e"), 10, 1e-10);
    assert_near(slope_of(&x, "v1", "h"), dup_h + 10 * dt1_h, 1e-10);
    assert_near(slope_of(&x, "v1", "g"), dup_g - t + 10 * dt1_g, 1e-10);
    assert_near(slope_of(&x, "y1", "e"), 10 * t, 1e-10);
    assert_near(slope_of(&x, "y1", "h"), dup_h * t - up * dt1_h + 10 * t * dt1_h, 1e-10);
    motion_end(&x);
}

/* Sliding friction takes mu (1 + e) times the fall's speed from the slip; where it sticks nothing is left. */
static void friction_in_an_impact(void **state) {
    (void)state;
    static const char text[] =
        "param mu = %g, u = 9\ncoord x = 0, y = 5\ninitial x' = u\ngravity 10\n"
        "particle p: mass 2 at [x, y]\ncontact floor: y >= 0, restitution 0.5, friction mu along x\n"
        "simulate until 1.25\nreport v = final(x')\n";
    for (int k = 0; k < 2; k++) {
        char whole[400];
        snprintf(whole, sizeof whole, text, k ? 5.0 : 0.25);
        motion x = slopes_run(whole, 2);
        assert_near(slope_of(&x, "v", "mu"), k ? 0 : -15, 1e-10);
        assert_near(slope_of(&x, "v", "u"), k ? 0 : 1, 1e-10);
        motion_end(&x);
    }
}

/* Two bodies joined while one moves: both go on with m v/(m + M). */
static void a_constraint_is_activated(void **state) {
    (void)state;
    motion x =
        slopes_run("param m = 2, v = 3, a = 4\ncoord x = 0, y = 0\ninitial x' = v\nkinetic T = (m*x'^2 + y'^2)/2\n"
                   "constraint c: x' = y' off\nevent join when x > a { hold c }\nsimulate until 5\n"
                   "report u = final(y'), p = final(y)\n",
                   3);
    /* u = m v/(m + 1), p = u (5 - a/v) */
    assert_near(slope_of(&x, "u", "v"), 2 / 3.0, 1e-11);
    assert_near(slope_of(&x, "u", "m"), 3 / 9.0, 1e-11);
    assert_near(slope_of(&x, "p", "a"), -2 / 3.0, 1e-11);
    assert_near(slope_of(&x, "p", "v"), 2 / 3.0 * (5 - 4 / 3.0) + 2 * 4 / 9.0, 1e-10);
    motion_end(&x);
}

/* What is free adapts to a velocity that is set: on the circle v_y = -v_x x/y. */
static void velocities_adapt(void **state) {
    (void)state;
    motion x = slopes_run("param u = 3\ncoord x = 3, y = 4\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = 25\n"
                          "simulate until 1\nevent kick when t > 1 - 1e-9 { set x' = u }\nreport v = final(y')\n",
                          1);
    assert_near(slope_of(&x, "v", "u"), -0.75, 1e-7);
    motion_end(&x);
}

static void contacts_that_would_not_come_together(void **state) {
    (void)state;
    slopes_fail("param d = 0\ncoord x = 1, y = 1 + d\ngravity 10\nparticle p: mass 1 at [0, x]\n"
                "particle q: mass 1 at [1, y]\ncontact a: x >= 0\ncontact b: y + x >= 0\nsimulate until 1\n"
                "report r = final(x)\n",
                1, "takes part in an impact");
}

/* No closed forms here: what differences between runs say. */
static void impacts_of_all_kinds(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param m = 2, e = 0.7, v = 3\ncoord a = 0, b = 1\ninitial a' = v\nkinetic T = (m*a'^2 + b'^2)/2\n"
         "contact meet: b - a >= 0, restitution e\nsimulate until 1\nreport x = final(a), y = final(b), w = "
         "final(b')\n",
         3},
        {"param s = 0.3, e = 0.6, h = 2\ncoord x = 0, y = h\ngravity 10\nparticle p: mass 1 at [x, y]\n"
         "contact slope: y - s*x >= 0, restitution e\nsimulate until 1\nreport fx = final(x), fy = final(y)\n",
         3},
        {"param l = 1.2, wall = 0.3, e = 0.5, a0 = 1\ncoord a = a0\ngravity 9.81\nparticle bob: mass 1 at [l*sin(a), "
         "-l*cos(a)]\ncontact side: l*sin(a) >= wall, restitution e\nsimulate until 1.1\n"
         "report r = final(a), w = final(a')\n",
         4},
        {"param m = 2, M = 3, d = 0.5\ncoord x = 0, y = 0, w = 0\ninitial x' = 1\n"
         "kinetic T = m*x'^2/2 + M*(y'^2 + d*w'^2)/2\nconstraint catch: x = y + d*w off\n"
         "event touch when x > 0.5 { set y = x; hold catch }\nsimulate until 1\nreport r = final(y), s = final(w)\n",
         3},
        {"param mu = 0.2, e = 0.4, v = 2, h = 1\ncoord x = 0, y = h, a = 0\ninitial x' = v\ngravity 10\n"
         "kinetic T = (x'^2 + y'^2 + 0.1*a'^2)/2\npotential V = 10*y\n"
         "contact floor: y >= 0, restitution e, friction mu along x\nsimulate until 0.6\n"
         "report r = final(x), u = final(y')\n",
         4}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bounce),
        cmocka_unit_test(friction_in_an_impact),
        cmocka_unit_test(a_constraint_is_activated),
        cmocka_unit_test(velocities_adapt),
        cmocka_unit_test(contacts_that_would_not_come_together),
        cmocka_unit_test(impacts_of_all_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
