/* Explanations: every code has one, and the examples in them come in pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "diag/diag.h"
#include "diag/explain.h"

static void every_code_is_explained(void **state) {
    (void)state;
    for (int code = 0; code < DIAG_CODE_COUNT; code++) {
        const char *text = diag_explain((diag_code)code);
        assert_non_null(text);
        assert_true(strlen(text) > 30);
        assert_true(text[strlen(text) - 1] != '\n');
        assert_memory_not_equal(text, diag_code_name((diag_code)code), 5);
    }
}

static void examples_come_in_pairs(void **state) {
    (void)state;
    for (int code = 0; code < DIAG_CODE_COUNT; code++) {
        const char *text = diag_explain((diag_code)code);
        const char *wrong = strstr(text, "\n\nwrong:\n    "), *right = strstr(text, "\n\nright:\n    ");
        assert_int_equal(wrong != NULL, right != NULL);
        assert_true(!wrong || wrong < right);
    }
}

static void codes_are_found_by_their_names(void **state) {
    (void)state;
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        assert_int_equal(diag_code_find(diag_code_name((diag_code)code)), code);
}

static void other_texts_are_no_codes(void **state) {
    (void)state;
    assert_int_equal(diag_code_find("E9999"), DIAG_CODE_COUNT);
    assert_int_equal(diag_code_find("e0107"), DIAG_CODE_COUNT);
    assert_int_equal(diag_code_find(""), DIAG_CODE_COUNT);
    assert_int_equal(diag_code_find("E01071"), DIAG_CODE_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_is_explained),
        cmocka_unit_test(examples_come_in_pairs),
        cmocka_unit_test(codes_are_found_by_their_names),
        cmocka_unit_test(other_texts_are_no_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
