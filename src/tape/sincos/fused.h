/* A product and a sum rounded once, also where the processor has no instruction for it. */
#ifndef LGR_TAPE_SINCOS_FUSED_H
#define LGR_TAPE_SINCOS_FUSED_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The sum of two numbers, what rounding took off in *rest. */
static inline double sincos_sum(double x, double y, double *rest) {
    const double sum = x + y, part = sum - x;
    *rest = (x - (sum - part)) + (y - part);
    return sum;
}

/* Half the digits of a number; what is left has the other half. */
static inline double sincos_upper_half(double x) {
    const double scaled = 0x1.0000002p27 * x;
    return scaled - (scaled - x);
}

/* x + y rounded to the neighbour whose last bit is 1 unless it is exact: rounded once more, the sum with a greater
   number is right. */
static inline double sincos_sum_to_odd(double x, double y) {
    double rest, sum = sincos_sum(x, y, &rest);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (rest != 0 && !(bits & 1)) {
        bits += (rest > 0) == (sum > 0) ? 1 : UINT64_MAX;
        memcpy(&sum, &bits, sizeof sum);
    }
    return sum;
}

/* Boldo and Melquiond 2008; Dekker's product is exact as long as nothing is too great or too small. */
static inline double sincos_fused_by_parts(double a, double b, double c) {
    const double product = a * b, great = 0x1p900, small = 0x1p-900;
    if (a == 0 || b == 0)
        return product + c;
    if (!(fabs(product) > small && fabs(product) < great && fabs(a) < great && fabs(b) < great && fabs(c) < great))
        return fma(a, b, c);
    const double a1 = sincos_upper_half(a), a2 = a - a1, b1 = sincos_upper_half(b), b2 = b - b1;
    const double lost = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
    double low, rest;
    const double upper = sincos_sum(c, lost, &low), sum = sincos_sum(product, upper, &rest);
    return sum + sincos_sum_to_odd(low, rest);
}

#if defined(__wasm__) || defined(__x86_64__)
#define sincos_fused sincos_fused_by_parts
#else
#define sincos_fused __builtin_fma
#endif

#endif
