/* Equations linearised at a state, or their eigenvalues over a parameter, as one JSON object. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/json/writers.h"
#include "out/values/quantity.h"
#include "out/words/natures.h"

static void add_truth(strbuf *s, const char *key, bool x, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add(s, x ? "true" : "false");
}

static void add_numbers(strbuf *s, const char *key, const double *x, size_t count, bool *first) {
    out_json_key(s, key, first);
    base_strbuf_add(s, "[");
    for (size_t i = 0; i < count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_number(s, x[i]);
    }
    base_strbuf_add(s, "]");
}

static void add_named(strbuf *s, const char *key, const char *const *names, const double *x, int count, bool *first) {
    bool first_value = true;
    out_json_key(s, key, first);
    base_strbuf_add(s, "{");
    for (int i = 0; i < count; i++)
        out_json_number(s, names[i], x[i], &first_value);
    base_strbuf_add(s, "}");
}

static void add_constraints(const linear_about *x, strbuf *s) {
    const char **levels = ARENA_ARRAY(s->memory, const char *, x->m + 1);
    bool first = true;
    for (int k = 0; k < x->m; k++)
        levels[k] = out_level_name(x->row_velocity[k]);
    base_strbuf_add(s, ",\n   \"constraints\": {");
    out_json_texts(s, "names", x->row_names, (size_t)x->m, &first);
    out_json_texts(s, "levels", levels, (size_t)x->m, &first);
    add_numbers(s, "multipliers", x->A_value, (size_t)x->m, &first);
    out_matrix_add_json("A", x->A, x->m, x->n, s);
    out_matrix_add_json("R", x->R, x->m, x->n, s);
    base_strbuf_add(s, "}");
}

static void add_about(const out_linear *l, strbuf *s) {
    const linear_about *x = l->about;
    bool first = true;
    base_strbuf_add(s, ",\n  \"linear\": {");
    if (x->trouble) {
        out_json_text(s, "trouble", x->trouble, &first);
        base_strbuf_add(s, "}");
        return;
    }
    out_json_number(s, "t", x->t, &first);
    add_named(s, "q", x->coord_names, x->q, x->n, &first);
    add_named(s, "v", x->coord_names, x->v, x->n, &first);
    add_named(s, "a", x->coord_names, x->a, x->n, &first);
    add_truth(s, "rest", x->rest, &first);
    add_truth(s, "steady", x->steady, &first);
    base_strbuf_add(s, ",\n   ");
    first = true;
    out_json_texts(s, "coordinates", x->coord_names, (size_t)x->n, &first);
    out_json_texts(s, "inputs", x->system.input_names, (size_t)x->k, &first);
    out_matrix_add_json("M", x->M, x->n, x->n, s);
    out_matrix_add_json("C", x->C, x->n, x->n, s);
    out_matrix_add_json("K", x->K, x->n, x->n, s);
    out_matrix_add_json("B", x->B, x->n, x->k, s);
    add_constraints(x, s);
    base_strbuf_add(s, ",\n   ");
    first = true;
    out_json_text(s, "stability", x->has_modes ? out_stability_name(x->stability) : "undecided", &first);
    out_json_number(s, "growth", x->growth, &first);
    out_json_count(s, "neutral", x->neutral, &first);
    out_modes_add_json(x->coord_names, x->n, x->modes, x->mode_count, s);
    out_system_add_json(&x->system, s);
    base_strbuf_add(s, "}");
}

static void add_along(const out_linear *l, strbuf *s) {
    const linear_along *y = l->along;
    base_strbuf_add(s, ",\n  \"along\": [");
    for (size_t i = 0; i < y->count; i++) {
        const linear_about *x = &y->at[i];
        bool first = true;
        base_strbuf_add(s, i ? ",\n    {" : "\n    {");
        out_json_number(s, "t", y->t[i], &first);
        if (x->trouble)
            out_json_text(s, "trouble", x->trouble, &first);
        else {
            add_named(s, "q", x->coord_names, x->q, x->n, &first);
            add_named(s, "v", x->coord_names, x->v, x->n, &first);
            out_json_number(s, "growth", x->growth, &first);
            out_system_add_json(&x->system, s);
        }
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

static void add_response(const linear_response *r, strbuf *s) {
    bool first = true;
    base_strbuf_add(s, ",\n  \"response\": {");
    out_json_text(s, "from", r->from, &first);
    out_json_text(s, "to", r->to, &first);
    add_numbers(s, "w", r->w, r->count, &first);
    add_numbers(s, "gain", r->gain, r->count, &first);
    add_numbers(s, "phase", r->phase, r->count, &first);
    base_strbuf_add(s, "}");
}

static void add_tracks(const linear_study *y, strbuf *s) {
    base_strbuf_add(s, ",\n  \"eigenvalues\": [");
    for (size_t k = 0; k < y->track_count; k++) {
        bool first = true;
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        add_numbers(s, "re", y->tracks[k].re, y->count, &first);
        add_numbers(s, "im", y->tracks[k].im, y->count, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

static void add_criticals(const linear_study *y, strbuf *s) {
    base_strbuf_add(s, ",\n  \"critical\": [");
    for (size_t k = 0; k < y->critical_count; k++) {
        const linear_critical *c = &y->criticals[k];
        bool first = true;
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        out_json_text(s, "kind", c->kind == CRITICAL_FLUTTER ? "flutter" : "divergence", &first);
        out_json_number(s, "value", c->value, &first);
        out_json_number(s, "im", c->im, &first);
        out_json_number(s, "growth_below", c->below, &first);
        out_json_number(s, "growth_above", c->above, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "],\n  \"ranges\": [");
    for (size_t k = 0; k < y->range_count; k++) {
        const linear_range *r = &y->ranges[k];
        bool first = true;
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        out_json_number(s, "from", r->from, &first);
        out_json_number(s, "to", r->to, &first);
        out_json_text(s, "stability", out_stability_name(r->stability), &first);
        out_json_number(s, "growth", r->growth, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

static void add_resonances(const linear_study *y, strbuf *s) {
    base_strbuf_add(s, ",\n  \"critical_speeds\": [");
    for (size_t k = 0; k < y->resonance_count; k++) {
        const linear_resonance *r = &y->resonances[k];
        bool first = true;
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        out_json_number(s, "order", r->order, &first);
        out_json_number(s, "value", r->value, &first);
        out_json_number(s, "re", r->re, &first);
        out_json_number(s, "im", r->im, &first);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
}

static void add_study(const out_linear *l, strbuf *s) {
    const linear_study *y = l->study;
    const model_param *p = &l->m->params[y->param];
    bool first = false;
    out_json_text(s, "parameter", p->name, &first);
    out_json_text(s, "unit", out_quantity_unit(l->m, p->dim, s->memory), &first);
    add_truth(s, "rest", y->rest, &first);
    add_truth(s, "steady", y->steady, &first);
    out_json_count(s, "neutral", y->neutral, &first);
    base_strbuf_add(s, ",\n  ");
    first = true;
    add_numbers(s, "values", y->values, y->count, &first);
    base_strbuf_add(s, ",\n  ");
    first = true;
    add_numbers(s, "growth", y->growth, y->count, &first);
    base_strbuf_add(s, ",\n  \"stability\": [");
    for (size_t i = 0; i < y->count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_json_string(s, out_stability_name(y->stability[i]));
    }
    base_strbuf_add(s, "],\n  \"trouble\": [");
    for (size_t i = 0; i < y->count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        if (y->trouble[i])
            base_strbuf_add_json_string(s, y->trouble[i]);
        else
            base_strbuf_add(s, "null");
    }
    base_strbuf_add(s, "]");
    add_tracks(y, s);
    add_criticals(y, s);
    if (y->order_count)
        add_resonances(y, s);
}

static void add_special(const linear_branches *b, const linear_special *c, strbuf *s) {
    static const char *const kinds[] = {[SPECIAL_FOLD] = "fold", [SPECIAL_BRANCH] = "branch", [SPECIAL_HOPF] = "hopf"};
    bool first = true;
    out_json_text(s, "kind", kinds[c->kind], &first);
    out_json_number(s, "value", c->value, &first);
    add_named(s, "q", b->coord_names, c->q, b->n, &first);
    if (c->kind == SPECIAL_HOPF)
        out_json_number(s, "im", c->im, &first);
}

static void add_branch(const linear_branches *b, const linear_branch *x, strbuf *s) {
    double *q = ARENA_ARRAY(s->memory, double, x->count + 1);
    bool first = true;
    add_numbers(s, "values", x->values, x->count, &first);
    out_json_key(s, "q", &first);
    base_strbuf_add(s, "{");
    first = true;
    for (int k = 0; k < b->n; k++) {
        for (size_t i = 0; i < x->count; i++)
            q[i] = x->q[i * (size_t)b->n + (size_t)k];
        add_numbers(s, b->coord_names[k], q, x->count, &first);
    }
    base_strbuf_add(s, "}");
    first = false;
    add_numbers(s, "growth", x->growth, x->count, &first);
    base_strbuf_add(s, ", \"stability\": [");
    for (size_t i = 0; i < x->count; i++) {
        base_strbuf_add(s, i ? ", " : "");
        base_strbuf_add_json_string(s, out_stability_name(x->stability[i]));
    }
    base_strbuf_add(s, "]");
}

static void add_branches(const out_linear *l, strbuf *s) {
    const linear_branches *b = l->branches;
    const model_param *p = &l->m->params[b->param];
    bool first = false;
    out_json_text(s, "parameter", p->name, &first);
    out_json_text(s, "unit", out_quantity_unit(l->m, p->dim, s->memory), &first);
    base_strbuf_add(s, ",\n  \"special\": [");
    for (size_t k = 0; k < b->special_count; k++) {
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        add_special(b, &b->specials[k], s);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "],\n  \"branches\": [");
    for (size_t k = 0; k < b->count; k++) {
        base_strbuf_add(s, k ? ",\n    {" : "\n    {");
        add_branch(b, &b->at[k], s);
        base_strbuf_add(s, "}");
    }
    base_strbuf_add(s, "]");
    if (b->note) {
        base_strbuf_add(s, ",\n  ");
        out_json_text(s, "note", b->note, &(bool){true});
    }
}

void out_linear_write_json(const out_linear *l, out_stream *out) {
    strbuf *s = &out->text;
    bool first = true;
    if (!l->about && !l->study && !l->branches && !l->periodic && !l->family && !l->along) {
        out_json_error_alone(l->m->findings, out_json_first_error(l->m->findings), s);
        return;
    }
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", l->page.version, &first);
    out_json_text(s, "model", l->m->name ? l->m->name : "", &first);
    out_json_text(s, "at", l->at ? l->at : "start", &first);
    if (l->study)
        add_study(l, s);
    else if (l->branches)
        add_branches(l, s);
    else if (l->periodic)
        out_periodic_add_json(l, s);
    else if (l->family)
        out_family_add_json(l, s);
    else if (l->along)
        add_along(l, s);
    else
        add_about(l, s);
    if (l->response)
        add_response(l->response, s);
    base_strbuf_add(s, "\n}\n");
}
