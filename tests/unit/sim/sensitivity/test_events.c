/* Derivatives through events: the event's time moves, and what its actions do moves with it. */
#include "sim/sensitivity/slopes.h"

/* x = v t until a, then with speed f v. */
static void a_change_of_speed(void **state) {
    (void)state;
    motion x =
        slopes_run("param a = 2, v = 4, f = 3\ncoord x = 0\ninitial x' = v\nkinetic T = x'^2/2\nsimulate until 5\n"
                   "event there when x > a { set x' = f*x' }\nreport r = final(x), u = final(x')\n",
                   3);
    /* r = a + f v (5 - a/v) */
    assert_near(slope_of(&x, "r", "a"), 1 - 3, 1e-11);
    assert_near(slope_of(&x, "r", "v"), 3 * 5, 1e-11);
    assert_near(slope_of(&x, "r", "f"), 4 * 4.5, 1e-11);
    assert_near(slope_of(&x, "u", "v"), 3, 1e-12);
    motion_end(&x);
}

/* What is set may use the state and the parameters at the event. */
static void a_jump_of_place(void **state) {
    (void)state;
    motion x =
        slopes_run("param a = 2, b = 5\ncoord x = 0, y = 0\ninitial x' = 1\nkinetic T = x'^2 + y'^2\nsimulate until 5\n"
                   "event there when t > a { set y = b*x; set y' = t }\nreport r = final(y)\n",
                   2);
    /* r = a b + a (5 - a) */
    assert_near(slope_of(&x, "r", "a"), 5 + 5 - 4, 1e-11);
    assert_near(slope_of(&x, "r", "b"), 2, 1e-12);
    motion_end(&x);
}

/* A stone let go at the angle c of a turning arm: x = cos c - (T - c/w) w sin c. */
static void a_freed_body(void **state) {
    (void)state;
    motion x =
        slopes_run("param c = 1, w = 2\ncoord a = 0\ninitial a' = w\nparticle p: mass 1 at dir(a)\nsimulate until 3\n"
                   "event cut when a > c { free p; drop a }\nreport r = final(p.x)\n",
                   2);
    const double time = 2.5;
    assert_near(slope_of(&x, "r", "c"), -sin(1) + sin(1) - time * 2 * cos(1), 1e-10);
    assert_near(slope_of(&x, "r", "w"), -sin(1) * (1 / 2.0) - time * sin(1), 1e-10);
    motion_end(&x);
}

/* What is final moves with the event that ends the run. */
static void an_event_that_stops(void **state) {
    (void)state;
    motion x =
        slopes_run("param h = 5, g = 10\ncoord y = h\ngravity g\nparticle p: mass 1 at [0, y]\n"
                   "event ground when y < 0 { stop }\nreport t1 = time(ground), v = final(y'), top = maximum(y)\n",
                   2);
    assert_near(slope_of(&x, "t1", "h"), 1 / 10.0, 1e-11); /* sqrt(2 h/g) */
    assert_near(slope_of(&x, "t1", "g"), -1 / 20.0, 1e-11);
    assert_near(slope_of(&x, "v", "h"), -1, 1e-11); /* -sqrt(2 g h) */
    assert_near(slope_of(&x, "v", "g"), -0.5, 1e-11);
    assert_near(slope_of(&x, "top", "h"), 1, 1e-12);
    motion_end(&x);
}

/* A force that switches at x = a: the state is continuous, its derivative jumps. */
static void another_piece(void **state) {
    (void)state;
    motion x = slopes_run("param a = 2, F = 6\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 3\n"
                          "generalized f: x = if x > a then F else 0\nreport v = final(x')\n",
                          2);
    assert_near(slope_of(&x, "v", "a"), -6, 1e-10);
    assert_near(slope_of(&x, "v", "F"), 1, 1e-10);
    motion_end(&x);
}

