/* Expressions for people to read: text of the model language, LaTeX, MathML; terms and factors in the usual order. */
#ifndef LGR_EXPR_NOTATION_H
#define LGR_EXPR_NOTATION_H

#include "expr/graph.h"

/* LaTeX is for mathematical mode and needs amsmath; MathML is the content of a <math> element. From OCTAVE on:
   programming languages, see expr_write_code. */
typedef enum expr_notation {
    NOTATION_TEXT,
    NOTATION_LATEX,
    NOTATION_MATHML,
    NOTATION_OCTAVE,
    NOTATION_JULIA,
    NOTATION_SYMPY,
    NOTATION_COUNT
} expr_notation;

/* A variable of this rank is the last factor, and its terms follow the others: multipliers. */
enum { EXPR_RANK_LAST = 255 };

/* Writes the whole expression, shared nodes each time they occur. Text can be read back in the model language.
   rank[var] (NULL: all the same) orders the variables of a product: smaller first, numbers before all; equal ranks in
   the order of their creation. An expression has the largest rank of its variables; in a sum the largest ranks come
   first, numbers last. */
void expr_write(const graph *g, expr_id root, expr_notation notation, const unsigned char *rank, strbuf *out);

/* The sum of these, in this order but for the first positive term, which comes first. */
void expr_write_sum(const graph *g, const expr_id *terms, size_t count, expr_notation notation,
                    const unsigned char *rank, strbuf *out);

/* The same in a programming language, where variables have other names: names[var]. A choice is `choose(condition, yes,
   no)` in Octave, which has none. Tables are not written. */
void expr_write_code(const graph *g, expr_id root, expr_notation notation, const unsigned char *rank,
                     const char *const *names, strbuf *out);
/* A name in letters, digits and '_' alone: hand.limit is hand_limit, a Greek letter is its name. */
void expr_write_identifier(const char *name, strbuf *out);

/* Text for reading only: at most `limit` characters, then "...". */
void expr_print(const graph *g, expr_id root, size_t limit, strbuf *out);

/* The name of a variable: theta1'' is \ddot{\theta}_{1}, lambda(rod.x) is \lambda_{\mathrm{rod},x}. */
void expr_write_name(const char *name, expr_notation notation, strbuf *out);
/* The same in MathML as two elements for <msubsup>: the letter and its subscripts. False, and nothing, without them. */
bool expr_write_name_below(const char *name, strbuf *out);

#endif
