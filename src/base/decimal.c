/* Numbers to text: the shortest digits by Schubfach, then the form that "%.17g" would choose. */
#include "base/decimal.h"

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

/* floor(x / 2^bits) where that is at least -LEAST_QUOTIENT. */
static int floor_shift(int x, int bits) {
    enum { LEAST_QUOTIENT = 512 };
    return (int)(((uint32_t)x + ((uint32_t)LEAST_QUOTIENT << bits)) >> bits) - LEAST_QUOTIENT;
}

/* floor(e log10(2)), or floor(e log10(2) + log10(3/4)); right for all exponents of doubles. */
static int decimal_exponent(int e, bool narrow_below) {
    return floor_shift(e * 1262611 - (narrow_below ? 524031 : 0), 22);
}

/* floor(k log2(10)), likewise. */
static int binary_exponent(int k) {
    return 3 * k + floor_shift(k * (1741647 - (3 << 19)), 19);
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

static const uint64_t EIGHT = 100000000, FIFTEEN = 1000000000000000, HIDDEN = (uint64_t)1 << FRACTION_BITS;

/* Seventeen digits, of which the first is not 0, except in zero; it stands for 10^exponent. */
typedef struct digit_row {
    uint64_t most, last; /* sixteen of them, and one */
    int exponent;
} digit_row;

/* d.digits < 10^17. */
static digit_row align(decimal d) {
    static const struct {
        uint64_t below, factor;
        int digits;
    } steps[] = {{1000000000, 100000000, 8},
                 {10000000000000, 10000, 4},
                 {1000000000000000, 100, 2},
                 {10000000000000000, 10, 1},
                 {10000000000000000, 10, 1}};
    int e = d.exponent + MOST_DIGITS - 1;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (d.digits < steps[i].below) {
            d.digits *= steps[i].factor;
            e -= steps[i].digits;
        }
    return (digit_row){d.digits / 10, d.digits % 10, e};
}

/* The same for the many that no comparison is close for, with all the bits of c: sixty of them behind the point tell.
   The unit is ten times what the last digit counts, so that the sixteen before it are there at once. A half of the
   interval is wider than 1/20 and narrower than 1/2: one whole number at most lies within. What is random is chosen
   without a branch, which a processor could only guess. */
static bool shortest_usual(uint64_t c, int e, digit_row *out) {
    enum { NEAR = 16, SPARE = 3 }; /* above all that is lost, which is less than 3; bits that let h be negative */
    int k = decimal_exponent(e, false) + 1, h = e + binary_exponent(-k) + 1;
    const struct power *g = &powers_of_ten[-k - FIRST_POWER];
    uint64_t low, high = multiply(g->high, c << (h + SPARE), &low);
    uint64_t below = multiply(g->low, c << (h + SPARE), &(uint64_t){0});
    low += below;
    high += low < below;
    uint64_t whole = high >> SPARE, part = high << (64 - SPARE) | low >> SPARE, half = g->high >> (1 - h);
    uint64_t after, digit = multiply(part, 10, &after);
    if (part - half + NEAR <= 2 * NEAR || part + half + NEAR <= 2 * NEAR ||
        after - ((uint64_t)1 << 63) + 10 * NEAR <= 20 * NEAR)
        return false;
    const uint64_t up = part + half < half, shorter = up | (part < half);
    whole += up;
    digit = (digit + (after >> 63)) & (shorter - 1);
    const uint64_t fifteen = whole < FIFTEEN;
    *out = (digit_row){whole + (-fifteen & (9 * whole + digit)), digit & (fifteen - 1), k + 15 - (int)fifteen};
    return true;
}

/* An integer below 10^17 in all its digits. */
static bool is_written_out(uint64_t fraction, int binary, uint64_t *whole) {
    if (binary < 0 || binary > FRACTION_BITS + 4)
        return false;
    const int over = binary - FRACTION_BITS;
    const uint64_t c = fraction | HIDDEN;
    *whole = over < 0 ? c >> -over : c << over;
    return *whole < 100 * FIFTEEN && (over >= 0 || *whole << -over == c);
}

/* What is not usual. */
static decimal shortest_of(uint64_t bits) {
    const uint64_t fraction = bits & (HIDDEN - 1);
    int biased = (int)(bits >> FRACTION_BITS);
    if (biased == 0)
        return shortest(fraction, LEAST_EXPONENT, false);
    return shortest(fraction | HIDDEN, LEAST_EXPONENT - 1 + biased, fraction == 0 && biased > 1);
}

/* Of a magnitude. */
static digit_row digits_of(uint64_t bits) {
    const uint64_t fraction = bits & (HIDDEN - 1);
    int biased = (int)(bits >> FRACTION_BITS);
    uint64_t whole;
    digit_row r;
    if (bits == 0)
        return (digit_row){0};
    if (is_written_out(fraction, biased - 1023, &whole))
        return align((decimal){whole, 0});
    if (biased && fraction && shortest_usual(fraction | HIDDEN, LEAST_EXPONENT - 1 + biased, &r))
        return r;
    return align(shortest_of(bits));
}

/* Eight digits, zeros in front included, in one number: fields of four digits are halved, then those of two. What stays
   of a field, x - m part, goes one field higher and the part to its place: in one product, x 2^k - part (m 2^k - 1). A
   digit is a byte, the first one the lowest. */
static inline uint64_t eight_digits(uint32_t x) {
    uint64_t fours = ((uint64_t)x << 32) - (uint64_t)(x / 10000) * (((uint64_t)10000 << 32) - 1);
    uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
    uint64_t twos = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = (twos * 103 >> 10) & 0x000f000f000f000f;
    return (twos << 8) - tens * ((10 << 8) - 1);
}

/* The values of digits, then their letters, before they get their places: eight, eight and one. */
typedef struct letter_row {
    uint64_t first, next, last;
} letter_row;

static letter_row make_row(const digit_row *d) {
    uint64_t high = d->most / EIGHT;
    return (letter_row){eight_digits((uint32_t)high), eight_digits((uint32_t)(d->most - high * EIGHT)), d->last};
}

/* How many of eight letters that are not all 0 are left without the zeros at the end. */
static int without_zeros(uint64_t digits) {
    return 8 - (__builtin_clzll(digits) >> 3);
}

/* How many are left without the zeros at the end. The last digit is there as often as not, so that nothing branches. */
static int significant(const letter_row *d) {
    if (!d->next)
        return d->last ? MOST_DIGITS : without_zeros(d->first | 1);
    const int count = 8 + without_zeros(d->next);
    return count + ((MOST_DIGITS - count) & -(d->last > 0));
}

static const uint64_t ZEROS = 0x3030303030303030;

static void write_eight(uint64_t letters, char *out) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    letters = __builtin_bswap64(letters);
#endif
    memcpy(out, &letters, sizeof letters);
}

