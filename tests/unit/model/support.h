/* What the tests of models share: a model from text, its findings and the places at which they stand. */
#ifndef LGR_TEST_MODEL_SUPPORT_H
#define LGR_TEST_MODEL_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "syntax/parser.h"

typedef struct read_text {
    arena *memory;
    diag *findings;
    model *m;
} read_text;

static inline read_text text_read(const char *file, const char *text, const model_override *overrides, size_t count) {
    read_text r = {.memory = base_arena_create()};
    r.findings = diag_create(r.memory, (diag_source){.name = file, .text = text, .length = strlen(text)});
    intern *names = base_intern_create(r.memory);
    syn_tree tree = syntax_parse(r.memory, names, r.findings);
    r.m = model_build(r.memory, names, r.findings, tree, overrides, count);
    return r;
}

static inline void text_drop(read_text *r) {
    model_dispose(r->m);
    base_arena_destroy(r->memory);
}

static inline void text_print_findings(const read_text *r) {
    for (size_t i = 0; i < diag_count(r->findings); i++) {
        strbuf s = base_strbuf_make(r->memory);
        diag_render(r->findings, diag_at(r->findings, i), false, &s);
        print_message("%s\n", base_strbuf_text(&s));
    }
}

/* The model without findings. */
static inline read_text text_accept(const char *text) {
    read_text r = text_read("test.lgr", text, NULL, 0);
    text_print_findings(&r);
    assert_int_equal(diag_count(r.findings), 0);
    return r;
}

/* Exactly one finding: this code, at exactly this piece of the text, with this in its message. */
static inline void text_refuse(const char *file, const char *text, diag_code code, const char *place,
                               const char *message) {
    read_text r = text_read(file, text, NULL, 0);
    bool as_wanted = diag_count(r.findings) == 1;
    if (as_wanted) {
        const finding *f = diag_at(r.findings, 0);
        size_t length = f->at.end - f->at.begin;
        as_wanted = f->code == code && strstr(f->message, message) && length == strlen(place) &&
                    !strncmp(text + f->at.begin, place, length);
    }
    if (!as_wanted) {
        text_print_findings(&r);
        fail_msg("wanted %s at '%s', saying '%s'", diag_code_name(code), place, message);
    }
    text_drop(&r);
}

#endif
