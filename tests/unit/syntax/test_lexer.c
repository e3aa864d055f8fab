/* Tests of the lexer: tokens, places, letters, numbers, and the bad kinds. */
#include "support.h"

#include "base/print.h"
#include "syntax/letters.h"
#include "syntax/numeral.h"

static void write_token(strbuf *s, const syn_token *t) {
    static const char *const kinds[] = {[TOKEN_LINE - TOKEN_LINE] = "LINE",
                                        [TOKEN_NAME - TOKEN_LINE] = "name",
                                        [TOKEN_NUMBER - TOKEN_LINE] = "number",
                                        [TOKEN_STRING - TOKEN_LINE] = "string",
                                        [TOKEN_RANGE - TOKEN_LINE] = "..",
                                        [TOKEN_LESS_EQUAL - TOKEN_LINE] = "<=",
                                        [TOKEN_GREATER_EQUAL - TOKEN_LINE] = ">=",
                                        [TOKEN_SAME - TOKEN_LINE] = "==",
                                        [TOKEN_AND - TOKEN_LINE] = "AND",
                                        [TOKEN_OR - TOKEN_LINE] = "OR",
                                        [TOKEN_NOT - TOKEN_LINE] = "NOT",
                                        [TOKEN_IF - TOKEN_LINE] = "IF",
                                        [TOKEN_THEN - TOKEN_LINE] = "THEN",
                                        [TOKEN_ELSE - TOKEN_LINE] = "ELSE",
                                        [TOKEN_BAD_CHARACTER - TOKEN_LINE] = "BADCHAR",
                                        [TOKEN_BAD_STRING - TOKEN_LINE] = "BADSTRING",
                                        [TOKEN_BAD_NUMBER - TOKEN_LINE] = "BADNUMBER",
                                        [TOKEN_BAD_UTF8 - TOKEN_LINE] = "BADUTF8"};
    if (t->kind == TOKEN_END)
        base_strbuf_add(s, "END");
    else if (t->kind < TOKEN_LINE)
        base_strbuf_printf(s, "%c", t->kind);
    else
        base_strbuf_add(s, kinds[t->kind - TOKEN_LINE]);
    if (t->kind == TOKEN_NAME || t->kind == TOKEN_STRING)
        base_strbuf_printf(s, ":%s", t->name);
    if (t->kind == TOKEN_NUMBER || t->kind >= TOKEN_BAD_CHARACTER)
        base_strbuf_printf(s, "@%u-%u", (unsigned)t->at.begin, (unsigned)t->at.end);
}

static void check_bytes(const char *text, size_t length, const char *want) {
    arena *a = base_arena_create();
    diag_source source = {.name = "test", .text = text, .length = length};
    syn_tokens tokens = syntax_lex(a, base_intern_create(a), &source, 0);
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < tokens.count; i++) {
        if (i > 0)
            base_strbuf_add(&s, " ");
        write_token(&s, &tokens.at[i]);
    }
    assert_string_equal(base_strbuf_text(&s), want);
    base_arena_destroy(a);
}

static void check(const char *text, const char *want) {
    check_bytes(text, strlen(text), want);
}

static void test_signs_and_words(void **state) {
    (void)state;
    check("", "END");
    check("x' <= y_1 >= 2", "name:x ' <= name:y_1 >= number@13-14 END");
    check("a<b>c=~d", "name:a < name:b > name:c = ~ name:d END");
    check("and or not if then else", "AND OR NOT IF THEN ELSE END");
    check("android in at e", "name:android name:in name:at name:e END");
    check("{}()[];:,.%+-*/^", "{ } ( ) [ ] ; : , . % + - * / ^ END");
}

static void test_lines_and_comments(void **state) {
    (void)state;
    check("\n\n a\r\n\n# only a comment\nb # end\n", "name:a LINE name:b LINE END");
    check("a # \xC3\xA4 \"b", "name:a END");
}

