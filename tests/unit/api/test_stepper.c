/* Runs in steps: the same steps, events and states as a run, frames in between, parameters set on the way. */
#include <float.h>
#include <math.h>

#include "api/support.h"

enum { MOST = 16 };

typedef struct machine {
    lgr_model *model;
    lgr_stepper *stepper;
    double q[MOST], v[MOST], a[MOST], lambda[MOST], outputs[MOST];
    lgr_motion now;
    lgr_step step;
} machine;

static machine *begin_with(const char *text, lgr_stepper_options o) {
    machine *x = calloc(1, sizeof *x);
    assert_non_null(x);
    x->model = parse(text);
    if (lgr_model_status(x->model) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(x->model, 0, false));
    x->stepper = lgr_stepper_create(x->model, &o);
    x->now = (lgr_motion){
        .size = sizeof x->now, .q = x->q, .v = x->v, .a = x->a, .lambda = x->lambda, .outputs = x->outputs};
    x->step.size = sizeof x->step;
    return x;
}

static machine *begin(const char *text) {
    machine *x = begin_with(text, lgr_stepper_options_default());
    assert_int_equal(lgr_stepper_status(x->stepper), LGR_STATUS_OK);
    return x;
}

static void end(machine *x) {
    lgr_stepper_destroy(x->stepper);
    lgr_model_destroy(x->model);
    free(x);
}

static void look(machine *x) {
    assert_int_equal(lgr_stepper_motion(x->stepper, &x->now), LGR_STATUS_OK);
}

static lgr_step_end step_to(machine *x, double t) {
    lgr_stepper_step_to(x->stepper, t, &x->step);
    return x->step.end;
}

/* Past all events. */
static void go_to(machine *x, double t) {
    while (step_to(x, t) == LGR_STEP_EVENT)
        continue;
    assert_int_equal(x->step.end, LGR_STEP_TIME);
    assert_true(x->step.t == t && lgr_stepper_time(x->stepper) == t);
}

static lgr_step_event event(machine *x, size_t i) {
    lgr_step_event e = {.size = sizeof e};
    assert_int_equal(lgr_stepper_event(x->stepper, i, &e), LGR_STATUS_OK);
    return e;
}

#define assert_near(got, want, tolerance) assert_true(fabs((got) - (want)) <= (tolerance))

/* --- The same as a run --- */

/* Each has the reports x, v: final values of its first coordinate; and hits: when `event` came first. */
typedef struct motion {
    const char *event, *text;
} motion;

static const motion motions[] = {
    {"low", "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2 + x^4\nevent low when x < 0 { }\n"
            "report end_x = final(x)\nreport end_v = final(x')\nreport hits = time(low)\nsimulate until 20\n"},
    {"floor.impact", "coord y = 2\nparticle ball: mass 1 at [0, y]\ngravity 9.81\n"
                     "contact floor: y >= 0 restitution 0.8\n"
                     "report end_x = final(y)\nreport end_v = final(y')\nreport hits = time(floor.impact)\n"
                     "simulate until 5\n"},
    {"release", "coord theta = 1.2, x = 0\n"
                "particle bob: mass 1 at [x + sin(theta), 2 - cos(theta)]\nparticle cart: mass 2 at [x, 2]\n"
                "particle stone: mass 0.2 at bob + [0.1, 0]\ngravity 9.81\npotential spring = 20*x^2\n"
                "contact floor: stone.y >= 0 restitution 0.5\nevent release when theta < 0 { free stone; hold floor }\n"
                "report end_x = final(theta)\nreport end_v = final(theta')\nreport hits = time(release)\n"
                "simulate until 3\n"},
    {"slow", "coord x = 0, y = 0\ninitial x' = 3\nparticle block: mass 1 at [x, y]\ngravity 9.81\n"
             "contact floor: y >= 0, friction 0.3 along x\npotential spring = 5*x^2\nevent slow when x' < 0.5 { }\n"
             "report end_x = final(x)\nreport end_v = final(x')\nreport hits = time(slow)\nsimulate until 4\n"},
    {"turn", "coord x ~ 1, y ~ -0.1\nparticle bob: mass 1 at [x, y]\ngravity 9.81\nconstraint rod: x^2 + y^2 = 1\n"
             "event turn when x < 0 { set x' = 0.5*x' }\n"
             "report end_x = final(x)\nreport end_v = final(x')\nreport hits = time(turn)\nsimulate until 3\n"}};

