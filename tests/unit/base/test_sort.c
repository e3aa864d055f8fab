/* Sorting: order, equal elements in theirs, any number and size of elements, orders that are none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/sort.h"

typedef struct item {
    int key, place;
    double more[3];
} item;

static bool by_key(const void *a, const void *b) {
    return ((const item *)a)->key < ((const item *)b)->key;
}

static bool by_letter(const void *a, const void *b) {
    return *(const char *)a < *(const char *)b;
}

/* As no number is less or greater than NaN. */
static bool by_number(const void *a, const void *b) {
    return *(const double *)a < *(const double *)b;
}

static void equal_elements_keep_their_order(void **state) {
    (void)state;
    arena *a = base_arena_create();
    uint64_t dice = 88172645463325252u;
    static const int keys[] = {1, 2, 5, 1000};
    for (int count = 0; count < 100; count += count < 40 ? 1 : 7)
        for (int k = 0; k < 4; k++) {
            item x[100];
            for (int i = 0; i < count; i++) {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                x[i] = (item){(int)(dice % (unsigned)keys[k]), i, {i, -i, 0.5}};
            }
            base_sort(x, (size_t)count, sizeof *x, by_key, a);
            for (int i = 1; i < count; i++)
                assert_true(x[i - 1].key < x[i].key || (x[i - 1].key == x[i].key && x[i - 1].place < x[i].place));
            for (int i = 0; i < count; i++)
                assert_true(x[i].more[0] == x[i].place && x[i].more[1] == -x[i].place);
        }
    base_arena_destroy(a);
}

static void elements_of_one_byte(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const char *const cases[][2] = {
        {"", ""}, {"a", "a"}, {"ba", "ab"}, {"mississippi", "iiiimppssss"}, {"zyxwvuts", "stuvwxyz"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[16] = {0};
        memcpy(text, cases[k][0], strlen(cases[k][0]));
        base_sort(text, strlen(text), 1, by_letter, a);
        assert_string_equal(text, cases[k][1]);
    }
    base_arena_destroy(a);
}

/* Whatever the order does, the elements are those that were there. */
static void no_element_is_lost(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double x[] = {3, NAN, 1, NAN, 2, -1, NAN, 7, 0}, sum = 0;
    int missing = 0;
    base_sort(x, sizeof x / sizeof *x, sizeof *x, by_number, a);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        missing += isnan(x[i]) != 0;
        sum += isnan(x[i]) ? 0 : x[i];
    }
    assert_int_equal(missing, 3);
    assert_true(sum == 12);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_elements_keep_their_order),
        cmocka_unit_test(elements_of_one_byte),
        cmocka_unit_test(no_element_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
