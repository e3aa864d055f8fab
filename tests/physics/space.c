/* Space: frames, quaternions, bodies and rods, against closed forms and against each other. */
#include "machine.h"

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;

/* Three outputs: "v", "x" gives vx, vy, vz. */
static vec3 output3(const machine *x, const sim_point *p, const char *name) {
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = point_output(x, p, base_arena_printf(x->memory, "%s%c", name, "xyz"[k]));
    return (vec3){c[0], c[1], c[2]};
}

static void assert_same(vec3 a, vec3 b, double tolerance) {
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

#define OUT3(name, value) "output " name "x = (" value ").x, " name "y = (" value ").y, " name "z = (" value ").z\n"

/* Gravity points along -z, and a given vector is taken as it is. */
static void gravity_in_space(void **state) {
    (void)state;
    static const char *const fields[] = {"9.81", "[1, -2, 0.5]"};
    static const vec3 g[] = {{0, 0, -9.81}, {1, -2, 0.5}};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(2, 1e-12,
                                "coord x = 1, y = 2, z = 3\ninitial x' = 4, y' = -1, z' = 2\ngravity %s\n"
                                "particle p: mass 0.7 at [x, y, z]\n" OUT3("r", "p"),
                                fields[i]);
        vec3 want = {1 + 8 + 2 * g[i].x, 2 - 2 + 2 * g[i].y, 3 + 4 + 2 * g[i].z};
        assert_same(output3(&x, &x.result->final, "r"), want, 1e-11);
        assert_below(x.result->energy_drift, 1e-13);
        machine_free(&x);
    }
}

/* Products of rotations, their columns and vectors in them, against matrices multiplied by hand. */
static void frames(void **state) {
    (void)state;
    const double a = 0.7, b = -1.3, ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b);
    machine x = machine_run(1, 0,
                            "coord a = 0.7, b = -1.3, c = 0\nkinetic T = 1/2*(a'^2 + b'^2 + c'^2)\n"
                            "initial a' = 0.4, b' = 2\n"
                            "frame A = rotation(z, a)*rotation(x, b)\n"
                            "particle p: mass 1 at [c, 0, 0]\n" OUT3("X", "A.x") OUT3("Y", "A.y") OUT3("Z", "A.z")
                                OUT3("v", "A*[1, 2, 3]") OUT3("w", "omega(A)") OUT3("d", "(A*[1, 2, 3])'")
                                    OUT3("e", "cross(omega(A), A*[1, 2, 3])"));
    const sim_point *p = &x.result->initial;
    vec3 X = {ca, sa, 0}, Y = {-sa * cb, ca * cb, sb}, Z = {sa * sb, -ca * sb, cb};
    assert_same(output3(&x, p, "X"), X, 1e-15);
    assert_same(output3(&x, p, "Y"), Y, 1e-15);
    assert_same(output3(&x, p, "Z"), Z, 1e-15);
    assert_same(output3(&x, p, "v"), (vec3){X.x + 2 * Y.x + 3 * Z.x, X.y + 2 * Y.y + 3 * Z.y, 2 * Y.z + 3 * Z.z},
                1e-14);
    assert_same(output3(&x, p, "w"), (vec3){2 * ca, 2 * sa, 0.4}, 1e-15);
    assert_same(output3(&x, &x.result->final, "d"), output3(&x, &x.result->final, "e"), 1e-13);
    machine_free(&x);
}

/* Stated as an angular velocity, a start has it, in Euler's angles and on a quaternion in any attitude. */
static void start_of_angular_velocity(void **state) {
    (void)state;
    static const char *const attitudes[] = {
        "coord a = 0.3, b = 1.1, c = -2\nframe B = rotation(z, a)*rotation(x, b)*rotation(z, c)\n",
        "orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n",
        "orientation q = [0.1, -0.7, sqrt(0.5 - 0.05), sqrt(0.05)]\nframe B = quaternion(q)\n",
    };
    for (int i = 0; i < 3; i++) {
        machine x =
            machine_run(0.5, 1e-12,
                        "%sinitial omega(B) = [0.1, 5, 0.2]\nbody b1: mass 2, inertia [1, 1.7, 2], at [0, 0, 0], "
                        "frame B\n" OUT3("w", "omega(B)"),
                        attitudes[i]);
        assert_same(output3(&x, &x.result->initial, "w"), (vec3){0.1, 5, 0.2}, 1e-12);
        assert_below(x.result->velocity_residual, 1e-12);
        machine_free(&x);
    }
}

