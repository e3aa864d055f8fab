/* Taylor series of expressions along one variable, with bounds for the terms of each coefficient. */
#ifndef LGR_ANALYSIS_JETS_H
#define LGR_ANALYSIS_JETS_H

#include "expr/graph.h"

enum { JET_TERMS = 4 }; /* up to the third degree */

/* c[k] is the coefficient of the k-th power of the step; size[k] bounds the terms it is made of, so that what is below
   1e-9 of it is nothing but rounding. */
typedef struct jet {
    double c[JET_TERMS], size[JET_TERMS];
} jet;

typedef struct jets jets;

/* For these roots at a point (`values` per variable of the graph; both are kept). Lives in `a`. The graph may grow. */
jets *analysis_jets_make(const graph *g, const expr_id *roots, size_t count, const double *values, arena *a);
/* The number of nodes, which is the cost of a series along one variable. */
size_t analysis_jets_size(const jets *x);
/* Series along a variable; true where any node depends on it. */
bool analysis_jets_along(jets *x, uint32_t var);
/* Whether root k may depend on the variable taken last: if not, its series is its value. */
bool analysis_jets_root_moves(const jets *x, size_t k);
/* Of root k, along the variable taken last. */
jet analysis_jets_root(const jets *x, size_t k);
/* Arguments of sines, exponentials and the like, which are plain numbers: how many, and the k-th. */
size_t analysis_jets_argument_count(const jets *x);
jet analysis_jets_argument(const jets *x, size_t k);
/* What changes its sign where a formula goes over from one piece to another. */
size_t analysis_jets_border_count(const jets *x);
jet analysis_jets_border(const jets *x, size_t k);

/* The step at which curved terms overtake the straight ones, and where nothing is curved the linear one the constant; 0
   where there is but one term. `degree` (may be NULL) gets 2 or 1. */
double analysis_jet_breakpoint(const jet *j, int *degree);
/* The step at which some other term overtakes the lowest that is there; 0 where there is but one. */
double analysis_jet_first_breakpoint(const jet *j);
/* As analysis_jet_breakpoint, by the bounds. */
double analysis_jet_bound_breakpoint(const jet *j);

#endif
