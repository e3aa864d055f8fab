/* States within a step are as accurate as its ends, and on the constraints. */
#include "sim/record/record.h"
#include "sim/support.h"

#define SWING "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 10\n"

static void states_between_lie_on_the_motion(void **state) {
    (void)state;
    motion x = motion_begin(SWING);
    double h = motion_step(&x, 10);
    record_between_prepare(x.s, h);
    for (int i = 0; i <= 8; i++) {
        double t = h * i / 8.0;
        assert_true(record_between_go(x.s, t, h, i / 8.0));
        const mode *m = x.s->mode;
        assert_near(m->slots[m->q_slot], cos(t), 2e-9);
        assert_near(m->slots[m->v_slot], -sin(t), 2e-9);
        assert_near(motion_a(&x, "x"), -cos(t), 2e-9);
    }
    record_between_leave(x.s, h);
    assert_near(x.s->next_y[0], cos(h), 2e-9);
    motion_end(&x);
}

/* A step as long as the tolerance allows has a dense output that is not good enough: it is repeated. */
static void bad_dense_outputs_are_noticed(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        sim_options o = sim_options_default();
        o.tolerance = k ? 1e-9 : 1e-3;
        o.first_step = k ? 1 : 1e-3;
        motion x = motion_begin_with(SWING, o);
        double h = motion_step(&x, o.first_step);
        record_between_prepare(x.s, h);
        assert_int_equal(x.s->between_repeats, k);
        record_between_leave(x.s, h);
        assert_int_equal(x.s->dense_ready, !k);
        motion_end(&x);
    }
}

static void constraints_hold_between(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.tolerance = 1e-4;
    motion x = motion_begin_with("coord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\n"
                                 "constraint c: x^2 + y^2 = 25\n",
                                 o);
    double h = motion_step(&x, 1);
    record_between_prepare(x.s, h);
    for (int i = 1; i < 8; i++) {
        assert_true(record_between_go(x.s, h * i / 8, h, i / 8.0));
        const double *q = x.s->mode->slots + x.s->mode->q_slot;
        assert_near(q[0] * q[0] + q[1] * q[1], 25, 1e-13);
        assert_near(q[0] * q[2] + q[1] * q[3], 0, 1e-12);
    }
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_between_lie_on_the_motion),
        cmocka_unit_test(bad_dense_outputs_are_noticed),
        cmocka_unit_test(constraints_hold_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
