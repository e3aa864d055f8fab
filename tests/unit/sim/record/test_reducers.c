/* Reducers: which occurrence of an event counts, and the windows of time between events. */
#include "sim/record/record.h"
#include "sim/support.h"

/* x = t, and v = 2t; events at 1, 3, 5 and at 2, 4, 6. */
#define UNIFORM                                                                                                        \
    "coord x = 0, u = 0\ninitial x' = 1\nkinetic T = x'^2/2 + u'^2/2\ngeneralized f: u = 2\n"                          \
    "memory m = 0\nevent odd every 2 from 1 { set m = m + 1 }\nevent even every 2 from 2 { }\n"                        \
    "event never when x < -1 { }\nsimulate until 6.5\n"

static void check_reports(const char *machine, const char *const *what, const double *want, size_t count,
                          double tolerance) {
    char text[4000];
    int at = snprintf(text, sizeof text, "%s", machine);
    for (size_t i = 0; i < count; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "report r%zu = %s\n", i, what[i]);
    motion x = motion_begin(text);
    motion_finish(&x);
    assert_null(x.result->failure);
    for (size_t i = 0; i < count; i++) {
        const double got = x.result->reports[i];
        if (isnan(want[i]) ? !isnan(got) : !(fabs(got - want[i]) <= tolerance * fmax(1, fabs(want[i]))))
            fail_msg("%s is %.15g, not %.15g", what[i], got, want[i]);
    }
    motion_end(&x);
}

#define CHECK_REPORTS(machine, what, want, tolerance)                                                                  \
    check_reports(machine, what, want, sizeof(what) / sizeof *(what), tolerance)

static void the_occurrence_that_is_asked_for(void **state) {
    (void)state;
    static const char *const what[] = {"time(odd)",    "time(odd, 2)",   "time(odd, last)",    "time(odd, 4)",
                                       "at(odd, u')",  "at(odd, u', 3)", "at(even, u', last)", "at(odd, u', 4)",
                                       "count(odd)",   "count(even)",    "count(never)",       "time(never)",
                                       "at(never, x)", "at(odd, m, 3)",  "at(odd, m)"};
    static const double want[] = {1, 3, 5, NAN, 2, 10, 12, NAN, 3, 3, 0, NAN, NAN, 2, 0};
    CHECK_REPORTS(UNIFORM, what, want, 1e-9);
}

/* From just after the first A to just before the next B. */
static void windows_between_events(void **state) {
    (void)state;
    static const char *const what[] = {"integral(x)",
                                       "integral(x, until odd)",
                                       "integral(x, from even)",
                                       "integral(x, from odd until even)",
                                       "integral(1, from even until odd)",
                                       "mean(x, from even until odd)",
                                       "mean(u', until even)",
                                       "maximum(x, until odd)",
                                       "minimum(x, from even)",
                                       "maximum(u', from odd until even)",
                                       "initial(x, from even)",
                                       "final(x, until odd)",
                                       "final(u', from even until odd)",
                                       "rms(x, until even)",
                                       "when(maximum(x, until odd))",
                                       "when(minimum(x, from even))"};
    static const double want[] = {
        6.5 * 6.5 / 2, 0.5, (6.5 * 6.5 - 4) / 2, 1.5, 1, 2.5, 2, 1, 2, 4, 2, 1, 6, 1.1547005383792515, 1, 2};
    CHECK_REPORTS(UNIFORM, what, want, 1e-8);
}

/* What has not begun has no value; what has begun and does not end goes on to the end of the run. */
static void windows_that_do_not_begin_or_end(void **state) {
    (void)state;
    static const char *const what[] = {"integral(x, from never)",
                                       "mean(x, from never)",
                                       "maximum(x, from never)",
                                       "final(x, from never)",
                                       "initial(x, from never)",
                                       "when(maximum(x, from never))",
                                       "integral(x, until never)",
                                       "final(x, from odd until never)",
                                       "integral(1, from even until never)",
                                       "maximum(x, until never)"};
    static const double want[] = {NAN, NAN, NAN, NAN, NAN, NAN, 6.5 * 6.5 / 2, 6.5, 4.5, 6.5};
    CHECK_REPORTS(UNIFORM, what, want, 1e-8);
}

