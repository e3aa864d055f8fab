/* From one mode to another: what both have keeps its value, what is new begins at 0. */
#include "sim/support.h"

#define THREE                                                                                                          \
    "coord x = 1, z = 2, u = 5\ninitial x' = 3\ninitial u' = 7\nkinetic T = x'^2 + u'^2\nconstraint c: z = 2*x\n"      \
    "report area = integral(x)\n"

static mode *without_z(const motion *x) {
    const mode *m = x->s->mode;
    const bool dropped[] = {false, true, false}, rows[] = {false};
    return dynamics_mode(x->s, m->freed, m->switched_off, dropped, rows, m->slip);
}

static void common_coordinates_keep_their_values(void **state) {
    (void)state;
    motion x = motion_begin(THREE);
    mode *all = x.s->mode, *fewer = without_z(&x);
    assert_int_equal(all->n, 3);
    assert_int_equal(fewer->n, 2);
    x.s->y[6] = 11;
    x.s->y[7] = 13;
    dynamics_enter_mode(x.s, fewer);
    const double want[] = {1, 5, 3, 7, 11, 13};
    assert_memory_equal(x.s->y, want, sizeof want);
    dynamics_enter_mode(x.s, all);
    const double again[] = {1, 0, 5, 3, 0, 7, 11, 13};
    assert_memory_equal(x.s->y, again, sizeof again);
    motion_end(&x);
}

static void entering_the_present_mode_changes_nothing(void **state) {
    (void)state;
    motion x = motion_begin(THREE);
    long version = x.s->scale_version;
    dynamics_enter_mode(x.s, x.s->mode);
    assert_int_equal(x.s->scale_version, version);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_coordinates_keep_their_values),
        cmocka_unit_test(entering_the_present_mode_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
