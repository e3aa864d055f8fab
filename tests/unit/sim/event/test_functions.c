/* When an event function counts as true, as false, and which events may fire. */
#include <float.h>

#include "sim/support.h"

static void true_and_false_leave_room_for_rounding(void **state) {
    (void)state;
    const margin strict = {.part = EVENT_USER}, inclusive = {.part = EVENT_USER, .inclusive = true};
    const double limit = 1e-13 * 5; /* of terms of size 5 */
    assert_false(event_function_holds(&strict, 0, 5));
    assert_false(event_function_holds(&strict, 0.9 * limit, 5));
    assert_true(event_function_holds(&strict, 1.1 * limit, 5));
    assert_false(event_function_fails(&strict, -0.9 * limit, 5));
    assert_true(event_function_fails(&strict, -1.1 * limit, 5));
    assert_true(event_function_holds(&inclusive, 0, 5));
    assert_true(event_function_holds(&inclusive, -1.9 * limit, 5));
    assert_false(event_function_holds(&inclusive, -2.1 * limit, 5));
    assert_false(event_function_fails(&inclusive, -3.9 * limit, 5));
    assert_true(event_function_fails(&inclusive, -4.1 * limit, 5));
}

static void only_forces_have_rounding(void **state) {
    (void)state;
    static const event_part parts[] = {EVENT_USER, EVENT_OPEN, EVENT_CLOSE, EVENT_SLIP, EVENT_STICK};
    static const bool force[] = {false, true, false, true, false};
    for (int k = 0; k < 5; k++) {
        const margin x = {.part = parts[k]};
        assert_near(event_function_rounding(&x, 50), force[k] ? DBL_EPSILON : 0, 1e-30);
    }
}

#define MARKS                                                                                                          \
    "coord x = 0\ninitial x' = 1\nkinetic T = x'^2\nevent a when x > 1 { }\nevent b when x > -1 { }\n"                 \
    "event c when x > -1 after a { }\n"

/* At the start what holds already waits until it has been false; what waits for another event counts as false. */
static void armed_is_what_has_been_false(void **state) {
    (void)state;
    motion x = motion_begin(MARKS);
    sim *s = x.s;
    const margin *a = &s->mode->margins[0], *b = &s->mode->margins[1], *c = &s->mode->margins[2];
    assert_true(event_function_counts(s, a));
    assert_false(event_function_counts(s, b));
    assert_false(event_function_counts(s, c));
    assert_true(s->user_events[2].armed);
    s->user_events[0].fired = true;
    assert_true(event_function_counts(s, c));
    double value[] = {2, -1, 1}, size[] = {1, 1, 1};
    s->user_events[0].armed = false;
    event_functions_rearm(s, (margin_set){value, size});
    assert_false(event_function_counts(s, a));
    assert_true(event_function_counts(s, b));
    value[1] = -1e-14; /* from the second look on only what is clearly false arms */
    s->user_events[1].armed = false;
    event_functions_rearm(s, (margin_set){value, size});
    assert_false(event_function_counts(s, b));
    motion_end(&x);
}

static void instants_are_told_apart(void **state) {
    (void)state;
    motion x = motion_begin(MARKS);
    x.s->t = 1;
    x.s->step_size = 1e-3;
    assert_true(event_is_same_instant(x.s, 1));
    assert_true(event_is_same_instant(x.s, 1 - 8 * DBL_EPSILON));
    assert_false(event_is_same_instant(x.s, 1 - 64 * DBL_EPSILON));
    x.s->step_size = 1;
    assert_true(event_is_same_instant(x.s, 1 - 64 * DBL_EPSILON));
    assert_false(event_is_same_instant(x.s, -INFINITY));
    motion_end(&x);
}

/* Values at both ends of a step, with the accelerations there. */
static void both_ends_of_a_step(void **state) {
    (void)state;
    motion x = motion_begin_stepping("coord y = 1\ninitial y' = 1\ngravity 10\nparticle p: mass 1 at [0, y]\n"
                                     "event low when y < 0.5 { }\nsimulate until 0.25\n",
                                     0.25);
    double h = motion_step(&x, 0.25);
    assert_near(h, 0.25, 0);
    assert_near(x.s->margins_start.value[0], -0.5, 1e-15);
    assert_near(x.s->solved_start[0], -10, 1e-14);
    assert_true(event_functions_finish(x.s, h));
    assert_near(x.s->margins_end.value[0], 0.5 - (1 + 0.25 - 5 * 0.0625), 1e-13);
    assert_near(x.s->solved_end[0], -10, 1e-14);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_and_false_leave_room_for_rounding),
        cmocka_unit_test(only_forces_have_rounding),
        cmocka_unit_test(armed_is_what_has_been_false),
        cmocka_unit_test(instants_are_told_apart),
        cmocka_unit_test(both_ends_of_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
