/* Later segments of a program run once for a state, and after sliding show the combination. */
#include "sim/dynamics/pieces.h"
#include "sim/support.h"

static void once_for_each_state(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3\ninitial x' = 1\nkinetic T = x'^2/2\noutput o = x^2\n");
    mode *m = x.s->mode;
    assert_near(motion_shown(&x, "o"), 9, 1e-15);
    size_t slot = m->program->segments[SEG_RESULTS].out_slots[3];
    m->slots[slot] = 77;
    dynamics_run_side(x.s, SEG_RESULTS);
    assert_near(dynamics_segment_value(x.s, SEG_RESULTS, 3), 77, 0);
    *motion_q(&x, "x") = 4;
    assert_near(motion_shown(&x, "o"), 16, 1e-15);
    motion_end(&x);
}

static void sliding_combines_results_alone(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = 0.5 - sign(x')\noutput o = sign(x')\n");
    assert_true(dynamics_is_sliding(x.s));
    assert_false(dynamics_is_combined(x.s, SEG_RATES));
    assert_false(dynamics_is_combined(x.s, SEG_WATCH));
    assert_true(dynamics_is_combined(x.s, SEG_RESULTS));
    assert_true(dynamics_is_combined(x.s, SEG_PICTURE));
    assert_near(motion_shown(&x, "o"), 0.5, 1e-14);
    motion_end(&x);
    x = motion_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\ngeneralized f: x = 0.5 - sign(x')\n");
    assert_false(dynamics_is_combined(x.s, SEG_RESULTS));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(once_for_each_state),
        cmocka_unit_test(sliding_combines_results_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
