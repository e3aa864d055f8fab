/* Words in LaTeX: whatever they hold is shown, nothing of it is obeyed. */
#ifndef LGR_OUT_LATEX_H
#define LGR_OUT_LATEX_H

#include "base/strbuf.h"

/* What pdfLaTeX has no letter for is written as its code point. */
void out_latex_add(strbuf *out, const char *text);

#endif
