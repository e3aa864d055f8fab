/* The expression parser's interface to statements. Nothing here returns NULL: what cannot be read is SYN_BAD. */
#ifndef LGR_SYNTAX_PARSER_EXPRESSION_H
#define LGR_SYNTAX_PARSER_EXPRESSION_H

#include "syntax/parser/fail.h"

syn_expr *parser_read_expr(parser *p);
/* A name, call, vector ... with its primes, fields and index, but no operator around it. */
syn_expr *parser_read_operand(parser *p);
/* A name, perhaps with index or fields; `what` is what is expected. */
syn_expr *parser_read_reference(parser *p, const char *what);
/* A name alone. */
syn_expr *parser_read_name(parser *p, const char *what);

/* An expression node over `count` others. */
syn_expr *parser_node(parser *p, syn_op op, span at, syn_expr *const *args, size_t count);
bool parser_is_comparison(syn_op op);
/* Fails if the comparison or equation just read is followed by another comparison. */
void parser_refuse_chain(parser *p);

/* In unit.c: reads the unit after `number`, if there is one. `alone`: no operator precedes the number. */
void parser_read_unit(parser *p, syn_expr *number, bool alone);

#endif
