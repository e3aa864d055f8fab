/* The best design as a JSON object. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/writers.h"
#include "out/values/optimum.h"

static void add_flag(strbuf *s, const char *key, bool on, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add(s, on ? "true" : "false");
}

static void add_reports(const out_optimum *o, const char *key, const double *values, strbuf *s, bool *first) {
    bool inner = true;
    out_json_key(s, key, first);
    base_strbuf_add(s, "{");
    for (size_t i = 0; i < o->m->report_count; i++)
        out_json_number(s, o->m->reports[i].name, out_optimum_shown_report(o, i, values[i]), &inner);
    base_strbuf_add(s, "}");
}

static void add_parameter(const out_optimum *o, size_t i, strbuf *s) {
    bool first = true;
    const char *bound = out_optimum_bound(o, i);
    base_strbuf_add(s, i ? ",\n    {" : "\n    {");
    out_json_text(s, "name", o->m->params[o->params[i]].name, &first);
    out_json_number(s, "value", out_optimum_shown(o, i, o->x[i]), &first);
    out_json_number(s, "present", out_optimum_shown(o, i, o->present[i]), &first);
    out_json_number(s, "low", out_optimum_shown(o, i, o->low[i]), &first);
    out_json_number(s, "high", out_optimum_shown(o, i, o->high[i]), &first);
    out_json_key(s, "at_bound", &first);
    if (bound)
        base_strbuf_add_json_string(s, bound);
    else
        base_strbuf_add(s, "null");
    out_json_number(s, "slope", out_optimum_shown_slope(o, i), &first);
    out_json_number(s, "elasticity", out_optimum_elasticity(o, i), &first);
    base_strbuf_add(s, "}");
}

static void add_limits(const out_optimum *o, strbuf *s) {
    base_strbuf_add(s, ",\n  \"limits\": [");
    for (size_t i = 0; i < o->limit_count; i++) {
        bool first = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_text(s, "text", o->limits[i].text, &first);
        add_flag(s, "holds", o->limits[i].holds, &first);
        add_flag(s, "binds", o->limits[i].binds, &first);
        out_json_number(s, "slack", o->limits[i].slack, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, o->limit_count ? "\n  ]" : "]");
}

/* Means and deviations of the machines of the best design. */
static void add_scatter(const out_optimum *o, strbuf *s) {
    bool first = true;
    double *deviations = ARENA_ARRAY(s->memory, double, o->m->report_count + 1);
    base_strbuf_add(s, ",\n  \"scatter\": {");
    out_json_count(s, "machines", (long)o->machines, &first);
    out_json_number(s, "deviations", o->weight, &first);
    add_reports(o, "mean", o->means, s, &first);
    for (size_t i = 0; i < o->m->report_count; i++) {
        const double mean = out_optimum_shown_report(o, i, o->means[i]);
        deviations[i] = out_optimum_shown_report(o, i, o->means[i] + o->deviations[i]) - mean;
    }
    out_json_key(s, "deviation", &first);
    base_strbuf_add(s, "{");
    first = true;
    for (size_t i = 0; i < o->m->report_count; i++)
        out_json_number(s, o->m->reports[i].name, deviations[i], &first);
    base_strbuf_add(s, "}}");
}

static void add_work(const out_optimum *o, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"work\": {");
    out_json_text(s, "method", o->method ? o->method : out_optimum_is_present(o) ? "present" : "Sobol", &first);
    out_json_count(s, "samples", (long)o->samples, &first);
    out_json_count(s, "searches", (long)o->searches, &first);
    out_json_count(s, "agreeing", (long)o->agreeing, &first);
    out_json_count(s, "runs", o->runs, &first);
    out_json_text(s, "slopes", o->by_differences ? "differences" : "through events", &first);
    if (o->by_differences)
        out_json_text(s, "slopes_why", o->by_differences, &first);
    out_json_number(s, "seconds", o->seconds, &first);
    base_strbuf_add(s, "}\n}\n");
}

void out_optimum_write_json(const out_optimum *o, out_stream *out) {
    strbuf *s = &out->text;
    bool first = true;
    if (o->trouble) {
        out_json_trouble("optimize", o->trouble, s);
        return;
    }
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", o->page.version, &first);
    out_json_text(s, "model", o->m->name ? o->m->name : "", &first);
    out_json_text(s, "goal", o->minimize ? "minimize" : "maximize", &first);
    out_json_text(s, "of", o->m->reports[o->report].name, &first);
    out_json_number(s, "value", out_optimum_shown_report(o, (size_t)o->report, o->reports[o->report]), &first);
    add_flag(s, "interrupted", o->interrupted, &first);
    base_strbuf_add(s, ",\n  \"parameters\": [");
    for (size_t i = 0; i < o->param_count; i++)
        add_parameter(o, i, s);
    base_strbuf_add(s, "\n  ],\n  ");
    first = true;
    add_reports(o, "report", o->reports, s, &first);
    if (o->means)
        add_scatter(o, s);
    add_limits(o, s);
    base_strbuf_add(s, ",\n  \"present\": {");
    first = true;
    out_json_number(s, "value", out_optimum_shown_report(o, (size_t)o->report, o->present_reports[o->report]), &first);
    add_flag(s, "limits_hold", o->present_holds, &first);
    add_reports(o, "report", o->present_reports, s, &first);
    base_strbuf_add(s, "},\n  \"warnings\": [");
    first = true;
    if (o->doubt)
        out_json_warning(s, o->doubt_code, o->doubt, &first);
    base_strbuf_add(s, "]");
    add_work(o, s);
}
