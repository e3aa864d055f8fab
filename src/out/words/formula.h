/* One side of an equation in a notation, and formulas broken into lines. */
#ifndef LGR_OUT_WORDS_FORMULA_H
#define LGR_OUT_WORDS_FORMULA_H

#include "derive/derive.h"
#include "expr/notation.h"

/* A symbol, a derivative or an expression as text in `a`; no matrix. */
const char *out_formula_side(const derive_page *p, const page_side *s, expr_notation notation, arena *a);
/* An entry of a matrix; "0" and all. */
const char *out_formula_entry(const derive_page *p, const page_side *s, int row, int col, expr_notation notation,
                              arena *a);

/* A section's words: text between ` is set as a formula, the rest is escaped. */
const char *out_formula_words(const char *words, expr_notation notation, arena *a);

/* About how wide a formula is when it is set: columns of text, or points of LaTeX. */
int out_formula_width(const char *formula, expr_notation notation);
/* Adds the text of a formula, with `between` put in before '=' or a sign of its outermost sum wherever a line would get
   wider than `width` (0: unlimited), within brackets where a term is wider than that; `used` is what the first line has
   already. */
void out_formula_add_broken(const char *formula, int used, int width, const char *between, strbuf *out);

/* All sections of a page as HTML with MathML, headings of the second rank. */
void out_derive_add_sections(const derive_page *p, strbuf *out);

/* Whether a matrix can be set as one: else its entries are listed. */
bool out_formula_matrix_fits(const derive_page *p, const page_side *s, expr_notation notation, int width, arena *a);
/* Equal to its transpose: half of a list of entries says all. */
bool out_formula_is_symmetric(const page_side *s);

#endif
