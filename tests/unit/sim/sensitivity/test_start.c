/* Derivatives of the initial state: of given values, of guesses that were moved, of velocities of least energy. */
#include "sim/sensitivity/slopes.h"

#define END "simulate until 1e-3\n"

static void given_values_and_those_that_use_them(void **state) {
    (void)state;
    motion x =
        slopes_run("param a = 2, b = 3\ncoord y = 5*x + b, x = a^2\ninitial x' = a*b\nkinetic T = x'^2 + y'^2\n" END
                   "report p = initial(x), q = initial(y), v = initial(x')\n",
                   2);
    const double want[][2] = {{4, 0}, {20, 1}, {3, 2}};
    const char *const names[] = {"p", "q", "v"};
    for (int k = 0; k < 3; k++) {
        assert_near(slope_of(&x, names[k], "a"), want[k][0], 1e-13);
        assert_near(slope_of(&x, names[k], "b"), want[k][1], 1e-13);
    }
    motion_end(&x);
}

/* The nearest point of a circle: with its radius it moves outwards, with the guess along it. */
static void guesses_that_were_moved(void **state) {
    (void)state;
    motion x = slopes_run(
        "param r = 5, g = 6\ncoord x ~ g, y ~ 8\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = r^2\n" END
        "report p = initial(x), q = initial(y)\n",
        2);
    assert_near(slope_of(&x, "p", "r"), 0.6, 1e-10);
    assert_near(slope_of(&x, "q", "r"), 0.8, 1e-10);
    /* x = r g/sqrt(g^2 + 64) */
    assert_near(slope_of(&x, "p", "g"), 5 * 64 / 1000.0, 1e-9);
    assert_near(slope_of(&x, "q", "g"), -5 * 48 / 1000.0, 1e-9);
    motion_end(&x);
}

/* Of masses m and 3: the velocity sum s is shared as 3 to m. */
static void velocities_of_least_energy(void **state) {
    (void)state;
    motion x =
        slopes_run("param m = 1, s = 4\ncoord x = 0, y = 0\nkinetic T = (m*x'^2 + 3*y'^2)/2\ninitial (x + y)' = s\n" END
                   "report v = initial(x'), w = initial(y')\n",
                   2);
    assert_near(slope_of(&x, "v", "s"), 0.75, 1e-12);
    assert_near(slope_of(&x, "w", "s"), 0.25, 1e-12);
    assert_near(slope_of(&x, "v", "m"), -4 * 3 / 16.0, 1e-12); /* 3 s/(3 + m) */
    assert_near(slope_of(&x, "w", "m"), 4 * 3 / 16.0, 1e-12);
    motion_end(&x);
}

/* A fixed value that uses a guess is an equation. */
static void values_that_are_equations(void **state) {
    (void)state;
    motion x = slopes_run("param k = 9\ncoord y = 2*x, x ~ 7\nkinetic T = x'^2 + y'^2\nconstraint c: x + y = k\n" END
                          "report p = initial(x), q = initial(y)\n",
                          1);
    assert_near(slope_of(&x, "p", "k"), 1 / 3.0, 1e-12);
    assert_near(slope_of(&x, "q", "k"), 2 / 3.0, 1e-12);
    motion_end(&x);
}

static void what_has_no_derivative(void **state) {
    (void)state;
    slopes_fail("param k = 1 m\ncoord x ~ 2 m, w ~ 1 rad\nkinetic T = (1 kg)*x'^2 + (1 kg m^2)*w'^2\n"
                "constraint c: x*w = k\nsimulate until 1e-3 s\nreport p = initial(x)\n",
                1, "do not determine guesses of different dimensions uniquely");
}

