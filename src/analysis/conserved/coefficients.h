/* Numbers recognised as small fractions times powers of the model's parameters, and sums of two such. */
#ifndef LGR_ANALYSIS_COEFFICIENTS_H
#define LGR_ANALYSIS_COEFFICIENTS_H

#include "analysis/conserved/fields.h"

/* x solves the determining equations; x[pivot] must not be changed. Solves them again for the entries that are not
   zero, and writes each as an expression in parameters that is right for other parameter values too. If there is no
   such expression, or the symmetry exists only for the given parameter values, it is a number, and `given` is true.
   False if x is not a solution after all. */
bool analysis_coefficients_recognise(noether *w, const field_list *fields, double *x, int pivot, expr_id *coef,
                                     bool *given, arena *a);

#endif
