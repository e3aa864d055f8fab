/* Taylor coefficients of motions: closed forms, both ways of solving, differences of the motion, and what has none. */
#include "sim/support.h"

enum { ORDER = 10, MOST = 24 };

typedef struct coefficients {
    double room[ORDER + 1][MOST], *c[ORDER + 1];
} coefficients;

static const char *expand(motion *x, coefficients *to) {
    for (int k = 0; k <= ORDER; k++)
        to->c[k] = to->room[k];
    return dynamics_series(x->s, x->s->t, x->s->y, ORDER, to->c);
}

/* x = cos(t), and its integral; y = t^3/6 by the time. */
static void closed_forms(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 1, y = 0\nkinetic T = (x'^2 + y'^2)/2\npotential V = x^2/2\ngeneralized f: y = t\n"
                     "report area = integral(x)\n");
    coefficients of;
    assert_null(expand(&x, &of));
    double factorial = 1;
    for (int k = 0; k <= ORDER; factorial *= ++k) {
        const double wave[] = {1, 0, -1, 0};
        assert_near(of.c[k][0], wave[k % 4] / factorial, 1e-16);
        assert_near(of.c[k][2], k < ORDER ? wave[(k + 1) % 4] / factorial : of.c[k][2], 1e-16);
        assert_near(of.c[k][1], k == 3 ? 1. / 6 : 0, 1e-16);
        assert_near(of.c[k][5], k == 0 ? 0 : wave[(k - 1) % 4] / factorial, 1e-16);
    }
    motion_end(&x);
}

#define SLIDER                                                                                                         \
    "coord a = 0.7, s ~ 1.6\ninitial a' = 3\ngravity 9.81\nrod r: mass 2, from [0, 0] to dir(a)\n"                     \
    "particle p: mass 1 at [s, 0]\nconstraint c: (s - cos(a))^2 + sin(a)^2 = 1\nreport work = "                        \
    "integral(force(c)^2)\n"
#define DOUBLE                                                                                                         \
    "coord a = 1, b = 2\ninitial a' = 0.5\ninitial b' = -0.7\ngravity 9.81\nlet p = [sin(a), -cos(a)]\n"               \
    "particle one: mass 1 at p\nparticle two: mass 3 at p + 2*[sin(b), -cos(b)]\n"
#define RUBBED                                                                                                         \
    "coord x = 0, y ~ 0\ninitial x' = 3\ngravity 9.81\nparticle p: mass 2 at [x, y]\n"                                 \
    "contact floor: y >= 0.1*sin(x), friction 0.3 along x\n"

/* The elimination and the matrices have the same series. */
static void both_ways_agree(void **state) {
    (void)state;
    static const char *const texts[] = {SLIDER, DOUBLE};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        motion x = motion_begin(texts[i]), y = motion_begin(texts[i]);
        coefficients one, other;
        assert_null(expand(&x, &one));
        assert_non_null(x.s->mode->direct);
        y.s->keeps_matrices = true;
        dynamics_explicit_give_up(y.s, y.s->mode);
        assert_null(expand(&y, &other));
        assert_null(y.s->mode->direct);
        for (int k = 0; k <= ORDER; k++)
            for (size_t j = 0; j < dynamics_state_size(x.s, x.s->mode); j++)
                assert_near(one.c[k][j], other.c[k][j], 1e-12 * pow(4, k));
        motion_end(&x);
        motion_end(&y);
    }
}

/* The sum of the series a little later solves the equations there. */
static void sums_solve_the_equations(void **state) {
    (void)state;
    static const char *const texts[] = {SLIDER, DOUBLE, RUBBED};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        motion x = motion_begin(texts[i]);
        coefficients of;
        assert_null(expand(&x, &of));
        const double h = 0.004;
        double y[MOST] = {0}, slope[MOST] = {0}, dy[MOST];
        const size_t size = dynamics_state_size(x.s, x.s->mode);
        for (int k = ORDER; k >= 0; k--)
            for (size_t j = 0; j < size; j++) {
                slope[j] = slope[j] * h + y[j];
                y[j] = y[j] * h + of.c[k][j];
            }
        assert_true(dynamics_evaluate(x.s, x.s->t + h, y, dy));
        for (size_t j = 0; j < size; j++)
            if (!(fabs(slope[j] - dy[j]) <= 1e-11 * (1 + fabs(dy[j]))))
                fail_msg("number %zu of %zu of model %zu: %.17g, not %.17g", j, size, i, slope[j], dy[j]);
        motion_end(&x);
    }
}

static void more_orders_are_had_for_the_asking(void **state) {
    (void)state;
    motion x = motion_begin(DOUBLE);
    coefficients of, again;
    double *few[4] = {again.room[0], again.room[1], again.room[2], again.room[3]};
    assert_null(dynamics_series(x.s, 0, x.s->y, 3, few));
    assert_null(expand(&x, &of));
    assert_memory_equal(few[3], of.c[3], 4 * sizeof(double));
    const double there = of.c[3][0];
    x.s->y[0] = 0.3; /* elsewhere, of a lower order */
    assert_null(dynamics_series(x.s, 0, x.s->y, 3, few));
    assert_true(few[0][0] == 0.3 && few[3][0] != there);
    motion_end(&x);
}

static void assert_none(motion *x, const char *why) {
    coefficients of;
    const char *found = expand(x, &of);
    if (!found || !strstr(found, why))
        fail_msg("%s, not %s", found ? found : "there is a series", why);
}

static void what_has_none(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0\ninitial x' = 0\nkinetic T = x'^2/2\ngeneralized f: x = 1 + sqrt(x)\n");
    assert_none(&x, "no derivatives");
    x.s->y[0] = 1;
    coefficients of;
    assert_null(expand(&x, &of)); /* and what was not finite is forgotten */
    assert_near(of.c[2][0], 1, 1e-15);
    motion_end(&x);
    x = motion_begin("coord x = 0\ninitial x' = 1\nkinetic T = x'^2/2\npotential V = x^2/2\n"
                     "report r = integral(abs(x'' + 1))\n");
    assert_none(&x, "depends on accelerations");
    motion_end(&x);
    x = motion_begin("coord x = 0\ninitial x' = 0\nkinetic T = x'^2/2\ngeneralized f: x = -2*sign(x') + 0.1*sin(t)\n");
    assert_none(&x, "slides along a switch");
    motion_end(&x);
    x = motion_begin(DOUBLE);
    x.s->y[0] = NAN;
    assert_none(&x, "not finite");
    motion_end(&x);
}

/* An integrand may have no value, and then no derivatives, without a hindrance to the motion. */
static void integrals_without_a_value(void **state) {
    (void)state;
    motion x = motion_begin("coord x = -1\ninitial x' = 1\nkinetic T = x'^2/2\nreport r = integral(sqrt(x))\n");
    coefficients of;
    assert_null(expand(&x, &of));
    assert_true(of.c[1][0] == 1 && isnan(of.c[1][3]));
    x.s->y[0] = 4;
    assert_null(expand(&x, &of));
    assert_near(of.c[2][3], 0.125, 1e-15);
    x.s->y[0] = 0;
    assert_none(&x, "no derivatives");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(sums_solve_the_equations),
        cmocka_unit_test(more_orders_are_had_for_the_asking),
        cmocka_unit_test(what_has_none),
        cmocka_unit_test(integrals_without_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
