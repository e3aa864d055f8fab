/* Memory of the system: pieces beside each other, given back in any order, by several threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"

enum { PIECES = 200, MOST = 40000 }; /* more than a large page holds */

static size_t size_of(unsigned k) {
    return 1 + k * 7919u % MOST;
}

static bool is_all(const unsigned char *p, size_t size, unsigned char what) {
    for (size_t i = 0; i < size; i++)
        if (p[i] != what)
            return false;
    return true;
}

/* Takes pieces, every other one cleared, which are full of something afterwards. */
static void take(unsigned char **at, unsigned first) {
    for (unsigned k = first; k < PIECES; k += first + 1) {
        const bool cleared = k % 2;
        at[k] = base_memory_get(size_of(k), cleared);
        assert_int_equal((uintptr_t)at[k] % _Alignof(max_align_t), 0);
        if (cleared)
            assert_true(is_all(at[k], size_of(k), 0));
        memset(at[k], (int)k + 1, size_of(k));
    }
}

static void release(unsigned char *at, unsigned k) {
    assert_true(is_all(at, size_of(k), (unsigned char)(k + 1)));
    base_memory_release(at);
}

static void work(void) {
    unsigned char *at[PIECES];
    take(at, 0);
    for (unsigned k = 1; k < PIECES; k += 2)
        release(at[k], k);
    take(at, 1);
    for (unsigned k = PIECES; k-- > 0;)
        release(at[k], k);
}

static void pieces_keep_what_is_in_them(void **state) {
    (void)state;
    for (int round = 0; round < 3; round++)
        work();
}

static void what_is_widened_keeps_its_bytes(void **state) {
    (void)state;
    unsigned char *a = base_memory_get(1000, false), *b = base_memory_get(1000, false);
    memset(a, 1, 1000);
    memset(b, 2, 1000);
    a = base_memory_resize(a, 1000, 5000000);
    memset(a + 1000, 3, 5000000 - 1000);
    a = base_memory_resize(a, 5000000, 6000000);
    assert_true(is_all(a, 1000, 1));
    assert_true(is_all(a + 1000, 5000000 - 1000, 3));
    assert_true(is_all(b, 1000, 2));
    base_memory_release(b);
    base_memory_release(a);
}

/* What was taken last and is given back is taken next, also where something before it was given back first. Sanitizers
   keep what was given back for a while. */
static void room_is_used_again(void **state) {
    (void)state;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
    void *first = base_memory_get(100, false), *second = base_memory_get(100, false);
    base_memory_release(first);
    base_memory_release(second);
    for (int i = 0; i < 100000; i++) {
        void *again = base_memory_get(100, false);
        assert_ptr_equal(again, first);
        base_memory_release(again);
    }
#endif
}

static void *work_aside(void *unused) {
    for (int round = 0; round < 20; round++)
        work();
    return unused;
}

static void threads_have_pieces_of_their_own(void **state) {
    (void)state;
    pthread_t threads[4];
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_aside, NULL), 0);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_is_used_again),
        cmocka_unit_test(pieces_keep_what_is_in_them),
        cmocka_unit_test(what_is_widened_keeps_its_bytes),
        cmocka_unit_test(threads_have_pieces_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
