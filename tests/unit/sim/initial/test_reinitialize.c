/* After `set`: what is kept stays, the rest moves onto the constraints in the metric of the masses. */
#include "sim/initial/initial.h"
#include "sim/support.h"

#define THREE "coord x = 1, y = 2, z = 3\nkinetic T = (x'^2 + 4*y'^2 + z'^2)/2\nconstraint c: x + y + z = 6\n"

static void kept_values_stay(void **state) {
    (void)state;
    motion x = motion_begin(THREE);
    const double moved[] = {6, 2, 3, 5, 0, 0};
    const bool first[] = {true, false, false};
    memcpy(x.s->y, moved, sizeof moved);
    assert_true(initial_reinitialize(x.s, first, first, NULL));
    /* -5 shared by y and z as 1/4 to 1 */
    const double want[] = {6, 1, -1, 5, -1, -4};
    for (int i = 0; i < 6; i++)
        assert_near(x.s->y[i], want[i], 1e-14);
    motion_end(&x);
}

static void positions_and_velocities_keep_their_own(void **state) {
    (void)state;
    motion x = motion_begin(THREE);
    const double moved[] = {6, 2, 3, 5, 0, 0};
    const bool first[] = {true, false, false}, others[] = {false, true, true};
    memcpy(x.s->y, moved, sizeof moved);
    assert_true(initial_reinitialize(x.s, others, first, NULL));
    const double want[] = {1, 2, 3, 5, -1, -4};
    for (int i = 0; i < 6; i++)
        assert_near(x.s->y[i], want[i], 1e-14);
    motion_end(&x);
}

/* What is curved takes several steps. */
static void curved_rows(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4\nkinetic T = x'^2 + y'^2\nconstraint c: x^2 + y^2 = 25\n");
    const bool first[] = {true, false};
    x.s->y[0] = 4;
    x.s->y[2] = 3;
    assert_true(initial_reinitialize(x.s, first, first, NULL));
    assert_near(x.s->y[1], 3, 1e-14);
    assert_near(x.s->y[3], -4, 1e-14);
    motion_end(&x);
}

static void where_nothing_moves_nothing_is_kept_from_it(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2\npotential V = log(x)\n");
    const bool none[] = {false};
    assert_true(initial_reinitialize(x.s, none, none, NULL));
    x.s->y[0] = 0;
    assert_false(initial_reinitialize(x.s, none, none, NULL));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_values_stay),
        cmocka_unit_test(positions_and_velocities_keep_their_own),
        cmocka_unit_test(curved_rows),
        cmocka_unit_test(where_nothing_moves_nothing_is_kept_from_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
