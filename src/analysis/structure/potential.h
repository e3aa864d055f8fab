/* A function whose differential is a multiple of a given one-form. */
#ifndef LGR_ANALYSIS_POTENTIAL_H
#define LGR_ANALYSIS_POTENTIAL_H

#include "analysis/probe/samples.h"

/* sum of a[i] d var[i]; every other variable is a constant. */
typedef struct one_form {
    const uint32_t *var;
    const expr_id *a;
    int count;
} one_form;

/* F with dF = mu * form for some function mu that is not zero: 1, or a product of powers of what occurs in the form.
   EXPR_NONE if none is found. The samples are states at which the form has values. */
expr_id analysis_potential(const model *m, one_form form, const analysis_samples *s, arena *a);

#endif
