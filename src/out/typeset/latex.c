/* The page as LaTeX: a complete document, or its equations alone. */
#include <string.h>

#include "out/typeset/writers.h"
#include "out/words/formula.h"
#include "out/words/latex.h"
#include "out/words/latex_lines.h"

/* In points. Left sides that are wider than a column stand in the lines. */
enum { LINE = 470, EQUALS = 14, WIDEST_COLUMN = 80 };

typedef struct latex_layout {
    const derive_page *p;
    arena *a;
    strbuf *out;
    int column; /* the width of the left sides of the equations at hand */
} latex_layout;

static void add_matrix(latex_layout *t, const page_side *s) {
    base_strbuf_add(t->out, "\\begin{pmatrix}");
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols; j++)
            base_strbuf_printf(t->out, "%s%s",
                               j   ? " & "
                               : i ? " \\\\ "
                                   : " ",
                               out_formula_entry(t->p, s, i, j, NOTATION_LATEX, t->a));
    base_strbuf_add(t->out, " \\end{pmatrix}");
}

static latex_lines begin_lines(const latex_layout *t, int used) {
    return (latex_lines){.out = t->out, .used = used, .width = LINE - t->column};
}

/* The entries that are not zero, one a line. An accent alone in braces would lose them: hence the {}. */
static void add_entries(latex_layout *t, const page_equation *q, const page_side *s) {
    const char *symbol = out_formula_side(t->p, &q->sides[0], NOTATION_LATEX, t->a), *between = "";
    bool symmetric = out_formula_is_symmetric(s);
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < (symmetric ? i + 1 : s->cols); j++) {
            if (expr_is_zero(t->p->m->g, s->e[i * s->cols + j]))
                continue;
            base_strbuf_printf(t->out, s->cols > 1 ? "%s{{}%s}_{%d,%d}" : "%s{{}%s}_{%d}", between, symbol, i + 1,
                               j + 1);
            if (symmetric && i != j)
                base_strbuf_printf(t->out, " = {{}%s}_{%d,%d}", symbol, j + 1, i + 1);
            base_strbuf_add(t->out, " &= ");
            latex_lines lines = begin_lines(t, EQUALS);
            out_latex_add_broken(&lines, out_formula_entry(t->p, s, i, j, NOTATION_LATEX, t->a), false);
            between = " \\\\\n  ";
        }
    if (!*between)
        base_strbuf_printf(t->out, "%s &= 0", symbol);
}

static int width_of_name(latex_layout *t, const char *name) {
    strbuf s = base_strbuf_make(t->a);
    expr_write_name(name, NOTATION_LATEX, &s);
    return out_latex_width(base_strbuf_text(&s));
}

/* Whether the matrix is set as one. */
static bool is_set(latex_layout *t, const page_equation *q) {
    const page_side *last = &q->sides[q->count - 1];
    int left = out_formula_width(out_formula_side(t->p, &q->sides[0], NOTATION_LATEX, t->a), NOTATION_LATEX);
    return out_formula_matrix_fits(t->p, last, NOTATION_LATEX, LINE - left - 2 * EQUALS, t->a);
}

static bool is_matrix(const page_equation *q) {
    return q->sides[q->count - 1].kind == SIDE_MATRIX;
}

/* How wide the left side is, if it stands in the column of left sides, else 0. */
static int width_in_column(latex_layout *t, const page_equation *q) {
    enum { INDICES_OF_TWO = 80 };
    int width = out_formula_width(out_formula_side(t->p, &q->sides[0], NOTATION_LATEX, t->a), NOTATION_LATEX);
    if (is_matrix(q) && !is_set(t, q))
        width = out_formula_is_symmetric(&q->sides[q->count - 1]) ? INDICES_OF_TWO : INDICES_OF_TWO / 2;
    return q->count > 1 && width <= WIDEST_COLUMN ? width : 0;
}

static void add_matrix_equation(latex_layout *t, const page_equation *q) {
    const page_side *last = &q->sides[q->count - 1];
    if (!is_set(t, q)) {
        add_entries(t, q, last);
        return;
    }
    base_strbuf_printf(t->out, "%s &= ", out_formula_side(t->p, &q->sides[0], NOTATION_LATEX, t->a));
    add_matrix(t, last);
}

/* Whose equation it is stands beside it, unless its left side says so: Q_x of a spring, but not dL/dx. */
static bool has_tag(const page_equation *q) {
    const page_side *left = &q->sides[0];
    const bool other = left->kind == SIDE_SYMBOL && left->by && strcmp(left->by, q->label) != 0;
    return *q->label && (left->kind == SIDE_EXPR || other);
}

