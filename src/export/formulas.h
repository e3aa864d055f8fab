/* The equations of one mode as formulas for programs in other languages: simplified, with names for long parts. */
#ifndef LGR_EXPORT_FORMULAS_H
#define LGR_EXPORT_FORMULAS_H

#include "derive/derivation.h"
#include "export/export.h"
#include "expr/notation.h"
#include "expr/walk.h"

/* Each set becomes a function. */
typedef enum formula_what {
    FORMULA_EQUATIONS,   /* M, h, A, gamma, and C where it is not A */
    FORMULA_RATES,       /* of states */
    FORMULA_CONSTRAINTS, /* f, f_dot */
    FORMULA_SLOPES, /* of M a + C^T lambda - h and A a - gamma, a and lambda kept, and of the rates, by the state */
    FORMULA_OUTPUTS,
    FORMULA_ENDS, /* positive as long as the mode lasts */
    FORMULA_SETS
} formula_what;

typedef struct formula_matrix {
    const char *symbol;
    int rows, cols;
    expr_id *e;
    bool symmetric;
} formula_matrix;

enum { MOST_MATRICES = 5 };

typedef struct formula_set {
    formula_matrix all[MOST_MATRICES];
    int count;
    const page_section *definitions; /* "s1 = ...", in order; NULL: none */
    bool *uses;                      /* per variable of the model */
} formula_set;

/* One of the conditions under which the mode lasts. */
typedef struct formula_end {
    const char *name, *what; /* "release", "the event" */
    expr_id e;
} formula_end;

typedef struct export_formulas {
    model *m;
    const export_mode *mode;
    derivation d;
    int n, rows, states;
    bool redundant; /* the rows are not independent at the given state */
    bool unsymmetric;
    formula_set sets[FORMULA_SETS];
    int *outputs, output_count; /* indices into model.outputs: those with a value in this mode */
    VEC(formula_end) ends;
    VEC(const char *) unwatched; /* what else ends the mode, in words */
    const unsigned char *rank;
    arena *a;
} export_formulas;

/* False with a finding that names what these languages cannot hold. Everything in `a`. */
bool export_formulas_find(export_formulas *f, model *m, const export_mode *mode, arena *a);
/* A parameter that is no number of its own: its formula; EXPR_NONE of all others. */
expr_id export_formulas_definition(const model *m, size_t param);

#endif
