/* The arena: alignment, zeroing, growth in place and by moving, marks across blocks, its text functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static void assert_all(const unsigned char *bytes, size_t count, int value) {
    for (size_t i = 0; i < count; i++)
        assert_int_equal(bytes[i], value);
}

static void test_pieces_are_aligned_zeroed_and_apart(void **state) {
    unsigned char *before = NULL;
    size_t before_size = 0;
    for (size_t size = 0; size < 300; size++) {
        unsigned char *piece = base_arena_alloc(*state, size);
        assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
        assert_all(piece, size, 0);
        memset(piece, 0xAB, size);
        if (before != NULL)
            assert_all(before, before_size, 0xAB);
        assert_ptr_not_equal(piece, before);
        before = piece;
        before_size = size;
    }
}

static void test_piece_larger_than_any_block(void **state) {
    size_t size = (size_t)5 << 20;
    unsigned char *small = base_arena_alloc(*state, 10);
    memset(small, 7, 10);
    unsigned char *large = base_arena_alloc(*state, size);
    assert_all(large, size, 0);
    memset(large, 9, size);
    unsigned char *after = base_arena_alloc(*state, 10);
    memset(after, 8, 10);
    assert_all(small, 10, 7);
    assert_all(large, size, 9);
}

static void test_grow_extends_the_last_piece_in_place(void **state) {
    unsigned char *piece = base_arena_alloc(*state, 10);
    memset(piece, 5, 10);
    assert_ptr_equal(base_arena_grow(*state, piece, 10, 1000), piece);
    assert_all(piece, 10, 5);
    assert_all(piece + 10, 990, 0);
    unsigned char *next = base_arena_alloc(*state, 1);
    assert_true(next >= piece + 1000);
}

static void test_grow_moves_a_piece_that_is_not_last(void **state) {
    unsigned char *piece = base_arena_alloc(*state, 16);
    memset(piece, 5, 16);
    unsigned char *neighbour = base_arena_alloc(*state, 16);
    memset(neighbour, 6, 16);
    unsigned char *moved = base_arena_grow(*state, piece, 16, 64);
    assert_ptr_not_equal(moved, piece);
    assert_all(moved, 16, 5);
    assert_all(moved + 16, 48, 0);
    assert_all(neighbour, 16, 6);
}

static void test_grow_moves_the_last_piece_into_the_next_block(void **state) {
    size_t size = 16;
    unsigned char *piece = base_arena_alloc(*state, size);
    memset(piece, 5, size);
    while (size < (size_t)1 << 20) {
        piece = base_arena_grow(*state, piece, size, 2 * size);
        assert_all(piece, size, 5);
        assert_all(piece + size, size, 0);
        size *= 2;
        memset(piece, 5, size);
    }
}

static void test_grow_from_nothing_and_to_less(void **state) {
    unsigned char *piece = base_arena_grow(*state, NULL, 0, 20);
    assert_non_null(piece);
    memset(piece, 3, 20);
    assert_ptr_equal(base_arena_grow(*state, piece, 20, 5), piece);
    assert_all(piece, 20, 3);
}

static void test_release_gives_the_same_memory_again_zeroed(void **state) {
    unsigned char *kept = base_arena_alloc(*state, 32);
    memset(kept, 1, 32);
    arena_mark mark = base_arena_get_mark(*state);
    unsigned char *first = base_arena_alloc(*state, 100);
    memset(first, 2, 100);
    base_arena_release(*state, mark);
    unsigned char *again = base_arena_alloc(*state, 100);
    assert_ptr_equal(again, first);
    assert_all(again, 100, 0);
    assert_all(kept, 32, 1);
}

/* What was written to raw memory is not taken for cleared later. */
static void test_raw_memory_is_cleared_for_the_next(void **state) {
    for (size_t size = 1; size <= (size_t)1 << 19; size *= 8) {
        arena_mark mark = base_arena_get_mark(*state);
        unsigned char *raw = base_arena_alloc_raw(*state, size);
        assert_int_equal((uintptr_t)raw % _Alignof(max_align_t), 0);
        memset(raw, 0xEE, size);
        unsigned char *next = base_arena_alloc(*state, 40);
        assert_all(next, 40, 0);
        assert_all(raw, size, 0xEE);
        base_arena_release(*state, mark);
        unsigned char *again = base_arena_alloc(*state, size);
        assert_ptr_equal(again, raw);
        assert_all(again, size, 0);
        base_arena_release(*state, mark);
    }
}

static void test_release_across_blocks_reuses_them(void **state) {
    unsigned char *kept = base_arena_alloc(*state, 32);
    memset(kept, 1, 32);
    arena_mark outer = base_arena_get_mark(*state);
    unsigned char *pieces[200];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 200; i++) {
            unsigned char *piece = base_arena_alloc(*state, 1000);
            assert_all(piece, 1000, 0);
            memset(piece, 0xCD, 1000);
            if (round > 0)
                assert_ptr_equal(piece, pieces[i]);
            pieces[i] = piece;
        }
        base_arena_release(*state, outer);
    }
    assert_all(kept, 32, 1);
}

