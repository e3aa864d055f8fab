/* Reactions are written out for the forces of each mode, in all that names them. */
#include "sim/support.h"

/* A body held by a spring and, while it is there, a rope: what the hook carries depends on the mode. */
#define HOOK                                                                                                           \
    "param k = 3, l = 2\ncoord y = 2\ngravity 10\nlet hook = [0, 0]\nparticle p: mass 4 at hook - [0, y]\n"            \
    "spring s: from hook to p, stiffness k, length 1\nconstraint rope: y = l\noutput F = reaction(hook).y\n"           \
    "output plain = y\nevent cut when t > 1 { drop rope }\nevent late when reaction(hook).y > 1e9 { }\n"               \
    "report most = maximum(reaction(hook).y)\n"

static void each_mode_has_its_own(void **state) {
    (void)state;
    motion x = motion_begin(HOOK);
    assert_near(motion_shown(&x, "F"), 40, 1e-12);
    assert_near(dynamics_segment_value(x.s, SEG_RESULTS, 3 + 2 /* outputs */), 40, 1e-12);
    dynamics_enter_mode(x.s, motion_mode_with(&x, "rope", false));
    assert_near(motion_shown(&x, "F"), 3, 1e-13);
    size_t late = motion_margin(&x, EVENT_USER, motion_event(&x, "late"));
    assert_near(dynamics_segment_value(x.s, SEG_WATCH, 2 * late), 3 - 1e9, 1e-15);
    motion_end(&x);
}

static void only_what_names_one_is_rewritten(void **state) {
    (void)state;
    motion x = motion_begin(HOOK);
    const model_system *base = x.of.m->base, *now = x.s->mode->choice.system;
    assert_ptr_not_equal(now, base);
    assert_true(expr_same(now->outputs[1], base->outputs[1]));
    assert_false(expr_same(now->outputs[0], base->outputs[0]));
    assert_ptr_equal(now->elements, base->elements);
    motion_end(&x);
    x = motion_begin("coord y = 2\nkinetic T = y'^2\n");
    assert_ptr_equal(x.s->mode->choice.system, x.of.m->base);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mode_has_its_own),
        cmocka_unit_test(only_what_names_one_is_rewritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
