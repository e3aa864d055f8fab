/* The growing text: appending, numbers that read back exactly, JSON strings. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/print.h"
#include "base/strbuf.h"

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static void test_empty(void **state) {
    strbuf s = base_strbuf_make(*state);
    assert_string_equal(base_strbuf_text(&s), "");
    assert_int_equal(s.len, 0);
    base_strbuf_add(&s, "");
    assert_non_null(s.text);
    assert_string_equal(s.text, "");
}

static void test_appending(void **state) {
    strbuf s = base_strbuf_make(*state);
    base_strbuf_add(&s, "M ");
    base_strbuf_add_bytes(&s, "q''xxx", 3);
    base_strbuf_printf(&s, " = %d", 42);
    assert_string_equal(base_strbuf_text(&s), "M q'' = 42");
    assert_int_equal(s.len, 10);
}

/* Less may be taken than there is room for, also nothing. */
static void test_bytes_written_in_place(void **state) {
    strbuf s = base_strbuf_make(*state);
    for (int i = 0; i < 1000; i++) {
        char *at = base_strbuf_room(&s, 100);
        memset(at, '#', 100);
        *at++ = (char)('0' + i % 10);
        base_strbuf_take(&s, at);
        base_strbuf_take(&s, base_strbuf_room(&s, 1));
    }
    assert_int_equal(s.len, 1000);
    assert_int_equal(strlen(s.text), 1000);
    assert_memory_equal(s.text + 990, "0123456789", 10);
}

static void test_two_texts_growing_in_turns(void **state) {
    strbuf a = base_strbuf_make(*state), b = base_strbuf_make(*state);
    for (int i = 0; i < 5000; i++) {
        base_strbuf_printf(&a, "%04d", i);
        base_strbuf_add(&b, "b");
    }
    assert_int_equal(a.len, 20000);
    assert_int_equal(strlen(a.text), 20000);
    assert_memory_equal(a.text + 4 * 1234, "1234", 4);
    assert_int_equal(strspn(b.text, "b"), 5000);
    base_strbuf_printf(&b, "%3000d", 7);
    assert_int_equal(b.len, 8000);
}

static const char *written(void *state, double x) {
    strbuf s = base_strbuf_make(state);
    base_strbuf_add_number(&s, x);
    return base_strbuf_text(&s);
}

static void test_numbers_read_back_exactly(void **state) {
    const double samples[] = {0.0,
                              -0.0,
                              1.0,
                              0.1,
                              1.0 / 3.0,
                              -2.5e-308,
                              DBL_MAX,
                              DBL_MIN,
                              DBL_TRUE_MIN,
                              9007199254740993.0,
                              1e22,
                              1e23,
                              3.141592653589793,
                              -DBL_EPSILON};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        double back = base_read_number(written(*state, samples[i]), NULL);
        assert_memory_equal(&back, &samples[i], sizeof back);
    }
    assert_string_equal(written(*state, 0.1), "0.1");
    assert_string_equal(written(*state, 2.0), "2");
}

static void test_what_is_not_finite_is_null(void **state) {
    assert_string_equal(written(*state, (double)NAN), "null");
    assert_string_equal(written(*state, (double)INFINITY), "null");
    assert_string_equal(written(*state, -(double)INFINITY), "null");
}

static void test_printed_numbers(void **state) {
    strbuf s = base_strbuf_make(*state);
    base_strbuf_printf(&s, "%.2f of %d", 0.25, 3);
    assert_string_equal(base_strbuf_text(&s), "0.25 of 3");
}

static const char *quoted(void *state, const char *text) {
    strbuf s = base_strbuf_make(state);
    base_strbuf_add_json_string(&s, text);
    return base_strbuf_text(&s);
}

static void test_json_strings(void **state) {
    assert_string_equal(quoted(*state, ""), "\"\"");
    assert_string_equal(quoted(*state, "a/b 'c'"), "\"a/b 'c'\"");
    assert_string_equal(quoted(*state, "\"\\\b\f\n\r\t"), "\"\\\"\\\\\\b\\f\\n\\r\\t\"");
    assert_string_equal(quoted(*state, "\x01\x1b\x7f"), "\"\\u0001\\u001b\\u007f\"");
    assert_string_equal(quoted(*state, "\xCE\xB8 \xF0\x9F\x8E\xAF"), "\"\xCE\xB8 \xF0\x9F\x8E\xAF\"");
    assert_string_equal(quoted(*state, "a\xFF\xCEz"), "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\"");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_empty),
        CASE(test_appending),
        CASE(test_bytes_written_in_place),
        CASE(test_two_texts_growing_in_turns),
        CASE(test_numbers_read_back_exactly),
        CASE(test_what_is_not_finite_is_null),
        CASE(test_printed_numbers),
        CASE(test_json_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