static void write_row(const letter_row *d, char *out) {
    write_eight(d->first, out);
    write_eight(d->next, out + 8);
    out[16] = (char)d->last;
}

/* The row with a point behind the first `whole` letters, 1 to 16: what is behind it is written again, one further. */
static void write_with_point(const letter_row *d, int whole, char *out) {
    write_row(d, out);
    out[whole] = '.';
    if (whole <= 8) {
        write_eight(d->first >> 8 * (whole - 1) >> 8, out + whole + 1);
        write_eight(d->next, out + 9);
    } else {
        write_eight(d->next >> 8 * (whole - 9) >> 8, out + whole + 1);
    }
    out[MOST_DIGITS] = (char)d->last;
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

/* `count` letters, of which the first stands for 10^e. */
static char *write_form(const letter_row *d, int count, int e, char *out) {
    const bool plain = e >= LEAST_PLAIN && e < MOST_DIGITS;
    const int whole = plain ? e + 1 : 1;
    if (whole <= 0) {
        memcpy(out, "0.000", 5);
        write_row(d, out + 1 - e);
        return out + 1 - e + count;
    }
    if (count > whole) {
        write_with_point(d, whole, out);
        out += count + 1;
    } else {
        write_row(d, out);
        out += whole;
    }
    return plain ? out : write_exponent(e, out);
}

size_t base_write_decimal(double x, char *out) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t magnitude = bits << 1 >> 1;
    LGR_ASSERT(magnitude >> FRACTION_BITS < 2047);
    const digit_row digits = digits_of(magnitude);
    letter_row row = make_row(&digits);
    const int count = significant(&row);
    row = (letter_row){row.first + ZEROS, row.next + ZEROS, row.last + '0'};
    *out = '-';
    return (size_t)(write_form(&row, count, digits.exponent, out + (bits >> 63)) - out);
}
