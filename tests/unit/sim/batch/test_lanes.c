/* Many runs of one compiled problem: all are done, each with its own parameters, whatever happens on the way. */
#include "sim/batch/lanes.h"
#include "sim/support.h"

enum { RUNS = 45 };

typedef struct client {
    model *m;
    int begun, over;
    double report[RUNS];
    size_t events[RUNS];
    sim_end end[RUNS];
} client;

static double value_of(int nth) {
    return 1 + 0.25 * nth;
}

static bool next(void *user) {
    client *c = user;
    if (c->begun == RUNS)
        return false;
    model_set_value(c->m, &c->m->params[0], value_of(c->begun++));
    c->m->findings = diag_create(c->m->scratch, *diag_get_source(c->m->findings));
    return true;
}

static void done(void *user, size_t nth, const sim_result *r) {
    client *c = user;
    assert_near(model_value_of(c->m, &c->m->params[0]), value_of((int)nth), 0);
    c->report[nth] = r->reports ? r->reports[0] : NAN;
    c->events[nth] = r->events.len;
    c->end[nth] = r->end;
    c->over++;
}

static sim_options options_of_sweeps(void) {
    sim_options o = sim_options_default();
    o.keep_trajectory = false;
    return o;
}

static client run_all(const char *text) {
    bench of = bench_read(text);
    sim_options o = options_of_sweeps();
    arena *a = base_arena_create();
    sim_kit *kit = sim_kit_create(of.m, &o, true, a);
    client c = {.m = of.m};
    sim_lanes *lanes = sim_lanes_create(kit, a);
    assert_non_null(lanes);
    sim_lanes_run(lanes, &(sim_client){next, done, &c});
    assert_int_equal(c.over, RUNS);
    sim_lanes_dispose(lanes);
    sim_kit_dispose(kit);
    base_arena_destroy(a);
    bench_destroy(&of);
    return c;
}

static void runs_to_the_end(void **state) {
    (void)state;
    client c = run_all("param k = 1\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\nsimulate until 3\n"
                       "report r = final(x)\n");
    for (int i = 0; i < RUNS; i++) {
        assert_near(c.report[i], cos(3 * sqrt(value_of(i))), 1e-7);
        assert_int_equal(c.end[i], SIM_UNTIL);
    }
}

/* Bounces, each at its own times: sqrt(2/g), then twice that with half the speed. */
static void runs_with_events(void **state) {
    (void)state;
    client c = run_all("param g = 1\ncoord y = 1\ngravity g\nparticle p: mass 1 at [0, y]\n"
                       "contact floor: y >= 0, restitution 0.5\nevent twice when y < -5 { }\nsimulate until 1.6\n"
                       "report r = time(floor.impact)\n");
    for (int i = 0; i < RUNS; i++) {
        double first = sqrt(2 / value_of(i)), second = 2 * first;
        assert_near(c.report[i], first, 1e-11);
        assert_true(c.events[i] >= (size_t)(1.6 > first) + (1.6 > second));
    }
}

