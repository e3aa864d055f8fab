/* The directions along which sensitivities are integrated, and the first reason why there are none. */
#include "sim/sensitivity/slopes.h"

#define SPRING                                                                                                         \
    "param a = 2, k = 3*a\ncoord x = a\nkinetic T = x'^2/2\npotential V = k*x^2/2\nreport r = final(x)\nsimulate "     \
    "until 1\n"

static void each_parameter_has_its_direction(void **state) {
    (void)state;
    motion x = slopes_begin(SPRING, 2);
    direction by_a = sensitivity_direction(x.s, 0), by_k = sensitivity_direction(x.s, 1);
    assert_near(by_a.params[0], 1, 0);
    assert_near(by_a.params[1], 3, 0);
    assert_near(by_k.params[0], 0, 0);
    assert_near(by_k.params[1], 1, 0);
    assert_near(by_a.y[0], 1, 1e-15);
    assert_near(by_k.y[0], 0, 1e-15);
    assert_near(by_a.t, 0, 0);
    double other[64] = {0};
    assert_in_range(x.s->y_cap, 3, 32);
    assert_ptr_equal(sensitivity_along(x.s, 1, other).y, other + x.s->y_cap);
    motion_end(&x);
}

static void a_mode_has_one_tangent_system(void **state) {
    (void)state;
    motion x = slopes_begin(SPRING "constraint c: x = 2 off\n", 2);
    variation *v = sensitivity_variation(x.s, x.s->mode);
    assert_ptr_equal(sensitivity_variation(x.s, x.s->mode), v);
    mode *other = motion_mode_with(&x, "c", true);
    assert_ptr_not_equal(sensitivity_variation(x.s, other), v);
    assert_ptr_equal(v->of, x.s->mode);
    motion_end(&x);
}

static void the_first_reason_stands(void **state) {
    (void)state;
    motion x = slopes_begin(SPRING, 2);
    assert_non_null(sensitivity_of(x.s));
    sensitivity_fail(x.s, "one at t = %g", 2.5);
    sensitivity_fail(x.s, "another");
    assert_string_equal(x.s->sensitivity->trouble, "one at t = 2.5");
    assert_null(sensitivity_of(x.s));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_parameter_has_its_direction),
        cmocka_unit_test(a_mode_has_one_tangent_system),
        cmocka_unit_test(the_first_reason_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