static void test_numbers(void **state) {
    (void)state;
    check("1..N", "number@0-1 .. name:N END");
    check("0.5..1e3", "number@0-3 .. number@5-8 END");
    check("2m 2e 2e3m 1E-3", "number@0-1 name:m number@3-4 name:e number@6-9 name:m number@11-15 END");
    check("x.y.z", "name:x . name:y . name:z END");
}

static void test_bad_numbers(void **state) {
    (void)state;
    check("1. 2", "BADNUMBER@0-2 number@3-4 END");
    check("1.2.3", "BADNUMBER@0-5 END");
    check(".5", "BADNUMBER@0-2 END");
    check("1e+", "BADNUMBER@0-3 END");
    check("1e-x", "BADNUMBER@0-3 name:x END");
}

static void test_strings(void **state) {
    (void)state;
    check("\"a # b\" c", "string:a # b name:c END");
    check("\"\"", "string: END");
    check("\"abc\nd", "BADSTRING@0-4 LINE name:d END");
    check("\"abc", "BADSTRING@0-4 END");
    check_bytes("\"a\0b\"", 5, "BADCHAR@2-3 name:b BADSTRING@4-5 END");
    check("\"a\xFF\"", "BADUTF8@2-3 BADSTRING@3-4 END");
}

static void test_letters(void **state) {
    (void)state;
    check("\xCE\xB8' \xC3\xA9\xCC\x82t\xC3\xA9", "name:\xCE\xB8 ' name:\xC3\xA9\xCC\x82t\xC3\xA9 END");
    check("\xEF\xBB\xBFx", "name:x END"); /* a byte order mark at the start only */
    check("x\xEF\xBB\xBF", "name:x BADCHAR@1-4 END");
    check("a\xC2\xA0z", "name:a BADCHAR@1-3 name:z END"); /* no-break space */
    check("a\xC3\xB7z", "name:a BADCHAR@1-3 name:z END"); /* divided by */
    check("$", "BADCHAR@0-1 END");
    check_bytes("a\0b", 3, "name:a BADCHAR@1-2 name:b END");
    check("a \xC3(", "name:a BADUTF8@2-3 ( END");
    check("# \xFF\nx", "BADUTF8@2-3 LINE name:x END");
}

static void test_letter_ranges(void **state) {
    (void)state;
    static const uint32_t letters[] = {'_', 'z', 0xB5, 0xE9, 0x3B8, 0x416, 0x5D0, 0x2113, 0x4E2D, 0x1D714};
    static const uint32_t others[] = {'-',    '0',    0x80,   0xA0,   0xB0,   0xB7,   0xD7,   0xF7,    0x2003,
                                      0x2082, 0x2212, 0x221A, 0x3000, 0xE000, 0xFEFF, 0xFF11, 0x1F600, 0x10FFFF};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        assert_true(syntax_is_letter(letters[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(syntax_is_letter(others[i]));
    assert_string_equal(syntax_plain_spelling(0x2013), "'-'");
    assert_null(syntax_plain_spelling('x'));
}

static bool read_numeral(const char *text, numeral *n) {
    return syntax_numeral(text, strlen(text), n);
}

static void check_exact(const char *text, int64_t num, int64_t den, double value) {
    numeral n;
    assert_true(read_numeral(text, &n));
    assert_true(n.exact);
    assert_int_equal(n.num, num);
    assert_int_equal(n.den, den);
    assert_true(n.value == value);
}

static void test_exact_values(void **state) {
    (void)state;
    check_exact("0", 0, 1, 0);
    check_exact("0.000e5", 0, 1, 0);
    check_exact("0.5", 1, 2, 0.5);
    check_exact("1e-3", 1, 1000, 1e-3);
    check_exact("9.81", 981, 100, 9.81);
    check_exact("007.50", 15, 2, 7.5);
    check_exact("12E+2", 1200, 1, 1200);
    check_exact("1e18", 1000000000000000000, 1, 1e18);
    check_exact("1e-18", 1, 1000000000000000000, 1e-18);
    check_exact("9223372036854775807", INT64_MAX, 1, 9223372036854775807.0);
}

static void test_inexact_values(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"9223372036854775808", 9223372036854775808.0},     {"1e19", 1e19},
        {"3.14159265358979323846", 3.14159265358979323846}, {"1e-19", 1e-19},
        {"1.7976931348623157e308", 1.7976931348623157e308}, {"0.1234567890123456789e-300", 0.1234567890123456789e-300}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        numeral n;
        assert_true(read_numeral(cases[i].text, &n));
        assert_false(n.exact);
        assert_true(n.value == cases[i].value);
    }
}

/* Short ones by a quotient, long ones by the C library: always the nearest double. */
static void test_values_are_nearest(void **state) {
    (void)state;
    uint64_t x = 1;
    for (int i = 0; i < 20000; i++) {
        char text[64];
        x = x * 6364136223846793005U + 1442695040888963407U;
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(x >> (64 - (i % 60 + 1))),
                 (unsigned long long)(x >> 20) % 100000, (int)(x >> 40) % 24);
        numeral n;
        assert_true(!read_numeral(text, &n) || n.value == base_read_number(text, NULL));
    }
}

