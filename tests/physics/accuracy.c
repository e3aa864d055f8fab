/* How good a run is: order of convergence, error against tolerance, time reversal, drift, memory while stepping. */
#include "machine.h"

#include <math.h>
#include <string.h>

static const char *const KEPLER = "coord x = %.17g, y = %.17g\ninitial x' = %.17g, y' = %.17g\n"
                                  "kinetic T = 1/2*(x'^2 + y'^2)\npotential V = -1/sqrt(x^2 + y^2)\n";

/* One orbit of a mild ellipse in steps of one size: every step is a run of its own that is told its size. */
static double fixed_step_error(int steps) {
    double y[4] = {0.9, 0, 0, sqrt(1.1 / 0.9)}, h = 2 * PI / steps;
    for (int i = 0; i < steps; i++) {
        sim_options o = sim_options_default();
        o.until = o.first_step = h;
        o.tolerance = 1e6;                                               /* never refused */
        machine x = machine_run_with(o, KEPLER, y[0], y[1], y[2], y[3]); /* NOLINT: the text is ours */
        assert_int_equal(x.result->steps, 1);
        memcpy(y, x.result->final.q, 2 * sizeof *y);
        memcpy(y + 2, x.result->final.v, 2 * sizeof *y);
        machine_free(&x);
    }
    return hypot(y[0] - 0.9, y[1]);
}

static void order_of_dop853_is_eight(void **state) {
    (void)state;
    double coarse = fixed_step_error(20), middle = fixed_step_error(40), fine = fixed_step_error(60);
    double order1 = log(coarse / middle) / log(2), order2 = log(middle / fine) / log(1.5);
    if (!(order1 > 7.3 && order1 < 9.5 && order2 > 7.3 && order2 < 9.5))
        fail_msg("errors %g %g %g: orders %g and %g", coarse, middle, fine, order1, order2);
}

/* The error follows the tolerance, and a tolerance costs what a method of order 8 asks for. */
static void error_follows_tolerance(void **state) {
    (void)state;
    long steps_before = 0;
    for (int k = 4; k <= 13; k += 3) {
        double tolerance = pow(10, -k);
        machine x = machine_run(2 * PI, tolerance, KEPLER, 0.4, 0.0, 0.0, 2.0);
        double error = hypot(machine_q(&x, "x") - 0.4, machine_q(&x, "y"));
        assert_below(error, 300 * tolerance);
        if (steps_before) { /* 10^(3/8) = 2.37 */
            assert_below((double)x.result->steps / (double)steps_before, 3.5);
            assert_true(x.result->steps > steps_before);
        }
        steps_before = x.result->steps;
        machine_free(&x);
    }
}

/* Running forward, turning the velocities round and running as long again comes back to the start. */
static void motion_is_reversible(void **state) {
    (void)state;
    machine x = machine_run(4, 1e-13,
                            "coord a = 1.2, b = 0.4\ninitial a' = 0.3, b' = -0.5\ngravity 9.81\n"
                            "let A = dir(a)\nparticle p: mass 1 at A\nparticle q: mass 0.7 at A + 0.8*dir(b)\n"
                            "event turn when t > 2 { set a' = -a'; set b' = -b' }\n");
    assert_near(machine_event(&x, "turn", 0)->t, 2, 1e-15);
    assert_near(machine_q(&x, "a"), 1.2, 1e-10);
    assert_near(machine_q(&x, "b"), 0.4, 1e-10);
    assert_near(machine_v(&x, "a"), -0.3, 1e-10);
    assert_near(machine_v(&x, "b"), 0.5, 1e-10);
    machine_free(&x);
}

