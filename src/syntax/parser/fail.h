/* Parser errors: one per statement, after which the parser sees only the end. */
#ifndef LGR_SYNTAX_PARSER_FAIL_H
#define LGR_SYNTAX_PARSER_FAIL_H

#include "syntax/parser/cursor.h"
#include "syntax/vocabulary.h"

/* Adds a finding unless the statement has one, and fails. Never NULL: label and help can always be attached. */
finding *parser_fail(parser *p, diag_code code, span at, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Fails because the present token is not what it should be: "a name is expected here". If the token is a bad one, or
   the text ends inside a bracket, that is the finding instead. */
finding *parser_fail_expected(parser *p, const char *what);
void parser_fail_unclosed(parser *p, span open);

/* Shows how such a statement is written, in each of its forms. */
void parser_show_samples(parser *p, finding *f, const syn_grammar *row);

/* Passes over the token, which must be there: "'=' is expected here". */
bool parser_require(parser *p, int kind, const char *what);
/* Closes the bracket that parser_open has opened. */
void parser_close(parser *p, int kind, span outer);

/* One level of recursion; false (and a finding) beyond the limit. Each call needs its parser_leave. */
bool parser_enter(parser *p);
void parser_leave(parser *p);

#endif