static void test_values_out_of_range(void **state) {
    (void)state;
    numeral n;
    assert_false(read_numeral("1e309", &n));
    assert_false(read_numeral("1e999999999999999999999", &n));
    assert_false(read_numeral("1e-400", &n));
    assert_true(read_numeral("0e999999999999999999999", &n));
}

/* 1 + 2^-53 lies halfway between two doubles; a digit far behind decides, wherever it stands. */
static void test_many_digits(void **state) {
    (void)state;
    const char *half = "1.00000000000000011102230246251565404236316680908203125";
    static char text[3000];
    numeral n;
    memset(text, '0', sizeof text);
    memcpy(text, half, strlen(half));
    assert_true(syntax_numeral(text, sizeof text, &n));
    assert_true(n.value == 1.0);
    text[sizeof text - 1] = '1';
    assert_true(syntax_numeral(text, sizeof text, &n));
    assert_true(n.value > 1.0);
    assert_true(syntax_numeral(text + 2, sizeof text - 2, &n) == false);
    memset(text, '0', sizeof text);
    text[sizeof text - 1] = '7';
    assert_true(syntax_numeral(text, sizeof text, &n));
    assert_true(n.exact && n.num == 7);
}

/* Times, two dots, minus, comparisons; raised 2, 13, -1, and a raised minus alone. */
static void test_typographic_signs(void **state) {
    (void)state;
    check("a\xC3\x97"
          "b\xC2\xB7"
          "c\xE2\x8B\x85"
          "d",
          "name:a * name:b * name:c * name:d END");
    check("a \xE2\x88\x92 b", "name:a - name:b END");
    check("a \xE2\x89\xA4 b \xE2\x89\xA5 c", "name:a <= name:b >= name:c END");
    check("x\xC2\xB2", "name:x ^ number@1-3 END");
    check("x\xC2\xB9\xC2\xB3", "name:x ^ number@1-5 END");
    check("x\xE2\x81\xBB\xC2\xB9y", "name:x ^ - number@1-6 name:y END");
    check("x\xE2\x81\xBBy", "name:x BADCHAR@1-4 name:y END");
    check("\xE2\x81\xB0\xE2\x81\xB4\xE2\x81\xB9", "^ number@0-9 END");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs_and_words),
        cmocka_unit_test(test_lines_and_comments),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_typographic_signs),
        cmocka_unit_test(test_letter_ranges),
        cmocka_unit_test(test_exact_values),
        cmocka_unit_test(test_inexact_values),
        cmocka_unit_test(test_values_are_nearest),
        cmocka_unit_test(test_values_out_of_range),
        cmocka_unit_test(test_many_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
