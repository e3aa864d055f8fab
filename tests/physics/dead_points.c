/* Linkages that come through places where their constraints are dependent for an instant. */
#include <math.h>

#include "machine.h"

static machine run(const char *text, double until, double tolerance) {
    sim_options o = sim_options_default();
    machine x = machine_try(0, "%s", text);
    o.until = until;
    o.tolerance = tolerance;
    machine_again(&x, o);
    return x;
}

/* One angle instead of rods and constraints: nothing is dependent there. */
static void a_parallelogram_goes_on_as_one(void **state) {
    (void)state;
    machine one = run("coord a = 2\ninitial a' = 1\ngravity 9.81\nlet B0 = dir(a), B1 = [1, 0] + dir(a)\n"
                      "rod c0: mass 1, from [0, 0] to B0\nrod c1: mass 1, from [1, 0] to B1\n"
                      "rod k: mass 2, from B0 to B1\noutput x = B0.x, y = B0.y\n",
                      3, 1e-13);
    for (double tolerance = 1e-6; tolerance > 5e-12; tolerance *= 0.1) {
        machine x = run("coord x0 = cos(2), y0 ~ 0.9, x1 ~ 0.58, y1 ~ 0.9\ninitial x0' = -sin(2)\ngravity 9.81\n"
                        "let B0 = [x0, y0], B1 = [x1, y1]\nrod c0: mass 1, from [0, 0] to B0\n"
                        "rod c1: mass 1, from [1, 0] to B1\nrod k: mass 2, from B0 to B1\nconstraint l0: norm(B0) = 1\n"
                        "constraint l1: norm(B1 - [1, 0]) = 1\nconstraint l2: norm(B1 - B0) = 1\n",
                        3, tolerance);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_near(machine_q(&x, "x0"), machine_output(&one, "x"), 1e3 * tolerance);
        assert_near(machine_q(&x, "y0"), machine_output(&one, "y"), 1e3 * tolerance);
        assert_near(machine_q(&x, "x1"), machine_q(&x, "x0") + 1, 1e3 * tolerance);
        machine_free(&x);
    }
    machine_free(&one);
}

/* On a straight branch and on curved ones, by tolerances that agree; the last is the finest. */
static void agree(const char *text, double until, const char *coord, const char *other, double finest) {
    machine fine = run(text, until, finest);
    assert_int_equal(fine.result->end, SIM_UNTIL);
    assert_below(fine.result->energy_drift, 100 * finest);
    for (double tolerance = 1e-6; tolerance > 2 * finest; tolerance *= 0.1) {
        machine x = run(text, until, tolerance);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_below(x.result->energy_drift, 100 * tolerance);
        assert_below(x.result->position_residual, 1e-12);
        assert_near(machine_q(&x, coord), machine_q(&fine, coord), 1e3 * tolerance);
        assert_near(machine_q(&x, other), machine_q(&fine, other), 1e3 * tolerance);
        machine_free(&x);
    }
    machine_free(&fine);
}

static void crossed_bars(void **state) {
    (void)state;
    agree("gravity 9.81\ncoord x0 = 0.8*cos(1.2), y0 = 0.8*sin(1.2), x1 ~ 1.7, y1 ~ -0.4\nlet P = [x0, y0], Q = [x1, "
          "y1]\ninitial x0' = -4\nrod c0: mass 1, from [0, 0] to P\nrod c1: mass 1, from [1.5, 0] to Q\n"
          "rod k: mass 1, from P to Q\nconstraint l0: norm(P) = 0.8\nconstraint l1: norm(Q - [1.5, 0]) = 0.8\n"
          "constraint l2: norm(Q - P) = 1.5\n",
          4, "x0", "y1", 1e-9);
}

static void kite(void **state) {
    (void)state;
    agree("gravity 9.81\ncoord x0 = 1.5*cos(0.5), y0 = 1.5*sin(0.5), x1 ~ 1.9, y1 ~ 0.9\nlet P = [x0, y0], Q = [x1, "
          "y1]\ninitial x0' = -5\nrod c0: mass 1, from [0, 0] to P\nrod c1: mass 1, from [1.5, 0] to Q\n"
          "rod k: mass 1, from P to Q\nconstraint l0: norm(P) = 1.5\nconstraint l1: norm(Q - [1.5, 0]) = 0.8\n"
          "constraint l2: norm(Q - P) = 0.8\n",
          4, "y0", "x1", 1e-9);
}

