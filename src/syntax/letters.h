/* Which characters beyond ASCII are allowed in names, and what was probably meant by the others. */
#ifndef LGR_SYNTAX_LETTERS_H
#define LGR_SYNTAX_LETTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Letters of any script with the marks set on them, and '_'. */
bool syntax_is_letter(uint32_t code);

/* The plain spelling of a typographic sign ("'-'" for U+2013), or NULL if there is none. */
const char *syntax_plain_spelling(uint32_t code);
/* What can be written in its place without further thought, or NULL. */
const char *syntax_plain_sign(uint32_t code);

#endif