/* A bob on a string of length 1, in Cartesian coordinates with a constraint and in two angles. */
static void spherical_pendulum(void **state) {
    (void)state;
    machine x = machine_run(6, 1e-12,
                            "coord x = 0.6, y = 0, z ~ -0.8\ninitial x' = 0, y' = 1.3\ngravity 9.81\n"
                            "particle bob: mass 2 at [x, y, z]\nconstraint bar: norm(bob) = 1\n" OUT3("r", "bob")
                                OUT3("v", "bob'"));
    machine y = machine_run(6, 1e-12,
                            "coord a = asin(0.6), b = 0\ninitial b' = 1.3/0.6\ngravity 9.81\nframe A = rotation(z, b)\n"
                            "particle bob: mass 2 at sin(a)*A.x - cos(a)*A.z\n" OUT3("r", "bob")
                                OUT3("v", "bob'") "output pull = 2*(norm(bob')^2 - 9.81*bob.z)\n");
    assert_same(output3(&x, &x.result->final, "r"), output3(&y, &y.result->final, "r"), 1e-9);
    assert_same(output3(&x, &x.result->final, "v"), output3(&y, &y.result->final, "v"), 1e-9);
    assert_near(machine_lambda(&x, "bar"), machine_output(&y, "pull"), 1e-8);
    machine_free(&x);
    machine_free(&y);
}

static const char *const top = "param m = 2, A = 0.5, C = 0.3, h = 0.4, lean = 0.8, spin = 30\ngravity 9.81\n%s"
                               "body top: mass m, inertia [A, A, C], at %s, frame B\n" OUT3("r", "top")
                                   OUT3("v", "top'") OUT3("w", "omega(B)") OUT3("f", "m*(top'' + [0, 0, 9.81])");

static const char *const euler_angles =
    "coord psi = 0, theta = lean, phi = 0\ninitial phi' = spin, psi' = 0.6, theta' = -0.2\n"
    "frame B = rotation(z, psi)*rotation(x, theta)*rotation(z, phi)\n";
static const char *const quaternion = "orientation q = [cos(lean/2), sin(lean/2), 0, 0]\nframe B = quaternion(q)\n"
                                      "initial omega(B) = spin*B.z + [-0.2, 0, 0.6]\n";

/* The heavy top in Euler's angles, on a quaternion, and as a free body with its tip held: one motion, one force. */
static void heavy_top_three_ways(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12, top, euler_angles, "h*B.z");
    machine y = machine_run(2, 1e-12, top, quaternion, "h*B.z");
    const char *held = "coord x ~ 0, y ~ 0, z ~ 0.3\nconstraint tip: [x, y, z] = h*B.z\n";
    const char *text = base_arena_printf(y.memory, "%s%s", quaternion, held);
    machine z = machine_run(2, 1e-12, top, text, "[x, y, z]");
    const sim_point *p = &x.result->final, *q = &y.result->final, *r = &z.result->final;
    static const char *const names[] = {"r", "v", "w", "f"};
    for (int i = 0; i < 4; i++) {
        assert_same(output3(&y, q, names[i]), output3(&x, p, names[i]), i == 3 ? 1e-6 : 1e-8);
        assert_same(output3(&z, r, names[i]), output3(&x, p, names[i]), i == 3 ? 1e-6 : 1e-8);
    }
    vec3 force = {-point_lambda(&z, r, "tip.x"), -point_lambda(&z, r, "tip.y"), -point_lambda(&z, r, "tip.z")};
    assert_same(force, output3(&x, p, "f"), 1e-6);
    assert_below(y.result->position_residual, 1e-14);
    machine_free(&x);
    machine_free(&y);
    machine_free(&z);
}

/* Steady precession at a given rate: A0 r^2 cos(lean) - C spin r + m g h = 0 fixes the spin. */
static void steady_precession(void **state) {
    (void)state;
    const double m = 2, A = 0.5, C = 0.3, h = 0.4, lean = 0.8, A0 = A + m * h * h;
    static const double rates[] = {0.9, 4, -3};
    for (int i = 0; i < 3; i++) {
        double rate = rates[i], spin = (m * 9.81 * h + A0 * rate * rate * cos(lean)) / (C * rate);
        machine x = machine_run(3, 1e-12,
                                "orientation q = [cos(0.4), sin(0.4), 0, 0]\nframe B = quaternion(q)\ngravity 9.81\n"
                                "initial omega(B) = [0, 0, %.17g] + %.17g*B.z\n"
                                "body top: mass 2, inertia [0.5, 0.5, 0.3], at 0.4*B.z, frame B\n" OUT3(
                                    "r", "top") "report low = minimum(top.z), high = maximum(top.z)\n",
                                rate, spin - rate * cos(lean));
        assert_near(machine_report(&x, "low"), h * cos(lean), 1e-9);
        assert_near(machine_report(&x, "high"), h * cos(lean), 1e-9);
        vec3 want = {h * sin(lean) * sin(3 * rate), -h * sin(lean) * cos(3 * rate), h * cos(lean)};
        assert_same(output3(&x, &x.result->final, "r"), want, 1e-8);
        machine_free(&x);
    }
}

