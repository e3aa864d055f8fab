/* Words for kinds, and expressions in the order in which people write them. */
#include "out/support.h"
#include "out/words/natures.h"

static void kinds_have_words(void **state) {
    (void)state;
    assert_string_equal(out_nature_name(ROW_HOLONOMIC), "holonomic");
    assert_string_equal(out_nature_name(ROW_NONHOLONOMIC), "nonholonomic");
    assert_string_equal(out_nature_name(ROW_INTEGRABLE), "integrable");
    assert_string_equal(out_level_name(true), "velocity");
    assert_string_equal(out_level_name(false), "position");
    assert_string_equal(out_conserved_name(CONSERVED_ENERGY), "energy");
    assert_string_equal(out_conserved_name(CONSERVED_CYCLIC), "cyclic");
    assert_string_equal(out_stability_name(ASYMPTOTICALLY_STABLE), "asymptotically stable");
    assert_string_equal(out_stability_name(UNSTABLE), "unstable");
    assert_string_equal(out_equilibrium_name(true), "steady motion");
    assert_string_equal(out_equilibrium_name(false), "equilibrium");
}

/* Parameters before coordinates, velocities last. */
static void formulas_are_ordered(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nparam k = 2\nkinetic T = x'^2\noutput o = x'*x*t*k\n");
    assert_string_equal(out_formula(x.of.m, x.of.m->base->outputs[0], x.memory), "k*t*x*x'");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_words),
        cmocka_unit_test(formulas_are_ordered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