/* The actions of an event lie outside the window that it ends, and before the one that it begins. */
static void windows_and_actions(void **state) {
    (void)state;
    static const char *const what[] = {"final(m, until odd)",    "initial(m, from odd)",   "final(x', until kick)",
                                       "initial(x', from kick)", "at(kick, x')",           "maximum(x', until kick)",
                                       "minimum(x', from kick)", "minimum(x', until kick)"};
    static const double want[] = {0, 1, 1, 3, 1, 1, 3, 1};
    CHECK_REPORTS(UNIFORM "event kick when x > 2.5 { set x' = 3*x' }\n", what, want, 1e-8);
}

/* A window from an event to another of the same instant: nothing to integrate, and the mean is the value there. The
   same event cannot end what it begins. */
static void windows_of_no_length(void **state) {
    (void)state;
    static const char *const what[] = {"integral(x, from odd until late)", "mean(x, from odd until late)",
                                       "final(x, from odd until late)", "integral(1, from odd until odd)",
                                       "mean(x, from odd until odd)"};
    static const double want[] = {0, 1, 1, 2, 2};
    CHECK_REPORTS(UNIFORM "event late every 2 from 1 { }\n", what, want, 1e-9);
}

/* Once a window is past, neither of its events opens it again. */
static void a_window_opens_once(void **state) {
    (void)state;
    motion x = motion_begin(UNIFORM "report a = integral(x, from odd until even)\n");
    const window *w = &x.s->windows[0];
    const event_ref odd = {EVENT_USER, motion_event(&x, "odd")}, even = {EVENT_USER, motion_event(&x, "even")};
    assert_true(motion_evaluate(&x));
    assert_int_equal(w->state, WINDOW_AHEAD);
    record_reducers_at_event(x.s, even);
    assert_int_equal(w->state, WINDOW_AHEAD);
    record_reducers_at_event(x.s, odd);
    assert_int_equal(w->state, WINDOW_OPENING);
    record_reducers_at_event(x.s, even); /* of the same instant, before it is open */
    assert_int_equal(w->state, WINDOW_OPENING);
    x.s->t = 1.25;
    record_reducers_observer.jumped(x.s);
    assert_int_equal(w->state, WINDOW_OPEN);
    assert_near(w->since, 1.25, 0);
    record_reducers_at_event(x.s, even);
    assert_int_equal(w->state, WINDOW_PAST);
    record_reducers_at_event(x.s, odd);
    assert_int_equal(w->state, WINDOW_PAST);
    motion_end(&x);
}

/* A run that begins and ends at the same time. */
static void a_run_of_no_length(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.until = 0;
    motion x = motion_begin_with(UNIFORM "report a = integral(x + 3), b = mean(x + 3), c = final(u'), d = count(odd)\n"
                                         "report e = maximum(x + 2), f = initial(x')\n",
                                 o);
    motion_finish(&x);
    const double want[] = {0, 3, 0, 0, 2, 1};
    for (int i = 0; i < 6; i++)
        assert_near(x.result->reports[i], want[i], 0);
    motion_end(&x);
}

/* What is dropped has no value from then on: reducers of it keep what they had before, or have none. */
static void what_has_no_value_any_more(void **state) {
    (void)state;
    static const char *const what[] = {"initial(z)", "final(z)", "at(away, z)", "at(later, z)", "final(z, until away)"};
    static const double want[] = {4, NAN, 5, NAN, 5};
    CHECK_REPORTS("coord x = 0, z = 4\ninitial x' = 1, z' = 1\nkinetic T = x'^2/2\nparticle p: mass 1 at [0, z]\n"
                  "event away when x > 1 { free p; drop z }\nevent later when x > 2 { }\nsimulate until 3\n",
                  what, want, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_occurrence_that_is_asked_for),
        cmocka_unit_test(windows_between_events),
        cmocka_unit_test(windows_that_do_not_begin_or_end),
        cmocka_unit_test(windows_and_actions),
        cmocka_unit_test(windows_of_no_length),
        cmocka_unit_test(a_window_opens_once),
        cmocka_unit_test(a_run_of_no_length),
        cmocka_unit_test(what_has_no_value_any_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
