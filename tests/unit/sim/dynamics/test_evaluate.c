/* Accelerations, multipliers and rates at one state, against closed forms. */
#include "sim/support.h"

/* A bead of mass 2 on a wire z = x^2/2 in gravity 10, with the constraint written `rows` times. */
#define BEAD                                                                                                           \
    "coord x = 1, z = 0.5\ninitial x' = 3\nkinetic T = x'^2 + z'^2\npotential V = 20*z\nconstraint wire: z = x^2/2\n"  \
    "report way = integral(x^3)\n"

/* z'' = x'^2 + x x'', 2 x'' = lambda x, 2 z'' = -20 - lambda */
static void check_bead(const motion *x, double lambda) {
    double q = *motion_q(x, "x"), v = *motion_v(x, "x"), a = -q * (10 + v * v) / (1 + q * q);
    assert_near(motion_a(x, "x"), a, 1e-13);
    assert_near(motion_a(x, "z"), v * v + q * a, 1e-13);
    assert_near(lambda, 2 * a / q, 1e-12);
}

static void a_bead_on_a_wire(void **state) {
    (void)state;
    motion x = motion_begin(BEAD);
    assert_true(motion_evaluate(&x));
    check_bead(&x, motion_lambda(&x, "wire"));
    motion_end(&x);
}

/* y' is q', q'', the power of all forces that are not in T + V, and the integrands. */
static void rates_are_in_order(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 2\ninitial x' = 3\nkinetic T = x'^2/2\npotential V = x^4\n"
                            "generalized push: x = 5*x\nreport a = integral(x^3), b = mean(x')\n");
    double dy[5];
    assert_true(dynamics_evaluate_piece(x.s, 0, x.s->y, dy));
    const double want[] = {3, -32 + 10, 10 * 3, 8, 3};
    for (int i = 0; i < 5; i++)
        assert_near(dy[i], want[i], 1e-13);
    motion_end(&x);
}

/* Of two equal rows one is left out; when somebody looks both carry half. */
static void equal_rows_share_the_load(void **state) {
    (void)state;
    motion x = motion_try(BEAD "constraint again: z - x^2/2 = 0\n");
    assert_true(motion_found(&x, DIAG_W0420));
    assert_int_equal(x.s->mode->used_count, 1);
    assert_true(motion_evaluate(&x));
    check_bead(&x, motion_lambda(&x, "wire") + motion_lambda(&x, "again"));
    assert_near(motion_lambda(&x, "wire"), motion_lambda(&x, "again"), 1e-12);
    motion_end(&x);
}

static void what_has_no_value_is_told(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = log(x)\n");
    double y[] = {0, 0, 0}, dy[3];
    assert_false(dynamics_evaluate_piece(x.s, 0, y, dy));
    assert_false(dynamics_evaluate_piece(x.s, 0, y, NULL));
    y[0] = 4;
    assert_true(dynamics_evaluate_piece(x.s, 0, y, NULL));
    assert_near(motion_a(&x, "x"), -0.25, 1e-15);
    motion_end(&x);
}

/* The same state is not computed again, another is. */
static void the_same_state_is_evaluated_once(void **state) {
    (void)state;
    motion x = motion_begin(BEAD);
    assert_true(motion_evaluate(&x));
    long before = x.result->evaluations;
    assert_true(motion_evaluate(&x));
    assert_int_equal(x.result->evaluations, before);
    *motion_v(&x, "x") = 2;
    assert_true(motion_evaluate(&x));
    assert_int_equal(x.result->evaluations, before + 1);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bead_on_a_wire),
        cmocka_unit_test(rates_are_in_order),
        cmocka_unit_test(equal_rows_share_the_load),
        cmocka_unit_test(what_has_no_value_is_told),
        cmocka_unit_test(the_same_state_is_evaluated_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
