/* Monotone cubics: slopes that keep the curve between its points. */
#include "num/random.h"

#include "num/monotone.h"

enum { COUNT = 12 };

static double cubic(const double *x, const double *y, const double *m, int i, double s) {
    double h = x[i + 1] - x[i], r = 1 - s;
    return r * r * (1 + 2 * s) * y[i] + s * s * (3 - 2 * s) * y[i + 1] + h * s * r * (r * m[i] - s * m[i + 1]);
}

/* Random points, many of them level: between two points the curve never turns. */
static void never_turns(void **state) {
    (void)state;
    uint64_t dice = random_start("never_turns", 1);
    for (int trial = 0; trial < 2000; trial++) {
        double x[COUNT], y[COUNT], m[COUNT];
        int count = 2 + random_below(&dice, COUNT - 1);
        for (int i = 0; i < count; i++) {
            x[i] = (i ? x[i - 1] : 0) + exp(4 * random_number(&dice));
            y[i] = i && random_below(&dice, 4) == 0 ? y[i - 1] : 10 * random_number(&dice);
        }
        num_monotone_slopes(x, y, (size_t)count, m);
        for (int i = 0; i + 1 < count; i++) {
            double rise = y[i + 1] - y[i], before = y[i];
            for (int k = 1; k <= 64; k++) {
                double now = cubic(x, y, m, i, k / 64.0);
                assert_true((now - before) * rise >= -1e-13 * fabs(rise));
                before = now;
            }
            if (rise == 0)
                assert_true(m[i] == 0 && m[i + 1] == 0);
        }
    }
}

/* Parabolas that do not turn within are met exactly: all slopes are theirs. */
static void parabola(void **state) {
    (void)state;
    const double x[] = {1, 1.5, 3, 3.25, 5};
    double y[5], m[5];
    for (int i = 0; i < 5; i++)
        y[i] = 2 * x[i] * x[i] - x[i];
    num_monotone_slopes(x, y, 5, m);
    for (int i = 0; i < 5; i++)
        assert_true(fabs(m[i] - (4 * x[i] - 1)) < 1e-13);
}

static void two_points(void **state) {
    (void)state;
    double m[2];
    num_monotone_slopes((const double[]){1, 3}, (const double[]){5, -1}, 2, m);
    assert_true(m[0] == -3 && m[1] == -3);
}

/* A step: the slopes beside it are drawn in, so that nothing overshoots. */
static void step(void **state) {
    (void)state;
    const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 0.1, 1, 1.1, 1.1};
    double m[5];
    num_monotone_slopes(x, y, 5, m);
    assert_true(m[0] == 0 && m[3] == 0 && m[4] == 0);
    for (int i = 0; i < 4; i++)
        assert_true(hypot(m[i], m[i + 1]) <= 3 * (y[i + 1] - y[i]) * (1 + 1e-15));
    assert_true(fabs(hypot(m[0], m[1]) - 0.3) < 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_turns),
        cmocka_unit_test(parabola),
        cmocka_unit_test(two_points),
        cmocka_unit_test(step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
