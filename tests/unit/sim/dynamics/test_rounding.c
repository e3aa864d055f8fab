/* Rounding errors of expressions are judged by all that the state has been, not by its present value alone. */
#include "sim/dynamics/scales.h"
#include "sim/support.h"

static double rounding_of(const motion *x, const char *output, const double *values) {
    return dynamics_value(x->s, dynamics_scales_rounding(x->s, motion_output(x, output)), values);
}

static void a_number_is_as_large_as_it_has_been(void **state) {
    (void)state;
    motion x = motion_begin("param k = 7\ncoord x = 2\ninitial x' = 3\nkinetic T = x'^2\n"
                            "output place = x, speed = x', push = x'', fixed = k, now = t\n");
    const uint32_t *scales = dynamics_scales_vars(x.of.m);
    assert_true(motion_evaluate(&x));
    double values[64] = {0}, *all = dynamics_values(x.s);
    assert_in_range(x.of.m->var_count, 1, 64);
    memcpy(values, all, x.of.m->var_count * sizeof *values);
    values[scales[SCALE_PLACE]] = 50;
    values[scales[SCALE_RATE]] = 0.5;
    values[scales[SCALE_ACCELERATION]] = 11;
    values[x.of.m->t] = -4;
    assert_near(rounding_of(&x, "place", values), 50, 0);
    assert_near(rounding_of(&x, "speed", values), 3, 0);
    assert_near(rounding_of(&x, "push", values), 11, 0);
    assert_near(rounding_of(&x, "fixed", values), 7, 0);
    assert_near(rounding_of(&x, "now", values), 4, 0);
    motion_end(&x);
}

/* A difference is off by what its terms are, however small it is itself. */
static void differences_have_the_errors_of_their_terms(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1e6, y = 1e6\nkinetic T = x'^2 + y'^2\noutput d = x - y, p = 1e-3*x\n");
    const uint32_t *scales = dynamics_scales_vars(x.of.m);
    double *values = dynamics_values(x.s);
    for (int k = 0; k < 2 * SCALE_KINDS; k++)
        values[scales[k]] = 0;
    double d = rounding_of(&x, "d", values), p = rounding_of(&x, "p", values);
    assert_true(d >= 2e6 && d <= 4e6);
    assert_true(p >= 1e3 && p <= 4e3);
    motion_end(&x);
}

static void the_variables_are_made_once(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\n");
    const uint32_t *first = dynamics_scales_vars(x.of.m);
    size_t count = x.of.m->var_count;
    assert_ptr_equal(dynamics_scales_vars(x.of.m), first);
    assert_int_equal(x.of.m->var_count, count);
    assert_int_equal(first[2 * SCALE_KINDS - 1], first[0] + 2 * SCALE_KINDS - 1);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_as_large_as_it_has_been),
        cmocka_unit_test(differences_have_the_errors_of_their_terms),
        cmocka_unit_test(the_variables_are_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
