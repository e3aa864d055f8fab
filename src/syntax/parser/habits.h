/* Common mistakes from other languages, books and calculators, recognised where the text cannot be read. */
#ifndef LGR_SYNTAX_PARSER_HABITS_H
#define LGR_SYNTAX_PARSER_HABITS_H

#include "syntax/parser/cursor.h"
#include "syntax/vocabulary.h"

/* What to write instead of the token at which reading stopped, where something else was `expected`; NULL if unknown. */
const char *parser_habit(parser *p, const char *expected);
/* What to write instead of a statement that begins with this token; NULL if no more than its keyword is known. */
const char *parser_habit_of_statements(parser *p, const syn_token *t);
/* How a declaration without keyword should begin: "kinetic T = ...". */
const char *parser_declaration_of(parser *p, const char *name);
/* How a statement of the kind begins: "output NAME = ..."; `name` may be NULL. */
const char *parser_beginning(parser *p, const syn_grammar *row, const char *name);
/* The error in a supposed name, or in the text after `name` (NULL: none was read); NULL if unknown. */
const char *parser_habit_of_names(parser *p, const syn_grammar *row, const char *name);
/* What was meant by the power or the quotient after a quantity with a unit: 9.81 m/s2; NULL if unknown. */
const char *parser_habit_of_units(parser *p, span quantity);

#endif