static void reversible_with_constraints(void **state) {
    (void)state;
    machine x =
        machine_run(3, 1e-13,
                    "coord x = 0.6, y ~ -0.8, u = 1.2, w ~ -1\ngravity 9.81\nparticle p: mass 1 at [x, y]\n"
                    "particle q: mass 0.7 at [u, w]\nconstraint r1: norm(p) = 1\nconstraint r2: norm(q - p) = 0.7\n"
                    "event turn when t > 1.5 { set x' = -x'; set y' = -y'; set u' = -u'; set w' = -w' }\n");
    const sim_point *start = &x.result->initial;
    for (int i = 0; i < 4; i++)
        assert_near(x.result->final.q[i], start->q[i], 1e-9);
    assert_below(x.result->position_residual, 1e-14);
    assert_below(x.result->velocity_residual, 1e-13);
    assert_below(x.result->energy_drift, 1e-11);
    machine_free(&x);
}

/* Over many periods the constraints stay at rounding and the energy within what the tolerance allows. */
static void long_run_keeps_constraints(void **state) {
    (void)state;
    for (int k = 6; k <= 12; k += 3) {
        machine x = machine_run(100, pow(10, -k),
                                "coord x = 1, y ~ 0\nkinetic T = 1/2*(x'^2 + y'^2)\npotential V = 9.81*y\n"
                                "constraint string: x^2 + y^2 = 1\n");
        assert_below(x.result->position_residual, 1e-14);
        assert_below(x.result->velocity_residual, 1e-13);
        assert_below(x.result->energy_drift, 3000 * pow(10, -k));
        assert_true(x.result->lambda_unique);
        machine_free(&x);
    }
}

static const char *const STEADY = "coord a = 1.2, x = 0.5, y ~ 0\ngravity 9.81\nparticle p: mass 1 at dir(a)\n"
                                  "particle q: mass 0.7 at [x, y]\nconstraint rope: norm(q - p) = 1.1\n"
                                  "contact floor: y >= -50\nevent never when t > 1000 { stop }\n"
                                  "report peak = maximum(abs(lambda(rope))), average = mean(x^2)\n";

/* Twice the time takes not one byte more, with all that is watched along the way. */
static void stepping_allocates_nothing(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    o.until = 5;
    machine x = machine_run_with(o, "%s", STEADY);
    size_t used = base_arena_used(x.run_memory);
    long steps = x.result->steps;
    o.until = 10;
    machine y = machine_run_with(o, "%s", STEADY);
    assert_true(y.result->steps > steps + 20);
    assert_int_equal(base_arena_used(y.run_memory), used);
    machine_free(&x);
    machine_free(&y);
}

/* The same text gives the same bits, in a second run of one model as in a second model. */
static void runs_repeat_exactly(void **state) {
    (void)state;
    machine x = machine_run(3, 0, "%s", STEADY), y = machine_run(3, 0, "%s", STEADY);
    assert_memory_equal(x.result->final.q, y.result->final.q, 3 * sizeof(double));
    assert_memory_equal(x.result->final.v, y.result->final.v, 3 * sizeof(double));
    sim_options o = sim_options_default();
    o.until = 3;
    machine_again(&x, o);
    assert_memory_equal(x.result->final.q, y.result->final.q, 3 * sizeof(double));
    assert_memory_equal(x.result->reports, y.result->reports, 2 * sizeof(double));
    machine_free(&x);
    machine_free(&y);
}

