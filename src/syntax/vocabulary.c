/* The tables of words.h, looked up by word and by number. */
#include "syntax/vocabulary.h"

#include <string.h>

#include "base/check.h"

#define W(word) ((uint64_t)1 << WORD_##word)

const uint64_t syntax_shapes = SYNTAX_SHAPES;

static const syn_grammar grammars[SYN_KIND_COUNT] = {
#define ROW(kind, keyword, ...) {#keyword, __VA_ARGS__},
    SYNTAX_STATEMENTS(ROW)
#undef ROW
};

static const char *const words[WORD_COUNT] = {
#define ROW(word, text) #text,
    SYNTAX_CLAUSES(ROW)
#undef ROW
};

static const struct {
    const char *word;
    syn_action_form form;
} actions[SYN_ACTION_COUNT] = {
#define ROW(kind, word, form) {#word, form},
    SYNTAX_ACTIONS(ROW)
#undef ROW
};

const syn_grammar *syntax_grammar(syn_kind kind) {
    LGR_ASSERT((int)kind < SYN_KIND_COUNT);
    return &grammars[kind];
}

const char *syntax_keyword(syn_kind kind) {
    return syntax_grammar(kind)->keyword;
}

const char *syntax_word_text(syn_word word) {
    LGR_ASSERT((int)word < WORD_COUNT);
    return words[word];
}

syn_action_form syntax_action_form(syn_action_kind kind) {
    LGR_ASSERT((int)kind < SYN_ACTION_COUNT);
    return actions[kind].form;
}

bool syntax_find_kind(const char *keyword, syn_kind *out) {
    for (int i = 0; i < SYN_KIND_COUNT; i++)
        if (strcmp(grammars[i].keyword, keyword) == 0) {
            *out = (syn_kind)i;
            return true;
        }
    return false;
}

bool syntax_find_word(const char *text, syn_word *out) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (strcmp(words[i], text) == 0) {
            *out = (syn_word)i;
            return true;
        }
    return false;
}

bool syntax_find_action(const char *text, syn_action_kind *out) {
    for (int i = 0; i < SYN_ACTION_COUNT; i++)
        if (strcmp(actions[i].word, text) == 0) {
            *out = (syn_action_kind)i;
            return true;
        }
    return false;
}

bool syntax_is_action(const char *text) {
    syn_action_kind kind;
    return syntax_find_action(text, &kind);
}

size_t syntax_list_keywords(const char **out) {
    for (int i = 0; i < SYN_KIND_COUNT; i++)
        out[i] = grammars[i].keyword;
    return SYN_KIND_COUNT;
}

size_t syntax_list_words(uint64_t set, const char **out) {
    size_t count = 0;
    for (int i = 0; i < WORD_COUNT; i++)
        if (set >> i & 1)
            out[count++] = words[i];
    return count;
}

size_t syntax_list_actions(const char **out) {
    for (int i = 0; i < SYN_ACTION_COUNT; i++)
        out[i] = actions[i].word;
    return SYN_ACTION_COUNT;
}

uint64_t syntax_clauses_of(const syn_grammar *row) {
    return row->required | row->optional | row->either | row->together;
}
