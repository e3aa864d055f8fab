/* What the tests of the public interface share: models from literal texts, and a place where output gathers. */
#ifndef LGR_TESTS_API_SUPPORT_H
#define LGR_TESTS_API_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lagrangia/lagrangia.h"

typedef struct output {
    char *text;
    size_t length;
    bool refuse;
} output;

static inline bool gather(void *user, const char *data, size_t length) {
    output *o = user;
    if (o->refuse)
        return false;
    char *more = realloc(o->text, o->length + length + 1);
    assert_non_null(more);
    memcpy(more + o->length, data, length);
    o->text = more;
    o->length += length;
    more[o->length] = '\0';
    return true;
}

static inline void clear(output *o) {
    free(o->text);
    *o = (output){0};
}

/* Within a tolerance, relative to the value wanted or absolute if that is below 1. */
static inline void assert_close(double have, double want, double tolerance) {
    if (!(fabs(have - want) <= tolerance * fmax(1, fabs(want))))
        fail_msg("%.17g instead of %.17g", have, want);
}

static inline lgr_model *parse(const char *text) {
    return lgr_model_parse("test.lgr", text, strlen(text), NULL, 0);
}

#endif
