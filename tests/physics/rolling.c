/* Conditions on velocities: rolling, skating, and others that no position can express. */
#include "machine.h"

#include <math.h>

/* An upright coin runs round a circle; friction is the centripetal force. */
static void coin(void **state) {
    (void)state;
    const double R = 0.3, w = 0.7, r = 5, t = 6, radius = R * r / w;
    machine x = machine_run(t, 1e-12,
                            "coord x = 0, y = 0, a = 0, b = 0\ninitial a' = 0.7, b' = 5\n"
                            "kinetic T = 1/2*2*(x'^2 + y'^2) + 1/2*0.09*b'^2 + 1/2*0.045*a'^2\n"
                            "constraint rx: x' = 0.3*b'*cos(a)\nconstraint ry: y' = 0.3*b'*sin(a)\n");
    assert_near(point_v(&x, &x.result->initial, "x"), R * r, 1e-14); /* found from the rolling */
    assert_near(machine_q(&x, "x"), radius * sin(w * t), 1e-10);
    assert_near(machine_q(&x, "y"), radius * (1 - cos(w * t)), 1e-10);
    assert_near(machine_v(&x, "b"), r, 1e-10);
    assert_near(-machine_lambda(&x, "rx"), -2 * R * r * w * sin(w * t), 1e-9);
    assert_near(-machine_lambda(&x, "ry"), 2 * R * r * w * cos(w * t), 1e-9);
    assert_below(x.result->velocity_residual, 1e-13);
    machine_free(&x);
}

/* A skate on a slope moves sideways on a cycloid. */
static void skate(void **state) {
    (void)state;
    const double w = 1.7, f = 9.81 * sin(0.35), r = f / (4 * w * w);
    machine x = machine_run(8, 1e-12,
                            "param al = 0.35\ncoord x = 0, y = 0, h = 0\ninitial h' = 1.7, x' = 0\n"
                            "kinetic T = 1/2*3*(x'^2 + y'^2) + 1/2*0.2*h'^2\npotential V = -3*9.81*sin(al)*x\n"
                            "constraint edge: x'*sin(h) = y'*cos(h)\nreport low = maximum(x)\n");
    assert_near(machine_q(&x, "x"), r * (1 - cos(2 * w * 8)), 1e-9);
    assert_near(machine_q(&x, "y"), r * (2 * w * 8 - sin(2 * w * 8)), 1e-9);
    assert_near(machine_report(&x, "low"), 2 * r, 1e-9);
    /* The edge turns the momentum and holds the weight's part across: the row is along [sin h, -cos h]. */
    assert_near(-machine_lambda(&x, "edge"), -2 * 3 * f * sin(w * 8), 1e-8);
    machine_free(&x);
}

/* Chaplygin's sleigh, thrown backward, ends up running straight ahead with all the energy. */
static void sleigh_asymptotics(void **state) {
    (void)state;
    const double m = 2, I = 0.5, a = 0.3, J = I + m * a * a, u0 = -1, w0 = 0.8, U = sqrt(u0 * u0 + J * w0 * w0 / m);
    machine x =
        machine_run(60, 1e-12,
                    "coord x = 0, y = 0, h = 0\ninitial x' = -1, h' = 0.8\nbody s: mass 2, inertia 0.5, at [x, y] + "
                    "0.3*dir(h), angle h\nconstraint edge: dot([x', y'], [-sin(h), cos(h)]) = 0\n"
                    "output u = dot([x', y'], dir(h))\n");
    assert_near(machine_output(&x, "u"), U, 1e-9);
    assert_near(machine_v(&x, "h"), 0, 1e-9);
    double s0 = atanh(u0 / U);
    assert_near(machine_q(&x, "h"), sqrt(J / m) / a * (PI / 2 - atan(sinh(s0))), 1e-8);
    assert_near(x.result->final.energy, m * U * U / 2, 1e-9);
    machine_free(&x);
}

static const char *const disk =
    "param m = 2, R = 0.3\ncoord X = 0, Y = 0, phi = 0.2, theta = %.17g, psi = 0\n"
    "initial phi' = %.17g, theta' = %.17g, psi' = %.17g\ngravity 9.81\n"
    "frame A = rotation(z, phi)*rotation(x, theta)\nframe B = A*rotation(z, psi)\n"
    "body disk: mass m, inertia [m*R^2/4, m*R^2/4, m*R^2/2], at [X, Y, R*sin(theta)], frame B\n"
    "let P = disk - R*A.y\nlet slip = velocity(P on disk)\nconstraint rx: slip.x = 0\nconstraint ry: slip.y = 0\n"
    "report low = minimum(theta), high = maximum(theta)\n";

/* A leaning disk keeps its energy though friction acts: its point of contact is at rest. */
static void disk_keeps_its_energy(void **state) {
    (void)state;
    machine x = machine_run(5, 1e-12, disk, 1.2, 0.5, 0.1, -9.);
    assert_true(x.result->rows.len > 20);
    for (size_t i = 0; i < x.result->rows.len; i++)
        assert_near(x.result->rows.at[i].energy, x.result->initial.energy, 1e-9);
    assert_true(machine_report(&x, "high") - machine_report(&x, "low") > 0.02);
    assert_below(x.result->velocity_residual, 1e-12);
    machine_free(&x);
}

/* It rolls in a circle for ever if A r^2 s c - (C + m R^2) w r s = m g R c, where s and c belong to the axle's angle.
 */
