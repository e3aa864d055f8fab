/* What an analysis found as pages show it: formulas set, numbers in the units that people see, machines to be drawn. */
#include <string.h>

#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/notebook/writers.h"
#include "out/report/writers.h"
#include "out/typeset/mathml_lines.h"
#include "out/values/quantity.h"
#include "out/words/natures.h"

enum { LONGEST_FORMULA = 20000, MOST_EQUILIBRIA = 16 };

/* A formula that would fill the page is left to `lagrangia analyze`. */
static const char *set(const model *m, expr_id e, arena *a) {
    strbuf s = base_strbuf_make(a);
    const char *formula = out_formula_is_endless(m, e) ? NULL : out_formula_in(m, e, NOTATION_MATHML, a);
    if (!formula || strlen(formula) > LONGEST_FORMULA)
        return "";
    out_mathml_add_terms(formula, "", &s);
    return base_strbuf_text(&s);
}

static void add_conserved(const model *m, const conserved *c, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, "{");
    out_json_text(s, "name", c->name, &first);
    out_json_text(s, "mathml", set(m, c->value, s->memory), &first);
    out_json_text(s, "symmetry", c->symmetry ? c->symmetry : "", &first);
    out_json_text(s, "holds", c->holds ? c->holds : "", &first);
    base_strbuf_printf(s, ", \"proved\": %s", c->proved ? "true" : "false");
    out_json_number(s, "value", c->at_start, &first);
    out_json_number(s, "drift", c->drift, &first);
    base_strbuf_add(s, "}");
}

static void add_value(const model *m, int coord, double value, bool rate, bool *first, strbuf *s) {
    arena *a = s->memory;
    const model_shown shown = out_quantity_seen_coord(m, (size_t)coord, rate);
    const bool angle = !rate && !shown.unit && out_quantity_coord_is_angle(m, (size_t)coord);
    const char *si = rate ? out_quantity_rate_unit(m, (size_t)coord, a) : out_quantity_unit(m, m->coords[coord].dim, a);
    bool inner = true;
    base_strbuf_add(s, *first ? "{" : ", {");
    *first = false;
    out_json_text(s, "name", base_arena_printf(a, "%s%s", m->coords[coord].name, rate ? "'" : ""), &inner);
    out_json_text(s, "unit", shown.unit ? shown.unit : angle ? "rad" : si, &inner);
    base_strbuf_printf(s, ", \"angle\": %s", angle ? "true" : "false");
    out_json_number(s, "value", model_shown_value(shown, value), &inner);
    base_strbuf_add(s, "}");
}

static void add_place(const out_analysis *x, const equilibrium *e, strbuf *s) {
    const mech_equations *eq = &x->setting->e;
    bool first = true;
    base_strbuf_add(s, ", \"place\": [");
    for (int i = 0; i < eq->n; i++)
        add_value(x->check.m, eq->coords[i], e->at.q[eq->coords[i]], false, &first, s);
    for (int i = 0; e->steady && i < eq->n; i++)
        if (e->at.v[eq->coords[i]] != 0)
            add_value(x->check.m, eq->coords[i], e->at.v[eq->coords[i]], true, &first, s);
    base_strbuf_add(s, "]");
}

static void add_equilibrium(const out_analysis *x, size_t k, strbuf *s) {
    const equilibrium *e = &x->equilibria->at[k];
    const int n = x->setting->e.n;
    const char **names = ARENA_ARRAY(s->memory, const char *, n + 1);
    bool first = true;
    for (int i = 0; i < n; i++)
        names[i] = x->check.m->coords[x->setting->e.coords[i]].name;
    out_json_text(s, "kind", out_equilibrium_name(e->steady), &first);
    out_json_text(s, "stability", out_stability_name(e->stability), &first);
    out_json_text(s, "why", e->why ? e->why : "", &first);
    base_strbuf_printf(s, ", \"degenerate\": %s", e->degenerate ? "true" : "false");
    out_json_count(s, "number", (long)k, &first);
    add_place(x, e, s);
    out_modes_add_json(names, n, e->modes, e->mode_count, s);
    if (x->drawn)
        out_report_add_shapes(x->check.m, &(sim_frame){.at = {.drawn = (double *)x->drawn[k]}}, 1, s);
    base_strbuf_add(s, "}");
}

void out_analysis_write_scenes(const out_analysis *x, out_stream *out) {
    strbuf *s = &out->text;
    bool first = false;
    if (!x->check.what)
        return;
    base_strbuf_add(s, "{\"conserved\": [");
    for (size_t i = 0; i < x->conserved->count; i++) {
        base_strbuf_add(s, i ? ",\n  " : "\n  ");
        add_conserved(x->check.m, &x->conserved->at[i], s);
    }
    base_strbuf_add(s, "], \"equilibria\": [");
    bool any = false;
    for (size_t i = 0; i < x->equilibria->count && out_stream_pass(out); i++)
        if (i < MOST_EQUILIBRIA || x->equilibria->at[i].steady) {
            base_strbuf_add(s, any ? ",\n  {" : "\n  {");
            add_equilibrium(x, i, s);
            any = true;
        }
    base_strbuf_add(s, "]");
    out_json_count(s, "found", (long)x->equilibria->count, &first);
    out_json_text(s, "none", x->equilibria->none ? x->equilibria->none : "", &first);
    out_json_text(s, "note", x->equilibria->note ? x->equilibria->note : "", &first);
    base_strbuf_add(s, "}");
}

void out_mode_write(const model *m, const sim_result *motion, out_stream *out) {
    strbuf *s = &out->text;
    base_strbuf_add(s, "{\"time\": [");
    for (size_t i = 0; i < motion->frames.len; i++)
        base_strbuf_printf(s, "%s%.9g", i ? ", " : "", motion->frames.at[i].at.t);
    base_strbuf_add(s, "]");
    out_report_add_shapes(m, motion->frames.at, motion->frames.len, s);
    base_strbuf_add(s, "}\n");
}