/* How it is advanced: 0 by steps, 1 by events, else in frames of a 60th, with the state read in each. */
static void advance(machine *x, int how, long frame) {
    if (how == 0)
        lgr_stepper_step(x->stepper, &x->step);
    else if (how == 1)
        lgr_stepper_step_to_event(x->stepper, &x->step);
    else
        step_to(x, (double)(frame + 1) / 60);
}

static void compare(const motion *m, int how) {
    machine *x = begin(m->text);
    lgr_run *run = lgr_run_create(x->model, NULL);
    double hits = NAN;
    long frames = 0;
    while (x->step.end != LGR_STEP_END) {
        advance(x, how, frames);
        frames += x->step.end == LGR_STEP_TIME;
        assert_true(x->step.end != LGR_STEP_FAILED);
        for (size_t i = 0; i < x->step.event_count; i++) {
            lgr_step_event e = event(x, i);
            assert_true(e.t == x->step.t);
            if (isnan(hits) && strcmp(e.name, m->event) == 0)
                hits = e.t;
        }
        if (how == 2)
            look(x);
    }
    look(x);
    const double got[] = {x->q[0], x->v[0], hits};
    const double want[] = {lgr_run_report(run, "end_x"), lgr_run_report(run, "end_v"), lgr_run_report(run, "hits")};
    assert_true(!isnan(hits));
    assert_memory_equal(got, want, sizeof got);
    lgr_run_destroy(run);
    end(x);
}

static void steps_events_and_states_are_those_of_a_run(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++)
        for (int how = 0; how < 3; how++)
            compare(&motions[i], how);
}

static const char *const spring = "param k = 4\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                                  "output twice = 2*x\nevent low when x < -2 { }\nsimulate until 20\n";

/* Frames lie within steps, and are as accurate. */
static void frames_are_on_the_motion(void **state) {
    (void)state;
    machine *x = begin(spring);
    for (int i = 1; i <= 600; i++) {
        go_to(x, i / 60.0);
        look(x);
        assert_near(x->q[0], cos(2 * i / 60.0), 1e-7);
        assert_near(x->v[0], -2 * sin(2 * i / 60.0), 1e-7);
        assert_near(x->a[0], -4 * x->q[0], 1e-14);
        assert_true(x->outputs[0] == 2 * x->q[0]);
        assert_near(x->now.energy, 2, 1e-7);
        assert_near(x->now.kinetic + x->now.potential, x->now.energy, 1e-15);
    }
    end(x);
}

static long steps_taken;

static bool count_steps(void *user, double t, double until, long steps) {
    (void)user, (void)t, (void)until;
    steps_taken = steps;
    return false;
}

static void short_frames_do_not_shorten_the_steps(void **state) {
    (void)state;
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    run.watch = count_steps;
    long taken[2];
    for (int k = 0; k < 2; k++) {
        machine *x = begin_with(spring, o);
        for (int i = 1; i <= (k ? 10000 : 10); i++)
            go_to(x, k ? i / 1000.0 : i);
        taken[k] = steps_taken;
        end(x);
    }
    assert_true(taken[0] > 10);
    assert_int_equal(taken[0], taken[1]);
}

/* --- Events --- */

