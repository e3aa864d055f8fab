/* Runs in steps: states that are set, snapshots, clones, threads. */
#include <float.h>
#include <math.h>
#include <pthread.h>

#include "api/support.h"

enum { MOST = 16 };

typedef struct motion {
    double q[MOST], v[MOST], a[MOST], lambda[MOST];
    lgr_motion at;
} motion;

static motion look(lgr_stepper *s) {
    motion x = {.at = {.size = sizeof x.at}};
    lgr_motion at = {.size = sizeof at, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda};
    for (int i = 0; i < MOST; i++)
        x.q[i] = x.v[i] = x.a[i] = x.lambda[i] = 0;
    assert_int_equal(lgr_stepper_motion(s, &at), LGR_STATUS_OK);
    x.at = at;
    x.at.q = x.at.v = x.at.a = x.at.lambda = NULL; /* so that bytes can be compared */
    return x;
}

static lgr_stepper *begin(lgr_model *m, const char *method) {
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    if (lgr_model_status(m) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(m, 0, false));
    run.method = method;
    lgr_stepper *s = lgr_stepper_create(m, &o);
    assert_int_equal(lgr_stepper_status(s), LGR_STATUS_OK);
    return s;
}

/* Past all events; the number of these. */
static size_t go_to(lgr_stepper *s, double t) {
    lgr_step step = {.size = sizeof step};
    size_t events = 0;
    do {
        assert_int_equal(lgr_stepper_step_to(s, t, &step), LGR_STATUS_OK);
        events += step.event_count;
    } while (step.end == LGR_STEP_EVENT);
    assert_int_equal(step.end, LGR_STEP_TIME);
    return events;
}

#define assert_near(got, want, tolerance) assert_true(fabs((got) - (want)) <= (tolerance))

/* --- Snapshots --- */

/* An event that frees a body, impacts, sliding friction and a constraint told twice; in parameters a force. */
static const char *const sling =
    "param u = 0\ncoord theta = 1.2, x = 0\n"
    "particle bob: mass 1 at [x + sin(theta), 2 - cos(theta)]\nparticle cart: mass 2 at [x, 2]\n"
    "particle stone: mass 0.2 at bob + [0.1, 0]\ngravity 9.81\npotential spring = 20*x^2 - u*x\n"
    "contact floor: stone.y >= 0 restitution 0.5\nevent release when theta < 0 { free stone; hold floor }\n"
    "simulate until 10\n";
static const char *const block = "param u = 0\ncoord x = 0, y = 0\ninitial x' = 3\n"
                                 "particle block: mass 1 at [x, y]\ngravity 9.81\n"
                                 "contact floor: y >= 0, friction 0.3 along x\npotential spring = 5*x^2 - u*x\n"
                                 "simulate until 10\n";
static const char *const rod = "param u = 0, l = 1\ncoord x ~ 0.6, y ~ -0.8\nparticle bob: mass 1 at [x, y]\n"
                               "gravity 9.81\nforce push: [u, 0] at bob\n"
                               "constraint rod: x^2 + y^2 = l^2\nconstraint again: 2*x^2 + 2*y^2 = 2*l^2\n"
                               "simulate until 10\n";

/* A frame, with a force that is set now and then. */
static motion frame(lgr_stepper *s, int i) {
    if (i % 5 == 0)
        assert_int_equal(lgr_stepper_set(s, 0, sin(i)), LGR_STATUS_OK);
    go_to(s, i / 60.0);
    return look(s);
}

static void check_same(lgr_stepper *s, const motion *want, int from, int to) {
    for (int i = from + 1; i <= to; i++) {
        const motion got = frame(s, i);
        assert_memory_equal(&got, &want[i], sizeof got);
    }
}

