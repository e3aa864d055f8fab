/* Numbers to text: the shortest digits by Schubfach, then the form that "%.17g" would choose. */
#include "base/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/powers_of_ten.h"

/* digits * 10^exponent */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

enum { FRACTION_BITS = 52, LEAST_EXPONENT = -1074, MOST_DIGITS = 17, LEAST_PLAIN = -4 };

/* floor(x / 2^bits) for quotients above -2048. */
static int floor_shift(int x, int bits) {
    return (int)(((int64_t)x + ((int64_t)2048 << bits)) >> bits) - 2048;
}

/* floor(e log10(2)), or floor(e log10(2) + log10(3/4)); right for all exponents of doubles. */
static int decimal_exponent(int e, bool narrow_below) {
    return floor_shift(e * 1262611 - (narrow_below ? 524031 : 0), 22);
}

/* floor(k log2(10)), likewise. */
static int binary_exponent(int k) {
    return floor_shift(k * 1741647, 19);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
    wide p = (wide)a * b;
    *low = (uint64_t)p;
    return (uint64_t)(p >> 64);
}
#else
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

/* floor(g c / 2^128), its last bit set where something was lost: enough to compare with (paper, section 9.10). */
static uint64_t scale(const struct power *g, uint64_t c) {
    uint64_t low, below, above = multiply(g->high, c, &low);
    below = multiply(g->low, c, &(uint64_t){0});
    low += below;
    above += low < below;
    return above | (low > 1);
}

/* The shortest decimal in the interval of what is read as c 2^e; c > 0. Quarters of 10^k are the unit: the value and
   the ends of its interval. The lower half is narrower above a power of two; ends belong to even c. */
static decimal shortest(uint64_t c, int e, bool narrow_below) {
    int k = decimal_exponent(e, narrow_below), h = e + binary_exponent(-k) + 1;
    const struct power *g = &powers_of_ten[-k - FIRST_POWER];
    uint64_t odd = c & 1, value = scale(g, 4 * c << h);
    uint64_t lower = scale(g, (4 * c - 2 + narrow_below) << h) + odd, upper = scale(g, (4 * c + 2) << h) - odd;
    uint64_t whole = value / 4, tens = whole / 10;
    if (whole >= 10) {
        bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above)
            return (decimal){tens + above, k + 1};
    }
    bool below = lower <= 4 * whole, above = 4 * whole + 4 <= upper;
    if (below != above)
        return (decimal){whole + above, k};
    uint64_t middle = 4 * whole + 2;
    return (decimal){whole + (value > middle || (value == middle && (whole & 1))), k};
}

static decimal shortest_of(double magnitude) {
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    const uint64_t hidden = (uint64_t)1 << FRACTION_BITS, fraction = bits & (hidden - 1);
    int biased = (int)(bits >> FRACTION_BITS);
    if (biased == 0)
        return shortest(fraction, LEAST_EXPONENT, false);
    return shortest(fraction | hidden, LEAST_EXPONENT - 1 + biased, fraction == 0 && biased > 1);
}

/* Eight digits, zeros in front included, in one number: fields of four digits are halved, then those of two. A digit is
   a byte, the first one the lowest. */
static uint64_t eight_digits(uint32_t x) {
    uint64_t fours = x / 10000 | (uint64_t)(x % 10000) << 32;
    uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
    uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
    uint64_t tens = (twos * 103 >> 10) & 0x000f000f000f000f;
    return (tens | (twos - 10 * tens) << 8) + 0x3030303030303030;
}

static void write_eight(uint32_t x, char *out) {
    uint64_t digits = eight_digits(x);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap64(digits);
#endif
    memcpy(out, &digits, sizeof digits);
}

/* Digits and room behind them, so that pieces of MOST_DIGITS can be copied from wherever digits begin. */
typedef struct digit_row {
    char all[2 * MOST_DIGITS];
} digit_row;

/* The digits of x < 10^17, without zeros in front; how many. They end at all[MOST_DIGITS]. */
static int write_digits(uint64_t x, digit_row *out) {
    enum { EIGHT = 100000000 };
    uint64_t high = x / EIGHT;
    int first = 0;
    *out = (digit_row){0};
    out->all[0] = (char)('0' + high / EIGHT);
    write_eight((uint32_t)(high % EIGHT), out->all + 1);
    write_eight((uint32_t)(x % EIGHT), out->all + 9);
    while (first < MOST_DIGITS - 1 && out->all[first] == '0')
        first++;
    return MOST_DIGITS - first;
}

static char *write_exponent(int e, char *out) {
    *out++ = 'e';
    *out++ = e < 0 ? '-' : '+';
    int size = e < 0 ? -e : e;
    if (size >= 100)
        *out++ = (char)('0' + size / 100);
    *out++ = (char)('0' + size / 10 % 10);
    *out++ = (char)('0' + size % 10);
    return out;
}

/* d has `count` digits, and the first one stands for 10^e. Digits are copied in one piece: the room is there. */
static char *write_form(const char *d, int count, int e, char *out) {
    bool plain = e >= LEAST_PLAIN && e < MOST_DIGITS;
    if (plain && e < 0) {
        memcpy(out, "0.000", 5);
        memcpy(out + 1 - e, d, MOST_DIGITS);
        return out + 1 - e + count;
    }
    int whole = plain ? e + 1 : 1;
    memcpy(out, d, MOST_DIGITS);
    if (count > whole) {
        out[whole] = '.';
        memcpy(out + whole + 1, d + whole, MOST_DIGITS);
        out += count + 1;
    } else {
        memset(out + count, '0', (size_t)(whole - count));
        out += whole;
    }
    return plain ? out : write_exponent(e, out);
}

size_t base_write_decimal(double x, char *out) {
    LGR_ASSERT(isfinite(x));
    char *at = out;
    digit_row row;
    double magnitude = fabs(x);
    if (signbit(x))
        *at++ = '-';
    if (magnitude < 1e17 && magnitude == (double)(int64_t)magnitude) {
        int count = write_digits((uint64_t)magnitude, &row);
        memcpy(at, row.all + MOST_DIGITS - count, MOST_DIGITS);
        return (size_t)(at - out) + (size_t)count;
    }
    decimal d = shortest_of(magnitude);
    int count = write_digits(d.digits, &row), e = d.exponent + count - 1;
    const char *digits = row.all + MOST_DIGITS - count;
    while (digits[count - 1] == '0')
        count--;
    return (size_t)(write_form(digits, count, e, at) - out);
}
