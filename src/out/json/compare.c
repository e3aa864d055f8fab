/* Runs side by side as a JSON object. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/writers.h"

static void add_number(strbuf *s, double x) {
    if (isfinite(x))
        base_strbuf_add_number(s, x);
    else
        base_strbuf_add(s, "null");
}

static void add_rows(const out_compare *c, const char *key, const compare_rows *rows, strbuf *s) {
    base_strbuf_printf(s, ",\n  \"%s\": [", key);
    for (size_t i = 0; i < rows->count; i++) {
        const compare_row *r = &rows->at[i];
        bool first = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_text(s, "name", r->name, &first);
        out_json_text(s, "label", r->label, &first);
        out_json_text(s, "unit", r->unit, &first);
        base_strbuf_add(s, ", \"values\": [");
        for (size_t k = 0; k < c->count; k++) {
            base_strbuf_add(s, k ? ", " : "");
            add_number(s, r->values[k]);
        }
        base_strbuf_add(s, "], \"differences\": [");
        for (size_t k = 0; k < c->count; k++) {
            base_strbuf_add(s, k ? ", " : "");
            add_number(s, out_compare_difference(r, k));
        }
        base_strbuf_add(s, "]}");
    }
    base_strbuf_add(s, rows->count ? "\n  ]" : "]");
}

void out_compare_write_json(const out_compare *c, out_stream *out) {
    strbuf *s = &out->text;
    bool first = true;
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", c->page.version, &first);
    base_strbuf_add(s, ",\n  \"runs\": [");
    for (size_t k = 0; k < c->count; k++) {
        first = true;
        base_strbuf_add(s, k ? ", {" : "{");
        out_json_text(s, "name", c->runs[k].name, &first);
        out_json_text(s, "model", c->runs[k].run.m->name ? c->runs[k].run.m->name : "", &first);
        out_json_text(s, "end", out_compare_end(&c->runs[k], s->memory), &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
    const compare_rows parameters = out_compare_parameters(c, s->memory), reports = out_compare_reports(c, s->memory);
    add_rows(c, "parameters", &parameters, s);
    add_rows(c, "reports", &reports, s);
    base_strbuf_add(s, "\n}\n");
}
