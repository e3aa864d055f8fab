/* Chebyshev series of low degree. */
#include "num/chebyshev.h"

#include "base/check.h"
#include "num/scalar.h"

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

/* Of degree 8, which is asked for most. */
static void through_nine(const double *f, double *c) {
    const double one = cosines[2], two = cosines[4], three = cosines[6]; /* cos(k pi/8) */
    const double a = 0.5 * (f[8] + f[0]), a1 = f[7] + f[1], a2 = f[6] + f[2], a3 = f[5] + f[3], a4 = f[4];
    const double b = 0.5 * (f[8] - f[0]), b1 = f[7] - f[1], b2 = two * (f[6] - f[2]), b3 = f[5] - f[3];
    const double across = two * (a1 - a3);
    c[0] = 0.125 * (a + a2 + a4 + (a1 + a3));
    c[8] = 0.125 * (a + a2 + a4 - (a1 + a3));
    c[4] = 0.25 * (a - a2 + a4);
    c[2] = 0.25 * (a - a4 + across);
    c[6] = 0.25 * (a - a4 - across);
    c[1] = 0.25 * (b + b2 + (one * b1 + three * b3));
    c[7] = 0.25 * (b + b2 - (one * b1 + three * b3));
    c[3] = 0.25 * (b - b2 + (three * b1 - one * b3));
    c[5] = 0.25 * (b - b2 - (three * b1 - one * b3));
}

/* The sum of part[j] cos(j step pi/16). */
static double cosine_sum(const double *part, unsigned half, unsigned step) {
    double sum = 0;
    for (unsigned j = 0, at = 0; j <= half; j++, at = (at + step) % TURN)
        sum += part[j] * cosines[at];
    return sum;
}

void num_series_through(const double *f, int last, double *c) {
    LGR_ASSERT(is_degree(last) && last % 2 == 0);
    if (last == 8) {
        through_nine(f, c);
        return;
    }
    unsigned stride = NUM_SERIES_MOST / (unsigned)last, half = (unsigned)last / 2;
    double even[NUM_SERIES_MOST / 2 + 1], odd[NUM_SERIES_MOST / 2 + 1]; /* about the middle, from 1 on */
    for (unsigned j = 0; j <= half; j++) {
        double weight = (j == 0 || j == half ? 1.0 : 2.0) / last, left = f[j], right = f[(unsigned)last - j];
        even[j] = weight * (right + left);
        odd[j] = weight * (right - left);
    }
    for (unsigned k = 0; k <= (unsigned)last; k++)
        c[k] = cosine_sum(k % 2 ? odd : even, half, k * stride);
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

/* k^2 (k^2 - 1)/3 and k^2 (k^2 - 1) (k^2 - 4)/15: the most of the second and of the third derivative. */
static const double second[NUM_SERIES_MOST + 1] = {0,    0,    4,    24,   80,   200,   420,   784,  1344,
                                                   2160, 3300, 4840, 6864, 9464, 12740, 16800, 21760};
static const double third[NUM_SERIES_MOST + 1] = {0,     0,     0,      24,     192,    840,    2688,   7056,   16128,
                                                  33264, 63360, 113256, 192192, 312312, 489216, 742560, 1096704};

static double weighted_sum(const double *c, int last, const double *weight) {
    double sum = 0;
    for (int k = 0; k <= last; k++)
        sum += fabs(c[k]) * weight[k];
    return sum;
}

double num_series_curvature(const double *c, int last) {
    return weighted_sum(c, last, second);
}

/* --- The greatest value, by halves --- */

typedef struct climb {
    const double *c;
    int last;
    double eighth; /* of the curvature: a curve lies no more than that, times the square of the width, above its ends */
    double bar, spare, x;
    double left, right; /* nothing between these exceeds the bar */
    bool finding;       /* the top; else it is enough that something is above the bar */
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
    double most = greater_of(f_a, f_b) + s->eighth * (b - a) * (b - a), middle = 0.5 * (a + b);
    if (most <= s->bar + s->spare || (s->left <= a && b <= s->right))
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
    climb s = {.c = c, .last = last, .bar = bar, .left = INFINITY, .budget = 200};
    double most = c[0];
    for (int k = 1; k <= last; k++)
        most += fabs(c[k]);
    return most <= bar || !rises_above(&s);
}

typedef struct derivatives {
    double slope[NUM_SERIES_MOST + 1], curve[NUM_SERIES_MOST + 1];
} derivatives;

/* From near a top to it: Newton's steps on the slope. */
static void polish(climb *s, const derivatives *d) {
    for (int i = 0; i < 4; i++) {
        double step = num_series_value(d->slope, s->last, s->x) / num_series_value(d->curve, s->last, s->x);
        double next = s->x - step;
        if (!(fabs(next) <= 1) || step == 0)
            return;
        double there = num_series_value(s->c, s->last, next);
        if (there < s->bar)
            return;
        s->x = next;
        s->bar = there;
    }
}

/* How far about the top found it cannot rise: it falls from an end on, or bends down on both sides. */
static void settle(climb *s, const derivatives *d) {
    double slope = num_series_value(d->slope, s->last, s->x), curve = num_series_value(d->curve, s->last, s->x);
    double reach = fabs(s->x) == 1 && slope * s->x > 0 ? fabs(slope) / (8 * s->eighth) : 0;
    if (reach == 0 && curve < 0) {
        reach = -curve / weighted_sum(s->c, s->last, third);
        reach = lesser_of(reach, (s->spare + DBL_EPSILON * fabs(s->bar)) / fabs(slope)); /* it is not exactly the top */
    }
    s->left = s->x - reach;
    s->right = s->x + reach;
}

double num_series_top(const double *c, int last, double spare, double *x) {
    climb s = {.c = c, .last = last, .bar = -INFINITY, .spare = spare, .finding = true, .budget = 2000};
    derivatives d = {{0}, {0}};
    num_series_slope(c, last, d.slope);
    num_series_slope(d.slope, last, d.curve);
    for (int j = 0; j <= last; j++)
        look(&s, num_series_node(last, j), num_series_value(c, last, num_series_node(last, j)));
    polish(&s, &d);
    s.eighth = 0.125 * num_series_curvature(c, last);
    settle(&s, &d);
    double found = s.x;
    rises_above(&s);
    if (s.x != found)
        polish(&s, &d);
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

/* As above, with the second derivatives of the polynomials. */
double num_series_curve_error(int last, double rho) {
    LGR_ASSERT(rho > 1);
    double sum = 0, power = pow(rho, -last), term = INFINITY;
    for (double k = last + 1; term > 1e-17 * sum || k < 8 / log(rho); k++) {
        power /= rho;
        term = k * k * (k * k - 1) * power;
        sum += term;
    }
    return 4.0 / 3 * sum;
}

void num_series_growth(int last, double rho, double *growth) {
    LGR_ASSERT(rho > 1);
    double power = 1;
    for (int k = 0; k <= last; k++, power *= rho)
        growth[k] = 0.5 * (power + 1 / power);
}

double num_series_radius(const double *c, int last, const double *growth) {
    double sum = 0;
    for (int k = 1; k <= last; k++)
        sum += fabs(c[k]) * growth[k];
    return sum;
}
