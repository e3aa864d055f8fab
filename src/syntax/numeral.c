/* Numbers as written: digits and a power of ten, then a fraction and a double from the same digits. */
#include "syntax/numeral.h"

#include <math.h>
#include <stdlib.h>

#include "base/strbuf.h"

enum { MAX_EXACT_POWER = 18, MAX_EXPONENT = 100000000 };

/* value = digits * 10^exponent; no zeros at either end of the digits, none at all for 0 */
typedef struct decimal {
    strbuf digits;
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

static void read_decimal(const char *text, size_t length, decimal *out) {
    bool after_point = false;
    size_t i = 0;
    for (; i < length && (is_digit(text[i]) || text[i] == '.'); i++) {
        if (text[i] == '.') {
            after_point = true;
            continue;
        }
        if (text[i] != '0' || out->digits.len > 0)
            strbuf_add_bytes(&out->digits, text + i, 1);
        if (after_point)
            out->exponent--;
    }
    if (i < length)
        out->exponent += read_exponent(text + i + 1, length - i - 1);
    while (out->digits.len > 0 && out->digits.text[out->digits.len - 1] == '0') {
        out->digits.text[--out->digits.len] = '\0';
        out->exponent++;
    }
}

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
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
    for (size_t i = 0; i < d->digits.len; i++) {
        int digit = d->digits.text[i] - '0';
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
        int64_t common = common_divisor(digits, power);
        *out = (numeral){.exact = true, .num = digits / common, .den = power / common};
    }
}

bool syn_numeral(arena *scratch, const char *text, size_t length, numeral *out) {
    *out = (numeral){.den = 1};
    arena_mark mark = arena_get_mark(scratch);
    decimal d = {strbuf_make(scratch), 0};
    read_decimal(text, length, &d);
    bool is_zero = d.digits.len == 0;
    if (is_zero) {
        out->exact = true;
    } else {
        make_exact(&d, out);
        strbuf_printf(&d.digits, "e%ld", d.exponent); /* without a point strtod does not depend on the locale */
        out->value = strtod(strbuf_text(&d.digits), NULL);
    }
    arena_release(scratch, mark);
    return isfinite(out->value) && (is_zero || out->value > 0);
}
