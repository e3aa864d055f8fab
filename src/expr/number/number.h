/* Exact rationals that become doubles when they no longer fit: the arithmetic of constant folding. */
#ifndef LGR_EXPR_NUMBER_NUMBER_H
#define LGR_EXPR_NUMBER_NUMBER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Lowest terms with den > 0, or den == 0: then only the value is known. */
typedef struct number {
    int64_t num, den;
    double value;
} number;

#define NUMBER_ZERO ((number){0, 1, 0.0})
#define NUMBER_ONE ((number){1, 1, 1.0})

number number_ratio(int64_t num, int64_t den); /* den != 0 */
/* Integers below 2^53 become exact. */
number number_real(double x);

static inline bool number_is(number a, int64_t n) {
    return a.den == 1 && a.num == n;
}
static inline bool number_same(number a, number b) {
    return a.den == b.den && a.num == b.num && (a.den != 0 || a.value == b.value);
}
static inline bool number_finite(number a) {
    return isfinite(a.value) != 0;
}
/* True, with the integer in *n, if the number is a whole one below 2^30: what exponents may be. */
static inline bool number_small_int(number a, int64_t *n) {
    const int64_t limit = (int64_t)1 << 30;
    *n = a.num;
    return a.den == 1 && a.num < limit && a.num > -limit;
}

static inline number number_neg(number a) {
    return (number){-a.num, a.den, a.num == 0 && a.den == 1 ? 0.0 : -a.value};
}
static inline number number_abs(number a) {
    return a.value < 0 ? number_neg(a) : a;
}
number number_add(number a, number b);
/* Products, quotients and powers of what is not 0 are never 0: one too small for all its digits is not finite. */
number number_product(number a, number b); /* the result of number_mul if neither is 1 */
static inline number number_mul(number a, number b) {
    return number_is(a, 1) ? b : number_is(b, 1) ? a : number_product(a, b);
}
number number_div(number a, number b); /* by 0: not finite */
number number_power(number a, int64_t n);
number number_sqrt(number a);
/* 9.81, but not 3/2 and 1/5: what was probably read as a decimal fraction, and is one exactly. */
bool number_is_decimal(number a);
/* Whether a number that is not exact is a whole multiple of pi/2 but 0, to its last digits, and so was meant to be one.
 */
bool number_quarter_turns(number a, int64_t *turns);
/* num pi^power / den with small numbers and a power of -2, -1, 1 or 2. */
typedef struct pi_multiple {
    int64_t num, den;
    int power;
} pi_multiple;
/* Whether a number that is not exact is such a multiple to its last digits. */
bool number_pi_multiple(number a, pi_multiple *m);
/* -1, 0 or 1 as a is below, equal to or above b. */
int number_compare(number a, number b);

#endif
