/* Exact rationals that turn into doubles when they no longer fit: the arithmetic of constant folding. */
#ifndef LGR_EXPR_NUMBER_H
#define LGR_EXPR_NUMBER_H

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

bool number_is(number a, int64_t n);
bool number_same(number a, number b);
bool number_finite(number a);
/* True, with the integer in *n, if the number is a whole one below 2^30: what exponents may be. */
bool number_small_int(number a, int64_t *n);

number number_neg(number a);
number number_abs(number a);
number number_add(number a, number b);
/* Products, quotients and powers of what is not 0 are never 0: one too small for all its digits is not finite. */
number number_mul(number a, number b);
number number_div(number a, number b); /* by 0: not finite */
number number_power(number a, int64_t n);
number number_sqrt(number a);
/* 9.81, but not 3/2 and 1/5: what was probably read as a decimal fraction, and is one exactly. */
bool number_is_decimal(number a);
/* -1, 0 or 1 as a is below, equal to or above b. */
int number_compare(number a, number b);

#endif