/* Jacobi's elliptic functions by the arithmetic-geometric mean. */
static void jacobi(double u, double k2, double *sn, double *cn, double *dn) {
    double a[20] = {1}, c[20] = {sqrt(k2)}, b = sqrt(1 - k2), phi, previous = 0;
    int n = 0;
    while (fabs(c[n]) > 1e-16 && n < 18) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
        n++;
    }
    phi = ldexp(a[n] * u, n);
    for (int i = n; i > 0; i--) {
        previous = phi;
        phi = (phi + asin(c[i] * sin(phi) / a[i])) / 2;
    }
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = n ? cos(phi) / cos(previous - phi) : 1;
}

/* Euler's free body: the rates about its own axes are elliptic functions. */
static void free_body(void **state) {
    (void)state;
    const double I1 = 1, I2 = 2, I3 = 3, w1 = 0.8, w3 = 1.1;
    const double E2 = I1 * w1 * w1 + I3 * w3 * w3, L2 = I1 * I1 * w1 * w1 + I3 * I3 * w3 * w3;
    const double A2 = sqrt((E2 * I3 - L2) / (I2 * (I3 - I2)));
    const double rate = sqrt((I3 - I2) * (L2 - E2 * I1) / (I1 * I2 * I3));
    const double k2 = (I2 - I1) * (E2 * I3 - L2) / ((I3 - I2) * (L2 - E2 * I1));
    machine x = machine_run(20, 1e-13,
                            "orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ninitial omega(B) = [0.8, 0, 1.1]\n"
                            "body b: mass 1, inertia [1, 2, 3], at [0, 0, 0], frame B\nlet w = omega(B)\n"
                            "output w1 = dot(w, B.x), w2 = dot(w, B.y), w3 = dot(w, B.z)\n" OUT3(
                                "L", "1*dot(w, B.x)*B.x + 2*dot(w, B.y)*B.y + 3*dot(w, B.z)*B.z"));
    assert_true(x.result->rows.len > 20);
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *p = &x.result->rows.at[i];
        double sn, cn, dn;
        jacobi(rate * p->t, k2, &sn, &cn, &dn);
        assert_near(point_output(&x, p, "w1"), w1 * cn, 1e-10);
        assert_near(point_output(&x, p, "w2"), A2 * sn, 1e-10);
        assert_near(point_output(&x, p, "w3"), w3 * dn, 1e-10);
        assert_same(output3(&x, p, "L"), (vec3){I1 * w1, 0, I3 * w3}, 1e-10);
        assert_near(p->energy, E2 / 2, 1e-10);
    }
    machine_free(&x);
}

