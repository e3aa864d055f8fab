/* The structure of a system as one JSON object. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/json/writers.h"
#include "out/words/natures.h"

static const char *truth(bool x) {
    return x ? "true" : "false";
}

/* Those that are places, or the others; nothing where `optional` and there are none. */
static void add_coordinates(const model *m, const char *key, bool places, bool optional, strbuf *s) {
    size_t count = 0;
    for (size_t i = 0; i < m->declared_coords; i++)
        count += model_is_place(&m->coords[i]) == places && !m->coords[i].hidden;
    if (optional && !count)
        return;
    bool first = true;
    base_strbuf_printf(s, ",\n  \"%s\": [", key);
    for (size_t i = 0; i < m->declared_coords; i++) {
        if (model_is_place(&m->coords[i]) != places || m->coords[i].hidden)
            continue;
        base_strbuf_add(s, first ? "" : ", ");
        base_strbuf_add_json_string(s, m->coords[i].name);
        first = false;
    }
    base_strbuf_add(s, "]");
}

static const char **formulas(const model *m, const expr_id *e, size_t count, arena *a) {
    const char **text = ARENA_ARRAY(a, const char *, count);
    for (size_t i = 0; i < count; i++)
        text[i] = out_formula(m, e[i], a);
    return text;
}

/* One formula, or a list if the constraint has several rows. */
static void add_integrals(const model *m, const structure_constraint *c, strbuf *s) {
    const char **text = formulas(m, c->integrals, c->integral_count, s->memory);
    bool first = false;
    if (c->integral_count == 1)
        out_json_text(s, "integral", text[0], &first);
    else if (c->integral_count > 1)
        out_json_texts(s, "integral", text, c->integral_count, &first);
}

static void add_constraint(const model *m, const structure_constraint *c, strbuf *s) {
    base_strbuf_add(s, "\n    {\"name\": ");
    base_strbuf_add_json_string(s, c->name);
    base_strbuf_printf(s, ", \"kind\": \"%s\", \"level\": \"%s\", \"rheonomic\": %s, \"unilateral\": %s",
                       out_nature_name(c->nature), out_level_name(c->velocity), truth(c->rheonomic),
                       truth(c->unilateral));
    add_integrals(m, c, s);
    base_strbuf_add(s, "}");
}

static void add_constraints(const model *m, const structure *w, strbuf *s) {
    base_strbuf_add(s, ",\n  \"constraints\": [");
    for (size_t i = 0; i < w->constraint_count; i++) {
        base_strbuf_add(s, i ? "," : "");
        add_constraint(m, &w->constraints[i], s);
    }
    base_strbuf_add(s, w->constraint_count ? "\n  ]" : "]");
}

void out_add_structure_json(const out_check *check, strbuf *s) {
    const structure *w = check->what;
    base_strbuf_add(s, "{\n  \"model\": ");
    base_strbuf_add_json_string(s, check->m->name ? check->m->name : "");
    add_coordinates(check->m, "coordinates", true, false, s);
    add_coordinates(check->m, "states", false, true, s);
    add_constraints(check->m, w, s);
    base_strbuf_printf(s, ",\n  \"rank\": %d,\n  ", w->rank);
    out_json_texts(s, "redundant", w->redundant, w->redundant_count, &(bool){true});
    base_strbuf_printf(s, ",\n  \"dof\": %d,\n  \"independent_initial_conditions\": %d", w->dof,
                       w->independent_initial_conditions);
    base_strbuf_printf(s, ",\n  \"holonomic\": %s,\n  \"scleronomic\": %s,\n  \"conservative\": %s",
                       truth(w->holonomic), truth(w->scleronomic), truth(w->conservative));
    if (w->sudden_count) {
        base_strbuf_add(s, ",\n  ");
        out_json_texts(s, "sudden", w->sudden, w->sudden_count, &(bool){true});
    }
    if (w->hidden_count) {
        base_strbuf_add(s, ",\n  ");
        out_json_texts(s, "hidden_integrals", formulas(check->m, w->hidden, w->hidden_count, s->memory),
                       w->hidden_count, &(bool){true});
    }
}

void out_check_write_json(const out_check *check, out_stream *out) {
    strbuf *s = &out->text;
    if (!check->what) {
        out_json_error_alone(check->m->findings, out_json_first_error(check->m->findings), s);
        return;
    }
    out_add_structure_json(check, s);
    base_strbuf_add(s, "\n}\n");
}
