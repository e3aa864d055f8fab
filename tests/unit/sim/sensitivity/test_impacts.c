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

/* Two balls in line: velocities after it by momentum and restitution, v1' = v (m - e M)/(m + M). */
static void a_central_impact(void **state) {
    (void)state;
    motion x = slopes_run("param m = 2, M = 3, e = 0.5, v = 4\ncoord a = 0, b = 1\ninitial a' = v\n"
                          "kinetic T = (m*a'^2 + M*b'^2)/2\ncontact meet: b - a >= 0, restitution e\nsimulate until 1\n"
                          "report u = final(a'), w = final(b'), r = final(a)\n",
                          4);
    const double m = 2, M = 3, e = 0.5, v = 4, all = m + M;
    assert_near(slope_of(&x, "u", "v"), (m - e * M) / all, 1e-11);
    assert_near(slope_of(&x, "u", "e"), -M * v / all, 1e-11);
    assert_near(slope_of(&x, "u", "m"), v * (M + e * M) / all / all, 1e-11);
    assert_near(slope_of(&x, "u", "M"), v * (-e * all - (m - e * M)) / all / all, 1e-11);
    assert_near(slope_of(&x, "w", "e"), m * v / all, 1e-11);
    assert_near(slope_of(&x, "w", "v"), m * (1 + e) / all, 1e-11);
    /* r = 1 + u (1 - 1/v) */
    assert_near(slope_of(&x, "r", "v"), (m - e * M) / all * (1 - 1 / v) + v * (m - e * M) / all / v / v, 1e-10);
    motion_end(&x);
}

/* A ball that comes down n times: heights and times of flight are powers of e. */
static void many_bounces(void **state) {
    (void)state;
    motion x = slopes_run("param e = 0.8, h = 1.25\ncoord y = h\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                          "contact floor: y >= 0, restitution e\nevent top when y' < 0 { }\nsimulate until 2.6\n"
                          "report u = final(y'), r = final(y)\n",
                          2);
    /* falls 0.5 s to v = 5; 0.8, 0.64, 0.512 s in the air; at 2.452 it leaves with e^4 v */
    const double e = 0.8, v = 5, T = 0.5, by_h = T / (2 * 1.25), rest = 2.6 - T * (1 + 2 * (e + e * e + e * e * e));
    const double time_e = -2 * T * (1 + 2 * e + 3 * e * e), time_h = -by_h * (1 + 2 * (e + e * e + e * e * e));
    assert_near(slope_of(&x, "u", "e"), 4 * pow(e, 3) * v - 10 * time_e, 1e-9);
    assert_near(slope_of(&x, "u", "h"), pow(e, 4) * 10 * by_h - 10 * time_h, 1e-9);
    const double up = pow(e, 4) * v - 10 * rest;
    assert_near(slope_of(&x, "r", "e"), 4 * pow(e, 3) * v * rest + up * time_e, 1e-9);
    motion_end(&x);
}

/* Impacts within machines, and what differences between runs say of them. */
static void impacts_within_machines(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param l = 1, m = 0.5, e = 0.6\ncoord x = 0.6*l, y ~ -0.8\ngravity 10\nparticle bob: mass m at [x, y]\n"
         "constraint rod: x^2 + y^2 = l^2\ncontact wall: x >= 0.2, restitution e\nsimulate until 0.7\n"
         "report r = final(x), u = final(y')\n",
         3},
        {"param c = 0.3, e = 0.5, mu = 0.1\ncoord x = 0, y = 1, a = 0.4\ninitial x' = 1, a' = 2\ngravity 10\n"
         "body bar: mass 1, inertia 0.1, at [x, y], angle a\nlet low = y - c*abs(sin(a))\n"
         "contact tip: y - c*sin(a) >= 0, restitution e, friction mu along x + c*cos(a)\nsimulate until 0.5\n"
         "report r = final(x), s = final(a), u = final(y')\n",
         3},
        {"param u = 2, m = 3\ncoord x = 0, y = 0, z = 0\nkinetic T = (x'^2 + m*y'^2 + 2*z'^2)/2\n"
         "constraint a: x = 2*y\nconstraint b: z = y^2 + y\nevent kick when t > 0.2 { set x' = u }\nsimulate until 1\n"
         "report r = final(y), s = final(z), v = final(z')\n",
         2},
        {"param J = 2, k = 5\ncoord a = 0, b = 0\ninitial a' = 3\nkinetic T = (J*a'^2 + b'^2)/2\n"
         "potential V = k*(a - b)^2/2\nconstraint brake: a = 1 off\nevent stop_ when a > 1 { hold brake }\n"
         "simulate until 1\nreport r = final(b), w = final(b'), f = final(lambda(brake))\n",
         2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* In space friction slides where the impulses push it: no derivative; where the ball rolls on, there is one. */
static void friction_of_impacts_in_space(void **state) {
    (void)state;
    slopes_fail("param h = 1\ncoord x = 0, y = 0, z = h\ninitial x' = 2, y' = 1\ngravity 10\n"
                "particle p: mass 1 at [x, y, z]\n"
                "contact floor: z >= 0, restitution 0.5, friction 0.1 along [x, y]\nsimulate until 0.6\n"
                "report r = final(x)\n",
                1, "slides in a direction");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bounce),
        cmocka_unit_test(friction_in_an_impact),
        cmocka_unit_test(a_constraint_is_activated),
        cmocka_unit_test(velocities_adapt),
        cmocka_unit_test(contacts_that_would_not_come_together),
        cmocka_unit_test(impacts_of_all_kinds),
        cmocka_unit_test(a_central_impact),
        cmocka_unit_test(many_bounces),
        cmocka_unit_test(impacts_within_machines),
        cmocka_unit_test(friction_of_impacts_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
