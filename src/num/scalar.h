/* Operations on numbers that code for one shares with code for eight side by side (tape/eight.inc), for one: files that
   compile shared rules include scalar_begin.inc before them and scalar_end.inc after them. */
#ifndef LGR_NUM_SCALAR_H
#define LGR_NUM_SCALAR_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of_number(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double number_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline bool is_less(double a, double b) {
    return a < b;
}

static inline bool is_at_most(double a, double b) {
    return a <= b;
}

static inline bool is_equal(double a, double b) {
    return a == b;
}

static inline double lesser_of(double a, double b) {
    return a < b ? a : b;
}

static inline double greater_of(double a, double b) {
    return a > b ? a : b;
}

#endif