/* A wheel driven from inside turns the ship, but not both together; a torque from outside is what L grows by. */
static void reacting_torque(void **state) {
    (void)state;
    static const char *const reacting[] = {" reacting on ship", ""};
    for (int i = 0; i < 2; i++) {
        machine x = machine_run(
            4, 1e-12,
            "orientation q = [1, 0, 0, 0]\ncoord phi = 0, x = 0, y = 0, z = 0\nframe S = quaternion(q)\n"
            "frame W = S*rotation(z, phi)\n"
            "initial omega(S) = [0.3, -0.2, 0.4], phi' = 20, x' = 1\n"
            "body ship: mass 5, inertia [3, 4, 2], at [x, y, z], frame S\n"
            "body wheel: mass 1, inertia [0.05, 0.05, 0.1], at ship + 0.5*S.z, frame W\n"
            "torque motor: (0.8 + sin(3*t))*S.z + 0.1*S.x on wheel%s\n"
            "let ws = omega(S), ww = omega(W)\nlet c = 5/6*ship + 1/6*wheel\n"
            "let L = 3*dot(ws, S.x)*S.x + 4*dot(ws, S.y)*S.y + 2*dot(ws, S.z)*S.z +\n"
            "  0.05*dot(ww, W.x)*W.x + 0.05*dot(ww, W.y)*W.y + 0.1*dot(ww, W.z)*W.z +\n"
            "  cross(ship - c, 5*ship') + cross(wheel - c, wheel')\n" OUT3("L", "L") OUT3("p", "5*ship' + wheel'")
                OUT3("c", "c") "let M = (0.8 + sin(3*t))*S.z + 0.1*S.x\n"
                               "report Mx = integral(M.x), My = integral(M.y), Mz = integral(M.z)\n",
            reacting[i]);
        vec3 L0 = output3(&x, &x.result->initial, "L"), L1 = output3(&x, &x.result->final, "L"), c;
        double k = i;
        vec3 want = {L0.x + k * machine_report(&x, "Mx"), L0.y + k * machine_report(&x, "My"),
                     L0.z + k * machine_report(&x, "Mz")};
        assert_same(L1, want, 1e-10);
        assert_same(output3(&x, &x.result->final, "p"), output3(&x, &x.result->initial, "p"), 1e-11);
        c = output3(&x, &x.result->initial, "c");
        vec3 p = output3(&x, &x.result->initial, "p");
        assert_same(output3(&x, &x.result->final, "c"), (vec3){c.x + 4 * p.x / 6, c.y + 4 * p.y / 6, c.z + 4 * p.z / 6},
                    1e-10);
        assert_below(fabs(x.result->energy_drift), 1e-9);
        machine_free(&x);
    }
}

/* An inertia given as a matrix along axes that are not the principal ones. */
static void inertia_matrix(void **state) {
    (void)state;
    const double c = cos(0.5), s = sin(0.5), I1 = 1, I2 = 2.5; /* principal axes turned by 0.5 about the body's z */
    static const char *const body =
        "orientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\ninitial omega(B) = [0.8, 0.5, 1.1]\n"
        "gravity 2\nbody b: mass 1.5, inertia %s, at 0.3*B.x + 0.1*B.z, frame %s\n" OUT3("X", "B.x") OUT3("Y", "B.y")
            OUT3("w", "omega(B)");
    arena *a = base_arena_create();
    const char *matrix =
        base_arena_printf(a, "[[%.17g, %.17g, 0], [%.17g, %.17g, 0], [0, 0, 3]]", I1 * c * c + I2 * s * s,
                          (I1 - I2) * c * s, (I1 - I2) * c * s, I1 * s * s + I2 * c * c);
    machine x = machine_run(3, 1e-12, body, matrix, "B");
    machine y = machine_run(3, 1e-12, body, "[1, 2.5, 3]", "B*rotation(z, 0.5)");
    static const char *const names[] = {"X", "Y", "w"};
    for (int i = 0; i < 3; i++)
        assert_same(output3(&x, &x.result->final, names[i]), output3(&y, &y.result->final, names[i]), 1e-9);
    assert_near(x.result->final.kinetic, y.result->final.kinetic, 1e-9);
    machine_free(&x);
    machine_free(&y);
    base_arena_destroy(a);
}

/* A rod that swings in a plane of space is the rod of the plane; in space it is a body without inertia about its axis.
 */
static void rod_in_space(void **state) {
    (void)state;
    machine x = machine_run(
        3, 1e-12, "coord a = 1\ngravity 9.81\nlet tip = 1.4*[sin(a), -cos(a)]\nrod r: mass 2, from [0, 0] to tip\n");
    machine y = machine_run(3, 1e-12,
                            "coord a = 1\ngravity 9.81\nlet tip = 1.4*[0.6*sin(a), 0.8*sin(a), -cos(a)]\n"
                            "rod r: mass 2, from [0, 0, 0] to tip\n");
    assert_near(machine_q(&x, "a"), machine_q(&y, "a"), 1e-12);
    static const char *const swing = "coord a = 1, b = 0\ninitial b' = 2, a' = 0.5\ngravity 9.81\n"
                                     "frame F = rotation(z, b)*rotation(y, -a)\nlet tip = -1.4*F.z\n%s";
    machine u = machine_run(3, 1e-12, swing, "rod r: mass 2, from [0, 0, 0] to tip\n");
    machine v =
        machine_run(3, 1e-12, swing, "body r: mass 2, inertia [2*1.4^2/12, 2*1.4^2/12, 0], at tip/2, frame F\n");
    assert_near(machine_q(&u, "a"), machine_q(&v, "a"), 1e-11);
    assert_near(machine_q(&u, "b"), machine_q(&v, "b"), 1e-11);
    assert_near(u.result->final.kinetic, v.result->final.kinetic, 1e-11);
    machine_free(&x);
    machine_free(&y);
    machine_free(&u);
    machine_free(&v);
}

