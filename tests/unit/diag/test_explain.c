/* Explanations: every code has one, it opens with the code and its title, and says more than the title. */
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
        const char *name = diag_code_name((diag_code)code), *title = diag_code_title((diag_code)code);
        const char *text = diag_explain(name);
        assert_non_null(text);
        assert_memory_equal(text, name, strlen(name));
        text += strlen(name);
        assert_memory_equal(text, ": ", 2);
        assert_memory_equal(text + 2, title, strlen(title));
        text += 2 + strlen(title);
        assert_memory_equal(text, "\n\n", 2);
        assert_true(strlen(text) > 30);
        assert_true(text[strlen(text) - 1] != '\n');
    }
}

static void other_texts_are_no_codes(void **state) {
    (void)state;
    assert_null(diag_explain("E9999"));
    assert_null(diag_explain("e0107"));
    assert_null(diag_explain(""));
    assert_null(diag_explain("E01071"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_is_explained),
        cmocka_unit_test(other_texts_are_no_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
