/* The page of a study: its designs as words for the script, and the motion of one of them. */
#include <math.h>

#include "out/json/json.h"
#include "out/report/viewer_page.h"
#include "out/report/writers.h"
#include "out/study/writers.h"

/* As many digits as the page shows, and some. */
static void add_number(strbuf *s, double x) {
    if (isfinite(x))
        base_strbuf_printf(s, "%.7g", x);
    else
        base_strbuf_add(s, "null");
}

static void add_column(const out_designs *d, const char *name, const char *unit, const char *label, bool report,
                       const double *values, size_t stride, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, "{");
    out_json_text(s, "name", name, &first);
    out_json_text(s, "unit", unit, &first);
    out_json_text(s, "label", label ? label : "", &first);
    base_strbuf_printf(s, ", \"report\": %s, \"values\": [", report ? "true" : "false");
    for (size_t i = 0; i < d->count; i++) {
        base_strbuf_add(s, i ? "," : "");
        add_number(s, values[i * stride]);
    }
    base_strbuf_add(s, "]}");
}

static void add_columns(const out_designs *d, strbuf *s) {
    base_strbuf_add(s, ", \"columns\": [");
    for (size_t i = 0; i < d->param_count; i++) {
        const model_param *p = &d->m->params[d->params[i]];
        base_strbuf_add(s, i ? ",\n" : "\n");
        add_column(d, p->name, model_shown_unit(d->m, p->shown, p->dim, s->memory), p->label, false, d->x + i,
                   d->param_count, s);
    }
    for (size_t i = 0; i < d->m->report_count; i++) {
        const model_report *r = &d->m->reports[i];
        base_strbuf_add(s, d->param_count + i ? ",\n" : "\n");
        add_column(d, r->name, model_shown_unit(d->m, r->shown, r->dim, s->memory), r->label, true, d->reports + i,
                   d->m->report_count, s);
    }
    base_strbuf_add(s, "]");
}

static void add_marks(const out_designs *d, strbuf *s) {
    bool first = false;
    base_strbuf_add(s, ", \"kept\": [");
    for (size_t i = 0; d->kept && i < d->count; i++)
        base_strbuf_add(s, i ? (d->kept[i] ? ",1" : ",0") : (d->kept[i] ? "1" : "0"));
    base_strbuf_add(s, "], \"front\": [");
    for (size_t i = 0; i < d->front_count; i++)
        base_strbuf_printf(s, "%s%zu", i ? "," : "", d->front[i]);
    base_strbuf_add(s, "]");
    out_json_texts(s, "limits", d->limits, d->limit_count, &first);
    if (d->drawn < d->count)
        out_json_count(s, "drawn", (long)d->drawn, &first);
}

static void add_words(const out_designs *d, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, "{");
    out_json_text(s, "lagrangia", d->page.version, &first);
    out_json_text(s, "model", d->m->name ? d->m->name : "", &first);
    out_json_text(s, "title", d->m->title ? d->m->title : "", &first);
    out_json_text(s, "what", d->what, &first);
    out_json_count(s, "count", (long)d->count, &first);
    out_json_text(s, "goal", d->goal >= 0 ? d->m->reports[d->goal].name : "", &first);
    out_json_text(s, "other", d->other >= 0 ? d->m->reports[d->other].name : "", &first);
    base_strbuf_printf(s, ", \"minimize\": %s", d->minimize ? "true" : "false");
    add_columns(d, s);
    add_marks(d, s);
    base_strbuf_add(s, "}");
}

void out_designs_write_html(const out_designs *d, out_stream *out) {
    strbuf words = base_strbuf_make(out->text.memory);
    const char *rest = out_report_pass_place(out_designs_page, "id=\"lagrangia-data\">", &out->text);
    if (!rest)
        return;
    if (!d->run || !out_run_add_data(d->run, &out->text))
        base_strbuf_add(&out->text, "{}");
    rest = out_report_pass_place(rest, "id=\"lagrangia-designs\">", &out->text);
    add_words(d, &words);
    out_report_pack_words(&words, &out->text);
    base_strbuf_add(&out->text, rest);
}