/* Runs that end by an event leave their lanes to others. */
static void runs_that_stop(void **state) {
    (void)state;
    client c = run_all("param a = 1\ncoord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                       "event there when x > a { stop }\nsimulate until 8\nreport r = time(there)\n");
    for (int i = 0; i < RUNS; i++)
        if (value_of(i) < 8) {
            assert_int_equal(c.end[i], SIM_EVENT);
            assert_near(c.report[i], value_of(i), 1e-11);
        }
}

/* Only plain runs of the explicit method. */
static void what_has_no_lanes(void **state) {
    (void)state;
    bench of = bench_read("param k = 1\ncoord x = 1\nkinetic T = x'^2/2\n");
    arena *a = base_arena_create();
    for (int k = 0; k < 4; k++) {
        sim_options o = options_of_sweeps();
        o.method = k == 0 ? "variational" : NULL;
        o.keep_trajectory = k == 1;
        o.keep_frames = k == 2;
        o.every = k == 3 ? 0.1 : 0;
        assert_null(sim_lanes_create(sim_kit_create(of.m, &o, true, a), a));
    }
    base_arena_destroy(a);
    bench_destroy(&of);
}

static void check_as_alone(const char *text) {
    client c = run_all(text);
    bench of = bench_read(text);
    sim_options o = options_of_sweeps();
    arena *a = base_arena_create();
    sim_kit *kit = sim_kit_create(of.m, &o, true, a);
    for (int i = 0; i < RUNS; i += 4) {
        model_set_value(of.m, &of.m->params[0], value_of(i));
        const sim_result *r = sim_kit_run(kit, a);
        assert_int_equal(r->end, c.end[i]);
        if (r->end != SIM_FAILED && !(fabs(r->reports[0] - c.report[i]) <= 1e-11 * fmax(1, fabs(c.report[i]))))
            fail_msg("run %d gives %.17g beside others, %.17g alone, of:\n%s", i, c.report[i], r->reports[0], text);
    }
    sim_kit_dispose(kit);
    base_arena_destroy(a);
    bench_destroy(&of);
}

/* Whatever happens in the lanes beside it, a run gives what it gives alone. */
static void runs_are_those_alone(void **state) {
    (void)state;
    check_as_alone("param k = 1\ncoord x = 1, y = 0\ninitial y' = 1\nkinetic T = (x'^2 + y'^2)/2\n"
                   "potential V = k*x^2/2 + x^2*y^2\nsimulate until 2\nreport r = maximum(x*y)\n");
    check_as_alone("param k = 1\ncoord x = 0, y = 1\ninitial x' = k\ngravity 10\nparticle p: mass 1 at [x, y]\n"
                   "contact floor: y >= 0, restitution 0.6, friction 0.2 along x\nsimulate until 1.5\n"
                   "report r = final(x)\n");
    check_as_alone("param k = 1\ncoord a = 1\ngravity 9.81\nparticle p: mass k at [sin(a), -cos(a)]\nsimulate until 2\n"
                   "event cut when a < -0.2*k/12 { free p; drop a }\nreport r = final(p.x)\n");
    check_as_alone("param k = 1\ncoord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = k*sin(3*t) - 2*sign(x')\n"
                   "simulate until 2\nreport r = integral(x)\n");
    check_as_alone(
        "param k = 1\ncoord x = 0\nmemory m = 1\nkinetic T = x'^2/2\ngeneralized f: x = m\nsimulate until 2\n"
        "event tick every 0.3 { set m = k - x }\nreport r = final(x) + count(tick)\n");
}

/* Greatest and least values within steps, each where its own run has them; some of them at ends, at kinks, or held. */
static void runs_with_extrema(void **state) {
    (void)state;
    static const struct {
        const char *report;
        double low, high; /* per unit of the rate w = sqrt(k): low + high*w */
    } cases[] = {{"maximum(x)", 1, 0},
                 {"minimum(x)", -1, 0},
                 {"maximum(x')", 0, 1},
                 {"minimum(x')", 0, -1},
                 {"maximum(abs(x'))", 0, 1},
                 {"maximum(max(x, -2*x))", 2, 0},
                 {"maximum(hypot(x, x'/sqrt(k)))", 1, 0},
                 {"maximum(energy) - k/2", 0, 0}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "param k = 1\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\nsimulate until 7\nreport r = %s\n",
            cases[n].report);
        client c = run_all(text);
        for (int i = 0; i < RUNS; i++) {
            const double want = cases[n].low + cases[n].high * sqrt(value_of(i));
            if (!(fabs(c.report[i] - want) <= 1e-7 * fmax(1, fabs(want))))
                fail_msg("%s of run %d is %.12g, not %.12g", cases[n].report, i, c.report[i], want);
        }
    }
}

/* Side by side or one by one, every bit is the same. */
static void rows_of_single_runs(void **state) {
    (void)state;
    static const char *const texts[] = {
        "param k = 1\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^4/4\nsimulate until 3\n"
        "report r = maximum(x'*x)\n",
        "param k = 1\ncoord x = 0.6, y ~ -0.8\ngravity 10*k\nparticle p: mass 1 at [x, y]\n"
        "constraint rod: x^2 + y^2 = 1\nsimulate until 2\nreport r = maximum(abs(lambda(rod)))\n",
        "param k = 1\ncoord x = 0\ninitial x' = k\nkinetic T = x'^2/2\npotential V = 5*max(0, x - 1)^2\n"
        "event back when x < 0 { stop }\nsimulate until 9\nreport r = maximum(x) + final(x')\n"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        client c = run_all(texts[n]);
        for (int i = 0; i < RUNS; i += 11) {
            bench of = bench_read(texts[n]);
            sim_options o = options_of_sweeps();
            model_set_value(of.m, &of.m->params[0], value_of(i));
            arena *a = base_arena_create();
            sim_kit *kit = sim_kit_create(of.m, &o, true, a);
            const double alone = sim_kit_run(kit, a)->reports[0];
            if (alone != c.report[i])
                fail_msg("run %d of\n%s: %.17g beside others, %.17g alone", i, texts[n], c.report[i], alone);
            sim_kit_dispose(kit);
            base_arena_destroy(a);
            bench_destroy(&of);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_to_the_end),      cmocka_unit_test(runs_with_events),
        cmocka_unit_test(runs_that_stop),       cmocka_unit_test(what_has_no_lanes),
        cmocka_unit_test(runs_are_those_alone), cmocka_unit_test(runs_with_extrema),
        cmocka_unit_test(rows_of_single_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
