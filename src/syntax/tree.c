/* The words of the tree: keywords and clause words as text, and looking up a clause. */
#include "syntax/tree.h"

#include <string.h>

#include "base/check.h"
#include "syntax/parser_kinds.h"

static const char *const words[WORD_COUNT] = {
    [WORD_MASS] = "mass",
    [WORD_INERTIA] = "inertia",
    [WORD_AT] = "at",
    [WORD_ANGLE] = "angle",
    [WORD_FRAME] = "frame",
    [WORD_FROM] = "from",
    [WORD_TO] = "to",
    [WORD_STIFFNESS] = "stiffness",
    [WORD_LENGTH] = "length",
    [WORD_DAMPING] = "damping",
    [WORD_REST] = "rest",
    [WORD_ON] = "on",
    [WORD_REACTING] = "reacting",
    [WORD_RESTITUTION] = "restitution",
    [WORD_FRICTION] = "friction",
    [WORD_ALONG] = "along",
    [WORD_UNTIL] = "until",
    [WORD_TOLERANCE] = "tolerance",
    [WORD_METHOD] = "method",
    [WORD_AFTER] = "after",
    [WORD_WITHIN] = "within",
    [WORD_RADIUS] = "radius",
    [WORD_SIZE] = "size",
    [WORD_OF] = "of",
};

const char *syn_word_text(syn_word word) {
    LGR_ASSERT((int)word < WORD_COUNT);
    return words[word];
}

const char *syn_keyword(syn_kind kind) {
    LGR_ASSERT((int)kind < SYN_KIND_COUNT);
    return syn_kind_rows[kind].keyword;
}

bool syn_find_word(const char *text, syn_word *out) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (strcmp(words[i], text) == 0) {
            *out = (syn_word)i;
            return true;
        }
    return false;
}

const syn_clause *syn_find_clause(const syn_stmt *s, syn_word word) {
    for (size_t i = 0; i < s->clause_count; i++)
        if (s->clauses[i].word == word)
            return &s->clauses[i];
    return NULL;
}
