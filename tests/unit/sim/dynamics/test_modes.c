/* Modes: the same choice is the same mode, another has equations of its own. */
#include "sim/support.h"

#define TWO                                                                                                            \
    "param g = 10\ncoord x = 0, y = 3, z = 0\ngravity g\nparticle p: mass 1 at [x, y]\nkinetic K = z'^2\n"             \
    "constraint a: x = 0\nconstraint b: z = 0 off\ncontact floor: y >= 0, friction 0.5 along x\nspring s: from [0, "   \
    "0] to p, stiffness 1, "                                                                                           \
    "length 2\n"

static void one_mode_for_one_choice(void **state) {
    (void)state;
    motion x = motion_begin(TWO);
    mode *first = x.s->mode, *other = motion_mode_with(&x, "b", true);
    assert_ptr_equal(motion_mode_with(&x, "a", true), first);
    assert_ptr_not_equal(other, first);
    assert_ptr_equal(motion_mode_with(&x, "b", true), other);
    assert_int_equal(first->m, 1);
    assert_int_equal(other->m, 2);
    assert_int_equal(first->nth, 0);
    assert_int_equal(x.kit->modes.len, 2);
    bool off[8] = {0};
    memcpy(off, first->switched_off, x.of.m->switch_count);
    off[MOTION_FIND(&x, switches, switch_count, "s")] = true;
    assert_ptr_not_equal(dynamics_mode(x.s, first->freed, off, first->dropped, first->rows, first->slip), first);
    mode *closed = motion_mode_with(&x, "floor", true);
    signed char slip[4] = {0};
    slip[motion_row(&x, "floor")] = 1;
    mode *slides = dynamics_mode(x.s, closed->freed, closed->switched_off, closed->dropped, closed->rows, slip);
    assert_ptr_not_equal(slides, closed);
    assert_true(slides->eq.unsymmetric && !closed->eq.unsymmetric);
    motion_end(&x);
}

static void rows_stand_in_the_order_of_the_text(void **state) {
    (void)state;
    motion x = motion_begin(TWO);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "floor", true));
    dynamics_enter_mode(x.s, motion_mode_with(&x, "b", true));
    const char *const want[] = {"a", "b", "floor"};
    assert_int_equal(x.s->mode->m, 3);
    for (int k = 0; k < 3; k++)
        assert_string_equal(x.of.m->rows[x.s->mode->eq.rows[k]].name, want[k]);
    motion_end(&x);
}

/* Another run of the compiled problem begins as if its modes had just been made, with its own parameters. */
static void runs_do_not_see_each_other(void **state) {
    (void)state;
    motion x = motion_begin(TWO);
    mode *first = x.s->mode;
    assert_true(motion_evaluate(&x));
    assert_near(motion_a(&x, "y"), -11, 1e-13);
    model_set_value(x.of.m, &x.of.m->params[0], 20);
    run_finish(x.s);
    x.s = run_begin(x.kit, x.memory);
    assert_ptr_equal(x.s->mode, first);
    assert_int_equal(first->run, x.kit->runs);
    assert_true(motion_evaluate(&x));
    assert_near(motion_a(&x, "y"), -21, 1e-13);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_mode_for_one_choice),
        cmocka_unit_test(rows_stand_in_the_order_of_the_text),
        cmocka_unit_test(runs_do_not_see_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
