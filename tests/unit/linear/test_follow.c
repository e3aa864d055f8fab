/* Equilibria over a parameter: folds, pitchforks and onsets of oscillation are where closed forms have them. */
#include "linear/system.h"

enum { MOST_SEEDS = 60 };

static linear_branches follow(system_of *s, const char *param, double low, double high) {
    linear_seed seeds[MOST_SEEDS];
    const int k = model_find_param(s->of.m, param);
    assert_non_null(s->p);
    size_t count = linear_search(s->p, k, low, seeds, MOST_SEEDS, s->of.memory);
    count += linear_search(s->p, k, high, seeds + count, MOST_SEEDS - count, s->of.memory);
    return linear_follow(s->p, k, low, high, seeds, count, s->of.memory);
}

static void need_eigenvalues(void) {
    if (!num_eigen_available())
        skip();
}

/* The bead leaves the bottom at W^2 = g/R, to both sides, where cos th = g/(R W^2). */
static void hoop_is_a_pitchfork(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin(SYSTEM_HOOP, NULL);
    const linear_branches b = follow(&s, "W", 0, 10);
    size_t aside = 0;
    assert_int_equal(b.special_count, 1);
    assert_int_equal(b.specials[0].kind, SPECIAL_BRANCH);
    assert_near(b.specials[0].value, sqrt(9.81 / 0.5), 1e-11);
    assert_int_equal(b.count, 3);
    for (size_t k = 0; k < b.count; k++)
        for (size_t i = 0; i < b.at[k].count; i++) {
            const double th = b.at[k].q[i], W = b.at[k].values[i];
            if (fabs(sin(th)) > 1e-6) {
                assert_near(cos(th), 9.81 / (0.5 * W * W), 1e-10);
                assert_int_equal(b.at[k].stability[i], UNDECIDED);
                aside++;
            } else if (fabs(th) < 1 && fabs(W - b.specials[0].value) > 1e-6)
                assert_int_equal(b.at[k].stability[i], W < b.specials[0].value ? UNDECIDED : UNSTABLE);
        }
    assert_true(aside > 20);
    system_end(&s);
}

/* A shallow arch of two bars snaps through where dF/dy = 0: y^2 = (b^2 l)^(2/3) - b^2. */
static void arch_snaps_through(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param F = 0, l = sqrt(1.04)\ncoord y = 0.2\nparticle apex: mass 2 at [0, y]\n"
                               "force load: [0, -F] at apex\n"
                               "spring left: from [-1, 0] to apex, stiffness 5e4, length l\n"
                               "spring right: from [1, 0] to apex, stiffness 5e4, length l\n",
                               NULL);
    const linear_branches b = follow(&s, "F", -200, 200);
    const double y = sqrt(pow(1.04, 1.0 / 3) - 1), snap = 1e5 * y * (sqrt(1.04) / hypot(1, y) - 1);
    assert_int_equal(b.special_count, 2);
    for (size_t k = 0; k < 2; k++) {
        const double side = b.specials[k].value > 0 ? 1 : -1;
        assert_int_equal(b.specials[k].kind, SPECIAL_FOLD);
        assert_near(b.specials[k].value, side * snap, 1e-9);
        assert_near(b.specials[k].q[0], side * y, 1e-6);
    }
    assert_true(b.specials[0].value * b.specials[1].value < 0);
    assert_int_equal(b.count, 1);
    system_end(&s);
}

/* The arms of Watt's governor rise from W^2 = (m + M) g/(m L) on, to cos th = (m + M) g/(m L W^2). */
static void governor_rises(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param W = 1\ncoord th = 0\ngravity 9.81\nlet a = [cos(W*t), sin(W*t), 0]\n"
                               "particle b1: mass 1.5 at 0.3*(sin(th)*a - cos(th)*[0, 0, 1])\n"
                               "particle b2: mass 1.5 at -0.3*(sin(th)*a + cos(th)*[0, 0, 1])\n"
                               "particle sleeve: mass 4 at -0.6*cos(th)*[0, 0, 1]\n",
                               NULL);
    const linear_branches b = follow(&s, "W", 1, 18);
    const double square = 5.5 * 9.81 / (1.5 * 0.3);
    size_t risen = 0;
    assert_int_equal(b.special_count, 1);
    assert_int_equal(b.specials[0].kind, SPECIAL_BRANCH);
    assert_near(b.specials[0].value, sqrt(square), 1e-11);
    for (size_t k = 0; k < b.count; k++)
        for (size_t i = 0; i < b.at[k].count; i++)
            if (fabs(sin(b.at[k].q[i])) > 1e-6) {
                assert_near(cos(b.at[k].q[i]), square / pow(b.at[k].values[i], 2), 1e-10);
                risen++;
            }
    assert_true(risen > 20);
    system_end(&s);
}

