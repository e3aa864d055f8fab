/* What an editor asks about a text, answered as JSON in the shapes of the Language Server Protocol; the text may be
   wrong or incomplete. */
#ifndef LGR_LANGUAGE_LANGUAGE_H
#define LGR_LANGUAGE_LANGUAGE_H

#include "base/strbuf.h"
#include "diag/diag.h"
#include "syntax/tree.h"

/* A text as it was read: the tree of source number 0 of `findings`, with what it includes. */
typedef struct language_text {
    const diag *findings;
    syn_tree tree;
    /* The value and the unit of what has this name in the model, "1.1 m, in [0.6 m, 2 m]"; NULL if there is nothing to
       tell. In `a`. */
    const char *(*quantity)(void *user, const char *name, arena *a);
    void *user;
    const char *const *methods; /* of integration, ended by NULL */
} language_text;

/* What is asked: `what` is one of language_request; lines and characters count from 0, a character is a unit of UTF-16.
   Places outside of the text are moved to its nearest end. */
typedef struct language_question {
    const char *what;
    int line, character;
    const char *argument; /* of "rename": the new name; NULL else */
} language_question;

/* Adds the answer; false if nothing is called so. Temporary memory is taken from `scratch`. */
bool language_answer(const language_text *text, const language_question *question, arena *scratch, strbuf *out);
/* What may be asked, i from 0; NULL after the last. */
const char *language_request(size_t i);

#endif
