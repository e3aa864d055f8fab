/* Escaping: what texts become, and that no text can do harm. */
#ifndef LGR_TESTS_OUT_WORDS_ESCAPING_H
#define LGR_TESTS_OUT_WORDS_ESCAPING_H

#include "out/reading.h"

typedef void escaping(strbuf *out, const char *text);

static inline void escaping_check(escaping *add, const char *const cases[][2], size_t count) {
    arena *a = base_arena_create();
    for (size_t k = 0; k < count; k++) {
        strbuf s = base_strbuf_make(a);
        add(&s, cases[k][0]);
        assert_string_equal(base_strbuf_text(&s), cases[k][1]);
    }
    base_arena_destroy(a);
}

/* Every byte, alone and between others, leaves a text in which nothing is open: `check` fails otherwise. */
static inline void escaping_check_all_bytes(escaping *add, void (*check)(const char *)) {
    arena *a = base_arena_create();
    for (int first = 1; first < 256; first++)
        for (int second = 1; second < 256; second += 1 + second % 7) {
            const char text[] = {(char)first, (char)second, 'a', (char)first, '\0'};
            strbuf s = base_strbuf_make(a);
            add(&s, text);
            check(base_strbuf_text(&s));
        }
    base_arena_destroy(a);
}

#endif
