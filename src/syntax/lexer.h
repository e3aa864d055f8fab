/* Text to tokens, without reporting errors: what is not a token of the language becomes a token of a bad kind. */
#ifndef LGR_SYNTAX_LEXER_H
#define LGR_SYNTAX_LEXER_H

#include "base/intern.h"
#include "diag/diag.h"

/* Signs of one character are their own kind: '+', '('. */
typedef enum token_kind {
    TOKEN_END = 0,
    TOKEN_LINE = 256, /* one or more ends of line */
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_RANGE, /* .. */
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER_EQUAL,
    TOKEN_SAME, /* == */
    TOKEN_AND,  /* the words that are never names, up to TOKEN_ELSE */
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_IF,
    TOKEN_THEN,
    TOKEN_ELSE,
    TOKEN_BAD_CHARACTER, /* bad kinds, up to TOKEN_BAD_UTF8 */
    TOKEN_BAD_STRING,
    TOKEN_BAD_NUMBER,
    TOKEN_BAD_UTF8
} token_kind;

typedef struct syn_token {
    int kind; /* a token_kind or a character */
    span at;
    const char *name; /* interned: a name, or a string without its quotes; the digits of a superscript number (x²),
                         which comes with a '^' before it and takes no unit; NULL for the rest */
} syn_token;

enum { LEX_MARGIN = 4 };

typedef struct syn_tokens {
    syn_token *at; /* the last one is TOKEN_END; so are LEX_MARGIN before the first and behind the last */
    size_t count;
} syn_tokens;

/* Places are offsets from `base` on; with it the source must be shorter than 4 GiB. */
syn_tokens syntax_lex(arena *a, intern *names, const diag_source *source, uint32_t base);

/* Adds the finding that belongs to a token of a bad kind. */
finding *syntax_lex_finding(diag *d, const syn_token *bad);

#endif