static void rewind_everywhere(const char *text, const char *method) {
    enum { FRAMES = 150, EVERY = 30 };
    static motion want[FRAMES + 1];
    lgr_snapshot *saved[FRAMES / EVERY];
    lgr_model *m = parse(text);
    lgr_stepper *s = begin(m, method), *clone = NULL;
    for (int i = 1; i <= FRAMES; i++) {
        if ((i - 1) % EVERY == 0)
            assert_non_null(saved[(i - 1) / EVERY] = lgr_stepper_save(s));
        if (i - 1 == 2 * EVERY)
            clone = lgr_stepper_clone(s);
        want[i] = frame(s, i);
    }
    for (int k = FRAMES / EVERY - 1; k >= 0; k--) {
        assert_int_equal(lgr_stepper_restore(s, saved[k]), LGR_STATUS_OK);
        check_same(s, want, k * EVERY, k == 2 ? FRAMES : (k + 1) * EVERY);
        lgr_snapshot_destroy(saved[k]);
    }
    assert_int_equal(lgr_stepper_status(clone), LGR_STATUS_OK);
    lgr_stepper_destroy(s);
    check_same(clone, want, 2 * EVERY, FRAMES);
    lgr_stepper_destroy(clone);
    lgr_model_destroy(m);
}

static void a_restored_run_goes_on_with_the_same_bytes(void **state) {
    (void)state;
    const char *const texts[] = {sling, block, rod};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int k = 0; k < 3; k++)
            rewind_everywhere(texts[i], (const char *[]){"dop853", "auto", "taylor"}[k]);
    rewind_everywhere(rod, "variational");
}

static void one_goes_back_from_the_end_and_from_failures(void **state) {
    (void)state;
    lgr_model *m = parse("coord x = 1\nkinetic T = x'^2/2\npotential V = -1/x^2\nsimulate until 10\n");
    lgr_stepper *s = begin(m, NULL);
    go_to(s, 0.3);
    const motion before = look(s);
    lgr_snapshot *p = lgr_stepper_save(s);
    assert_int_equal(lgr_stepper_step_to(s, 10, NULL), LGR_STATUS_RUN);
    assert_null(lgr_stepper_save(s));
    assert_int_equal(lgr_stepper_restore(s, p), LGR_STATUS_OK);
    assert_int_equal(lgr_stepper_status(s), LGR_STATUS_OK);
    assert_null(lgr_stepper_trouble(s, false));
    const motion after = look(s);
    assert_memory_equal(&before, &after, sizeof before);
    go_to(s, 0.4);
    lgr_snapshot_destroy(p);
    lgr_stepper_destroy(s);
    lgr_model_destroy(m);
    m = parse(block);
    s = begin(m, NULL);
    p = lgr_stepper_save(s);
    lgr_stepper_step_to(s, 20, NULL);
    assert_int_equal(lgr_stepper_step(s, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_restore(s, p), LGR_STATUS_OK);
    assert_true(lgr_stepper_time(s) == 0);
    go_to(s, 1);
    lgr_snapshot_destroy(p);
    lgr_stepper_destroy(s);
    lgr_model_destroy(m);
}

static void foreign_snapshots_are_refused(void **state) {
    (void)state;
    lgr_model *m = parse(block), *other = parse(block);
    lgr_stepper *s = begin(m, NULL), *of_other = begin(other, NULL), *with_auto = begin(m, "auto");
    lgr_snapshot *p = lgr_stepper_save(s);
    lgr_stepper *none = lgr_stepper_create(NULL, NULL), *copy = lgr_stepper_clone(none);
    go_to(of_other, 1);
    assert_int_equal(lgr_stepper_restore(of_other, p), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_stepper_usage_error(of_other), "another model"));
    assert_true(lgr_stepper_time(of_other) == 1);
    assert_int_equal(lgr_stepper_restore(with_auto, p), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_restore(none, p), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_restore(s, NULL), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_restore(NULL, p), LGR_STATUS_USAGE);
    assert_null(lgr_stepper_save(NULL));
    assert_null(lgr_stepper_save(none));
    assert_int_equal(lgr_stepper_status(copy), LGR_STATUS_USAGE);
    lgr_stepper_destroy(copy);
    copy = lgr_stepper_clone(NULL);
    assert_int_equal(lgr_stepper_status(copy), LGR_STATUS_USAGE);
    lgr_snapshot_destroy(NULL);
    lgr_snapshot_destroy(p);
    lgr_stepper *all[] = {s, of_other, with_auto, none, copy};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lgr_stepper_destroy(all[i]);
    lgr_model_destroy(m);
    lgr_model_destroy(other);
}

