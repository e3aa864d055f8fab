/* Machines with constraints that have closed solutions: Atwood's, wheels, the sleigh, the hanging chain. */
#include "machine.h"

#include <math.h>

static void atwood(void **state) {
    (void)state;
    double m1 = 3, m2 = 2, R = 0.2, I = 0.05, g = 9.81, a = (m1 - m2) * g / (m1 + m2 + I / (R * R));
    machine x = machine_run(1.5, 1e-12,
                            "coord x1 = 2, x2 = 2, phi = 0\ngravity 9.81\n"
                            "particle left: mass 3 at [-0.2, -x1]\nparticle right: mass 2 at [0.2, -x2]\n"
                            "kinetic pulley = 1/2*0.05*phi'^2\n"
                            "constraint s1: x1 - 0.2*phi = 2\nconstraint s2: x2 + 0.2*phi = 2\n"
                            "output f1 = force(s1), f2 = force(s2), a1 = x1''\n");
    assert_near(machine_q(&x, "x1"), 2 + a * 1.5 * 1.5 / 2, 1e-12);
    assert_near(machine_v(&x, "phi"), a * 1.5 / R, 1e-12);
    assert_near(machine_lambda(&x, "s1"), m1 * (g - a), 1e-12);
    assert_near(machine_lambda(&x, "s2"), m2 * (g + a), 1e-12);
    assert_near(machine_output(&x, "f1"), -m1 * (g - a), 1e-12);
    assert_near(machine_output(&x, "a1"), a, 1e-12);
    assert_below(x.result->position_residual, 1e-14);
    machine_free(&x);
}

/* Rolling stated with velocities, integrated, and by eliminating the angle. */
static void rolling_wheel(void **state) {
    (void)state;
    double g = 9.81, alpha = 0.4, t = 2, want = g * sin(alpha) * t * t / 3;
    static const char *const rolling[] = {"constraint roll: x' = 0.3*phi'", "constraint roll: x = 0.3*phi"};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(t, 1e-12,
                                "param a = %.17g\ncoord x = 0, phi = 0\ngravity 9.81\n"
                                "body wheel: mass 2, inertia 2*0.3^2/2, at x*[cos(a), -sin(a)], angle -phi\n%s\n"
                                "let touch = wheel - 0.3*[sin(a), cos(a)]\n"
                                "output slip = norm(velocity(touch on wheel))\n",
                                alpha, rolling[i]);
        assert_near(machine_q(&x, "x"), want, 1e-12);
        assert_near(machine_q(&x, "phi"), want / 0.3, 1e-11);
        assert_near(machine_lambda(&x, "roll"), 2 * g * sin(alpha) / 3, 1e-12);
        assert_near(machine_output(&x, "slip"), 0, 1e-13);
        machine_free(&x);
    }
    machine x = machine_run(t, 1e-12,
                            "param a = %.17g\ncoord x = 0\ngravity 9.81\n"
                            "body wheel: mass 2, inertia 2*0.3^2/2, at x*[cos(a), -sin(a)], angle -x/0.3\n",
                            alpha);
    assert_near(machine_q(&x, "x"), want, 1e-12);
    machine_free(&x);
}

/* Chaplygin's sleigh: u = U tanh(k (t + t0)) along the edge, and the kinetic energy stays. */
static void sleigh(void **state) {
    (void)state;
    double m = 1.3, I = 0.4, a = 0.35, u0 = -0.8, w0 = 1.5, J = I + m * a * a, t = 4;
    double U = sqrt(u0 * u0 + J / m * w0 * w0), k = a * m / J * U, phase = atanh(u0 / U) + k * t;
    machine x = machine_run(t, 1e-13,
                            "coord x = 0, y = 0, theta = 0.3\ninitial theta' = 1.5, x' = -0.8*cos(0.3)\n"
                            "let E = [x, y]\nbody sleigh: mass 1.3, inertia 0.4, at E + 0.35*dir(theta), angle theta\n"
                            "constraint edge: dot(E', [-sin(theta), cos(theta)]) = 0\n"
                            "output u = dot(E', dir(theta)), side = dot(E', rotate(dir(theta), pi/2))\n"
                            "report least = minimum(kinetic), most = maximum(kinetic)\n");
    assert_near(machine_output(&x, "u"), U * tanh(phase), 1e-11);
    assert_near(machine_v(&x, "theta"), U * sqrt(m / J) / cosh(phase), 1e-11);
    assert_near(machine_output(&x, "side"), 0, 1e-14);
    assert_near(machine_report(&x, "least"), 0.5 * m * U * U, 1e-12);
    assert_near(machine_report(&x, "most"), 0.5 * m * U * U, 1e-12);
    /* The edge's side force is m (a w' + u w). */
    double dw = -m * a / J * machine_output(&x, "u") * machine_v(&x, "theta");
    double side = m * (a * dw + machine_output(&x, "u") * machine_v(&x, "theta"));
    assert_near(-machine_lambda(&x, "edge"), side, 1e-11);
    machine_free(&x);
}

/* At rest a hanging chain has the same horizontal tension everywhere, and each weight turns the line by W/H. */
static void hanging_chain(void **state) {
    (void)state;
    enum { N = 8 };
    machine x = machine_run(60, 1e-12,
                            "param N = %d, a = 0.25, W = 1, g = 9.81\nlet p[0] = [0, 0], p[N] = [1.2, 0.3]\ngravity g\n"
                            "for i in 1..N-1 {\n  coord x[i] ~ 1.2*i/N, y[i] ~ 0.3*i/N - 3*i*(N - i)/N^2\n"
                            "  let p[i] = [x[i], y[i]]\n  particle joint[i]: mass W/g at p[i]\n}\n"
                            "for i in 1..N { constraint link[i]: norm(p[i] - p[i-1]) = a }\n"
                            "dissipation D = 1/2*0.8*sum(i in 1..N-1: x[i]'^2 + y[i]'^2)\n"
                            "for i in 1..N { output H[i] = lambda(link[i])*(p[i].x - p[i-1].x)/a }\n"
                            "for i in 1..N { output slope[i] = (p[i].y - p[i-1].y)/(p[i].x - p[i-1].x) }\n",
                            N);
    const double *out = x.result->final.outputs, H = out[0];
    assert_true(H > 0.1);
    for (int i = 1; i < N; i++) {
        assert_near(out[i], H, 1e-9);
        assert_near(H * (out[N + i] - out[N + i - 1]), 1, 1e-8);
    }
    assert_below(x.result->position_residual, 1e-13);
    assert_below(x.result->final.kinetic, 1e-16);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atwood),
        cmocka_unit_test(rolling_wheel),
        cmocka_unit_test(sleigh),
        cmocka_unit_test(hanging_chain),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