/* Rows at regular times are those of the motion, and do not change it. */
static void regular_rows(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 2;
    o.every = 0.1;
    o.tolerance = 1e-12;
    machine x = machine_run_with(o, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\noutput a = x''\n");
    assert_int_equal(x.result->rows.len, 21);
    for (size_t i = 0; i < x.result->rows.len; i++) {
        const sim_point *p = &x.result->rows.at[i];
        assert_near(p->t, 0.1 * (double)i, 1e-14);
        assert_near(p->q[0], cos(2 * p->t), 1e-9);
        assert_near(p->outputs[0], -4 * cos(2 * p->t), 4e-9);
    }
    double x_end = machine_q(&x, "x");
    o.every = 0;
    machine_again(&x, o);
    assert_true(machine_q(&x, "x") == x_end);
    machine_free(&x);
}

static bool stop_after_ten(void *user, double t, double until, long steps) {
    *(double *)user = t;
    (void)until;
    return steps >= 10;
}

static void interrupt_keeps_results(void **state) {
    (void)state;
    double seen = 0;
    sim_options o = sim_options_default();
    o.until = 100;
    o.watch = stop_after_ten;
    o.user = &seen;
    machine x = machine_try(
        0, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\nreport last = final(x), sum = integral(x)\n");
    machine_again(&x, o);
    assert_int_equal(x.result->end, SIM_INTERRUPTED);
    assert_int_equal(x.result->steps, 10);
    assert_true(x.result->t == seen && seen > 0 && seen < 100);
    assert_near(machine_q(&x, "x"), cos(2 * seen), 1e-7);
    assert_near(machine_report(&x, "last"), cos(2 * seen), 1e-7);
    assert_near(machine_report(&x, "sum"), sin(2 * seen) / 2, 1e-7);
    assert_int_equal(x.result->rows.len, 11);
    machine_free(&x);
}

static void too_many_steps(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 100;
    o.max_steps = 5;
    machine x = machine_try(0, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\n");
    machine_again(&x, o);
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0506));
    assert_true(x.result->t > 0 && x.result->failure);
    machine_free(&x);
}

/* A motion that ends in a singularity ends in a finding at its time, not in a hang. */
static void collapse_is_reported(void **state) {
    (void)state;
    machine x = machine_try(5, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = -1/x\nreport last = final(x)\n");
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_true(machine_found(&x, DIAG_E0501) || machine_found(&x, DIAG_E0505));
    assert_near(x.result->t, PI / 2 / sqrt(2), 1e-3); /* half the period of the flat ellipse */
    machine_free(&x);
}

/* T + V is audited whatever the degree of T in q': its power is more than that of the forces then. */
static void kinetic_energies_of_other_degrees(void **state) {
    (void)state;
    static const char *const energies[] = {"x'^4/4 + x'^2/2", "2*(1 - sqrt(1 - x'^2/16))", "x'^2/2 + x'*x + 3"};
    for (size_t k = 0; k < sizeof energies / sizeof *energies; k++) {
        machine x = machine_run(3, 1e-11, "coord x = 1\nkinetic T = %s\npotential V = x^2\n", energies[k]);
        assert_below(x.result->energy_drift, 1e-9);
        machine_free(&x);
    }
}

/* Rows that nobody keeps are none, at regular times neither; and they cost no evaluation. */
static void rows_that_are_not_kept(void **state) {
    (void)state;
    long evaluations[2];
    for (int regular = 0; regular < 2; regular++) {
        sim_options o = sim_options_default();
        o.until = 2;
        o.every = regular ? 0.01 : 0;
        o.keep_trajectory = false;
        machine x = machine_run_with(o, "coord x = 1\nkinetic T = 1/2*x'^2\npotential V = 2*x^2\n");
        assert_int_equal(x.result->rows.len, 0);
        evaluations[regular] = x.result->evaluations;
        machine_free(&x);
    }
    assert_int_equal(evaluations[0], evaluations[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_dop853_is_eight),   cmocka_unit_test(error_follows_tolerance),
        cmocka_unit_test(motion_is_reversible),       cmocka_unit_test(reversible_with_constraints),
        cmocka_unit_test(long_run_keeps_constraints), cmocka_unit_test(stepping_allocates_nothing),
        cmocka_unit_test(runs_repeat_exactly),        cmocka_unit_test(regular_rows),
        cmocka_unit_test(interrupt_keeps_results),    cmocka_unit_test(too_many_steps),
        cmocka_unit_test(collapse_is_reported),       cmocka_unit_test(kinetic_energies_of_other_degrees),
        cmocka_unit_test(rows_that_are_not_kept),
    };
    static const char *const first_only[] = {"kinetic_energies_of_other_degrees", "stepping_allocates_nothing", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
