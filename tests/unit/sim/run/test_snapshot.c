/* Snapshots: a run goes on from them with the same bits, in itself and in another run of the model; where they fit. */
#include "walk.h"

#define DROP                                                                                                           \
    "param u = 0\ncoord x = 0, y = 0.3\ninitial x' = 2\nparticle ball: mass 1 at [x, y]\ngravity 9.81\n"               \
    "generalized f: x = u - 0.1*x'\ncontact floor: y >= 0, restitution 0.5, friction 0.2 along x\n"                    \
    "event tick every 0.125 { set x' = x' + 0.01 }\nevent far when x > 0.4 { }\nreport n = count(far)\n"               \
    "simulate until 5\n"
#define SWITCHING                                                                                                      \
    "param u = 0\ncoord x = 1\nkinetic T = x'^2/2\npotential V = 5*x^2\ngeneralized f: x = u - sign(x') - 0.2*x'\n"    \
    "report n = integral(x)\nsimulate until 5\n"
#define TWICE                                                                                                          \
    "param u = 0\ncoord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\ngravity 9.81\nforce push: [u, 0] at bob\n"  \
    "constraint rod: x^2 + y^2 = 1\nconstraint again: 3*x^2 + 3*y^2 = 3\nsimulate until 5\n"

static const char *const machines[] = {DROP, SWITCHING, TWICE};

typedef struct trace {
    double at[40][3];
} trace;

/* Frames `from` to `to`, with a force that is set now and then. */
static void go(walk *x, trace *to, int from, int until) {
    for (int i = from; i < until; i++) {
        if (i % 4 == 1)
            walk_set(x, "u", 0.5 * cos(i));
        walk_to(x, 0.037 * (i + 1));
        walk_look(x);
        to->at[i][0] = x->q[0];
        to->at[i][1] = x->v[0];
        to->at[i][2] = x->at.energy;
    }
}

static void back_to_any_frame(void **state) {
    (void)state;
    enum { ALL = 32, PART = 8 };
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        walk x = walk_begin(machines[k]), other = walk_begin(machines[k]);
        run_snapshot *saved[ALL / PART];
        trace want = {0}, got = {0};
        for (int i = 0; i < ALL / PART; i++) {
            saved[i] = run_steps_save(x.steps, x.memory);
            assert_non_null(saved[i]);
            go(&x, &want, i * PART, (i + 1) * PART);
        }
        for (int i = ALL / PART - 1; i >= 0; i--) {
            assert_true(run_steps_fits(x.steps, saved[i]) && run_steps_fits(other.steps, saved[i]));
            run_steps_restore(i % 2 ? x.steps : other.steps, saved[i]);
            go(i % 2 ? &x : &other, &got, i * PART, ALL);
            assert_memory_equal(got.at[i * PART], want.at[i * PART], (ALL - i * PART) * sizeof *got.at);
        }
        walk_end(&x);
        walk_end(&other);
    }
}

/* Parameters, the time, counts and memories of events are those of that time. */
static void all_of_it_comes_back(void **state) {
    (void)state;
    walk x = walk_begin(DROP);
    walk_set(&x, "u", 3);
    walk_to(&x, 0.1);
    const long steps = x.result->steps, evaluations = x.result->evaluations;
    run_snapshot *p = run_steps_save(x.steps, x.memory);
    walk_set(&x, "u", -4);
    walk_to(&x, 2);
    run_steps_restore(x.steps, p);
    assert_near(model_value_of(x.of.m, &x.of.m->params[walk_param(&x, "u")]), 3, 0);
    assert_true(run_steps_time(x.steps) == 0.1);
    assert_int_equal(x.result->steps, steps);
    assert_int_equal(x.result->evaluations, evaluations);
    assert_int_equal(x.result->events.len, 0);
    assert_false(x.steps->run->user_events[1].fired);
    assert_near(x.steps->run->next_tick, 0.125, 0);
    walk_end(&x);
}

/* A parameter has been set, and no step made yet: the snapshot knows. */
static void what_was_set_and_has_not_acted(void **state) {
    (void)state;
    walk x = walk_begin(TWICE);
    walk_to(&x, 0.2);
    walk_set(&x, "u", 2);
    run_snapshot *p = run_steps_save(x.steps, x.memory);
    walk_to(&x, 0.5);
    walk_look(&x);
    const double q = x.q[0];
    walk_set(&x, "u", 0);
    walk_to(&x, 0.6);
    run_steps_restore(x.steps, p);
    walk_to(&x, 0.5);
    walk_look(&x);
    assert_true(x.q[0] == q);
    walk_end(&x);
}

/* The end is that of the run into which it goes. */
static void the_end_is_the_runs_own(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 0.5;
    walk x = walk_begin(SWITCHING), shorter = walk_begin_with(SWITCHING, o);
    walk_to(&x, 0.3);
    run_snapshot *p = run_steps_save(x.steps, x.memory);
    run_steps_restore(shorter.steps, p);
    run_steps_end end;
    while ((end = run_steps_advance(shorter.steps, STEPS_TO_TIME, 3)) == STEPS_EVENT)
        continue;
    assert_int_equal(end, STEPS_END);
    assert_true(run_steps_time(shorter.steps) == 0.5);
    walk_end(&x);
    walk_end(&shorter);
}

static void where_a_snapshot_fits(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.method = "dop853";
    walk x = walk_begin_with(SWITCHING, o);
    run_snapshot *p = run_steps_save(x.steps, x.memory);
    static const struct {
        const char *method;
        double tolerance;
        bool fits;
    } cases[] = {{"dop853", NAN, true},
                 {"dop853", 1e-9, true},
                 {"dop853", 1e-8, false},
                 {"auto", NAN, false},
                 {"taylor", NAN, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        o.method = cases[k].method;
        o.tolerance = cases[k].tolerance;
        walk other = walk_begin_with(SWITCHING, o);
        assert_int_equal(run_steps_fits(other.steps, p), cases[k].fits);
        walk_end(&other);
    }
    walk_end(&x);
}

static void what_cannot_be_saved(void **state) {
    (void)state;
    walk x = walk_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = x'^2\n");
    run_snapshot *before = run_steps_save(x.steps, x.memory);
    assert_int_equal(run_steps_advance(x.steps, STEPS_TO_TIME, 5), STEPS_FAILED);
    assert_null(run_steps_save(x.steps, x.memory));
    run_steps_restore(x.steps, before); /* back from the failure */
    assert_null(x.result->failure);
    walk_to(&x, 0.5);
    walk_look(&x);
    assert_near(x.v[0], 2, 1e-8); /* 1/(1 - t) */
    walk_end(&x);
    if (!ode_method_is_there(sim_find_method("cvode")))
        return;
    sim_options o = sim_options_default();
    o.method = "cvode";
    x = walk_begin_with(SWITCHING, o);
    walk_to(&x, 0.1);
    assert_null(run_steps_save(x.steps, x.memory));
    walk_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(back_to_any_frame),
        cmocka_unit_test(all_of_it_comes_back),
        cmocka_unit_test(what_was_set_and_has_not_acted),
        cmocka_unit_test(the_end_is_the_runs_own),
        cmocka_unit_test(where_a_snapshot_fits),
        cmocka_unit_test(what_cannot_be_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
