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

/* Forward, then with all velocities turned round: each step is its own inverse, so that the way leads back. */
static void the_way_leads_back(void **state) {
    (void)state;
    static const struct {
        const char *rest;
        double q[2], v[2];
    } cases[] = {
        {"kinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2 + y^4/4 + x*y\n", {1, 0.5}, {0.2, -0.3}},
        {"kinetic T = (x'^2*(2 + cos(y)) + y'^2)/2\npotential V = 1 - cos(x)\n", {0.4, 1}, {1, 0.7}},
        {"kinetic T = (x'^2 + y'^2)/2\npotential V = 9.81*y\nconstraint rod: x^2 + y^2 = 25\n", {3, -4}, {2, 1.5}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double q[] = {cases[k].q[0], cases[k].q[1]}, v[] = {cases[k].v[0], cases[k].v[1]};
        for (int way = 0; way < 2; way++) {
            char text[500];
            snprintf(text, sizeof text,
                     "coord x ~ %.17g, y ~ %.17g\ninitial x' ~ %.17g\ninitial y' ~ %.17g\n%ssimulate until 2\n", q[0],
                     q[1], v[0], v[1], cases[k].rest);
            motion x = stepped(text, 0.05);
            for (int i = 0; i < 2; i++) {
                q[i] = x.result->final.q[i];
                v[i] = -x.result->final.v[i];
            }
            motion_end(&x);
        }
        for (int i = 0; i < 2; i++) {
            assert_near(q[i], cases[k].q[i], 1e-9);
            assert_near(v[i], cases[k].v[i], 1e-8);
        }
    }
}

/* Momenta of coordinates that do not occur are kept to rounding, however long the steps. */
static void momenta_are_kept(void **state) {
    (void)state;
    static const double steps[] = {0.5, 0.1, 0.02};
    for (int k = 0; k < 3; k++) {
        motion x = stepped("coord r = 1, w = 0\ninitial w' = 1.2\nkinetic T = (r'^2 + r^2*w'^2)/2\npotential V = -1/r\n"
                           "simulate until 10\nreport p = final(r^2*w')\n",
                           steps[k]);
        assert_near(motion_report(&x, "p"), 1.2, 1e-11);
        motion_end(&x);
    }
}

static void fails(const char *text, const char *message) {
    sim_options o = sim_options_default();
    o.method = "variational";
    motion x = motion_try_with(text, o);
    if (!x.result->start_failed)
        motion_finish(&x);
    const finding *f = x.result->failure;
    if (!f || f->code != DIAG_E0511 || !strstr(f->message, message)) {
        bench_print_findings(&x.of);
        fail_msg("wanted '%s'", message);
    }
    motion_end(&x);
}

/* What follows from no action is refused by its name. */
static void states_and_memories(void **state) {
    (void)state;
    fails(SWING "state s = 1, rate -s\nsimulate until 1\n", "does not support the state 's'");
    fails(SWING "memory m = 1\nevent e when x < 0 { set m = 2 }\nsimulate until 1\n",
          "does not support the memory 'm'");
}

/* Momentum and angular momentum of what has them stay to rounding, step by step. */
static void momenta_stay(void **state) {
    (void)state;
    motion x = stepped("coord x = 1, y = 0, u = -2, w = 0.5\ninitial x' = 0.1, y' = 0.7, w' = -0.4\n"
                       "kinetic T = (x'^2 + y'^2 + 2*u'^2 + 2*w'^2)/2\npotential V = -1/hypot(x - u, y - w)\n"
                       "output p = x' + 2*u', q = y' + 2*w', l = x*y' - y*x' + 2*(u*w' - w*u')\nsimulate until 20\n",
                       0.1);
    for (int k = 0; k < 3; k++) {
        double most = 0;
        for (size_t i = 0; i < x.result->rows.len; i++)
            most = fmax(most, fabs(x.result->rows.at[i].outputs[k] - x.result->rows.at[0].outputs[k]));
        assert_true(x.result->rows.len > 100 && most < 1e-11);
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_eight),
        cmocka_unit_test(the_energy_has_no_drift),
        cmocka_unit_test(constraints_hold_exactly),
        cmocka_unit_test(forces_integrals_and_events),
        cmocka_unit_test(steps_are_chosen_and_interpolated),
        cmocka_unit_test(what_it_cannot_do),
        cmocka_unit_test(the_way_leads_back),
        cmocka_unit_test(momenta_are_kept),
        cmocka_unit_test(states_and_memories),
        cmocka_unit_test(momenta_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
