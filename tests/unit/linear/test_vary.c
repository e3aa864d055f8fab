/* Eigenvalues over a parameter: critical values are those of closed forms, and curves go on continuously. */
#include "linear/system.h"

static linear_study vary(system_of *s, const char *param, double low, double high, size_t count) {
    assert_non_null(s->p);
    return linear_vary(s->p, model_find_param(s->of.m, param), low, high, count, s->of.memory);
}

static void need_eigenvalues(void) {
    if (!num_eigen_available())
        skip();
}

/* The bead leaves the bottom where W^2 = g/R. */
static void hoop(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin(SYSTEM_HOOP, NULL);
    const linear_study y = vary(&s, "W", 0, 10, 12);
    assert_int_equal(y.critical_count, 1);
    assert_int_equal(y.criticals[0].kind, CRITICAL_DIVERGENCE);
    assert_near(y.criticals[0].value, sqrt(9.81 / 0.5), 1e-11);
    assert_int_equal(y.range_count, 2);
    assert_int_equal(y.ranges[1].stability, UNSTABLE);
    assert_true(y.steady && y.rest);
    system_end(&s);
}

/* A sleeping top stands while (C s)^2 > 4 A m g h. */
static void sleeping_top(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param A = 2e-3, C = 1e-3, P = 0.2943, spin = 60\ncoord a = 0, b = 0\n"
                               "kinetic T = A*(a'^2 + b'^2)/2\npotential V = P*(cos(a)*cos(b) - 1)\n"
                               "generalized ga: a = -C*spin*b'\ngeneralized gb: b = C*spin*a'\n",
                               NULL);
    const linear_study y = vary(&s, "spin", 10, 90, 9);
    assert_int_equal(y.critical_count, 1);
    assert_int_equal(y.criticals[0].kind, CRITICAL_FLUTTER);
    assert_near(y.criticals[0].value, 2 * sqrt(2e-3 * 0.2943) / 1e-3, 1e-9);
    assert_near(y.criticals[0].im, y.criticals[0].value * 1e-3 / 2 / 2e-3, 1e-3);
    system_end(&s);
}

/* Damping that changes its sign, at a place that no sample meets. */
static void crossings_are_located(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param c = 1\ncoord x = 0\nkinetic T = x'^2/2\n"
                               "generalized f: x = -4*x - (c^3 - 0.3)*x'\n",
                               NULL);
    const linear_study y = vary(&s, "c", 0, 1, 5);
    assert_int_equal(y.critical_count, 1);
    assert_near(y.criticals[0].value, cbrt(0.3), 1e-14);
    assert_near(y.criticals[0].im, 2, 1e-13);
    assert_true(y.criticals[0].below > 0 && y.criticals[0].above < 0);
    assert_int_equal(y.ranges[1].stability, ASYMPTOTICALLY_STABLE);
    system_end(&s);
}

/* Two frequencies cross without meeting: each goes on straight. */
static void curves_cross(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param k = 1\ncoord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\n"
                               "potential V = k^2*x^2/2 + 2*y^2\n",
                               NULL);
    const linear_study y = vary(&s, "k", 1, 3, 16);
    assert_int_equal(y.track_count, 2);
    assert_int_equal(y.critical_count, 0);
    for (size_t k = 0; k < 2; k++) {
        const bool moves = fabs(y.tracks[k].im[0] - 1) < 1e-12;
        for (size_t i = 0; i < y.count; i++)
            assert_near(y.tracks[k].im[i], moves ? y.values[i] : 2, 1e-12);
    }
    system_end(&s);
}

/* Where there is no state, the value says why. */
static void values_without_a_start(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param h = 1\ncoord x = 0, y ~ 1\nparticle p: mass 1 at [x, y]\ngravity 9.81\n"
                               "constraint arc: x^2 + y^2 = h\n",
                               NULL);
    const linear_study y = vary(&s, "h", -1, 1, 4);
    assert_non_null(y.trouble[0]);
    assert_non_null(y.trouble[1]);
    assert_null(y.trouble[2]);
    assert_true(isnan(y.growth[0]) && isnan(y.tracks[0].re[0]) && y.growth[2] > 1);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hoop), cmocka_unit_test(sleeping_top),
                                       cmocka_unit_test(crossings_are_located), cmocka_unit_test(curves_cross),
                                       cmocka_unit_test(values_without_a_start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
