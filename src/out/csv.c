/* The trajectory as comma-separated values (RFC 4180 with bare newlines): a header of names, then a line an instant. */
#include <math.h>
#include <string.h>

#include "out/groups.h"
#include "out/writers.h"

/* A field with quotes around it where its text needs them. */
static void add_field(strbuf *s, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        strbuf_add(s, text);
        return;
    }
    strbuf_add(s, "\"");
    for (; *text; text++)
        strbuf_add_bytes(s, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    strbuf_add(s, "\"");
}

static void add_header(const model *m, arena *a, strbuf *s) {
    strbuf_add(s, "t");
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        for (size_t i = 0; i < g->count(m); i++) {
            strbuf_add(s, ",");
            add_field(s, arena_printf(a, "%s%s%s", g->before, g->name(m, i), g->after));
        }
    strbuf_add(s, ",energy\n");
}

static void add_value(strbuf *s, double x) {
    strbuf_add(s, ",");
    if (isfinite(x))
        strbuf_add_number(s, x);
}

static void add_row(const model *m, const sim_point *p, strbuf *s) {
    strbuf_add_number(s, p->t);
    for (const out_group *g = out_groups; g < out_groups + OUT_GROUP_COUNT; g++)
        for (size_t i = 0; i < g->count(m); i++)
            add_value(s, g->values(p)[i]);
    add_value(s, p->energy);
    strbuf_add(s, "\n");
}

void out_run_write_csv(const out_run *run, out_stream *out) {
    const sim_result *r = run->result;
    if (!r || r->start_failed)
        return;
    add_header(run->m, out->text.memory, &out->text);
    for (size_t i = 0; i < r->rows.len && out_stream_pass(out); i++)
        add_row(run->m, &r->rows.at[i], &out->text);
}
