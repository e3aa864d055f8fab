/* What a command of the library writes of a model from text. */
#ifndef LGR_TESTS_OUT_PUBLIC_H
#define LGR_TESTS_OUT_PUBLIC_H

#include "lagrangia/lagrangia.h"
#include "out/support.h"

typedef struct written {
    arena *memory;
    strbuf all;
    lgr_model *model;
} written;

static inline written written_begin(const char *text) {
    written w = {.memory = base_arena_create(), .model = lgr_model_parse("test.lgr", text, strlen(text), NULL, 0)};
    w.all = base_strbuf_make(w.memory);
    if (lgr_model_status(w.model) != LGR_STATUS_OK)
        fail_msg("%s", lgr_model_finding_text(w.model, 0, false));
    return w;
}

static inline void written_end(written *w) {
    lgr_model_destroy(w->model);
    base_arena_destroy(w->memory);
}

static inline written written_check(const char *text, const char *format, int width) {
    written w = written_begin(text);
    assert_int_equal(lgr_model_check(w.model, format, false, width, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

static inline written written_analysis(const char *text, const char *format) {
    written w = written_begin(text);
    assert_int_equal(lgr_model_analyze(w.model, format, false, 0, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

/* In a form, NULL for the usual one; with every step on request. */
static inline written written_equations(const char *text, const char *form, bool steps, const char *format) {
    written w = written_begin(text);
    lgr_derive_options o;
    lgr_derive_options_init(&o, sizeof o);
    if (form)
        o.form = form;
    o.steps = steps;
    assert_int_equal(lgr_model_derive(w.model, &o, format, false, 0, shown_take, &w.all), LGR_STATUS_OK);
    return w;
}

#define WRITTEN_TEXT(w) base_strbuf_text(&(w).all)

#endif
