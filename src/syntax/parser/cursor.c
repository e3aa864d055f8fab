/* Walking over the tokens. */
#include "syntax/parser/cursor.h"

#include <string.h>

#include "base/check.h"
#include "syntax/vocabulary.h"

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
    case TOKEN_SAME:
    case TOKEN_THEN:
    case TOKEN_ELSE:
    case TOKEN_AND:
    case TOKEN_OR:
        return true;
    default:
        return false;
    }
}

bool parser_is_one_of(const syn_token *t, const char *signs) {
    return t->kind > 0 && t->kind < TOKEN_LINE && strchr(signs, t->kind) != NULL;
}

/* Whether the tokens behind a keyword are what the head of its statement looks like. */
static bool looks_begun(const syn_token *t, kind_head head) {
    if (t->kind != TOKEN_NAME)
        return head == HEAD_NONE && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_STRING);
    switch (head) {
    case HEAD_COLON:
    case HEAD_EQUALS:
    case HEAD_START:
        return parser_is_one_of(&t[1], "=~:[(");
    default:
        return true;
    }
}

bool parser_begins_statement(const parser *p, size_t token) {
    const syn_token *t = &p->tokens.at[token];
    syn_kind kind;
    if (token == 0 || t[-1].kind != TOKEN_LINE)
        return false;
    if (t->kind != TOKEN_NAME || !syntax_find_kind(t->name, &kind))
        return false;
    if (token >= 2 && ends_operand(t[-2].kind))
        return true;
    /* Where an operand or a clause is due the keyword may be just that: 'force(c)', 'frame B'. */
    return looks_begun(t + 1, syntax_grammar(kind)->head);
}

/* include <joints> */
static bool ends_file(const syn_token *last, size_t before) {
    return before >= 3 && last->kind == '>' && last[-2].kind == '<' && last[-3].kind == TOKEN_NAME &&
           strcmp(last[-3].name, "include") == 0;
}

bool parser_line_goes_on(const parser *p, size_t line_end) {
    LGR_ASSERT(p->tokens.at[line_end].kind == TOKEN_LINE && line_end > 0);
    const syn_token *last = &p->tokens.at[line_end - 1];
    int next = last[2].kind;
    bool wants = wants_more(last->kind) && !ends_file(last, line_end - 1);
    if (p->brackets == 0 && !wants && next != TOKEN_THEN && next != TOKEN_ELSE)
        return false;
    return !parser_begins_statement(p, line_end + 1);
}

const syn_token *parser_current(parser *p) {
    if (p->failed)
        return &nothing;
    if (p->tokens.at[p->at].kind == TOKEN_LINE && parser_line_goes_on(p, p->at))
        p->at++;
    return &p->tokens.at[p->at];
}

bool parser_sees(parser *p, int kind) {
    return parser_current(p)->kind == kind;
}

bool parser_sees_word(parser *p, const char *word) {
    const syn_token *t = parser_current(p);
    return t->kind == TOKEN_NAME && strcmp(t->name, word) == 0;
}

int parser_next_kind(parser *p) {
    return parser_sees(p, TOKEN_END) ? TOKEN_END : p->tokens.at[p->at + 1].kind;
}

void parser_advance(parser *p) {
    const syn_token *t = parser_current(p);
    if (t->kind == TOKEN_END)
        return;
    if (t->kind != TOKEN_LINE)
        p->last = t->at;
    p->at++;
}

bool parser_accept(parser *p, int kind) {
    if (!parser_sees(p, kind) || p->failed)
        return false;
    parser_advance(p);
    return true;
}

bool parser_accept_word(parser *p, const char *word) {
    if (!parser_sees_word(p, word))
        return false;
    parser_advance(p);
    return true;
}

span parser_open(parser *p) {
    span outer = p->open;
    p->open = parser_current(p)->at;
    p->brackets++;
    parser_advance(p);
    return outer;
}

const char *parser_excerpt(const parser *p, span at) {
    return base_arena_copy(p->memory, diag_text_at(p->findings, at.begin), at.end - at.begin);
}
