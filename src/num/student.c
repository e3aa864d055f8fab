/* Student's t from the regularized incomplete beta function (Lentz's continued fraction; DLMF 8.17.22). */
#include "num/student.h"

#include <float.h>
#include <math.h>

#include "base/check.h"

static double away_from_zero(double x) {
    return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/* The continued fraction of I_x(a, b). */
static double fraction(double x, double a, double b) {
    enum { MOST = 500 };
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), all = d;
    for (int m = 1; m <= MOST; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        all *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        all *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return all;
}

/* Gamma(z + 1/2) / Gamma(z), from the expansion for large z. */
static double gamma_ratio(double z) {
    double factor = 1;
    for (; z < 100; z++)
        factor *= z / (z + 0.5);
    const double x = 1 / z;
    return factor * sqrt(z) * (1 + x * (-1.0 / 8 + x * (1.0 / 128 + x * (5.0 / 1024 - x * 21.0 / 32768))));
}

/* I_x(a, 1/2) */
static double incomplete_beta(double x, double a) {
    static const double half = 0.5, root_of_pi = 1.7724538509055160273;
    const double front = pow(x, a) * sqrt(1 - x) * gamma_ratio(a) / root_of_pi;
    return x < (a + 1) / (a + half + 2) ? front * fraction(x, a, half) / a
                                        : 1 - front * fraction(1 - x, half, a) / half;
}

/* The share outside of -t and t. */
static double outside(double t, double freedom) {
    return t > 0 ? incomplete_beta(freedom / (freedom + t * t), freedom / 2) : 1;
}

double num_student_reach(double inside, double freedom) {
    LGR_ASSERT(inside > 0 && inside < 1 && freedom > 0);
    double low = 0, high = 1;
    while (outside(high, freedom) > 1 - inside && high < 1e12)
        high *= 2;
    for (int i = 0; i < 100 && high - low > 1e-13 * high; i++) {
        const double middle = (low + high) / 2;
        *(outside(middle, freedom) > 1 - inside ? &low : &high) = middle;
    }
    return (low + high) / 2;
}
