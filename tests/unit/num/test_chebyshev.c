/* Tests of Chebyshev's series: through points, slopes, tops, and what they may be off by. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "num/chebyshev.h"

static void sample(double (*f)(double), int last, double *c) {
    double values[NUM_SERIES_MOST + 1];
    for (int j = 0; j <= last; j++)
        values[j] = f(num_series_node(last, j));
    num_series_through(values, last, c);
}

static double cubic(double x) {
    return ((2 * x - 1) * x + 3) * x - 5;
}
static double cubic_slope(double x) {
    return (6 * x - 2) * x + 3;
}
static double wave(double x) {
    return cos(3 * x + 0.4);
}

static void polynomials_are_exact(void **state) {
    (void)state;
    for (int last = 4; last <= NUM_SERIES_MOST; last *= 2) {
        double c[NUM_SERIES_MOST + 1];
        sample(cubic, last, c);
        for (double x = -1; x <= 1; x += 0.125)
            assert_true(fabs(num_series_value(c, last, x) - cubic(x)) < 1e-14);
        assert_true(num_series_curvature(c, last) >= 14 && num_series_curvature(c, last) < 15);
        num_series_slope(c, last, c);
        for (double x = -1; x <= 1; x += 0.125)
            assert_true(fabs(num_series_value(c, last, x) - cubic_slope(x)) < 1e-12);
    }
}

/* Each polynomial by itself, at every degree: cos(k arccos x) at the points. */
static void coefficients_are_told_apart(void **state) {
    (void)state;
    for (int last = 4; last <= NUM_SERIES_MOST; last *= 2)
        for (int k = 0; k <= last; k++) {
            double f[NUM_SERIES_MOST + 1], c[NUM_SERIES_MOST + 1];
            for (int j = 0; j <= last; j++)
                f[j] = cos(k * acos(num_series_node(last, j)));
            num_series_through(f, last, c);
            for (int i = 0; i <= last; i++)
                assert_true(fabs(c[i] - (i == k)) < 1e-14);
        }
}

static void points_are_nested(void **state) {
    (void)state;
    for (int j = 0; j <= 8; j++)
        assert_true(num_series_node(8, j) == num_series_node(16, 2 * j));
    assert_true(num_series_node(16, 0) == -1 && num_series_node(16, 8) == 0 && num_series_node(16, 16) == 1);
}

static void tops(void **state) {
    (void)state;
    double c[NUM_SERIES_MOST + 1], x;
    sample(wave, 16, c);
    assert_true(fabs(num_series_top(c, 16, 1e-9, &x) - 1) < 1e-11 && fabs(x + 0.4 / 3) < 1e-6);
    assert_true(num_series_below(c, 16, 1 + 1e-6));
    assert_false(num_series_below(c, 16, 1 - 1e-6));
    /* Against the greatest of many values: tops within, at both ends, two of nearly the same height. */
    for (int i = 0; i < 300; i++) {
        double most = -INFINITY;
        for (int j = 0; j <= 16; j++)
            c[j] = cos(12.9898 * (i + 1) * (j + 1)) * pow(0.7, j);
        for (int j = 0; j <= 4000; j++)
            most = fmax(most, num_series_value(c, 16, j / 2000.0 - 1));
        double top = num_series_top(c, 16, 1e-12, &x);
        assert_true(top >= most && top < most + 1e-4 && top == num_series_value(c, 16, x));
    }
    sample(cubic, 8, c); /* it rises all the way */
    assert_true(num_series_top(c, 8, 1e-9, &x) == num_series_value(c, 8, 1) && x == 1);
}

/* cos(3 z + 0.4) is at most cosh of the imaginary part from zero: the errors are no more than is said, and not much
   less. */
static void errors_are_bounded(void **state) {
    (void)state;
    for (int last = 8; last <= 16; last += 8)
        for (double rho = 2; rho < 9; rho *= 2) {
            double c[NUM_SERIES_MOST + 1], slope[NUM_SERIES_MOST + 1], most = cosh(1.5 * (rho - 1 / rho));
            double off = 0, slope_off = 0, curve[NUM_SERIES_MOST + 1], curve_off = 0;
            sample(wave, last, c);
            num_series_slope(c, last, slope);
            num_series_slope(slope, last, curve);
            for (double x = -1; x <= 1; x += 1e-3) {
                curve_off = fmax(curve_off, fabs(num_series_value(curve, last, x) + 9 * wave(x)));
                off = fmax(off, fabs(num_series_value(c, last, x) - wave(x)));
                slope_off = fmax(slope_off, fabs(num_series_value(slope, last, x) + 3 * sin(3 * x + 0.4)));
            }
            assert_true(off <= most * num_series_error(last, rho) + 1e-14);
            assert_true(slope_off <= most * num_series_slope_error(last, rho) + 1e-12);
            assert_true(curve_off <= most * num_series_curve_error(last, rho) + 1e-10);
            assert_true(last == 16 || curve_off > 1e-6 * most * num_series_curve_error(last, rho));
            assert_true(rho > 2 || off > 1e-6 * most * num_series_error(last, rho) || last == 16);
        }
}

static void radius_holds_the_ellipse(void **state) {
    (void)state;
    double c[NUM_SERIES_MOST + 1], growth[NUM_SERIES_MOST + 1];
    sample(cubic, 4, c);
    num_series_growth(4, 3, growth);
    double x = 0.5 * (3 + 1.0 / 3); /* the end of the ellipse */
    assert_true(num_series_radius(c, 4, growth) >= fabs(cubic(x) - c[0]));
    assert_true(num_series_radius(c, 4, growth) < 1.2 * fabs(cubic(-x) - c[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_exact),       cmocka_unit_test(points_are_nested),
        cmocka_unit_test(coefficients_are_told_apart), cmocka_unit_test(tops),
        cmocka_unit_test(errors_are_bounded),          cmocka_unit_test(radius_holds_the_ellipse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
