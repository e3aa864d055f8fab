/* Runs long enough for programs without matrices: chains, loops, rows left out, friction, pivots that vanish on the
 * way. */
#include "machine.h"

#include <string.h>

#include <math.h>

/* A hanging chain in angles against the same in places and lengths. */
static void chain_in_angles_and_places(void **state) {
    (void)state;
    machine x = machine_run(4, 1e-12, "%s",
                            "param N = 4, l = 0.3\ncoord a[1..N] = 0.4\ngravity 9.81\nlet p[0] = [0, 0]\n"
                            "for i in 1..N {\n  let p[i] = p[i-1] + l*[sin(a[i]), -cos(a[i])]\n"
                            "  particle bob[i]: mass 0.1*i at p[i]\n}\noutput x = p[4].x, y = p[4].y, u = p[2]'.x\n");
    machine y =
        machine_run(4, 1e-12, "%s",
                    "param N = 4, l = 0.3\ngravity 9.81\nlet p[0] = [0, 0]\n"
                    "for i in 1..N {\n  coord x[i] = i*l*sin(0.4), y[i] = -i*l*cos(0.4)\n  let p[i] = [x[i], y[i]]\n"
                    "  particle bob[i]: mass 0.1*i at p[i]\n  constraint link[i]: norm(p[i] - p[i-1]) = l\n}\n"
                    "output x = p[4].x, y = p[4].y, u = p[2]'.x\n");
    assert_true(x.result->evaluations > 2000 && y.result->evaluations > 2000);
    for (size_t i = 0; i < 3; i++)
        assert_near(x.result->final.outputs[i], y.result->final.outputs[i], 1e-7);
    assert_below(fmax(x.result->energy_drift, y.result->energy_drift), 1e-11);
    assert_below(y.result->position_residual, 1e-14);
    assert_below(y.result->velocity_residual, 1e-13);
    machine_free(&x);
    machine_free(&y);
}

/* Angles between neighbours: each body's turning rests on all before it. */
static void chain_in_relative_angles(void **state) {
    (void)state;
    machine x =
        machine_run(4, 1e-12, "%s",
                    "param N = 5, l = 0.3\ncoord a[1..N] = 0.2\ngravity 9.81\nlet p[0] = [0, 0]\nlet s[0] = 0\n"
                    "for i in 1..N {\n  let s[i] = s[i-1] + a[i]\n"
                    "  let p[i] = p[i-1] + l*[sin(s[i]), -cos(s[i])]\n  rod link[i]: mass 0.2, from p[i-1] to p[i]\n}\n"
                    "output x = p[5].x, y = p[5].y\n");
    machine y =
        machine_run(4, 1e-12, "%s",
                    "param N = 5, l = 0.3\ngravity 9.81\n"
                    "let p[0] = [0, 0]\nfor i in 1..N {\n  coord s[i] = 0.2*i\n"
                    "  let p[i] = p[i-1] + l*[sin(s[i]), -cos(s[i])]\n  rod link[i]: mass 0.2, from p[i-1] to p[i]\n}\n"
                    "output x = p[5].x, y = p[5].y\n");
    for (size_t i = 0; i < 2; i++)
        assert_near(x.result->final.outputs[i], y.result->final.outputs[i], 1e-6);
    machine_free(&x);
    machine_free(&y);
}

/* So many of them that nobody waits for the mass matrix to be written out. They hang in a bow, so that none of them is
   in line with its neighbours. */
static void long_chain_in_relative_angles(void **state) {
    (void)state;
    static const char *const angles[] = {
        "coord a[1..N] = 0.01\nlet s[0] = 0\nfor i in 1..N { let s[i] = s[i-1] + a[i] }\n",
        "for i in 1..N { coord s[i] = 0.01*i }\n"};
    double at[2][2];
    for (int k = 0; k < 2; k++) {
        machine x = machine_run(0.3, 1e-11,
                                "param N = 70, l = 0.05\n%sgravity 9.81\nlet p[0] = [0, 0]\n"
                                "for i in 1..N {\n  let p[i] = p[i-1] + l*[sin(s[i]), -cos(s[i])]\n"
                                "  rod link[i]: mass 0.2, from p[i-1] to p[i]\n}\noutput x = p[70].x, y = p[70].y\n",
                                angles[k]);
        assert_below(x.result->energy_drift, 1e-10);
        memcpy(at[k], x.result->final.outputs, sizeof at[k]);
        machine_free(&x);
    }
    for (int i = 0; i < 2; i++)
        assert_near(at[0][i], at[1][i], 1e-8);
}

