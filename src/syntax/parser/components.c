/* What components, the parts made of them and included files are written with. */
#include "syntax/parser/expression.h"
#include "syntax/parser/parts.h"

void parser_read_bounds(parser *p, syn_stmt *s) {
    if (!parser_accept_word(p, "in"))
        return;
    if (!parser_sees(p, '[')) {
        parser_fail_expected(p, "'[' of the bounds");
        return;
    }
    span outer = parser_open(p);
    s->low = parser_read_expr(p);
    parser_require(p, ',', "','");
    s->high = parser_read_expr(p);
    parser_close(p, ']', outer);
}

static syn_stmt *new_argument(parser *p) {
    syn_stmt *s = ARENA_NEW(p->memory, syn_stmt);
    const syn_token *t = parser_current(p);
    s->kind = SYN_PARAM;
    s->at = s->keyword = s->name_at = t->at;
    return s;
}

/* NAME, or NAME = default in [low, high] "label" */
static syn_stmt *read_declared(parser *p) {
    syn_stmt *s = new_argument(p);
    const syn_token *t = parser_current(p);
    if (!parser_require(p, TOKEN_NAME, "the name of an argument"))
        return s;
    s->name = t->name;
    if (parser_accept(p, '=')) {
        s->value = parser_read_expr(p);
        parser_read_bounds(p, s);
    }
    const syn_token *label = parser_current(p);
    if (parser_accept(p, TOKEN_STRING))
        s->label = label->name;
    s->at = span_join(s->at, p->last);
    return s;
}

/* An expression, or NAME = expression */
static syn_stmt *read_given(parser *p) {
    syn_stmt *s = new_argument(p);
    const syn_token *t = parser_current(p);
    if (t->kind == TOKEN_NAME && parser_next_kind(p) == '=') {
        s->name = t->name;
        parser_advance(p);
        parser_advance(p);
    }
    s->value = parser_read_expr(p);
    s->at = span_join(s->at, p->last);
    return s;
}

static void read_list(parser *p, syn_stmt *s, syn_stmt *(*read)(parser *p)) {
    stmt_list list = {0};
    span outer = parser_open(p);
    if (!parser_sees(p, ')'))
        do
            vec_push(p->memory, &list, read(p));
        while (parser_accept(p, ','));
    if (!parser_sees(p, ')'))
        parser_fail_expected(p, "an operator, ',' or ')'");
    parser_close(p, ')', outer);
    s->arguments = list.at;
    s->argument_count = list.len;
}

void parser_read_component(parser *p, syn_stmt *s) {
    if (parser_sees(p, '('))
        read_list(p, s, read_declared);
    else
        diag_help(p->findings, parser_fail_expected(p, "'('"),
                  "as in 'component link(A, a, m = 1 kg) { ... }'; without arguments write ()");
}

void parser_read_part(parser *p, syn_stmt *s) {
    s->target = parser_read_name(p, "the name of a component");
    if (parser_sees(p, '('))
        read_list(p, s, read_given);
    else
        diag_help(p->findings, parser_fail_expected(p, "'('"), "as in 'part upper = link([0, 0], a = q)'");
}

/* "joints.lgr", or <joints> */
void parser_read_file(parser *p, syn_stmt *s) {
    const syn_token *t = parser_current(p);
    if (parser_accept(p, TOKEN_STRING)) {
        s->name = t->name;
        s->name_at = t->at;
        return;
    }
    if (!parser_accept(p, '<')) {
        diag_help(p->findings, parser_fail_expected(p, "the name of a file"),
                  "as in 'include \"parts.lgr\"', or 'include <joints>' for one that comes with Lagrangia");
        return;
    }
    const syn_token *name = parser_current(p);
    s->shipped = true;
    if (!parser_require(p, TOKEN_NAME, "the name of a library file"))
        return;
    s->name = name->name;
    parser_require(p, '>', "'>'");
    s->name_at = span_join(t->at, p->last);
}
