/* Expressions of inactive coordinates: who still needs one is told by name. */
#include "sim/support.h"

#define HUNG                                                                                                           \
    "coord x = 1, z = 2\nkinetic T = x'^2\nspring s: from [0, 0] to [z, 0], stiffness 3, length 1\n"                   \
    "constraint c: z = 2*x\noutput place = z, speed = z', pull = z'', other = x + t\n"

static const char *name_of(const motion *x, bool spring_off, bool row) {
    const bool dropped[] = {false, true}, off[] = {spring_off, false}, freed[] = {false};
    return dynamics_dropped_name(x->s, freed, off, dropped, &row);
}

static void forces_and_rows_are_told_by_name(void **state) {
    (void)state;
    motion x = motion_begin(HUNG);
    assert_string_equal(x.of.m->switches[0].name, "s");
    assert_string_equal(name_of(&x, false, true), "s");
    assert_string_equal(name_of(&x, true, true), "c");
    assert_null(name_of(&x, true, false));
    const bool both[] = {true, true}, off[] = {true, true};
    assert_string_equal(dynamics_dropped_name(x.s, off, off, both, x.s->mode->rows), "T");
    motion_end(&x);
}

static void places_speeds_and_accelerations_name_it(void **state) {
    (void)state;
    motion x = motion_begin(HUNG);
    const bool dropped[] = {false, true}, none[] = {false, false};
    assert_true(dynamics_names_dropped(x.s, dropped, motion_output(&x, "place")));
    assert_true(dynamics_names_dropped(x.s, dropped, motion_output(&x, "speed")));
    assert_true(dynamics_names_dropped(x.s, dropped, motion_output(&x, "pull")));
    assert_false(dynamics_names_dropped(x.s, dropped, motion_output(&x, "other")));
    assert_false(dynamics_names_dropped(x.s, none, motion_output(&x, "place")));
    assert_false(dynamics_names_dropped(x.s, dropped, EXPR_NONE));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_and_rows_are_told_by_name),
        cmocka_unit_test(places_speeds_and_accelerations_name_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
