/* The variational integrator: equal steps of order 8, the energy without drift, constraints at both levels. */
#include "sim/support.h"

static motion stepped(const char *text, double step) {
    sim_options o = sim_options_default();
    o.method = "variational";
    o.first_step = step;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    assert_null(x.result->failure);
    return x;
}

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"

/* Half the step, the error by 2^8. */
static void the_order_is_eight(void **state) {
    (void)state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        motion x = stepped(SWING "simulate until 8\n", k ? 1 : 2);
        assert_int_equal(x.result->steps, k ? 8 : 4);
        error[k] = fabs(x.result->final.q[0] - cos(8));
        motion_end(&x);
    }
    assert_true(error[0] / error[1] > 128 && error[0] / error[1] < 512);
}

static void the_energy_has_no_drift(void **state) {
    (void)state;
    motion x =
        stepped("coord x = 1, y = 0\ninitial y' = 0.7\nkinetic T = (x'^2 + y'^2)/2\npotential V = -1/hypot(x, y)\n"
                "simulate until 300\n",
                0.1);
    double early = 0, late = 0;
    for (size_t i = 0; i < x.result->rows.len; i++) {
        double off = fabs(x.result->rows.at[i].energy - x.result->rows.at[0].energy);
        if (x.result->rows.at[i].t < 100)
            early = fmax(early, off);
        else if (x.result->rows.at[i].t > 200)
            late = fmax(late, off);
    }
    assert_true(late <= 1.2 * early + 1e-12);
    motion_end(&x);
}

static void constraints_hold_exactly(void **state) {
    (void)state;
    motion x = stepped("coord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\nconstraint c: x^2 + y^2 = 25\n"
                       "simulate until 4\nreport a = final(x), n = final(lambda(c))\n",
                       0.02);
    /* on the circle with speed 10 clockwise: the angle 40/5 */
    double angle = atan2(4, 3) - 8;
    assert_near(motion_report(&x, "a"), 5 * cos(angle), 1e-8);
    assert_near(motion_report(&x, "n"), 2, 1e-7);
    assert_true(x.result->position_residual < 1e-12 && x.result->velocity_residual < 1e-11);
    motion_end(&x);
}

/* Forces and quadratures follow, events are found between. */
static void forces_integrals_and_events(void **state) {
    (void)state;
    motion x =
        stepped("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = -x'\nsimulate until 2\n"
                "event half when x > 0.5 { set x' = 2*x' }\nreport t1 = time(half), j = integral(x'), e = final(x)\n",
                0.05);
    assert_near(motion_report(&x, "t1"), log(2), 1e-9);
    assert_near(motion_report(&x, "e"), 0.5 + 1 - exp(-(2 - log(2))), 1e-9);
    assert_near(motion_report(&x, "j"), motion_report(&x, "e"), 1e-3); /* by the trapezoidal rule */
    motion_end(&x);
}

/* Chosen by itself the step divides the run; the dense output lies on the motion. */
static void steps_are_chosen_and_interpolated(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.method = "variational";
    o.every = 0.1;
    motion x = motion_begin_with(SWING "simulate until 3\n", o);
    motion_finish(&x);
    assert_int_equal(x.result->rows.len, 31);
    for (size_t i = 0; i < 31; i++)
        assert_near(x.result->rows.at[i].q[0], cos((double)i * 0.1), 1e-6);
    assert_near(x.result->t, 3, 0);
    motion_end(&x);
}

static void what_it_cannot_do(void **state) {
    (void)state;
    motion_fails("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint c: x' = 2*y'*cos(x)\n"
                 "simulate until 1, method variational\n",
                 DIAG_E0511, "does not support 'c', which contains velocities");
    motion_fails(
        "coord x = 0\nkinetic T = x'^2\ngeneralized f: x = 0.5 - sign(x')\nsimulate until 1, method variational\n",
        DIAG_E0511, "the method 'variational' cannot slide");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_eight),
        cmocka_unit_test(the_energy_has_no_drift),
        cmocka_unit_test(constraints_hold_exactly),
        cmocka_unit_test(forces_integrals_and_events),
        cmocka_unit_test(steps_are_chosen_and_interpolated),
        cmocka_unit_test(what_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
