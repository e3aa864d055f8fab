/* The page as one JSON object: every formula as text of the model language and as LaTeX. */
#include "out/json/json.h"
#include "out/json/sections.h"
#include "out/json/writers.h"
#include "out/words/formula.h"

typedef struct json_layout {
    const derive_page *p;
    arena *a;
    strbuf *out;
} json_layout;

static void add_sides(json_layout *t, const page_equation *q, expr_notation notation, const char *key) {
    base_strbuf_printf(t->out, ", \"%s\": [", key);
    for (int i = 0; i < q->count; i++) {
        base_strbuf_add(t->out, i ? ", " : "");
        base_strbuf_add_json_string(t->out, out_formula_side(t->p, &q->sides[i], notation, t->a));
    }
    base_strbuf_add(t->out, "]");
}

static void add_matrix(json_layout *t, const page_equation *q, const page_side *s) {
    base_strbuf_add(t->out, ", \"name\": ");
    base_strbuf_add_json_string(t->out, out_formula_side(t->p, &q->sides[0], NOTATION_TEXT, t->a));
    base_strbuf_printf(t->out, ", \"rows\": %d, \"columns\": %d, \"entries\": [", s->rows, s->cols);
    for (int i = 0; i < s->rows; i++) {
        base_strbuf_add(t->out, i ? ",\n      [" : "\n      [");
        for (int j = 0; j < s->cols; j++) {
            base_strbuf_add(t->out, j ? ", " : "");
            base_strbuf_add_json_string(t->out, out_formula_entry(t->p, s, i, j, NOTATION_TEXT, t->a));
        }
        base_strbuf_add(t->out, "]");
    }
    base_strbuf_add(t->out, "]");
}

static void add_equation(json_layout *t, const page_equation *q) {
    base_strbuf_add(t->out, "\n    {\"of\": ");
    base_strbuf_add_json_string(t->out, q->label);
    if (q->note) {
        base_strbuf_add(t->out, ", \"note\": ");
        base_strbuf_add_json_string(t->out, q->note);
    }
    const page_side *last = q->count ? &q->sides[q->count - 1] : NULL;
    if (last && last->kind == SIDE_MATRIX) {
        add_matrix(t, q, last);
    } else if (last) {
        add_sides(t, q, NOTATION_TEXT, "text");
        add_sides(t, q, NOTATION_LATEX, "latex");
    }
    base_strbuf_add(t->out, "}");
}

static void add_section(json_layout *t, const page_section *s) {
    base_strbuf_add(t->out, ",\n  ");
    base_strbuf_add_json_string(t->out, s->key);
    base_strbuf_add(t->out, ": [");
    for (size_t i = 0; i < s->equations.len; i++) {
        base_strbuf_add(t->out, i ? "," : "");
        add_equation(t, &s->equations.at[i]);
    }
    base_strbuf_add(t->out, s->equations.len ? "\n  ]" : "]");
}

void out_derive_write_json(const out_derive *request, out_stream *out) {
    const derive_page *p = request->what;
    strbuf *s = &out->text;
    if (!p) {
        out_json_error_alone(request->m->findings, out_json_first_error(request->m->findings), s);
        return;
    }
    json_layout t = {.p = p, .a = s->memory, .out = s};
    bool first = true;
    base_strbuf_add(s, "{\n  ");
    out_json_text(s, "lagrangia", request->page.version, &first);
    out_json_text(s, "model", p->m->name ? p->m->name : "", &first);
    out_json_text(s, "form", p->form, &first);
    out_json_text(s, "mode", p->mode, &first);
    out_parameters_add_json(p->m, s);
    for (size_t i = 0; i < p->sections.len; i++) {
        add_section(&t, &p->sections.at[i]);
        out_stream_pass(out);
    }
    base_strbuf_add(s, "\n}\n");
}
