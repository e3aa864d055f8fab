/* The instants that a figure shows. */
#include "out/drawing/instants.h"
#include "out/support.h"

#define LINE "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nsimulate until 10\ndraw ball at [x, 0]\n"

static void the_nearest_frame_the_last_of_an_instant(void **state) {
    (void)state;
    motion x = shown_run(LINE "event e when x > 4 { set x = 6 }\n");
    const sim_result *r = x.result;
    assert_int_equal(out_instants_frame(r, -5), 0);
    assert_int_equal(out_instants_frame(r, 99), r->frames.len - 1);
    size_t at_event = out_instants_frame(r, r->events.at[0].t);
    assert_near(r->frames.at[at_event].at.q[0], 6, 1e-12);
    for (size_t i = 1; i < r->frames.len; i++) {
        double a = r->frames.at[i - 1].at.t, b = r->frames.at[i].at.t;
        if (b > a)
            assert_int_equal(out_instants_frame(r, a + 0.6 * (b - a)) >= i, 1);
    }
    motion_end(&x);
}

static void evenly_spaced(void **state) {
    (void)state;
    motion x = shown_run(LINE "event e when x > 4 { }\n");
    instants list = out_instants_even(x.result, 5, x.memory);
    assert_int_equal(list.count, 5);
    assert_int_equal(list.events_left_out, 1);
    for (int i = 0; i < 5; i++)
        assert_near(list.at[i].t, 2.5 * i, 1e-12);
    motion_end(&x);
}

/* Start, events, end, and as many others as were asked for, all apart from each other. */
static void events_are_shown(void **state) {
    (void)state;
    motion x = shown_run(LINE "event e when x > 4 { }\nevent same when t > 4 { }\n");
    instants list = out_instants_choose(x.of.m, x.result, 10, x.memory);
    size_t marked = 0;
    assert_int_equal(list.events_left_out, 0);
    assert_int_equal(list.count, 11);
    for (size_t i = 0; i < list.count; i++) {
        assert_true(i == 0 || list.at[i].t - list.at[i - 1].t > 0.4);
        if (!list.at[i].event)
            continue;
        marked++;
        assert_near(list.at[i].t, 4, 1e-9);
        assert_ptr_equal(list.at[i].event, &x.result->events.at[1]); /* the last of the instant */
    }
    assert_int_equal(marked, 1);
    assert_near(list.at[0].t, 0, 0);
    assert_near(list.at[10].t, 10, 0);
    motion_end(&x);
}

/* Whatever the period is, the pictures differ. */
static void what_repeats_is_not_shown_again(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2/2\npotential V = (2*pi)^2*x^2/2\nsimulate until 8\n"
                         "draw ball at [x, 0]\n");
    instants list = out_instants_choose(x.of.m, x.result, 8, x.memory);
    assert_int_equal(list.count, 9);
    size_t apart = 0;
    for (size_t i = 0; i < list.count; i++) {
        bool alone = true;
        for (size_t k = 0; k < i; k++)
            alone = alone && fabs(x.result->frames.at[list.at[i].frame].at.q[0] -
                                  x.result->frames.at[list.at[k].frame].at.q[0]) > 0.15;
        apart += alone;
    }
    assert_true(apart >= 7);
    motion_end(&x);
}

/* What ends with an event is seen before it; what jumps is seen on both sides. */
static void both_sides_of_a_jump(void **state) {
    (void)state;
    static const struct {
        const char *event;
        size_t pictures;
        double before, after;
    } cases[] = {{"event e when x > 4 { set x = 6 }\n", 2, 4, 6}, {"event e when x > 4 { set x' = 3 }\n", 1, 4, 4}};
    for (size_t k = 0; k < 2; k++) {
        char text[200];
        snprintf(text, sizeof text, LINE "%s", cases[k].event);
        motion x = shown_run(text);
        instants list = out_instants_choose(x.of.m, x.result, 10, x.memory);
        size_t at = 0, pictures = 0;
        while (!list.at[at].event)
            at++;
        for (size_t i = 0; i < list.count; i++)
            pictures += list.at[i].t == list.at[at].t;
        assert_int_equal(pictures, cases[k].pictures);
        assert_near(x.result->frames.at[list.at[at].frame].at.q[0], cases[k].before, 1e-9);
        assert_near(x.result->frames.at[list.at[at + pictures - 1].frame].at.q[0], cases[k].after, 1e-9);
        motion_end(&x);
    }
}

static void too_many_events_are_left_out(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 60\ndraw ball at [x, 0]\n"
                         "event e when x < 0 { }\n");
    instants list = out_instants_choose(x.of.m, x.result, 9, x.memory);
    assert_int_equal(list.events_left_out, x.result->events.len);
    assert_int_equal(list.count, 10);
    motion_end(&x);
}

static void without_frames_there_are_none(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const sim_result none = {.end = SIM_UNTIL};
    assert_int_equal(out_instants_choose(NULL, &none, 9, a).count, 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_frame_the_last_of_an_instant),
        cmocka_unit_test(evenly_spaced),
        cmocka_unit_test(events_are_shown),
        cmocka_unit_test(what_repeats_is_not_shown_again),
        cmocka_unit_test(both_sides_of_a_jump),
        cmocka_unit_test(too_many_events_are_left_out),
        cmocka_unit_test(without_frames_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
