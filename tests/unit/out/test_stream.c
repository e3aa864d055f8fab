/* The stream: everything arrives in order, in few pieces, and nothing more after a refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "out/stream.h"

typedef struct pail {
    size_t bytes, pieces, most; /* refuses the piece after `most` */
    unsigned sum;
} pail;

static bool pour(void *user, const char *data, size_t length) {
    pail *p = user;
    if (p->pieces == p->most)
        return false;
    p->pieces++;
    for (size_t i = 0; i < length; i++)
        p->sum = p->sum * 31 + (unsigned char)data[i];
    p->bytes += length;
    return true;
}

static void everything_arrives(void **state) {
    (void)state;
    arena *a = base_arena_create();
    pail p = {.most = 1000};
    out_stream s = out_stream_make(a, pour, &p);
    unsigned sum = 0;
    size_t bytes = 0;
    for (int i = 0; i < 50000; i++) {
        char line[32];
        base_strbuf_printf(&s.text, "%d\n", i);
        int length = snprintf(line, sizeof line, "%d\n", i);
        for (int k = 0; k < length; k++)
            sum = sum * 31 + (unsigned char)line[k];
        bytes += (size_t)length;
        assert_true(out_stream_pass(&s));
    }
    assert_true(out_stream_flush(&s));
    assert_int_equal(p.bytes, bytes);
    assert_int_equal(p.sum, sum);
    assert_in_range(p.pieces, 2, 10);
    assert_true(out_stream_flush(&s));
    assert_int_equal(p.bytes, bytes);
    base_arena_destroy(a);
}

static void nothing_follows_a_refusal(void **state) {
    (void)state;
    arena *a = base_arena_create();
    pail p = {.most = 1};
    out_stream s = out_stream_make(a, pour, &p);
    base_strbuf_add(&s.text, "one");
    assert_true(out_stream_flush(&s));
    base_strbuf_add(&s.text, "two");
    assert_false(out_stream_flush(&s));
    p.most = 10;
    base_strbuf_add(&s.text, "three");
    assert_false(out_stream_flush(&s));
    assert_int_equal(p.bytes, 3);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives),
        cmocka_unit_test(nothing_follows_a_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
