/* Linear complementarity: w = B z + b, w >= 0, z >= 0, w.z = 0 by Lemke's method. */
#ifndef LGR_NUM_LCP_H
#define LGR_NUM_LCP_H

#include <stdbool.h>

#include "base/arena.h"

/* B is n x n row-major, copied; z receives the solution. `work` comes from `scratch` and is released before return.
   False if Lemke's path ends on a ray or after 50 n + 100 pivots (no solution found). Ties by lexicographic order, so
   that degenerate problems do not cycle. */
bool num_lcp(arena *scratch, const double *B, const double *b, int n, double *z);

#endif
