/* What events keep with each mode, and the room that all modes share. */
#include "sim/event/enclosure.h"
#include "sim/support.h"

static void a_mode_without_events_has_no_watch(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2\n");
    assert_null(x.s->mode->watch);
    assert_false(x.s->mode->stages_watched);
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2\nevent e when x > 2 { }\n");
    assert_non_null(x.s->mode->watch);
    assert_false(x.s->mode->stages_watched);
    motion_end(&x);
    x = motion_begin("coord x = 1\nkinetic T = x'^2\nevent e when x'' > 2 { }\n");
    assert_true(x.s->mode->stages_watched);
    motion_end(&x);
}

/* Entered, a mode with more event functions gets more room, which runs to come have too. */
static void room_grows_with_the_modes(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\nevent e when x > 2 { }\n"
                            "contact c: y >= 0, friction 0.5 along x\n");
    assert_int_equal(x.s->margin_room, 2);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "c", true));
    dynamics_enter_mode(x.s, motion_mode_with(&x, "c.friction", true));
    assert_int_equal(x.s->mode->margin_count, 3);
    assert_int_equal(x.s->margin_room, 3);
    assert_int_equal(x.s->room->blank.margin_room, 3);
    assert_ptr_equal(x.s->room->blank.search, x.s->search);
    motion_end(&x);
}

/* Another run has parameters of its own in the enclosures. */
static void parameters_of_another_run(void **state) {
    (void)state;
    motion x = motion_begin("param k = 2\ncoord x = 1\ninitial x' = 1\nkinetic T = x'^2\nevent e when x > k { }\n"
                            "simulate until 10\nreport r = time(e)\n");
    for (int k = 2; k < 5; k++) {
        motion_finish(&x);
        assert_near(motion_report(&x, "r"), k - 1, 1e-12);
        model_set_value(x.of.m, &x.of.m->params[0], k + 1);
        x.s = run_begin(x.kit, x.memory);
        x.result = x.s->result;
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mode_without_events_has_no_watch),
        cmocka_unit_test(room_grows_with_the_modes),
        cmocka_unit_test(parameters_of_another_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
