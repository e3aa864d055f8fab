/* Cubic splines by their slopes, with the not-a-knot condition at both ends (de Boor, A Practical Guide to Splines). */
#include "num/spline.h"

#include "base/check.h"

static double secant(const double *x, const double *y, size_t i) {
    LGR_ASSERT(x[i] < x[i + 1]);
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* The slope at an end from the two intervals beside it, h the outer one: h2 m0 + (h + h2) m1 = this. */
static double end_side(double h, double h2, double d, double d2) {
    return ((3 * h + 2 * h2) * h2 * d + h * h * d2) / (h + h2);
}

static void few_slopes(const double *x, const double *y, size_t count, double *slopes) {
    double d = secant(x, y, 0);
    slopes[0] = slopes[1] = d;
    if (count == 2)
        return;
    double e = secant(x, y, 1), h = x[1] - x[0], h2 = x[2] - x[1], bend = (e - d) / (h + h2);
    for (size_t i = 0; i < 3; i++)
        slopes[i] = d + bend * (2 * x[i] - x[0] - x[1]);
}

/* One tridiagonal system, solved from the first to the last row and back. */
void num_spline_slopes(const double *x, const double *y, size_t count, double *slopes, double *work) {
    LGR_ASSERT(count >= 2);
    if (count < 4) {
        few_slopes(x, y, count, slopes);
        return;
    }
    size_t last = count - 1;
    double *diagonal = work, *above = work + count;
    double h = x[1] - x[0], h2 = x[2] - x[1];
    diagonal[0] = h2;
    above[0] = h + h2;
    slopes[0] = end_side(h, h2, secant(x, y, 0), secant(x, y, 1));
    for (size_t i = 1; i <= last; i++) {
        double before = x[i] - x[i - 1], after = i < last ? x[i + 1] - x[i] : x[i - 1] - x[i - 2];
        double below = i < last ? after : before + after, d = secant(x, y, i - 1);
        diagonal[i] = i < last ? 2 * (before + after) : after;
        above[i] = before;
        slopes[i] =
            i < last ? 3 * (after * d + before * secant(x, y, i)) : end_side(before, after, d, secant(x, y, i - 2));
        double factor = below / diagonal[i - 1];
        diagonal[i] -= factor * above[i - 1];
        slopes[i] -= factor * slopes[i - 1];
    }
    slopes[last] /= diagonal[last];
    for (size_t i = last; i-- > 0;)
        slopes[i] = (slopes[i] - above[i] * slopes[i + 1]) / diagonal[i];
}

/* The same system with its ends joined: a tridiagonal one, and what the two corners add (Sherman and Morrison). */
void num_spline_periodic_slopes(const double *x, const double *y, size_t count, double *slopes, double *work) {
    LGR_ASSERT(count >= 2);
    const size_t m = count - 1;
    if (m == 1) {
        slopes[0] = slopes[1] = 0;
        return;
    }
    double *diagonal = work, *above = work + count, *other = work + 2 * count;
    for (size_t i = 0; i < m; i++) {
        const size_t last = i ? i - 1 : m - 1;
        const double before = x[last + 1] - x[last], after = x[i + 1] - x[i];
        diagonal[i] = 2 * (before + after);
        above[i] = before;
        slopes[i] = 3 * (after * secant(x, y, last) + before * secant(x, y, i));
        other[i] = 0;
    }
    const double first = x[1] - x[0], corner = above[m - 1], turn = -diagonal[0];
    other[0] = turn;
    other[m - 1] = corner;
    diagonal[0] -= turn;
    diagonal[m - 1] -= corner * first / turn;
    for (size_t i = 1; i < m; i++) {
        const double factor = (x[i + 1] - x[i]) / diagonal[i - 1];
        diagonal[i] -= factor * above[i - 1];
        slopes[i] -= factor * slopes[i - 1];
        other[i] -= factor * other[i - 1];
    }
    for (size_t i = m; i-- > 0;) {
        slopes[i] = (slopes[i] - (i + 1 < m ? above[i] * slopes[i + 1] : 0)) / diagonal[i];
        other[i] = (other[i] - (i + 1 < m ? above[i] * other[i + 1] : 0)) / diagonal[i];
    }
    const double share = (slopes[0] + first * slopes[m - 1] / turn) / (1 + other[0] + first * other[m - 1] / turn);
    for (size_t i = 0; i < m; i++)
        slopes[i] -= share * other[i];
    slopes[m] = slopes[0];
}
