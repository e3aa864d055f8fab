/* States and memories: lags, a motor, integrals of errors against closed forms, in every kind of run. */
#include "machine.h"

#include <math.h>

/* The lag alone has a closed form, whatever the unit. */
static void lag(void **state) {
    (void)state;
    static const double sizes[] = {1, 1e-6, 1e9};
    for (int k = 0; k < 3; k++) {
        const double U = 3 * sizes[k];
        machine x = machine_run(2, 1e-10,
                                "param U = %.17g, tau = 0.7\nstate u = 0, rate (U - u)/tau\ncoord x = 0\n"
                                "kinetic T = x'^2/2\nreport end = final(u), slope = final(u'), area = integral(u)\n"
                                "report half = time(there)\nevent there when u > U/2 {}\n",
                                U);
        const double end = U * (1 - exp(-2 / 0.7));
        assert_close(machine_report(&x, "end"), end, 1e-10);
        assert_close(machine_report(&x, "slope"), (U - end) / 0.7, 1e-9);
        assert_close(machine_report(&x, "area"), 2 * U - 0.7 * end, 1e-9);
        assert_close(machine_report(&x, "half"), 0.7 * log(2), 1e-9);
        assert_close(machine_v(&x, "u"), end, 1e-10);
        machine_free(&x);
    }
}

/* J w' = K i, L i' = U - R i - K w: two real rates. */
static void motor(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "cvode", "auto", "taylor"};
    const double U = 12, R = 1.5, L = 2e-3, K = 0.05, J = 2e-4, t = 0.1;
    const double root = sqrt(R * R / (4 * L * L) - K * K / (L * J)), a = -R / (2 * L) - root, b = -R / (2 * L) + root;
    const double i = U / L * (exp(b * t) - exp(a * t)) / (b - a);
    const double w = U / K * (1 + (b * exp(a * t) - a * exp(b * t)) / (a - b));
    for (int k = 0; k < 4; k++) {
        sim_options o = sim_options_default();
        o.until = t;
        o.tolerance = 1e-10;
        o.method = methods[k];
        if (sim_method_trouble(methods[k], NULL))
            continue;
        machine x =
            machine_run_with(o,
                             "param U = %.17g V, R = %.17g ohm, L = %.17g H, K = %.17g N m/A, J = %.17g kg m^2\n"
                             "coord theta = 0 rad\nstate i = 0 A, rate (U - R*i - K*theta')/L\n"
                             "kinetic T = J*theta'^2/2\ngeneralized drive: theta = K*i\n",
                             U, R, L, K, J);
        assert_close(machine_v(&x, "i"), i, 1e-7);
        assert_close(machine_v(&x, "theta"), w, 1e-7);
        assert_below(x.result->energy_drift, 1e-5);
        machine_free(&x);
    }
}

/* What a state does to a potential is work: a spring whose end a lag moves. */
static void potential_that_follows(void **state) {
    (void)state;
    machine x =
        machine_run(3, 1e-11,
                    "coord x = 0.3\nstate s = 1, rate -s + 0.2*x\nkinetic T = x'^2/2\n"
                    "potential V = 2*(x - s)^2\nspring k: from [0, 0] to [x + 3, 0], stiffness 1, length 1 + s\n");
    assert_below(x.result->energy_drift, 1e-9);
    machine_free(&x);
}

/* An integral of the error brings a weight to the height that is asked for. */
static void integral_of_an_error(void **state) {
    (void)state;
    machine x = machine_run(60, 1e-9,
                            "param kp = 20, ki = 15, kd = 8, want = 0.4\ncoord y = 0\nstate e = 0, rate want - y\n"
                            "gravity 9.81\nparticle m: mass 1 at [0, y]\n"
                            "generalized u: y = kp*(want - y) + ki*e - kd*y'\n");
    assert_near(machine_q(&x, "y"), 0.4, 1e-9);
    assert_near(machine_v(&x, "e"), 9.81 / 15, 1e-9);
    machine_free(&x);
}

/* The start of a state that is asked for nothing but that another condition holds. */
static void start_that_is_found(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-10,
                            "param k = 2, m = 3, g = 9.81\ncoord x = 0\nstate i ~ 1, rate 0\nkinetic T = m*x'^2/2\n"
                            "potential V = m*g*x\ngeneralized f: x = k*i\ninitial k*i = m*g\n");
    assert_near(point_v(&x, &x.result->initial, "i"), 3 * 9.81 / 2, 1e-12);
    assert_near(machine_q(&x, "x"), 0, 1e-12);
    machine_free(&x);
}

