/* The arithmetic that one motion shares with several side by side, for one. */
#ifndef LGR_SIM_SCALAR_RULES_H
#define LGR_SIM_SCALAR_RULES_H

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

#define REAL double
#define WHOLE uint64_t
#define BITS(x) bits_of_number(x)
#define REAL_OF(bits) number_of_bits(bits)
#define CHOOSE(c, a, b) ((c) ? (a) : (b))
#define ROOT(x) sqrt(x)
#define RULE
#include "sim/step_rules.inc"

#include "sim/control_rules.inc"
#include "sim/watch_rules.inc"
#undef REAL
#undef WHOLE
#undef BITS
#undef REAL_OF
#undef CHOOSE
#undef ROOT
#undef RULE
#undef EACH

#endif
