/* Numbers as text: they read back, no shorter text does, and the form is that of "%.17g". */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"
#include "base/print.h"

static void printed(char *out, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    base_print(out, room, format, args);
    va_end(args);
}

typedef struct written {
    char text[DECIMAL_ROOM + 1];
} written;

/* What lies behind the room must stay as it was. */
static written write(double x) {
    char guarded[DECIMAL_ROOM + 8];
    memset(guarded, '#', sizeof guarded);
    size_t length = base_write_decimal(x, guarded);
    assert_in_range(length, 1, DECIMAL_LONGEST);
    assert_memory_equal(guarded + DECIMAL_ROOM, "########", 8);
    written w;
    memcpy(w.text, guarded, length);
    w.text[length] = '\0';
    return w;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static bool reads_back(const char *text, double x) {
    double back = base_read_number(text, NULL);
    return memcmp(&back, &x, sizeof x) == 0;
}

/* The significant digits of a text, without zeros at the ends. */
static size_t take_digits(const char *text, char *out) {
    size_t count = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count || *text != '0'))
            out[count++] = *text;
    while (count && out[count - 1] == '0')
        count--;
    out[count] = '\0';
    return count;
}

/* Zero or an integer written out: it may have more digits than it needs. */
static bool is_written_out(double x) {
    return fabs(x) < 1e17 && x == trunc(x);
}

/* Plain or with an exponent as "%.17g" decides, and digit by digit the same where 17 are needed. */
static void assert_form(double x, const char *text) {
    char all[64], digits[64];
    printed(all, sizeof all, "%.17g", x);
    assert_int_equal(strchr(text, 'e') != NULL, strchr(all, 'e') != NULL);
    if (is_written_out(x) || take_digits(text, digits) == 17)
        assert_string_equal(text, all);
}

/* No text with fewer digits reads back, and of those with as many it is the nearest: C's own rounding finds that one,
   except above a power of two, where the nearest may be read as the neighbour below. */
static void assert_shortest(double x, const char *text) {
    char digits[64], other[64], nearest[64];
    int count = (int)take_digits(text, digits), exponent;
    if (is_written_out(x))
        return;
    if (count > 1) {
        printed(other, sizeof other, "%.*e", count - 2, x);
        assert_false(reads_back(other, x));
    }
    printed(other, sizeof other, "%.*e", count - 1, x);
    take_digits(other, nearest);
    if (fabs(frexp(x, &exponent)) != 0.5)
        assert_string_equal(digits, nearest);
}

static void assert_well_written(double x) {
    written w = write(x);
    if (!reads_back(w.text, x))
        fail_msg("%a is written as %s", x, w.text);
    assert_form(x, w.text);
    assert_shortest(x, w.text);
}

static void test_known_texts(void **state) {
    (void)state;
    const struct {
        double x;
        const char *text;
    } known[] = {
        {0.0, "0"},
        {-0.0, "-0"},
        {1.0, "1"},
        {-2.5, "-2.5"},
        {0.1, "0.1"},
        {3.2, "3.2"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3.0, "0.3333333333333333"},
        {2.0 / 3.0, "0.6666666666666666"},
        {1000.0, "1000"},
        {123456.789, "123456.789"},
        {0.0001, "0.0001"},
        {-0.00012345678901234567, "-0.00012345678901234567"},
        {0.00001, "1e-05"},
        {1e-7, "1e-07"},
        {1.25e-10, "1.25e-10"},
        {9007199254740991.0, "9007199254740991"},
        {9007199254740992.0, "9007199254740992"},
        {9007199254740994.0, "9007199254740994"},
        {2251799813685248.5, "2251799813685248.5"},
        {4503599627370495.5, "4503599627370495.5"},
        {72057594037927936.0, "72057594037927936"},
        {1e16, "10000000000000000"},
        {99999999999999984.0, "99999999999999984"},
        {1e17, "1e+17"},
        {-1.5e17, "-1.5e+17"},
        {1e22, "1e+22"},
        {1e23, "1e+23"},
        {9.5e-323, "9.4e-323"},
        {2e-323, "2e-323"},
        {DBL_TRUE_MIN, "5e-324"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {2.225073858507201e-308, "2.225073858507201e-308"}, /* the greatest subnormal */
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_EPSILON, "2.220446049250313e-16"},
        {9.5367431640625e-7, "9.5367431640625e-07"},
        {5.764607523034235e39, "5.764607523034235e+39"},
        {2e-44, "2e-44"},
        {9.007199254740993e15 * 1024, "9.223372036854776e+18"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(write(known[i].x).text, known[i].text);
}

static void test_random_bits_read_back(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 1000000; i++) {
        double x = from_bits(next_random(&seed));
        char text[DECIMAL_ROOM + 1];
        if (!isfinite(x))
            continue;
        text[base_write_decimal(x, text)] = '\0';
        if (!reads_back(text, x))
            fail_msg("%a is written as %s", x, text);
    }
}

static void test_random_bits_are_well_written(void **state) {
    (void)state;
    uint64_t seed = 1181783497276652981u;
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next_random(&seed);
        if (isfinite(from_bits(bits)))
            assert_well_written(from_bits(bits));
        assert_well_written(from_bits(bits & 0x800fffffffffffffu)); /* subnormal, fewer and fewer bits */
        assert_well_written(from_bits((bits & 0x800fffffffffffffu) >> (i % 52)));
        assert_well_written((double)(int64_t)bits * 0x1p-53); /* sizes of every day */
    }
}

static void test_few_digits_stay_few(void **state) {
    (void)state;
    uint64_t seed = 2463534242u;
    for (int i = 0; i < 200000; i++) {
        char text[64], digits[64], expected[64];
        printed(text, sizeof text, "%llue%d", (unsigned long long)(next_random(&seed) % 1000000000000000u) + 1,
                (int)(next_random(&seed) % 590) - 300);
        double x = base_read_number(text, NULL);
        take_digits(write(x).text, digits);
        take_digits(text, expected);
        if (!is_written_out(x))
            assert_string_equal(digits, expected);
        assert_well_written(x);
    }
}

/* The number and those beside it. */
static void assert_place(double x) {
    assert_well_written(x);
    assert_well_written(nextafter(x, 0.0));
    assert_well_written(-x);
    if (nextafter(x, INFINITY) < INFINITY)
        assert_well_written(nextafter(x, INFINITY));
}

static void test_powers(void **state) {
    (void)state;
    for (int e = -1074; e <= 1023; e++)
        assert_place(ldexp(1.0, e));
    for (int k = -323; k <= 308; k++) {
        char text[16];
        printed(text, sizeof text, "1e%d", k);
        assert_place(base_read_number(text, NULL));
    }
    assert_place(DBL_MAX);
    assert_place(DBL_MIN);
}

static void test_halves_and_integers(void **state) {
    (void)state;
    for (int i = 0; i < 100000; i++) {
        assert_place(i);
        assert_place(i + 0.5);
        assert_place(0x1p53 + 2 * (i - 50000));
        assert_place(0x1p52 + (i - 50000) * 0.5);
        assert_place(1e17 - 16.0 * (i + 1));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_texts),
        cmocka_unit_test(test_random_bits_read_back),
        cmocka_unit_test(test_random_bits_are_well_written),
        cmocka_unit_test(test_few_digits_stay_few),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_halves_and_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
