/* Opens a text: tokens, lines and names. */
#include "language/book.h"

#include "base/check.h"
#include "syntax/parser.h"

const char *language_class_name(language_class class) {
    static const char *const names[] = {
#define ROW(class, name) name,
        LANGUAGE_CLASSES(ROW)
#undef ROW
    };
    LGR_ASSERT(class < LANGUAGE_CLASS_COUNT);
    return names[class];
}

/* A text that is too long was not read, and has no tokens either. */
language_book *language_open(const language_text *text, arena *a) {
    language_book *b = ARENA_NEW(a, language_book);
    diag_source source = *diag_source_at(text->findings, 0);
    if (source.length > SYN_MAX_SOURCE)
        source.length = 0;
    *b = (language_book){.text = text, .a = a, .source = source.text ? source.text : "", .length = source.length};
    b->tokens = syntax_lex(a, base_intern_create(a), &source, 0);
    language_find_lines(b);
    language_declare(b);
    language_begin_classes(b);
    language_find_uses(b);
    return b;
}
