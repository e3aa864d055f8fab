/* As much of cmocka as the tests of src/tape need, so that the same tests run in WebAssembly. */
#ifndef LGR_ENGINE_CMOCKA_H
#define LGR_ENGINE_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(f)                                                                                            \
    { #f, f }
#define cmocka_run_group_tests(tests, before, after) run_tests(tests, sizeof(tests) / sizeof *(tests))

static inline int run_tests(const struct CMUnitTest *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        printf("%s\n", tests[i].name);
        tests[i].run(&state);
    }
    return 0;
}

#define fail_msg(...) (printf("%s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), printf("\n"), exit(1))
#define skip() return
#define assert_true(c) ((c) ? (void)0 : fail_msg("not true: %s", #c))
#define assert_false(c) assert_true(!(c))
#define assert_null(p) assert_true((p) == NULL)
#define assert_non_null(p) assert_true((p) != NULL)
#define assert_int_equal(x, y) assert_true((long long)(x) == (long long)(y))
#define assert_ptr_equal(x, y) assert_true((const void *)(x) == (const void *)(y))
#define assert_string_not_equal(x, y) assert_true(strcmp(x, y) != 0)
#define assert_memory_equal(x, y, n) assert_true(memcmp(x, y, n) == 0)
#define assert_memory_not_equal(x, y, n) assert_true(memcmp(x, y, n) != 0)

#endif
