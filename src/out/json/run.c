/* A run as one JSON object: the fixed keys that scripts rely on. */
#include <math.h>

#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/json/writers.h"
#include "out/values/groups.h"
#include "out/values/quantity.h"
#include "out/values/verify.h"

/* The members of an instant, without braces and without its time: {"x": 1, "y": 0} for each group, then the energy. */
static void add_point(const model *m, const out_columns *columns, const sim_point *p, strbuf *s, bool *first) {
    const out_column *c = columns->at, *end = c + columns->count;
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++) {
        bool first_value = true;
        if (g == &out_groups[OUT_STATES] && !g->count(m))
            continue;
        out_json_key(s, g->key, first);
        base_strbuf_add(s, "{");
        for (; c < end && c->group == g; c++)
            if (!g->sparse || !isnan(out_column_value(c, p)))
                out_json_number(s, c->name, out_column_shown(c, p), &first_value);
        base_strbuf_add(s, "}");
    }
    out_json_number(s, "energy", p->energy, first);
}

static void add_instant(const model *m, const out_columns *columns, const char *key, const sim_point *p, strbuf *s) {
    bool first = true;
    base_strbuf_printf(s, ",\n  \"%s\": {", key);
    out_json_number(s, "t", p->t, &first);
    add_point(m, columns, p, s, &first);
    base_strbuf_add(s, "}");
}

static void add_impulse(const model *m, const double *impulse, strbuf *s, bool *first) {
    bool first_row = true;
    out_json_key(s, "impulse", first);
    base_strbuf_add(s, "{");
    for (size_t i = 0; i < m->row_count; i++)
        if (!model_is_hidden(&m->rows[i]))
            out_json_number(s, m->rows[i].name, impulse[i], &first_row);
    base_strbuf_add(s, "}");
}

static void add_event(const model *m, const out_columns *columns, const sim_event *e, strbuf *s) {
    bool first = true, first_before = true;
    base_strbuf_add(s, "\n    {");
    out_json_text(s, "name", model_event_name(m, e->ref, s->memory), &first);
    out_json_number(s, "t", e->t, &first);
    add_point(m, columns, &e->after, s, &first);
    if (e->differs) {
        out_json_key(s, "before", &first);
        base_strbuf_add(s, "{");
        add_point(m, columns, &e->before, s, &first_before);
        base_strbuf_add(s, "}");
    }
    if (e->impulse)
        add_impulse(m, e->impulse, s, &first);
    base_strbuf_add(s, "}");
}

static void add_events(const out_run *run, const out_columns *columns, out_stream *out) {
    strbuf *s = &out->text;
    base_strbuf_add(s, ",\n  \"events\": [");
    for (size_t i = 0; i < run->result->events.len && out_stream_pass(out); i++) {
        base_strbuf_add(s, i ? "," : "");
        add_event(run->m, columns, &run->result->events.at[i], s);
    }
    base_strbuf_add(s, run->result->events.len ? "\n  ]" : "]");
}

static const char *end_reason(const out_run *run, arena *a) {
    switch (run->result->end) {
    case SIM_UNTIL:
        return "until";
    case SIM_EVENT:
        return base_arena_printf(a, "event %s", model_event_name(run->m, run->result->end_event, a));
    case SIM_INTERRUPTED:
        return "interrupted";
    default:
        return "error";
    }
}

static void add_end(const out_run *run, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"end\": {");
    out_json_number(s, "t", run->result->t, &first);
    out_json_text(s, "reason", end_reason(run, s->memory), &first);
    base_strbuf_add(s, "}");
}

/* The finding of a failed run with the time it reached. */
static void add_failure(const out_run *run, strbuf *s) {
    if (!run->result->failure)
        return;
    bool first = false;
    base_strbuf_add(s, ",\n  \"error\": ");
    diag_render_json(run->findings, run->result->failure, s);
    s->len--; /* its closing brace: one member more */
    out_json_number(s, "t", run->result->t, &first);
    base_strbuf_add(s, "}");
}

/* Parameters that the start has found, in their units. */
static void add_found(const out_run *run, strbuf *s) {
    const double *found = run->result->found;
    if (!found)
        return;
    base_strbuf_add(s, ",\n  \"found\": {");
    for (size_t i = 0, count = 0; i < run->m->param_count; i++) {
        const model_param *p = &run->m->params[i];
        if (isnan(found[i]))
            continue;
        base_strbuf_add(s, count++ ? ", " : "");
        base_strbuf_add_json_string(s, p->name);
        base_strbuf_add(s, ": ");
        base_strbuf_add_number(s, model_shown_value(p->shown, found[i]));
    }
    base_strbuf_add(s, "}");
}

static void add_reports(const out_run *run, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"report\": {");
    for (size_t i = 0; i < run->m->report_count; i++)
        out_json_number(s, run->m->reports[i].name,
                        model_shown_value(run->m->reports[i].shown, run->result->reports[i]), &first);
    base_strbuf_add(s, "}");
}

