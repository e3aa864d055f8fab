/* A text prepared for questions: its tokens with their classes, its lines, its names with their declarations and uses.
 */
#ifndef LGR_LANGUAGE_BOOK_H
#define LGR_LANGUAGE_BOOK_H

#include "base/vec.h"
#include "language/language.h"
#include "syntax/lexer.h"
#include "syntax/vocabulary.h"

/* ROW(CLASS, name): what a token is. */
#define LANGUAGE_CLASSES(ROW)                                                                                          \
    ROW(NONE, "none")                                                                                                  \
    ROW(KEYWORD, "keyword")                                                                                            \
    ROW(OPERATOR, "operator")                                                                                          \
    ROW(NUMBER, "number")                                                                                              \
    ROW(UNIT, "unit")                                                                                                  \
    ROW(STRING, "string")                                                                                              \
    ROW(COMMENT, "comment")                                                                                            \
    ROW(PARAMETER, "parameter")                                                                                        \
    ROW(COORDINATE, "coordinate")                                                                                      \
    ROW(STATE, "state")                                                                                                \
    ROW(DEFINITION, "definition")                                                                                      \
    ROW(FUNCTION, "function")                                                                                          \
    ROW(BODY, "body")                                                                                                  \
    ROW(ENERGY, "energy")                                                                                              \
    ROW(FORCE, "force")                                                                                                \
    ROW(CONSTRAINT, "constraint")                                                                                      \
    ROW(EVENT, "event")                                                                                                \
    ROW(RESULT, "result")                                                                                              \
    ROW(COMPONENT, "component")                                                                                        \
    ROW(PART, "part")                                                                                                  \
    ROW(LOCAL, "local")                                                                                                \
    ROW(MEMBER, "member")                                                                                              \
    ROW(CONSTANT, "constant")                                                                                          \
    ROW(TITLE, "title")                                                                                                \
    ROW(NAME, "name")                                                                                                  \
    ROW(ERROR, "error")

typedef enum language_class {
#define ROW(class, name) LANGUAGE_##class,
    LANGUAGE_CLASSES(ROW)
#undef ROW
        LANGUAGE_CLASS_COUNT
} language_class;

const char *language_class_name(language_class class);

/* Names that values can refer to, functions, results and components each have a table of their own. */
typedef enum language_space { SPACE_VALUE, SPACE_FUNCTION, SPACE_RESULT, SPACE_COMPONENT, SPACE_LOCAL } language_space;

enum { SCOPE_MODEL = 0 }; /* every component has another one */

typedef struct language_decl {
    const char *name;
    span at;              /* of the name alone */
    const syn_stmt *stmt; /* that declares it */
    language_class class;
    language_space space;
    uint32_t scope, inner; /* inner: of a component, what it holds; else 0 */
    span within;           /* of a local name: where it is known */
} language_decl;

typedef struct language_use {
    span at;
    int decl;
    bool declares;
} language_use;

typedef struct language_component {
    const syn_stmt *stmt;
    uint32_t scope;
} language_component;

typedef struct language_known {
    uint32_t offset, line, character;
} language_known;

typedef struct language_book {
    const language_text *text;
    arena *a;
    const char *source; /* the text of source number 0 */
    size_t length;
    VEC(uint32_t) lines;        /* where each begins */
    language_known last, start; /* the place found last, and where the last range begins: others are near them */
    syn_tokens tokens;
    unsigned char *classes; /* per token: a language_class */
    VEC(language_decl) decls;
    struct language_key *keys; /* of `decls` by scope, space and name, those of locals left out */
    size_t key_count;
    VEC(language_use) uses;             /* in source 0, by place */
    VEC(language_component) components; /* of source 0 */
    uint32_t scope_count;
    VEC(span) read; /* statements that could be read */
} language_book;

/* book.c */
language_book *language_open(const language_text *text, arena *a);

/* places.c */
void language_find_lines(language_book *b);
/* The line, counted from 0, in which an offset lies. */
size_t language_line_of(const language_book *b, uint32_t offset);
uint32_t language_offset(const language_book *b, int line, int character);
/* {"line": ..., "character": ...} and {"start": ..., "end": ...} */
void language_add_range(language_book *b, span at, strbuf *out);
/* "file": ..., "range": ... of a place in any source. */
void language_add_location(language_book *b, span at, strbuf *out);
void language_find_place(language_book *b, uint32_t offset, uint32_t *line, uint32_t *character);

/* declarations.c */
void language_declare(language_book *b);
/* What a statement declares; false if nothing. */
bool language_what_declares(const syn_stmt *s, language_class *class, language_space *space);
span language_name_alone(const char *name, span at);
bool language_is_for_components(const language_decl *d);
/* The declaration with this name in a scope, -1 if there is none; outward: or of what the scope sees around it. */
int language_find(const language_book *b, uint32_t scope, language_space space, const char *name);
int language_find_outward(const language_book *b, uint32_t scope, language_space space, const char *name);
/* In any space, also a local name known at an offset of source 0. */
int language_find_visible(const language_book *b, uint32_t offset, uint32_t scope, const char *name);
/* The scope of the component that an offset of source 0 lies in. */
uint32_t language_scope_at(const language_book *b, uint32_t offset);
/* The scope of what a part holds; SCOPE_MODEL if that is not known. */
uint32_t language_part_scope(const language_book *b, const syn_stmt *s);

/* uses.c */
void language_find_uses(language_book *b);
int language_use_at(const language_book *b, uint32_t offset); /* -1: none */

/* tokens.c */
void language_begin_classes(language_book *b);
/* The token that begins there, or all names in a place. */
void language_mark(language_book *b, span at, language_class class);
void language_mark_all(language_book *b, span at, language_class class);
/* What the tree has left without a class; adds uses. */
void language_guess(language_book *b);
/* The token that holds an offset or ends there; -1 if there is none. */
int language_token_at(const language_book *b, uint32_t offset);

/* comments.c: what is said beside and above a declaration; NULL if nothing is. */
const char *language_comment_of(language_book *b, const language_decl *d);

/* words.c */
typedef struct language_word {
    const char *word, *form, *help;
} language_word;
/* What is known of a function, of a keyword, of a clause or an action; NULL if nothing is. */
const language_word *language_function_help(const char *name);
const language_word *language_function_at(size_t i); /* NULL after the last */
bool language_is_constant(const char *name);         /* t, pi, energy, ... */
const language_word *language_keyword_help(const char *name);
const language_word *language_clause_help(const char *name);

/* hover.c: "1 ft = 0.3048 m"; NULL if it is no unit. */
const char *language_unit_help(const char *name, arena *a);
/* outline.c: the next comment that begins in a place, `from` moves behind it; SymbolKind of the protocol. */
bool language_next_comment(const language_book *b, uint32_t *from, uint32_t to, span *out);
int language_symbol_kind(language_class class);

/* One question each. */
typedef void language_reply(language_book *b, const language_question *q, strbuf *out);
language_reply language_reply_tokens, language_reply_legend, language_reply_folds, language_reply_symbols,
    language_reply_completion, language_reply_hover, language_reply_definition, language_reply_uses,
    language_reply_rename, language_reply_findings, language_reply_format;

#endif
