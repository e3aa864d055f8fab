/* Periodic motions over a parameter and over their energy: closed forms, and boundaries that are tabulated. */
#include "linear/shooting.h"

/* x'' + (d + e cos 2t) x = 0 with e = 0.8: boundaries a0, b1, a1, b2, a2 of Mathieu's equation with q = 0.4, by scipy.
 */
static void mathieu_boundaries(void **state) {
    (void)state;
    need_multipliers();
    static const double want[] = {-0.0786492877974889, 0.5809806071721151, 1.3789867369616522, 3.9866759110901655,
                                  4.065302999819779};
    system_of s =
        system_begin("param d = 1\ncoord x = 0\nkinetic T = x'^2/2\npotential V = (d + 0.8*cos(2*t))*x^2/2\n", NULL);
    assert_non_null(s.p);
    const linear_family f = linear_vary_periodic(s.p, &(linear_wish){0}, 0, -0.5, 4.5, 101, s.of.memory);
    assert_int_equal(f.critical_count, 5);
    for (size_t k = 0; k < 5; k++) {
        assert_near(f.criticals[k].value, want[k], 1e-6);
        assert_int_equal(f.criticals[k].kind, k == 1 || k == 2 ? CRITICAL_FLIP : CRITICAL_FOLD);
        assert_true(f.criticals[k].below == (k % 2 == 0));
    }
    system_end(&s);
}

/* A pendulum: 4 K(k) with k^2 = energy/2. */
static void backbone(void **state) {
    (void)state;
    need_multipliers();
    system_of s = system_begin("coord th = 1\nkinetic T = th'^2/2\npotential V = 3 - cos(th)\n", NULL);
    const char *why;
    assert_non_null(s.p);
    const linear_family f = linear_vary_energy(s.p, 1, 0.1, 1.9, 7, &why, s.of.memory);
    assert_null(why);
    for (size_t i = 0; i < f.count; i++) {
        double a = 1, b = sqrt(1 - f.values[i] / 2);
        for (int k = 0; k < 6; k++) {
            const double mean = (a + b) / 2;
            b = sqrt(a * b);
            a = mean;
        }
        assert_null(f.at[i].trouble);
        assert_near(f.at[i].period, 2 * acos(-1.0) / a, 1e-8);
        assert_near(f.at[i].high[0], acos(1 - f.values[i]), 1e-7);
        assert_near(f.at[i].energy, 2 + f.values[i], 1e-9);
    }
    assert_int_equal(f.critical_count, 0);
    system_end(&s);
}

/* x = -y stays one motion of two masses with springs that harden: x'' + x + 2 x^3 = 0 has the energy x^2 + x^4 (both),
   and the motion in the same direction is linear. */
static void modes(void **state) {
    (void)state;
    need_multipliers();
    system_of s = system_begin("coord x = 0.1, y = 0\nkinetic T = (x'^2 + y'^2)/2\n"
                               "potential V = (x^2 + y^2)/2 + (x - y)^2/4 + (x - y)^4/16\n",
                               NULL);
    const char *why;
    const linear_family same = linear_vary_energy(s.p, 1, 0.1, 1, 4, &why, s.of.memory),
                        other = linear_vary_energy(s.p, 2, 0.1, 4, 9, &why, s.of.memory);
    for (size_t i = 0; i < same.count; i++) {
        assert_null(same.at[i].trouble);
        assert_near(same.at[i].period, 2 * acos(-1.0), 1e-8);
        assert_near(same.at[i].high[0], sqrt(same.values[i]), 1e-7);
    }
    for (size_t i = 0; i < other.count; i++) {
        const double E = other.values[i], top = sqrt(-1 + sqrt(1 + E)); /* 2 x^2 + x^4 = E at rest */
        assert_null(other.at[i].trouble);
        assert_near(other.at[i].high[0], top, 1e-7);
        assert_near(other.at[i].low[1], -top, 1e-7);
        assert_true(i == 0 || other.at[i].period < other.at[i - 1].period);
    }
    assert_non_null((linear_vary_energy(s.p, 3, 0.1, 4, 9, &why, s.of.memory), why));
    system_end(&s);
}

