/* The motion over a time from a state, and its derivatives by that state: closed forms, through a bounce too. */
#include "walk.h"

typedef struct flow_of {
    walk of;
    const run_snapshot *start;
    double q[WALK_MOST], v[WALK_MOST], a[WALK_MOST], from_q[WALK_MOST], from_v[WALK_MOST], from_a[WALK_MOST];
    double columns[4 * WALK_MOST];
    run_flow out;
    const char *why;
} flow_of;

static flow_of *flow_begin(const char *text) {
    sim_options o = sim_options_default();
    o.tolerance = 1e-11;
    o.until = INFINITY;
    o.sensitive_states = 4;
    flow_of *x = calloc(1, sizeof *x);
    assert_non_null(x);
    x->of = walk_begin_with(text, o);
    x->start = run_steps_save(x->of.steps, x->of.memory);
    x->out = (run_flow){.q = x->q, .v = x->v, .a = x->a, .from_q = x->from_q, .from_v = x->from_v, .from_a = x->from_a};
    x->out.columns = x->columns;
    return x;
}

static void flow_end(flow_of *x) {
    walk_end(&x->of);
    free(x);
}

/* From a place and a velocity of one coordinate, with both derivatives. */
static void go(flow_of *x, double q, double v, double over) {
    memcpy(x->columns, (double[]){1, 0, 0, 1}, 4 * sizeof(double));
    x->out.column_count = 2;
    x->why = run_steps_flow(x->of.steps, x->start, &q, &v, over, &x->out);
}

static void oscillator(void **state) {
    (void)state;
    flow_of *x = flow_begin("coord x = 0\nkinetic T = x'^2/2\npotential V = 2*x^2\nsimulate until 0.1\n");
    for (int k = 1; k < 4; k++) {
        const double t = 0.7 * k, q = 0.3 * k, v = 1 - k, c = cos(2 * t), s = sin(2 * t);
        go(x, q, v, t);
        assert_null(x->why);
        assert_near(x->from_q[0], q, 1e-14);
        assert_near(x->from_a[0], -4 * q, 1e-14);
        assert_near(x->q[0], q * c + v * s / 2, 1e-10);
        assert_near(x->v[0], v * c - 2 * q * s, 1e-10);
        const double want[] = {c, -2 * s, s / 2, c};
        for (int i = 0; i < 4; i++)
            assert_near(x->columns[i], want[i], 1e-9);
    }
    flow_end(x);
}

/* Upwards again with a third of the speed: at 1 s, from y0 and v0. */
static void bounce(void **state) {
    (void)state;
    flow_of *x = flow_begin("coord y = 1\ngravity 10\nparticle b: mass 1 at [0, y]\n"
                            "contact floor: y >= 0 restitution 1/3\n");
    const double y0 = 0.8, v0 = 0.5, e = 1.0 / 3, w = sqrt(v0 * v0 + 20 * y0), t = (v0 + w) / 10, left = 0.6 - t;
    go(x, y0, v0, 0.6);
    assert_null(x->why);
    assert_int_equal(x->out.event_count, 1);
    assert_near(x->q[0], e * w * left - 5 * left * left, 1e-9);
    assert_near(x->v[0], e * w - 10 * left, 1e-9);
    const double dw[] = {10 / w, v0 / w}, dt[] = {1 / w, (1 + v0 / w) / 10};
    for (int c = 0; c < 2; c++) {
        assert_near(x->columns[2 * c], e * dw[c] * left - (e * w - 10 * left) * dt[c], 1e-8);
        assert_near(x->columns[2 * c + 1], e * dw[c] + 10 * dt[c], 1e-8);
    }
    flow_end(x);
}

/* Without directions none are followed, and what ends the motion is said. */
static void ends(void **state) {
    (void)state;
    flow_of *x = flow_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nevent far when x > 1 { stop }\n");
    const double q = 0, v = 1;
    assert_null(run_steps_flow(x->of.steps, x->start, &q, &v, 0.9, &x->out));
    assert_near(x->q[0], 0.9, 1e-14);
    assert_string_equal(run_steps_flow(x->of.steps, x->start, &q, &v, 2, &x->out),
                        "the run is stopped by an event on the way");
    flow_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(oscillator), cmocka_unit_test(bounce), cmocka_unit_test(ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
