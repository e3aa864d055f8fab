/* What sums and products are made of, for those who take expressions apart: exact numbers. */
#ifndef LGR_EXPR_TERMS_H
#define LGR_EXPR_TERMS_H

#include "expr/graph.h"
#include "expr/number.h"

expr_id expr_number(graph *g, number x);
number expr_number_of(const graph *g, expr_id e); /* of a RATIONAL or REAL */

#endif
