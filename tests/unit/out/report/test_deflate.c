/* Compression: what was packed comes back, and what repeats takes little room. */
#include "out/report/deflate.h"
#include "out/unpacking.h"

static size_t there_and_back(const unsigned char *data, size_t length) {
    arena *a = base_arena_create();
    strbuf packed = base_strbuf_make(a);
    out_report_deflate(&packed, data, length);
    strbuf again = unpack_stream((const unsigned char *)packed.text, packed.len, a);
    assert_int_equal(again.len, length);
    if (length)
        assert_memory_equal(again.text, data, length);
    size_t size = packed.len;
    base_arena_destroy(a);
    return size;
}

static void short_ones(void **state) {
    (void)state;
    there_and_back((const unsigned char *)"", 0);
    there_and_back((const unsigned char *)"a", 1);
    there_and_back((const unsigned char *)"aaa", 3);
    there_and_back((const unsigned char *)"abcabcabcabcabc", 15);
}

/* One byte over and over, a text that repeats farther back than the window, chance. */
static void long_ones(void **state) {
    (void)state;
    enum { LENGTH = 200000, PERIOD = 40000 };
    arena *a = base_arena_create();
    unsigned char *data = ARENA_ARRAY(a, unsigned char, LENGTH);
    assert_true(there_and_back(data, LENGTH) < 500);
    bench dice = {.dice = 88172645463325252u};
    for (int i = 0; i < LENGTH; i++)
        data[i] = (unsigned char)(i < PERIOD ? 128 + 127 * bench_random(&dice) : data[i - PERIOD]);
    size_t far = there_and_back(data, LENGTH);
    assert_true(far > 0.99 * LENGTH && far < 1.01 * LENGTH);
    for (int i = 0; i < LENGTH; i++)
        data[i] = (unsigned char)("the quick brown fox "[i % 20] + (bench_random(&dice) > 0.9));
    assert_true(there_and_back(data, LENGTH) < 0.5 * LENGTH);
    base_arena_destroy(a);
}

/* Weights that double each time would need codes of more bits than there may be. */
static void lopsided_ones(void **state) {
    (void)state;
    arena *a = base_arena_create();
    strbuf s = base_strbuf_make(a);
    size_t before = 1, now = 1;
    for (int k = 0; k < 22; k++) {
        for (size_t i = 0; i < now; i++)
            base_strbuf_add_bytes(&s, &(char){(char)(k * 11)}, 1);
        size_t next = now + before;
        before = now;
        now = next;
    }
    bench dice = {.dice = 1};
    for (size_t i = s.len - 1; i > 0; i--) { /* no repetitions */
        size_t k = (size_t)((bench_random(&dice) + 1) / 2 * (double)i);
        char keep = s.text[i];
        s.text[i] = s.text[k];
        s.text[k] = keep;
    }
    there_and_back((const unsigned char *)s.text, s.len);
    base_arena_destroy(a);
}

/* Every short length: what ends in the middle of a repetition, of a byte and of a block of three. */
static void all_lengths(void **state) {
    (void)state;
    unsigned char data[700];
    for (int period = 1; period < 40; period = 2 * period + 1) {
        for (int i = 0; i < 700; i++)
            data[i] = (unsigned char)(i % period * 37);
        for (size_t length = 0; length < 700; length += length < 20 || (length > 250 && length < 270) ? 1 : 29)
            there_and_back(data, length);
    }
}

/* All bytes are there, each as often as the others, and nothing repeats: the codes are of equal lengths. */
static void every_byte_once(void **state) {
    (void)state;
    unsigned char data[256];
    for (int i = 0; i < 256; i++)
        data[i] = (unsigned char)(i * 167); /* odd: each comes once */
    assert_in_range(there_and_back(data, sizeof data), 256, 256 + 100);
}

/* A passage comes back after so many bytes of chance: within the window it is a reference, beyond it is not. */
static void references_end_with_the_window(void **state) {
    (void)state;
    enum { PASSAGE = 2000 };
    static const int back[] = {PASSAGE, 20000, 32767, 32769, 34000};
    arena *a = base_arena_create();
    for (int k = 0; k < 5; k++) {
        size_t length = (size_t)back[k] + PASSAGE;
        unsigned char *data = ARENA_ARRAY(a, unsigned char, length);
        bench dice = {.dice = 4101842887655102017u};
        for (size_t i = 0; i < length; i++)
            data[i] =
                (unsigned char)(i < (size_t)back[k] ? 128 + 127 * bench_random(&dice) : data[i - (size_t)back[k]]);
        size_t size = there_and_back(data, length);
        if (back[k] < 32768)
            assert_true(size < length - PASSAGE + PASSAGE / 4 + 300);
        else
            assert_true(size > length - PASSAGE / 4);
    }
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_ones),      cmocka_unit_test(long_ones),
        cmocka_unit_test(lopsided_ones),   cmocka_unit_test(all_lengths),
        cmocka_unit_test(every_byte_once), cmocka_unit_test(references_end_with_the_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
