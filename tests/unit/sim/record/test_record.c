/* Points, reduced quantities, expectations and the energy audit. */
#include "sim/record/record.h"
#include "sim/support.h"

#define FALL                                                                                                           \
    "param m = 2\ncoord y = 20, z = 1\ninitial z' = 3\ngravity 10\nparticle p: mass m at [0, y]\nkinetic K = z'^2/2\n" \
    "simulate until 1\n"

static motion finished(const char *text) {
    motion x = motion_begin(text);
    motion_finish(&x);
    return x;
}

static void a_point_has_all_there_is(void **state) {
    (void)state;
    motion x = motion_begin(FALL "constraint c: z = y - 19 off\ncontact floor: y >= 20\noutput o = y*z'\n");
    assert_true(motion_evaluate(&x));
    sim_point p = record_point(x.s);
    const double got[] = {p.t, p.q[0], p.q[1], p.v[1], p.lambda[0], p.lambda[1], p.outputs[0], p.kinetic, p.potential},
                 want[] = {0, 20, 1, 3, 0, -20, 60, 4.5, 400};
    for (int i = 0; i < 9; i++)
        assert_near(got[i], want[i], 1e-13);
    assert_near(p.energy, 404.5, 1e-13);
    assert_near(record_energy_now(x.s), 404.5, 1e-13);
    assert_near(record_energies(x.s).kinetic, 4.5, 1e-14);
    sim_point other = record_point(x.s);
    assert_false(record_points_differ(x.s, &p, &other));
    other.v[1] = 3.0000001;
    assert_true(record_points_differ(x.s, &p, &other));
    other.v[1] = 3;
    other.q[0] = NAN;
    assert_true(record_points_differ(x.s, &p, &other));
    motion_end(&x);
}

/* y = 20 - 5 t^2: every reducer. */
static void reducers_of_a_fall(void **state) {
    (void)state;
    motion x = finished(FALL "event half when y < 18.75 { }\nevent never when y > 30 { }\n"
                             "report a = initial(y), b = final(y), c = minimum(y), d = maximum(y), e = mean(y)\n"
                             "report f = integral(y), g = at(half, y'), h = time(half), i = time(never)\n"
                             "report j = max(final(y), time(never)), k = m*final(y)^2\n");
    const double want[] = {20, 15, 15, 20, 20 - 5 / 3.0, 20 - 5 / 3.0, -5, 0.5, NAN, NAN, 450};
    for (int i = 0; i < 11; i++)
        if (isnan(want[i]))
            assert_true(isnan(x.result->reports[i]));
        else
            assert_near(x.result->reports[i], want[i], 1e-10);
    motion_end(&x);
}

/* The first time counts. */
static void events_that_come_again(void **state) {
    (void)state;
    motion x = finished("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\n"
                        "event down when x < 0 { }\nreport a = time(down), b = at(down, x')\n");
    assert_true(x.result->events.len == 2);
    assert_near(motion_report(&x, "a"), PI / 2, 1e-9);
    assert_near(motion_report(&x, "b"), -1, 1e-8);
    motion_end(&x);
}

static void expectations_are_judged(void **state) {
    (void)state;
    static const struct {
        const char *expect;
        bool ok;
    } cases[] = {{"final(y) = 15 within 0.001", true},
                 {"final(y) = 15.002 within 0.001", false},
                 {"final(y) = 15.1 within 1%", true},
                 {"final(y) = 15.1 within 0.6%", false},
                 {"final(y) < 15.1", true},
                 {"final(y) < 14.9", false},
                 {"initial(y) <= 20", true},
                 {"initial(y) < 20", false},
                 {"final(y) > 14.9", true},
                 {"final(y) > 15.1", false},
                 {"initial(y) >= 20", true},
                 {"initial(y) > 20", false},
                 {"time(never) > 0", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text, FALL "event never when y > 30 { }\nexpect %s\nexpect 1 < 2\n", cases[k].expect);
        motion x = finished(text);
        assert_int_equal(x.result->expect_ok[0], cases[k].ok);
        assert_true(x.result->expect_ok[1]);
        assert_int_equal(x.result->expects_hold, cases[k].ok);
        motion_end(&x);
    }
}

/* Energy less work; what events do to it is no drift. */
static void the_balance_of_energy(void **state) {
    (void)state;
    motion x = finished("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 2 - x'\nsimulate until 1\n"
                        "event kick when t > 0.5 { set x' = 3*x' }\n");
    assert_true(x.result->energy_drift < 1e-8);
    motion_end(&x);
    x = motion_begin("coord x = 0\ninitial x' = 2\nkinetic T = x'^2/2\nsimulate until 1\n");
    x.s->y[1] = 2.4; /* from 2 to 2.88 of 2.88 */
    assert_true(motion_evaluate(&x));
    record_energy(x.s);
    assert_near(x.s->energy_worst, 0.88, 1e-14);
    assert_near(x.s->energy_scale, 2.88, 1e-14);
    record_final(x.s);
    assert_near(x.result->energy_drift, 0.88 / 2.88, 1e-14);
    assert_int_equal(x.result->doubts.len, 1);
    assert_int_equal(x.result->doubts.at[0]->code, DIAG_W0518);
    motion_end(&x);
}

static void residuals_are_the_largest_ever(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n");
    x.s->y[1] = 4.5;
    assert_true(motion_evaluate(&x));
    dynamics_matrices(x.s);
    record_energy(x.s);
    assert_near(x.result->position_residual, 4.25, 1e-14);
    x.s->y[1] = 4;
    assert_true(motion_evaluate(&x));
    record_energy(x.s);
    assert_near(x.result->position_residual, 4.25, 1e-14);
    motion_end(&x);
}

static void contacts_are_recorded(void **state) {
    (void)state;
    motion x = motion_begin("coord y = 0\ngravity 10\nparticle p: mass 1 at [0, y]\ncontact floor: y >= 0\n"
                            "report r = time(floor.close)\n");
    assert_true(motion_evaluate(&x));
    sim_point before = record_point(x.s);
    x.s->t = 0.5;
    record_reducers_at_event(x.s, (event_ref){EVENT_CLOSE, 0});
    record_contact(x.s, EVENT_CLOSE, 0, &before, NULL);
    x.s->t = 0.7;
    record_reducers_at_event(x.s, (event_ref){EVENT_CLOSE, 0});
    record_contact(x.s, EVENT_CLOSE, 0, NULL, NULL);
    record_choices(x.s, 1);
    assert_near(x.s->reduced[0], 0.5, 0);
    assert_true(x.result->events.at[0].differs && !x.result->events.at[1].differs);
    assert_null(x.result->events.at[0].choice);
    assert_ptr_equal(x.result->events.at[1].choice, &x.s->mode->told);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_has_all_there_is), cmocka_unit_test(reducers_of_a_fall),
        cmocka_unit_test(events_that_come_again),   cmocka_unit_test(expectations_are_judged),
        cmocka_unit_test(the_balance_of_energy),    cmocka_unit_test(residuals_are_the_largest_ever),
        cmocka_unit_test(contacts_are_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
