/* Candidate symmetry displacements: of single coordinates, of points translated or rotated together, of orientations;
   and the general affine ones. */
#ifndef LGR_ANALYSIS_FIELDS_H
#define LGR_ANALYSIS_FIELDS_H

#include "analysis/conserved/noether.h"
#include "base/vec.h"

/* With more coordinates than this, places enter displacements only as turns of all points together. */
enum { FIELDS_FULL = 12 };

typedef VEC(field) field_list;

/* With names. The first n are the coordinates one by one. */
field_list analysis_fields_natural(const noether *w, arena *a);
/* The unknowns of the determining equations in the order in which a solution is reduced: time (if requested), products
   of positions, positions alone, gauge. `natural` is the result of analysis_fields_natural. */
field_list analysis_fields_unknown(const noether *w, const field_list *natural, bool time, arena *a);
/* The coefficients of a natural field among these unknowns. */
void analysis_fields_express(const field *f, const field_list *unknown, double *x);

/* Whether the determining equations hold for x (coefficients of the fields) at these samples. */
bool analysis_fields_solve(const noether *w, const field_list *fields, const double *x, const noether_sample *at,
                           int samples, arena *a);

/* "x: -y, y: x" */
const char *analysis_fields_text(const noether *w, const symmetry *s, arena *a);

#endif
