/* UTF-8: every valid character reads back, everything else is refused byte by byte; widths on the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

static size_t encode(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[length] | code);
    return length;
}

static void test_all_characters(void **state) {
    (void)state;
    for (uint32_t code = 0; code < 0x110000; code++) {
        char text[4];
        size_t length = encode(code, text);
        utf8_char c = base_utf8_decode(text, length);
        if (code >= 0xD800 && code <= 0xDFFF) {
            assert_false(c.valid);
            continue;
        }
        assert_true(c.valid);
        assert_int_equal(c.code, code);
        assert_int_equal(c.bytes, length);
    }
}

static void test_invalid_texts(void **state) {
    (void)state;
    static const char *const invalid[] = {"\x80",
                                          "\xBF",
                                          "\xC0\x80",
                                          "\xC1\xBF",
                                          "\xC3",
                                          "\xC3(",
                                          "\xE0\x80\x80",
                                          "\xE2\x84",
                                          "\xE2(\x84",
                                          "\xED\xA0\x80",
                                          "\xF0\x80\x80\x80",
                                          "\xF4\x90\x80\x80",
                                          "\xF8\x88\x80\x80\x80",
                                          "\xFE",
                                          "\xFF"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        utf8_char c = base_utf8_decode(invalid[i], strlen(invalid[i]));
        assert_false(c.valid);
        assert_int_equal(c.bytes, 1);
        assert_int_equal(c.code, 0xFFFD);
    }
}

static void test_text_cut_within_a_character(void **state) {
    (void)state;
    for (size_t length = 1; length < 4; length++)
        assert_false(base_utf8_decode("\xF0\x9F\x8E\xAF", length).valid);
    assert_true(base_utf8_decode("\xF0\x9F\x8E\xAF", 4).valid);
}

static void test_widths(void **state) {
    (void)state;
    static const struct {
        uint32_t code;
        int width;
    } samples[] = {{'a', 1},    {0x3B8, 1},  {0x301, 0},   {0x200B, 0}, {0x4E2D, 2},
                   {0xAC00, 2}, {0xFF21, 2}, {0x1F3AF, 2}, {0x2192, 1}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_int_equal(base_utf8_width(samples[i].code), samples[i].width);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_characters),
        cmocka_unit_test(test_invalid_texts),
        cmocka_unit_test(test_text_cut_within_a_character),
        cmocka_unit_test(test_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