static void test_marks_nest(void **state) {
    arena_mark outer = base_arena_get_mark(*state);
    unsigned char *first = base_arena_alloc(*state, 3000);
    memset(first, 1, 3000);
    arena_mark inner = base_arena_get_mark(*state);
    unsigned char *second = base_arena_alloc(*state, 9000);
    base_arena_release(*state, inner);
    assert_all(first, 3000, 1);
    assert_ptr_equal(base_arena_alloc(*state, 9000), second);
    base_arena_release(*state, outer);
    assert_ptr_equal(base_arena_alloc(*state, 3000), first);
}

static void test_spare_block_that_is_too_small_is_replaced(void **state) {
    arena_mark mark = base_arena_get_mark(*state);
    base_arena_alloc(*state, 5000);
    base_arena_release(*state, mark);
    size_t size = (size_t)1 << 20;
    unsigned char *large = base_arena_alloc(*state, size);
    assert_all(large, size, 0);
    memset(large, 1, size);
    base_arena_release(*state, mark);
    assert_ptr_equal(base_arena_alloc(*state, size), large);
}

static void test_used_counts_what_was_handed_out(void **state) {
    size_t before = base_arena_used(*state);
    arena_mark mark = base_arena_get_mark(*state);
    void *piece = base_arena_alloc(*state, 100);
    base_arena_grow(*state, piece, 100, 150);
    assert_int_equal(base_arena_used(*state) - before, 150);
    base_arena_release(*state, mark);
    assert_int_equal(base_arena_used(*state) - before, 150);
}

/* Beyond 64 KiB a piece has its own memory: what is between such pieces stays, the new part is zero. */
static void test_large_pieces_grow_side_by_side(void **state) {
    enum { COUNT = 3 };
    unsigned char *piece[COUNT] = {NULL};
    size_t old = 0;
    for (size_t size = 1000; size < 1000000; old = size, size *= 3) {
        for (int k = 0; k < COUNT; k++) {
            piece[k] = base_arena_grow(*state, piece[k], old, size);
            assert_int_equal((uintptr_t)piece[k] % _Alignof(max_align_t), 0);
            assert_all(piece[k], old, k + 1);
            assert_all(piece[k] + old, size - old, 0);
            memset(piece[k], k + 1, size);
        }
    }
    base_arena_forget(*state, piece[1]);
    piece[0] = base_arena_grow_raw(*state, piece[0], old, 2 * old);
    assert_all(piece[0], old, 1);
    assert_all(piece[2], old, 3);
}

static void test_small_pieces_are_not_forgotten(void **state) {
    unsigned char *piece = base_arena_grow_raw(*state, NULL, 0, 100);
    memset(piece, 5, 100);
    base_arena_forget(*state, piece);
    base_arena_forget(*state, NULL);
    assert_all(piece, 100, 5);
}

static void test_release_gives_large_pieces_back(void **state) {
    enum { LARGE = 100000 };
    unsigned char *kept = base_arena_grow(*state, NULL, 0, LARGE);
    memset(kept, 1, LARGE);
    for (int round = 0; round < 3; round++) {
        const arena_mark mark = base_arena_get_mark(*state);
        unsigned char *first = base_arena_grow(*state, NULL, 0, LARGE), *second = base_arena_alloc(*state, 10);
        assert_all(first, LARGE, 0);
        assert_all(second, 10, 0);
        memset(base_arena_grow(*state, first, LARGE, 2 * LARGE), 2, 2 * LARGE);
        base_arena_release(*state, mark);
        assert_all(kept, LARGE, 1);
    }
}

static void test_copy_and_printf(void **state) {
    char *copy = base_arena_copy(*state, "pendulum", 4);
    assert_string_equal(copy, "pend");
    assert_string_equal(base_arena_copy(*state, NULL, 0), "");
    assert_string_equal(base_arena_printf(*state, "%s[%d]", "q", 12), "q[12]");
    char *wide = base_arena_printf(*state, "%5000d", 1);
    assert_int_equal(strlen(wide), 5000);
    assert_string_equal(copy, "pend");
}

static void test_array_and_new(void **state) {
    struct pair {
        int a;
        double b;
    } *pair = ARENA_NEW(*state, struct pair);
    assert_int_equal(pair->a, 0);
    assert_true(pair->b == 0.0);
    double *array = ARENA_ARRAY(*state, double, 100);
    for (int i = 0; i < 100; i++)
        assert_true(array[i] == 0.0);
}

static void test_destroy_of_nothing(void **state) {
    (void)state;
    base_arena_destroy(NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_pieces_are_aligned_zeroed_and_apart),
        CASE(test_piece_larger_than_any_block),
        CASE(test_grow_extends_the_last_piece_in_place),
        CASE(test_grow_moves_a_piece_that_is_not_last),
        CASE(test_grow_moves_the_last_piece_into_the_next_block),
        CASE(test_grow_from_nothing_and_to_less),
        CASE(test_release_gives_the_same_memory_again_zeroed),
        CASE(test_raw_memory_is_cleared_for_the_next),
        CASE(test_release_across_blocks_reuses_them),
        CASE(test_marks_nest),
        CASE(test_spare_block_that_is_too_small_is_replaced),
        CASE(test_used_counts_what_was_handed_out),
        CASE(test_large_pieces_grow_side_by_side),
        CASE(test_small_pieces_are_not_forgotten),
        CASE(test_release_gives_large_pieces_back),
        CASE(test_copy_and_printf),
        CASE(test_array_and_new),
        cmocka_unit_test(test_destroy_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
