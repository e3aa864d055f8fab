/* Drag of the air: against closed forms, an independent integration, and itself in other units and other coordinates.
 */
#include "machine.h"

#include <math.h>
#include <string.h>

/* --- Falls and throws with closed forms --- */

/* From rest: v = vt tanh(g t/vt). Thrown up with vt tan(b): at the top after b vt/g, back at vt sin(b). */
static void vertical_motion_is_known(void **state) {
    (void)state;
    const double m = 0.7, area = 0.03, Cd = 0.6, rho = 1.3, g = 9.81, vt = sqrt(2 * m * g / (rho * area * Cd));
    machine x = machine_run(4, 1e-12,
                            "coord y = 0\ngravity %.17g\nparticle p: mass %.17g at [0, y]\n"
                            "drag air: on p, area %.17g, coefficient %.17g, air %.17g\n",
                            g, m, area, Cd, rho);
    assert_close(machine_v(&x, "y"), -vt * tanh(g * 4 / vt), 1e-11);
    assert_close(machine_q(&x, "y"), -vt * vt / g * log(cosh(g * 4 / vt)), 1e-11);
    machine_free(&x);
    const double b = 1.1;
    x = machine_run(20, 1e-12,
                    "coord x = 0, y = 0\ninitial y' = %.17g, x' = 0\ngravity %.17g\nparticle p: mass %.17g at [x, y]\n"
                    "drag air: on p, area %.17g, coefficient %.17g, air %.17g\n"
                    "event top when y' < 0 {}\nevent down when y < 0 { stop }\n",
                    vt * tan(b), g, m, area, Cd, rho);
    assert_close(machine_event(&x, "top", 0)->t, b * vt / g, 1e-10);
    assert_close(machine_v(&x, "y"), -vt * sin(b), 1e-10);
    machine_free(&x);
}

/* A sphere that creeps: its speed decays as exp(-3 pi mu D t/m); with the wind as it is, it comes to rest in the wind.
 */
static void creeping_is_linear(void **state) {
    (void)state;
    const double rate = 3 * PI * 4 * 0.01 / 0.02;
    machine x = machine_run(0.3, 1e-12,
                            "coord x = 0, y = 0\ninitial x' = 1e-7, y' = 0\nparticle p: mass 0.02 at [x, y]\n"
                            "drag air: on p, diameter 0.01, coefficient sphere, air 1.2, viscosity 4\n"
                            "coord u = 0, v = 0\nparticle q: mass 0.02 at [u, v]\nlet stokes(Re) = 24/Re\n"
                            "drag f: on q, diameter 0.01, coefficient stokes, air 1.2, viscosity 4, wind [2, -1]\n");
    assert_close(machine_v(&x, "x"), 1e-7 * exp(-rate * 0.3), 1e-9);
    assert_close(machine_v(&x, "u"), 2 * (1 - exp(-rate * 0.3)), 1e-10);
    assert_close(machine_v(&x, "v"), -(1 - exp(-rate * 0.3)), 1e-10);
    machine_free(&x);
}

/* --- Against Runge and Kutta's method of order 4 on formulas written here --- */

static double first_terms(double Re) {
    return 24 / Re + 2.6 * (Re / 5) / (1 + pow(Re / 5, 1.52)) +
           0.411 * pow(Re / 2.63e5, -7.94) / (1 + pow(Re / 2.63e5, -8.0));
}

/* As in F. A. Morrison's note of 2016. */
static double sphere(double Re) {
    return first_terms(Re) + 0.25 * (Re / 1e6) / (1 + Re / 1e6);
}

/* A published value is for her book of 2013, whose last term is another one. */
static void the_formula_is_the_published_one(void **state) {
    (void)state;
    assert_close(first_terms(200) + pow(200, 0.8) / 461000, 0.767731559965325, 1e-14);
    assert_close(sphere(1e9), 0.25, 0.02);
}

enum { SPACE = 3 };

static void wind_at(double t, double z, double *w) {
    w[0] = 3 * (1 - exp(-t));
    w[1] = -2 * pow(fmax(z, 0.1) / 10, 0.2);
    w[2] = 0.5 * sin(2 * t);
}

static void accelerate(double t, const double *y, double *a) {
    const double m = 0.145, D = 0.073, rho = 1.2, mu = 1.8e-5;
    double w[SPACE], u[SPACE], square = 0;
    wind_at(t, y[2], w);
    for (int k = 0; k < SPACE; k++) {
        u[k] = y[SPACE + k] - w[k];
        square += u[k] * u[k];
    }
    double speed = sqrt(square), Re = rho * speed * D / mu;
    for (int k = 0; k < SPACE; k++) {
        a[k] = y[SPACE + k];
        a[SPACE + k] = -0.5 * rho * PI / 4 * D * D * sphere(Re) * speed * u[k] / m - (k == 2 ? 9.81 : 0);
    }
}

static void classical_steps(double *y, double end, int steps) {
    const double h = end / steps;
    for (int i = 0; i < steps; i++) {
        static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
        double k[2 * SPACE] = {0}, sum[2 * SPACE] = {0}, z[2 * SPACE];
        for (int stage = 0; stage < 4; stage++) {
            for (int j = 0; j < 2 * SPACE; j++)
                z[j] = y[j] + part[stage] * h * k[j];
            accelerate((i + part[stage]) * h, z, k);
            for (int j = 0; j < 2 * SPACE; j++)
                sum[j] += weight[stage] * k[j] / 6;
        }
        for (int j = 0; j < 2 * SPACE; j++)
            y[j] += h * sum[j];
    }
}

