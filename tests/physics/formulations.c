/* One machine stated in two ways moves in one way: minimal coordinates against constraints, bodies against energies. */
#include "machine.h"

#include <math.h>

/* Runs both texts and compares outputs of the same names: `tolerance` absolute. */
static void compare(double until, const char *first, const char *second, double tolerance) {
    machine x = machine_run(until, 1e-13, "%s", first), y = machine_run(until, 1e-13, "%s", second);
    assert_int_equal(x.model->output_count, y.model->output_count);
    for (size_t i = 0; i < x.model->output_count; i++) {
        const char *name = x.model->outputs[i].name;
        double a = x.result->final.outputs[i], b = machine_output(&y, name);
        if (!(fabs(a - b) <= tolerance))
            fail_msg("%s: %.15g and %.15g, apart by %.3g", name, a, b, a - b);
    }
    assert_near(x.result->final.kinetic, y.result->final.kinetic, 20 * tolerance);
    assert_below(y.result->position_residual, 1e-13);
    assert_below(fmax(x.result->energy_drift, y.result->energy_drift), 1e-10);
    machine_free(&x);
    machine_free(&y);
}

static void pendulum(void **state) {
    (void)state;
    compare(5,
            "coord a = 2\ngravity 9.81\nparticle p: mass 1.5 at 0.7*[sin(a), -cos(a)]\noutput x = p.x, y = p.y, u = "
            "p'.x, w = p'.y\n"
            "output pull = 1.5*(9.81*cos(a) + 0.7*a'^2)\n",
            "coord X = 0.7*sin(2), Y = -0.7*cos(2)\ngravity 9.81\nparticle p: mass 1.5 at [X, Y]\nconstraint rod: "
            "norm(p) = 0.7\n"
            "output x = p.x, y = p.y, u = p'.x, w = p'.y\noutput pull = lambda(rod)\n",
            1e-9);
}

static void double_pendulum(void **state) {
    (void)state;
    compare(3,
            "coord a = 1.5, b = 0.4\ninitial a' = 1\ngravity 9.81\nparticle p: mass 1.5 at [sin(a), -cos(a)]\n"
            "particle q: mass 0.8 at p + 0.6*[sin(b), -cos(b)]\noutput x = q.x, y = q.y, u = p.x, w = q'.y\n",
            "coord x1 = sin(1.5), y1 ~ -0.1, x2 = sin(1.5) + 0.6*sin(0.4), y2 ~ -0.6\ninitial x1' = cos(1.5), x2' = "
            "cos(1.5)\ngravity 9.81\n"
            "particle p: mass 1.5 at [x1, y1]\nparticle q: mass 0.8 at [x2, y2]\nconstraint r1: x1^2 + y1^2 = 1\n"
            "constraint r2: dot(q - p, q - p) = 0.36\noutput x = q.x, y = q.y, u = p.x, w = q'.y\n",
            1e-8);
}

