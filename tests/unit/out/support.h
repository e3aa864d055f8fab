/* What the tests of writers share: a run of a model from text, and what writers make of it. */
#ifndef LGR_TESTS_OUT_SUPPORT_H
#define LGR_TESTS_OUT_SUPPORT_H

#include "out/out.h"
#include "out/stream.h"
#include "sim/support.h"

/* Finished, with frames. */
static inline motion shown_run(const char *text) {
    sim_options o = sim_options_default();
    o.keep_frames = true;
    motion x = motion_try_with(text, o);
    if (!x.result->start_failed)
        motion_finish(&x);
    return x;
}

static inline bool shown_take(void *user, const char *data, size_t length) {
    base_strbuf_add_bytes(user, data, length);
    return true;
}

/* Everything about a run that a writer may be given. */
static inline out_run shown_of(const motion *x) {
    return (out_run){
        .m = x->of.m, .findings = x->of.findings, .result = x->result, .seconds = 0.25, .page = {.version = "1.2.3"}};
}

/* In the run's memory. */
static inline const char *shown_as(const motion *x, const out_run *run, void (*write)(const out_run *, out_stream *)) {
    strbuf *all = ARENA_NEW(x->memory, strbuf);
    *all = base_strbuf_make(x->memory);
    out_stream out = out_stream_make(x->memory, shown_take, all);
    write(run, &out);
    assert_true(out_stream_flush(&out));
    return base_strbuf_text(all);
}

static inline const char *shown_plainly(const motion *x, void (*write)(const out_run *, out_stream *)) {
    const out_run run = shown_of(x);
    return shown_as(x, &run, write);
}

static inline size_t shown_count(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

#define assert_says(text, part) check_says((text), (part), true, __FILE__, __LINE__)
#define assert_says_not(text, part) check_says((text), (part), false, __FILE__, __LINE__)

static inline void check_says(const char *text, const char *part, bool want, const char *file, int line) {
    if ((strstr(text, part) != NULL) == want)
        return;
    print_error("'%s' is %s:\n%s\n", part, want ? "missing" : "there", text);
    _fail(file, line);
}

#endif
