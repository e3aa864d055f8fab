/* The clocks of periodic events: instants that are multiples, what is due at one of them, and other periods on the way.
 */
#include "sim/run/run.h"
#include "sim/support.h"

#define POINT "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\nparam p = 0.3, first = 0\n"

/* The times at which an event has fired, in its order. */
static size_t times_of(const motion *x, const char *name, double *at, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < x->result->events.len; i++)
        if (x->result->events.at[i].ref.index == motion_event(x, name) && count < room)
            at[count++] = x->result->events.at[i].t;
    return count;
}

/* first + k*period to the last bit, however the steps fall: sums would drift away from it. */
static void instants_are_multiples(void **state) {
    (void)state;
    static const struct {
        const char *clock;
        double first, period;
        size_t count;
    } cases[] = {{"every 0.1", 0, 0.1, 31},
                 {"every p", 0, 0.3, 11},
                 {"every 0.1 from 0.7", 0.7, 0.1, 24},
                 {"every 1/7 from 1/3", 1 / 3.0, 1 / 7.0, 19},
                 {"every 10 from 2.5", 2.5, 10, 1},
                 {"every 10 from 3.5", 0, 0, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, POINT "event e %s { set x' = -x' }\nsimulate until 3\n", cases[k].clock);
        motion x = motion_begin(text);
        motion_finish(&x);
        double at[64];
        assert_int_equal(times_of(&x, "e", at, 64), cases[k].count);
        for (size_t i = 0; i < cases[k].count; i++)
            assert_true(at[i] == cases[k].first + (double)i * cases[k].period);
        assert_near(x.result->t, 3, 0);
        motion_end(&x);
    }
}

/* 3*0.1 is not 0.3 in binary numbers, and one instant all the same: the text decides which comes first. */
static void one_instant_in_the_order_of_the_text(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1.25\n"
                     "event b every 0.3 from 0.3 { set x = 2*x }\nevent a every 0.1 from 0.1 { set x = x + 1 }\n");
    motion_finish(&x);
    double want = 1;
    for (int i = 1; i <= 12; i++)
        want = (i % 3 ? want : 2 * want) + 1;
    assert_near(x.result->final.q[0], want, 1e-12);
    double of_a[16], of_b[16];
    assert_int_equal(times_of(&x, "a", of_a, 16), 12);
    assert_int_equal(times_of(&x, "b", of_b, 16), 4);
    assert_true(of_b[0] != 3 * 0.1 && of_a[2] == of_b[0]);
    motion_end(&x);
}

/* A clock that waits for another event lets its instants pass: they are not made up for. */
static void instants_before_after_has_come_are_passed_over(void **state) {
    (void)state;
    motion x = motion_begin(POINT "event e every 0.5 after go { set x' = -x' }\nevent go when t > 1.2 { }\n"
                                  "simulate until 3.2\nreport n = count(e)\n");
    motion_finish(&x);
    double at[8];
    assert_int_equal(times_of(&x, "e", at, 8), 4);
    for (int i = 0; i < 4; i++)
        assert_true(at[i] == 1.5 + 0.5 * i);
    assert_near(motion_report(&x, "n"), 4, 0);
    motion_end(&x);
}

/* Without a clock, or beyond the end, steps end with the run. */
static void the_next_instant(void **state) {
    (void)state;
    static const struct {
        const char *clocks;
        double t, want;
        bool due;
    } cases[] = {
        {"", 1, 3, false},
        {"event e every 4 from 4 { set x' = 2 }\n", 1, 3, false},
        {"event e every 2 from 1.5 { set x' = 2 }\n", 1, 1.5, false},
        {"event e every 2 from 1.5 { set x' = 2 }\n", 1.5, 1.5, true},
        {"event e every 2 from 1.5 { set x' = 2 }\n", 1.5 * (1 - 1e-16), 1.5, true},
        {"event e every 2 from 1.5 { set x' = 2 }\n", 1.5 * (1 - 1e-14), 1.5, false},
        {"event e every 2 from 1.5 { set x' = 2 }\nevent f every 0.7 from 0.7 { set x' = 3 }\n", 0, 0.7, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text, POINT "%ssimulate until 3\n", cases[k].clocks);
        motion x = motion_begin(text);
        assert_true(run_ticks_begin(x.s));
        x.s->t = cases[k].t;
        run_ticks_next(x.s);
        assert_near(x.s->next_tick, cases[k].want, 0);
        assert_int_equal(run_ticks_are_due(x.s), cases[k].due);
        assert_int_equal(run_ticks_take(x.s), cases[k].due ? motion_event(&x, "e") : -1);
        assert_int_equal(run_ticks_take(x.s), -1); /* an instant is taken once */
        assert_false(run_ticks_are_due(x.s));
        assert_near(x.s->next_tick, cases[k].due ? 3 : cases[k].want, 0);
        motion_end(&x);
    }
}

/* A clock with another period goes on at the next of its own instants; the others keep their count. */
static void other_periods_on_the_way(void **state) {
    (void)state;
    motion x = motion_begin("param p = 0.5, q = 0.2\ncoord x = 0\nkinetic T = x'^2/2\n"
                            "event a every p { set x' = 1 }\nevent b every q from 0.1 { set x' = 2 }\n");
    assert_true(run_ticks_begin(x.s));
    const tick_clock *a = &x.s->ticks[0], *b = &x.s->ticks[1];
    assert_int_equal(x.s->tick_count, 2);
    x.s->t = 1.1;
    while (run_ticks_take(x.s) >= 0)
        continue;
    assert_true(a->count == 3 && b->count == 6);
    model_set_value(x.of.m, &x.of.m->params[0], 0.4);
    assert_true(run_ticks_renew(x.s));
    assert_true(a->period == 0.4 && a->count == 3 && b->count == 6); /* 1.2 is the third multiple of 0.4 */
    assert_near(x.s->next_tick, 1.2, 1e-15);
    model_set_value(x.of.m, &x.of.m->params[0], 5);
    assert_true(run_ticks_renew(x.s));
    assert_true(a->count == 1);
    x.s->t = 0;
    model_set_value(x.of.m, &x.of.m->params[1], 3);
    assert_true(run_ticks_renew(x.s));
    assert_true(b->count == 0 && x.s->next_tick == 0.1); /* its first instant lies ahead */
    motion_end(&x);
}

/* The text was good, and the values are others since: of a sweep, or set on the way. */
static void periods_that_are_none(void **state) {
    (void)state;
    static const struct {
        double p, first;
    } cases[] = {{0, 0}, {-0.1, 0}, {NAN, 0}, {INFINITY, 0}, {0.3, NAN}, {0.3, -INFINITY}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int renewed = 0; renewed < 2; renewed++) {
            motion x = motion_begin(POINT "event e every p from first { set x' = 1 }\n");
            model_set_value(x.of.m, &x.of.m->params[0], cases[k].p);
            model_set_value(x.of.m, &x.of.m->params[1], cases[k].first);
            assert_false(renewed ? run_ticks_renew(x.s) : run_ticks_begin(x.s));
            assert_int_equal(x.result->failure->code, DIAG_E0308);
            assert_non_null(strstr(x.result->failure->message, "the period of 'e' must be more than 0, not"));
            assert_true(x.result->failure->at.begin > 0);
            motion_end(&x);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instants_are_multiples),
        cmocka_unit_test(one_instant_in_the_order_of_the_text),
        cmocka_unit_test(instants_before_after_has_come_are_passed_over),
        cmocka_unit_test(the_next_instant),
        cmocka_unit_test(other_periods_on_the_way),
        cmocka_unit_test(periods_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
