/* What each token is: what the tree says of it, and what can be guessed where the text could not be read. */
#include "language/book.h"

#include <string.h>

int language_token_at(const language_book *b, uint32_t offset) {
    size_t low = 0, high = b->tokens.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->tokens.at[middle].at.end < offset)
            low = middle + 1;
        else
            high = middle;
    }
    bool next = low + 1 < b->tokens.count && b->tokens.at[low].at.end == offset &&
                b->tokens.at[low + 1].at.begin == offset && b->tokens.at[low].kind != TOKEN_NAME;
    low += next;
    return low < b->tokens.count && b->tokens.at[low].at.begin <= offset ? (int)low : -1;
}

/* The first token that begins at an offset or behind it. */
static size_t token_from(const language_book *b, uint32_t offset) {
    size_t low = 0, high = b->tokens.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->tokens.at[middle].at.begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void language_mark(language_book *b, span at, language_class class) {
    size_t i = token_from(b, at.begin);
    if (at.end && i < b->tokens.count && b->tokens.at[i].at.begin == at.begin)
        b->classes[i] = (unsigned char)class;
}

void language_mark_all(language_book *b, span at, language_class class) {
    for (size_t i = token_from(b, at.begin); i < b->tokens.count && b->tokens.at[i].at.end <= at.end; i++)
        if (b->tokens.at[i].kind == TOKEN_NAME)
            b->classes[i] = (unsigned char)class;
}

/* What its kind says already. */
static language_class class_of_kind(int kind) {
    if (kind == TOKEN_NAME || kind == TOKEN_LINE || kind == TOKEN_END)
        return LANGUAGE_NONE;
    if (kind == TOKEN_NUMBER)
        return LANGUAGE_NUMBER;
    if (kind == TOKEN_STRING || kind == TOKEN_BAD_STRING)
        return LANGUAGE_STRING;
    if (kind >= TOKEN_BAD_CHARACTER)
        return LANGUAGE_ERROR;
    return kind >= TOKEN_AND ? LANGUAGE_KEYWORD : LANGUAGE_OPERATOR;
}

void language_begin_classes(language_book *b) {
    b->classes = ARENA_ARRAY(b->a, unsigned char, b->tokens.count);
    for (size_t i = 0; i < b->tokens.count; i++)
        b->classes[i] = (unsigned char)class_of_kind(b->tokens.at[i].kind);
}

static bool begins_line(const language_book *b, size_t i) {
    int before = i ? b->tokens.at[i - 1].kind : TOKEN_LINE;
    return before == TOKEN_LINE || before == ';' || before == '{' || before == '}';
}

/* A word in a statement that could not be read to its end, or in none. */
static language_class guess(language_book *b, size_t i, uint32_t scope) {
    const syn_token *t = &b->tokens.at[i];
    syn_kind kind;
    syn_word word;
    if (i && b->tokens.at[i - 1].kind == '.')
        return LANGUAGE_MEMBER;
    if (begins_line(b, i) && (syntax_find_kind(t->name, &kind) || syntax_is_action(t->name)))
        return LANGUAGE_KEYWORD;
    int d = language_find_visible(b, t->at.begin, scope, t->name);
    if (d >= 0) {
        const language_use u = {t->at, d, false};
        vec_push(b->a, &b->uses, u);
        return b->decls.at[d].class;
    }
    unit u;
    if (i && (b->classes[i - 1] == LANGUAGE_NUMBER || b->classes[i - 1] == LANGUAGE_UNIT) && dim_find_unit(t->name, &u))
        return LANGUAGE_UNIT;
    if (syntax_find_word(t->name, &word))
        return LANGUAGE_KEYWORD;
    if (b->tokens.at[i + 1].kind == '(' && language_function_help(t->name))
        return LANGUAGE_FUNCTION;
    return language_is_constant(t->name) ? LANGUAGE_CONSTANT : LANGUAGE_NAME;
}

/* Words of statements that were read and that name nothing: 'in', 'within'. */
static bool *find_read(const language_book *b) {
    bool *read = ARENA_ARRAY(b->a, bool, b->tokens.count);
    for (size_t k = 0; k < b->read.len; k++) {
        const span at = b->read.at[k];
        for (size_t i = token_from(b, at.begin); i < b->tokens.count && b->tokens.at[i].at.end <= at.end; i++)
            read[i] = true;
    }
    return read;
}

void language_guess(language_book *b) {
    const bool *read = find_read(b);
    for (size_t i = 0; i < b->tokens.count; i++) {
        const syn_token *t = &b->tokens.at[i];
        if (t->kind != TOKEN_NAME || b->classes[i] != LANGUAGE_NONE)
            continue;
        language_class class = read[i] ? LANGUAGE_KEYWORD : guess(b, i, language_scope_at(b, t->at.begin));
        b->classes[i] = (unsigned char)class;
    }
}
