/* The loop of a run: how it goes on, what ends it, and what it says then. */
#include "sim/support.h"

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"

static void ends_and_tolerances(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    assert_near(x.s->t_end, 10, 0);
    assert_near(x.s->tolerance, 1e-9, 0);
    motion_end(&x);
    x = motion_begin(SWING "simulate until 3, tolerance 1e-6\n");
    assert_near(x.s->t_end, 3, 0);
    assert_near(x.result->tolerance, 1e-6, 0);
    motion_end(&x);
    sim_options o = sim_options_default();
    o.until = 5;
    o.tolerance = 1e-4;
    x = motion_begin_with(SWING "simulate until 3, tolerance 1e-6\n", o);
    assert_near(x.s->t_end, 5, 0);
    assert_near(x.s->tolerance, 1e-4, 0);
    motion_finish(&x);
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_near(x.result->t, 5, 0);
    assert_near(x.result->final.q[0], cos(5), 1e-3);
    motion_end(&x);
}

static void a_run_of_length_zero(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 0;
    motion x = motion_begin_with(SWING, o);
    assert_false(run_goes_on(x.s));
    motion_finish(&x);
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_int_equal(x.result->steps, 0);
    assert_near(x.result->final.q[0], 1, 0);
    motion_end(&x);
}

static bool stop_at_third(void *user, double t, double until, long steps) {
    assert_true(t <= until);
    return ++*(int *)user && steps >= 3;
}

static void a_watch_interrupts(void **state) {
    (void)state;
    int calls = 0;
    sim_options o = sim_options_default();
    o.watch = stop_at_third;
    o.user = &calls;
    motion x = motion_begin_with(SWING, o);
    motion_finish(&x);
    assert_int_equal(x.result->end, SIM_INTERRUPTED);
    assert_int_equal(x.result->steps, 3);
    assert_int_equal(calls, 4);
    motion_end(&x);
}

static void steps_are_limited(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.max_steps = 5;
    motion x = motion_begin_with(SWING, o);
    motion_finish(&x);
    assert_int_equal(x.result->failure->code, DIAG_E0506);
    assert_int_equal(x.result->steps + x.result->rejected, 5);
    motion_end(&x);
}

/* What the stages of a long step cannot see is looked at in shorter ones. */
static void events_are_met_in_their_order(void **state) {
    (void)state;
    motion x = motion_begin(SWING "simulate until 7\nevent a when x < 0 { }\nevent b when x' > 0 { }\n"
                                  "event c when x'' > 0.999 { }\nevent d when x > 0.5 after b { }\n");
    motion_finish(&x);
    static const int index[] = {0, 2, 1, 3};
    const double at[] = {PI / 2, PI - acos(0.999), PI, 2 * PI - acos(0.5)};
    size_t found = 0;
    for (size_t i = 0; i < x.result->events.len && found < 4; i++, found++) {
        assert_int_equal(x.result->events.at[i].ref.index, index[i]);
        assert_near(x.result->events.at[i].t, at[i], 1e-8);
    }
    assert_int_equal(found, 4);
    motion_end(&x);
}

