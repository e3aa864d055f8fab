/* A run as one JSON object: the fixed keys that scripts rely on. */
#include "out/json.h"

#include "base/check.h"
#include "out/groups.h"
#include "out/writers.h"

void out_json_key(strbuf *s, const char *key, bool *first) {
    if (!*first)
        strbuf_add(s, ", ");
    *first = false;
    strbuf_add_json_string(s, key);
    strbuf_add(s, ": ");
}

static void number_member(strbuf *s, const char *key, double x, bool *first) {
    out_json_key(s, key, first);
    strbuf_add_number(s, x);
}

static void count_member(strbuf *s, const char *key, long n, bool *first) {
    out_json_key(s, key, first);
    strbuf_printf(s, "%ld", n);
}

static void text_member(strbuf *s, const char *key, const char *text, bool *first) {
    out_json_key(s, key, first);
    strbuf_add_json_string(s, text);
}

const finding *out_json_first_error(const diag *d) {
    for (size_t i = 0; i < diag_count(d); i++)
        if (!diag_is_warning(diag_at(d, i)->code))
            return diag_at(d, i);
    return NULL;
}

void out_json_error_alone(const diag *d, const finding *f, strbuf *s) {
    LGR_ASSERT(f);
    strbuf_add(s, "{\"error\": ");
    diag_render_json(d, f, s);
    strbuf_add(s, "}\n");
}

/* One group of an instant: {"x": 1, "y": 0}. */
static void add_group(const model *m, const out_group *g, const double *values, strbuf *s) {
    bool first = true;
    strbuf_add(s, "{");
    for (size_t i = 0; i < g->count(m); i++)
        if (!g->sparse || values[i] == values[i]) /* NaN: not in force */
            number_member(s, g->name(m, i), values[i], &first);
    strbuf_add(s, "}");
}

/* The members of an instant, without braces and without its time. */
static void add_point(const model *m, const sim_point *p, strbuf *s, bool *first) {
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++) {
        out_json_key(s, g->key, first);
        add_group(m, g, g->values(p), s);
    }
    number_member(s, "energy", p->energy, first);
}

static void add_instant(const model *m, const char *key, const sim_point *p, strbuf *s) {
    bool first = true;
    strbuf_printf(s, ",\n  \"%s\": {", key);
    number_member(s, "t", p->t, &first);
    add_point(m, p, s, &first);
    strbuf_add(s, "}");
}

static void add_impulse(const model *m, const double *impulse, strbuf *s, bool *first) {
    bool first_row = true;
    out_json_key(s, "impulse", first);
    strbuf_add(s, "{");
    for (size_t i = 0; i < m->row_count; i++)
        number_member(s, m->rows[i].name, impulse[i], &first_row);
    strbuf_add(s, "}");
}

static void add_event(const model *m, const sim_event *e, strbuf *s) {
    bool first = true, first_before = true;
    strbuf_add(s, "\n    {");
    text_member(s, "name", model_event_name(m, e->ref, s->memory), &first);
    number_member(s, "t", e->t, &first);
    add_point(m, &e->after, s, &first);
    if (e->differs) {
        out_json_key(s, "before", &first);
        strbuf_add(s, "{");
        add_point(m, &e->before, s, &first_before);
        strbuf_add(s, "}");
    }
    if (e->impulse)
        add_impulse(m, e->impulse, s, &first);
    strbuf_add(s, "}");
}

static void add_events(const out_run *run, out_stream *out) {
    strbuf *s = &out->text;
    strbuf_add(s, ",\n  \"events\": [");
    for (size_t i = 0; i < run->result->events.len && out_stream_pass(out); i++) {
        strbuf_add(s, i ? "," : "");
        add_event(run->m, &run->result->events.at[i], s);
    }
    strbuf_add(s, run->result->events.len ? "\n  ]" : "]");
}

static const char *end_reason(const out_run *run, arena *a) {
    switch (run->result->end) {
    case SIM_UNTIL:
        return "until";
    case SIM_EVENT:
        return arena_printf(a, "event %s", model_event_name(run->m, run->result->end_event, a));
    case SIM_INTERRUPTED:
        return "interrupted";
    default:
        return "error";
    }
}

static void add_end(const out_run *run, strbuf *s) {
    bool first = true;
    strbuf_add(s, ",\n  \"end\": {");
    number_member(s, "t", run->result->t, &first);
    text_member(s, "reason", end_reason(run, s->memory), &first);
    strbuf_add(s, "}");
}

/* The finding of a failed run with the time it reached. */
static void add_failure(const out_run *run, strbuf *s) {
    if (!run->result->failure)
        return;
    bool first = false;
    strbuf_add(s, ",\n  \"error\": ");
    diag_render_json(run->m->findings, run->result->failure, s);
    s->len--; /* its closing brace: one member more */
    number_member(s, "t", run->result->t, &first);
    strbuf_add(s, "}");
}

