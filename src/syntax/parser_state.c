/* Walking over the tokens, and failing once per statement. */
#include "syntax/parser_state.h"

#include <string.h>

#include "base/check.h"
#include "syntax/habits.h"
#include "syntax/parser.h"
#include "syntax/parser_kinds.h"

static const syn_token nothing = {.kind = TOKEN_END};

static bool ends_operand(int kind) {
    return kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == TOKEN_STRING || kind == ')' || kind == ']' ||
           kind == '\'';
}

static bool wants_more(int kind) {
    switch (kind) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
    case '<':
    case '>':
    case '=':
    case '~':
    case ',':
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER_EQUAL:
    case TOKEN_AND:
    case TOKEN_OR:
        return true;
    default:
        return false;
    }
}

bool syn_is_one_of(const syn_token *t, const char *signs) {
    return t->kind > 0 && t->kind < TOKEN_LINE && strchr(signs, t->kind) != NULL;
}

/* Whether the tokens behind a keyword are what the head of its statement looks like. */
static bool looks_begun(const syn_token *t, kind_head head) {
    if (t->kind != TOKEN_NAME)
        return head == HEAD_NONE && t->kind == TOKEN_NUMBER;
    switch (head) {
    case HEAD_COLON:
    case HEAD_EQUALS:
    case HEAD_START:
        return syn_is_one_of(&t[1], "=~:[(");
    default:
        return true;
    }
}

bool syn_begins_statement(const parser *p, size_t token) {
    const syn_token *t = &p->tokens.at[token];
    syn_kind kind;
    if (token == 0 || t[-1].kind != TOKEN_LINE)
        return false;
    if (t->kind != TOKEN_NAME || !syn_find_kind(t->name, &kind))
        return false;
    if (token >= 2 && ends_operand(t[-2].kind))
        return true;
    /* Where an operand or a clause is due the keyword may be just that: 'force(c)', 'frame B'. */
    return looks_begun(t + 1, syn_kind_rows[kind].head);
}

bool syn_line_goes_on(const parser *p, size_t line_end) {
    LGR_ASSERT(p->tokens.at[line_end].kind == TOKEN_LINE && line_end > 0);
    if (p->brackets == 0 && !wants_more(p->tokens.at[line_end - 1].kind))
        return false;
    return !syn_begins_statement(p, line_end + 1);
}

const syn_token *syn_current(parser *p) {
    if (p->failed)
        return &nothing;
    if (p->tokens.at[p->at].kind == TOKEN_LINE && syn_line_goes_on(p, p->at))
        p->at++;
    return &p->tokens.at[p->at];
}

bool syn_sees(parser *p, int kind) {
    return syn_current(p)->kind == kind;
}

bool syn_sees_word(parser *p, const char *word) {
    const syn_token *t = syn_current(p);
    return t->kind == TOKEN_NAME && strcmp(t->name, word) == 0;
}

int syn_next_kind(parser *p) {
    return syn_sees(p, TOKEN_END) ? TOKEN_END : p->tokens.at[p->at + 1].kind;
}

void syn_advance(parser *p) {
    const syn_token *t = syn_current(p);
    if (t->kind == TOKEN_END)
        return;
    if (t->kind != TOKEN_LINE)
        p->last = t->at;
    p->at++;
}

bool syn_accept(parser *p, int kind) {
    if (!syn_sees(p, kind) || p->failed)
        return false;
    syn_advance(p);
    return true;
}

bool syn_accept_word(parser *p, const char *word) {
    if (!syn_sees_word(p, word))
        return false;
    syn_advance(p);
    return true;
}

bool syn_require(parser *p, int kind, const char *what) {
    if (syn_accept(p, kind))
        return true;
    syn_fail_expected(p, what);
    return false;
}

span syn_open(parser *p) {
    span outer = p->open;
    p->open = syn_current(p)->at;
    p->brackets++;
    syn_advance(p);
    return outer;
}

void syn_close(parser *p, int kind, span outer) {
    if (!syn_accept(p, kind)) {
        span open = p->open;
        finding *f = syn_fail_expected(p, kind == ')' ? "an operator or ')'" : "an operator or ']'");
        if (f->code == DIAG_E0104)
            diag_label_at(p->findings, f, open, "opened here");
        return; /* recovery wants to know how many are open */
    }
    p->open = outer;
    p->brackets--;
}

bool syn_enter(parser *p) {
    if (++p->depth <= SYN_MAX_DEPTH)
        return true;
    finding *f = syn_fail(p, DIAG_E0108, syn_current(p)->at, "this is nested more than %d levels deep", SYN_MAX_DEPTH);
    diag_help(p->findings, f, "give an inner part a name with 'let'");
    return false;
}

void syn_leave(parser *p) {
    LGR_ASSERT(p->depth > 0);
    p->depth--;
}

finding *syn_fail(parser *p, diag_code code, span at, const char *format, ...) {
    if (p->failed || p->stopped) {
        p->failed = true;
        p->silent = (finding){.message = "", .primary = ""};
        return &p->silent;
    }
    p->failed = true;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(p->memory, format, args);
    va_end(args);
    return diag_add(p->findings, code, at, "%s", message);
}

static bool ends_statement(int kind) {
    return kind == TOKEN_LINE || kind == TOKEN_END || kind == ';' || kind == '{' || kind == '}';
}

finding *syn_fail_expected(parser *p, const char *what) {
    const syn_token *t = syn_current(p);
    if (p->failed || p->stopped)
        return syn_fail(p, DIAG_E0104, t->at, "%s", what);
    if (t->kind >= TOKEN_BAD_CHARACTER && t->kind <= TOKEN_BAD_UTF8) {
        p->failed = true;
        return syn_lex_finding(p->findings, t);
    }
    if (p->brackets > 0 && ends_statement(t->kind)) {
        syn_fail_unclosed(p, p->open);
        return &p->silent;
    }
    bool at_end = t->kind == TOKEN_LINE || t->kind == TOKEN_END;
    span at = at_end ? (span){p->last.end, p->last.end} : t->at;
    const char *habit = at_end ? NULL : syn_habit(p, what);
    finding *f = syn_fail(p, DIAG_E0104, at, "%s is expected here", what);
    if (habit != NULL)
        diag_help(p->findings, f, "%s", habit);
    return f;
}

void syn_fail_unclosed(parser *p, span open) {
    char bracket = diag_get_source(p->findings)->text[open.begin];
    const char *closing = bracket == '(' ? ")" : bracket == '[' ? "]" : "}";
    span end = {p->last.end, p->last.end};
    finding *f = syn_fail(p, DIAG_E0105, open, "this '%c' is not closed", bracket);
    diag_label_at(p->findings, f, end, "'%s' is missing here or before", closing);
    if (p->tokens.at[p->at].kind == TOKEN_END)
        p->stopped = true; /* the blocks around it do not end either */
}

const char *syn_excerpt(const parser *p, span at) {
    return arena_copy(p->memory, diag_get_source(p->findings)->text + at.begin, at.end - at.begin);
}
