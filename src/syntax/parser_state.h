/* The parser's place in the text, and how it fails: once per statement, after which it sees only the end. */
#ifndef LGR_SYNTAX_PARSER_STATE_H
#define LGR_SYNTAX_PARSER_STATE_H

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
    uint32_t words; /* clauses that the present statement takes, for suggestions */
    bool failed;    /* the present statement has its finding: nothing more is read or said until it is left */
    bool stopped;   /* nothing more can be said about the text: a limit is passed, or its end is inside a bracket */
    finding silent; /* takes what is said after a failure */
} parser;

/* The present token; TOKEN_END after a failure. Passes over line ends inside brackets and after an operator. */
const syn_token *syn_current(parser *p);
bool syn_sees(parser *p, int kind);
bool syn_sees_word(parser *p, const char *word);
/* Whether the token is one of these signs. */
bool syn_is_one_of(const syn_token *t, const char *signs);
/* The kind of the token after the present one. */
int syn_next_kind(parser *p);
void syn_advance(parser *p);
/* Passes over the token if it is there. */
bool syn_accept(parser *p, int kind);
bool syn_accept_word(parser *p, const char *word);
/* The same, but it must be there: "'=' is expected here". */
bool syn_require(parser *p, int kind, const char *what);

/* Opens a bracket that the parser sees; what is returned goes to syn_close. */
span syn_open(parser *p);
void syn_close(parser *p, int kind, span outer);

/* One level of recursion; false (and a finding) beyond the limit. Each call needs its syn_leave. */
bool syn_enter(parser *p);
void syn_leave(parser *p);

/* Adds a finding unless the statement has one, and fails. Never NULL: label and help can always be attached. */
finding *syn_fail(parser *p, diag_code code, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Fails because the present token is not what it should be: "a name is expected here". If the token is a bad one, or
   the text ends inside a bracket, that is the finding instead. */
finding *syn_fail_expected(parser *p, const char *what);
void syn_fail_unclosed(parser *p, span open);

/* True if a statement begins at this token, the first of a line, whatever was left open before. */
bool syn_begins_statement(const parser *p, size_t token);
/* True if the line end at this token only breaks the line. */
bool syn_line_goes_on(const parser *p, size_t line_end);

/* The text of a place. */
const char *syn_excerpt(const parser *p, span at);

#endif
