/* A fit as a JSON object. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/writers.h"

static void begin_item(strbuf *s, bool *first) {
    base_strbuf_add(s, *first ? "\n    " : ",\n    ");
    *first = false;
}

static void add_unknown(const out_unknown *u, strbuf *s, bool *outer) {
    bool first = true;
    begin_item(s, outer);
    base_strbuf_add(s, "{");
    out_json_text(s, "name", u->name, &first);
    out_json_text(s, "unit", u->unit, &first);
    out_json_number(s, "value", u->value, &first);
    out_json_number(s, "error", u->error, &first);
    out_json_number(s, "low", u->low, &first);
    out_json_number(s, "high", u->high, &first);
    out_json_number(s, "before", u->present, &first);
    out_json_number(s, "least", u->least, &first);
    out_json_number(s, "most", u->most, &first);
    out_json_text(s, "state", u->state, &first);
    base_strbuf_add(s, "}");
}

static void add_numbers(strbuf *s, const double *x, size_t count) {
    base_strbuf_add(s, "[");
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_number(s, x[i]);
    }
    base_strbuf_add(s, "]");
}

static void add_tie(const out_fit *f, size_t i, strbuf *s, bool *outer) {
    bool first = true;
    begin_item(s, outer);
    base_strbuf_add(s, "{");
    for (size_t k = 0; k < f->unknown_count; k++)
        if (f->ties[i][k] != 0)
            out_json_number(s, f->unknowns[k].name, f->ties[i][k], &first);
    base_strbuf_add(s, "}");
}

static void add_residual(const out_residuals *r, strbuf *s, bool *outer) {
    bool first = true;
    begin_item(s, outer);
    base_strbuf_add(s, "{");
    out_json_text(s, "quantity", r->quantity, &first);
    out_json_text(s, "unit", r->unit, &first);
    out_json_count(s, "values", (long)r->count, &first);
    out_json_number(s, "spread", r->spread, &first);
    base_strbuf_add(s, "}");
}

static void add_series(const out_measured *m, strbuf *s, bool *outer) {
    bool first = true;
    begin_item(s, outer);
    base_strbuf_add(s, "{");
    out_json_text(s, "data", m->data, &first);
    out_json_text(s, "quantity", m->quantity, &first);
    out_json_text(s, "column", m->column, &first);
    out_json_text(s, "unit", m->unit, &first);
    out_json_key(s, "t", &first);
    add_numbers(s, m->t, m->count);
    out_json_key(s, "measured", &first);
    add_numbers(s, m->measured, m->count);
    out_json_key(s, "model", &first);
    add_numbers(s, m->model, m->count);
    base_strbuf_add(s, "}");
}

static void add_lists(const out_fit *f, strbuf *s) {
    bool outer = true;
    base_strbuf_add(s, ",\n  \"unknowns\": [");
    for (size_t i = 0; i < f->unknown_count; i++)
        add_unknown(&f->unknowns[i], s, &outer);
    base_strbuf_add(s, "\n  ],\n  \"correlations\": [");
    for (size_t i = 0; i < f->unknown_count; i++) {
        base_strbuf_add(s, i ? ",\n    " : "\n    ");
        add_numbers(s, f->correlations + i * f->unknown_count, f->unknown_count);
    }
    base_strbuf_add(s, "\n  ],\n  \"undetermined\": [");
    outer = true;
    for (size_t i = 0; i < f->tie_count; i++)
        add_tie(f, i, s, &outer);
    base_strbuf_add(s, f->tie_count ? "\n  ],\n  \"residuals\": [" : "],\n  \"residuals\": [");
    outer = true;
    for (size_t i = 0; i < f->residual_count; i++)
        add_residual(&f->residuals[i], s, &outer);
    base_strbuf_add(s, "\n  ]");
}

static void add_remarks(const out_fit *f, strbuf *s) {
    const char *text;
    base_strbuf_add(s, ",\n  \"remarks\": [");
    for (size_t i = 0; (text = out_fit_remark(f, i, s->memory)) != NULL; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_json_string(s, text);
    }
    base_strbuf_add(s, "]");
}

static void add_work(const out_fit *f, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"work\": {");
    out_json_count(s, "searches", f->searches, &first);
    out_json_count(s, "agreeing", f->agreeing, &first);
    out_json_count(s, "steps", f->steps, &first);
    out_json_count(s, "runs", f->runs, &first);
    out_json_text(s, "slopes", f->by_differences ? "differences" : "through events", &first);
    if (f->by_differences)
        out_json_text(s, "slopes_why", f->by_differences, &first);
    out_json_number(s, "seconds", f->seconds, &first);
    base_strbuf_add(s, "}\n}\n");
}

static void write(const out_fit *f, bool series, out_stream *out) {
    strbuf *s = &out->text;
    bool first = true, outer = true;
    if (f->trouble) {
        out_json_trouble("fit", f->trouble, s);
        return;
    }
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", f->page.version, &first);
    out_json_text(s, "model", f->m->name ? f->m->name : "", &first);
    out_json_count(s, "values", (long)f->values, &first);
    out_json_count(s, "freedom", (long)f->freedom, &first);
    out_json_text(s, "loss", f->loss, &first);
    out_json_key(s, "interrupted", &first);
    base_strbuf_add(s, f->interrupted ? "true" : "false");
    out_json_number(s, "succession", f->succession, &first);
    out_json_count(s, "outside", (long)f->outside, &first);
    out_json_count(s, "outliers", (long)f->outliers, &first);
    add_lists(f, s);
    if (series) {
        base_strbuf_add(s, ",\n  \"series\": [");
        for (size_t i = 0; i < f->series_count; i++)
            add_series(&f->series[i], s, &outer);
        base_strbuf_add(s, "\n  ]");
    }
    add_remarks(f, s);
    add_work(f, s);
}

void out_fit_write_json(const out_fit *f, out_stream *out) {
    write(f, false, out);
}

void out_fit_write_json_series(const out_fit *f, out_stream *out) {
    write(f, true, out);
}