static void events_tell_what_they_change(void **state) {
    (void)state;
    machine *x = begin(motions[2].text);
    size_t present[MOST];
    assert_int_equal(lgr_stepper_coordinates(x->stepper, present), 2);
    look(x);
    assert_true(isnan(x->q[2]) && isnan(x->q[3]));
    assert_int_equal(lgr_stepper_step_to_event(x->stepper, &x->step), LGR_STATUS_OK);
    assert_int_equal(x->step.end, LGR_STEP_EVENT);
    lgr_step_event e = event(x, 0);
    assert_string_equal(e.name, "release");
    assert_string_equal(e.kind, "event");
    assert_true(e.mode_changed && !e.impulse);
    assert_true(isnan(e.q_before[2]) && isfinite(e.q_after[2]));
    assert_true(e.q_before[0] == e.q_after[0]);
    assert_int_equal(lgr_stepper_coordinates(x->stepper, present), 4);
    assert_int_equal(present[3], 3);
    assert_int_equal(lgr_stepper_step_to_event(x->stepper, &x->step), LGR_STATUS_OK);
    e = event(x, 0);
    assert_string_equal(e.name, "floor.impact");
    assert_string_equal(e.kind, "impact");
    assert_non_null(e.impulse);
    assert_near(e.v_after[3], -0.5 * e.v_before[3], 1e-12);
    assert_near(e.impulse[0], 0.2 * (e.v_after[3] - e.v_before[3]), 1e-12);
    look(x);
    assert_true(x->v[3] == e.v_after[3]);
    assert_near(x->now.energy, e.energy_after, 1e-12);
    end(x);
}

static void a_run_without_end_goes_on(void **state) {
    (void)state;
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    run.until = INFINITY;
    static const char *const methods[] = {"dop853", "auto", "variational", "taylor"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        run.method = methods[k];
        machine *x = begin_with(spring, o);
        assert_int_equal(lgr_stepper_status(x->stepper), LGR_STATUS_OK);
        go_to(x, 100);
        look(x);
        assert_near(x->q[0], cos(200), 1e-5);
        end(x);
    }
}

/* --- Parameters --- */

static void a_parameter_takes_effect_at_once(void **state) {
    (void)state;
    static const char *const methods[] = {"dop853", "auto", "variational", "taylor"};
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        run.method = methods[k];
        machine *x = begin_with(spring, o);
        go_to(x, 1);
        assert_true(lgr_stepper_parameter(x->stepper, 0) == 4);
        assert_int_equal(lgr_stepper_set(x->stepper, 0, 9), LGR_STATUS_OK);
        assert_true(lgr_stepper_parameter(x->stepper, 0) == 9);
        look(x);
        const double x1 = cos(2), v1 = -2 * sin(2);
        assert_near(x->q[0], x1, 1e-7);
        assert_near(x->a[0], -9 * x->q[0], 1e-13);
        go_to(x, 2);
        look(x);
        assert_near(x->q[0], x1 * cos(3) + v1 / 3 * sin(3), 1e-6);
        end(x);
    }
}

/* Between frames nothing is set: so the steps are long, and a change in the middle of one must not be late. */
static void a_change_within_a_step_is_not_late(void **state) {
    (void)state;
    machine *x = begin("input u = 0\ncoord x = 0\nkinetic T = x'^2/2\npotential push = -u*x\nsimulate until 10\n");
    double t = 0, p = 0, v = 0;
    for (int i = 1; i <= 100; i++) {
        const double u = i % 7 - 3, h = i / 10.0 - t;
        if (i % 3 == 0 || i < 3)
            assert_int_equal(lgr_stepper_set_by_name(x->stepper, "u", u), LGR_STATUS_OK);
        const double now = lgr_stepper_parameter(x->stepper, 0);
        go_to(x, i / 10.0);
        look(x);
        p += h * v + 0.5 * h * h * now;
        v += h * now;
        t = i / 10.0;
        assert_near(x->q[0], p, 1e-9 * (1 + fabs(p)));
        assert_near(x->v[0], v, 1e-9 * (1 + fabs(v)));
    }
    end(x);
}