/* Van der Pol's oscillator has a multiplier exp of the mean of mu (1 - x^2) over the period: about exp(-2 pi mu). */
static void limit_cycles(void **state) {
    (void)state;
    need_multipliers();
    system_of s = system_begin("param mu = 0.2\ncoord x = 2\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                               "generalized f: x = mu*(1 - x^2)*x'\nsimulate until 40\n",
                               NULL);
    const linear_family f = linear_vary_periodic(s.p, &(linear_wish){0}, 0, 0.05, 0.3, 6, s.of.memory);
    for (size_t i = 0; i < f.count; i++) {
        const double mu = f.values[i];
        assert_null(f.at[i].trouble);
        assert_near(f.at[i].period, 2 * acos(-1.0) * (1 + mu * mu / 16), 0.02 * mu * mu);
        assert_near(f.at[i].growth, -mu, 0.1 * mu * mu);
        assert_int_equal(f.at[i].stability, ASYMPTOTICALLY_STABLE);
    }
    assert_int_equal(f.critical_count, 0);
    system_end(&s);
}

/* A pendulum on a spring that bounces twice as fast as it swings: small motions of one mode are not those without the
   other, and are reached from greater ones. */
static void resonance(void **state) {
    (void)state;
    need_multipliers();
    system_of s =
        system_begin("coord r = 0.88, th = 0.01\ngravity 9.81\nparticle bob: mass 0.4 at r*[sin(th), -cos(th)]\n"
                     "potential V = 58.86*0.4/1.2*(r - 0.6)^2/2\n",
                     NULL);
    const char *why;
    assert_non_null(s.p);
    const linear_family f = linear_vary_energy(s.p, 1, 0.01, 0.3, 9, &why, s.of.memory);
    assert_null(why);
    for (size_t i = 0; i < f.count; i++) {
        assert_null(f.at[i].trouble);
        assert_true(i == 0 || f.at[i].period > f.at[i - 1].period);
    }
    system_end(&s);
}

/* A bead on a turned hoop: the start is its place of rest, at another phase of the hoop for each speed; what was found
   at the bottom is followed until W^2 = g/R, where that becomes unstable. */
static void phases(void **state) {
    (void)state;
    need_multipliers();
    system_of s = system_begin("param W = 6\nlet rise = acos(min(1, 9.81/(0.5*W^2)))\ncoord th = rise + 1e-6\n"
                               "gravity 9.81\n"
                               "particle bead: mass 0.1 at 0.5*[sin(th)*cos(W*t), sin(th)*sin(W*t), -cos(th)]\n"
                               "event there when th < rise { }\nevent back when th > rise { }\nsimulate until 4\n",
                               NULL);
    assert_non_null(s.p);
    const linear_family f = linear_vary_periodic(s.p, &(linear_wish){0}, 0, 2, 10, 11, s.of.memory);
    assert_int_equal(f.critical_count, 1);
    assert_near(f.criticals[0].value, sqrt(9.81 / 0.5), 1e-7);
    assert_false(f.criticals[0].below);
    system_end(&s);
}

/* The energy of what is driven does not stay. */
static void driven(void **state) {
    (void)state;
    need_multipliers();
    system_of s =
        system_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\ngeneralized f: x = 0.1*x*cos(3*t)\n", NULL);
    const char *why;
    linear_vary_energy(s.p, 1, 0.1, 1, 3, &why, s.of.memory);
    assert_non_null(why);
    assert_non_null(strstr(why, "driven"));
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mathieu_boundaries),
                                       cmocka_unit_test(backbone),
                                       cmocka_unit_test(modes),
                                       cmocka_unit_test(limit_cycles),
                                       cmocka_unit_test(resonance),
                                       cmocka_unit_test(phases),
                                       cmocka_unit_test(driven)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
