/* The results of an analysis as one JSON object: that of `check` with more members. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/json/writers.h"
#include "out/words/natures.h"

static void add_conserved(const model *m, const conserved *c, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, "\n    {");
    out_json_text(s, "name", c->name, &first);
    out_json_text(s, "kind", out_conserved_name(c->kind), &first);
    if (c->kind == CONSERVED_CYCLIC)
        out_json_text(s, "coordinate", m->coords[c->coord].name, &first);
    out_json_key(s, "expression", &first);
    if (out_formula_is_endless(m, c->value))
        base_strbuf_add(s, "null");
    else
        base_strbuf_add_json_string(s, out_formula(m, c->value, s->memory));
    if (c->symmetry)
        out_json_text(s, "symmetry", c->symmetry, &first);
    out_json_key(s, "proved", &first);
    base_strbuf_add(s, c->proved ? "true" : "false");
    if (c->holds)
        out_json_text(s, "holds", c->holds, &first);
    out_json_number(s, "value", c->at_start, &first);
    out_json_number(s, "drift", c->drift, &first);
    base_strbuf_add(s, "}");
}

/* "key": [items], one to a line. */
static void begin_list(strbuf *s, const char *key) {
    base_strbuf_add(s, ",\n  ");
    out_json_key(s, key, &(bool){true});
    base_strbuf_add(s, "[");
}

static void end_list(strbuf *s, size_t count) {
    base_strbuf_add(s, count ? "\n  ]" : "]");
}

static void add_values(const out_analysis *x, const char *key, const double *value, strbuf *s, bool *first) {
    bool first_value = true;
    out_json_key(s, key, first);
    base_strbuf_add(s, "{");
    for (int i = 0; i < x->setting->e.n; i++) {
        int coord = x->setting->e.coords[i];
        out_json_number(s, x->check.m->coords[coord].name, value[coord], &first_value);
    }
    base_strbuf_add(s, "}");
}

static const char **coord_names(const out_analysis *x, arena *a) {
    const char **names = ARENA_ARRAY(a, const char *, x->setting->e.n + 1);
    for (int i = 0; i < x->setting->e.n; i++)
        names[i] = x->check.m->coords[x->setting->e.coords[i]].name;
    return names;
}

static void add_equilibrium(const out_analysis *x, const equilibrium *e, strbuf *s) {
    const char **names = coord_names(x, s->memory);
    bool first = true;
    base_strbuf_add(s, "\n    {");
    out_json_text(s, "kind", out_equilibrium_name(e->steady), &first);
    add_values(x, "q", e->at.q, s, &first);
    if (e->steady)
        add_values(x, "v", e->at.v, s, &first);
    base_strbuf_add(s, ",\n     ");
    first = true;
    out_json_text(s, "stability", out_stability_name(e->stability), &first);
    out_json_text(s, "why", e->why, &first);
    out_json_key(s, "degenerate", &first);
    base_strbuf_add(s, e->degenerate ? "true" : "false");
    out_json_number(s, "potential", e->potential, &first);
    out_modes_add_json(names, x->setting->e.n, e->modes, e->mode_count, s);
    out_system_add_json(&e->linear, s);
    base_strbuf_add(s, "}");
}

static void add_remark(const char *key, const char *text, strbuf *s) {
    if (!text)
        return;
    base_strbuf_add(s, ",\n  ");
    out_json_text(s, key, text, &(bool){true});
}

/* Both kinds: what the equations say, then impacts and events. */
static void add_reasons(const structure *w, strbuf *s) {
    const char **why = ARENA_ARRAY(s->memory, const char *, w->why_count + w->sudden_count + 1);
    for (size_t i = 0; i < w->why_count + w->sudden_count; i++)
        why[i] = i < w->why_count ? w->why[i] : w->sudden[i - w->why_count];
    out_json_texts(s, "why", why, w->why_count + w->sudden_count, &(bool){true});
}

void out_analysis_write_json(const out_analysis *x, out_stream *out) {
    const structure *w = x->check.what;
    strbuf *s = &out->text;
    if (!w) {
        out_json_error_alone(x->check.m->findings, out_json_first_error(x->check.m->findings), s);
        return;
    }
    out_add_structure_json(&x->check, s);
    base_strbuf_add(s, ",\n  ");
    add_reasons(w, s);
    out_parameters_add_json(x->check.m, s);
    begin_list(s, "conserved");
    for (size_t i = 0; i < x->conserved->count; i++) {
        base_strbuf_add(s, i ? "," : "");
        add_conserved(x->check.m, &x->conserved->at[i], s);
    }
    end_list(s, x->conserved->count);
    begin_list(s, "equilibria");
    for (size_t i = 0; i < x->equilibria->count && out_stream_pass(out); i++) {
        base_strbuf_add(s, i ? "," : "");
        add_equilibrium(x, &x->equilibria->at[i], s);
    }
    end_list(s, x->equilibria->count);
    add_remark("no_equilibria", x->equilibria->none, s);
    add_remark("note", x->equilibria->note, s);
    base_strbuf_add(s, "\n}\n");
}
