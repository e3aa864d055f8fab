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

/* The same for the many that no comparison is close for: sixty bits behind the point tell, and zeros may be left at the
   end. A half of the interval is wider than 1/2 and narrower than 5, so that one tens at most lies within. */
static bool shortest_usual(uint64_t c, int e, decimal *out) {
    enum { NEAR = 16 }; /* above all that is lost, which is less than 3 */
    const uint64_t one = (uint64_t)1 << 60;
    int k = decimal_exponent(e, false), h = e + binary_exponent(-k) + 1;
    const struct power *g = &powers_of_ten[-k - FIRST_POWER];
    uint64_t low, value = multiply(g->high, 4 * c << h, &low), below = multiply(g->low, 4 * c << h, &(uint64_t){0});
    low += below;
    value += low < below;
    uint64_t whole = value / 4, tens = whole / 10 * 10, half = g->high >> (5 - h);
    uint64_t fraction = (value & 3) << 58 | low >> 6, rest = ((whole - tens) << 60) + fraction;
    if (rest - half + NEAR <= 2 * NEAR || 10 * one - rest - half + NEAR <= 2 * NEAR ||
        fraction - one / 2 + NEAR <= 2 * NEAR)
        return false;
    bool down = rest < half, up = 10 * one - rest < half;
    uint64_t nearest = whole + (fraction > one / 2);
    *out = (decimal){down || up ? tens + 10 * up : nearest, k};
    return true;
}

static decimal shortest_of(double magnitude) {
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    const uint64_t hidden = (uint64_t)1 << FRACTION_BITS, fraction = bits & (hidden - 1);
    int biased = (int)(bits >> FRACTION_BITS);
    decimal d;
    if (biased == 0)
        return shortest(fraction, LEAST_EXPONENT, false);
    if (fraction && shortest_usual(fraction | hidden, LEAST_EXPONENT - 1 + biased, &d))
        return d;
    return shortest(fraction | hidden, LEAST_EXPONENT - 1 + biased, fraction == 0 && biased > 1);
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

/* Seventeen digits, the first and twice eight, that wait in registers for their places. */
typedef struct digit_row {
    uint64_t first, next, last; /* values of digits, not yet letters */
} digit_row;

static const uint64_t ZEROS = 0x3030303030303030;

/* How many digits *x < 10^17 has; it gets as many zeros as a row has room for. */
static int align(uint64_t *x) {
    static const struct {
        uint64_t below, factor;
        int digits;
    } steps[] = {{1000000000, 100000000, 8},
                 {10000000000000, 10000, 4},
                 {1000000000000000, 100, 2},
                 {10000000000000000, 10, 1},
                 {10000000000000000, 10, 1}};
    int count = MOST_DIGITS;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (*x < steps[i].below) {
            *x *= steps[i].factor;
            count -= steps[i].digits;
        }
    return count;
}

static digit_row make_row(uint64_t x) {
    enum { EIGHT = 100000000 };
    uint64_t high = x / EIGHT;
    return (digit_row){high / EIGHT, eight_digits((uint32_t)(high % EIGHT)), eight_digits((uint32_t)(x % EIGHT))};
}

/* How many are left without the zeros at the end. */
static int significant(const digit_row *d) {
    uint64_t digits = d->last ? d->last : d->next;
    if (!digits)
        return 1;
    int count = d->last ? MOST_DIGITS : MOST_DIGITS - 8;
    for (; !(digits >> 56); digits <<= 8)
        count--;
    return count;
}

static void write_eight(uint64_t letters, char *out) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    letters = __builtin_bswap64(letters);
#endif
    memcpy(out, &letters, sizeof letters);
}

static void write_row(const digit_row *d, char *out) {
    out[0] = (char)('0' + d->first);
    write_eight(d->next + ZEROS, out + 1);
    write_eight(d->last + ZEROS, out + 9);
}

/* The letters with a point behind the first `whole` of them; gives the last, for which there is no room. */
static uint64_t push_point(uint64_t letters, int whole, uint64_t *out) {
    uint64_t before = ((uint64_t)1 << 8 * whole) - 1;
    *out = (letters & before) | (uint64_t)'.' << 8 * whole | (letters & ~before) << 8;
    return letters >> 56;
}

/* The row with a point behind the first `whole` digits, 1 to 16. */
static void write_with_point(const digit_row *d, int whole, char *out) {
    uint64_t next = d->next + ZEROS, last = d->last + ZEROS;
    out[0] = (char)('0' + d->first);
    if (whole <= 8) {
        uint64_t over = push_point(next, whole - 1, &next);
        out[MOST_DIGITS] = (char)(last >> 56);
        last = last << 8 | over;
    } else {
        out[MOST_DIGITS] = (char)push_point(last, whole - 9, &last);
    }
    write_eight(next, out + 1);
    write_eight(last, out + 9);
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

/* The first digit stands for 10^e. */
static char *write_form(const digit_row *d, int e, char *out) {
    const bool plain = e >= LEAST_PLAIN && e < MOST_DIGITS;
    const int count = significant(d), whole = plain ? e + 1 : 1;
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
    LGR_ASSERT(isfinite(x));
    double magnitude = fabs(x);
    decimal d = {0};
    if (magnitude < 1e17 && magnitude == (double)(int64_t)magnitude)
        d.digits = (uint64_t)magnitude;
    else
        d = shortest_of(magnitude);
    const int e = d.exponent + align(&d.digits) - 1;
    const digit_row row = make_row(d.digits);
    *out = '-';
    return (size_t)(write_form(&row, e, out + (signbit(x) != 0)) - out);
}
