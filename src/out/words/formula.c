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
        expr_write_sum(p->m->g, s->e, (size_t)s->rows, notation, ranks_of(p, s, a), &out);
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
     "<math><mi>M</mi><mover><mi>q</mi><mo scriptlevel=\"-1\">\u00a8</mo></mover><mo>=</mo><mi>h</mi></math>"},
    {"M q'' + A^T lambda = h", "$M\\ddot{q} + A^{\\mathsf{T}}\\lambda = h$",
     "<math><mi>M</mi><mover><mi>q</mi><mo scriptlevel=\"-1\">\u00a8</mo></mover><mo>+</mo><msup><mi>A</mi><mi "
     "mathvariant=\"normal\">T</mi></msup><mi>\u03bb</mi><mo>=</mo><mi>h</mi></math>"},
    {"M q'' + C^T lambda = h", "$M\\ddot{q} + C^{\\mathsf{T}}\\lambda = h$",
     "<math><mi>M</mi><mover><mi>q</mi><mo scriptlevel=\"-1\">\u00a8</mo></mover><mo>+</mo><msup><mi>C</mi><mi "
     "mathvariant=\"normal\">T</mi></msup><mi>\u03bb</mi><mo>=</mo><mi>h</mi></math>"},
    {"A q'' = gamma", "$A\\ddot{q} = \\gamma$",
     "<math><mi>A</mi><mover><mi>q</mi><mo scriptlevel=\"-1\">\u00a8</mo></mover><mo>=</mo><mi>\u03b3</mi></math>"},
    {"d/dt dL/dq' - dL/dq + R = Q",
     "$\\frac{d}{dt}\\frac{\\partial L}{\\partial \\dot{q}} - \\frac{\\partial L}{\\partial q} + R = Q$",
     "<math><mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac><mfrac><mrow><mi>\u2202</mi><mi>L</mi></mrow>"
     "<mrow><mi>\u2202</mi><mover><mi>q</mi><mo scriptlevel=\"-1\">\u02d9</mo></mover></mrow></mfrac><mo>&#x2212;</"
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

/* A formula of text being broken. */
typedef struct breaking {
    const char *formula, *between;
    arena *a;
    strbuf *out;
    int used, width;
    signed char *level; /* by place: the brackets around a sign before which a line may end; -1: it may not */
} breaking;

enum { DEEPEST = 6 };

static int depth_change(char c) {
    const bool opens = c == '(' || c == '[' || c == '{', closes = c == ')' || c == ']' || c == '}';
    return opens - closes;
}

/* No line ends within brackets as short as cos(theta - psi). */
static void leave_short_brackets(breaking *b) {
    enum { SHORT_BRACKET = 24, MOST_OPEN = 64 };
    size_t open[MOST_OPEN], depth = 0;
    for (size_t i = 0; b->formula[i]; i++) {
        const int change = depth_change(b->formula[i]);
        if (change > 0 && depth < MOST_OPEN)
            open[depth] = i;
        depth += change > 0;
        if (change >= 0 || depth == 0 || --depth >= MOST_OPEN || i - open[depth] > SHORT_BRACKET)
            continue;
        memset(b->level + open[depth], -1, i - open[depth]);
    }
}

static void find_places(breaking *b) {
    enum { SHORT_SIDE = 12 }; /* "= 0" stays with the term before, and what follows "T = " with that */
    int depth = 0;
    for (size_t i = 0; b->formula[i]; i++) {
        const char c = b->formula[i];
        depth += depth_change(c);
        const bool sign = c == '+' || c == '-' || (c == '=' && i > SHORT_SIDE && strlen(b->formula + i) > SHORT_SIDE);
        const bool place = sign && i > 1 && b->formula[i - 1] == ' ' && b->formula[i + 1] == ' ';
        b->level[i] = (signed char)(place && depth <= DEEPEST ? depth : -1);
    }
    leave_short_brackets(b);
}

static int width_of(const breaking *b, size_t from, size_t to) {
    return out_width(base_arena_copy(b->a, b->formula + from, to - from));
}

/* The next sign within at most so many brackets. */
static size_t next_place(const breaking *b, size_t from, size_t to, int level) {
    size_t at = from + 1;
    while (at < to && (b->level[at] < 0 || b->level[at] > level))
        at++;
    return at < to ? at : to;
}

/* A right side that fits on a line of its own, but not on this one. */
static bool wants_line(const breaking *b, size_t from) {
    if (b->formula[from] != '=' || b->level[from] > 0)
        return false;
    const int rest = width_of(b, from, strlen(b->formula));
    return b->used + rest > b->width && rest <= b->width;
}

static void add_piece(breaking *b, size_t from, size_t to) {
    const int size = width_of(b, from, to);
    if (from > 0 && (b->used + size > b->width || wants_line(b, from))) {
        const int inside = 2 * b->level[from];
        base_strbuf_printf(b->out, "%s%*s", b->between, inside, "");
        b->used = inside;
    }
    base_strbuf_add_bytes(b->out, b->formula + from, to - from);
    b->used += size;
}

/* A term that is wider than a line is broken within its brackets. */
static void add_range(breaking *b, size_t from, size_t to, int level) {
    while (from < to) {
        const size_t end = next_place(b, from, to, level);
        if (width_of(b, from, end) > b->width && level < DEEPEST && next_place(b, from, end, DEEPEST) < end)
            add_range(b, from, end, level + 1);
        else
            add_piece(b, from, end);
        from = end;
    }
}

void out_formula_add_broken(const char *formula, int used, int width, const char *between, strbuf *out) {
    if (!width) {
        base_strbuf_add(out, formula);
        return;
    }
    arena *a = base_arena_create();
    const size_t length = strlen(formula);
    breaking b = {formula, between, a, out, used, width, ARENA_ARRAY(a, signed char, length + 1)};
    find_places(&b);
    add_range(&b, 0, length, 0);
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
