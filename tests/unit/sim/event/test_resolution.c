/* A step goes no further than its stages see what is narrow: pulses, edges, waves and poles. */
#include "sim/event/resolution.h"
#include "sim/support.h"

/* How much of a step of size 1 from rest at x = 0 may be taken. */
static double limit_of(const char *force, double speed) {
    char text[300];
    snprintf(text, sizeof text,
             "coord x = 0\ninitial x' = %g\nkinetic T = x'^2/2\ngeneralized f: x = %s\nsimulate until 1\n", speed,
             force);
    motion x = motion_begin(text);
    assert_non_null(x.s->mode->resolution);
    memcpy(x.s->next_y, x.s->y, 3 * sizeof *x.s->y);
    x.s->next_y[0] = speed;
    x.s->solved_start[0] = x.s->solved_end[0] = 0;
    double limit = event_resolution_limit(x.s, 1);
    motion_end(&x);
    return limit;
}

/* Never beyond, and found by a dozen halvings of the step. */
static void check_limit(double limit, double want) {
    if (!(limit <= want && limit >= want - 1.0 / 64))
        fail_msg("%.17g should be just below %.17g", limit, want);
}

/* Up to where exp is above rounding: (t - 0.5)/0.01 = -sqrt(45). */
static void a_pulse_is_met_where_it_begins(void **state) {
    (void)state;
    check_limit(limit_of("exp(-((t - 0.5)/0.01)^2)", 0), 0.5 - 0.01 * sqrt(45));
    check_limit(limit_of("exp(-((x - 0.5)/0.01)^2)", 1), 0.5 - 0.01 * sqrt(45));
    assert_near(limit_of("exp(-((t - 5)/0.01)^2)", 0), 1, 0);
    assert_near(limit_of("exp(-t)", 0), 1, 0);
}

/* tanh is constant beyond 20; while it turns its argument may change by 3. */
static void an_edge_is_met_where_it_begins(void **state) {
    (void)state;
    check_limit(limit_of("tanh((t - 0.5)/0.001)", 0), 0.5 - 0.02);
    check_limit(limit_of("tanh(t/0.1)", 0), 0.3);
    assert_near(limit_of("tanh(t)", 0), 1, 0);
}

/* One turn and a little at a time, of time and of places with units; an angle as it is is what steps are made for. */
static void a_wave_is_followed_turn_by_turn(void **state) {
    (void)state;
    check_limit(limit_of("sin(70*t)", 0), 0.1);
    assert_near(limit_of("cos(6*t)", 0), 1, 0);
    check_limit(limit_of("sin(70*x)", 1), 0.1);
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = sin(7*x) + cos(x)\n");
    assert_null(x.s->mode->resolution);
    motion_end(&x);
}

/* Of several the one that allows least counts, whichever is looked at first. */
static void the_least_of_all_counts(void **state) {
    (void)state;
    static const char *const forces[] = {
        "sin(70*t)", "tanh((t - 0.5)/0.001)", "exp(-((t - 0.3)/0.01)^2)", "1/(1.01 - t)", "sin(900*t)", "tanh(t/0.1)"};
    enum { FORCES = sizeof forces / sizeof *forces };
    for (size_t i = 0; i < FORCES; i++)
        for (size_t j = 0; j < FORCES; j++) {
            char both[200];
            snprintf(both, sizeof both, "%s + 2*%s", forces[i], forces[j]);
            assert_near(limit_of(both, 0), fmin(limit_of(forces[i], 0), limit_of(forces[j], 0)), 0);
        }
}

/* A denominator may change by a factor of 8; through zero it is for the error control to see. */
static void a_pole_is_approached_by_ratios(void **state) {
    (void)state;
    check_limit(limit_of("1/(1.01 - t)", 0), 1.01 * (1 - 1 / 8.0));
    check_limit(limit_of("(1.01 - x)^(-2)", 1), 1.01 * (1 - 1 / sqrt(8))); /* of the square */
    assert_near(limit_of("1/(0.5 - t)", 0), 1, 0);
    check_limit(limit_of("1/(t - 1.01)", 0), 1.01 * (1 - 1 / 8.0));
    assert_near(limit_of("(1.01 - x)^2 + 1/(2 - t)", 1), 1, 0);
}

/* What depends on time alone is known before a step. */
static void time_is_foreseen(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = sin(70*t) + exp(-((x - 1)/1e-9)^2)\n"
                            "simulate until 1\n");
    check_limit(event_resolution_foresee(x.s, 1), 0.1);
    assert_near(event_resolution_foresee(x.s, 0.05), 0.05, 0);
    motion_end(&x);
    x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = exp(-((x - 1)/1e-9)^2)\nsimulate until 1\n");
    assert_near(event_resolution_foresee(x.s, 1), 1, 0);
    motion_end(&x);
}

/* In a run the pulse is not jumped over: its whole impulse arrives. */
static void nothing_narrow_is_missed(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = exp(-((t - 0.7)/1e-4)^2)/1e-4\n"
                            "simulate until 1\n");
    motion_finish(&x);
    assert_near(x.result->final.v[0], sqrt(PI), 1e-7);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_of_all_counts),        cmocka_unit_test(a_pulse_is_met_where_it_begins),
        cmocka_unit_test(an_edge_is_met_where_it_begins), cmocka_unit_test(a_wave_is_followed_turn_by_turn),
        cmocka_unit_test(a_pole_is_approached_by_ratios), cmocka_unit_test(time_is_foreseen),
        cmocka_unit_test(nothing_narrow_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
