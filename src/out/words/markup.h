/* Words in HTML: every character is shown, none is interpreted. */
#ifndef LGR_OUT_WORDS_MARKUP_H
#define LGR_OUT_WORDS_MARKUP_H

#include "base/strbuf.h"

/* Fit for text and for attributes in double quotes; invalid UTF-8 is replaced. */
void out_markup_add(strbuf *out, const char *text);

#endif
