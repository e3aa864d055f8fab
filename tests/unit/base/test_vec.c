/* Growable arrays: order, content and capacities over many appends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/vec.h"

typedef struct point {
    double x, y;
} point;

static void test_push_keeps_everything(void **state) {
    (void)state;
    arena *a = base_arena_create();
    VEC(int) numbers = {0};
    VEC(point) points = {0};
    for (int i = 0; i < 10000; i++) {
        vec_push(a, &numbers, i * i);
        vec_push(a, &points, (point){i, -i});
        assert_true(numbers.len <= numbers.cap);
    }
    assert_int_equal(numbers.len, 10000);
    assert_int_equal(points.len, 10000);
    for (int i = 0; i < 10000; i++) {
        assert_int_equal(numbers.at[i], i * i);
        assert_true(points.at[i].x == i && points.at[i].y == -i);
    }
    base_arena_destroy(a);
}

static void test_room_only_when_full(void **state) {
    (void)state;
    arena *a = base_arena_create();
    VEC(char) letters = {0};
    vec_push(a, &letters, 'a');
    size_t used = base_arena_used(a), cap = letters.cap;
    while (letters.len < cap)
        vec_push(a, &letters, 'b');
    assert_int_equal(base_arena_used(a), used);
    vec_push(a, &letters, 'c');
    assert_int_equal(letters.cap, 2 * cap);
    assert_int_equal(letters.at[0], 'a');
    assert_int_equal(letters.at[cap], 'c');
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_push_keeps_everything),
        cmocka_unit_test(test_room_only_when_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
