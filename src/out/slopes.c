/* Derivatives with respect to parameters: with their units, as elasticities, and how they were found. */
#include "out/slopes.h"

#include <math.h>
#include <string.h>

#include "out/json.h"
#include "out/quantity.h"
#include "out/styles.h"
#include "out/table.h"

static double slope_at(const out_slopes *x, size_t report, size_t i) {
    return x->slopes[report * x->param_count + i];
}

/* d ln report / d ln parameter; NaN where that makes no sense. */
static double elasticity(const out_run *run, size_t report, size_t i) {
    double value = run->result->reports[report], param = run->m->params[run->slopes->params[i]].value;
    return value != 0 && param != 0 ? slope_at(run->slopes, report, i) * param / value : NAN;
}

static void add_row(const out_run *run, size_t report, strbuf *s) {
    const out_slopes *x = run->slopes;
    bool first = true;
    base_strbuf_add(s, "{");
    for (size_t i = 0; i < x->param_count; i++)
        out_json_number(s, run->m->params[x->params[i]].name, slope_at(x, report, i), &first);
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

static void add_report(const text_page *p, out_table *t, size_t report) {
    const out_slopes *x = p->run->slopes;
    const model_report *r = &p->m->reports[report];
    for (size_t i = 0; i < x->param_count; i++) {
        const model_param *param = &p->m->params[x->params[i]];
        double e = elasticity(p->run, report, i);
        out_table_add(t, (const char *[]){i ? "" : r->name, param->name,
                                          out_quantity_number(slope_at(x, report, i), p->memory),
                                          out_quantity_unit(p->m, dim_div(r->dim, param->dim), p->memory),
                                          isnan(e) ? "-" : base_arena_printf(p->memory, "%.4g", e),
                                          x->why[report] ? "differences" : NULL});
    }
}

void out_slopes_add_text(const text_page *p) {
    static const table_column columns[] = {{ALIGN_LEFT, ""}, {ALIGN_LEFT, ""},  {ALIGN_POINT, STYLE_BOLD},
                                           {ALIGN_LEFT, ""}, {ALIGN_POINT, ""}, {ALIGN_NOTE, STYLE_FAINT}};
    const out_slopes *x = p->run->slopes;
    if (!x || !p->m->report_count)
        return;
    out_page_heading(p, "Sensitivities of reports");
    out_table *t = PAGE_TABLE(p, columns);
    out_table_add(t, (const char *[]){"", "by", "derivative", "", "elasticity", NULL});
    for (size_t k = 0; k < p->m->report_count; k++)
        add_report(p, t, k);
    out_page_print(p, t);
    for (size_t k = 0; k < p->m->report_count; k++) {
        bool told = false;
        for (size_t j = 0; j < k; j++)
            told = told || (x->why[j] && x->why[k] && strcmp(x->why[j], x->why[k]) == 0);
        if (x->why[k] && !told)
            out_page_words(p, base_arena_printf(p->memory, "By finite differences: %s.", x->why[k]), 2);
    }
}
