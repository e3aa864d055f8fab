/* Eigenvalues of a state matrix whose states nothing depends on have been taken out first. */
#ifndef LGR_LINEAR_EIGEN_H
#define LGR_LINEAR_EIGEN_H

#include "linear/linear.h"

/* Fills in what the linear system says of stability; unit: of each state. */
void linear_modes(linear_about *x, const double *unit, arena *a);

#endif