/* A memory keeps what an event gave it, to the last bit, also when bodies and coordinates come and go. */
static void memories_keep(void **state) {
    (void)state;
    machine x = machine_run(2, 1e-9,
                            "coord a = -pi/2\ninitial a' = 8\nstate s = 1, rate -0.3*s\nmemory m = 0.1\ngravity 9.81\n"
                            "rod arm: mass 1, from [0, 0] to 1.5*dir(a)\nparticle stone: mass 0.2 at 1.5*dir(a)\n"
                            "event keep when a > 0 { set m = a' + s }\n"
                            "event release when a > pi/4 { free stone }\nreport m0 = at(keep, a' + s)\n");
    assert_true(machine_event_count(&x, "release") == 1);
    assert_near(machine_v(&x, "m"), machine_report(&x, "m0"), 0);
    assert_close(machine_v(&x, "s"), exp(-0.6), 1e-9);
    machine_free(&x);
}

/* A rate with switches is integrated piece by piece: charging stops at a limit. */
static void rate_in_pieces(void **state) {
    (void)state;
    machine x = machine_run(
        4, 1e-10,
        "coord x = 0\nkinetic T = x'^2/2\nstate s = 0, rate if t < 1 then 2 else if t < 2.5 then -1 else 0\n"
        "state c = 0, rate max(0, 1 - abs(t - 2))\n");
    assert_near(machine_v(&x, "s"), 0.5, 1e-12);
    assert_near(machine_v(&x, "c"), 1, 1e-12);
    machine_free(&x);
}

/* Impacts do not touch states. */
static void impacts_leave_states(void **state) {
    (void)state;
    machine x = machine_run(3, 1e-10,
                            "coord y = 1\nstate s = 1, rate -0.5*s\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                            "contact floor: y >= 0, restitution 0.5\n");
    assert_close(machine_v(&x, "s"), exp(-1.5), 1e-9);
    machine_free(&x);
}

/* A double integrator whose force is held between samples has an exact solution in steps. */
static void sampled_controller(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "cvode", "auto", "taylor"};
    const double kp = 3, kd = 0.5, T = 0.07, until = 5;
    for (int k = 0; k < 4; k++) {
        sim_options o = sim_options_default();
        o.until = until;
        o.tolerance = 1e-9;
        o.method = methods[k];
        if (sim_method_trouble(methods[k], NULL))
            continue;
        machine x = machine_run_with(o,
                                     "param kp = %g, kd = %g, T = %g\ncoord q = 1\nmemory u = 0, n = 0\n"
                                     "kinetic K = q'^2/2\ngeneralized f: q = u\n"
                                     "event tick every T { set u = -kp*q - kd*q', n = n + 1 }\n",
                                     kp, kd, T);
        double q = 1, v = 0, left = until;
        int ticks = 0;
        for (; left > 0; left = until - ticks * T) {
            const double u = -kp * q - kd * v, h = fmin(T, left);
            q += h * v + u * h * h / 2;
            v += h * u;
            ticks++;
        }
        assert_near(machine_q(&x, "q"), q, k ? 1e-6 : 1e-12); /* cvode: errors add up over the restarts */
        assert_near(machine_v(&x, "q"), v, k ? 1e-6 : 1e-12);
        assert_near(machine_v(&x, "n"), ticks, 0);
        assert_int_equal(x.result->events.len, 0);
        machine_free(&x);
    }
}

/* Instants are whole multiples, not sums: after 100 000 of them nothing has drifted; one at the end counts. */
static void ticks_do_not_drift(void **state) {
    (void)state;
    machine x = machine_run(1000, 1e-6,
                            "coord q = 0\nmemory last = -1, n = 0, m = 0\nkinetic K = q'^2/2\n"
                            "event tick every 0.01 { set last = t, n = n + 1 }\n"
                            "event late every 0.03 from 0.005 { set m = m + 1 }\n");
    assert_near(machine_v(&x, "n"), 100001, 0);
    assert_near(machine_v(&x, "last"), 1000, 0);
    assert_near(machine_v(&x, "m"), 33334, 0);
    machine_free(&x);
}

/* At one instant: periodic events in the order of the text, each followed by what its memory makes true. */
static void order_of_ticks(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-9,
                            "coord q = 0\nmemory a = 0, b = 0, c = 0, d = 0\nkinetic K = q'^2/2\n"
                            "event first every 0.1 from 0.3 { set a = a + 1 }\n"
                            "event seen when a > 0.5 { set d = 10*b + 1 }\n"
                            "event second every 0.3 from 0.3 { set b = a }\n"
                            "event third every 0.05 after second { set c = c + 1 }\n");
    assert_near(machine_v(&x, "a"), 8, 0);
    assert_near(machine_v(&x, "b"), 7, 0); /* at 0.9, after the seventh of the first */
    assert_near(machine_v(&x, "c"), 15, 0);
    assert_near(machine_v(&x, "d"), 1, 0);
    machine_free(&x);
}