static void a_length_set_moves_what_hangs_on_it(void **state) {
    (void)state;
    machine *x = begin("param l = 1, twice = 2*l\ncoord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\n"
                       "gravity 9.81\nconstraint rod: x^2 + y^2 = l^2\nsimulate until 10\n");
    for (int i = 1; i <= 50; i++) {
        const double l = 1 + 0.1 * sin(i);
        go_to(x, i / 10.0);
        assert_int_equal(lgr_stepper_set(x->stepper, 0, l), LGR_STATUS_OK);
        assert_true(lgr_stepper_parameter(x->stepper, 1) == 2 * l);
        look(x);
        assert_near(hypot(x->q[0], x->q[1]), l, 1e-14);
        assert_near(x->q[0] * x->v[0] + x->q[1] * x->v[1], 0, 1e-13);
    }
    end(x);
}

static const char *const block = "param u = 0\ncoord x = 0, y = 0\nparticle block: mass 2 at [x, y]\ngravity 10\n"
                                 "force pull: [u/2, u] at block\n"
                                 "contact floor: y >= 0, friction 0.5 along x\n"
                                 "event strong when u > 100 { }\nsimulate until 10\n";

static void a_force_set_opens_a_contact(void **state) {
    (void)state;
    machine *x = begin(block);
    go_to(x, 1);
    look(x);
    assert_near(x->lambda[0], -20, 1e-12);
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 24), LGR_STATUS_OK);
    assert_int_equal(step_to(x, 2), LGR_STEP_EVENT);
    assert_true(x->step.t == 1);
    assert_string_equal(event(x, 0).name, "floor.open");
    go_to(x, 2);
    look(x);
    assert_near(x->q[1], 1, 1e-9);
    assert_near(x->q[0], 3, 1e-9);
    assert_int_equal(lgr_stepper_set(x->stepper, 0, -80), LGR_STATUS_OK);
    assert_int_equal(step_to(x, 9), LGR_STEP_EVENT);
    assert_string_equal(event(x, 0).name, "floor.impact");
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 0), LGR_STATUS_OK);
    go_to(x, 9);
    look(x);
    assert_near(x->q[1], 0, 1e-12);
    assert_near(x->v[0], 0, 1e-12); /* friction has stopped it */
    assert_near(x->lambda[0], -20, 1e-12);
    end(x);
}

/* A run without end must not step over ever longer times while nothing moves. */
static void what_rests_for_long_moves_again(void **state) {
    (void)state;
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    run.until = INFINITY;
    machine *x = begin_with(block, o);
    for (int i = 1; i <= 400; i++) {
        lgr_stepper_step(x->stepper, &x->step);
        assert_int_equal(x->step.end, LGR_STEP_MADE);
    }
    const double t = x->step.t;
    assert_true(t > 100 && isfinite(t));
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 16), LGR_STATUS_OK); /* pulls by 8, friction holds 2 */
    go_to(x, t + 0.01);
    go_to(x, t + 1);
    look(x);
    assert_near(x->q[0], 1.5, 1e-6);
    end(x);
}

static void a_condition_set_fires_its_event(void **state) {
    (void)state;
    machine *x = begin(block);
    go_to(x, 1);
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 101), LGR_STATUS_OK);
    look(x); /* what follows is known from here on */
    assert_near(x->a[1], 40.5, 1e-12);
    assert_int_equal(step_to(x, 2), LGR_STEP_EVENT);
    assert_int_equal(x->step.event_count, 2);
    assert_string_equal(event(x, 0).name, "floor.open");
    assert_string_equal(event(x, 1).name, "strong");
    assert_int_equal(step_to(x, 2), LGR_STEP_TIME);
    end(x);
}