/* Of every column, report and parameter, by its name; "" for plain numbers. */
static void add_units(const out_run *run, const out_columns *columns, strbuf *s) {
    const model *m = run->m;
    bool first = true;
    base_strbuf_add(s, ",\n  \"units\": {");
    for (size_t i = 0; i < columns->count; i++)
        out_json_text(s, columns->at[i].header, out_column_unit(m, &columns->at[i], s->memory), &first);
    for (size_t i = 0; i < m->report_count; i++)
        out_json_text(s, m->reports[i].name,
                      out_quantity_shown_unit(m, m->reports[i].shown, m->reports[i].dim, s->memory), &first);
    for (size_t i = 0; i < m->param_count; i++)
        out_json_text(s, m->params[i].name, out_quantity_shown_unit(m, m->params[i].shown, m->params[i].dim, s->memory),
                      &first);
    base_strbuf_add(s, "}");
}

static void add_expectations(const out_run *run, strbuf *s) {
    const sim_result *r = run->result;
    base_strbuf_add(s, ",\n  \"expect\": [");
    for (size_t i = 0; i < run->m->expect_count; i++) {
        bool first = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_text(s, "text", run->m->expects[i].text, &first);
        out_json_key(s, "ok", &first);
        base_strbuf_add(s, r->expect_passed_over[i] ? "null" : r->expect_ok[i] ? "true" : "false");
        out_json_number(s, "left", r->expect_left[i], &first);
        out_json_number(s, "right", r->expect_right[i], &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, run->m->expect_count ? "\n  ]" : "]");
}

static void add_check(const sim_result *r, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"check\": {");
    out_json_number(s, "energy_drift", r->energy_drift, &first);
    out_json_number(s, "position_residual", r->position_residual, &first);
    out_json_number(s, "velocity_residual", r->velocity_residual, &first);
    out_json_key(s, "lambda_unique", &first);
    base_strbuf_add(s, r->lambda_unique ? "true}" : "false}");
}

/* Of the run: what only concerns the text is on stderr. */
static void add_warnings(const sim_result *r, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"warnings\": [");
    for (size_t i = 0; i < r->doubts.len; i++)
        out_json_warning(s, diag_code_name(r->doubts.at[i]->code), r->doubts.at[i]->message, &first);
    base_strbuf_add(s, "]");
}

static void add_work(const out_run *run, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"work\": {");
    out_json_text(s, "method", run->result->method, &first);
    out_json_count(s, "steps", run->result->steps, &first);
    out_json_count(s, "rejected", run->result->rejected, &first);
    out_json_count(s, "evaluations", run->result->evaluations, &first);
    out_json_number(s, "seconds", run->seconds, &first);
    base_strbuf_add(s, "}");
}

static void add_column_names(const out_columns *columns, strbuf *s) {
    base_strbuf_add(s, "\"t\"");
    for (size_t i = 0; i < columns->count; i++) {
        base_strbuf_add(s, ", ");
        base_strbuf_add_json_string(s, columns->at[i].header);
    }
    base_strbuf_add(s, ", \"energy\"");
}

static void add_row(const out_columns *columns, const sim_point *p, strbuf *s) {
    base_strbuf_add(s, "\n      [");
    base_strbuf_add_number(s, p->t);
    for (size_t i = 0; i < columns->count; i++) {
        base_strbuf_add(s, ", ");
        base_strbuf_add_number(s, out_column_shown(&columns->at[i], p) + 0.0);
    }
    base_strbuf_add(s, ", ");
    base_strbuf_add_number(s, p->energy);
    base_strbuf_add(s, "]");
}

/* The trajectory: names of columns, and rows in their order. */
static void add_series(const out_run *run, const out_columns *columns, out_stream *out) {
    strbuf *s = &out->text;
    base_strbuf_add(s, ",\n  \"series\": {\n    \"columns\": [");
    add_column_names(columns, s);
    base_strbuf_add(s, "],\n    \"rows\": [");
    for (size_t i = 0; i < run->result->rows.len && out_stream_pass(out); i++) {
        base_strbuf_add(s, i ? "," : "");
        add_row(columns, &run->result->rows.at[i], s);
    }
    base_strbuf_add(s, "\n    ]\n  }");
}

static void write_run(const out_run *run, bool series, out_stream *out) {
    strbuf *s = &out->text;
    const sim_result *r = run->result;
    if (!r || r->start_failed) {
        out_json_error_alone(run->findings, r && r->failure ? r->failure : out_json_first_error(run->findings), s);
        return;
    }
    out_columns columns = out_columns_make(run->m, s->memory);
    base_strbuf_add(s, "{\n  \"lagrangia\": ");
    base_strbuf_add_json_string(s, run->page.version);
    base_strbuf_add(s, ",\n  \"model\": ");
    base_strbuf_add_json_string(s, run->m->name ? run->m->name : "");
    add_end(run, s);
    add_failure(run, s);
    add_instant(run->m, &columns, "initial", &r->initial, s);
    add_instant(run->m, &columns, "final", &r->final, s);
    add_events(run, &columns, out);
    add_found(run, s);
    add_reports(run, s);
    add_units(run, &columns, s);
    out_slopes_add_json(run, s);
    add_expectations(run, s);
    add_check(r, s);
    add_warnings(r, s);
    add_work(run, s);
    out_verify_add_json(run, s);
    out_action_add_json(run, s);
    if (series)
        add_series(run, &columns, out);
    base_strbuf_add(s, "\n}\n");
}

void out_run_write_json(const out_run *run, out_stream *out) {
    write_run(run, false, out);
}

void out_run_write_json_series(const out_run *run, out_stream *out) {
    write_run(run, true, out);
}
