/* How each notation writes each shape: templates for one engine. */
#ifndef LGR_EXPR_NOTATION_FORMS_H
#define LGR_EXPR_NOTATION_FORMS_H

#include "expr/notation.h"

/* In a template \1 \2 \3 are the places of its arguments; \4 \5 \6 are the same three where MathML wants exactly one
   element. */
typedef struct notation_forms {
    bool typeset;                   /* fractions and roots are drawn, sin x needs no parentheses */
    bool left;                      /* x^y^z would be (x^y)^z */
    const struct notation_own *own; /* operators that are written otherwise than in text; NULL: none */
    const char *ratio;              /* of whole numbers; NULL: as others */
    const char *group;              /* parentheses */
    const char *element;            /* one element of several; NULL: nothing to do */
    const char *negative;           /* of a term */
    const char *plus, *minus;
    /* Between factors; beside names of several letters; before functions; before digits. */
    const char *times, *times_word, *times_call, *times_number;
    const char *fraction, *solidus;                    /* over, under; in a line where a fraction would be too small */
    const char *power;                                 /* base, exponent */
    const char *power_below;                           /* of a name, with its subscripts below; NULL: like others */
    const char *call, *call_two;                       /* name, arguments */
    const char *call_bare;                             /* of a variable */
    const char *call_named, *prime;                    /* of a function with a symbol: name, argument; NULL: a call */
    const char *call_power, *call_power_bare;          /* name, argument, exponent */
    const char *infix, *prefix;                        /* sign, operands */
    const char *root, *exponential, *absolute, *below; /* NULL: calls; the last: the whole number below */
    const char *choice;                                /* condition, yes, no; NULL: cases */
    const char *cases, *one_case, *other_case, *cases_end; /* one: value, condition; other: value */
    const char *number, *scientific;                       /* digits; mantissa, exponent */
    const char *infinity, *undefined, *pi, *pi_power;      /* the last: exponent */
} notation_forms;

/* An operator with a form of its own; its arguments stand between parentheses or commas. */
typedef struct notation_own {
    expr_op op; /* EXPR_OP_COUNT ends the list */
    const char *form;
} notation_own;

extern const notation_forms expr_notation_forms[NOTATION_COUNT];

/* True if the name is set in several upright letters, which run into each other without a space. */
bool expr_notation_is_word(const char *name);

#endif
