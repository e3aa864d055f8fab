/* Derivatives with respect to parameters: with their units, as elasticities, and how they were found. */
#include "out/text/sections.h"

#include <math.h>
#include <string.h>

#include "out/values/quantity.h"
#include "out/words/styles.h"
#include "out/words/table.h"

static double slope_at(const out_slopes *x, size_t report, size_t i) {
    return x->slopes[report * x->param_count + i];
}

/* d ln report / d ln parameter; NaN where that makes no sense. */
static double elasticity(const out_run *run, size_t report, size_t i) {
    double value = run->result->reports[report],
           param = model_value_of(run->m, &run->m->params[run->slopes->params[i]]);
    return value != 0 && param != 0 ? slope_at(run->slopes, report, i) * param / value : NAN;
}

static void add_report(const text_page *p, out_table *t, size_t report) {
    const out_slopes *x = p->run->slopes;
    model_report seen = p->m->reports[report];
    seen.shown = out_quantity_seen(p->m, seen.shown, seen.dim);
    const model_report *r = &seen;
    for (size_t i = 0; i < x->param_count; i++) {
        const model_param *param = &p->m->params[x->params[i]];
        double e = elasticity(p->run, report, i);
        out_table_add(
            t, (const char *[]){i ? "" : r->name, param->name,
                                out_quantity_number(out_quantity_slope(r, param, slope_at(x, report, i)), p->memory),
                                out_quantity_slope_unit(p->m, r, param, p->memory),
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