/* --- Misuse --- */

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    machine *x = begin(spring);
    lgr_step small = {.size = 3};
    lgr_step_event e = {.size = sizeof e};
    lgr_motion none = {.size = 1};
    go_to(x, 1);
    assert_int_equal(lgr_stepper_step_to(x->stepper, 0.5, NULL), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_stepper_usage_error(x->stepper), "before the present time"));
    assert_int_equal(lgr_stepper_step_to(x->stepper, NAN, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_step(x->stepper, &small), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_motion(x->stepper, &none), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_motion(x->stepper, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_event(x->stepper, 0, &e), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_event(x->stepper, 0, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set(x->stepper, 1, 2), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set(x->stepper, 0, NAN), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set_by_name(x->stepper, "kk", 1), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_stepper_usage_error(x->stepper), "'kk'"));
    assert_int_equal(lgr_stepper_set_by_name(x->stepper, NULL, 1), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set_by_name(NULL, "k", 1), LGR_STATUS_USAGE);
    assert_true(isnan(lgr_stepper_parameter(x->stepper, 7)));
    assert_true(lgr_stepper_time(x->stepper) == 1);
    assert_int_equal(step_to(x, 30), LGR_STEP_END);
    assert_true(x->step.t == 20);
    assert_int_equal(lgr_stepper_step_to(x->stepper, 30, NULL), LGR_STATUS_USAGE);
    assert_string_equal(lgr_stepper_usage_error(x->stepper), "the run has ended");
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 1), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_status(x->stepper), LGR_STATUS_OK);
    look(x);
    end(x);
}