static void a_ball_in_a_changing_wind(void **state) {
    (void)state;
    double y[] = {0, 0, 1, 40, 5, 25};
    classical_steps(y, 3, 4000);
    machine x = machine_run(3, 1e-12,
                            "coord x = 0, y = 0, z = 1\ninitial x' = 40, y' = 5, z' = 25\ngravity 9.81\n"
                            "particle p: mass 0.145 at [x, y, z]\n"
                            "let w = [3*(1 - exp(-t)), -2*(max(z, 0.1)/10)^0.2, 0.5*sin(2*t)]\n"
                            "drag air: on p, diameter 0.073, coefficient sphere, air 1.2, viscosity 1.8e-5, wind w\n"
                            "output F = norm(force(air)), along = force(air.x)*(x' - 3*(1 - exp(-t))), other = "
                            "lambda(air).z + force(air).z\n");
    const char *names[] = {"x", "y", "z"};
    for (int k = 0; k < SPACE; k++) {
        assert_close(machine_q(&x, names[k]), y[k], 1e-9);
        assert_close(machine_v(&x, names[k]), y[SPACE + k], 1e-9);
    }
    assert_true(machine_output(&x, "along") < 0);
    assert_true(machine_output(&x, "other") == 0);
    machine_free(&x);
}

/* --- The same in other words --- */

/* As a force, as a function of the Reynolds number, by its area, in feet and pounds. */
static void ways_to_write_it_agree(void **state) {
    (void)state;
    static const char *const ways[] = {
        "drag air: on p, diameter 30 cm, coefficient 0.5",
        "drag air: on p, area pi/4*(0.3 m)^2, coefficient cd, air 1.225 kg/m^3",
        "drag air: on p, diameter (30/30.48)*(1 ft), coefficient 0.5, air (1.225*0.3048^3/0.45359237)*(1 lb/ft^3)",
        "force air: -(1.225 kg/m^3)*(pi/16)*(0.3 m)^2*norm(p')*p' at p",
        "drag air: on p, diameter 0.3 m, coefficient cd, wind [0, 0], viscosity 1 Pa s",
        "drag air: at p, on p, diameter 0.3 m, coefficient 0.5"};
    double first = 0;
    for (size_t k = 0; k + 1 < sizeof ways / sizeof *ways; k++) {
        machine x = machine_run(3, 1e-12,
                                "coord x = 0 m, y = 0 m\ninitial x' = 20 m/s, y' = 30 m/s\ngravity 9.81 m/s^2\n"
                                "particle p: mass 2 kg at [x, y]\nlet cd(Re) = 0.5 + 0*Re\n%s\n",
                                ways[k]);
        if (k == 0)
            first = machine_q(&x, "x");
        assert_close(machine_q(&x, "x"), first, 1e-10);
        machine_free(&x);
    }
}

/* At a point of a rod that turns: the moment of two plates, and the same by hand. */
static void plates_on_a_rod(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "coord a = 0\ninitial a' = 5\nlet tip = 2*dir(a)\nrod r: mass 3, from -tip to tip\n"
                            "drag up: on r, at tip, area 0.1, coefficient 1.2, air 1.2, wind [0.3, 0]\n"
                            "drag down: on r at -tip, area 0.1, coefficient 1.2, air 1.2, wind [0.3, 0]\n"
                            "coord b = 0\ninitial b' = 5\nkinetic T = 1/2*(1/12*3*16)*b'^2\nlet end = 2*dir(b)\n"
                            "let F1 = -0.072*norm(end' - [0.3, 0])*(end' - [0.3, 0])\n"
                            "let F2 = -0.072*norm(-end' - [0.3, 0])*(-end' - [0.3, 0])\n"
                            "generalized M: b = cross(end, F1 - F2)\n");
    assert_close(machine_v(&x, "a"), machine_v(&x, "b"), 1e-9);
    assert_true(machine_v(&x, "a") < 4);
    machine_free(&x);
}

/* Let go by an event, dropped by another: from then on a parabola. */
static void it_follows_a_body_that_is_freed(void **state) {
    (void)state;
    machine x =
        machine_run(3, 1e-12,
                    "coord a = 0\ninitial a' = 6\ngravity 9.81\nlet tip = 2*dir(a)\nrod r: mass 3, from [0, 0] to tip\n"
                    "particle p: mass 0.1 at tip\ndrag air: on p, area 0.1, coefficient 0.5, air 1.2\n"
                    "event go when a > 0.6 { free p }\nevent thin when t > 1 { drop air }\n"
                    "report vx = at(thin, p.x'), vy = at(thin, p.y')\n");
    const sim_event *thin = machine_event(&x, "thin", 0);
    assert_near(thin->t, 1, 1e-12);
    assert_near(machine_v(&x, "p.x"), machine_report(&x, "vx"), 1e-11);
    assert_near(machine_v(&x, "p.y"), machine_report(&x, "vy") - 9.81 * 2, 1e-10);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertical_motion_is_known),         cmocka_unit_test(creeping_is_linear),
        cmocka_unit_test(the_formula_is_the_published_one), cmocka_unit_test(a_ball_in_a_changing_wind),
        cmocka_unit_test(ways_to_write_it_agree),           cmocka_unit_test(plates_on_a_rod),
        cmocka_unit_test(it_follows_a_body_that_is_freed),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