/* A bent strut folds where tan th = th - tilt, and the whole range is reached. */
static void imperfection_makes_a_fold(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param k = 10, P = 1, tilt = 0.05\ncoord th = 0\nkinetic T = th'^2/2\n"
                               "potential V = k*(th - tilt)^2/2 + P*(cos(th) - 1)\ndissipation D = 0.05*th'^2\n",
                               NULL);
    const linear_branches b = follow(&s, "P", 0, 30);
    assert_int_equal(b.special_count, 1);
    const double th = b.specials[0].q[0];
    assert_int_equal(b.specials[0].kind, SPECIAL_FOLD);
    assert_near(tan(th), th - 0.05, 1e-7);
    assert_near(b.specials[0].value, 10 * (th - 0.05) / sin(th), 1e-11);
    assert_int_equal(b.count, 2);
    for (size_t k = 0; k < 2; k++)
        assert_near(b.at[k].values[b.at[k].count - 1], 30, 1e-12);
    system_end(&s);
}

/* Where a value of the range is the fold itself, and the branch turns at a place that was looked at. */
static void fold_on_the_way(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param k = 1\ncoord x = 1\nkinetic T = x'^2/2\npotential V = -k*x + x^3/3\n", NULL);
    const linear_branches b = follow(&s, "k", -1, 1);
    assert_int_equal(b.special_count, 1);
    assert_int_equal(b.specials[0].kind, SPECIAL_FOLD);
    assert_near(b.specials[0].value, 0, 1e-12);
    system_end(&s);
}

/* A load that follows a rod of two links with dampers: it flutters, and no other equilibrium appears. */
static void follower_load_oscillates(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param P = 0\ncoord a = 0, b = 0\nkinetic T = (3*a'^2 + 2*a'*b'*cos(a - b) + b'^2)/2\n"
                               "potential V = a^2/2 + (b - a)^2/2\ndissipation D = 0.05*(a'^2 + (b' - a')^2)\n"
                               "generalized f: a = P*sin(a - b)\n",
                               NULL);
    const linear_branches b = follow(&s, "P", 0, 4);
    bool found = false;
    for (size_t k = 0; k < b.special_count; k++)
        if (b.specials[k].kind == SPECIAL_HOPF && fabs(b.specials[k].q[0]) < 1e-9) {
            found = true;
            assert_true(b.specials[k].im > 0.3);
            /* Hurwitz: p3 p2 p1 = p1^2 p4 + p3^2 p0 for the characteristic polynomial. */
            const double P = b.specials[k].value, c = 0.1;
            const double p4 = 2, p3 = 7 * c, p2 = 7 - 2 * P + c * c, p1 = 2 * c, p0 = 1;
            assert_near(p3 * p2 * p1 / (p1 * p1 * p4 + p3 * p3 * p0), 1, 1e-5);
        }
    assert_true(found);
    system_end(&s);
}

/* Two masses beside which a third one is nothing: oscillations about L4 and L5 grow from Routh's mass on, where both
   frequencies are 1/sqrt(2). */
static void triangle_begins_to_oscillate(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param mu = 0.01\ncoord x = 1/2 - mu, y = sqrt(3)/2\n"
                               "let d1 = hypot(x + mu, y), d2 = hypot(x - 1 + mu, y)\n"
                               "lagrangian L = ((x' - y)^2 + (y' + x)^2)/2 + (1 - mu)/d1 + mu/d2\n",
                               NULL);
    const linear_branches b = follow(&s, "mu", 0.01, 0.06);
    size_t begins = 0;
    for (size_t k = 0; k < b.special_count; k++) {
        begins += b.specials[k].kind == SPECIAL_HOPF;
        assert_near(b.specials[k].value, (1 - sqrt(23.0 / 27)) / 2, 1e-9);
        assert_near(b.specials[k].im, sqrt(0.5), 1e-3);
    }
    assert_int_equal(begins, 2);
    system_end(&s);
}

/* Constraints and coordinates that nothing determines are no obstacle. */
static void constrained_and_free(void **state) {
    (void)state;
    need_eigenvalues();
    system_of s = system_begin("param W = 3\ncoord x = 0, y = -0.5, far = 3\nkinetic F = far'^2/2\n"
                               "particle bead: mass 1 at [x, y]\ngravity 9.81\npotential C = -W^2*x^2/2\n"
                               "constraint hoop: x^2 + y^2 = 0.25\n",
                               NULL);
    const linear_branches b = follow(&s, "W", 1, 9);
    bool found = false;
    for (size_t k = 0; k < b.special_count; k++)
        found = found || (b.specials[k].kind == SPECIAL_BRANCH && b.specials[k].q[1] < 0 &&
                          fabs(b.specials[k].value - sqrt(9.81 / 0.5)) < 1e-9);
    assert_true(found);
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hoop_is_a_pitchfork),      cmocka_unit_test(arch_snaps_through),
        cmocka_unit_test(governor_rises),           cmocka_unit_test(imperfection_makes_a_fold),
        cmocka_unit_test(follower_load_oscillates), cmocka_unit_test(constrained_and_free),
        cmocka_unit_test(fold_on_the_way),          cmocka_unit_test(triangle_begins_to_oscillate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