/* What one event sets is computed from the present, also where another one's values share parts with it. */
static void ticks_that_share_parts(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-10,
                            "coord q = 1\ninitial q' = 2\nmemory a = 0, b = 0\nkinetic K = q'^2/2\n"
                            "event first every 0.3 { set a = a + 0.1*q^2 }\n"
                            "event second every 0.55 from 0.1 { set b = 0.1*q^2 - 1 }\n");
    const double p[] = {1, 1.6, 2.2, 2.8}, q = 1 + 2 * 0.65;
    assert_near(machine_v(&x, "a"), 0.1 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]), 1e-12);
    assert_near(machine_v(&x, "b"), 0.1 * q * q - 1, 1e-12);
    machine_free(&x);
}

/* What is set may let a contact open, and limits the integral that is held. */
static void ticks_and_contacts(void **state) {
    (void)state;
    machine x = machine_run(1, 1e-10,
                            "coord y = 0\nmemory F = 0\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                            "contact floor: y >= 0\ngeneralized lift: y = min(F, 12)\n"
                            "event tick every 0.25 { set F = F + 7 }\n");
    /* 7 at 0: rests; 14 at 0.25, of which 12 count: rises with 2 */
    assert_int_equal(machine_event_count(&x, "floor.open"), 1);
    assert_near(machine_event(&x, "floor.open", 0)->t, 0.25, 1e-12);
    assert_near(machine_q(&x, "y"), 0.75 * 0.75, 1e-9);
    machine_free(&x);
}

/* Periodic events that do more than set states are events like others. */
static void ticks_that_are_listed(void **state) {
    (void)state;
    machine x = machine_run(1.05, 1e-9,
                            "coord q = 0\nkinetic K = q'^2/2\nevent kick every 0.5 from 0.25 { set q' = q' + 1 }\n"
                            "event mark every 0.2 from 0.1 {}\n"
                            "event end every 1.01 from 1.01 { stop }\nreport x1 = at(kick, t), tm = time(mark)\n");
    assert_int_equal(machine_event_count(&x, "kick"), 2);
    assert_near(machine_event(&x, "kick", 1)->t, 0.75, 0);
    assert_near(machine_q(&x, "q"), 0.5 + 2 * 0.26, 1e-12);
    assert_near(machine_report(&x, "x1"), 0.25, 0);
    assert_near(machine_report(&x, "tm"), 0.1, 0);
    machine_free(&x);
}

/* What has no inertia is in no kinetic energy, also where that is the quadratic part of a Lagrangian. */
static void lagrangian_beside_states(void **state) {
    (void)state;
    machine x = machine_run(1, 0,
                            "coord x = 1\ninitial x' = 1\nstate s = 2, rate 5*x\nmemory c = 3\n"
                            "particle b: mass 2 at [x, 0]\nlagrangian L = x*x'/2 + x + x^2*x'^2/2\n"
                            "event late when t > 0.5 { set c = 7 }\noutput T = kinetic, V = potential\n"
                            "report off = maximum(abs(kinetic - (1 + x^2/2)*x'^2))\n"
                            "report kept = maximum(abs(potential + x))\n");
    assert_near(machine_report(&x, "off"), 0, 1e-12);
    assert_near(machine_report(&x, "kept"), 0, 1e-12);
    assert_near(machine_output(&x, "T") + machine_output(&x, "V"), 0.5, 1e-9);
    machine_free(&x);
}

static void methods_that_refuse(void **state) {
    (void)state;
    machine x =
        machine_try(1, "coord x = 0\nstate s = 1, rate -s\nkinetic T = x'^2/2\nsimulate until 1, method variational\n");
    assert_true(machine_found(&x, DIAG_E0511));
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lag),
        cmocka_unit_test(motor),
        cmocka_unit_test(potential_that_follows),
        cmocka_unit_test(integral_of_an_error),
        cmocka_unit_test(start_that_is_found),
        cmocka_unit_test(memories_keep),
        cmocka_unit_test(rate_in_pieces),
        cmocka_unit_test(impacts_leave_states),
        cmocka_unit_test(sampled_controller),
        cmocka_unit_test(ticks_do_not_drift),
        cmocka_unit_test(order_of_ticks),
        cmocka_unit_test(ticks_that_share_parts),
        cmocka_unit_test(ticks_and_contacts),
        cmocka_unit_test(ticks_that_are_listed),
        cmocka_unit_test(lagrangian_beside_states),
        cmocka_unit_test(methods_that_refuse),
    };
    static const char *const first_only[] = {"potential_that_follows", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
