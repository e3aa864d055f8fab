/* The words and formulas for what a constraint is. */
#ifndef LGR_OUT_NATURES_H
#define LGR_OUT_NATURES_H

#include "analysis/structure.h"

const char *out_nature_name(row_nature nature); /* "holonomic" */
const char *out_level_name(bool velocity);      /* "position" or "velocity" */
/* An expression in the model language. */
const char *out_formula(const model *m, expr_id e, arena *a);

#endif
