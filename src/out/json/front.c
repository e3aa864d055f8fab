/* A front as a JSON object. */
#include "out/json/json.h"
#include "out/json/writers.h"

static void add_numbers(const out_front *f, const out_design *d, strbuf *s) {
    bool first = true;
    out_json_key(s, "parameters", &first);
    base_strbuf_add(s, "{");
    first = true;
    for (size_t i = 0; i < f->param_count; i++) {
        const model_param *p = &f->m->params[f->params[i]];
        out_json_number(s, p->name, model_shown_value(p->shown, d->x[i]), &first);
    }
    base_strbuf_add(s, "}");
    first = false;
    out_json_key(s, "report", &first);
    base_strbuf_add(s, "{");
    first = true;
    for (size_t i = 0; i < f->m->report_count; i++)
        out_json_number(s, f->m->reports[i].name, model_shown_value(f->m->reports[i].shown, d->reports[i]), &first);
    base_strbuf_add(s, "}");
}

static void add_goals(const out_front *f, strbuf *s) {
    base_strbuf_add(s, ",\n  \"goals\": [");
    for (size_t k = 0; k < f->goal_count; k++) {
        const model_report *r = &f->m->reports[f->goals[k].report];
        bool first = true;
        base_strbuf_add(s, k ? ", {" : "{");
        out_json_text(s, "goal", f->goals[k].minimize ? "minimize" : "maximize", &first);
        out_json_text(s, "of", r->name, &first);
        out_json_text(s, "unit", model_shown_unit(f->m, r->shown, r->dim, s->memory), &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "],\n  \"over\": [");
    for (size_t i = 0; i < f->param_count; i++) {
        const model_param *p = &f->m->params[f->params[i]];
        bool first = true;
        base_strbuf_add(s, i ? ", {" : "{");
        out_json_text(s, "name", p->name, &first);
        out_json_text(s, "unit", model_shown_unit(f->m, p->shown, p->dim, s->memory), &first);
        out_json_number(s, "low", model_shown_value(p->shown, f->low[i]), &first);
        out_json_number(s, "high", model_shown_value(p->shown, f->high[i]), &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "],\n  ");
    bool first = true;
    out_json_texts(s, "limits", f->limits, f->limit_count, &first);
}

static void add_scatter(const out_front *f, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"scatter\": {");
    out_json_count(s, "machines", (long)f->machines, &first);
    out_json_number(s, "deviations", f->weight, &first);
    base_strbuf_add(s, "}");
}

static void add_work(const out_front *f, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"work\": {");
    out_json_text(s, "method", "NSGA-II", &first);
    if (f->method)
        out_json_text(s, "ends", f->method, &first);
    out_json_count(s, "generations", (long)f->generations, &first);
    out_json_count(s, "met", (long)f->met, &first);
    out_json_count(s, "runs", f->runs, &first);
    out_json_number(s, "seconds", f->seconds, &first);
    base_strbuf_add(s, "}\n}\n");
}

void out_front_write_json(const out_front *f, out_stream *out) {
    strbuf *s = &out->text;
    bool first = true;
    if (f->trouble) {
        out_json_trouble("optimize", f->trouble, s);
        return;
    }
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", f->page.version, &first);
    out_json_text(s, "model", f->m->name ? f->m->name : "", &first);
    base_strbuf_printf(s, ", \"interrupted\": %s", f->interrupted ? "true" : "false");
    add_goals(f, s);
    if (f->machines > 1)
        add_scatter(f, s);
    base_strbuf_add(s, ",\n  \"front\": [");
    for (size_t i = 0; i < f->count; i++) {
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        add_numbers(f, &f->points[i], s);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "\n  ],\n  \"present\": {");
    add_numbers(f, &f->present, s);
    base_strbuf_printf(s, ", \"kept\": %s}", f->present.kept ? "true" : "false");
    add_work(f, s);
}