/* Dry friction holds until the force exceeds it: m x'' = t - 2 from t = 2 on. */
static void sliding_along_a_boundary_ends_in_time(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = t - 2*sign(x')\nsimulate until 4\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], 2, 1e-9);
    assert_near(x.result->final.q[0], 8 / 6.0, 1e-9);
    motion_end(&x);
}

static void runs_that_cannot_go_on(void **state) {
    (void)state;
    motion_fails("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = x'^2\nsimulate until 2\n",
                 DIAG_E0501, "");
    motion_fails("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\nsimulate until 2\n", DIAG_E0501,
                 "has no value from t = 1 s on");
    motion_fails(
        "coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = 0.5*t - sign(x')\nevent e when sign(x') > 0.5 { }\n",
        DIAG_E0519, "the condition of 'e' has no value from t = 0 s on");
}

/* Of an expression of the memory n, by so many steps at most: the text of a model. */
typedef struct valueless_case {
    const char *value, *within, *place, *start, *set;
} valueless_case;

static void check_valueless(const valueless_case *c, const char *method, bool ends) {
    char value[100], force[300], text[900];
    snprintf(value, sizeof value, c->within, c->value);
    snprintf(force, sizeof force, c->place, value);
    snprintf(text, sizeof text,
             "coord x = 1\nkinetic T = x'^2/2\nmemory n = %s, u = 2\nevent kick when t > 0.5 { set n = %s }\n%s"
             "simulate until 1\n",
             c->start, c->set, force);
    sim_options o = sim_options_default();
    o.method = method;
    o.max_steps = 10000;
    motion x = motion_try_with(text, o);
    if (!x.result->start_failed)
        motion_finish(&x);
    const finding *f = x.result->failure;
    if (ends ? !f || f->code != DIAG_E0505 || f->at.end == 0 : f != NULL) {
        bench_print_findings(&x.of);
        fail_msg("%s: %s by %s", ends ? "should end with E0505 at its place" : "should run", text, method);
    }
    motion_end(&x);
}

static void for_all_methods(const valueless_case *c, bool ends) {
    static const char *const methods[] = {"dop853", "taylor", "cvode", "auto"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (ode_method_is_there(sim_find_method(methods[i])))
            check_valueless(c, methods[i], ends);
}

/* Wherever it stands, however it is wrapped, from the start on, after an event or in what a clock samples: steps that
   become ever shorter would not find a value. */
static void what_has_no_value_ends_the_run(void **state) {
    (void)state;
    static const char *const values[] = {"1/n", "1e300/n", "sqrt(n - 1)", "log(n - 1)"};
    static const char *const within[] = {"tanh(%s)", "tanh(max(t, %s))", "exp(-abs(%s))",
                                         "sin(%s)",  "1/(1 + exp(%s))",  "sign(sqrt(-1 - n^2)*(%s))",
                                         "%s"};
    static const char *const places[] = {
        "generalized f: x = %s\n", "state s = 0.2, rate %s\n", "potential V = x*(2 + %s)\n",
        "generalized f: x = 2\nfriction r: limit 1 + %s along x\n", "let a(b) = b + 1\ngeneralized f: x = a(%s)\n"};
    for (size_t v = 0; v < sizeof values / sizeof *values; v++)
        for (size_t w = 0; w < sizeof within / sizeof *within; w++)
            for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
                for_all_methods(&(valueless_case){values[v], within[w], places[p], "0", "2"}, true);
                if (v != 1) /* of the greatest numbers nothing is left to be seen before the event */
                    for_all_methods(&(valueless_case){values[v], within[w], places[p], "2", "0"}, true);
            }
    static const valueless_case sampled = {
        "1/n", "%s", "event tick every 0.25 { set u = %s }\ngeneralized f: x = tanh(u)\n", "2", "0"};
    for_all_methods(&sampled, true);
    for_all_methods(&(valueless_case){"log(n)", "sin(%s)", "generalized f: x = %s\n", "0", "2"}, true);
}

/* What is not chosen need not have a value, nor what is so large that something else is chosen, or that it stops
   counting. */
static void what_does_not_count_needs_no_value(void **state) {
    (void)state;
    static const valueless_case cases[] = {
        {"1/n", "if n > 0 then tanh(%s) else 1", "generalized f: x = %s\n", "0", "1"},
        {"log(n - 1)", "if n > 1 then sign(%s) else 1", "generalized f: x = %s\n", "0", "2"},
        {"1/(x - 1.02)", "if x > 1.02 then exp(-%s) else 0.5", "generalized f: x = %s\n", "0", "1"},
        {"1/x'", "tanh(min(1, %s))", "generalized f: x = %s\n", "0", "1"},
        {"exp(1000*x)", "1/(1 + %s)", "generalized f: x = %s\n", "0", "1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for_all_methods(&cases[i], false);
}

/* Power over speed, which is infinite at rest: the other arm of the minimum counts there. */
static void an_infinite_arm_is_not_chosen(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 2*tanh(min(1, 1/x'))\n"
                            "simulate until 0.5\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], tanh(1), 1e-9);
    assert_near(x.result->final.q[0], 0.25 * tanh(1), 1e-9);
    motion_end(&x);
}

/* A short pulse in the arm that a parameter chooses is met, however long the steps before it. */
static void a_parameter_chooses_a_pulse(void **state) {
    (void)state;
    motion x = motion_begin("param p = 1\ncoord x = 0\nkinetic T = x'^2/2\n"
                            "generalized f: x = if p > 0 then exp(-((t - 5.123)/1e-4)^2) else 0\nsimulate until 10\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], 1e-4 * sqrt(acos(-1)), 1e-9);
    motion_end(&x);
}

/* Rows that become dependent for a while. */
static void dependent_rows_are_noted(void **state) {
    (void)state;
    motion x = motion_try("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint a: x = 0\nconstraint b: 2*x = 0\n"
                          "simulate until 3\nevent off_ when t > 1 { drop b }\n");
    motion_finish(&x);
    assert_false(x.result->lambda_unique);
    assert_near(x.result->dependent_from, 0, 0);
    assert_near(x.result->dependent_to, 1, 1e-9);
    assert_near(x.result->dependent_time, 1, 1e-9);
    motion_end(&x);
}

static void the_start_alone(void **state) {
    (void)state;
    bench of = bench_read("coord x ~ 6, y ~ 8, z = 0\ninitial z' = 2\nkinetic T = x'^2 + y'^2 + z'^2\n"
                          "constraint c: x^2 + y^2 = 25\ncontact floor: z >= 0\n");
    double q[3], v[3];
    bool rows[2];
    assert_true(sim_find_start(of.m, of.memory, q, v, rows));
    assert_near(q[0], 3, 1e-12);
    assert_near(v[2], 2, 0);
    assert_true(rows[0] && !rows[1]);
    bench_destroy(&of);
}

/* As the tolerance falls so does the error, and what the run says of its energy. */
static void errors_follow_the_tolerance(void **state) {
    (void)state;
    for (int k = 4; k <= 12; k += 2) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 1, y = 0\ninitial y' = 1.1\nkinetic T = (x'^2 + y'^2)/2\npotential V = -1/hypot(x, y)\n"
                 "simulate until 20, tolerance 1e-%d\nreport p = final(x*y' - y*x')\n",
                 k);
        motion x = motion_begin(text);
        motion_finish(&x);
        const double allowed = 300 * pow(10, -k) + 1e-13;
        assert_near(motion_report(&x, "p"), 1.1, allowed);
        assert_true(x.result->energy_drift <= allowed);
        motion_end(&x);
    }
}

/* The same machine in other units of length, mass and time makes the same steps. */
static void units_do_not_change_the_steps(void **state) {
    (void)state;
    long steps[4];
    static const double units[][3] = {{1, 1, 1}, {1e-6, 1, 1}, {1, 1e5, 1}, {1, 1, 1e-3}};
    for (int k = 0; k < 4; k++) {
        const double l = units[k][0], m = units[k][1], t = units[k][2];
        char text[400];
        snprintf(text, sizeof text,
                 "coord x = %.17g\nkinetic T = %.17g*x'^2/2\npotential V = %.17g*(x^2/2 + x^4/%.17g)\nsimulate until "
                 "%.17g\n",
                 l, m, m / (t * t), l * l, 5 * t);
        motion x = motion_begin(text);
        motion_finish(&x);
        steps[k] = x.result->steps;
        motion_end(&x);
    }
    for (int k = 1; k < 4; k++)
        assert_in_range(steps[k], steps[0] - 1, steps[0] + 1);
}

/* Rows at regular times are there, whatever the steps; the last is the end. */
static void rows_at_regular_times(void **state) {
    (void)state;
    static const struct {
        double every, until;
        size_t rows;
    } cases[] = {{0.1, 1, 11}, {0.3, 1, 5}, {2, 1, 2}, {1, 3, 4}, {0.7, 0.7, 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sim_options o = sim_options_default();
        o.every = cases[k].every;
        o.until = cases[k].until;
        motion x = motion_begin_with(SWING, o);
        motion_finish(&x);
        assert_int_equal(x.result->rows.len, cases[k].rows);
        for (size_t i = 0; i < x.result->rows.len; i++) {
            const double t = fmin((double)i * cases[k].every, cases[k].until);
            assert_near(x.result->rows.at[i].t, t, 1e-15);
            assert_near(x.result->rows.at[i].q[0], cos(t), 1e-8);
        }
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_and_tolerances),
        cmocka_unit_test(a_run_of_length_zero),
        cmocka_unit_test(a_watch_interrupts),
        cmocka_unit_test(steps_are_limited),
        cmocka_unit_test(events_are_met_in_their_order),
        cmocka_unit_test(sliding_along_a_boundary_ends_in_time),
        cmocka_unit_test(runs_that_cannot_go_on),
        cmocka_unit_test(what_has_no_value_ends_the_run),
        cmocka_unit_test(what_does_not_count_needs_no_value),
        cmocka_unit_test(an_infinite_arm_is_not_chosen),
        cmocka_unit_test(a_parameter_chooses_a_pulse),
        cmocka_unit_test(dependent_rows_are_noted),
        cmocka_unit_test(the_start_alone),
        cmocka_unit_test(errors_follow_the_tolerance),
        cmocka_unit_test(units_do_not_change_the_steps),
        cmocka_unit_test(rows_at_regular_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
