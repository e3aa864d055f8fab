/* What is printed and read does not depend on the locale of the process, which stays as it is. */
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/print.h"

static const char *printed(char *out, size_t room, const char *format, ...) {
    va_list args;
    va_start(args, format);
    base_print(out, room, format, args);
    va_end(args);
    return out;
}

static void a_number_has_a_point(void **state) {
    (void)state;
    char out[64];
    assert_string_equal(printed(out, sizeof out, "%.3f %g %.2e", 0.5, 1234.5, 1e-7), "0.500 1234.5 1.00e-07");
}

static void what_does_not_fit_is_cut(void **state) {
    (void)state;
    char out[4];
    assert_string_equal(printed(out, sizeof out, "%g", 1.2345), "1.2");
}

static void a_number_is_read_with_a_point(void **state) {
    (void)state;
    const char *text = "0.5 m", *end;
    assert_true(base_read_number(text, &end) == 0.5 && end == text + 3);
    text = "1,5";
    assert_true(base_read_number(text, &end) == 1 && end == text + 1);
    text = "m";
    assert_true(base_read_number(text, &end) == 0 && end == text);
    assert_true(base_read_number("2e3", NULL) == 2000);
}

static void errors_are_told_in_english(void **state) {
    (void)state;
    assert_string_equal(base_error_text(ENOENT), "No such file or directory");
}

static void the_locale_of_the_process_stays(void **state) {
    (void)state;
    char before[64], out[64];
    snprintf(before, sizeof before, "%.1f", 0.5);
    printed(out, sizeof out, "%g", 0.5);
    base_read_number("0.5", NULL);
    base_error_text(ENOENT);
    snprintf(out, sizeof out, "%.1f", 0.5);
    assert_string_equal(out, before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_has_a_point),
        cmocka_unit_test(what_does_not_fit_is_cut),
        cmocka_unit_test(a_number_is_read_with_a_point),
        cmocka_unit_test(errors_are_told_in_english),
        cmocka_unit_test(the_locale_of_the_process_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
