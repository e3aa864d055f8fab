/* The first zero-crossing within a step: what is decided by bounds, and where it is found. */
#include "sim/event/localize.h"
#include "sim/support.h"

static const rise below = {.stage = RISE_BELOW, .limit = 0}, above = {.stage = RISE_ABOVE, .level = 0};

static void values_that_settle(void **state) {
    (void)state;
    assert_true(event_rise_is_settled(&below, (tape_bounds){-3, -1}));
    assert_true(event_rise_is_settled(&below, (tape_bounds){-3, 0}));
    assert_false(event_rise_is_settled(&below, (tape_bounds){-3, 1}));
    assert_true(event_rise_is_settled(&above, (tape_bounds){0, 1}));
    assert_false(event_rise_is_settled(&above, (tape_bounds){-1, 1}));
    assert_true(event_rise_is_settled(&below, (tape_bounds){NAN, NAN}));
}

/* From -1 or so: by how much it changes on its way, at least and at most. */
static void changes_that_decide(void **state) {
    (void)state;
    static const struct {
        bool above;
        double low, high, a, b;
        verdict want;
    } cases[] = {{false, -2, 0, -1, -3, NOTHING},   {false, 0, 5, -1, 1, RISES},     {false, 0, 5, -1, -0.5, NOTHING},
                 {false, -2, 3, -1, -1, UNDECIDED}, {false, -1, 1, -1, -1, NOTHING}, {false, -3, 3, -1, -1, UNDECIDED},
                 {true, 0, 2, 1, 3, NOTHING},       {true, -5, 0, 1, -1, FALLS},     {true, -5, 0, 1, 0.5, NOTHING},
                 {true, -3, 3, 1, 1, UNDECIDED},    {true, -1, 1, 1, 1, NOTHING}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_int_equal(event_rise_decide(cases[k].above ? &above : &below, (tape_bounds){cases[k].low, cases[k].high},
                                           cases[k].a, cases[k].b),
                         cases[k].want);
}

/* The rate's rate makes bounds of the change tighter: from rates 1 and -1, with slopes -4 to 0 per unit. */
static void second_rates_tighten(void **state) {
    (void)state;
    const watch_value a = {0, 1}, b = {0, -1};
    const tape_bounds rate = {-10, 10}, second = {-4, 0};
    tape_bounds plain = event_rise_change(rate, NULL, 0.5, a, b), better = event_rise_change(rate, &second, 0.5, a, b);
    assert_near(plain.low, -5, 0);
    assert_near(plain.high, 5, 0);
    assert_near(better.high, 0.5, 1e-15); /* it only falls from 1 */
    assert_near(better.low, -0.5, 1e-15);
    const tape_bounds both = {-6, 2};
    better = event_rise_change(rate, &both, 1, a, b); /* up by 2 x, down by 6 (1 - x): 1 + 2 x = -1 + 6 - 6 x */
    assert_near(better.high, 2, 1e-15);
    assert_near(better.low, -2, 1e-15);
}

static void where_a_search_begins(void **state) {
    (void)state;
    const margin user = {.part = EVENT_USER}, close = {.part = EVENT_CLOSE};
    assert_int_equal(event_rise_begin(&user, -1, 1, 1, true, true, 0).stage, RISE_BELOW);
    assert_int_equal(event_rise_begin(&user, 1, 1, 1, true, true, 0).stage, RISE_ABOVE);
    assert_int_equal(event_rise_begin(&user, -1, 1, 1, false, false, 0).stage, RISE_ABOVE);
    assert_int_equal(event_rise_begin(&user, -1, 1, 1, false, true, 0).stage, RISE_IDLE);
    assert_int_equal(event_rise_begin(&close, -1, 1, 1, true, false, 0).stage, RISE_BELOW);
}

static void opening_gaps(void **state) {
    (void)state;
    const margin close = {.part = EVENT_CLOSE, .gap = true, .smooth = true}, user = {.part = EVENT_USER, .smooth = true},
                 rough = {.part = EVENT_CLOSE, .gap = true};
    const rise r = {.stage = RISE_BELOW, .limit = 1e-3};
    assert_true(event_rise_can_keep_opening(&close, &r, (watch_value){0, -1}, 0.1));
    assert_true(event_rise_can_keep_opening(&close, &r, (watch_value){0, 0.009}, 0.1));
    assert_false(event_rise_can_keep_opening(&close, &r, (watch_value){0, 0.011}, 0.1));
    assert_false(event_rise_can_keep_opening(&user, &r, (watch_value){0, -1}, 0.1));
    assert_false(event_rise_can_keep_opening(&rough, &r, (watch_value){0, -1}, 0.1));
    watch_value before = {0, 0};
    assert_true(event_rise_opens_further(&before, (watch_value){-1, -1}));
    assert_false(event_rise_opens_further(&before, (watch_value){-2, -1}));
    assert_false(event_rise_opens_further(&before, (watch_value){-1, -3}));
    assert_near(before.rate, -3, 0);
}

/* A throw y = 1 + 5 t - 5 t^2 over a step of 1. */
static crossing find_in_throw(motion *x, const char *events) {
    char text[600];
    snprintf(text, sizeof text,
             "coord y = 1\ninitial y' = 5\ngravity 10\nparticle p: mass 1 at [0, y]\nsimulate until 1\n%s", events);
    *x = motion_begin_stepping(text, 1);
    double h = motion_step(x, 1);
    assert_near(h, 1, 0);
    assert_true(event_functions_finish(x->s, h));
    return event_search_find(x->s, h, true);
}

static void the_first_crossing_is_found(void **state) {
    (void)state;
    const struct {
        const char *events;
        int index; /* -1: none */
        double at;
    } cases[] = {
        {"event a when y > 2 { }\n", 0, 0.5 - 0.5 * 0.44721359549995794},
        {"event a when y > 2.2499 { }\n", 0, 0.5 - sqrt(0.0001 / 5)},
        {"event a when y > 2.2501 { }\n", -1, 0},
        {"event a when y < 1.5 after b { }\nevent b when y > 1.9 { }\n", 1, 0.5 - sqrt(0.35 / 5)},
        {"event a when y < 1.5 { }\n", 0, 0.5 + sqrt(0.75 / 5)}, /* true at first */
        {"event a when y > 2 { }\nevent b when y > 1.5 { }\n", 1, 0.5 - sqrt(0.75 / 5)},
        {"event a when y' < 1 { }\nevent b when t > 0.4 { }\n", 0, 0.4}, /* at once: in the order of the text */
        {"event a when t > 0.25 and y > 2 { }\n", 0, 0.5 - sqrt(0.05)},
        {"event a when t > 0.3 and y > 2 { }\n", 0, 0.3},
        {"event a when y'' > -5 { }\n", -1, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x;
        crossing c = find_in_throw(&x, cases[k].events);
        assert_int_equal(c.found, cases[k].index >= 0);
        assert_false(c.unsearched);
        if (c.found) {
            assert_int_equal(c.at.index, cases[k].index);
            assert_near(c.h, cases[k].at, 1e-12);
        } else
            assert_near(c.h, 1, 0);
        motion_end(&x);
    }
}

/* What only comes to zero fires where equality is enough. */
static void touching_is_enough_at_equality(void **state) {
    (void)state;
    motion x;
    crossing c = find_in_throw(&x, "event a when y >= 2.25 { }\n");
    assert_true(c.found);
    assert_near(c.h, 0.5, 1e-6);
    motion_end(&x);
    c = find_in_throw(&x, "event a when y > 2.25 { }\n");
    assert_false(c.found);
    motion_end(&x);
}

/* What has become false on the way may fire again. */
static void events_are_armed_again(void **state) {
    (void)state;
    motion x;
    crossing c = find_in_throw(&x, "event a when y > 2 { }\nevent b when y > 1.8 { }\n");
    assert_int_equal(c.at.index, 1);
    motion_end(&x);
    c = find_in_throw(&x, "event a when y < 2 { }\n");
    assert_near(c.h, 0.5 + sqrt(0.05), 1e-12);
    x.s->user_events[0].armed = false;
    event_search_rearm(x.s, 1, 0.1);
    assert_false(x.s->user_events[0].armed);
    event_search_rearm(x.s, 1, 1);
    assert_true(x.s->user_events[0].armed);
    motion_end(&x);
}

/* A gap at rounding distance that leaves is not found, one that comes back is. */
static void gaps_that_leave_and_return(void **state) {
    (void)state;
    motion x = motion_begin_stepping("coord y = 0\ninitial y' = 4\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                                     "contact floor: y >= 0, restitution 0.5\nsimulate until 1\n",
                                     1);
    double h = motion_step(&x, 0.75);
    assert_true(event_functions_finish(x.s, h));
    assert_false(event_search_find(x.s, h, true).found);
    motion_end(&x);
    x = motion_begin_stepping("coord y = 0\ninitial y' = 4\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                              "contact floor: y >= 0, restitution 0.5\nsimulate until 1\n",
                              1);
    h = motion_step(&x, 1);
    assert_true(event_functions_finish(x.s, h));
    crossing c = event_search_find(x.s, h, true);
    assert_true(c.found);
    assert_near(c.h, 0.8, 1e-12);
    assert_int_equal(c.at.part, EVENT_CLOSE);
    motion_end(&x);
}

/* It is told once that an event may have been missed. */
static void too_fast_is_told_once(void **state) {
    (void)state;
    motion x = motion_try("coord x = 0\nkinetic T = x'^2/2\nevent a when sin(1e9*t)*cos(1e9*t) > 0.6 { }\n"
                          "simulate until 1\n");
    motion_finish(&x);
    assert_int_equal(x.result->doubts.len, 1);
    assert_non_null(strstr(x.result->doubts.at[0]->message, "the condition of the event 'a' changes too fast"));
    motion_end(&x);
}

/* A gap that the method's error lets close although it leaves: within that error it is let go, beyond it is found. Of
   y = 2 + gap + v t - a t^2/2, above 2 or a condition of the same function. */
static void errors_of_the_method_let_leave(void **state) {
    (void)state;
    static const struct {
        const char *what;
        double gap, v, a, error, at; /* at: 0 for nothing found */
    } cases[] = {{"contact floor: y >= 2\n", 1e-9, 0, 4e-9, 1e-7, 0},
                 {"contact floor: y >= 2\n", 1e-9, 0, 4e-9, 1e-11, 0.7071}, /* the method does not err so much */
                 {"contact floor: y >= 2\n", 1e-9, -1e-6, 0, 1e-7, 1e-3},   /* it approaches */
                 {"contact floor: y >= 2\n", 1e-6, 0, 4e-6, 1e-7, 0.7071},  /* it is open */
                 {"contact floor: y >= 2\n", 1e-9, 0, 4e-6, 1e-7, 0.0224},  /* it comes back farther */
                 {"event floor when y < 2 { }\n", 1e-9, 0, 4e-9, 1e-7, 0.7071}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "coord y = %.17g\ninitial y' = %.17g\nkinetic T = y'^2/2\ngeneralized f: y = %.17g\n%s"
                 "simulate until 1\n",
                 2 + cases[k].gap, cases[k].v, -cases[k].a, cases[k].what);
        motion x = motion_begin_stepping(text, 1);
        x.s->gap_error = cases[k].error;
        const double h = motion_step(&x, 1);
        assert_true(event_functions_finish(x.s, h));
        const crossing c = event_search_find(x.s, h, true);
        assert_int_equal(c.found, cases[k].at > 0);
        if (c.found)
            assert_near(c.h, cases[k].at, 0.05 * cases[k].at);
        motion_end(&x);
    }
}

/* Conditions of products, sums and switches of the throw; times from the quadratic formula. */
static void conditions_of_all_kinds(void **state) {
    (void)state;
    const struct {
        const char *events;
        double at; /* negative: none */
    } cases[] = {{"event a when y*y' > 6 { }\n", -1},
                 {"event a when y*y' < 4 { }\n", 0.30599589426681506} /* 50 t^3 - 75 t^2 + 15 t + 1 = 0 */,
                 {"event a when abs(y - 1.5) < 0.2 { }\n", 0.5 - sqrt(0.95 / 5)},
                 {"event a when max(y, 2) > 2.1 { }\n", 0.5 - sqrt(0.03)},
                 {"event a when min(y, 2) > 1.9 { }\n", 0.5 - sqrt(0.07)},
                 {"event a when not (y < 2) { }\n", 0.5 - sqrt(0.05)},
                 {"event a when y > 2.2 or t > 0.3 { }\n", 0.3},
                 {"event a when y > 2.2 and t > 0.3 { }\n", 0.4},
                 {"event a when sin(20*t) > 0.5 { }\n", PI / 120},
                 {"event a when exp(-t) < 0.5 { }\n", 0.6931471805599453},
                 {"event a when hypot(y, y') < 2.3 { }\n", -2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        motion x;
        const crossing c = find_in_throw(&x, cases[k].events);
        if (cases[k].at == -2) { /* no closed form: the function itself is zero there, and not before */
            assert_true(c.found);
            for (int i = 1; i <= 50; i++) {
                const double t = c.h * i / 50, y = 1 + 5 * t - 5 * t * t;
                assert_true(i < 50 ? hypot(y, 5 - 10 * t) > 2.3 : fabs(hypot(y, 5 - 10 * t) - 2.3) < 1e-9);
            }
        } else {
            assert_int_equal(c.found, cases[k].at >= 0);
            if (c.found)
                assert_near(c.h, cases[k].at, 1e-9);
        }
        motion_end(&x);
    }
}

/* Two hundred events within one step: each is located when it is the first, not all of them each time. */
static void each_of_many_is_located_once(void **state) {
    (void)state;
    enum { MANY = 200 };
    motion x =
        motion_try("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
                   "for i in 1..200 { event e[i] when x > 0.004*i { set x' = x' + 1e-12 } }\nsimulate until 1\n");
    motion_finish(&x);
    assert_int_equal(x.result->events.len, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(x.result->events.at[i].ref.index, i);
        assert_near(x.result->events.at[i].t, 0.004 * (i + 1), 1e-9);
    }
    assert_true(x.result->evaluations < 120 * MANY);
    motion_end(&x);
}

/* At one instant they come in the order of the text, wherever the search begins. */
static void events_of_one_instant_keep_their_order(void **state) {
    (void)state;
    enum { MANY = 50 };
    motion x = motion_try(
        "coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\n"
        "for i in 1..50 { event e[i] when x > (if mod(i, 2) == 0 then 0.5 else 0.25) { set x' = x' + 1e-12 } }\n"
        "simulate until 1\n");
    motion_finish(&x);
    assert_int_equal(x.result->events.len, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(x.result->events.at[i].ref.index, 2 * i < MANY ? 2 * i : 2 * i - MANY + 1);
        assert_near(x.result->events.at[i].t, 2 * i < MANY ? 0.25 : 0.5, 1e-9);
    }
    assert_true(x.result->evaluations < 1000 * MANY);
    motion_end(&x);
}

/* The first part is somewhat longer than the last event took to come, and never more than the step. */
static void searches_begin_where_events_come(void **state) {
    (void)state;
    assert_int_equal(event_search_first_depth(1, 0), 0);
    assert_int_equal(event_search_first_depth(1, 0.5), 0);
    for (double came = 0.3; came > 1e-4; came *= 0.7) {
        const double part = ldexp(1, -event_search_first_depth(1, came));
        assert_true(part >= 1.25 * came && part < 2.5 * came);
    }
    assert_true(event_search_first_depth(1, 1e-300) < 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_settle),
        cmocka_unit_test(changes_that_decide),
        cmocka_unit_test(second_rates_tighten),
        cmocka_unit_test(where_a_search_begins),
        cmocka_unit_test(searches_begin_where_events_come),
        cmocka_unit_test(opening_gaps),
        cmocka_unit_test(the_first_crossing_is_found),
        cmocka_unit_test(touching_is_enough_at_equality),
        cmocka_unit_test(events_are_armed_again),
        cmocka_unit_test(gaps_that_leave_and_return),
        cmocka_unit_test(too_fast_is_told_once),
        cmocka_unit_test(each_of_many_is_located_once),
        cmocka_unit_test(events_of_one_instant_keep_their_order),
        cmocka_unit_test(errors_of_the_method_let_leave),
        cmocka_unit_test(conditions_of_all_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