static void add_equation(latex_layout *t, const page_equation *q) {
    if (is_matrix(q)) {
        add_matrix_equation(t, q);
        return;
    }
    bool aligned = width_in_column(t, q) > 0;
    latex_lines lines = begin_lines(t, 0);
    if (has_tag(q))
        lines.width -= 2 * EQUALS + width_of_name(t, q->label);
    for (int i = 0; i < q->count; i++) {
        const char *side = out_formula_side(t->p, &q->sides[i], NOTATION_LATEX, t->a);
        if (i == 0 && aligned) {
            base_strbuf_printf(t->out, "%s &", side);
            continue;
        }
        if (i == 0)
            base_strbuf_add(t->out, "& ");
        else
            side = base_arena_printf(t->a, "= %s", side);
        out_latex_add_broken(&lines, side, i > 0);
        base_strbuf_add(t->out, i + 1 < q->count ? " " : "");
    }
}

static void add_equations(latex_layout *t, const page_section *s) {
    bool open = false;
    t->column = 0;
    for (size_t i = 0; i < s->equations.len; i++) {
        int width = s->equations.at[i].count ? width_in_column(t, &s->equations.at[i]) : 0;
        t->column = width > t->column ? width : t->column;
    }
    for (size_t i = 0; i < s->equations.len; i++) {
        const page_equation *q = &s->equations.at[i];
        if (!q->count)
            continue;
        base_strbuf_add(t->out, open ? " \\\\\n  " : "\\begin{align*}\n  ");
        open = true;
        add_equation(t, q);
        if (has_tag(q)) {
            base_strbuf_add(t->out, " \\tag*{$");
            expr_write_name(q->label, NOTATION_LATEX, t->out);
            base_strbuf_add(t->out, "$}");
        }
    }
    if (open)
        base_strbuf_add(t->out, "\n\\end{align*}\n");
}

static void add_list(latex_layout *t, const page_section *s) {
    bool open = false;
    for (size_t i = 0; i < s->equations.len; i++) {
        const page_equation *q = &s->equations.at[i];
        if (q->count)
            continue;
        base_strbuf_add(t->out, open ? "; " : "\\noindent\n");
        open = true;
        base_strbuf_add(t->out, "$");
        expr_write_name(q->label, NOTATION_LATEX, t->out);
        base_strbuf_add(t->out, "$");
        if (q->note && *q->note) {
            base_strbuf_add(t->out, " ");
            out_latex_add(t->out, q->note);
        }
    }
    if (open)
        base_strbuf_add(t->out, ".\n");
}

static void write_sections(const out_derive *request, out_stream *out, bool whole) {
    latex_layout t = {.p = request->what, .a = out->text.memory, .out = &out->text};
    for (size_t i = 0; i < t.p->sections.len; i++) {
        const page_section *s = &t.p->sections.at[i];
        if (whole) {
            base_strbuf_printf(t.out, "\n\\section*{%s}\n", s->title);
            base_strbuf_add(t.out, s->words ? out_formula_words(s->words, NOTATION_LATEX, t.a) : "");
            base_strbuf_add(t.out, "\n");
            add_list(&t, s);
        }
        add_equations(&t, s);
        out_stream_pass(out);
    }
}

void out_derive_write_latex(const out_derive *request, out_stream *out) {
    const derive_page *p = request->what;
    if (!p)
        return;
    base_strbuf_add(&out->text, "\\documentclass[a4paper]{article}\n"
                                "\\usepackage[utf8]{inputenc}\n"
                                "\\usepackage[T1]{fontenc}\n"
                                "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
                                "\\usepackage{amsmath}\n"
                                "\\usepackage[margin=2cm]{geometry}\n"
                                "\\allowdisplaybreaks\n"
                                "\\setcounter{MaxMatrixCols}{20}\n"
                                "\\begin{document}\n"
                                "\\begin{center}\\Large ");
    out_latex_add(&out->text, p->m->title && *p->m->title ? p->m->title : p->m->name ? p->m->name : "");
    base_strbuf_add(&out->text, "\\end{center}\n");
    write_sections(request, out, true);
    base_strbuf_add(&out->text, "\\end{document}\n");
}

void out_derive_write_latex_fragment(const out_derive *request, out_stream *out) {
    if (request->what)
        write_sections(request, out, false);
}