static void add_reports(const out_run *run, strbuf *s) {
    bool first = true;
    strbuf_add(s, ",\n  \"report\": {");
    for (size_t i = 0; i < run->m->report_count; i++)
        number_member(s, run->m->reports[i].name, run->result->reports[i], &first);
    strbuf_add(s, "}");
}

static void add_expectations(const out_run *run, strbuf *s) {
    const sim_result *r = run->result;
    strbuf_add(s, ",\n  \"expect\": [");
    for (size_t i = 0; i < run->m->expect_count; i++) {
        bool first = true;
        strbuf_add(s, i ? ",\n    {" : "\n    {");
        text_member(s, "text", run->m->expects[i].text, &first);
        out_json_key(s, "ok", &first);
        strbuf_add(s, r->expect_ok[i] ? "true" : "false");
        number_member(s, "left", r->expect_left[i], &first);
        number_member(s, "right", r->expect_right[i], &first);
        strbuf_add(s, "}");
    }
    strbuf_add(s, run->m->expect_count ? "\n  ]" : "]");
}

static void add_check(const sim_result *r, strbuf *s) {
    bool first = true;
    strbuf_add(s, ",\n  \"check\": {");
    number_member(s, "energy_drift", r->energy_drift, &first);
    number_member(s, "position_residual", r->position_residual, &first);
    number_member(s, "velocity_residual", r->velocity_residual, &first);
    out_json_key(s, "lambda_unique", &first);
    strbuf_add(s, r->lambda_unique ? "true}" : "false}");
}

static void add_work(const out_run *run, strbuf *s) {
    bool first = true;
    strbuf_add(s, ",\n  \"work\": {");
    text_member(s, "method", run->result->method, &first);
    count_member(s, "steps", run->result->steps, &first);
    count_member(s, "rejected", run->result->rejected, &first);
    count_member(s, "evaluations", run->result->evaluations, &first);
    number_member(s, "seconds", run->seconds, &first);
    strbuf_add(s, "}");
}

static void add_column_names(const model *m, strbuf *s) {
    strbuf_add(s, "\"t\"");
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        for (size_t i = 0; i < g->count(m); i++) {
            strbuf_add(s, ", ");
            strbuf_add_json_string(s, arena_printf(s->memory, "%s%s%s", g->before, g->name(m, i), g->after));
        }
    strbuf_add(s, ", \"energy\"");
}

static void add_row(const model *m, const sim_point *p, strbuf *s) {
    strbuf_add(s, "\n      [");
    strbuf_add_number(s, p->t);
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        for (size_t i = 0; i < g->count(m); i++) {
            strbuf_add(s, ", ");
            strbuf_add_number(s, g->values(p)[i]);
        }
    strbuf_add(s, ", ");
    strbuf_add_number(s, p->energy);
    strbuf_add(s, "]");
}

/* The trajectory: names of columns, and rows in their order. */
static void add_series(const out_run *run, out_stream *out) {
    strbuf *s = &out->text;
    strbuf_add(s, ",\n  \"series\": {\n    \"columns\": [");
    add_column_names(run->m, s);
    strbuf_add(s, "],\n    \"rows\": [");
    for (size_t i = 0; i < run->result->rows.len && out_stream_pass(out); i++) {
        strbuf_add(s, i ? "," : "");
        add_row(run->m, &run->result->rows.at[i], s);
    }
    strbuf_add(s, "\n    ]\n  }");
}

static void write_run(const out_run *run, bool series, out_stream *out) {
    strbuf *s = &out->text;
    const sim_result *r = run->result;
    if (!r || r->start_failed) {
        out_json_error_alone(run->m->findings, r && r->failure ? r->failure : out_json_first_error(run->m->findings),
                             s);
        return;
    }
    strbuf_add(s, "{\n  \"lagrangia\": ");
    strbuf_add_json_string(s, run->page.version);
    strbuf_add(s, ",\n  \"model\": ");
    strbuf_add_json_string(s, run->m->name ? run->m->name : "");
    add_end(run, s);
    add_failure(run, s);
    add_instant(run->m, "initial", &r->initial, s);
    add_instant(run->m, "final", &r->final, s);
    add_events(run, out);
    add_reports(run, s);
    add_expectations(run, s);
    add_check(r, s);
    add_work(run, s);
    if (series)
        add_series(run, out);
    strbuf_add(s, "\n}\n");
}

void out_run_write_json(const out_run *run, out_stream *out) {
    write_run(run, false, out);
}

void out_run_write_json_series(const out_run *run, out_stream *out) {
    write_run(run, true, out);
}
