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

/* The second row's gradient is 0 at x = 1, and rounding where 1 is written with seven tenths. Nothing is lost with it
   where it follows from the first one. */
static void a_row_without_gradient(void **state) {
    (void)state;
    static const struct {
        const char *first, *one;
        bool is_idle;
    } cases[] = {{"y = 2", "x - 1", true},
                 {"y = 2", "x*0.7 + x*0.1 - 0.8", true},
                 {"x = 1", "x - 1", false},
                 {"x = 1", "2*x - 2.5", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\nconstraint first: %s\nconstraint second: (%s)^2 = %s\n",
                 cases[k].first, cases[k].one, cases[k].one[0] == '2' ? "0.25" : "0");
        motion x = motion_try(text);
        assert_int_equal(x.s->mode->used_count, 1);
        assert_int_equal(dynamics_idle_row(x.s), cases[k].is_idle ? motion_row(&x, "second") : -1);
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
