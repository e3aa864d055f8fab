/* The words and formulas for kinds of constraints, conserved quantities and equilibria. */
#ifndef LGR_OUT_WORDS_NATURES_H
#define LGR_OUT_WORDS_NATURES_H

#include "analysis/conserved/conserved.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/structure/structure.h"
#include "expr/notation.h"

const char *out_nature_name(row_nature nature);      /* "holonomic" */
const char *out_level_name(bool velocity);           /* "position" or "velocity" */
const char *out_conserved_name(conserved_kind kind); /* "energy" */
const char *out_stability_name(stability kind);      /* "asymptotically stable" */
const char *out_equilibrium_name(bool steady);       /* "equilibrium" or "steady motion" */
/* An expression in the model language, or in another notation. */
const char *out_formula(const model *m, expr_id e, arena *a);
/* Whether it would fill books: written out it grows with the square of the machine, or faster. */
bool out_formula_is_endless(const model *m, expr_id e);
const char *out_formula_in(const model *m, expr_id e, expr_notation notation, arena *a);

#endif
