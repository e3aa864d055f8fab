/* The workspace of a run: its arrays apart from each other, cleared for the next run, and what a run begins with. */
#include <stdint.h>

#include "sim/record/record.h"
#include "sim/run/run.h"
#include "sim/sensitivity/sensitivity.h"
#include "sim/support.h"

#define RICH                                                                                                           \
    "coord x = 1, y = 2\nkinetic T = x'^2/2 + y'^2/2\npotential V = x^2/2\nconstraint c: y = 2\n"                      \
    "contact wall: x >= -2\nevent low when x < 0 { }\nevent tick every 0.5 { set x' = x' }\n"                          \
    "report a = integral(x), b = maximum(x), c_ = mean(y), d = time(low)\nsimulate until 1\n"

typedef struct span_of {
    const char *name;
    const void *at;
    size_t size;
} span_of;

enum { SPANS = 20 };

#define SPAN(s, list, n)                                                                                               \
    { #list, (s)->list, (n) * sizeof *(s)->list }

static void spans_of(const sim *s, span_of *to) {
    const size_t rows = s->m->row_count, events = s->m->event_count, reducers = s->m->reducer_count,
                 coords = s->m->coord_count, solved = coords + rows;
    const span_of all[SPANS] = {SPAN(s, y, s->y_cap),           SPAN(s, work_y, s->y_cap),
                                SPAN(s, next_y, s->y_cap),      SPAN(s, user_events, events),
                                SPAN(s, events_before, events), SPAN(s, ticks, events),
                                SPAN(s, opened_at, rows),       SPAN(s, must_slip, rows),
                                SPAN(s, rows_asked, rows),      SPAN(s, slips_asked, rows),
                                SPAN(s, reduced, reducers),     SPAN(s, windows, reducers),
                                SPAN(s, extrema, reducers),     SPAN(s, reference, s->y_cap),
                                SPAN(s, extent, s->y_cap),      SPAN(s, inertia, coords),
                                SPAN(s, root_mobility, coords), SPAN(s, solved_start, solved),
                                SPAN(s, solved_end, solved),    SPAN(s, between_nodes, 2 * BETWEEN_NODES * coords)};
    memcpy(to, all, sizeof all);
}

static void no_two_arrays_overlap(void **state) {
    (void)state;
    motion x = motion_begin(RICH);
    span_of part[SPANS];
    spans_of(x.s, part);
    const uintptr_t begin = (uintptr_t)x.s->room->cleared, end = begin + x.s->room->size;
    for (int i = 0; i < SPANS; i++) {
        const uintptr_t from = (uintptr_t)part[i].at, to = from + part[i].size;
        if (from < begin || to > end)
            fail_msg("%s is not in the workspace", part[i].name);
        for (int k = 0; k < i; k++)
            if (from < (uintptr_t)part[k].at + part[k].size && (uintptr_t)part[k].at < to)
                fail_msg("%s overlaps %s", part[i].name, part[k].name);
    }
    motion_end(&x);
}

static void laid_out_again_nothing_moves(void **state) {
    (void)state;
    motion x = motion_begin(RICH);
    span_of before[SPANS], after[SPANS];
    spans_of(x.s, before);
    const double y = x.s->y[0];
    run_workspace_lay_out(x.s);
    spans_of(x.s, after);
    for (int i = 0; i < SPANS; i++)
        assert_ptr_equal(before[i].at, after[i].at);
    assert_true(x.s->y[0] == y);
    motion_end(&x);
}

/* The next run gets the workspace of the last one, as if it were new; two at the same time get two. */
static void a_workspace_is_used_again(void **state) {
    (void)state;
    motion x = motion_begin(RICH);
    sim *first = x.s, *second = run_workspace_create(x.kit, x.memory);
    assert_ptr_not_equal(first, second);
    assert_ptr_not_equal(first->y, second->y);
    second->user_events[0].fired = true;
    second->windows[0].seen = 7;
    second->reduced[1] = 3;
    second->chatter = 5;
    run_workspace_give_back(second);
    sim *third = run_workspace_create(x.kit, x.memory);
    assert_ptr_equal(third, second);
    assert_false(third->user_events[0].fired);
    assert_int_equal(third->windows[0].seen, 0);
    assert_int_equal(third->chatter, 0);
    assert_true(isnan(third->reduced[1]));
    assert_int_equal(third->run, x.kit->runs);
    run_workspace_give_back(third);
    motion_end(&x);
}

/* Settings before the model, the model before what is usual. */
static void where_length_and_tolerance_come_from(void **state) {
    (void)state;
    static const struct {
        const char *statement;
        double until, tolerance, t_end, horizon, taken;
    } cases[] = {{"", NAN, NAN, 10, 10, 1e-9},
                 {"simulate until 4\n", NAN, NAN, 4, 4, 1e-9},
                 {"simulate until 4, tolerance 1e-5\n", NAN, NAN, 4, 4, 1e-5},
                 {"simulate until 4, tolerance 1e-5\n", 7, NAN, 7, 4, 1e-5},
                 {"simulate until 4, tolerance 1e-5\n", NAN, 1e-3, 4, 4, 1e-3},
                 {"", INFINITY, NAN, INFINITY, 10, 1e-9},
                 {"", 0, 1e-12, 0, 10, 1e-12}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2/2\n%s", cases[k].statement);
        sim_options o = sim_options_default();
        o.until = cases[k].until;
        o.tolerance = cases[k].tolerance;
        motion x = motion_begin_with(text, o);
        assert_true(x.s->t_end == cases[k].t_end && x.s->next_tick == cases[k].t_end);
        assert_near(x.s->horizon, cases[k].horizon, 0);
        assert_true(x.s->tolerance == cases[k].taken && x.result->tolerance == cases[k].taken);
        motion_end(&x);
    }
}

/* Work first, then one for each integral and mean. */
static void quadratures_are_counted(void **state) {
    (void)state;
    static const struct {
        const char *reports;
        size_t count;
        int of[3];
    } cases[] = {{"", 1, {0}},
                 {"report a = final(x), b = maximum(x)\n", 1, {0}},
                 {"report a = integral(x)\n", 2, {0}},
                 {"report a = final(x), b = mean(x), c = maximum(x), d = integral(x')\n", 3, {1, 3}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 1\nkinetic T = x'^2/2\n%s", cases[k].reports);
        motion x = motion_begin(text);
        assert_int_equal(x.s->quadratures, cases[k].count);
        for (size_t i = 1; i < cases[k].count; i++)
            assert_int_equal(x.s->integral_of[i], cases[k].of[i - 1]);
        assert_int_equal(dynamics_state_size(x.s, x.s->mode), 2 + cases[k].count);
        assert_true(x.s->y_cap >= 2 + cases[k].count);
        motion_end(&x);
    }
}

/* Nobody looks for an extremum that only expectations of no interest name. */
static void extrema_that_somebody_asks_for(void **state) {
    (void)state;
    static const struct {
        size_t from;
        bool judged[4];
    } cases[] = {{0, {true, true, true, true}}, {1, {true, false, true, true}}, {2, {true, false, false, false}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sim_options o = sim_options_default();
        o.judge_from = cases[k].from;
        motion x = motion_begin_with("coord x = 1\nkinetic T = x'^2/2\nreport a = maximum(x)\n"
                                     "expect minimum(x) < 2\nexpect when(maximum(x')) < 3\n",
                                     o);
        assert_int_equal(x.of.m->reducer_count, 4);
        for (size_t i = 0; i < 4; i++)
            assert_int_equal(x.s->judged[i], cases[k].judged[i]);
        motion_end(&x);
    }
}

static bool is_told(const motion *x, const sim_observer *of) {
    for (const sim_observer *const *o = x->s->observers; *o; o++)
        if (*o == of)
            return true;
    return false;
}

/* Who wants nothing of a run is not told of it, in the next run of the same problem as well. */
static void only_who_wants_to_know_is_told(void **state) {
    (void)state;
    static const int all[] = {0};
    for (int k = 0; k < 8; k++) {
        const bool extrema = k & 1, frames = k & 2, slopes = k & 4;
        sim_options o = sim_options_default();
        o.keep_frames = frames;
        o.sensitive = all;
        o.sensitive_count = slopes;
        motion x = motion_begin_with(extrema ? "param k = 3\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                                               "simulate until 1\nreport r = maximum(-x')\n"
                                             : "param k = 3\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\n"
                                               "simulate until 1\nreport r = final(x')\n",
                                     o);
        for (int run = 0; run < 2; run++) {
            assert_int_equal(is_told(&x, &record_extrema_observer), extrema);
            assert_int_equal(is_told(&x, &record_frames_observer), frames);
            assert_int_equal(is_told(&x, &sensitivity_observer), slopes);
            assert_true(is_told(&x, &record_observer) && is_told(&x, &record_reducers_observer));
            motion_finish(&x);
            assert_int_equal(x.result->frames.len > 0, frames);
            assert_int_equal(x.result->slopes != NULL, slopes);
            assert_near(motion_report(&x, "r"), extrema ? sqrt(3) : -sqrt(3) * sin(sqrt(3)), 1e-7);
            if (run == 0)
                x.s = run_begin(x.kit, x.memory);
            x.result = x.s->result;
        }
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_arrays_overlap),          cmocka_unit_test(laid_out_again_nothing_moves),
        cmocka_unit_test(a_workspace_is_used_again),      cmocka_unit_test(where_length_and_tolerance_come_from),
        cmocka_unit_test(quadratures_are_counted),        cmocka_unit_test(extrema_that_somebody_asks_for),
        cmocka_unit_test(only_who_wants_to_know_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
