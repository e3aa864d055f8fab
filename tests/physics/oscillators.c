/* Motions of one mass with closed solutions: oscillators, projectile, Kepler's ellipse, pendulums and relatives. */
#include "machine.h"

#include <math.h>

/* The arithmetic-geometric mean: a pendulum's period is 2 pi sqrt(l/g) / agm(1, cos(a/2)). */
static double agm(double a, double b) {
    for (int i = 0; i < 60; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}

static void harmonic(void **state) {
    (void)state;
    machine x =
        machine_run(10, 1e-13, "coord x = 0.7\ninitial x' = -0.4\nkinetic T = 3/2*x'^2\npotential V = 1/2*12*x^2\n");
    double w = 2, t = 10;
    assert_near(machine_q(&x, "x"), 0.7 * cos(w * t) - 0.2 * sin(w * t), 1e-11);
    assert_near(machine_v(&x, "x"), -1.4 * sin(w * t) - 0.4 * cos(w * t), 1e-11);
    assert_below(x.result->energy_drift, 1e-12);
    machine_free(&x);
}

/* Damping by a Rayleigh function, by a spring's damper and by a force is the same. */
static void damped(void **state) {
    (void)state;
    static const char *const damping[] = {"spring s: from [0, 0] to mass, stiffness 5, length 0, damping 0.6",
                                          "potential V = 5/2*x^2\ndissipation D = 1/2*0.6*x'^2",
                                          "potential V = 5/2*x^2\nforce F: [-0.6*x', 0] at mass",
                                          "potential V = 5/2*x^2\ngeneralized Q: x = -0.6*x'"};
    for (int i = 0; i < 4; i++) {
        machine x = machine_run(6, 1e-13, "coord x = 1\nparticle mass: mass 1.5 at [x, 0]\n%s\n", damping[i]);
        double c = 0.6 / 3, w = sqrt(5 / 1.5 - c * c), t = 6;
        assert_near(machine_q(&x, "x"), exp(-c * t) * (cos(w * t) + c / w * sin(w * t)), 1e-11);
        assert_below(x.result->energy_drift, 1e-8); /* no method controls the error of work */
        machine_free(&x);
    }
}

/* Half an oscillation at each end of a cable, and a flight between: the period is 2 pi/w + 4 l/(w a). */
static void cable(void **state) {
    (void)state;
    double w = 2, a = 0.5, l = 0.8, period = 2 * PI / w + 4 * l / (w * a);
    machine x = machine_run(period, 1e-13,
                            "coord x = 1.3\nparticle p: mass 1.5 at [x, 0.3]\n"
                            "cable c: from [0, 0.3] to p, stiffness 6, length 0.8\n"
                            "event slack when x < 0.8 { stop }\n");
    assert_close(x.result->t, PI / (2 * w), 1e-12);
    assert_near(machine_v(&x, "x"), -w * a, 1e-12);
    machine_free(&x);
    x = machine_run(period, 1e-13,
                    "coord x = 1.3\nparticle p: mass 1.5 at [x, 0.3]\n"
                    "cable c: from [0, 0.3] to p, stiffness 6, length 0.8\n"
                    "report least = minimum(x)\nreport fastest = maximum(abs(x'))\n");
    assert_near(machine_q(&x, "x"), l + a, 1e-11);
    assert_near(machine_v(&x, "x"), 0, 1e-10);
    assert_near(machine_report(&x, "least"), -l - a, 1e-11);
    assert_near(machine_report(&x, "fastest"), w * a, 1e-11);
    assert_below(x.result->energy_drift, 1e-11);
    machine_free(&x);
}

/* A mass runs into a buffer and leaves it when the force is zero, not when the length is the natural one again. With
   b = c/(2 m) the ratio of the speeds is exp(-b t), t the time of contact (Schwager and Poeschel 2007). A cable that
   stops the mass on its way out does the same. */
static void damped_on_one_side(void **state) {
    (void)state;
    double m = 1.5, c = 2.4, k = 12, v0 = 0.7;
    double b = c / (2 * m), w = sqrt(k / m - b * b), contact = (PI - atan2(2 * b * w, w * w - b * b)) / w;
    static const char *const ways[] = {
        "coord x = 1.4\ninitial x' = -0.7\nbuffer e: from [0, 0] to [x, 0], stiffness 12, length 1, damping 2.4",
        "coord x = 0.6\ninitial x' = 0.7\ncable e: from [0, 0] to [x, 0], stiffness 12, length 1, damping 2.4"};
    for (int i = 0; i < 2; i++) {
        double t = 0.4 / v0 + contact + 0.3, sign = i ? -1 : 1;
        machine x = machine_run(t, 1e-13, "%s\nparticle p: mass 1.5 at [x, 0]\nreport least = minimum(%s)\n", ways[i],
                                i ? "2 - x" : "x");
        double leaving = v0 * exp(-b * contact), deepest = v0 / w * exp(-b * contact) * sin(w * contact);
        double top = atan2(w, b) / w;
        assert_near(sign * machine_v(&x, "x"), leaving, 1e-11);
        assert_near(sign * (machine_q(&x, "x") - 1), 0.3 * leaving - deepest, 1e-11);
        assert_near(machine_report(&x, "least"), 1 - v0 / w * exp(-b * top) * sin(w * top), 1e-11);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
    }
}

static void driven(void **state) {
    (void)state;
    double w = 2, F = 0.8, t = 9;
    for (int resonant = 0; resonant < 2; resonant++) {
        double drive = resonant ? w : 1.3;
        machine x = machine_run(t, 1e-13,
                                "coord x = 0\nparticle p: mass 1 at [x, 0]\npotential V = 2*x^2\n"
                                "force drive: [%.17g*cos(%.17g*t), 0] at p\n",
                                F, drive);
        double want =
            resonant ? F / (2 * w) * t * sin(w * t) : F / (w * w - drive * drive) * (cos(drive * t) - cos(w * t));
        assert_near(machine_q(&x, "x"), want, 1e-11);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
    }
}

static void projectile(void **state) {
    (void)state;
    machine x = machine_run(10, 1e-12,
                            "coord x = 0, y = 0\ninitial x' = 3, y' = 4\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
                            "event landing when y < 0 { stop }\nreport top = maximum(y)\nreport range = final(x)\n");
    assert_close(x.result->t, 8 / 9.81, 1e-14);
    assert_close(machine_report(&x, "range"), 24 / 9.81, 1e-13);
    assert_close(machine_report(&x, "top"), 8 / 9.81, 1e-12);
    assert_int_equal(x.result->end, SIM_EVENT);
    machine_free(&x);
}

static void projectile_with_linear_drag(void **state) {
    (void)state;
    double c = 0.7, t = 2, e = exp(-c * t);
    machine x = machine_run(t, 1e-13,
                            "coord x = 0, y = 0\ninitial x' = 3, y' = 4\ngravity [0, -9.81]\n"
                            "particle p: mass 2 at [x, y]\nforce drag: -1.4*p' at p\n");
    assert_near(machine_q(&x, "x"), 3 / c * (1 - e), 1e-12);
    assert_near(machine_q(&x, "y"), (4 + 9.81 / c) / c * (1 - e) - 9.81 / c * t, 1e-11);
    machine_free(&x);
}

static void kepler(void **state) {
    (void)state;
    machine x = machine_run(2 * PI, 1e-13,
                            "coord x = 0.4, y = 0\ninitial x' = 0, y' = 2\n"
                            "particle planet: mass 1 at [x, y]\npotential V = -1/norm(planet)\n"
                            "let moment = cross(planet, planet')\n"
                            "let lrl = [y'*moment, -x'*moment] - planet/norm(planet)\n"
                            "output ex = lrl.x, ey = lrl.y\n"
                            "report lowest = minimum(lrl.x), highest = maximum(lrl.x)\n"
                            "report far = maximum(norm(planet))\n");
    assert_near(machine_q(&x, "x"), 0.4, 1e-10);
    assert_near(machine_q(&x, "y"), 0, 1e-10);
    assert_near(machine_output(&x, "ex"), 0.6, 1e-11);
    assert_near(machine_output(&x, "ey"), 0, 1e-11);
    assert_near(machine_report(&x, "lowest"), 0.6, 1e-11);
    assert_near(machine_report(&x, "highest"), 0.6, 1e-11);
    assert_near(machine_report(&x, "far"), 1.6, 1e-11);
    assert_below(x.result->energy_drift, 1e-12);
    machine_free(&x);
}

static void pendulum_period(void **state) {
    (void)state;
    static const double amplitudes[] = {0.01, 0.5, 1.5, 2.8, 3.1};
    for (int i = 0; i < 10; i++) { /* a quarter of the period, then three quarters */
        double a = amplitudes[i / 2], period = 2 * PI * sqrt(0.8 / 9.81) / agm(1, cos(a / 2));
        machine x = machine_run(2 * period, 1e-13,
                                "coord theta = %.17g\ngravity 9.81\n"
                                "particle bob: mass 2 at 0.8*[sin(theta), -cos(theta)]\n"
                                "event through when theta %c 0 { stop }\n",
                                a, i % 2 ? '>' : '<');
        assert_close(x.result->t, (i % 2 ? 0.75 : 0.25) * period, 1e-11);
        machine_free(&x);
    }
}

/* A bead on a horizontal hoop that turns about a point of itself is a pendulum with g/l = Om^2. */
static void bead_on_turning_hoop(void **state) {
    (void)state;
    double turn = 3, a = 1.2, period = 2 * PI / turn / agm(1, cos(a / 2));
    machine x = machine_run(10, 1e-13,
                            "param Om = %.17g, R = 0.4\ncoord theta = %.17g\n"
                            "particle bead: mass 0.3 at R*dir(Om*t) + R*dir(Om*t + theta)\n"
                            "event up when theta > 0 { stop }\n",
                            turn, a);
    assert_close(x.result->t, 0.75 * period, 1e-11);
    assert_below(x.result->energy_drift, 1e-10);
    machine_free(&x);
    x = machine_run(0.75 * period, 1e-13,
                    "param Om = %.17g, R = 0.4\ncoord x ~ 0.5, y ~ 0.4\nlet C = R*dir(Om*t)\n"
                    "particle bead: mass 0.3 at [x, y]\nconstraint hoop: norm(bead - C) = R\n"
                    "initial angle(C, bead - C) = %.17g\n"
                    "initial angle(C, bead - C)' = 0\n",
                    turn, a);
    double cx = 0.4 * cos(turn * x.result->t), cy = 0.4 * sin(turn * x.result->t);
    assert_near(machine_q(&x, "x"), 2 * cx, 1e-10);
    assert_near(machine_q(&x, "y"), 2 * cy, 1e-10);
    assert_below(x.result->energy_drift, 1e-10);
    machine_free(&x);
}

/* A vertical hoop that turns about its diameter, as a Lagrangian: the bead stays where cos = g/(R Om^2). */
static void governor_equilibrium(void **state) {
    (void)state;
    double rest = acos(9.81 / (0.4 * 49)), w = 7 * sin(rest);
    const char *text = "coord theta = %.17g\n"
                       "lagrangian L = 1/2*0.16*(theta'^2 + 49*sin(theta)^2) + 9.81*0.4*cos(theta)\n"
                       "event up when theta > %.17g after down { stop }\nevent down when theta < %.17g { stop }\n"
                       "output jacobi = 1/2*0.16*(theta'^2 - 49*sin(theta)^2) - 9.81*0.4*cos(theta)\n";
    machine x = machine_run(1, 1e-13, text, rest, rest + 1, rest - 1);
    assert_near(machine_q(&x, "theta"), rest, 1e-12);
    machine_free(&x);
    x = machine_run(1, 1e-13, text, rest + 1e-4, rest + 1, rest);
    assert_close(x.result->t, PI / 2 / w, 1e-4);
    machine_free(&x);
    x = machine_run(3, 1e-13, text, 0.3, 4.0, -4.0);
    assert_near(machine_output(&x, "jacobi"), point_output(&x, &x.result->initial, "jacobi"), 1e-11);
    machine_free(&x);
}

/* On a cycloid the time to the bottom does not depend on where the bead starts. */
static void tautochrone(void **state) {
    (void)state;
    static const double starts[] = {0.01, 0.5, 1.5, 2.5, 3.0};
    for (int i = 0; i < 5; i++) {
        machine x = machine_run(5, 1e-13,
                                "param R = 0.3\ncoord u = %.17g\ngravity 9.81\n"
                                "particle bead: mass 1 at R*[u + sin(u), -cos(u)]\n"
                                "event bottom when u < 0 { stop }\n",
                                starts[i]);
        assert_close(x.result->t, PI * sqrt(0.3 / 9.81), 1e-11);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmonic),
        cmocka_unit_test(damped),
        cmocka_unit_test(cable),
        cmocka_unit_test(damped_on_one_side),
        cmocka_unit_test(driven),
        cmocka_unit_test(projectile),
        cmocka_unit_test(projectile_with_linear_drag),
        cmocka_unit_test(kepler),
        cmocka_unit_test(pendulum_period),
        cmocka_unit_test(bead_on_turning_hoop),
        cmocka_unit_test(governor_equilibrium),
        cmocka_unit_test(tautochrone),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