/* The velocity of a body's material point is v + omega x r, not the rate of the place where it is. */
static void material_velocity(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-12,
                            "coord x = 0, a = 0.2, b = 0.9\ninitial x' = 1.5, a' = 0.7, b' = -2\n"
                            "frame B = rotation(z, a)*rotation(x, b)\n"
                            "body b1: mass 1, inertia [1, 2, 1.5], at [x, 2*x, 1], frame B\nlet P = [x, 2*x, 0]\n" OUT3(
                                "v", "velocity(P on b1)") OUT3("u", "b1' + cross(omega(B), P - b1)") OUT3("p", "P'")
                                OUT3("m", "velocity(b1 + 3*B.y on b1)") OUT3("n", "(b1 + 3*B.y)'"));
    const sim_point *p = &x.result->final;
    assert_same(output3(&x, p, "v"), output3(&x, p, "u"), 1e-13);
    assert_same(output3(&x, p, "m"), output3(&x, p, "n"), 1e-13);
    vec3 v = output3(&x, p, "v"), rate = output3(&x, p, "p");
    assert_true(fabs(v.x - rate.x) + fabs(v.y - rate.y) > 0.5);
    machine_free(&x);
}

/* A force on a body's material point turns it: dL/dt about the mass centre is the lever times the force. */
static void force_on_a_body(void **state) {
    (void)state;
    machine x = machine_run(
        1, 1e-12,
        "coord x = 0, y = 0, z = 0\norientation q = [0.6, 0, 0.8, 0]\nframe B = quaternion(q)\n"
        "body b: mass 2, inertia [1, 2, 3], at [x, y, z], frame B\nlet w = omega(B)\n"
        "let F = [1, 2, 3]\nlet P = b + B*[0.3, -0.2, 0.5]\nforce push: F at P on b\n"
        "let L = 1*dot(w, B.x)*B.x + 2*dot(w, B.y)*B.y + 3*dot(w, B.z)*B.z\n" OUT3("L", "L") OUT3(
            "v", "b'") "let M = cross(P - b, F)\nreport Mx = integral(M.x), My = integral(M.y), Mz = integral(M.z)\n");
    vec3 M = {machine_report(&x, "Mx"), machine_report(&x, "My"), machine_report(&x, "Mz")};
    assert_same(output3(&x, &x.result->final, "L"), M, 1e-11);
    assert_same(output3(&x, &x.result->final, "v"), (vec3){0.5, 1, 1.5}, 1e-12);
    assert_true(fabs(M.x) + fabs(M.y) > 0.5);
    machine_free(&x);
}

static vec3 column(const machine *m, const sim_point *p, int k) {
    double w = point_q(m, p, "stone.q.w"), x = point_q(m, p, "stone.q.x"), y = point_q(m, p, "stone.q.y"),
           z = point_q(m, p, "stone.q.z");
    if (k == 0)
        return (vec3){w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)};
    if (k == 1)
        return (vec3){2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)};
    return (vec3){2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z};
}

/* A body cut loose in space keeps place, attitude, velocity and angular momentum, and then flies as a free body does.
 */
