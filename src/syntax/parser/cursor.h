/* The parser's position in the text: one token after the other; after a failure only the end. */
#ifndef LGR_SYNTAX_PARSER_CURSOR_H
#define LGR_SYNTAX_PARSER_CURSOR_H

#include "syntax/lexer.h"
#include "syntax/tree.h"

typedef struct parser {
    arena *memory;
    intern *names;
    diag *findings;
    syn_tokens tokens;
    size_t at;
    size_t start; /* the token at which the present expression, or side of a comparison, begins */
    span last;    /* of the token read last */
    span open;    /* of the innermost open bracket */
    int brackets; /* open ( and [: inside, a line's end does not end the statement */
    int braces;   /* open { */
    int depth;    /* of the recursion, limited by SYN_MAX_DEPTH */
    size_t nodes;
    uint64_t words; /* clauses that the present statement takes, for suggestions */
    bool shows;     /* the present statement ends with the unit in which it is shown: 'in' is no inch before a unit */
    bool failed;    /* the present statement has its finding: nothing more is read or reported until the next one */
    bool stopped;   /* nothing more can be reported about the text: a limit is exceeded, or it ends inside a bracket */
    finding silent; /* receives findings after a failure */
} parser;

/* The present token; TOKEN_END after a failure. Passes over line ends inside brackets and after an operator. */
const syn_token *parser_current(parser *p);
bool parser_sees(parser *p, int kind);
bool parser_sees_word(parser *p, const char *word);
/* Whether the token is one of these signs. */
bool parser_is_one_of(const syn_token *t, const char *signs);
/* The kind of the token after the present one. */
int parser_next_kind(parser *p);
void parser_advance(parser *p);
/* Passes over the token if it is there. */
bool parser_accept(parser *p, int kind);
bool parser_accept_word(parser *p, const char *word);
/* Opens a bracket that the parser sees; what is returned goes to parser_close. */
span parser_open(parser *p);

/* True if a statement begins at this token, the first of a line, even if brackets are open. */
bool parser_begins_statement(const parser *p, size_t token);
/* True if the line end at this token only breaks the line. */
bool parser_line_goes_on(const parser *p, size_t line_end);

/* The text of a place. */
const char *parser_excerpt(const parser *p, span at);

#endif
