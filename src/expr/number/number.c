/* Arithmetic on exact rationals with every overflow noticed and answered by a double. */
#include "expr/number/number.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/check.h"

static const double exact_integers = 9007199254740992.0; /* 2^53 */

static uint64_t magnitude(int64_t x) {
    return x < 0 ? (uint64_t)0 - (uint64_t)x : (uint64_t)x;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    if (a == 1 || b == 1)
        return 1;
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static number inexact(double x) {
    return (number){0, 0, x};
}

/* A product or quotient of what is not 0. Where it leaves the range of full precision its digits are gone, which a
   later factor could bring to light: it is not finite, so that nobody folds it. */
static number inexact_product(double x) {
    return fabs(x) < DBL_MIN ? inexact(NAN) : number_real(x);
}

/* Without INT64_MIN every number can be negated. */
static bool fits(int64_t x) {
    return x != INT64_MIN;
}

/* num / den rounded once, where a double does not hold both: 56 bits of the quotient and whether anything follows. */
static double long_quotient(uint64_t num, uint64_t den) {
    uint64_t quotient = num / den, rest = num % den;
    int exponent = 0;
    for (; quotient < UINT64_C(1) << 55; exponent--) {
        rest *= 2;
        quotient = 2 * quotient + (rest >= den);
        rest -= rest >= den ? den : 0;
    }
    return ldexp((double)(quotient | (rest != 0)), exponent);
}

/* num is not 0. */
static double quotient(int64_t num, int64_t den) {
    if (fabs((double)num) <= exact_integers && (double)den <= exact_integers)
        return (double)num / (double)den;
    double size = long_quotient(magnitude(num), (uint64_t)den);
    return num < 0 ? -size : size;
}

/* What has no common divisor, den > 0. */
static number in_lowest_terms(int64_t num, int64_t den) {
    return (number){num, den, den == 1 ? (double)num : quotient(num, den)};
}

number number_ratio(int64_t num, int64_t den) {
    LGR_ASSERT(den != 0);
    if (!fits(num) || !fits(den))
        return number_real((double)num / (double)den);
    if (den == 1)
        return (number){num, 1, (double)num};
    int64_t common = (int64_t)gcd(magnitude(num), magnitude(den));
    if (den < 0)
        common = -common;
    return in_lowest_terms(num / common, den / common);
}

number number_real(double x) {
    if (fabs(x) < exact_integers && x == floor(x))
        return (number){(int64_t)x, 1, (double)(int64_t)x};
    return inexact(x);
}

number number_add(number a, number b) {
    int64_t left, right, num, den;
    if (a.den == 1 && b.den == 1 && !__builtin_add_overflow(a.num, b.num, &num) && fits(num))
        return (number){num, 1, (double)num};
    if (a.den == 0 || b.den == 0)
        return number_real(a.value + b.value);
    int64_t common = (int64_t)gcd((uint64_t)a.den, (uint64_t)b.den);
    if (__builtin_mul_overflow(a.num, b.den / common, &left) || __builtin_mul_overflow(b.num, a.den / common, &right) ||
        __builtin_add_overflow(left, right, &num) || __builtin_mul_overflow(a.den, b.den / common, &den))
        return inexact(a.value + b.value);
    return number_ratio(num, den);
}

number number_product(number a, number b) {
    int64_t num, den;
    if (a.den == 1 && b.den == 1 && !__builtin_mul_overflow(a.num, b.num, &num) && fits(num))
        return (number){num, 1, (double)num};
    if (number_is(a, 0) || number_is(b, 0))
        return number_real(a.value * b.value);
    if (a.den == 0 || b.den == 0)
        return inexact_product(a.value * b.value);
    int64_t across = (int64_t)gcd(magnitude(a.num), (uint64_t)b.den);
    int64_t back = (int64_t)gcd(magnitude(b.num), (uint64_t)a.den);
    if (__builtin_mul_overflow(a.num / across, b.num / back, &num) ||
        __builtin_mul_overflow(a.den / back, b.den / across, &den))
        return inexact_product(a.value * b.value);
    return fits(num) ? in_lowest_terms(num, den) : number_ratio(num, den);
}

number number_div(number a, number b) {
    if (b.value == 0)
        return inexact(a.value / b.value);
    if (number_is(a, 0))
        return number_real(a.value / b.value);
    if (number_is(b, 1))
        return a;
    if (a.den == 0 || b.den == 0)
        return inexact_product(a.value / b.value);
    if (a.den == b.den && magnitude(a.num) == magnitude(b.num))
        return a.num == b.num ? NUMBER_ONE : number_neg(NUMBER_ONE);
    number inverse = b.num < 0 ? in_lowest_terms(-b.den, -b.num) : in_lowest_terms(b.den, b.num);
    return number_mul(a, inverse);
}

static number whole_power(number a, uint64_t n) {
    number result = NUMBER_ONE;
    for (number square = a; n != 0; n >>= 1) {
        if (n & 1)
            result = number_mul(result, square);
        if (n > 1)
            square = number_mul(square, square);
    }
    return result;
}

number number_power(number a, int64_t n) {
    if (a.den == 0)
        return inexact_product(pow(a.value, (double)n));
    number result = whole_power(a, magnitude(n));
    if (n < 0)
        result = number_div(NUMBER_ONE, result);
    return result.den != 0 ? result : inexact_product(pow(a.value, (double)n));
}

/* The exact root of a perfect square; -1 for any other number. */
static int64_t perfect_root(int64_t x) {
    int64_t root = (int64_t)sqrt((double)x), square;
    for (int64_t near = root > 0 ? root - 1 : 0; near <= root + 1; near++)
        if (!__builtin_mul_overflow(near, near, &square) && square == x)
            return near;
    return -1;
}

number number_sqrt(number a) {
    if (a.den != 0 && a.num >= 0) {
        int64_t num = perfect_root(a.num), den = perfect_root(a.den);
        if (num >= 0 && den > 0)
            return number_ratio(num, den);
    }
    return number_real(sqrt(a.value));
}

int number_compare(number a, number b) {
    number difference = number_add(a, number_neg(b));
    return (difference.value > 0) - (difference.value < 0);
}

static const double pi = 3.14159265358979323846, last_digits = 0x1p-51; /* of products with pi */

bool number_quarter_turns(number a, int64_t *turns) {
    double count = rint(a.value / (pi / 2));
    if (a.den != 0 || count == 0 || fabs(count) > 1024 ||
        fabs(a.value - count * (pi / 2)) > last_digits * fabs(a.value))
        return false;
    *turns = (int64_t)count;
    return true;
}

bool number_pi_multiple(number a, pi_multiple *m) {
    static const int powers[] = {1, 2, -1, -2}; /* the commonest first */
    const double most = 360;
    const int64_t most_below = 180;
    for (size_t k = 0; k < sizeof powers / sizeof *powers && a.den == 0; k++) {
        double unit = pow(pi, powers[k]);
        /* Up to 12ths, and what degrees are. */
        for (int64_t den = 1; den <= most_below; den++) {
            double num = rint(a.value * (double)den / unit);
            bool fits = num != 0 && fabs(num) <= most && (den <= 12 || most_below % den == 0);
            if (!fits || fabs(num * unit / (double)den - a.value) > last_digits * fabs(a.value))
                continue;
            *m = (pi_multiple){(int64_t)num, den, powers[k]};
            return true;
        }
    }
    return false;
}

bool number_is_decimal(number a) {
    static const int64_t most_digits = 1000000000000000; /* a double shows 15 digits as they were written */
    if (a.den == 0 || a.den % 5 != 0 || a.den == 5)
        return false;
    int twos = __builtin_ctzll((uint64_t)a.den), fives = 0;
    uint64_t den = (uint64_t)a.den >> twos;
    for (; den % 5 == 0; den /= 5)
        fives++;
    if (den != 1)
        return false;
    int64_t digits = a.num < 0 ? -a.num : a.num;
    for (; twos != fives && digits < most_digits; *(twos > fives ? &twos : &fives) -= 1)
        digits *= twos > fives ? 5 : 2;
    return digits < most_digits;
}
