/* Quantities at instants: within steps, at events, before the start and after the end, with their derivatives. */
#include "sim/sensitivity/slopes.h"

/* x = a + v t; a bounce at x = 0 turns v < 0 into -e v. */
#define BALL                                                                                                           \
    "param a = 1, v = -2, e = 0.5\ncoord x = a\ninitial x' = v\nkinetic K = x'^2/2\nsimulate until 2\n"                \
    "contact ground: x >= 0, restitution e\nexpect final(x) = 0\nexpect final(x') = 0\n"

static motion measure(const sim_instants *instants, size_t params) {
    static const int all[] = {0, 1, 2};
    sim_options o = sim_options_default();
    o.tolerance = 1e-12;
    o.until = 2;
    o.sensitive = params ? all : NULL;
    o.sensitive_count = params;
    o.instants = instants;
    motion x = motion_begin_with(BALL, o);
    motion_finish(&x);
    assert_non_null(x.result->measured);
    return x;
}

static void a_ball_that_bounces(void **state) {
    (void)state;
    static const double t[] = {-1, 0, 0.25, 0.4, 0.75, 1.5, 2, 3};
    static const int reducers[] = {0, 1};
    const sim_instants instants = {t, 8, reducers, 2};
    motion x = measure(&instants, 3);
    const sim_measured *m = x.result->measured;
    for (int i = 0; i < 8; i++) {
        const bool before = t[i] < 0.5, still = t[i] < 0 || t[i] > 2; /* bounces at a / -v = 0.5 */
        const double at = fmin(fmax(t[i], 0), 2), *of_x = m->slopes + (2 * i) * 3, *of_v = of_x + 3;
        assert_near(m->values[2 * i], before ? 1 - 2 * at : at - 0.5, 1e-9);
        assert_near(m->values[2 * i + 1], before ? -2 : 1, 1e-9);
        assert_near(m->rates[2 * i], still ? 0 : before ? -2 : 1, 1e-9);
        assert_near(m->rates[2 * i + 1], 0, 1e-9);
        /* after it: x = -e v (t + a/v) = -e v t - e a */
        assert_near(of_x[0], before ? 1 : -0.5, 1e-9);
        assert_near(of_x[1], before ? at : -0.5 * at, 1e-9);
        assert_near(of_x[2], before ? 0 : 2 * at - 1, 1e-9);
        assert_near(of_v[0], 0, 1e-9);
        assert_near(of_v[1], before ? 1 : -0.5, 1e-9);
        assert_near(of_v[2], before ? 0 : 2, 1e-9);
    }
    motion_end(&x);
}

/* The motion is the same whether it is measured or not; without parameters there are values alone. */
static void measuring_changes_nothing(void **state) {
    (void)state;
    static const double t[] = {0.1, 0.3, 0.9};
    static const int reducers[] = {0};
    const sim_instants instants = {t, 3, reducers, 1}, none = {t, 0, reducers, 1};
    motion x = measure(&instants, 0);
    assert_near(x.result->measured->values[2], 0.4, 1e-9);
    assert_true(isnan(x.result->measured->rates[2]));
    sim_options o = sim_options_default();
    o.tolerance = 1e-12;
    o.until = 2;
    o.instants = &none;
    motion y = motion_begin_with(BALL, o);
    motion_finish(&y);
    assert_null(y.result->measured);
    assert_true(x.result->final.q[0] == y.result->final.q[0] && x.result->steps == y.result->steps);
    motion_end(&x);
    motion_end(&y);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_bounces),
        cmocka_unit_test(measuring_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