static void disk_in_a_circle(void **state) {
    (void)state;
    const double m = 2, R = 0.3, theta = 1.1, s = sin(theta), c = cos(theta);
    static const double rates[] = {1.2, 3, -2};
    for (int i = 0; i < 3; i++) {
        double r = rates[i], w = c * (m * R * R / 4 * r * r * s - m * 9.81 * R) / (1.5 * m * R * R * r * s);
        machine x = machine_run(3, 1e-12, disk, theta, r, 0., w - r * c);
        assert_near(machine_report(&x, "low"), theta, 1e-9);
        assert_near(machine_report(&x, "high"), theta, 1e-9);
        assert_near(machine_q(&x, "phi"), 0.2 + 3 * r, 1e-9);
        /* the centre moves at R |w|, turned by r: its path closes in a circle of radius R |w/r| */
        double chord = 2 * R * fabs(w / r * sin(1.5 * r));
        assert_near(hypot(machine_q(&x, "X"), machine_q(&x, "Y")), chord, 1e-8);
        assert_near(hypot(machine_lambda(&x, "rx"), machine_lambda(&x, "ry")), m * R * fabs(w * r), 1e-7);
        machine_free(&x);
    }
}

/* Appell's and Hamel's kind of condition, not linear in velocities: with Chetaev's rule a particle of constant speed
   under gravity has its force along the velocity, and y' = -v tanh(g t/v). */
static void constant_speed(void **state) {
    (void)state;
    const double v = 1, g = 9.81;
    machine x = machine_run(0.6, 1e-12,
                            "coord x = 0, y = 0\ninitial x' = 1, y' ~ 0\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
                            "constraint speed: x'^2 + y'^2 = 1\n");
    double t = 0.6;
    assert_near(machine_v(&x, "y"), -v * tanh(g * t / v), 1e-9);
    assert_near(machine_v(&x, "x"), v / cosh(g * t / v), 1e-9);
    assert_near(machine_q(&x, "y"), -v * v / g * log(cosh(g * t / v)), 1e-9);
    assert_near(machine_q(&x, "x"), v * v / g * 2 * atan(tanh(g * t / (2 * v))), 1e-9);
    /* Its force, 2 v (-lambda) along the velocity, takes away what gravity adds. */
    assert_near(-machine_lambda(&x, "speed") * 2 * v, -2 * g * tanh(g * t / v), 1e-8);
    machine_free(&x);
}

/* A condition on velocities that contains the time: a wheel on a turning table must go along with it. */
static void moving_table(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-12,
                            "coord x = 1, y = 0, a = 0\ninitial a' = 4\nkinetic T = 1/2*(x'^2 + y'^2) + 1/2*0.1*a'^2\n"
                            "constraint roll: x' - 0.5*a' = 0.3*sin(2*t)\nconstraint carried: y' = 0.4*t*x\n");
    /* the first row integrates: M x'' = -lambda, I a'' = 0.5 lambda, so (1 + 0.4) x'' = 0.4*0.6 cos 2t + carried's part
     */
    assert_near(machine_v(&x, "x") - 0.5 * machine_v(&x, "a"), 0.3 * sin(6), 1e-11);
    assert_near(machine_v(&x, "y"), 1.2 * machine_q(&x, "x"), 1e-11);
    /* x is free of 'carried', whose row has no x': 1.4 x'' = 0.24 cos(2 t) */
    double v0 = 2, k = 0.24 / 1.4;
    assert_near(machine_v(&x, "x"), v0 + k / 2 * sin(6), 1e-10);
    assert_near(machine_q(&x, "x"), 1 + 3 * v0 + k / 4 * (1 - cos(6)), 1e-10);
    machine_free(&x);
}

/* A ball rolls on a turntable in circles, at 2/7 of the table's rate, whatever its size. */
static void ball_on_a_turntable(void **state) {
    (void)state;
    const double W = 3, rate = 2. / 7 * W;
    machine x = machine_run(
        7, 1e-12,
        "param W = 3, R = 0.2\ncoord x = 0.5, y = 0\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
        "initial x' = 0.1, y' = 0.4, omega(B).z = 1\ngravity 9.81\n"
        "body ball: mass 2, inertia [0.4*2*R^2, 0.4*2*R^2, 0.4*2*R^2], at [x, y, R], frame B\n"
        "let slip = velocity(ball - [0, 0, R] on ball) - W*[-y, x, 0]\n"
        "constraint sx: slip.x = 0\nconstraint sy: slip.y = 0\noutput spin = omega(B).z\n");
    /* v = rate e_z x (r - c) with the centre c fixed by the start */
    double cx = 0.5 - 0.4 / rate, cy = 0.1 / rate, c = cos(7 * rate), s = sin(7 * rate);
    double dx = 0.5 - cx, dy = -cy;
    assert_near(machine_q(&x, "x"), cx + c * dx - s * dy, 1e-9);
    assert_near(machine_q(&x, "y"), cy + s * dx + c * dy, 1e-9);
    assert_near(machine_output(&x, "spin"), 1, 1e-9);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coin),
        cmocka_unit_test(skate),
        cmocka_unit_test(sleigh_asymptotics),
        cmocka_unit_test(disk_keeps_its_energy),
        cmocka_unit_test(disk_in_a_circle),
        cmocka_unit_test(constant_speed),
        cmocka_unit_test(moving_table),
        cmocka_unit_test(ball_on_a_turntable),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
