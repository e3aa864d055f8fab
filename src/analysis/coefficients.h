/* Numbers recognised as small fractions times powers of the model's parameters, and sums of two such. */
#ifndef LGR_ANALYSIS_COEFFICIENTS_H
#define LGR_ANALYSIS_COEFFICIENTS_H

#include "analysis/fields.h"

/* x solves the determining equations, x[pivot] is not to be changed. Solves them once more for the entries that are not
   zero, and writes each as an expression over parameters that is right for other parameters too; if there is no such
   expression, or the symmetry exists only for the given parameters, as a number: then `given` is true. False if x is no
   solution after all.
 */
bool coefficients_recognise(noether *w, const field_list *fields, double *x, int pivot, expr_id *coef, bool *given,
                            arena *a);

#endif
