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

/* Start, events, end, and as many between as were asked for, shared by the stretches. */
static void events_are_shown(void **state) {
    (void)state;
    motion x = shown_run(LINE "event e when x > 4 { }\nevent same when t > 4 { }\n");
    instants list = out_instants_choose(x.result, 10, x.memory);
    assert_int_equal(list.events_left_out, 0);
    assert_int_equal(list.count, 1 + 4 + 1 + 4 + 1);
    assert_near(list.at[5].t, 4, 1e-9);
    assert_ptr_equal(list.at[5].event, &x.result->events.at[1]); /* the last of the instant */
    assert_null(list.at[4].event);
    assert_near(list.at[1].t, 0.8, 1e-9);
    assert_near(list.at[10].t, 10, 0);
    motion_end(&x);
}

static void too_many_events_are_left_out(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2\npotential V = x^2\nsimulate until 60\ndraw ball at [x, 0]\n"
                         "event e when x < 0 { }\n");
    instants list = out_instants_choose(x.result, 9, x.memory);
    assert_int_equal(list.events_left_out, x.result->events.len);
    assert_int_equal(list.count, 10);
    motion_end(&x);
}

static void without_frames_there_are_none(void **state) {
    (void)state;
    arena *a = base_arena_create();
    const sim_result none = {.end = SIM_UNTIL};
    assert_int_equal(out_instants_choose(&none, 9, a).count, 0);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_frame_the_last_of_an_instant),
        cmocka_unit_test(evenly_spaced),
        cmocka_unit_test(events_are_shown),
        cmocka_unit_test(too_many_events_are_left_out),
        cmocka_unit_test(without_frames_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