/* A pendulum on a double hanger: one row says what the others say, and the tensions are shared. */
static void rows_left_out(void **state) {
    (void)state;
    machine x = machine_try(20, "coord x = 0.6, y = -0.8\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"
                                "constraint one: x^2 + y^2 = 1\nconstraint two: 3*x^2 + 3*y^2 = 3\n"
                                "output pull = lambda(one)\n");
    assert_non_null(x.result);
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_false(x.result->lambda_unique);
    assert_true(x.result->evaluations > 2000);
    assert_below(x.result->position_residual, 1e-13);
    assert_near(x.result->final.lambda[1], 3 * x.result->final.lambda[0], 1e-10);
    machine_free(&x);
}

/* What a spring pulls has no inertia: the row decides where it is. */
static void masses_where_rows_decide(void **state) {
    (void)state;
    machine x = machine_run(30, 1e-11, "%s",
                            "coord x = 1, z ~ 1\ngravity 9.81\nparticle p: mass 2 at [x, 0]\n"
                            "potential V = 4*z^2\nconstraint tie: z = x\noutput X = x\n");
    assert_near(machine_output(&x, "X"), cos(2 * 30), 1e-7);
    machine_free(&x);
}

/* Windows that go through the line where all cranks lie flat, with steps that end near it or not: pivots vanish there,
   and single evaluations are done by the matrices among many that are not. */
static void pivots_that_vanish_on_the_way(void **state) {
    (void)state;
    for (int k = 0; k < 24; k++) {
        sim_options options = sim_options_default();
        options.tolerance = pow(10, -7 - k / 6.0);
        machine x = machine_try(0, "%s",
                                "param N = 3, l = 1\ngravity 9.81\nfor i in 0..N {\n  let A[i] = [i*l, 0]\n"
                                "  coord x[i] = i*l, y[i] = l\n  let B[i] = [x[i], y[i]]\n"
                                "  rod crank[i]: mass 1, from A[i] to B[i]\n"
                                "  constraint c[i]: dot(B[i] - A[i], B[i] - A[i]) = l^2\n}\nfor i in 1..N {\n"
                                "  rod coupler[i]: mass 1, from B[i-1] to B[i]\n"
                                "  constraint b[i]: dot(B[i] - B[i-1], B[i] - B[i-1]) = l^2\n}\ninitial x[0]' = 1\n");
        options.until = 10;
        machine_again(&x, options);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_below(x.result->energy_drift, 20 * options.tolerance);
        assert_below(x.result->position_residual, 1e-13);
        assert_near(machine_q(&x, "x[3]") - machine_q(&x, "x[0]"), 3, 1e-8);
        machine_free(&x);
    }
}

#define LONG_CHAIN(bodies)                                                                                             \
    "param N = 9, l = 0.1\ncoord a[1..N] = 0.4\ngravity 9.81\nlet p[0] = [0, 0]\n"                                     \
    "for i in 1..N {\n  let p[i] = p[i-1] + l*[sin(a[i]), -cos(a[i])]\n  " bodies                                      \
    "\n}\noutput x = p[9].x, y = p[9].y\n"

/* So many joints that no matrices are made: by a method that needs them, and by one that does not. */
static void many_joints_from_the_start(void **state) {
    (void)state;
    machine x = machine_run(0.5, 1e-12, "%s", LONG_CHAIN("particle bob[i]: mass 0.1*i at p[i]"));
    double end[] = {x.result->final.outputs[0], x.result->final.outputs[1]};
    assert_below(x.result->energy_drift, 1e-11);
    sim_options options = sim_options_default();
    options.until = 0.5;
    options.tolerance = 1e-12;
    options.method = "variational";
    machine_again(&x, options);
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_near(x.result->final.outputs[0], end[0], 1e-8);
    assert_near(x.result->final.outputs[1], end[1], 1e-8);
    machine_free(&x);
}

/* Where the pivots are no numbers to compute with, the matrices are asked why. */
static void many_joints_without_inertia(void **state) {
    (void)state;
    static const char *const texts[] = {LONG_CHAIN("particle bob[i]: mass (if i < N then 1 else 0) at p[i]"),
                                        LONG_CHAIN("particle bob[i]: mass 1e-310 at p[i]"),
                                        LONG_CHAIN("particle bob[i]: mass 1e-300*l^100 at p[i]")};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        machine x = machine_try(1, "%s", texts[k]);
        assert_true(machine_found(&x, DIAG_E0403));
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chain_in_angles_and_places),    cmocka_unit_test(chain_in_relative_angles),
        cmocka_unit_test(long_chain_in_relative_angles), cmocka_unit_test(many_joints_from_the_start),
        cmocka_unit_test(many_joints_without_inertia),   cmocka_unit_test(rows_left_out),
        cmocka_unit_test(masses_where_rows_decide),      cmocka_unit_test(pivots_that_vanish_on_the_way),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
