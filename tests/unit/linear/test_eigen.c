/* Modes: eigenvalues 0 are exact, the others those of closed forms. */
#include "linear/system.h"

static void need_eigenvalues(void) {
    if (!num_eigen_available())
        skip();
}

static void drift_is_exactly_neutral(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("coord x = 0, y = 0, z = 0\ninitial x' = 2\nkinetic T = (x'^2 + 3*y'^2 + z'^2)/2\n"
                               "potential V = 2*(y - x)^2 + z^2\n",
                               "y = 0, y' = 2");
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_true(x.steady);
    assert_int_equal(x.neutral, 2);
    assert_int_equal(x.stability, UNDECIDED);
    assert_true(x.growth <= 1e-9);
    /* Neutral, then z, then one against the other: w^2 = k (1/m1 + 1/m2) = 4 (1 + 1/3). */
    assert_near(x.modes[x.mode_count - 2].im, sqrt(2), 1e-12);
    assert_near(x.modes[x.mode_count - 1].im, sqrt(16.0 / 3), 1e-12);
    assert_near(x.modes[x.mode_count - 1].shape_re[1], -1.0 / 3, 1e-12);
    system_end(&s);
}

static void damping_decides(void **state) {
    static const struct {
        const char *force;
        stability stability;
        double growth;
    } all[] = {{"-x - 0.2*x'", ASYMPTOTICALLY_STABLE, -0.1},
               {"-x + 0.2*x'", UNSTABLE, 0.1},
               {"4*x", UNSTABLE, 2},
               {"-x", UNDECIDED, 0}};
    (void)state;
    need_eigenvalues();
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = %s\n", all[k].force);
        system_of s = system_begin(text, NULL);
        const linear_about x = linear_find(s.p, s.of.memory);
        assert_int_equal(x.stability, all[k].stability);
        assert_near(x.growth, all[k].growth, 1e-14);
        assert_int_equal(x.neutral, 0);
        system_end(&s);
    }
}

static void states_have_modes(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("coord y = 0\nstate e = 0, rate -3*e\nmemory last = 2\nkinetic T = y'^2/2\n"
                               "generalized f: y = -y + e*last\n",
                               NULL);
    const linear_about x = linear_find(s.p, s.of.memory);
    assert_int_equal(x.system.states, 3);
    assert_string_equal(x.system.state_names[2], "e");
    assert_near(x.modes[1].re, -3, 1e-14);
    assert_near(x.modes[1].shape_re[1], 1, 1e-14); /* e 1, y 2/10 */
    assert_near(x.modes[1].shape_re[0], 0.2, 1e-13);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(drift_is_exactly_neutral), cmocka_unit_test(damping_decides),
                                       cmocka_unit_test(states_have_modes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
