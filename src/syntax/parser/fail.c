/* Parser errors, one per statement, with suggestions of what to write instead. */
#include "syntax/parser/fail.h"

#include <string.h>

#include "base/check.h"
#include "syntax/parser.h"
#include "syntax/parser/habits.h"

finding *parser_fail(parser *p, diag_code code, span at, const char *format, ...) {
    if (p->failed || p->stopped) {
        p->failed = true;
        p->silent = (finding){.message = "", .primary = ""};
        return &p->silent;
    }
    p->failed = true;
    va_list args;
    va_start(args, format);
    const char *message = base_arena_vprintf(p->memory, format, args);
    va_end(args);
    return diag_add(p->findings, code, at, "%s", message);
}

static bool ends_statement(int kind) {
    return kind == TOKEN_LINE || kind == TOKEN_END || kind == ';' || kind == '{' || kind == '}';
}

void parser_fail_unclosed(parser *p, span open) {
    char bracket = *diag_text_at(p->findings, open.begin);
    const char *closing = bracket == '(' ? ")" : bracket == '[' ? "]" : "}";
    span end = {p->last.end, p->last.end};
    finding *f = parser_fail(p, DIAG_E0105, open, "this '%c' is not closed", bracket);
    diag_label_at(p->findings, f, end, "'%s' is missing here or before", closing);
    if (p->tokens.at[p->at].kind == TOKEN_END)
        p->stopped = true; /* the blocks around it do not end either */
}

finding *parser_fail_expected(parser *p, const char *what) {
    const syn_token *t = parser_current(p);
    if (p->failed || p->stopped)
        return parser_fail(p, DIAG_E0104, t->at, "%s", what);
    if (t->kind >= TOKEN_BAD_CHARACTER && t->kind <= TOKEN_BAD_UTF8) {
        p->failed = true;
        return syntax_lex_finding(p->findings, t);
    }
    if (p->brackets > 0 && ends_statement(t->kind)) {
        parser_fail_unclosed(p, p->open);
        return &p->silent;
    }
    bool at_end = t->kind == TOKEN_LINE || t->kind == TOKEN_END;
    span at = at_end ? (span){p->last.end, p->last.end} : t->at;
    const char *habit = at_end ? NULL : parser_habit(p, what);
    finding *f = parser_fail(p, DIAG_E0104, at, "%s is expected here", what);
    if (habit != NULL)
        diag_help(p->findings, f, "%s", habit);
    return f;
}

void parser_show_samples(parser *p, finding *f, const syn_grammar *row) {
    const char *all = "as in", *joint = " '";
    for (const char *one = row->sample; one != NULL;) {
        const char *end = strchr(one, '\n');
        const int length = (int)(end != NULL ? (size_t)(end - one) : strlen(one));
        all = base_arena_printf(p->memory, "%s%s%.*s'", all, joint, length, one);
        one = end != NULL ? end + 1 : NULL;
        joint = one != NULL && strchr(one, '\n') != NULL ? ", '" : " or '";
    }
    if (row->sample != NULL)
        diag_help(p->findings, f, "%s", all);
}

bool parser_require(parser *p, int kind, const char *what) {
    if (parser_accept(p, kind))
        return true;
    parser_fail_expected(p, what);
    return false;
}

void parser_close(parser *p, int kind, span outer) {
    if (!parser_accept(p, kind)) {
        span open = p->open;
        finding *f = parser_fail_expected(p, kind == ')' ? "an operator or ')'" : "an operator or ']'");
        if (f->code == DIAG_E0104)
            diag_label_at(p->findings, f, open, "opened here");
        return; /* recovery wants to know how many are open */
    }
    p->open = outer;
    p->brackets--;
}

bool parser_enter(parser *p) {
    if (++p->depth <= SYN_MAX_DEPTH)
        return true;
    finding *f =
        parser_fail(p, DIAG_E0108, parser_current(p)->at, "this is nested more than %d levels deep", SYN_MAX_DEPTH);
    diag_help(p->findings, f, "give an inner part a name with 'let'");
    return false;
}

void parser_leave(parser *p) {
    LGR_ASSERT(p->depth > 0);
    p->depth--;
}