/* --- States --- */

static void a_state_set_is_moved_onto_the_constraints(void **state) {
    (void)state;
    lgr_model *m = parse(rod);
    lgr_stepper *s = begin(m, NULL);
    lgr_correction moved = {.size = sizeof moved};
    go_to(s, 1);
    const double q[] = {1.1, 0.2}, v[] = {0.5, 1};
    assert_int_equal(lgr_stepper_set_state(s, q, v, &moved), LGR_STATUS_OK);
    motion now = look(s);
    assert_near(hypot(now.q[0], now.q[1]), 1, 1e-14);
    assert_near(now.q[0] * now.v[0] + now.q[1] * now.v[1], 0, 1e-14);
    /* equal masses in both directions: nearest is along the rod */
    assert_near(now.q[0] / now.q[1], 1.1 / 0.2, 0.05);
    assert_near(moved.position, fmax(fabs(now.q[0] - 1.1), fabs(now.q[1] - 0.2)), 1e-15);
    assert_near(moved.rate, fmax(fabs(now.v[0] - 0.5), fabs(now.v[1] - 1)), 1e-15);
    assert_int_equal(moved.position_of, 0);
    const double only_x[] = {NAN, -2};
    assert_int_equal(lgr_stepper_set_state(s, NULL, only_x, &moved), LGR_STATUS_OK);
    assert_true(moved.position == 0);
    const motion again = look(s);
    assert_int_equal(lgr_stepper_set_state(s, again.q, again.v, &moved), LGR_STATUS_OK);
    assert_true(moved.position <= 1e-15 && moved.rate <= 1e-14);
    lgr_stepper_destroy(s);
    lgr_model_destroy(m);
}

/* Motions do not depend on how their state was reached. */
static void a_state_set_again_goes_on_as_it_was(void **state) {
    (void)state;
    lgr_model *m = parse(sling);
    lgr_stepper *s = begin(m, NULL), *other = begin(m, NULL);
    for (int i = 1; i < 60; i++) {
        const double t = i / 25.0;
        const size_t events = go_to(s, t);
        assert_int_equal(go_to(other, t), events);
        const motion now = look(s), then = look(other);
        for (int k = 0; k < 4; k++)
            assert_true((isnan(now.q[k]) && isnan(then.q[k])) || fabs(now.q[k] - then.q[k]) < 1e-6);
        assert_int_equal(lgr_stepper_set_state(other, then.q, then.v, NULL), LGR_STATUS_OK);
    }
    lgr_stepper_destroy(s);
    lgr_stepper_destroy(other);
    lgr_model_destroy(m);
}

static const char *const ball = "coord x = 0, y = 1\nparticle ball: mass 2 at [x, y]\ngravity 10\n"
                                "contact floor: y >= 0 restitution 0.5\n"
                                "event low when y < 0.5 { }\nsimulate until 10\n";

static lgr_step_event first_event(lgr_stepper *s, double t, lgr_step_end end) {
    lgr_step step = {.size = sizeof step};
    lgr_step_event e = {.size = sizeof e};
    assert_int_equal(lgr_stepper_step_to(s, t, &step), LGR_STATUS_OK);
    assert_int_equal(step.end, end);
    if (step.event_count)
        assert_int_equal(lgr_stepper_event(s, 0, &e), LGR_STATUS_OK);
    return e;
}

