/* The typeset width of LaTeX formulas, and their division into lines that fit. */
#ifndef LGR_OUT_WORDS_LATEX_LINES_H
#define LGR_OUT_WORDS_LATEX_LINES_H

#include <stdbool.h>

#include "base/strbuf.h"

/* About how wide, in points, in type of ten points and outside of fractions. */
int out_latex_width(const char *formula);

/* Lines of an align environment; all widths in points. */
typedef struct latex_lines {
    strbuf *out;
    int used, width; /* of the line that is being filled; of a whole line */
} latex_lines;

/* Adds the formula, broken before signs of its outermost sum where a line would get too wide; between factors and
   within parentheses only where a term is wider than a line. may_begin: it may begin on a new line. */
void out_latex_add_broken(latex_lines *l, const char *formula, bool may_begin);

#endif
