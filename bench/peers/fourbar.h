/* The four-bar linkage of bench/fourbar.lgr by hand: angles from the downward vertical, two equations that close
   the loop. SINCOS is the function to use. */
#ifndef LGR_BENCH_FOURBAR_H
#define LGR_BENCH_FOURBAR_H

#include <string.h>

#include "row.h"

/* At rest: the first rod at 60 degrees, the others so that the loop is closed. */
static inline void fourbar_start(double *y) {
    double a = M_PI / 3, dx = 2 - sin(a), dy = cos(a), middle = atan2(dx, -dy),
           half = acos(sqrt(dx * dx + dy * dy) / 2);
    double start[6] = {a, middle - half, middle + half, 0, 0, 0};
    memcpy(y, start, sizeof start);
}

/* Lower triangle of the mass matrix, forces, sines and cosines. */
static inline void fourbar_terms(const double *q, const double *w, double M[3][3], double *Q, double *s, double *c) {
    for (int i = 0; i < 3; i++) {
        SINCOS(q[i], s + i, c + i);
        Q[i] = -9.81 * (2.5 - i) * s[i];
        M[i][i] = 2 - i + 1.0 / 3;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            double m = 2.5 - i, S = m * (s[i] * c[j] - c[i] * s[j]);
            M[i][j] = m * (c[i] * c[j] + s[i] * s[j]);
            Q[i] -= S * w[j] * w[j];
            Q[j] += S * w[i] * w[i];
        }
}

/* Cholesky's factor in place, with the reciprocals of its diagonal. */
static inline void fourbar_factor(double M[3][3]) {
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < j; i++) {
            double x = M[j][i];
            for (int k = 0; k < i; k++)
                x -= M[j][k] * M[i][k];
            M[j][i] = x * M[i][i];
        }
        double x = M[j][j];
        for (int k = 0; k < j; k++)
            x -= M[j][k] * M[j][k];
        M[j][j] = 1 / sqrt(x);
    }
}

static inline void fourbar_rates(const double *y, double *f, double *lambda) {
    double M[3][3], Q[3], s[3], c[3], Z[3][3], g0 = 0, g1 = 0, a = 0, d = 0, e = 0, p = 0, q = 0;
    const double *w = y + 3;
    fourbar_terms(y, w, M, Q, s, c);
    fourbar_factor(M);
    for (int i = 0; i < 3; i++) {
        Z[0][i] = Q[i], Z[1][i] = c[i], Z[2][i] = s[i];
        g0 += s[i] * w[i] * w[i], g1 -= c[i] * w[i] * w[i];
    }
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 3; i++) {
            double x = Z[r][i];
            for (int k = 0; k < i; k++)
                x -= M[i][k] * Z[r][k];
            Z[r][i] = x * M[i][i];
        }
    for (int i = 0; i < 3; i++) {
        a += Z[1][i] * Z[1][i], d += Z[1][i] * Z[2][i], e += Z[2][i] * Z[2][i];
        p += Z[1][i] * Z[0][i], q += Z[2][i] * Z[0][i];
    }
    double u = p - g0, v = q - g1, by = 1 / (a * e - d * d);
    lambda[0] = (e * u - d * v) * by, lambda[1] = (a * v - d * u) * by;
    for (int i = 2; i >= 0; i--) {
        double x = Z[0][i] - lambda[0] * Z[1][i] - lambda[1] * Z[2][i];
        for (int k = i + 1; k < 3; k++)
            x -= M[k][i] * f[3 + k];
        f[3 + i] = x * M[i][i];
    }
    for (int i = 0; i < 3; i++)
        f[i] = w[i];
}

#endif
