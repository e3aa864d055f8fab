/* Quantiles of the normal distribution: a rational estimate (Abramowitz and Stegun, 26.2.23), made exact by Halley's
   method. */
#include "num/normal.h"

#include <math.h>

#include "base/check.h"

static const double root_of_half = 0.70710678118654752440, root_of_2pi = 2.5066282746310005024;

/* Of a share up to a half: a z that is not above 0. */
static double lower_quantile(double share) {
    const double t = sqrt(-2 * log(share));
    double z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (int i = 0; i < 2; i++) {
        const double off = (0.5 * erfc(-z * root_of_half) - share) * root_of_2pi * exp(z * z / 2);
        z -= off / (1 + z * off / 2);
    }
    return z;
}

double num_normal_quantile(double share) {
    LGR_ASSERT(share > 0 && share < 1);
    return share <= 0.5 ? lower_quantile(share) : -lower_quantile(1 - share);
}
