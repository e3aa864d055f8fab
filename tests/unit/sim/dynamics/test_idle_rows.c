/* Rows that the accelerations violate, and rows without effect. */
#include "sim/support.h"

static void accelerations_that_contradict(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\n"
                            "constraint c: x^2 + y^2 = 25\n");
    assert_true(motion_evaluate(&x));
    assert_false(dynamics_rows_contradict(x.s, 1e-9));
    double *a = dynamics_accelerations(x.s) + motion_coord(&x, "x"), size = fabs(*a);
    *a += 1e-7 * size;
    assert_true(dynamics_rows_contradict(x.s, 1e-9));
    assert_false(dynamics_rows_contradict(x.s, 1e-6));
    *a = NAN;
    assert_true(dynamics_rows_contradict(x.s, 1));
    motion_end(&x);
}

/* The second row's gradient is 0 at x = 1, and rounding where 1 is written with seven tenths. */
static void a_row_without_gradient(void **state) {
    (void)state;
    static const char *const ones[] = {"x - 1", "x*0.7 + x*0.1 - 0.8", "2*x - 2.5"};
    static const bool is_idle[] = {true, true, false};
    for (int k = 0; k < 3; k++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\nconstraint first: x = 1\nconstraint second: (%s)^2 = %s\n",
            ones[k], is_idle[k] ? "0" : "0.25");
        motion x = motion_try(text);
        assert_int_equal(x.s->mode->used_count, 1);
        assert_int_equal(dynamics_idle_row(x.s), is_idle[k] ? motion_row(&x, "second") : -1);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerations_that_contradict),
        cmocka_unit_test(a_row_without_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
