/* Steady motions along symmetries, against closed forms and published eigenvalues. */
#include <math.h>
#include <stdio.h>

#include "num/eigen.h"
#include "out/public.h"
#include "out/reading.h"

static double number(const char *text, int i, const char *what) {
    char path[80];
    snprintf(path, sizeof path, "equilibria/%d/%s", i, what);
    return reading_number(text, path);
}

static const char *string(const char *text, int i, const char *what) {
    char path[80];
    snprintf(path, sizeof path, "equilibria/%d/%s", i, what);
    return reading_at(text, path);
}

/* The number of the steady motion after so many others; -1: there are not so many. */
static int find_steady(const char *text, int after) {
    const int count = (int)reading_count(text, "equilibria");
    for (int i = 0; i < count; i++)
        if (reading_begins(string(text, i, "kind"), "\"steady motion\"") && after-- == 0)
            return i;
    return -1;
}

static written analysis_of(const char *text) {
    if (!num_eigen_available())
        skip();
    return written_analysis(text, "json");
}

#define TOP_BODY                                                                                                       \
    "frame B = quaternion(q)\nbody top: mass 0.5, inertia [4e-4, 4e-4, 2.5e-4], at 0.06*B.z, frame B\ngravity 9.81\n"

/* V(theta) = (p - P cos theta)^2/(2 A sin^2 theta) + m g h cos theta, with A about the tip. */
static double amended(double theta, double p, double P) {
    const double A = 4e-4 + 0.5 * 0.06 * 0.06, d = p - P * cos(theta);
    return d * d / (2 * A * sin(theta) * sin(theta)) + 0.5 * 9.81 * 0.06 * cos(theta);
}

static double second_difference(double theta, double p, double P) {
    const double h = 1e-4;
    return (amended(theta + h, p, P) - 2 * amended(theta, p, P) + amended(theta - h, p, P)) / (h * h);
}

/* A top on a quaternion, let go with its axis at rest: it could precess steadily with its two momenta. */
static void heavy_top(void **state) {
    (void)state;
    written w = analysis_of("orientation q = [cos(0.25), sin(0.25), 0, 0]\n" TOP_BODY "initial omega(B) = 300*B.z\n");
    const char *text = WRITTEN_TEXT(w);
    const int k = find_steady(text, 0);
    assert_true(k >= 0 && find_steady(text, 1) < 0);
    const double x = number(text, k, "q/q.x"), y = number(text, k, "q/q.y"), P = 2.5e-4 * 300, p = P * cos(0.5);
    const double theta = acos(1 - 2 * (x * x + y * y)), A = 4e-4 + 0.5 * 0.06 * 0.06, h = 1e-5;
    assert_true(fabs(amended(theta + h, p, P) - amended(theta - h, p, P)) / (2 * h) < 1e-6);
    assert_near(number(text, k, "modes/0/im"), sqrt(second_difference(theta, p, P) / A), 1e-4);
    assert_true(reading_begins(string(text, k, "stability"), "\"stable\""));
    written_end(&w);
}

/* A free body turns steadily about each of its axes with the angular momentum of the start; the middle one is unstable.
 */
static void free_body(void **state) {
    (void)state;
    written w =
        analysis_of("orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
                    "body b: mass 1, inertia [1, 2, 4], at [0, 0, 0], frame B\ninitial omega(B) = 0.3*B.x + 1.5*B.y\n");
    const char *text = WRITTEN_TEXT(w);
    const double I[] = {1, 2, 4}, L2 = 0.3 * 0.3 + 9.0;
    bool met[3] = {false, false, false};
    for (int i = 0; i < 3; i++) {
        const int k = find_steady(text, i);
        assert_true(k >= 0);
        double rate = 0, L = sqrt(L2);
        for (const char *const *name = (const char *const[]){"v/q.w", "v/q.x", "v/q.y", "v/q.z", NULL}; *name; name++)
            rate += 4 * number(text, k, *name) * number(text, k, *name);
        for (int axis = 0; axis < 3; axis++) {
            if (fabs(sqrt(rate) - L / I[axis]) > 1e-6)
                continue;
            const double J = I[(axis + 1) % 3], K = I[(axis + 2) % 3];
            const double square = rate * (I[axis] - J) * (I[axis] - K) / (J * K);
            met[axis] = true;
            assert_near(number(text, k, square > 0 ? "modes/0/im" : "modes/1/re"), sqrt(fabs(square)), 1e-6);
            assert_true(reading_begins(string(text, k, "stability"), square > 0 ? "\"stable\"" : "\"unstable\""));
        }
    }
    assert_true(met[0] && met[1] && met[2]);
    written_end(&w);
}