/* Bodies and springs, the same by hand-written energies, and with a Lagrangian. */
static void elements_and_energies(void **state) {
    (void)state;
    const char *elements =
        "coord u = 0.2, a = 0.5\ninitial u' = 1, a' = -2\ngravity 9.81\nparticle cart: mass 3 at [u, 0]\n"
        "rod r: mass 1.2, from cart to cart + 0.9*[sin(a), -cos(a)]\nspring s: from [-1, 0] to cart, stiffness 40, "
        "length 0.8, damping 0.5\n"
        "torsion k: angle a, stiffness 3, rest 0.1, damping 0.2\noutput x = u, angle_ = a, v = u', w = a'\n";
    const char *energies =
        "coord u = 0.2, a = 0.5\ninitial u' = 1, a' = -2\nkinetic T1 = 1/2*3*u'^2\n"
        "kinetic T2 = 1/2*1.2*(u'^2 + 0.9*u'*a'*cos(a) + 0.27*a'^2)\npotential V1 = -1.2*9.81*0.45*cos(a)\n"
        "potential V2 = 1/2*40*(u + 1 - 0.8)^2 + 3/2*(a - 0.1)^2\ndissipation D = 1/2*0.5*u'^2 + 1/2*0.2*a'^2\n"
        "output x = u, angle_ = a, v = u', w = a'\n";
    const char *lagrangian =
        "coord u = 0.2, a = 0.5\ninitial u' = 1, a' = -2\n"
        "lagrangian L = 1/2*4.2*u'^2 + 0.54*u'*a'*cos(a) + 0.162*a'^2 + 1.2*9.81*0.45*cos(a) - 20*(u + 0.2)^2 - 3/2*(a "
        "- 0.1)^2\n"
        "generalized Q1: u = -0.5*u'\ngeneralized Q2: a = -0.2*a'\noutput x = u, angle_ = a, v = u', w = a'\n";
    compare(4, elements, energies, 1e-10);
    machine x = machine_run(4, 1e-13, "%s", elements), y = machine_run(4, 1e-13, "%s", lagrangian);
    for (int i = 0; i < 4; i++)
        assert_near(x.result->final.outputs[i], y.result->final.outputs[i], 1e-10);
    machine_free(&x);
    machine_free(&y);
}

/* A parallel four-bar: rods on constraints against one angle, up to the place where all rods lie flat. */
static void four_bar(void **state) {
    (void)state;
    compare(0.44,
            "coord a = 2\ninitial a' = 1\ngravity 9.81\nlet B0 = dir(a), B1 = [1, 0] + dir(a)\nrod c0: mass 1, from "
            "[0, 0] to B0\n"
            "rod c1: mass 1, from [1, 0] to B1\nrod k: mass 2, from B0 to B1\noutput x = B0.x, y = B1.y, u = B1'.x\n",
            "coord x0 = cos(2), y0 ~ 0.9, x1 ~ 0.58, y1 ~ 0.9\ninitial x0' = -sin(2)\ngravity 9.81\nlet B0 = [x0, y0], "
            "B1 = [x1, y1]\n"
            "rod c0: mass 1, from [0, 0] to B0\nrod c1: mass 1, from [1, 0] to B1\nrod k: mass 2, from B0 to B1\n"
            "constraint l0: norm(B0) = 1\nconstraint l1: norm(B1 - [1, 0]) = 1\nconstraint l2: norm(B1 - B0) = 1\n"
            "output x = B0.x, y = B1.y, u = B1'.x\n",
            1e-9);
}

/* A crank that turns at a given rate: prescribed in the coordinates, or by a constraint with time, whose work is
 * audited. */
static void driven_crank(void **state) {
    (void)state;
    compare(3,
            "coord b = 0.3\ninitial b' = 0\ngravity 9.81\nlet A = 0.4*dir(2*t)\nparticle p: mass 1 at A + 0.9*[sin(b), "
            "-cos(b)]\nparticle c: mass 2 at A\n"
            "output x = p.x, y = p.y, u = p'.x\n",
            "coord a ~ 0.1, b = 0.3\ninitial b' = 0\ngravity 9.81\nlet A = 0.4*dir(a)\nparticle p: mass 1 at A + "
            "0.9*[sin(b), -cos(b)]\nparticle c: mass 2 at A\n"
            "constraint drive: a = 2*t\noutput x = p.x, y = p.y, u = p'.x\n",
            1e-9);
}

