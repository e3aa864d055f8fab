/* The allocator of the process: the host's functions get all that is taken, and cannot come late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/call.h"
#include "base/memory.h"

typedef struct counter {
    long blocks, given, left; /* left: until the next one fails; below 0: never */
} counter;

static void *count_and_allocate(void *user, size_t size) {
    counter *c = user;
    if (c->left == 0)
        return NULL;
    c->left--;
    c->blocks++;
    c->given++;
    return memset(malloc(size), 0xAA, size);
}

static void count_and_free(void *user, void *memory) {
    counter *c = user;
    assert_non_null(memory);
    c->blocks--;
    free(memory);
}

static counter all = {.left = -1};

static void work(void) {
    arena *a = base_arena_create();
    for (int i = 0; i < 100; i++) {
        char *text = base_arena_alloc(a, 10000);
        for (size_t k = 0; k < 10000; k++)
            assert_int_equal(text[k], 0);
        memset(text, 1, 10000);
    }
    char *large = base_arena_alloc(a, 1 << 20);
    assert_int_equal(large[1 << 19], 0);
    enum { WIDE = 1 << 17, WIDER = 3 << 17 };
    char *wide = base_arena_grow(a, NULL, 0, WIDE);
    wide[WIDE - 1] = 2;
    wide = base_arena_grow(a, wide, WIDE, WIDER);
    assert_int_equal(wide[WIDE - 1], 2);
    assert_int_equal(wide[WIDE] + wide[WIDER - 1], 0);
    base_arena_destroy(a);
}

static void all_memory_is_the_hosts(void **state) {
    (void)state;
    assert_true(base_memory_choose(&(base_allocator){count_and_allocate, count_and_free, &all}));
    work();
    assert_true(all.given > 5);
    assert_int_equal(all.blocks, 0);
    assert_false(base_memory_choose(&(base_allocator){0}));
}

static base_outcome work_with(long left) {
    base_outcome outcome;
    all.left = left;
    BASE_CALL(outcome, true, work());
    return outcome;
}

static void every_failure_ends_the_call_without_a_leak(void **state) {
    (void)state;
    const long most = all.given;
    long failures = 0;
    for (long n = 0; n <= most; n++) {
        failures += work_with(n) == BASE_NO_MEMORY;
        assert_int_equal(all.blocks, 0);
    }
    all.left = -1;
    assert_int_equal(failures, most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_memory_is_the_hosts),
        cmocka_unit_test(every_failure_ends_the_call_without_a_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
