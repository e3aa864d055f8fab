/* Slopes by Fritsch and Carlson: SIAM J. Numer. Anal. 17 (1980) 238. */
#include "num/monotone.h"

#include "base/check.h"

#include <math.h>

static double secant(const double *x, const double *y, size_t i) {
    LGR_ASSERT(x[i] < x[i + 1]);
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* Of the parabola through points i - 1, i, i + 1, at i. */
static double middle(const double *x, const double *y, size_t i) {
    double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    return (after * secant(x, y, i - 1) + before * secant(x, y, i)) / (before + after);
}

/* Draws both slopes of an interval into the circle of radius 3 secants in which the cubic is monotone. */
static void limit(double d, double *left, double *right) {
    if (d == 0 || *left / d < 0)
        *left = 0;
    if (d == 0 || *right / d < 0)
        *right = 0;
    double size = hypot(*left, *right), most = 3 * fabs(d);
    if (size <= most)
        return;
    *left *= most / size;
    *right *= most / size;
}

void num_monotone_slopes(const double *x, const double *y, size_t count, double *slopes) {
    LGR_ASSERT(count >= 2);
    size_t last = count - 1;
    for (size_t i = 1; i < last; i++)
        slopes[i] = middle(x, y, i);
    /* at the ends the parabola of the end points, whose mean slope over the first interval is its secant */
    slopes[0] = count > 2 ? 2 * secant(x, y, 0) - slopes[1] : secant(x, y, 0);
    slopes[last] = count > 2 ? 2 * secant(x, y, last - 1) - slopes[last - 1] : slopes[0];
    for (size_t i = 0; i < last; i++)
        limit(secant(x, y, i), &slopes[i], &slopes[i + 1]);
}
