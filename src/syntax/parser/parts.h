/* The parts of a statement that have a file of their own: clauses, the actions of events, arguments of components. */
#ifndef LGR_SYNTAX_PARSER_PARTS_H
#define LGR_SYNTAX_PARSER_PARTS_H

#include "base/vec.h"
#include "syntax/parser/fail.h"
#include "syntax/vocabulary.h"

typedef VEC(syn_stmt *) stmt_list;

/* Clauses, 'off' and the label, in the order in which they are written. */
void parser_read_tail(parser *p, const syn_grammar *row, syn_stmt *s);
/* Fails if a clause is missing or two exclude each other. */
void parser_check_clauses(parser *p, const syn_grammar *row, const syn_stmt *s);
/* force push on wheel: ..., or force push: on wheel ...: fails if the token begins a clause of the statement, which
   stands where its value should; false if it does not. */
bool parser_fail_before_value(parser *p, const syn_grammar *row, const syn_token *clause);
/* Adds a rope to the statements: as many as it has tensions. */
void parser_add_rope(parser *p, syn_stmt *s, stmt_list *out);
/* { drop a; set x' = 0 } */
void parser_read_actions(parser *p, syn_stmt *s);

/* in [low, high], if it is there. */
void parser_read_bounds(parser *p, syn_stmt *s);
/* What follows 'component NAME', 'part NAME =' and 'include'. */
void parser_read_component(parser *p, syn_stmt *s);
void parser_read_part(parser *p, syn_stmt *s);
void parser_read_file(parser *p, syn_stmt *s);

/* Reports that braces are missing around the actions of an event, if there are actions; otherwise that '{' is
   missing. */
void parser_fail_without_braces(parser *p);

#endif
