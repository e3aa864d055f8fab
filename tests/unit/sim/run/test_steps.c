/* Runs in steps: how far a call goes, what it leaves behind, what is read, and parameters that are set on the way. */
#include "walk.h"

#define PI 3.14159265358979323846
#define SPRING                                                                                                         \
    "param k = 4\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\noutput twice = 2*x\n"                        \
    "event low when x < 0 { }\nsimulate until 2\n"
#define LONG_SPRING "coord x = 1\nkinetic T = x'^2/2\npotential V = 2*x^2\nsimulate until 20\n"

static void how_far_a_call_goes(void **state) {
    (void)state;
    walk x = walk_begin(SPRING);
    assert_true(run_steps_goes_on(x.steps));
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 0.25), STEPS_TIME);
    assert_true(run_steps_time(x.steps) == 0.25);
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 0.25), STEPS_TIME);
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_EVENT, 0), STEPS_EVENT);
    assert_near(run_steps_time(x.steps), PI / 4, 1e-8);
    assert_int_equal(x.result->events.len, 1);
    assert_near(x.result->events.at[0].t, PI / 4, 1e-8);
    const long steps = x.result->steps;
    assert_int_equal(run_steps_advance(x.steps, STEPS_ONE, 0), STEPS_MADE);
    assert_int_equal(x.result->steps, steps + 1);
    assert_int_equal(x.result->events.len, 0); /* those of the last call are forgotten */
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 9), STEPS_END);
    assert_true(run_steps_time(x.steps) == 2);
    assert_false(run_steps_goes_on(x.steps));
    assert_int_equal(run_steps_advance(x.steps, STEPS_ONE, 0), STEPS_END);
    walk_end(&x);
}

/* However it is called, the steps are those of a run, and so are the numbers at the end. */
static void all_ways_lead_to_the_same_bits(void **state) {
    (void)state;
    double want[2] = {0};
    for (int how = 0; how < 3; how++) {
        walk x = walk_begin(SPRING);
        run_steps_end end = STEPS_MADE;
        for (int i = 1; end != STEPS_END; i++)
            end = run_steps_advance(x.steps, (run_steps_how)how, 0.01 * i);
        walk_look(&x);
        const double got[] = {x.q[0], x.v[0]};
        if (how == 0)
            memcpy(want, got, sizeof want);
        assert_memory_equal(got, want, sizeof want);
        assert_near(got[0], cos(4), 1e-8);
        walk_end(&x);
    }
}

static void what_ends_a_call_or_the_run(void **state) {
    (void)state;
    static const struct {
        const char *text;
        run_steps_end end;
        double t;
    } cases[] = {
        {"coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nevent e when x > 0.5 { stop }\n", STEPS_END, 0.5},
        {"coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nevent e when x > 0.5 { set x' = 2 }\n", STEPS_EVENT, 0.5},
        {"coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nsimulate until 0\n", STEPS_END, 0},
        {"coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = x'^2\n", STEPS_FAILED, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        walk x = walk_begin(cases[k].text);
        assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 5), cases[k].end);
        assert_near(run_steps_time(x.steps), cases[k].t, 1e-6);
        assert_int_equal(run_steps_goes_on(x.steps), cases[k].end == STEPS_EVENT);
        assert_int_equal(x.result->failure != NULL, cases[k].end == STEPS_FAILED);
        walk_end(&x);
    }
}

static bool stop_after(void *user, double t, double until, long steps) {
    assert_true(t <= until && steps >= 0);
    return (*(int *)user)-- == 0;
}

/* The limit of steps is one of each call; what interrupts does not end the run. */
static void interrupted_calls_go_on_later(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    int left = 3;
    o.max_steps = 4;
    walk x = walk_begin_with(LONG_SPRING, o);
    for (int call = 1; call <= 3; call++) {
        assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 20), STEPS_INTERRUPTED);
        assert_true(run_steps_goes_on(x.steps));
        assert_int_equal(x.result->steps, 4 * call);
    }
    walk_end(&x);
    o = sim_options_default();
    o.watch = stop_after;
    o.user = &left;
    x = walk_begin_with(LONG_SPRING, o);
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 20), STEPS_INTERRUPTED);
    assert_int_equal(x.result->steps, 3);
    walk_end(&x);
}

/* In the middle of a step, at its end, and with what has no value there. */
static void what_is_read(void **state) {
    (void)state;
    walk x = walk_begin(
        "param l = 1\ncoord a = 0.3, b ~ 0, z = 2\ninitial z' = 1\nstate w = 4, rate -w\n"
        "kinetic T = a'^2/2 + b'^2/2\nparticle p: mass 1 at [0, z]\npotential V = 9*a\nconstraint c: b = l*a\n"
        "contact floor: a >= -100\noutput o = a*w\noutput oz = z\n"
        "event cut when t > 0.45 { free p; drop z }\nsimulate until 1\n");
    for (int i = 1; i <= 8; i++) {
        const double t = 0.1 * i, place = 0.3 - 9 * t * t / 4;
        walk_to(&x, t);
        walk_look(&x);
        const double got[] = {x.q[0], x.v[0], x.a[0], x.q[3], x.lambda[0], x.lambda[1], x.outputs[0], x.at.potential},
                     want[] = {place, -4.5 * t, -4.5, 4 * exp(-t), -4.5, 0, place * 4 * exp(-t), 9 * place};
        for (size_t k = 0; k < sizeof got / sizeof *got; k++)
            assert_near(fabs(k == 4 ? got[k] : got[k] - want[k]), k == 4 ? 4.5 : 0, 1e-7);
        assert_near(x.v[3], -4 * exp(-t), 1e-7); /* the rate of a state; it has no second one */
        assert_true(isnan(x.a[3]));
        assert_true(t < 0.45 ? fabs(x.q[2] - 2 - t) < 1e-9 && x.a[2] == 0 : isnan(x.q[2]) && isnan(x.v[2]));
        assert_int_equal(isnan(x.outputs[1]), t > 0.45);
        assert_near(x.at.energy, x.at.kinetic + x.at.potential, 1e-12);
    }
    run_steps_view nothing = {0};
    assert_true(run_steps_look(x.steps, &nothing));
    assert_near(nothing.energy, x.at.energy, 0);
    const int *coords;
    assert_int_equal(run_steps_coords(x.steps, &coords), 5); /* a, b, w, and those of the freed body */
    assert_true(coords[0] == 0 && coords[1] == 1 && coords[2] == 3);
    walk_end(&x);
}

