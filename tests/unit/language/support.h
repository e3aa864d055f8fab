/* Questions about a short text, in which a '|' marks the place. */
#ifndef LGR_TESTS_LANGUAGE_SUPPORT_H
#define LGR_TESTS_LANGUAGE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lagrangia/lagrangia.h"
#include "language/language.h"

typedef struct reply {
    char *text;
    size_t length;
} reply;

static inline bool gather(void *user, const char *data, size_t length) {
    reply *r = user;
    r->text = realloc(r->text, r->length + length + 1);
    assert_non_null(r->text);
    memcpy(r->text + r->length, data, length);
    r->length += length;
    r->text[r->length] = '\0';
    return true;
}

/* The caller frees it. Without a mark the place is the beginning. */
static inline char *ask_named(const char *marked, const char *what, const char *argument) {
    size_t length = strlen(marked), mark = strcspn(marked, "|");
    int line = 0, character = 0;
    char *text = malloc(length + 1);
    assert_non_null(text);
    memcpy(text, marked, mark);
    memcpy(text + mark, marked + mark + (mark < length), length - mark + (mark == length));
    for (size_t i = 0; i < mark && mark < length; i++) {
        line += text[i] == '\n';
        character = text[i] == '\n' ? 0 : character + ((text[i] & 0xC0) != 0x80);
    }
    lgr_model *model = lgr_model_parse("test.lgr", text, strlen(text), NULL, 0);
    reply r = {0};
    assert_int_equal(lgr_model_ask(model, what, line, character, argument, gather, &r), LGR_STATUS_OK);
    lgr_model_destroy(model);
    free(text);
    return r.text;
}

static inline char *ask(const char *marked, const char *what) {
    return ask_named(marked, what, NULL);
}

/* What the answer must have and must not have; NULL: nothing to ask. */
typedef struct expectation {
    const char *marked, *has, *lacks;
} expectation;

static inline void check_answers(const char *what, const expectation *all, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *answer = ask(all[i].marked, what);
        if (all[i].has && !strstr(answer, all[i].has))
            fail_msg("%s of\n%s\nlacks %s\n%s", what, all[i].marked, all[i].has, answer);
        if (all[i].lacks && strstr(answer, all[i].lacks))
            fail_msg("%s of\n%s\nhas %s\n%s", what, all[i].marked, all[i].lacks, answer);
        free(answer);
    }
}
#define CHECK_ANSWERS(what, list) check_answers(what, list, sizeof(list) / sizeof *(list))

#endif