/* Two of its joints meet there; the point stays on its straight line. */
static void peaucellier(void **state) {
    (void)state;
    const char *text = "coord cx ~ 0.3, cy = 0.05, ax ~ 0.4, ay ~ 0.3, bx ~ 0.45, by ~ -0.1, px ~ 0.6, py ~ 0.1\n"
                       "gravity 9.81\nlet O = [0, 0]\nparticle C: mass 1 at [cx, cy]\nparticle A: mass 1 at [ax, ay]\n"
                       "particle B: mass 1 at [bx, by]\nparticle P: mass 2 at [px, py]\n"
                       "constraint crank: norm(C - [0.15, 0]) = 0.15\nconstraint l1: norm(A - O) = 0.45\n"
                       "constraint l2: norm(B - O) = 0.45\nconstraint r1: norm(A - C) = 0.2\n"
                       "constraint r2: norm(B - C) = 0.2\nconstraint r3: norm(A - P) = 0.2\n"
                       "constraint r4: norm(B - P) = 0.2\n";
    agree(text, 1, "ax", "by", 1e-9);
    machine x = run(text, 1, 1e-8);
    assert_near(machine_q(&x, "px"), (0.45 * 0.45 - 0.2 * 0.2) / 0.3, 1e-12);
    machine_free(&x);
}

/* Three windows in a row, told by angles: two rows lose what they say at once. */
static void windows_in_a_row(void **state) {
    (void)state;
    agree("gravity 9.81\ncoord a[1..3] = 1, c[1..2] = 0\ninitial a[1]' = 6\n"
          "let P[1] = dir(a[1]), P[2] = [1, 0] + dir(a[2]), P[3] = [2.5, 0] + dir(a[3])\n"
          "rod r1: mass 1, from [0, 0] to P[1]\nrod r2: mass 2, from [1, 0] to P[2]\nrod r3: mass 1, from [2.5, 0] to "
          "P[3]\nrod k1: mass 1, from P[1] to P[1] + dir(c[1])\nrod k2: mass 1, from P[2] to P[2] + 1.5*dir(c[2])\n"
          "constraint l1: P[1] + dir(c[1]) = P[2]\nconstraint l2: P[2] + 1.5*dir(c[2]) = P[3]\n",
          2, "a[1]", "a[3]", 1e-11);
}

/* Driven through by a rod that turns at a given rate, and an end of time shortly behind the place. */
static void ends_are_kept(void **state) {
    (void)state;
    for (double until = 5.7; until < 6.2; until += 0.05) {
        machine x = run("gravity 9.81\ncoord x0 ~ cos(1), y0 ~ sin(1), x1 ~ 1 + cos(1), y1 ~ sin(1)\n"
                        "let P = [x0, y0], Q = [x1, y1]\nrod c1: mass 1, from [1, 0] to Q\nrod k: mass 2, from P to Q\n"
                        "constraint drive: P = [cos(1 + 2*t), sin(1 + 2*t)]\nconstraint l1: norm(Q - [1, 0]) = 1\n"
                        "constraint l2: norm(Q - P) = 1\n",
                        until, 1e-6);
        assert_int_equal(x.result->end, SIM_UNTIL);
        assert_true(x.result->t == until);
        assert_near(machine_q(&x, "x0"), cos(1 + 2 * until), 1e-12);
        assert_near(machine_q(&x, "y1"), sin(1 + 2 * until), 1e-7);
        machine_free(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parallelogram_goes_on_as_one),
        cmocka_unit_test(crossed_bars),
        cmocka_unit_test(kite),
        cmocka_unit_test(peaucellier),
        cmocka_unit_test(windows_in_a_row),
        cmocka_unit_test(ends_are_kept),
    };
    return MACHINE_RUN_TESTS(tests, NULL);
}
