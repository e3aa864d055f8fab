/* A four-bar linkage for ten seconds in C at the limit: three rods of length 1 and mass 1 in a row between pins 2
   apart, in three angles and two multipliers, with the unrolled method of order 8. */
#include "sine_cosine.h"
#define SINCOS sine_cosine
#include "fourbar.h"
#include "stages.h"

/* The least change that closes the loop, of angles and of rates: one step of Newton's. */
static void close_loop(double *y) {
    double s[3], c[3], g0 = -2, g1 = 0, a = 0, d = 0, e = 0, h0 = 0, h1 = 0;
    for (int i = 0; i < 3; i++) {
        sine_cosine(y[i], s + i, c + i);
        g0 += s[i], g1 -= c[i];
        a += c[i] * c[i], d += c[i] * s[i], e += s[i] * s[i];
        h0 += c[i] * y[3 + i], h1 += s[i] * y[3 + i];
    }
    double by = 1 / (a * e - d * d);
    double l0 = (e * g0 - d * g1) * by, l1 = (a * g1 - d * g0) * by;
    double m0 = (e * h0 - d * h1) * by, m1 = (a * h1 - d * h0) * by;
    for (int i = 0; i < 3; i++) {
        y[i] -= c[i] * l0 + s[i] * l1;
        y[3 + i] -= c[i] * m0 + s[i] * m1;
    }
}

/* The crank's angle after ten seconds. */
static double swing(double tolerance) {
    double y[6], k[12][6], trial[6], next[6], lambda[2], t = 0, h = 1e-3, end = 10;
    fourbar_start(y);
    fourbar_rates(y, k[0], lambda);
    while (t < end) {
        if (t + h > end)
            h = end - t;
#define ONE(s)                                                                                                         \
    STAGE(double, 6, s, y, h, k, trial)                                                                                \
    fourbar_rates(trial, k[s], lambda);
        ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9) ONE(10) ONE(11) double e5 = 0, e3 = 0;
        for (int i = 0; i < 6; i++) {
            COMBINE(sum, double, i, dop_b, k, 12)
            next[i] = y[i] + h * sum;
            COMBINE(five, double, i, dop_e5, k, 12)
            COMBINE(three, double, i, dop_e3, k, 12)
            double scale = tolerance * (1 + fmax(fabs(y[i]), fabs(next[i])));
            e5 += five * five / (scale * scale);
            e3 += three * three / (scale * scale);
        }
        double size = e5 + 0.01 * e3, error = size > 0 ? h * e5 / sqrt(size * 6) : 0;
        if (error <= 1) {
            t += h;
            close_loop(next);
            memcpy(y, next, sizeof y);
            fourbar_rates(y, k[0], lambda);
        }
        h *= error > 0 ? fmin(6, fmax(0.333, 0.9 * pow(error, -0.125))) : 6;
    }
    return y[0];
}

int main(void) {
    double seconds, angle = 0;
    row("fourbar", "reference", 0, 0, swing(1e-13));
    TIME(seconds, angle = swing(1e-8));
    row("fourbar", "hand-written C", 0, seconds, angle);
    return 0;
}
