/* Interning: equal texts give the same pointer, different ones never do, also with many names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/intern.h"

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static void test_equal_texts_are_one(void **state) {
    intern *pool = base_intern_create(*state);
    char text[] = "theta+phi";
    const char *theta = base_intern_text(pool, text, 5);
    assert_string_equal(theta, "theta");
    assert_ptr_equal(base_intern_name(pool, "theta"), theta);
    assert_ptr_not_equal(base_intern_text(pool, text, 4), theta);
    assert_ptr_not_equal(base_intern_text(pool, text, 6), theta);
    text[0] = 'b';
    assert_string_equal(theta, "theta");
    assert_ptr_not_equal(base_intern_text(pool, text, 5), theta);
}

static void test_empty_text_and_zero_bytes(void **state) {
    intern *pool = base_intern_create(*state);
    const char *empty = base_intern_name(pool, "");
    assert_string_equal(empty, "");
    assert_ptr_equal(base_intern_text(pool, NULL, 0), empty);
    const char *a = base_intern_text(pool, "a\0b", 3), *b = base_intern_text(pool, "a\0c", 3);
    assert_ptr_not_equal(a, b);
    assert_ptr_not_equal(a, base_intern_name(pool, "a"));
    assert_ptr_equal(base_intern_text(pool, "a\0b", 3), a);
}

static void test_many_names(void **state) {
    enum { COUNT = 20000 };
    intern *pool = base_intern_create(*state);
    const char **names = ARENA_ARRAY(*state, const char *, COUNT);
    char text[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "q[%d]", i);
        names[i] = base_intern_name(pool, text);
        assert_string_equal(names[i], text);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "q[%d]", i);
        assert_ptr_equal(base_intern_name(pool, text), names[i]);
        assert_string_equal(names[i], text);
    }
}

static void test_pools_are_separate(void **state) {
    intern *one = base_intern_create(*state), *other = base_intern_create(*state);
    assert_ptr_not_equal(base_intern_name(one, "x"), base_intern_name(other, "x"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_equal_texts_are_one),
        CASE(test_empty_text_and_zero_bytes),
        CASE(test_many_names),
        CASE(test_pools_are_separate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
