/* One model in many threads: runs, equations, analyses and checks are the same as in one, whoever comes first. Under
   the thread sanitizer (preset tsan) it shows that they share nothing that is written to. */
#include <pthread.h>
#include <stdlib.h>

#include "api/support.h"

enum { THREADS = 8, ROUNDS = 3, WORKS = 8 };

/* Contacts, impacts, an event that frees a body, and an expectation that does not hold. */
static const char *const sling =
    "param l = 1 m, k = 40 N/m, e = 0.6 in [0, 0.5]\n"
    "coord theta = 60 deg, x = 0 m\n"
    "particle bob: mass 1 kg at [x + l*sin(theta), 2 m - l*cos(theta)]\n"
    "particle cart: mass 2 kg at [x, 2 m]\n"
    "particle stone: mass 0.2 kg at bob + [0.1 m, 0 m]\n"
    "gravity 9.81 m/s^2\npotential spring = k*x^2/2\n"
    "contact floor: stone.y >= 0 m restitution e\n"
    "event release when theta < 0 rad { free stone; hold floor }\n"
    "report far = maximum(stone.x)\nreport hits = time(floor.impact)\nexpect far = 100 m\nsimulate until 1 s\n";

typedef bool (*work)(lgr_model *m, output *out);

static bool run_as(lgr_model *m, output *out, const char *format, bool frames, bool twice) {
    lgr_run_options o = lgr_run_options_default();
    o.keep_frames = frames;
    lgr_run *run = lgr_run_create(m, &o);
    lgr_status status = lgr_run_status(run);
    if (twice) {
        lgr_run_verify(run);
        lgr_run_check_action(run);
    }
    bool fine = status == LGR_STATUS_EXPECT && lgr_run_unmet_count(run) == 1 &&
                gather(out, lgr_run_unmet_text(run, 0, false), strlen(lgr_run_unmet_text(run, 0, false))) &&
                lgr_run_write(run, format, false, 80, gather, out) == LGR_STATUS_OK;
    lgr_run_destroy(run);
    return fine;
}

static bool run_csv(lgr_model *m, output *out) {
    return run_as(m, out, "csv", false, false);
}

static bool run_svg(lgr_model *m, output *out) {
    return run_as(m, out, "svg", true, true);
}

static bool derive(lgr_model *m, output *out) {
    lgr_derive_options o = lgr_derive_options_default();
    o.form = "matrix";
    o.mode = "release";
    return lgr_model_derive(m, &o, "text", false, 80, gather, out) == LGR_STATUS_OK;
}

static bool refuse(lgr_model *m, output *out) {
    lgr_derive_options o = lgr_derive_options_default();
    o.mode = "landing";
    return lgr_model_derive(m, &o, "text", false, 80, gather, out) == LGR_STATUS_USAGE &&
           lgr_model_check_plot(m, "theta") == LGR_STATUS_OK;
}

static bool analyze(lgr_model *m, output *out) {
    return lgr_model_analyze(m, "json", false, 0, gather, out) == LGR_STATUS_OK;
}

static bool vary(lgr_model *m, output *out) {
    const lgr_axis axis = {"l", "1", "2", 3};
    lgr_linear_options o = lgr_linear_options_default();
    o.vary = &axis;
    return lgr_model_linearize(m, &o, "csv", false, 0, gather, out) == LGR_STATUS_OK &&
           lgr_model_linearize(m, &o, "json", false, 0, gather, out) == LGR_STATUS_OK;
}

static bool check(lgr_model *m, output *out) {
    return lgr_model_check(m, "json", false, 0, gather, out) == LGR_STATUS_OK && lgr_model_finding_count(m) > 0 &&
           lgr_model_finding_text(m, 0, false) && !lgr_model_finding_is_error(m, 0);
}

/* Equations of two modes, with their derivatives, and a copy that goes its own way. */
static bool evaluate(lgr_model *m, output *out) {
    lgr_dynamics_options o = lgr_dynamics_options_default();
    lgr_model *copy = lgr_model_copy(m);
    bool fine = lgr_model_set(copy, "l", "2 m") == LGR_STATUS_OK;
    for (int k = 0; k < 2; k++) {
        o.mode = k ? "release" : NULL;
        lgr_dynamics *d = lgr_dynamics_create(k ? copy : m, &o);
        double t, q[8], v[8], slopes[64];
        const size_t n = lgr_dynamics_coordinate_count(d);
        fine = fine && n <= 8 && lgr_dynamics_start(d, &t, q, v) == LGR_STATUS_OK &&
               lgr_dynamics_evaluate(d, t, q, v) == LGR_STATUS_OK &&
               lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, LGR_VARIABLE_Q, slopes, 64) == LGR_STATUS_OK &&
               gather(out, (const char *)slopes, n * n * sizeof *slopes);
        lgr_dynamics_destroy(d);
    }
    lgr_model_destroy(copy);
    return fine;
}

static const work works[WORKS] = {run_csv, derive, run_svg, analyze, refuse, check, evaluate, vary};

typedef struct worker {
    pthread_t thread;
    lgr_model *m;
    int first;
    output out[WORKS];
    bool fine;
} worker;

/* The same work in another order in each thread; what comes out in later rounds is that of the first. */
static void *do_works(void *user) {
    worker *w = user;
    w->fine = true;
    for (int i = 0; i < ROUNDS * WORKS; i++) {
        int k = (w->first + i) % WORKS;
        output again = {0};
        w->fine = works[k](w->m, &again) && w->fine;
        if (i < WORKS)
            w->out[k] = again;
        else {
            w->fine = w->fine && again.length == w->out[k].length &&
                      (!again.length || memcmp(again.text, w->out[k].text, again.length) == 0);
            clear(&again);
        }
    }
    return NULL;
}

static void all_threads_say_the_same(void **state) {
    (void)state;
    worker alone = {.m = parse(sling)}, shared[THREADS] = {{0}};
    do_works(&alone);
    assert_true(alone.fine);
    lgr_model *m = parse(sling);
    for (int i = 0; i < THREADS; i++) {
        shared[i] = (worker){.m = m, .first = i};
        assert_int_equal(pthread_create(&shared[i].thread, NULL, do_works, &shared[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(shared[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < WORKS; k++) {
            assert_true(shared[i].fine);
            assert_int_equal(shared[i].out[k].length, alone.out[k].length);
            if (alone.out[k].length)
                assert_memory_equal(shared[i].out[k].text, alone.out[k].text, alone.out[k].length);
            clear(&shared[i].out[k]);
        }
    for (int k = 0; k < WORKS; k++)
        clear(&alone.out[k]);
    assert_int_equal(lgr_model_finding_count(m), lgr_model_finding_count(alone.m));
    lgr_model_destroy(m);
    lgr_model_destroy(alone.m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_threads_say_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