/* Starts that are solved for: positions on constraints, velocities of least energy, what is computed of others. */
static void starts_that_are_solved_for(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param l = 2, x0 = 1\ncoord x = x0, y ~ -1\nkinetic T = (x'^2 + y'^2)/2\nconstraint rod: x^2 + y^2 = l^2\n"
         "simulate until 0.1\nreport r = initial(y), s = final(y)\n",
         2},
        {"param l = 2, gx = 3, gy = 1\ncoord x ~ gx, y ~ gy\nkinetic T = (x'^2 + y'^2)/2\n"
         "constraint rod: x^2 + y^2 = l^2\nsimulate until 0.1\nreport r = initial(x), s = initial(y)\n",
         3},
        {"param m = 3, u = 2, s = 0.5\ncoord x = 0, y = 0\nkinetic T = (x'^2 + m*y'^2)/2\n"
         "initial (x + s*y)' = u\nsimulate until 1\nreport a = initial(x'), b = initial(y'), c = final(x)\n",
         3},
        {"param a0 = 0.7, l = 1.5, w = 2\ncoord a = a0, x = l*cos(a), y ~ 0.3\ninitial a' = w\n"
         "kinetic T = (a'^2 + x'^2 + y'^2)/2\nconstraint cx: x = l*cos(a)\nconstraint cy: y = l*sin(a)\n"
         "simulate until 0.4\nreport r = initial(y'), s = final(x)\n",
         3},
        {"param k = 2, v = 1\ncoord x = 1\ninitial x' = v\nstate i = 3*k, rate -k*i + x\nkinetic T = x'^2/2\n"
         "generalized f: x = i\nsimulate until 0.8\nreport r = final(x), s = final(i)\n",
         2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

/* Rows that say the same twice have the same start. */
static void dependent_conditions(void **state) {
    (void)state;
    motion x =
        motion_try("param l = 2\ncoord x = 1, y ~ -1\nkinetic T = (x'^2 + y'^2)/2\n"
                   "constraint rod: x^2 + y^2 = l^2\nconstraint again: 2*x^2 + 2*y^2 = 2*l^2\nsimulate until 0.1\n"
                   "report r = initial(y)\n");
    assert_false(x.result->start_failed);
    motion_end(&x);
    static const int all[] = {0};
    sim_options o = sim_options_default();
    o.sensitive = all;
    o.sensitive_count = 1;
    x = motion_try_with("param l = 2\ncoord x = 1, y ~ -1\nkinetic T = (x'^2 + y'^2)/2\n"
                        "constraint rod: x^2 + y^2 = l^2\nconstraint again: 2*x^2 + 2*y^2 = 2*l^2\nsimulate until 0.1\n"
                        "report r = initial(y)\n",
                        o);
    motion_finish(&x);
    if (x.result->slopes && !x.result->slopes->trouble) /* or refused, but never wrong: y = -sqrt(l^2 - 1) */
        assert_near(x.result->slopes->reports[0], -2 / sqrt(3), 1e-9);
    motion_end(&x);
}

/* What a search has found follows from conditions that the derivatives do not know: said, not wrong. */
static void what_is_found_from_accelerations(void **state) {
    (void)state;
    slopes_fail("param m = 2\ncoord x ~ 0.5\nkinetic T = m*x'^2/2\npotential V = 10*x^2/2 - m*x\ninitial x'' = 0\n" END
                "report p = initial(x)\n",
                1, "found from the accelerations at the start");
    slopes_fail(
        "param u = 2, k = 3\ncoord x = 1, y = 2\nkinetic T = (x'^2 + k*y'^2)/2\ninitial norm([x', y']) = u\n" END
        "report e = initial(x'^2 + y'^2)\n",
        2, "is not the only one that satisfies its conditions");
}

/* Velocities: given, of combinations, on rows that move; attitudes from parameters. */
static void velocities_of_the_start(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t params;
    } cases[] = {
        {"param u = 2, w = 3\ncoord x = 0, y ~ 1\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: y = 1 + w*t + x^2\n"
         "initial x' = u\nsimulate until 0.3\nreport r = initial(y'), s = final(y)\n",
         2},
        {"param a = 0.4, w = 2\ncoord p = a\ninitial p' = w\ngravity 9.81\nframe F = rotation(x, p)\n"
         "body b: mass 1, inertia [0.1, 0.2, 0.3], at F*[0, 1, 0], frame F\nsimulate until 0.3\n"
         "report r = final(b.y), s = initial(b.z')\n",
         2},
        {"param r = 2, w = 1\ncoord x = r*cos(w), y = r*sin(w)\ninitial x' = -y*w, y' = x*w\n"
         "kinetic T = (x'^2 + y'^2)/2\npotential V = -10/norm([x, y])\nsimulate until 0.3\n"
         "report a = initial(y'), b = final(x)\n",
         2},
        {"param g = 10, m = 2\ncoord y = 0\nkinetic T = m*y'^2/2\npotential V = m*g*y\ncontact floor: y >= 0\n"
         "simulate until 0.2\nreport f = initial(lambda(floor)), r = final(y)\n",
         2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        slopes_agree(cases[k].text, cases[k].params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_values_and_those_that_use_them),
        cmocka_unit_test(guesses_that_were_moved),
        cmocka_unit_test(velocities_of_least_energy),
        cmocka_unit_test(values_that_are_equations),
        cmocka_unit_test(what_has_no_derivative),
        cmocka_unit_test(starts_that_are_solved_for),
        cmocka_unit_test(dependent_conditions),
        cmocka_unit_test(what_is_found_from_accelerations),
        cmocka_unit_test(velocities_of_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
