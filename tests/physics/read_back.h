/* Reads a printed page back: every formula as text in a model of its own, with the values of the page's variables. */
#ifndef LGR_TESTS_PHYSICS_READ_BACK_H
#define LGR_TESTS_PHYSICS_READ_BACK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "derive/derive.h"
#include "expr/notation.h"
#include "machine.h"
#include "syntax/parser.h"

typedef struct subject {
    const char *path;
    size_t number; /* among the examples */
    bool small;    /* of few coordinates: all forms in all modes */
    arena *memory;
    model *m;
    derive_request request;
    mech_equations e;
    uint64_t dice;
    double *values; /* per variable of the graph */
    uint32_t count;
    const page_section *speeds; /* of the page, or NULL */
} subject;

static double roll(subject *x) {
    x->dice ^= x->dice << 13, x->dice ^= x->dice >> 7, x->dice ^= x->dice << 17;
    return (double)(x->dice >> 11) * 0x1p-52 - 1;
}

static model *read_model(arena *a, const char *name, const char *text) {
    intern *names = base_intern_create(a);
    diag *findings = diag_create(a, (diag_source){.name = name, .text = text, .length = strlen(text)});
    model *m = model_build(a, names, findings, syntax_parse(a, names, findings), NULL, 0);
    for (size_t i = 0; i < diag_count(findings); i++) {
        strbuf s = base_strbuf_make(a);
        diag_render(findings, diag_at(findings, i), false, &s);
        print_message("%s\n", base_strbuf_text(&s));
    }
    assert_false(diag_has_errors(findings));
    return m;
}

static char *read_file(arena *a, const char *path) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = base_arena_alloc(a, 1 << 16);
    text[fread(text, 1, (1 << 16) - 1, f)] = '\0';
    fclose(f);
    return text;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool goes_on(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '\'' || c == '[' || c == '(';
}

/* The variable whose name stands here; its number, or -1. The longest name wins. */
static int variable_at(const graph *g, const char *text, size_t *length) {
    int best = -1;
    *length = 0;
    for (uint32_t i = 0; i < expr_var_count(g); i++) {
        const char *name = expr_var_name(g, i);
        size_t size = strlen(name);
        if (size > *length && strncmp(text, name, size) == 0 && (!goes_on(text[size]) || text[size] == '('))
            best = (int)i, *length = size;
    }
    return best;
}

/* "1.5e-16" is one piece, whatever is called e. */
static size_t number_length(const char *text) {
    if (*text < '0' || *text > '9')
        return 1;
    const char *end;
    base_read_number(text, &end);
    return (size_t)(end - text);
}

/* The same formula with w0, w1, ... for variables, so that a model without units can read it. */
static const char *rename_variables(const subject *x, const char *text) {
    strbuf s = base_strbuf_make(x->memory);
    while (*text) {
        size_t length = 1;
        if (is_letter(*text)) {
            int var = variable_at(x->m->g, text, &length);
            if (var >= 0)
                base_strbuf_printf(&s, "w%d", var);
            for (length = var >= 0 ? length : 0; var < 0 && goes_on(text[length]) && text[length] != '('; length++)
                base_strbuf_add_bytes(&s, text + length, 1);
        } else {
            length = number_length(text);
            base_strbuf_add_bytes(&s, text, length);
        }
        text += length;
    }
    return base_strbuf_text(&s);
}

/* A formula of a page that was printed and read back: an expression in a graph of its own. */
typedef struct reader {
    subject *x;
    model *m;
    size_t next;
    uint32_t count, *var; /* the variables of w0, w1, ... */
    double *values;
} reader;

typedef VEC(const char *) text_list;

static void print_page(const subject *x, const derive_page *p, text_list *out) {
    for (size_t i = 0; i < p->sections.len; i++)
        for (size_t k = 0; k < p->sections.at[i].equations.len; k++)
            for (int j = 0; j < p->sections.at[i].equations.at[k].count; j++) {
                const page_side *side = &p->sections.at[i].equations.at[k].sides[j];
                for (int l = 0; l < side->rows * side->cols; l++) {
                    strbuf s = base_strbuf_make(x->memory);
                    expr_write(x->m->g, side->e[l], NOTATION_TEXT, p->rank, &s);
                    const expr_op op = expr_node_at(x->m->g, side->e[l])->op; /* an assumption is no number */
                    const bool holds = op == EXPR_LT || op == EXPR_LE;
                    vec_push(x->memory, out,
                             base_arena_printf(x->memory, holds ? "if %s then 1 else 0" : "%s", base_strbuf_text(&s)));
                }
            }
}

/* Once: pages have thousands of formulas in hundreds of variables. */
static void find_variables(reader *r) {
    r->count = expr_var_count(r->x->m->g);
    r->var = ARENA_ARRAY(r->x->memory, uint32_t, r->count);
    r->values = ARENA_ARRAY(r->x->memory, double, expr_var_count(r->m->g));
    for (uint32_t i = 0; i < r->count; i++) {
        char name[24];
        snprintf(name, sizeof name, "w%u", (unsigned)i);
        int p = model_find_param(r->m, name);
        assert_true(p >= 0);
        r->var[i] = r->m->params[p].var;
    }
}

static reader read_back(subject *x, const derive_page *p) {
    text_list texts = {0};
    print_page(x, p, &texts);
    strbuf s = base_strbuf_make(x->memory);
    base_strbuf_add(&s, "coord z = 0\nkinetic k = z'^2/2\n");
    for (uint32_t i = 0; i < expr_var_count(x->m->g); i++)
        base_strbuf_printf(&s, "param w%u = 1\n", (unsigned)i);
    for (size_t i = 0; i < texts.len; i++)
        base_strbuf_printf(&s, "output e%zu = %s\n", i, rename_variables(x, texts.at[i]));
    reader r = {.x = x, .m = read_model(x->memory, "printed.lgr", base_strbuf_text(&s))};
    assert_int_equal(r.m->output_count, texts.len);
    find_variables(&r);
    return r;
}

static void load_values(reader *r) {
    for (uint32_t i = 0; i < r->count && i < r->x->count; i++)
        r->values[r->var[i]] = r->x->values[i];
}

/* The next printed formula's number; formulas are read in the order of print_page. */
static double next_value(reader *r) {
    load_values(r);
    return expr_eval(r->m->g, r->m->base->outputs[r->next++], r->values);
}

/* That of a side, which may have several terms. */
static double next_side(reader *r, const page_side *side) {
    double sum = next_value(r);
    for (int k = 1; k < side->rows; k++)
        sum += next_value(r);
    return sum;
}

#endif
