/* Numbers as written: digits and a power of ten, then a fraction and a double from the same digits. */
#include "syntax/numeral.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/divisor.h"
#include "base/print.h"

enum {
    MAX_DIGITS = 800, /* more never decide how a double is rounded, but for not being all zero */
    MAX_EXACT_POWER = 18,
    MAX_EXPONENT = 100000000
};

/* value = digits * 10^exponent; no zeros at either end of the digits, none at all for 0 */
typedef struct decimal {
    char digits[MAX_DIGITS + 32]; /* with room for the exponent */
    size_t count;
    long exponent;
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static long read_exponent(const char *text, size_t length) {
    bool negative = length > 0 && text[0] == '-';
    long exponent = 0;
    for (size_t i = length > 0 && !is_digit(text[0]) ? 1 : 0; i < length; i++)
        if (exponent < MAX_EXPONENT)
            exponent = exponent * 10 + (text[i] - '0');
    return negative ? -exponent : exponent;
}

static void add_digit(decimal *d, char digit) {
    if (digit == '0' && d->count == 0)
        return;
    if (d->count < MAX_DIGITS) {
        d->digits[d->count++] = digit;
        return;
    }
    d->exponent++;
    if (digit != '0' && d->digits[MAX_DIGITS - 1] == '0')
        d->digits[MAX_DIGITS - 1] = '1';
}

static void read_decimal(const char *text, size_t length, decimal *out) {
    bool after_point = false;
    size_t i = 0;
    for (; i < length && (is_digit(text[i]) || text[i] == '.'); i++) {
        if (text[i] == '.') {
            after_point = true;
            continue;
        }
        add_digit(out, text[i]);
        if (after_point)
            out->exponent--;
    }
    if (i < length)
        out->exponent += read_exponent(text + i + 1, length - i - 1);
    while (out->count > 0 && out->digits[out->count - 1] == '0') {
        out->count--;
        out->exponent++;
    }
}

static bool power_of_ten(long exponent, int64_t *out) {
    *out = 1;
    if (exponent > MAX_EXACT_POWER)
        return false;
    for (long i = 0; i < exponent; i++)
        *out *= 10;
    return true;
}

static void make_exact(const decimal *d, numeral *out) {
    int64_t digits = 0, power = 0;
    for (size_t i = 0; i < d->count; i++) {
        int digit = d->digits[i] - '0';
        if (digits > (INT64_MAX - digit) / 10)
            return;
        digits = digits * 10 + digit;
    }
    if (!power_of_ten(labs(d->exponent), &power))
        return;
    if (d->exponent >= 0) {
        if (digits > INT64_MAX / power)
            return;
        *out = (numeral){.exact = true, .num = digits * power, .den = 1};
    } else {
        int64_t common = base_common_divisor(digits, power);
        *out = (numeral){.exact = true, .num = digits / common, .den = power / common};
    }
}

/* A quotient of doubles is rounded once. */
static double nearest_double(decimal *d, const numeral *n) {
    const int64_t most = (int64_t)1 << 53;
    if (n->exact && n->num <= most && n->den <= most)
        return (double)n->num / (double)n->den;
    snprintf(d->digits + d->count, sizeof d->digits - d->count, "e%ld", d->exponent);
    return base_read_number(d->digits, NULL);
}

bool syntax_numeral(const char *text, size_t length, numeral *out) {
    *out = (numeral){.den = 1};
    decimal d;
    d.count = 0;
    d.exponent = 0;
    read_decimal(text, length, &d);
    if (d.count == 0) {
        out->exact = true;
        return true;
    }
    make_exact(&d, out);
    out->value = nearest_double(&d, out);
    return isfinite(out->value) && out->value > 0;
}
