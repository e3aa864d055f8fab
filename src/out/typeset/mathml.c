/* The page as HTML with MathML, which needs no network. */
#include <string.h>

#include "out/typeset/mathml_lines.h"
#include "out/typeset/writers.h"
#include "out/words/formula.h"
#include "out/words/markup.h"

static const char head[] = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
static const char style[] =
    "</title>\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; }\n"
    "table { border-spacing: 0; }\n"
    "th { font-weight: normal; text-align: left; vertical-align: baseline; padding: 0.3rem 1.5rem 0.3rem 0; }\n"
    "td { padding: 0.3rem 0; }\n"
    "td:last-child { color: GrayText; padding-left: 1.5rem; }\n"
    ".scroll { overflow-x: auto; }\n"
    "math { font-size: 1.1rem; }\n"
    "</style>\n</head>\n<body>\n<h1>";

typedef struct mathml_layout {
    const derive_page *p;
    arena *a;
    strbuf *out;
} mathml_layout;

static void add_matrix(mathml_layout *t, const page_side *s) {
    base_strbuf_add(t->out, "<mrow><mo>(</mo><mtable>");
    for (int i = 0; i < s->rows; i++) {
        base_strbuf_add(t->out, "<mtr>");
        for (int j = 0; j < s->cols; j++)
            base_strbuf_printf(t->out, "<mtd><mrow>%s</mrow></mtd>",
                               out_formula_entry(t->p, s, i, j, NOTATION_MATHML, t->a));
        base_strbuf_add(t->out, "</mtr>");
    }
    base_strbuf_add(t->out, "</mtable><mo>)</mo></mrow>");
}

/* M_{1,2}; a column's entries have one number. */
static const char *name_of_entry(mathml_layout *t, const char *symbol, const page_side *s, int i, int j) {
    if (s->cols == 1)
        return base_arena_printf(t->a, "<msub>%s<mn>%d</mn></msub>", symbol, i + 1);
    return base_arena_printf(t->a, "<msub>%s<mrow><mn>%d</mn><mo>,</mo><mn>%d</mn></mrow></msub>", symbol, i + 1,
                             j + 1);
}

static void add_entry(mathml_layout *t, const char *symbol, const page_side *s, int i, int j, bool both,
                      const char *note) {
    static const char equals[] = "<mo form=\"infix\">=</mo>";
    base_strbuf_add(t->out, "<tr><td></td><td>");
    out_mathml_add_terms(name_of_entry(t, symbol, s, i, j), equals, t->out);
    if (both)
        out_mathml_add_terms(name_of_entry(t, symbol, s, j, i), equals, t->out);
    out_mathml_add_terms(out_formula_entry(t->p, s, i, j, NOTATION_MATHML, t->a), "", t->out);
    base_strbuf_add(t->out, "</td><td>");
    out_markup_add(t->out, note ? note : "");
    base_strbuf_add(t->out, "</td></tr>\n");
}

/* A matrix too wide for a line, entry by entry: formulas can be broken, rows of a matrix cannot. */
static void add_entries(mathml_layout *t, const page_equation *q, const page_side *s) {
    const char *symbol = out_formula_side(t->p, &q->sides[0], NOTATION_MATHML, t->a);
    const bool symmetric = out_formula_is_symmetric(s);
    const char *note = q->note;
    bool zeros = false;
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < (symmetric ? i + 1 : s->cols); j++) {
            if (expr_is_zero(t->p->m->g, s->e[i * s->cols + j])) {
                zeros = true;
                continue;
            }
            add_entry(t, symbol, s, i, j, symmetric && i != j, note);
            note = NULL;
        }
    if (zeros)
        base_strbuf_printf(t->out, "<tr><td></td><td>all other <math>%s</math> are 0</td><td></td></tr>\n", symbol);
}

static bool is_wide_matrix(const mathml_layout *t, const page_equation *q) {
    enum { WIDEST_MATRIX = 76 }; /* letters as text */
    const page_side *last = q->count ? &q->sides[q->count - 1] : NULL;
    return last && last->kind == SIDE_MATRIX &&
           !out_formula_matrix_fits(t->p, last, NOTATION_TEXT, WIDEST_MATRIX, t->a);
}

static void add_formula(mathml_layout *t, const page_equation *q) {
    for (int i = 0; i < q->count; i++) {
        if (q->sides[i].kind == SIDE_MATRIX) {
            base_strbuf_add(t->out, "<math>");
            add_matrix(t, &q->sides[i]);
            base_strbuf_add(t->out, "</math>");
            continue;
        }
        out_mathml_add_terms(out_formula_side(t->p, &q->sides[i], NOTATION_MATHML, t->a),
                             i + 1 < q->count ? "<mo form=\"infix\">=</mo>" : "", t->out);
    }
}

static void add_equation(mathml_layout *t, const page_equation *q) {
    base_strbuf_add(t->out, *q->label ? "<tr><th>" : "<tr><td>"); /* an empty head would be read out */
    out_markup_add(t->out, q->label);
    base_strbuf_add(t->out, *q->label ? "</th><td>" : "</td><td>");
    if (q->count)
        add_formula(t, q);
    base_strbuf_add(t->out, "</td><td>");
    out_markup_add(t->out, q->note ? q->note : "");
    base_strbuf_add(t->out, "</td></tr>\n");
}

static void add_section(mathml_layout *t, const page_section *s) {
    base_strbuf_add(t->out, "<h2>");
    out_markup_add(t->out, s->title);
    base_strbuf_add(t->out, "</h2>\n");
    if (s->words)
        base_strbuf_printf(t->out, "<p>%s</p>\n", out_formula_words(s->words, NOTATION_MATHML, t->a));
    base_strbuf_add(t->out, "<div class=\"scroll\"><table>\n");
    for (size_t i = 0; i < s->equations.len; i++) {
        const page_equation *q = &s->equations.at[i];
        if (is_wide_matrix(t, q))
            add_entries(t, q, &q->sides[q->count - 1]);
        else
            add_equation(t, q);
    }
    base_strbuf_add(t->out, "</table></div>\n");
}

void out_derive_add_sections(const derive_page *p, strbuf *out) {
    mathml_layout t = {.p = p, .a = out->memory, .out = out};
    for (size_t i = 0; i < p->sections.len; i++)
        add_section(&t, &p->sections.at[i]);
}

void out_derive_write_mathml(const out_derive *request, out_stream *out) {
    if (!request->what)
        return;
    const model *m = request->what->m;
    const char *title = m->title && *m->title ? m->title : m->name ? m->name : "";
    strbuf *s = &out->text;
    base_strbuf_add(s, head);
    out_markup_add(s, title);
    base_strbuf_add(s, style);
    out_markup_add(s, title);
    base_strbuf_add(s, "</h1>\n");
    out_derive_add_sections(request->what, s);
    base_strbuf_add(s, "</body>\n</html>\n");
}