/* Reading changes nothing of what comes, nor does reading twice. */
static void looking_has_no_effect(void **state) {
    (void)state;
    double end[2];
    for (int looks = 0; looks < 2; looks++) {
        walk x = walk_begin(SPRING);
        for (int i = 1; i <= 20; i++) {
            walk_to(&x, 0.07 * i);
            for (int k = 0; k < 2 * looks; k++)
                walk_look(&x);
        }
        walk_look(&x);
        end[looks] = x.q[0];
        walk_end(&x);
    }
    assert_true(end[0] == end[1]);
}

/* x'' = -k x with another k from 0.3 on: in the middle of a step the part before it is taken. */
static void a_parameter_acts_from_now_on(void **state) {
    (void)state;
    walk x = walk_begin("param k = 4, half = k/2\ncoord x = 1\nkinetic T = x'^2/2\npotential V = half*x^2\n");
    walk_to(&x, 0.3);
    walk_set(&x, "k", 9);
    walk_look(&x);
    const double q = cos(0.6), v = -2 * sin(0.6);
    assert_near(x.q[0], q, 1e-9);
    assert_near(x.v[0], v, 1e-9);
    assert_near(x.a[0], -9 * q, 1e-8);
    walk_to(&x, 1);
    walk_look(&x);
    assert_near(x.q[0], q * cos(2.1) + v / 3 * sin(2.1), 1e-8);
    walk_end(&x);
}

/* A constraint with another length: the machine is moved onto it, or the run fails. */
static void parameters_of_constraints(void **state) {
    (void)state;
    walk x = walk_begin("param l = 1, g = 9.81\ncoord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\ngravity g\n"
                        "constraint rod: x^2 + y^2 = l^2\n");
    assert_true(x.steps->row_params[walk_param(&x, "l")] && !x.steps->row_params[walk_param(&x, "g")]);
    walk_to(&x, 0.2);
    walk_set(&x, "l", 1.1);
    walk_look(&x);
    assert_near(hypot(x.q[0], x.q[1]), 1.1, 1e-12);
    assert_near(x.q[0] * x.v[0] + x.q[1] * x.v[1], 0, 1e-12);
    walk_set(&x, "l", 0);
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 0.5), STEPS_FAILED);
    assert_non_null(x.result->failure);
    assert_false(run_steps_goes_on(x.steps));
    walk_end(&x);
}

/* A parameter on which the model itself depends: nothing has changed then. */
static void parameters_that_cannot_be_set(void **state) {
    (void)state;
    walk x = walk_begin("param n = 2, k = 4, c = 2*k\ncoord x = 1\nkinetic T = x'^2/2\n"
                        "potential V = sum(i in 1..n: c*x^2/8)\n");
    walk_to(&x, 0.3);
    const int n = walk_param(&x, "n");
    if (!run_steps_set_param(x.steps, n, 3)) {
        assert_near(model_value_of(x.of.m, &x.of.m->params[n]), 2, 0);
        assert_near(model_value_of(x.of.m, &x.of.m->params[walk_param(&x, "c")]), 8, 0);
    }
    walk_set(&x, "k", 4);
    assert_false(x.steps->stale); /* the same value */
    walk_set(&x, "k", 5);
    assert_true(x.steps->stale);
    assert_near(model_value_of(x.of.m, &x.of.m->params[walk_param(&x, "c")]), 10, 0);
    walk_end(&x);
}

static void a_start_that_fails(void **state) {
    (void)state;
    walk x = walk_begin_with("coord x = 1\nkinetic T = x'^2/2\nconstraint c: x^2 = -1\n", sim_options_default());
    assert_true(x.result->start_failed);
    assert_false(run_steps_goes_on(x.steps));
    walk_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_far_a_call_goes),
        cmocka_unit_test(all_ways_lead_to_the_same_bits),
        cmocka_unit_test(what_ends_a_call_or_the_run),
        cmocka_unit_test(interrupted_calls_go_on_later),
        cmocka_unit_test(what_is_read),
        cmocka_unit_test(looking_has_no_effect),
        cmocka_unit_test(a_parameter_acts_from_now_on),
        cmocka_unit_test(parameters_of_constraints),
        cmocka_unit_test(parameters_that_cannot_be_set),
        cmocka_unit_test(a_start_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
