/* What editors tell of the words of the language. */
#include <string.h>

#include "language/book.h"
#include "language/words.inc"

static const language_word *find(const language_word *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].word, name))
            return &list[i];
    return NULL;
}

#define FIND(list, name) find(list, sizeof(list) / sizeof *(list), name)

const language_word *language_function_help(const char *name) {
    return FIND(functions, name);
}

const language_word *language_keyword_help(const char *name) {
    return FIND(keywords, name);
}

const language_word *language_clause_help(const char *name) {
    return FIND(clauses, name);
}

const language_word *language_function_at(size_t i) {
    return i < sizeof functions / sizeof *functions ? &functions[i] : NULL;
}

bool language_is_constant(const char *name) {
    static const char *const names[] = {"t", "pi", "\xCF\x80", "energy", "kinetic", "potential"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}