static void contacts_begin_as_at_a_start(void **state) {
    (void)state;
    lgr_model *m = parse(ball);
    lgr_stepper *s = begin(m, NULL);
    go_to(s, 0.1);
    /* on the floor, at rest: it carries */
    assert_int_equal(lgr_stepper_set_state(s, (double[]){3, 0}, (double[]){1, 0}, NULL), LGR_STATUS_OK);
    motion now = look(s);
    assert_near(now.lambda[0], -20, 1e-12);
    first_event(s, 1.1, LGR_STEP_TIME);
    now = look(s);
    assert_near(now.q[0], 4, 1e-12);
    /* approaching: an impact, with restitution */
    assert_int_equal(lgr_stepper_set_state(s, (double[]){0, 0}, (double[]){0, -4}, NULL), LGR_STATUS_OK);
    lgr_step_event e = first_event(s, 1.2, LGR_STEP_EVENT);
    assert_string_equal(e.name, "floor.impact");
    assert_true(e.t == 1.1);
    assert_near(e.v_after[1], 2, 1e-12);
    assert_near(e.impulse[0], 12, 1e-12);
    /* leaving: nothing holds it; a hair below the floor it is put onto it */
    lgr_correction moved = {.size = sizeof moved};
    assert_int_equal(lgr_stepper_set_state(s, (double[]){0, -1e-9}, (double[]){0, 3}, &moved), LGR_STATUS_OK);
    assert_near(moved.position, 1e-9, 1e-20);
    first_event(s, 1.3, LGR_STEP_TIME);
    now = look(s);
    assert_near(now.q[1], 0.3 * (1.3 - 1.1) / 0.1 - 5 * 0.04, 1e-9);
    /* up again: the condition has been false and fires once more */
    assert_int_equal(lgr_stepper_set_state(s, (double[]){0, 0.55}, (double[]){0, 0}, NULL), LGR_STATUS_OK);
    e = first_event(s, 2, LGR_STEP_EVENT);
    assert_string_equal(e.name, "low");
    assert_near(e.t, 1.4, 1e-9);
    lgr_stepper_destroy(s);
    lgr_model_destroy(m);
}

static void states_that_cannot_be_are_refused(void **state) {
    (void)state;
    lgr_model *m = parse(ball), *linkage = parse(rod);
    lgr_stepper *s = begin(m, NULL);
    go_to(s, 0.2);
    const motion before = look(s);
    assert_int_equal(lgr_stepper_set_state(s, (double[]){0, -0.1}, NULL, NULL), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_stepper_usage_error(s), "'floor' is penetrated"));
    assert_int_equal(lgr_stepper_set_state(s, (double[]){INFINITY, 1}, NULL, NULL), LGR_STATUS_USAGE);
    const motion after = look(s); /* the step has been cut there, no more */
    assert_near(before.q[1], after.q[1], 1e-12);
    assert_near(before.v[1], after.v[1], 1e-12);
    lgr_correction small = {.size = 1};
    assert_int_equal(lgr_stepper_set_state(s, NULL, NULL, &small), LGR_STATUS_USAGE);
    assert_int_equal(lgr_stepper_set_state(NULL, NULL, NULL, NULL), LGR_STATUS_USAGE);
    go_to(s, 0.3);
    lgr_stepper_destroy(s);
    s = begin(linkage, NULL);
    assert_int_equal(lgr_stepper_set_state(s, (double[]){0, 0}, NULL, NULL), LGR_STATUS_USAGE);
    go_to(s, 1);
    const motion now = look(s);
    assert_near(hypot(now.q[0], now.q[1]), 1, 1e-14);
    lgr_stepper_destroy(s);
    lgr_model_destroy(m);
    lgr_model_destroy(linkage);
}

/* --- Forces of the program's own --- */

static bool spring(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)t, (void)Q_q, (void)Q_v;
    Q[0] += -*(const double *)user * q[0] - 0.1 * v[0];
    return true;
}