/* A slider crank: joints as vector constraints on three bodies against one angle. */
static void slider_crank(void **state) {
    (void)state;
    compare(1.5,
            "coord a = 0.6\ninitial a' = 5\ngravity 9.81\nlet A = 0.3*dir(a), B = [A.x + sqrt(1 - A.y^2), 0]\nrod "
            "crank: mass 1, from [0, 0] to A\n"
            "rod rod_: mass 2, from A to B\nparticle slider: mass 3 at B\noutput x = B.x, y = A.y, u = B'.x\n",
            "coord a = 0.6, xr ~ 0.7, yr ~ 0.1, b ~ -0.17, s ~ 1.2\ninitial a' = 5\ngravity 9.81\nbody crank: mass 1, "
            "inertia 0.09/12, at 0.15*dir(a), angle a\n"
            "body rod_: mass 2, inertia 2/12, at [xr, yr], angle b\nparticle slider: mass 3 at [s, 0]\nlet A = "
            "0.3*dir(a), B = [s, 0]\n"
            "constraint pin: rod_ - 0.5*dir(b) = A\nconstraint wrist: rod_ + 0.5*dir(b) = B\noutput x = B.x, y = A.y, "
            "u = B'.x\n",
            1e-9);
}

/* A rheonomic bead: polar coordinates on a turning wire against the wire as a constraint. */
static void bead_on_a_turning_wire(void **state) {
    (void)state;
    machine x = machine_run(1.5, 1e-13, "coord r = 0.5\nparticle p: mass 2 at r*dir(3*t)\noutput x = p.x, y = p.y\n");
    machine y = machine_run(1.5, 1e-13,
                            "coord X = 0.5, Y = 0\ninitial X' = 0\nparticle p: mass 2 at [X, Y]\n"
                            "constraint wire: Y*cos(3*t) = X*sin(3*t)\noutput x = p.x, y = p.y\n");
    double r = 0.5 * cosh(4.5);
    assert_near(machine_q(&x, "r"), r, 1e-10);
    assert_near(machine_output(&y, "x"), r * cos(4.5), 1e-9);
    assert_near(machine_output(&y, "y"), r * sin(4.5), 1e-9);
    assert_near(machine_lambda(&y, "wire"), -2 * 2 * 3 * 0.5 * 3 * sinh(4.5), 1e-8); /* Coriolis: 2 m Om r' */
    assert_below(y.result->energy_drift, 1e-10);
    machine_free(&x);
    machine_free(&y);
}

/* Seventy rods: their ends on constraints, found without matrices, against their angles. A row told twice changes
   nothing. */
static void long_chain(void **state) {
    (void)state;
#define CHAIN(coordinates)                                                                                             \
    "param N = 70\ngravity 9.81\nlet P[0] = [0, 0]\nfor i in 1..N { " coordinates                                      \
    "rod r[i]: mass 1, from P[i-1] to P[i] }\noutput x = P[N].x, y = P[N].y, u = P[35]'.x, w = P[1]'.y\n"
#define PLACES                                                                                                         \
    "coord x[i] = i*cos(0.1), y[i] = i*sin(0.1)\nlet P[i] = [x[i], y[i]]\nconstraint c[i]: norm(P[i] - P[i-1]) = 1\n"
    const char *angles = CHAIN("coord q[i] = 0.1\nlet P[i] = P[i-1] + dir(q[i])\n");
    compare(0.3, angles, CHAIN(PLACES), 1e-9);
    machine once = machine_run(0.3, 1e-13, CHAIN(PLACES));
    machine twice = machine_try(0.3, CHAIN(PLACES) "constraint again: dot(P[7] - P[6], P[7] - P[6]) = 1\n");
    assert_true(machine_found(&twice, DIAG_W0420));
    assert_near(machine_output(&once, "x"), machine_output(&twice, "x"), 1e-6);
    assert_near(machine_output(&once, "u"), machine_output(&twice, "u"), 1e-6);
    machine_free(&once);
    machine_free(&twice);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum),
        cmocka_unit_test(double_pendulum),
        cmocka_unit_test(elements_and_energies),
        cmocka_unit_test(four_bar),
        cmocka_unit_test(long_chain),
        cmocka_unit_test(driven_crank),
        cmocka_unit_test(slider_crank),
        cmocka_unit_test(bead_on_a_turning_wire),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
