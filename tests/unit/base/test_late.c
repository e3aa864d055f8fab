/* Functions are found in the first library that has them, all or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/late.h"

typedef struct functions {
    double (*cos)(double);
    double (*floor)(double);
} functions;

/* The C library's mathematics, under the names of two systems. */
#define MATHEMATICS "libm.so.6", "libc.so"

static void libraries_that_are_not_there_are_passed_over(void **state) {
    (void)state;
    static const char *const libraries[] = {"liblagrangia-has-no-such.so", MATHEMATICS, NULL};
    static const char *const names[] = {"cos", "floor", NULL};
    functions f = {NULL, NULL};
    base_late late = {libraries, names, &f, false};
    assert_true(base_late_load(&late));
    assert_true(f.cos(0) == 1 && f.floor(2.5) == 2);
    f.cos = NULL;
    assert_true(base_late_load(&late));
    assert_null(f.cos); /* they were looked for once */
}

static void one_function_that_is_missing_is_all(void **state) {
    (void)state;
    static const char *const libraries[] = {MATHEMATICS, NULL};
    static const char *const names[] = {"cos", "lagrangia_has_no_such_function", NULL};
    functions f = {NULL, NULL};
    base_late late = {libraries, names, &f, false};
    assert_false(base_late_load(&late));
    assert_false(base_late_load(&late));
    assert_null(f.floor);
}

static void without_a_library_there_is_nothing(void **state) {
    (void)state;
    static const char *const libraries[] = {"liblagrangia-has-no-such.so", NULL}, *const names[] = {"cos", NULL};
    functions f = {NULL, NULL};
    base_late late = {libraries, names, &f, false};
    assert_false(base_late_load(&late));
    assert_null(f.cos);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_that_are_not_there_are_passed_over),
        cmocka_unit_test(one_function_that_is_missing_is_all),
        cmocka_unit_test(without_a_library_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
