/* Words of other languages and of books, and what is written for them here. */
#ifndef LGR_SYNTAX_PARSER_FOREIGN_H
#define LGR_SYNTAX_PARSER_FOREIGN_H

#include "syntax/vocabulary.h"

/* The keyword meant by another word at the beginning of a statement; NULL if unknown. */
const char *parser_keyword_of_word(const char *word);
/* Whether another word means a clause of the set, and which: "position" is 'at'. */
bool parser_clause_of_word(const char *word, uint64_t set, syn_word *out);
/* How what another word means at the beginning of a statement is said here; NULL if unknown. */
const char *parser_help_of_word(const char *word);

#endif