static void freed_body(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-12,
                            "coord a = 0.2, b = 0.5, c = -0.3\ninitial a' = 3, b' = -1, c' = 8\ngravity 9.81\n"
                            "frame A = rotation(z, a)*rotation(y, b)\nframe B = A*rotation(x, c)\n"
                            "body stone: mass 2, inertia [0.1, 0.2, 0.25], at 1.2*A.x, frame B\n"
                            "body hub: mass 1, inertia [1, 1, 1], at [0, 0, 0], frame A\n"
                            "event release when t > 0.5 { free stone; drop c }\n" OUT3("r", "stone") OUT3("v", "stone'")
                                OUT3("X", "B.x") OUT3("Y", "B.y") OUT3("Z", "B.z")
                                    OUT3("i", "velocity(stone + [1, 0, 0] on stone)")
                                        OUT3("j", "velocity(stone + [0, 1, 0] on stone)"));
    const sim_event *e = machine_event(&x, "release", 0);
    const sim_point *end = &x.result->final;
    static const char *const kept[] = {"r", "v", "i", "j"}, *const axes[] = {"X", "Y", "Z"};
    for (int k = 0; k < 4; k++)
        assert_same(output3(&x, &e->after, kept[k]), output3(&x, &e->before, kept[k]), 1e-12);
    for (int k = 0; k < 3; k++)
        assert_same(column(&x, &e->after, k), output3(&x, &e->before, axes[k]), 1e-13);
    assert_near(e->after.kinetic, e->before.kinetic, 1e-12);
    assert_no_value(point_output(&x, &e->after, "Yx"));
    vec3 r = output3(&x, &e->after, "r"), v = output3(&x, &e->after, "v");
    assert_same(output3(&x, end, "r"), (vec3){r.x + 1.5 * v.x, r.y + 1.5 * v.y, r.z + 1.5 * v.z - 0.5 * 9.81 * 2.25},
                1e-10);
    /* Angular momentum about the mass centre, from omega = (jz - vz, vz - iz, iy - vy) and the axes of stone.q. */
    vec3 L[2];
    for (int n = 0; n < 2; n++) {
        const sim_point *p = n ? end : &e->after;
        vec3 i = output3(&x, p, "i"), j = output3(&x, p, "j"), u = output3(&x, p, "v");
        vec3 w = {j.z - u.z, u.z - i.z, i.y - u.y};
        static const double I[] = {0.1, 0.2, 0.25};
        L[n] = (vec3){0};
        for (int k = 0; k < 3; k++) {
            vec3 c = column(&x, p, k);
            double l = I[k] * (w.x * c.x + w.y * c.y + w.z * c.z);
            L[n] = (vec3){L[n].x + l * c.x, L[n].y + l * c.y, L[n].z + l * c.z};
        }
    }
    assert_same(L[1], L[0], 1e-10);
    assert_true(fabs(L[0].x) + fabs(L[0].y) + fabs(L[0].z) > 0.5);
    assert_below(x.result->energy_drift, 1e-10);
    machine_free(&x);
}

/* A tumbling box that drops on one corner: the impact obeys the laws of impulse. */
static void impact_in_space(void **state) {
    (void)state;
    machine x = machine_run(
        1, 1e-12,
        "coord x = 0, y = 0, z = 2\norientation q = [1, 0, 0, 0]\nframe B = quaternion(q)\n"
        "initial omega(B) = [1, 2, 3], x' = 1\ngravity 9.81\n"
        "body box: mass 2, inertia [0.1, 0.2, 0.3], at [x, y, z], frame B\nlet P = box + B*[0.2, 0.3, -0.4]\n"
        "contact floor: P.z >= 0, restitution 0.5\nevent hit when t > 0 after floor.impact { stop }\n"
        "let w = omega(B)\nlet L = 0.1*dot(w, B.x)*B.x + 0.2*dot(w, B.y)*B.y + 0.3*dot(w, B.z)*B.z\n" OUT3("L", "L")
            OUT3("v", "box'") OUT3("d", "P - box") "output up = P'.z\n");
    const sim_event *e = machine_event(&x, "floor.impact", 0);
    double J = machine_impulse(&x, e, "floor");
    vec3 v = output3(&x, &e->before, "v"), L = output3(&x, &e->before, "L"), d = output3(&x, &e->before, "d");
    assert_same(output3(&x, &e->after, "v"), (vec3){v.x, v.y, v.z + J / 2}, 1e-12);
    assert_same(output3(&x, &e->after, "L"), (vec3){L.x + d.y * J, L.y - d.x * J, L.z}, 1e-12);
    assert_near(point_output(&x, &e->after, "up"), -0.5 * point_output(&x, &e->before, "up"), 1e-12);
    assert_true(J > 1);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravity_in_space),
        cmocka_unit_test(frames),
        cmocka_unit_test(start_of_angular_velocity),
        cmocka_unit_test(spherical_pendulum),
        cmocka_unit_test(heavy_top_three_ways),
        cmocka_unit_test(steady_precession),
        cmocka_unit_test(free_body),
        cmocka_unit_test(reacting_torque),
        cmocka_unit_test(inertia_matrix),
        cmocka_unit_test(rod_in_space),
        cmocka_unit_test(material_velocity),
        cmocka_unit_test(force_on_a_body),
        cmocka_unit_test(freed_body),
        cmocka_unit_test(impact_in_space),
    };
    static const char *const first_only[] = {"rod_in_space", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
