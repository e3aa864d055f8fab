/* A page of text about a run, and what a section adds to it. */
#ifndef LGR_TESTS_OUT_TEXT_SECTION_H
#define LGR_TESTS_OUT_TEXT_SECTION_H

#include "out/support.h"
#include "out/text/sections.h"

static inline const char *section_of(const motion *x, const out_run *run, void (*add)(const text_page *)) {
    strbuf *s = ARENA_NEW(x->memory, strbuf);
    *s = base_strbuf_make(x->memory);
    const text_page p = {.run = run, .m = x->of.m, .r = x->result, .memory = x->memory, .out = s};
    add(&p);
    return base_strbuf_text(s);
}

#endif
