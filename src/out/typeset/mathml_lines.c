/* MathML in pieces: each is an element <math> of its own, so that a browser can end a line before its sign. */
#include "out/typeset/mathml_lines.h"

#include <stdbool.h>
#include <string.h>

#include "out/typeset/mathml_loose.h"

enum { DEEPEST = 12 }; /* parentheses that are divided */

static const char row[] = "<mrow>", row_end[] = "</mrow>", condition[] = "<mtext>&#xA0;</mtext>";

typedef struct division {
    const char *formula;
    strbuf *out;
    signed char *level; /* by place: the rows that are open at a sign where a piece may begin; -1: it may not */
} division;

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/* 1 of a tag that opens an element, -1 of one that closes it. */
static int depth_change(const char *tag) {
    const size_t end = strcspn(tag, ">");
    return tag[1] == '/' ? -1 : tag[end] == '>' && tag[end - 1] == '/' ? 0 : 1;
}

/* Behind what opens: a sign of one term. */
static bool is_first(const char *formula, size_t at) {
    static const char *const opening[] = {"<mo>(</mo>",        "<mo>,</mo>", "<mo>&lt;</mo>",
                                          "<mo>&#x2264;</mo>", "</mtext>",   row};
    for (size_t k = 0; k < sizeof opening / sizeof *opening; k++) {
        const size_t length = strlen(opening[k]);
        if (at >= length && begins(formula + at - length, opening[k]))
            return true;
    }
    return false;
}

static int width_of(const division *d, size_t from, size_t to) {
    return out_mathml_width(d->formula + from, to - from);
}

/* No piece begins within parentheses as short as those of cos(a - b). */
static void leave_short_rows(division *d, size_t from, size_t to) {
    enum { SHORT_ROW = 16 };
    if (width_of(d, from, to) <= SHORT_ROW)
        memset(d->level + from, -1, to - from);
}

/* A piece may begin at signs, and before the condition of a choice, that are in nothing but rows: not in fractions,
   powers and roots. */
static void find_places(division *d) {
    int rows = 0, others = 0;
    size_t open[DEEPEST + 1] = {0};
    for (size_t i = 0; d->formula[i]; i++) {
        const char *at = d->formula + i;
        const bool place = others == 0 && rows <= DEEPEST && i > 0 &&
                           (begins(at, condition) || (out_mathml_is_sign(at) && !is_first(d->formula, i)));
        d->level[i] = (signed char)(place ? rows : -1);
        if (others == 0 && begins(at, row)) {
            if (rows <= DEEPEST)
                open[rows] = i;
            rows++;
        } else if (others == 0 && begins(at, row_end)) {
            if (--rows <= DEEPEST)
                leave_short_rows(d, open[rows], i);
        } else if (*at == '<') {
            others += depth_change(at);
        }
    }
}

static size_t next_place(const division *d, size_t from, size_t to, int level) {
    size_t at = from + 1;
    while (at < to && (d->level[at] < 0 || d->level[at] > level))
        at++;
    return at < to ? at : to;
}

/* The rows that are open where the piece before it ends are closed and opened again. A sign in front of a piece is
   still one between two terms. */
static void add_piece(division *d, size_t from, size_t to) {
    static const char plain[] = "<mo>";
    if (from > 0) {
        for (int k = 0; k < d->level[from]; k++)
            base_strbuf_add(d->out, row_end);
        base_strbuf_add(d->out, "</mrow></math> <math><mrow>");
        for (int k = 0; k < d->level[from]; k++)
            base_strbuf_add(d->out, row);
        const bool sign = out_mathml_is_sign(d->formula + from);
        base_strbuf_add(d->out, sign ? "<mo form=\"infix\">" : "");
        from += sign ? sizeof plain - 1 : 0;
    }
    base_strbuf_add_bytes(d->out, d->formula + from, to - from);
}

static void add_range(division *d, size_t from, size_t to, int level) {
    while (from < to) {
        const size_t end = next_place(d, from, to, level);
        if (level < DEEPEST && width_of(d, from, end) > OUT_MATHML_WIDE && next_place(d, from, end, DEEPEST) < end)
            add_range(d, from, end, level + 1);
        else
            add_piece(d, from, end);
        from = end;
    }
}

void out_mathml_add_terms(const char *formula, const char *after, strbuf *out) {
    arena *a = base_arena_create();
    formula = out_mathml_loosen(formula, a);
    const size_t length = strlen(formula);
    division d = {formula, out, ARENA_ARRAY(a, signed char, length + 1)};
    find_places(&d);
    base_strbuf_add(out, "<math><mrow>");
    add_range(&d, 0, length, 0);
    base_strbuf_printf(out, "%s</mrow></math> ", after);
    base_arena_destroy(a);
}
