/* What the tests of the parser share: parsing a text, and a tree as an S-expression. */
#ifndef LGR_TEST_SYNTAX_SUPPORT_H
#define LGR_TEST_SYNTAX_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/vocabulary.h"

typedef struct parsed {
    arena *memory;
    diag *findings;
    syn_tree tree;
} parsed;

static inline diag *begin_source(arena *a, const char *text, size_t length) {
    return diag_create(a, (diag_source){.name = "test.lgr", .text = text, .length = length});
}

static inline parsed parse_bytes(const char *text, size_t length) {
    arena *a = base_arena_create();
    diag *d = begin_source(a, text, length);
    syn_tree tree = syntax_parse(a, base_intern_create(a), d);
    return (parsed){a, d, tree};
}

static inline parsed parse(const char *text) {
    return parse_bytes(text, strlen(text));
}

static inline void drop_parsed(parsed *p) {
    base_arena_destroy(p->memory);
}

static inline void write_expr(strbuf *s, const syn_expr *e);

static inline void write_args(strbuf *s, const syn_expr *e) {
    for (size_t i = 0; i < e->arg_count; i++) {
        base_strbuf_add(s, " ");
        write_expr(s, e->args[i]);
    }
    base_strbuf_add(s, ")");
}

static inline void write_number(strbuf *s, const syn_expr *e) {
    if (!e->exact)
        base_strbuf_printf(s, "%.17g", e->value);
    else if (e->den == 1)
        base_strbuf_printf(s, "%lld", (long long)e->num);
    else
        base_strbuf_printf(s, "%lld/%lld", (long long)e->num, (long long)e->den);
    if (!e->has_unit)
        return;
    base_strbuf_printf(s, "{%lld", (long long)e->unit.num);
    if (e->unit.den != 1)
        base_strbuf_printf(s, "/%lld", (long long)e->unit.den);
    if (e->unit.pi_power != 0)
        base_strbuf_printf(s, " pi^%d", e->unit.pi_power);
    base_strbuf_add(s, " ");
    dim_print(e->unit.dim, s);
    for (size_t i = 0; i < e->doubtful_count; i++)
        base_strbuf_printf(s, " ?%s", e->doubtful[i]);
    base_strbuf_add(s, "}");
}

static inline void write_expr(strbuf *s, const syn_expr *e) {
    static const char *const heads[] = {
        [SYN_INDEX] = "index", [SYN_FIELD] = "field", [SYN_PRIME] = "'",   [SYN_CALL] = "call", [SYN_ON] = "on",
        [SYN_NEG] = "neg",     [SYN_NOT] = "not",     [SYN_ADD] = "+",     [SYN_SUB] = "-",     [SYN_MUL] = "*",
        [SYN_DIV] = "/",       [SYN_POW] = "^",       [SYN_LT] = "<",      [SYN_LE] = "<=",     [SYN_GT] = ">",
        [SYN_GE] = ">=",       [SYN_EQ] = "=",        [SYN_AND] = "and",   [SYN_OR] = "or",     [SYN_IF] = "if",
        [SYN_VECTOR] = "vec",  [SYN_SUM] = "sum",     [SYN_STRING] = NULL, [SYN_BAD] = "BAD"};
    if (e->op == SYN_NUMBER) {
        write_number(s, e);
    } else if (e->op == SYN_NAME) {
        base_strbuf_add(s, e->name);
    } else if (e->op == SYN_STRING) {
        base_strbuf_printf(s, "\"%s\"", e->name);
    } else {
        base_strbuf_printf(s, "(%s", heads[e->op]);
        if (e->name != NULL)
            base_strbuf_printf(s, " %s", e->name);
        write_args(s, e);
    }
}

static inline void write_part(strbuf *s, const char *name, const syn_expr *e) {
    if (e == NULL)
        return;
    base_strbuf_printf(s, " :%s ", name);
    write_expr(s, e);
}

static inline void write_stmt(strbuf *s, const syn_stmt *t);

static inline void write_lists(strbuf *s, const syn_stmt *t) {
    static const char *const actions[] = {"drop", "hold", "set", "free", "stop"};
    for (size_t i = 0; i < t->param_count; i++)
        base_strbuf_printf(s, "%s%s%s", i == 0 ? " (" : " ", t->params[i], i + 1 == t->param_count ? ")" : "");
    for (size_t i = 0; i < t->argument_count; i++) {
        base_strbuf_add(s, " ");
        write_stmt(s, t->arguments[i]);
    }
    for (size_t i = 0; i < t->clause_count; i++)
        write_part(s, syntax_word_text(t->clauses[i].word), t->clauses[i].value);
    for (size_t i = 0; i < t->action_count; i++) {
        base_strbuf_printf(s, " {%s", actions[t->actions[i].kind]);
        if (t->actions[i].target != NULL)
            write_part(s, "to", t->actions[i].target);
        write_part(s, "value", t->actions[i].value);
        base_strbuf_add(s, "}");
    }
    for (size_t i = 0; i < t->body_count; i++) {
        base_strbuf_add(s, " ");
        write_stmt(s, t->body[i]);
    }
}

/* (param l = 2 :low 1 :high 3 "label") */
static inline void write_stmt(strbuf *s, const syn_stmt *t) {
    base_strbuf_printf(s, "(%s%s", t->bad ? "bad " : "", syntax_keyword(t->kind));
    if (t->name != NULL)
        base_strbuf_printf(s, " %s", t->name);
    write_part(s, "index", t->index);
    write_part(s, "last", t->index_last);
    write_part(s, "target", t->target);
    if (t->mark != 0)
        base_strbuf_printf(s, " %c", t->mark);
    if (t->value != NULL) {
        base_strbuf_add(s, " ");
        write_expr(s, t->value);
    }
    write_part(s, "low", t->low);
    write_part(s, "high", t->high);
    write_lists(s, t);
    if (t->off)
        base_strbuf_add(s, " off");
    if (t->percent)
        base_strbuf_add(s, " %");
    if (t->label != NULL)
        base_strbuf_printf(s, " \"%s\"", t->label);
    base_strbuf_add(s, ")");
}

/* The whole tree, one statement behind the other. */
static inline const char *write_tree(const parsed *p) {
    strbuf s = base_strbuf_make(p->memory);
    for (size_t i = 0; i < p->tree.count; i++) {
        if (i > 0)
            base_strbuf_add(&s, " ");
        write_stmt(&s, p->tree.stmts[i]);
    }
    return base_strbuf_text(&s);
}

/* "4:13 E0105 this '(' is not closed", one finding a line. */
static inline const char *write_findings(arena *a, const diag *d) {
    strbuf s = base_strbuf_make(a);
    for (size_t i = 0; i < diag_count(d); i++) {
        const finding *f = diag_at(d, i);
        int line, column;
        diag_position(d, f->at.begin, &line, &column);
        base_strbuf_printf(&s, "%s%d:%d %s %s", i == 0 ? "" : "\n", line, column, diag_code_name(f->code), f->message);
        if (f->primary[0] != '\0')
            base_strbuf_printf(&s, " | %s", f->primary);
        if (f->help != NULL)
            base_strbuf_printf(&s, " | %s", f->help);
    }
    return base_strbuf_text(&s);
}

#endif
