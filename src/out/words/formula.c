/* Sides of equations in the notations of expressions, and where long sums may be broken. */
#include "out/words/formula.h"

#include <string.h>

#include "out/words/latex.h"
#include "out/words/latex_lines.h"
#include "out/words/markup.h"
#include "out/words/table.h"

typedef struct derivative_form {
    const char *before, *between, *after; /* dL/dq */
    const char *rate;                     /* d/dt */
} derivative_form;

static const derivative_form derivatives[] = {
    [NOTATION_TEXT] = {"d", "/d", "", "d/dt "},
    [NOTATION_LATEX] = {"\\frac{\\partial ", "}{\\partial ", "}", "\\frac{d}{dt} "},
    [NOTATION_MATHML] = {"<mfrac><mrow><mi>\u2202</mi>", "</mrow><mrow><mi>\u2202</mi>", "</mrow></mfrac>",
                         "<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>"},
};

typedef struct index_form {
    const char *before, *between, *after;
} index_form;

static const index_form indices[] = {
    [NOTATION_TEXT] = {"", "_", ""},
    [NOTATION_LATEX] = {"{", "}_{", "}"},
    [NOTATION_MATHML] = {"<msub><mrow>", "</mrow><mrow>", "</mrow></msub>"},
};

static void add_derivative(const page_side *s, expr_notation notation, strbuf *out) {
    const derivative_form *f = &derivatives[notation];
    base_strbuf_add(out, s->kind == SIDE_RATE ? f->rate : "");
    base_strbuf_add(out, f->before);
    expr_write_name(s->symbol, notation, out);
    base_strbuf_add(out, f->between);
    expr_write_name(s->by, notation, out);
    base_strbuf_add(out, f->after);
}

static void add_symbol(const page_side *s, expr_notation notation, strbuf *out) {
    const index_form *f = &indices[notation];
    if (!s->by) {
        expr_write_name(s->symbol, notation, out);
        return;
    }
    base_strbuf_add(out, f->before);
    expr_write_name(s->symbol, notation, out);
    base_strbuf_add(out, f->between);
    expr_write_name(s->by, notation, out);
    base_strbuf_add(out, f->after);
}

/* The page's ranks, the highest for the acceleration whose terms come first in this side. */
static const unsigned char *ranks_of(const derive_page *p, const page_side *s, arena *a) {
    if (!s->first.i)
        return p->rank;
    unsigned char *rank = base_arena_alloc_raw(a, p->ranked);
    memcpy(rank, p->rank, p->ranked);
    rank[expr_node_at(p->m->g, s->first)->var] = DERIVE_RANK_FIRST;
    return rank;
}

const char *out_formula_side(const derive_page *p, const page_side *s, expr_notation notation, arena *a) {
    strbuf out = base_strbuf_make(a);
    if (s->kind == SIDE_EXPR)
        expr_write(p->m->g, s->e[0], notation, ranks_of(p, s, a), &out);
    else if (s->kind == SIDE_SYMBOL)
        add_symbol(s, notation, &out);
    else
        add_derivative(s, notation, &out);
    return base_strbuf_text(&out);
}

const char *out_formula_entry(const derive_page *p, const page_side *s, int row, int col, expr_notation notation,
                              arena *a) {
    strbuf out = base_strbuf_make(a);
    expr_write(p->m->g, s->e[row * s->cols + col], notation, p->rank, &out);
    return base_strbuf_text(&out);
}

/* The formulas of the sections' words. */
static const char *const formulas[][3] = {
    {"L = T - V", "$L = T - V$", "<math><mi>L</mi><mo>=</mo><mi>T</mi><mo>&#x2212;</mo><mi>V</mi></math>"},
    {"M q'' = h", "$M\\ddot{q} = h$",
     "<math><mi>M</mi><mover><mi>q</mi><mo>\u00a8</mo></mover><mo>=</mo><mi>h</mi></math>"},
    {"M q'' + A^T lambda = h", "$M\\ddot{q} + A^{\\mathsf{T}}\\lambda = h$",
     "<math><mi>M</mi><mover><mi>q</mi><mo>\u00a8</mo></mover><mo>+</mo><msup><mi>A</mi><mi "
     "mathvariant=\"normal\">T</mi></msup><mi>\u03bb</mi><mo>=</mo><mi>h</mi></math>"},
    {"M q'' + C^T lambda = h", "$M\\ddot{q} + C^{\\mathsf{T}}\\lambda = h$",
     "<math><mi>M</mi><mover><mi>q</mi><mo>\u00a8</mo></mover><mo>+</mo><msup><mi>C</mi><mi "
     "mathvariant=\"normal\">T</mi></msup><mi>\u03bb</mi><mo>=</mo><mi>h</mi></math>"},
    {"A q'' = gamma", "$A\\ddot{q} = \\gamma$",
     "<math><mi>A</mi><mover><mi>q</mi><mo>\u00a8</mo></mover><mo>=</mo><mi>\u03b3</mi></math>"},
    {"d/dt dL/dq' - dL/dq + R = Q",
     "$\\frac{d}{dt}\\frac{\\partial L}{\\partial \\dot{q}} - \\frac{\\partial L}{\\partial q} + R = Q$",
     "<math><mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac><mfrac><mrow><mi>\u2202</mi><mi>L</mi></mrow>"
     "<mrow><mi>\u2202</mi><mover><mi>q</mi><mo>\u02d9</mo></mover></mrow></mfrac><mo>&#x2212;</"
     "mo><mfrac><mrow><mi>\u2202</"
     "mi>"
     "<mi>L</mi></mrow><mrow><mi>\u2202</mi><mi>q</mi></mrow></mfrac><mo>+</mo><mi>R</mi><mo>=</mo><mi>Q</mi></math>"},
    {"1/2 m v^2", "$\\frac{1}{2}mv^2$",
     "<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>m</mi><msup><mi>v</mi><mn>2</mn></msup></math>"},
    {"1/2 I omega^2", "$\\frac{1}{2}I\\omega^2$",
     "<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>I</mi><msup><mi>\u03c9</mi><mn>2</mn></msup></math>"},
    {"m/6 (vA.vA + vA.vB + vB.vB)", "$\\frac{m}{6}(v_A\\cdot v_A + v_A\\cdot v_B + v_B\\cdot v_B)$",
     "m/6 (v<sub>A</sub>\u00b7v<sub>A</sub> + v<sub>A</sub>\u00b7v<sub>B</sub> + v<sub>B</sub>\u00b7v<sub>B</sub>)"},
};

static bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What is in no table, for its symbols were chosen for one model: name by name, signs as they are. */
static void write_plain_formula(const char *formula, expr_notation notation, strbuf *out) {
    static const char *const frame[][3] = {{"", "$", "<math>"}, {"", "$", "</math>"}};
    static const char *const raised[] = {[NOTATION_TEXT] = "^T",
                                         [NOTATION_LATEX] = "^{\\mathsf{T}}",
                                         [NOTATION_MATHML] =
                                             "<msup><mrow></mrow><mi mathvariant=\"normal\">T</mi></msup>"};
    arena *a = base_arena_create();
    base_strbuf_add(out, frame[0][notation]);
    while (*formula) {
        size_t n = 0;
        while (is_name_letter(formula[n]))
            n++;
        while (n > 0 && formula[n] == '\'')
            n++;
        if (n > 0) {
            expr_write_name(base_arena_copy(a, formula, n), notation, out);
        } else if (strncmp(formula, "^T", 2) == 0) {
            base_strbuf_add(out, raised[notation]);
            n = 2;
        } else {
            n = 1;
            bool sign = notation == NOTATION_MATHML && *formula != ' ';
            base_strbuf_printf(out, sign ? "<mo>%c</mo>" : "%c", *formula);
        }
        formula += n;
    }
    base_strbuf_add(out, frame[1][notation]);
    base_arena_destroy(a);
}

static void add_formula(const char *formula, expr_notation notation, strbuf *out) {
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (strcmp(formulas[i][NOTATION_TEXT], formula) == 0) {
            base_strbuf_add(out, formulas[i][notation]);
            return;
        }
    write_plain_formula(formula, notation, out);
}

const char *out_formula_words(const char *words, expr_notation notation, arena *a) {
    static void (*const add_words[])(strbuf *, const char *) = {
        [NOTATION_TEXT] = base_strbuf_add, [NOTATION_LATEX] = out_latex_add, [NOTATION_MATHML] = out_markup_add};
    strbuf out = base_strbuf_make(a);
    for (bool formula = false; *words; formula = !formula) {
        size_t length = strcspn(words, "`");
        const char *part = base_arena_copy(a, words, length);
        if (formula)
            add_formula(part, notation, &out);
        else
            add_words[notation](&out, part);
        words += length + (words[length] == '`');
    }
    return base_strbuf_text(&out);
}

int out_formula_width(const char *formula, expr_notation notation) {
    return notation == NOTATION_LATEX ? out_latex_width(formula) : out_width(formula);
}

static int depth_change(char c) {
    return strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
}

/* Up to the next sign of the outermost sum, that sign not included unless the formula begins with it. */
static size_t next_term(const char *formula) {
    int depth = 0;
    for (size_t i = 0; formula[i]; i++) {
        depth += depth_change(formula[i]);
        bool sign = formula[i] == '+' || formula[i] == '-';
        if (i > 1 && sign && depth == 0 && formula[i - 1] == ' ' && formula[i + 1] == ' ')
            return i;
    }
    return strlen(formula);
}

void out_formula_add_broken(const char *formula, int used, int width, const char *between, strbuf *out) {
    arena *a = base_arena_create();
    bool first = true;
    while (*formula) {
        size_t length = next_term(formula);
        int size = out_width(base_arena_copy(a, formula, length));
        if (width && !first && used + size > width) {
            base_strbuf_add(out, between);
            used = 0;
        }
        base_strbuf_add_bytes(out, formula, length);
        used += size;
        formula += length;
        first = false;
    }
    base_arena_destroy(a);
}

bool out_formula_matrix_fits(const derive_page *p, const page_side *s, expr_notation notation, int width, arena *a) {
    const int gap = notation == NOTATION_LATEX ? 10 : 2;
    int sum = 0;
    for (int j = 0; j < s->cols; j++) {
        int widest = 0;
        for (int i = 0; i < s->rows; i++) {
            int w = out_formula_width(out_formula_entry(p, s, i, j, notation, a), notation);
            widest = w > widest ? w : widest;
        }
        sum += widest + gap;
    }
    return sum <= width && s->cols <= 10;
}

bool out_formula_is_symmetric(const page_side *s) {
    if (s->rows != s->cols)
        return false;
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < i; j++)
            if (!expr_same(s->e[i * s->cols + j], s->e[j * s->cols + i]))
                return false;
    return true;
}
