/* Derivatives with respect to parameters, and how they were found. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/values/quantity.h"

static void add_row(const out_run *run, size_t report, strbuf *s) {
    const out_slopes *x = run->slopes;
    bool first = true;
    base_strbuf_add(s, "{");
    for (size_t i = 0; i < x->param_count; i++) {
        const model_param *p = &run->m->params[x->params[i]];
        double slope = x->slopes[report * x->param_count + i];
        out_json_number(s, p->name, out_quantity_slope(&run->m->reports[report], p, slope), &first);
    }
    base_strbuf_add(s, "}");
}

void out_slopes_add_json(const out_run *run, strbuf *s) {
    const out_slopes *x = run->slopes;
    bool first = true;
    if (!x)
        return;
    base_strbuf_add(s, ",\n  \"sensitivity\": {");
    for (size_t k = 0; k < run->m->report_count; k++) {
        bool inner = true;
        out_json_key(s, run->m->reports[k].name, &first);
        base_strbuf_add(s, "{");
        out_json_key(s, "slope", &inner);
        add_row(run, k, s);
        out_json_text(s, "found", x->why[k] ? "differences" : "through events", &inner);
        if (x->why[k])
            out_json_text(s, "why", x->why[k], &inner);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "}");
}
