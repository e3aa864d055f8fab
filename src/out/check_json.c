/* What a system is, as one JSON object. */
#include "out/json.h"
#include "out/natures.h"
#include "out/writers.h"

static const char *truth(bool x) {
    return x ? "true" : "false";
}

static void add_coordinates(const model *m, strbuf *s) {
    strbuf_add(s, ",\n  \"coordinates\": [");
    for (size_t i = 0; i < m->declared_coords; i++) {
        strbuf_add(s, i ? ", " : "");
        strbuf_add_json_string(s, m->coords[i].name);
    }
    strbuf_add(s, "]");
}

static void add_constraint(const structure_constraint *c, strbuf *s) {
    strbuf_add(s, "\n    {\"name\": ");
    strbuf_add_json_string(s, c->name);
    strbuf_printf(s, ", \"kind\": \"%s\", \"level\": \"%s\", \"rheonomic\": %s, \"unilateral\": %s}",
                  out_nature_name(c->nature), out_level_name(c->velocity), truth(c->rheonomic), truth(c->unilateral));
}

static void add_constraints(const structure *w, strbuf *s) {
    strbuf_add(s, ",\n  \"constraints\": [");
    for (size_t i = 0; i < w->constraint_count; i++) {
        strbuf_add(s, i ? "," : "");
        add_constraint(&w->constraints[i], s);
    }
    strbuf_add(s, w->constraint_count ? "\n  ]" : "]");
}

static void add_redundant(const structure *w, strbuf *s) {
    strbuf_add(s, "[");
    for (size_t i = 0; i < w->redundant_count; i++) {
        strbuf_add(s, i ? ", " : "");
        strbuf_add_json_string(s, w->redundant[i]);
    }
    strbuf_add(s, "]");
}

void out_check_write_json(const out_check *check, out_stream *out) {
    strbuf *s = &out->text;
    const structure *w = check->what;
    if (!w) {
        out_json_error_alone(check->m->findings, out_json_first_error(check->m->findings), s);
        return;
    }
    strbuf_add(s, "{\n  \"model\": ");
    strbuf_add_json_string(s, check->m->name ? check->m->name : "");
    add_coordinates(check->m, s);
    add_constraints(w, s);
    strbuf_printf(s, ",\n  \"rank\": %d,\n  \"redundant\": ", w->rank);
    add_redundant(w, s);
    strbuf_printf(s, ",\n  \"dof\": %d,\n  \"independent_initial_conditions\": %d", w->dof,
                  w->independent_initial_conditions);
    strbuf_printf(s, ",\n  \"holonomic\": %s,\n  \"scleronomic\": %s,\n  \"conservative\": %s\n}\n",
                  truth(w->holonomic), truth(w->scleronomic), truth(w->conservative));
}
