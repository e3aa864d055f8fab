/* Chebyshev series of low degree. */
#include "num/chebyshev.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { TURN = 2 * NUM_SERIES_MOST }; /* of the table of cosines */

/* cos(k pi/16) */
static const double cosines[TURN] = {1,
                                     0.98078528040323045,
                                     0.92387953251128676,
                                     0.83146961230254524,
                                     0.70710678118654752,
                                     0.55557023301960222,
                                     0.38268343236508977,
                                     0.19509032201612827,
                                     0,
                                     -0.19509032201612827,
                                     -0.38268343236508977,
                                     -0.55557023301960222,
                                     -0.70710678118654752,
                                     -0.83146961230254524,
                                     -0.92387953251128676,
                                     -0.98078528040323045,
                                     -1,
                                     -0.98078528040323045,
                                     -0.92387953251128676,
                                     -0.83146961230254524,
                                     -0.70710678118654752,
                                     -0.55557023301960222,
                                     -0.38268343236508977,
                                     -0.19509032201612827,
                                     0,
                                     0.19509032201612827,
                                     0.38268343236508977,
                                     0.55557023301960222,
                                     0.70710678118654752,
                                     0.83146961230254524,
                                     0.92387953251128676,
                                     0.98078528040323045};

static bool is_degree(int last) {
    return last > 0 && NUM_SERIES_MOST % last == 0;
}

double num_series_node(int last, int j) {
    LGR_ASSERT(is_degree(last) && j >= 0 && j <= last);
    return -cosines[NUM_SERIES_MOST / last * j];
}

void num_series_through(const double *f, int last, double *c) {
    LGR_ASSERT(is_degree(last) && last % 2 == 0);
    unsigned stride = NUM_SERIES_MOST / (unsigned)last, half = (unsigned)last / 2;
    double even[NUM_SERIES_MOST / 2 + 1], odd[NUM_SERIES_MOST / 2 + 1]; /* about the middle, from 1 on */
    for (unsigned j = 0; j <= half; j++) {
        double weight = (j == 0 || j == half ? 1.0 : 2.0) / last, left = f[j], right = f[(unsigned)last - j];
        even[j] = weight * (right + left);
        odd[j] = weight * (right - left);
    }
    for (unsigned k = 0; k <= (unsigned)last; k++) {
        const double *part = k % 2 ? odd : even;
        double sum = 0;
        for (unsigned j = 0; j <= half; j++)
            sum += part[j] * cosines[j * k * stride % TURN];
        c[k] = sum;
    }
    c[0] *= 0.5;
    c[last] *= 0.5;
}

double num_series_value(const double *c, int last, double x) {
    double one = 0, two = 0;
    for (int k = last; k > 0; k--) { /* Clenshaw */
        double next = c[k] + 2 * x * one - two;
        two = one;
        one = next;
    }
    return c[0] + x * one - two;
}

void num_series_slope(const double *c, int last, double *d) {
    double one = 0, two = 0;
    for (int k = last; k >= 0; k--) { /* d[k] = d[k + 2] + 2 (k + 1) c[k + 1] */
        double next = two + (k < last ? 2 * (k + 1) * one : 0), here = c[k];
        two = k < last ? d[k + 1] : 0;
        one = here;
        d[k] = next;
    }
    d[0] *= 0.5;
}

double num_series_curvature(const double *c, int last) {
    double most = 0;
    for (int k = 2; k <= last; k++)
        most += fabs(c[k]) * k * k * (k * k - 1) / 3;
    return most;
}

/* --- The greatest value, by halves --- */

typedef struct climb {
    const double *c;
    int last;
    double eighth; /* of the curvature: a curve lies no more than that, times the square of the width, above its ends */
    double bar, spare, x;
    bool finding; /* the top; else it is enough that something is above the bar */
    int budget;
} climb;

static bool look(climb *s, double x, double value) {
    if (value > s->bar) {
        s->bar = value;
        s->x = x;
        return !s->finding;
    }
    return false;
}

/* True if that is enough. */
static bool go_through(climb *s, double a, double f_a, double b, double f_b) {
    double most = fmax(f_a, f_b) + s->eighth * (b - a) * (b - a), middle = 0.5 * (a + b);
    if (most <= s->bar + s->spare)
        return false;
    if (--s->budget < 0)
        return !s->finding;
    double f = num_series_value(s->c, s->last, middle);
    return look(s, middle, f) || go_through(s, a, f_a, middle, f) || go_through(s, middle, f, b, f_b);
}

static bool rises_above(climb *s) {
    double low = num_series_value(s->c, s->last, -1), high = num_series_value(s->c, s->last, 1);
    s->eighth = 0.125 * num_series_curvature(s->c, s->last);
    return look(s, -1, low) || look(s, 1, high) || go_through(s, -1, low, 1, high);
}

bool num_series_below(const double *c, int last, double bar) {
    climb s = {.c = c, .last = last, .bar = bar, .budget = 200};
    return !rises_above(&s);
}

/* From near a top to it: Newton's steps on the slope. */
static void polish(const double *c, int last, double *x, double *value) {
    double slope[NUM_SERIES_MOST + 1] = {0}, curve[NUM_SERIES_MOST + 1] = {0};
    num_series_slope(c, last, slope);
    num_series_slope(slope, last, curve);
    for (int i = 0; i < 4; i++) {
        double next = *x - num_series_value(slope, last, *x) / num_series_value(curve, last, *x);
        if (!(fabs(next) <= 1))
            return;
        double there = num_series_value(c, last, next);
        if (there < *value)
            return;
        *x = next;
        *value = there;
    }
}

double num_series_top(const double *c, int last, double spare, double *x) {
    climb s = {.c = c, .last = last, .bar = -INFINITY, .spare = spare, .finding = true, .budget = 2000};
    rises_above(&s);
    polish(c, last, &s.x, &s.bar);
    *x = s.x;
    return s.bar;
}

/* --- How good it is --- */

double num_series_error(int last, double rho) {
    LGR_ASSERT(rho > 1);
    return 4 * pow(rho, -last) / (rho - 1);
}

/* What the coefficients beyond are, 2 rho^-k at most, times the slopes of those polynomials and of the ones that they
   look like at the points: k^2 each at most. */
double num_series_slope_error(int last, double rho) {
    double x = 1 / rho, n = last + 1, rest = 1 - x;
    return 4 * pow(x, n) * (n * n / rest + 2 * n * x / (rest * rest) + x * (1 + x) / (rest * rest * rest));
}

double num_series_radius(const double *c, int last, double rho) {
    double sum = 0, power = 1;
    for (int k = 1; k <= last; k++) {
        power *= rho;
        sum += fabs(c[k]) * 0.5 * (power + 1 / power);
    }
    return sum;
}