static void nothing_is_no_stepper(void **state) {
    (void)state;
    lgr_stepper_destroy(NULL);
    assert_int_equal(lgr_stepper_status(NULL), LGR_STATUS_MEMORY);
    assert_non_null(lgr_stepper_usage_error(NULL));
    assert_null(lgr_stepper_trouble(NULL, false));
    assert_int_equal(lgr_stepper_step(NULL, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_step_to(NULL, 1, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_step_to_event(NULL, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_event(NULL, 0, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_motion(NULL, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set(NULL, 0, 1), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_coordinates(NULL, NULL), 0);
    assert_true(isnan(lgr_stepper_time(NULL)) && isnan(lgr_stepper_parameter(NULL, 0)));
    lgr_stepper_options_init(NULL, 0);
}

/* All calls on one that never began. */
static void use(lgr_stepper *s, lgr_status status) {
    lgr_motion m = {.size = sizeof m};
    assert_int_equal(lgr_stepper_status(s), status);
    assert_int_equal(lgr_stepper_step(s, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_motion(s, &m), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set(s, 0, 1), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_coordinates(s, NULL), 0);
    assert_true(isnan(lgr_stepper_time(s)));
    lgr_stepper_destroy(s);
}

static void what_cannot_begin_says_so(void **state) {
    (void)state;
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    use(lgr_stepper_create(NULL, &o), LGR_STATUS_USAGE);
    lgr_model *wrong = parse("coord x = y\n"), *none = parse("coord x = 1\nkinetic T = x'^2/2\nconstraint c: x = 2\n"),
              *fine = parse(spring);
    use(lgr_stepper_create(wrong, NULL), LGR_STATUS_MODEL);
    lgr_stepper *s = lgr_stepper_create(none, NULL);
    assert_non_null(strstr(lgr_stepper_trouble(s, false), "E0401"));
    use(s, LGR_STATUS_MODEL);
    run.method = "euler";
    s = lgr_stepper_create(fine, &o);
    assert_non_null(strstr(lgr_stepper_usage_error(s), "euler"));
    use(s, LGR_STATUS_USAGE);
    o = lgr_stepper_options_default();
    o.size = 1;
    use(lgr_stepper_create(fine, &o), LGR_STATUS_USAGE);
    o = lgr_stepper_options_default();
    o.run = &run;
    run = lgr_run_options_default();
    run.until = -INFINITY;
    use(lgr_stepper_create(fine, &o), LGR_STATUS_USAGE);
    run = lgr_run_options_default();
    run.size = sizeof run + sizeof(double); /* of a version to come */
    use(lgr_stepper_create(fine, &o), LGR_STATUS_USAGE);
    run.size = offsetof(lgr_run_options, forces); /* of one that knew no forces */
    run.force_count = 5;
    s = lgr_stepper_create(fine, &o);
    assert_int_equal(lgr_stepper_status(s), LGR_STATUS_OK);
    lgr_stepper_destroy(s);
    lgr_model_destroy(wrong);
    lgr_model_destroy(none);
    lgr_model_destroy(fine);
}

static void a_structural_parameter_is_refused(void **state) {
    (void)state;
    machine *x = begin("param n = 2, c = 1\ncoord p[1..n] = 1\nkinetic T = sum(i in 1..n: p[i]'^2/2)\n"
                       "potential V = sum(i in 1..n: c*p[i]^2/2)\nsimulate until 1\n");
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 3), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_stepper_usage_error(x->stepper), "'n'"));
    assert_true(lgr_stepper_parameter(x->stepper, 0) == 2);
    assert_int_equal(lgr_stepper_set(x->stepper, 1, 3), LGR_STATUS_OK);
    go_to(x, 1);
    end(x);
}

static void a_failure_is_told_once_and_for_all(void **state) {
    (void)state;
    machine *x = begin("param m = 1\ncoord x = 1\nkinetic T = m*x'^2/2\npotential V = -1/x^2\nsimulate until 10\n");
    assert_int_equal(lgr_stepper_step_to(x->stepper, 10, &x->step), LGR_STATUS_RUN);
    assert_int_equal(x->step.end, LGR_STEP_FAILED);
    assert_int_equal(lgr_stepper_status(x->stepper), LGR_STATUS_RUN);
    assert_non_null(strstr(lgr_stepper_trouble(x->stepper, false), "E05"));
    assert_int_equal(lgr_stepper_step(x->stepper, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set(x->stepper, 0, 2), LGR_STATUS_USAGE);
    end(x);
}

static bool stop_at_once(void *user, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    return ++*(int *)user % 3 == 0;
}

static void an_interrupted_call_can_be_made_again(void **state) {
    (void)state;
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    int calls = 0, interrupted = 0;
    run.watch = stop_at_once;
    run.user = &calls;
    machine *x = begin_with(spring, o), *y;
    while (lgr_stepper_step_to(x->stepper, 10, &x->step) == LGR_STATUS_INTERRUPTED)
        interrupted++;
    assert_true(interrupted > 3 && x->step.end == LGR_STEP_TIME);
    run = lgr_run_options_default();
    run.max_steps = 2;
    y = begin_with(spring, o);
    while (lgr_stepper_step_to(y->stepper, 10, &y->step) == LGR_STATUS_INTERRUPTED)
        interrupted--;
    look(x);
    look(y);
    assert_true(x->q[0] == y->q[0]);
    end(x);
    end(y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_events_and_states_are_those_of_a_run),
        cmocka_unit_test(frames_are_on_the_motion),
        cmocka_unit_test(short_frames_do_not_shorten_the_steps),
        cmocka_unit_test(events_tell_what_they_change),
        cmocka_unit_test(a_run_without_end_goes_on),
        cmocka_unit_test(a_parameter_takes_effect_at_once),
        cmocka_unit_test(a_change_within_a_step_is_not_late),
        cmocka_unit_test(a_length_set_moves_what_hangs_on_it),
        cmocka_unit_test(a_force_set_opens_a_contact),
        cmocka_unit_test(what_rests_for_long_moves_again),
        cmocka_unit_test(a_condition_set_fires_its_event),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(nothing_is_no_stepper),
        cmocka_unit_test(what_cannot_begin_says_so),
        cmocka_unit_test(a_structural_parameter_is_refused),
        cmocka_unit_test(a_failure_is_told_once_and_for_all),
        cmocka_unit_test(an_interrupted_call_can_be_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