/* Events at one instant that set each other off have one time. */
static void events_that_follow_each_other(void **state) {
    (void)state;
    motion x = slopes_run("param a = 2\ncoord x = 0, y = 0\ninitial x' = 1\nkinetic T = x'^2 + y'^2\nsimulate until 5\n"
                          "event one when x > a { set y = 1 }\nevent two when y > 0.5 { set y' = 3 }\n"
                          "report r = final(y), t2 = time(two)\n",
                          1);
    assert_near(slope_of(&x, "t2", "a"), 1, 1e-12);
    assert_near(slope_of(&x, "r", "a"), -3, 1e-11);
    motion_end(&x);
}

static void what_has_no_derivative(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {{"param a = 1\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 4\n"
                  "event jump when sign(x - a) > 0 { set x' = 5 }\nreport r = final(x)\n",
                  "the condition of 'jump' jumps at t = 1 s"},
                 {"param a = 1\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 4\n"
                  "event one when x > a { set x' = 5 }\nevent two when t > 1 { set x = 7 }\nreport r = final(x)\n",
                  "two events coincide at t = 1 s"},
                 {"param a = 1\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 4\n"
                  "event same when t > 1 { set x' = a }\nreport r = final(x)\n",
                  "'same' at t = 1 s sets a value that is there already"},
                 {"param a = 2\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 4\n"
                  "generalized f: x = -a*sign(x')\nreport r = final(x)\n",
                  "the motion slides along a switch"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_fail(cases[k].text, 1, cases[k].reason);
}

/* No closed forms here: what differences between runs say. */
static void events_of_all_kinds(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param k = 4, f = 0.7, a = 0.3\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\nsimulate until 5\n"
         "event low when x < a { set x' = f*x' }\nreport r = final(x), t1 = time(low), t2 = time(low, 2), "
         "u = at(low, x', 2)\n",
         3},
        {"param p = 0.4, g = 0.5\ncoord x = 1\nkinetic T = x'^2/2\npotential V = x^2\nsimulate until 1.5\n"
         "event kick every p from p/3 { set x' = x' - g*x }\nreport r = final(x), u = final(x')\n",
         2},
        {"param c = 0.8, d = 2\ncoord a = 0, x = 0\ninitial a' = d\nkinetic T = (a'^2 + x'^2)/2\nmemory m = 0\n"
         "generalized f: x = m\nsimulate until 2\nevent first when a > c { set m = d*a }\n"
         "event second when x > 0.1*c after first { set m = -m }\nreport r = final(x), u = final(x')\n",
         2},
        {"param h = 2, l = 1\ncoord a = 0.4\ngravity 9.81\nparticle bob: mass 1 at [l*sin(a), h - l*cos(a)]\n"
         "event cut when a < 0 { free bob; drop a }\nevent ground when bob.y < 0 after cut { stop }\n"
         "simulate until 3\nreport range = final(bob.x), long_ = time(ground)\n",
         2},
        {"param F = 3, a = 0.5\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 3\n"
         "generalized f: x = F*max(0, a - x) - abs(x - 1)\nreport r = final(x), most = maximum(x')\n",
         2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* Freed in space a body keeps its attitude and its spin, whatever parameters have to do with them. */
static void bodies_freed_in_space(void **state) {
    (void)state;
    slopes_agree("param c = 0.5, w = 2, l = 0.7\ncoord a = 0\ninitial a' = w\ngravity 9.81\n"
                 "frame arm = rotation(z, a)*rotation(x, l*a)\n"
                 "body top: mass 1, inertia [0.1, 0.2, 0.25], at [l*cos(a), l*sin(a), 2], frame arm\n"
                 "event cut when a > c { free top; drop a }\nsimulate until 0.6\n"
                 "report x = final(top.x), z = final(top.z), qw = final(top.q.w), qz = final(top.q.z), "
                 "wx = final(top.q.x')\n",
                 3);
}

/* Coordinates that disappear and come back keep their derivatives; those of others go on. */
static void modes_come_and_go(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param k = 3, c = 0.4\ncoord x = 1, y = 0\ninitial y' = 0.5\nkinetic T = (x'^2 + 2*y'^2)/2\n"
         "potential V = k*x^2/2\nconstraint together: x = y + 1 off\nevent bind when x < c { set y = x - 1; hold "
         "together }\n"
         "event loose when t > 1 { drop together }\nsimulate until 2\nreport r = final(x), s = final(y)\n",
         2},
        {"param k = 30, l = 1, v = 2\ncoord x = 0\ninitial x' = v\nkinetic T = x'^2/2\n"
         "spring s: stiffness k, length l, from [0, 0] to [x + 1, 0]\n"
         "event snap when x > 0.1*l { drop s }\nevent again when x > 0.3 { hold s }\nsimulate until 0.4\n"
         "report r = final(x), u = final(x')\n",
         3},
        {"param F = 3, w = 4\ncoord x = 0, y = 0\ngravity 10\nkinetic T = (x'^2 + y'^2)/2\npotential V = 10*y\n"
         "generalized push: x = F*sin(w*t)\ncontact floor: y >= 0, friction 0.2 along x\nsimulate until 0.6\n"
         "report r = final(x), u = final(x')\n",
         2},
        {"param g = 10, e = 0.4\ncoord x = 0, y = 1\ninitial x' = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = g*y\n"
         "contact floor: y >= 0, restitution e\nevent off_ when x > 0.9 { drop floor }\nsimulate until 1.2\n"
         "report r = final(y), u = final(y')\n",
         2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* An event in whose time the parameter's own is, from the first on. */
static void instants_of_clocks(void **state) {
    (void)state;
    motion x = slopes_run("param p = 0.3, q = 0.1\ncoord x = 0\nkinetic T = x'^2/2\nmemory n = 0\n"
                          "event tick every p from q { set n = n + t }\ngeneralized f: x = n\nsimulate until 1.25\n"
                          "report r = final(n), u = final(x')\n",
                          2);
    /* at q, q + p, q + 2p, q + 3p */
    assert_near(slope_of(&x, "r", "q"), 4, 1e-12);
    assert_near(slope_of(&x, "r", "p"), 6, 1e-12);
    /* u: the sum of t_k (1.25 - t_k) */
    double by_q = 0, by_p = 0;
    for (int k = 0; k < 4; k++) {
        by_q += 1.25 - 2 * (0.1 + 0.3 * k);
        by_p += k * (1.25 - 2 * (0.1 + 0.3 * k));
    }
    assert_near(slope_of(&x, "u", "q"), by_q, 1e-10);
    assert_near(slope_of(&x, "u", "p"), by_p, 1e-10);
    motion_end(&x);
}

static void more_without_derivative(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {{"param a = 1\ncoord x = 0\nkinetic T = x'^2/2\npotential V = -x\nsimulate until 3\n"
                  "potential W = if x > a then 0.5 else 0\nreport r = final(x)\n",
                  "potential energy jumps"},
                 {"param mu = 3\ncoord x = 0\ninitial x' = 2\nkinetic T = x'^2/2\n"
                  "friction rub: limit mu along x\nsimulate until 1\nreport r = final(x)\n",
                  "the motion slides along a switch"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_fail(cases[k].text, 1, cases[k].reason);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_of_speed),      cmocka_unit_test(a_jump_of_place),
        cmocka_unit_test(a_freed_body),           cmocka_unit_test(an_event_that_stops),
        cmocka_unit_test(another_piece),          cmocka_unit_test(events_that_follow_each_other),
        cmocka_unit_test(what_has_no_derivative), cmocka_unit_test(events_of_all_kinds),
        cmocka_unit_test(bodies_freed_in_space),  cmocka_unit_test(modes_come_and_go),
        cmocka_unit_test(instants_of_clocks),     cmocka_unit_test(more_without_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
