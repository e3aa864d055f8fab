/* The page for a terminal: to the right of its labels is text of the model language. */
#include "out/text/writers.h"
#include "out/words/formula.h"
#include "out/words/styles.h"
#include "out/words/table.h"

enum { INDENT = 2, WIDEST_MATRIX = 100 };

typedef struct text_layout {
    const derive_page *p;
    const out_derive *request;
    arena *a;
    strbuf *out;
    int labels;  /* width of the section's labels */
    bool passed; /* something stands above */
} text_layout;

static void pad(text_layout *t, int columns) {
    for (int i = 0; i < columns; i++)
        base_strbuf_add(t->out, " ");
}

static int formula_column(const text_layout *t) {
    return INDENT + (t->labels ? t->labels + 2 : 0);
}

/* The label, and what fills its column if more follows. */
static void begin_line(text_layout *t, const char *label, bool more) {
    pad(t, INDENT);
    base_strbuf_add(t->out, t->request->page.color ? STYLE_BOLD : "");
    int width = out_add_safely(t->out, label, 1 << 20);
    base_strbuf_add(t->out, t->request->page.color ? STYLE_PLAIN : "");
    if (more)
        pad(t, formula_column(t) - INDENT - width);
}

static void end_line(text_layout *t, const char *note) {
    if (note && *note) {
        base_strbuf_add(t->out, "   ");
        base_strbuf_add(t->out, t->request->page.color ? STYLE_FAINT : "");
        out_add_safely(t->out, note, 1 << 20);
        base_strbuf_add(t->out, t->request->page.color ? STYLE_PLAIN : "");
    }
    base_strbuf_add(t->out, "\n");
}

/* The sides before a matrix, with their equals signs. */
static void add_sides(text_layout *t, const page_equation *q, int count) {
    strbuf line = base_strbuf_make(t->a);
    for (int i = 0; i < count; i++) {
        base_strbuf_add(&line, i ? " = " : "");
        base_strbuf_add(&line, out_formula_side(t->p, &q->sides[i], NOTATION_TEXT, t->a));
    }
    int column = formula_column(t);
    strbuf between = base_strbuf_make(t->a);
    base_strbuf_printf(&between, "\n%*s", column + 4, "");
    int width = t->request->page.width > column + 20 ? t->request->page.width - column - 4 : 0;
    out_formula_add_broken(base_strbuf_text(&line), -4, width, base_strbuf_text(&between), t->out);
}

static void add_entries(text_layout *t, const page_equation *q, const page_side *s) {
    const char *symbol = out_formula_side(t->p, &q->sides[0], NOTATION_TEXT, t->a);
    bool symmetric = out_formula_is_symmetric(s), zeros = false;
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < (symmetric ? i + 1 : s->cols); j++) {
            if (expr_is_zero(t->p->m->g, s->e[i * s->cols + j])) {
                zeros = true;
                continue;
            }
            begin_line(t, q->label, true);
            base_strbuf_printf(t->out, s->cols > 1 ? "%s[%d,%d] = " : "%s[%d] = ", symbol, i + 1, j + 1);
            if (symmetric && i != j)
                base_strbuf_printf(t->out, "%s[%d,%d] = ", symbol, j + 1, i + 1);
            base_strbuf_add(t->out, out_formula_entry(t->p, s, i, j, NOTATION_TEXT, t->a));
            end_line(t, NULL);
        }
    if (!zeros)
        return;
    begin_line(t, q->label, true);
    base_strbuf_printf(t->out, "all other %s are 0", symbol);
    end_line(t, NULL);
}

/* Rows one below the other, columns aligned. */
static void add_matrix(text_layout *t, const page_equation *q, const page_side *s) {
    const char *symbol = out_formula_side(t->p, &q->sides[0], NOTATION_TEXT, t->a);
    int *widths = ARENA_ARRAY(t->a, int, s->cols);
    for (int i = 0; i < s->rows * s->cols; i++) {
        int w = out_width(out_formula_entry(t->p, s, i / s->cols, i % s->cols, NOTATION_TEXT, t->a));
        widths[i % s->cols] = w > widths[i % s->cols] ? w : widths[i % s->cols];
    }
    for (int i = 0; i < s->rows; i++) {
        begin_line(t, i ? "" : q->label, true);
        base_strbuf_printf(t->out, "%*s%s", i ? out_width(symbol) : 0, "",
                           i ? "   [ " : base_arena_printf(t->a, "%s = [ ", symbol));
        for (int j = 0; j < s->cols; j++) {
            const char *entry = out_formula_entry(t->p, s, i, j, NOTATION_TEXT, t->a);
            base_strbuf_printf(t->out, "%s%*s%s", entry, widths[j] - out_width(entry), "",
                               j + 1 < s->cols ? "   " : " ]");
        }
        end_line(t, i + 1 < s->rows ? NULL : q->note);
    }
}

static void add_equation(text_layout *t, const page_equation *q) {
    const page_side *last = q->count ? &q->sides[q->count - 1] : NULL;
    if (last && last->kind == SIDE_MATRIX) {
        if (out_formula_matrix_fits(t->p, last, NOTATION_TEXT, WIDEST_MATRIX, t->a))
            add_matrix(t, q, last);
        else
            add_entries(t, q, last);
        return;
    }
    begin_line(t, q->label, q->count || (q->note && *q->note));
    add_sides(t, q, q->count);
    end_line(t, q->note);
}

static void add_section(text_layout *t, const page_section *s) {
    base_strbuf_add(t->out, t->out->len || t->passed ? "\n" : "");
    out_style_add(t->out, t->request->page.color, STYLE_HEADING, s->title);
    base_strbuf_add(t->out, "\n");
    if (s->words) {
        pad(t, INDENT);
        out_add_words(t->out, out_formula_words(s->words, NOTATION_TEXT, t->a), INDENT, INDENT, t->request->page.width);
        base_strbuf_add(t->out, "\n");
    }
    t->labels = 0;
    for (size_t i = 0; i < s->equations.len; i++) {
        int w = out_width(s->equations.at[i].label);
        t->labels = w > t->labels ? w : t->labels;
    }
    for (size_t i = 0; i < s->equations.len; i++)
        add_equation(t, &s->equations.at[i]);
}

void out_derive_write_text(const out_derive *request, out_stream *out) {
    const derive_page *p = request->what;
    if (!p)
        return;
    text_layout t = {.p = p, .request = request, .a = out->text.memory, .out = &out->text};
    const char *title = p->m->title && *p->m->title ? p->m->title : p->m->name ? p->m->name : "";
    base_strbuf_add(t.out, request->page.color ? STYLE_BOLD : "");
    out_add_words(t.out, title, 0, 0, request->page.width);
    base_strbuf_add(t.out, request->page.color ? STYLE_PLAIN : "");
    base_strbuf_add(t.out, *title ? "\n" : "");
    for (size_t i = 0; i < p->sections.len; i++) {
        add_section(&t, &p->sections.at[i]);
        t.passed = true;
        out_stream_pass(out);
    }
}
