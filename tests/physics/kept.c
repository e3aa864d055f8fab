/* What a run keeps of itself is bounded: rows end it by name, events beyond a number are not listed but happen, rows
   that are passed on and frames that are left out take no memory. */
#include <string.h>

#include "machine.h"

#define OSCILLATOR "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"
#define SWITCHED                                                                                                       \
    "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"                                                                \
    "event up when sin(100*t) > 0 { set x' = 1 }\nevent down when sin(100*t) < 0 { set x' = -1 }\n"                    \
    "report last = at(up, t)\n"

/* A run that may end with a finding. */
static machine run_limited(sim_options o, const char *text) {
    machine x = machine_try(0, "%s", text);
    machine_again(&x, o);
    return x;
}

static bool has_doubt(const sim_result *r, diag_code code) {
    for (size_t i = 0; i < r->doubts.len; i++)
        if (r->doubts.at[i]->code == code)
            return true;
    return false;
}

static void too_many_rows_end_the_run(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 1000;
    o.most_bytes = 1 << 18;
    machine x = run_limited(o, OSCILLATOR);
    assert_int_equal(x.result->end, SIM_FAILED);
    assert_int_equal(x.result->failure->code, DIAG_E0515);
    assert_true(x.result->t < 1000 && x.result->rows.len > 100);
    assert_int_equal(x.result->rows.len, x.result->row_count);
    machine_free(&x);
}

static void count_row(void *taker, const sim_point *row) {
    double *last = taker;
    assert_true(row->t > *last && row->q[0] >= -1.001 && row->q[0] <= 1.001);
    *last = row->t;
}

static void rows_that_are_taken_are_not_kept(void **state) {
    (void)state;
    double last = -1;
    sim_options o = sim_options_default();
    o.until = 1000;
    o.most_bytes = 1 << 18;
    o.keep_trajectory = false;
    o.take_row = count_row;
    o.taker = &last;
    machine x = run_limited(o, OSCILLATOR);
    assert_int_equal(x.result->end, SIM_UNTIL);
    assert_near(last, 1000, 0);
    assert_int_equal(x.result->rows.len, 0);
    assert_true(x.result->row_count > 1500);
    machine_free(&x);
}

/* The motion is the same as of a run that lists all. */
static void later_events_happen_unlisted(void **state) {
    (void)state;
    sim_options all = sim_options_default(), few = all;
    all.until = few.until = 10;
    all.keep_trajectory = few.keep_trajectory = false;
    few.most_bytes = 1 << 20;
    machine x = run_limited(all, SWITCHED), y = run_limited(few, SWITCHED);
    assert_int_equal(x.result->unlisted_events, 0);
    assert_true(y.result->events.len < x.result->events.len);
    assert_int_equal(y.result->events.len + y.result->unlisted_events, x.result->events.len);
    assert_true(has_doubt(y.result, DIAG_W0520) && !has_doubt(x.result, DIAG_W0520));
    assert_int_equal(y.result->end, SIM_UNTIL);
    assert_near(y.result->final.q[0], x.result->final.q[0], 0);
    assert_near(y.result->energy_drift, x.result->energy_drift, 0);
    for (size_t i = 0; i < y.result->events.len; i++)
        assert_near(y.result->events.at[i].after.v[0], x.result->events.at[i].after.v[0], 0);
    machine_free(&x);
    machine_free(&y);
}

/* Impacts as well, whose states and impulses lie in memory that is cleared once they are not listed. */
static void later_impacts_happen_unlisted(void **state) {
    (void)state;
    const char *ball = "coord y = 1\ngravity 9.81\nparticle p: mass 1 at [0, y]\n"
                       "contact floor: y >= 0, restitution 0.999\n";
    sim_options all = sim_options_default(), few = all;
    all.until = few.until = 100;
    few.most_bytes = 1 << 20;
    few.keep_trajectory = all.keep_trajectory = false;
    machine x = run_limited(all, ball), y = run_limited(few, ball);
    assert_true(y.result->unlisted_events > 10);
    assert_int_equal(y.result->events.len + y.result->unlisted_events, x.result->events.len);
    assert_near(y.result->final.q[0], x.result->final.q[0], 0);
    machine_free(&x);
    machine_free(&y);
}

/* A thousand jumps would be two thousand frames that nobody can tell apart. */
static void many_jumps_are_thinned_out(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 150;
    o.keep_trajectory = false;
    o.keep_frames = true;
    machine x = run_limited(o, SWITCHED);
    assert_true(x.result->events.len > 4000);
    assert_true(x.result->frames.len > 1500 && x.result->frames.len <= 60001);
    assert_near(x.result->frames.at[x.result->frames.len - 1].at.t, 150, 0);
    for (size_t i = 1; i < x.result->frames.len; i++)
        assert_true(x.result->frames.at[i].at.t - x.result->frames.at[i - 1].at.t < 2 * 150 / 1500.0);
    machine_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_rows_end_the_run),    cmocka_unit_test(rows_that_are_taken_are_not_kept),
        cmocka_unit_test(later_events_happen_unlisted), cmocka_unit_test(later_impacts_happen_unlisted),
        cmocka_unit_test(many_jumps_are_thinned_out),
    };
    static const char *const first_only[] = {"rows_that_are_taken_are_not_kept", "too_many_rows_end_the_run", NULL};
    return MACHINE_RUN_TESTS(tests, first_only);
}