static void forces_of_the_program_act_in_steps_too(void **state) {
    (void)state;
    lgr_model *m = parse("input u = 0\ncoord x = 1, y = 0.5\nparticle p: mass 2 at [x, y]\ngravity 9.81\n"
                         "generalized push: x = u\ncontact floor: y >= 0 restitution 0.5\n"
                         "report end_x = final(x)\nreport end_v = final(x')\nsimulate until 3\n");
    double k = 20;
    const lgr_force force = {sizeof force, spring, false, &k};
    lgr_stepper_options o = lgr_stepper_options_default();
    lgr_run_options run = lgr_run_options_default();
    o.run = &run;
    run.forces = &force;
    run.force_count = 1;
    lgr_run *whole = lgr_run_create(m, &run);
    lgr_stepper *s = lgr_stepper_create(m, &o), *other;
    assert_int_equal(lgr_stepper_status(s), LGR_STATUS_OK);
    for (int i = 1; i < 180; i++) {
        go_to(s, i / 60.0);
        look(s);
    }
    lgr_stepper_step_to(s, 4, NULL);
    const motion now = look(s);
    assert_true(now.q[0] == lgr_run_report(whole, "end_x") && now.v[0] == lgr_run_report(whole, "end_v"));
    lgr_run_destroy(whole);
    lgr_stepper_destroy(s);
    s = lgr_stepper_create(m, &o);
    go_to(s, 1);
    other = lgr_stepper_clone(s);
    motion last = {0};
    for (int i = 61; i < 120; i++)
        last = frame(s, i);
    lgr_stepper_destroy(s); /* its copy of the forces too */
    for (int i = 61; i < 119; i++)
        frame(other, i);
    const motion same = frame(other, 119);
    assert_memory_equal(&same, &last, sizeof same);
    lgr_stepper_destroy(other);
    run.force_count = 2;
    run.forces = (lgr_force[]){force, {0}};
    other = lgr_stepper_create(m, &o);
    assert_int_equal(lgr_stepper_status(other), LGR_STATUS_USAGE);
    lgr_stepper_destroy(other);
    lgr_model_destroy(m);
}

/* --- Threads --- */

enum { THREADS = 4, FRAMES = 200 };

typedef struct task {
    lgr_model *model;
    motion last[3];
} task;

static void *work(void *user) {
    task *x = user;
    for (int k = 0; k < 3; k++) {
        lgr_stepper_options o = lgr_stepper_options_default();
        lgr_stepper *s = lgr_stepper_create(x->model, &o);
        lgr_snapshot *p = NULL;
        for (int i = 1; i <= FRAMES; i++) {
            x->last[k] = frame(s, i);
            if (i == FRAMES / 2)
                p = lgr_stepper_save(s);
        }
        assert_int_equal(lgr_stepper_restore(s, p), LGR_STATUS_OK);
        for (int i = FRAMES / 2 + 1; i <= FRAMES; i++)
            x->last[k] = frame(s, i);
        lgr_snapshot_destroy(p);
        lgr_stepper_destroy(s);
    }
    return NULL;
}

static void many_share_a_model(void **state) {
    (void)state;
    lgr_model *m = parse(sling);
    pthread_t threads[THREADS];
    static task tasks[THREADS + 1];
    tasks[THREADS].model = m;
    work(&tasks[THREADS]);
    for (int i = 0; i < THREADS; i++) {
        tasks[i].model = m;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &tasks[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert_memory_equal(tasks[i].last, tasks[THREADS].last, sizeof tasks[i].last);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_run_goes_on_with_the_same_bytes),
        cmocka_unit_test(one_goes_back_from_the_end_and_from_failures),
        cmocka_unit_test(foreign_snapshots_are_refused),
        cmocka_unit_test(a_state_set_is_moved_onto_the_constraints),
        cmocka_unit_test(a_state_set_again_goes_on_as_it_was),
        cmocka_unit_test(contacts_begin_as_at_a_start),
        cmocka_unit_test(states_that_cannot_be_are_refused),
        cmocka_unit_test(forces_of_the_program_act_in_steps_too),
        cmocka_unit_test(many_share_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
