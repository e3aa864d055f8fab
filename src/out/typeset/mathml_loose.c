/* Roots, fractions, powers and choices that are wider than a line written in rows, in which a line can end: a root as
   one of what stands in parentheses, a fraction with a solidus, a choice one case after the other. */
#include "out/typeset/mathml_loose.h"

#include <string.h>

#include "base/strbuf.h"

static const char row[] = "<mrow>", row_end[] = "</mrow>", open_group[] = "<mrow><mo>(</mo>",
                  close_group[] = "<mo>)</mo></mrow>";

typedef struct loosening {
    const char *formula;
    strbuf *out;
} loosening;

/* A part of the formula. */
typedef struct stretch {
    size_t from, to;
} stretch;

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

bool out_mathml_is_sign(const char *at) {
    return begins(at, "<mo>+</mo>") || begins(at, "<mo>&#x2212;</mo>");
}

int out_mathml_width(const char *formula, size_t length) {
    int width = 0;
    bool tag = false;
    for (size_t i = 0; i < length; i++) {
        const char c = formula[i];
        tag = tag || c == '<';
        if (!tag && c == '&')
            i += strcspn(formula + i, ";");
        width += !tag && ((unsigned char)c & 0xc0) != 0x80;
        tag = tag && c != '>';
    }
    return width;
}

/* The element that begins there, with all that is in it. */
static stretch element_at(const loosening *l, size_t from) {
    int depth = 0;
    size_t at = from;
    do {
        const char *tag = l->formula + at;
        const size_t end = strcspn(tag, ">");
        depth += tag[1] == '/' ? -1 : tag[end - 1] == '/' ? 0 : 1;
        at += end + 1;
        if (depth > 0)
            at += strcspn(l->formula + at, "<");
    } while (depth > 0);
    return (stretch){from, at};
}

/* What stands between its tags. */
static stretch inside(const loosening *l, stretch element) {
    stretch s = {element.from + strcspn(l->formula + element.from, ">") + 1, element.to};
    while (l->formula[--s.to] != '<')
        ;
    return s;
}

/* Of what stands above each other the widest. */
static int width_of(const loosening *l, stretch s) {
    const char *at = l->formula + s.from;
    const bool above = begins(at, "<mfrac>") || begins(at, "<mtable");
    const stretch parts = inside(l, s);
    int width = 0;
    if (l->formula[parts.from] != '<')
        return out_mathml_width(l->formula + parts.from, parts.to - parts.from);
    for (stretch one = {parts.from, parts.from}; one.to < parts.to;) {
        one = element_at(l, one.to);
        const int own = width_of(l, one);
        width = !above ? width + own : own > width ? own : width;
    }
    return width;
}

static bool is_wide(const loosening *l, stretch s) {
    return width_of(l, s) > OUT_MATHML_WIDE;
}

static bool is_row(const loosening *l, stretch s) {
    return begins(l->formula + s.from, row);
}

static bool is_group(const loosening *l, stretch s) {
    const size_t length = sizeof close_group - 1;
    return begins(l->formula + s.from, open_group) && s.to - s.from > length &&
           begins(l->formula + s.to - length, close_group) && element_at(l, s.from).to == s.to;
}

static void add_all(const loosening *l, stretch s);

static void add_in_group(const loosening *l, stretch s) {
    base_strbuf_add(l->out, open_group);
    add_all(l, s);
    base_strbuf_add(l->out, close_group);
}

/* In parentheses unless it is one thing. */
static void add_part(const loosening *l, stretch s) {
    if (is_row(l, s) && !is_group(l, s))
        add_in_group(l, inside(l, s));
    else
        add_all(l, s);
}

/* Factors that follow would be read as below the line. */
static void add_fraction(const loosening *l, stretch s) {
    const char *next = l->formula + s.to;
    const stretch over = element_at(l, inside(l, s).from), under = element_at(l, over.to);
    const bool goes_on = *next && !begins(next, row_end) && !out_mathml_is_sign(next);
    base_strbuf_add(l->out, goes_on ? open_group : row);
    add_part(l, over);
    base_strbuf_add(l->out, "<mo>/</mo>");
    add_part(l, under);
    base_strbuf_add(l->out, goes_on ? close_group : row_end);
}

/* The exponent is that of the parenthesis that closes. */
static void add_power(const loosening *l, stretch s) {
    const stretch base = element_at(l, inside(l, s).from), exponent = element_at(l, base.to);
    if (!is_group(l, base)) {
        base_strbuf_add_bytes(l->out, l->formula + s.from, s.to - s.from);
        return;
    }
    base_strbuf_add(l->out, open_group);
    add_all(l, (stretch){base.from + sizeof open_group - 1, base.to - (sizeof close_group - 1)});
    base_strbuf_add(l->out, "<msup><mo>)</mo>");
    base_strbuf_add_bytes(l->out, l->formula + exponent.from, exponent.to - exponent.from);
    base_strbuf_add(l->out, "</msup></mrow>");
}

/* Rows of two cells, a value and when it is so. The brace before them is there. */
static void add_choice(const loosening *l, stretch s) {
    const stretch cases = inside(l, s);
    for (stretch one = {cases.from, cases.from}; one.to < cases.to;) {
        one = element_at(l, one.to);
        const stretch value = element_at(l, inside(l, one).from), when = element_at(l, value.to);
        base_strbuf_add(l->out, row);
        add_all(l, inside(l, value));
        base_strbuf_add(l->out, "</mrow><mtext>&#xA0;</mtext><mrow>");
        add_all(l, inside(l, when));
        base_strbuf_add(l->out, row_end);
        base_strbuf_add(l->out, one.to < cases.to ? "<mo>,</mo>" : "<mo>}</mo>");
    }
}

static void add_element(const loosening *l, stretch s) {
    const char *at = l->formula + s.from;
    if (!is_wide(l, s)) {
        base_strbuf_add_bytes(l->out, at, s.to - s.from);
    } else if (begins(at, "<mfrac>")) {
        add_fraction(l, s);
    } else if (begins(at, "<msup>")) {
        add_power(l, s);
    } else if (begins(at, "<mtable")) {
        add_choice(l, s);
    } else if (begins(at, "<msqrt>")) {
        base_strbuf_add(l->out, "<mrow><mo>&#x221A;</mo>");
        add_in_group(l, inside(l, s));
        base_strbuf_add(l->out, row_end);
    } else if (begins(at, row)) {
        base_strbuf_add(l->out, row);
        add_all(l, inside(l, s));
        base_strbuf_add(l->out, row_end);
    } else {
        base_strbuf_add_bytes(l->out, at, s.to - s.from);
    }
}

static void add_all(const loosening *l, stretch s) {
    for (stretch one = {s.from, s.from}; one.to < s.to;) {
        one = element_at(l, one.to);
        add_element(l, one);
    }
}

const char *out_mathml_loosen(const char *formula, arena *a) {
    const size_t length = strlen(formula);
    if (out_mathml_width(formula, length) <= OUT_MATHML_WIDE)
        return formula;
    strbuf out = base_strbuf_make(a);
    const loosening l = {formula, &out};
    add_all(&l, (stretch){0, length});
    return base_strbuf_text(&out);
}
