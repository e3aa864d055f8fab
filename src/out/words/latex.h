/* Words in LaTeX: every character is shown, none is interpreted. */
#ifndef LGR_OUT_WORDS_LATEX_H
#define LGR_OUT_WORDS_LATEX_H

#include "base/strbuf.h"

/* What pdfLaTeX has no letter for is written as its code point. */
void out_latex_add(strbuf *out, const char *text);

#endif
