/* Habits of other languages, of books and of calculators: recognised where the text cannot be read on. */
#ifndef LGR_SYNTAX_HABITS_H
#define LGR_SYNTAX_HABITS_H

#include "syntax/parser_kinds.h"
#include "syntax/parser_state.h"

/* What to write instead of what stands at the token at which reading stopped, where something else was `expected`; NULL
   if nothing is known. */
const char *syn_habit(parser *p, const char *expected);
/* The keyword that another word at the beginning of a statement stands for; NULL if nothing is known. */
const char *syn_keyword_of_word(const char *word);
/* How a declaration without keyword should begin: "kinetic T = ...". */
const char *syn_declaration_of(parser *p, const char *name);
/* How a statement of the kind begins: "output NAME = ..."; `name` may be NULL. */
const char *syn_beginning(parser *p, const kind_row *row, const char *name);
/* What is wrong with what should be a name, or stands behind `name` (NULL: none was read); NULL if nothing is known. */
const char *syn_habit_of_names(parser *p, const kind_row *row, const char *name);
/* What was meant by the power or the quotient that stands behind a quantity with a unit: 9.81 m/s2; NULL if unknown. */
const char *syn_habit_of_units(parser *p, span quantity);

#endif