/* The sleigh of Chaplygin with its mass ahead of the runner: forward it is stable, backward not. */
static void sleigh(void **state) {
    (void)state;
    written w = analysis_of("param m = 2, I = 0.3, a = 0.2\ncoord x = 0, y = 0, th = 0.3\ninitial x' ~ 1, th' = 0.5\n"
                            "kinetic T = m/2*((x' - a*th'*sin(th))^2 + (y' + a*th'*cos(th))^2) + I/2*th'^2\n"
                            "constraint edge: y'*cos(th) = x'*sin(th)\n");
    const char *text = WRITTEN_TEXT(w);
    for (int i = 0; i < 2; i++) {
        const int k = find_steady(text, i);
        assert_true(k >= 0);
        const double th = number(text, k, "q/th"),
                     u = number(text, k, "v/x") * cos(th) + number(text, k, "v/y") * sin(th);
        assert_near(number(text, k, "modes/0/re"), -2 * 0.2 * u / (0.3 + 2 * 0.04), 1e-6);
        assert_true(reading_begins(string(text, k, "stability"), u > 0 ? "\"asymptotically stable\"" : "\"unstable\""));
    }
    assert_true(find_steady(text, 2) < 0);
    written_end(&w);
}

/* A thin disk rolls upright: its lean swings with (12 w^2 - 4 g/R)/5, and falls below w^2 = g/(3 R). */
static void rolling_disk(void **state) {
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        const double rate = fast ? 9 : 3;
        char disk[900];
        snprintf(disk, sizeof disk,
                 "param m = 0.2, R = 0.15\ncoord X = 0, Y = 0, phi = 0, theta = pi/2, psi = 0\ninitial psi' = %g\n"
                 "gravity 9.81\nframe N = rotation(z, phi)*rotation(x, theta)\nlet out = unit([0, 0, 1] - N.z.z*N.z)\n"
                 "let O = [X, Y, R*sin(theta)]\n"
                 "body d: mass m, inertia [m*R^2/4, m*R^2/4, m*R^2/2], at O, frame N*rotation(z, psi)\n"
                 "let slip = velocity(O - R*out on d)\nconstraint rx: slip.x = 0\nconstraint ry: slip.y = 0\n",
                 rate);
        written w = analysis_of(disk);
        const char *text = WRITTEN_TEXT(w);
        const int k = find_steady(text, 0);
        assert_true(k >= 0);
        const double square = (12 * rate * rate - 4 * 9.81 / 0.15) / 5;
        double found = 0;
        for (int i = 0; i < (int)reading_count(string(text, k, "modes"), ""); i++) {
            char path[40];
            snprintf(path, sizeof path, "modes/%d/%s", i, square > 0 ? "im" : "re");
            found = fmax(found, number(text, k, path));
        }
        assert_near(found, sqrt(fabs(square)), 1e-6);
        written_end(&w);
    }
}

/* What only slides evenly, and what begins at rest, is left to the search for equilibria. */
static void nothing_else(void **state) {
    (void)state;
    written w = analysis_of("coord x = 0, y = 1\ninitial x' = 1\nkinetic T = (x'^2 + y'^2)/2\npotential V = y^2\n");
    assert_true(find_steady(WRITTEN_TEXT(w), 0) >= 0 && find_steady(WRITTEN_TEXT(w), 1) < 0);
    written_end(&w);
    w = analysis_of("orientation q = [cos(0.25), sin(0.25), 0, 0]\n" TOP_BODY);
    assert_true(find_steady(WRITTEN_TEXT(w), 0) < 0);
    written_end(&w);
    /* along an orbit that is no circle there is one with its angular momentum: r = p^2/k */
    w = analysis_of(
        "coord x = 1, y = 0\ninitial y' = 1.2\nkinetic T = (x'^2 + y'^2)/2\npotential V = -1/sqrt(x^2 + y^2)\n");
    const int k = find_steady(WRITTEN_TEXT(w), 0);
    assert_true(k >= 0);
    assert_near(hypot(number(WRITTEN_TEXT(w), k, "q/x"), number(WRITTEN_TEXT(w), k, "q/y")), 1.44, 1e-7);
    assert_near(number(WRITTEN_TEXT(w), k, "modes/0/im"), pow(1.2, -3), 1e-6);
    written_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_top),    cmocka_unit_test(free_body),    cmocka_unit_test(sleigh),
        cmocka_unit_test(rolling_disk), cmocka_unit_test(nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
