/* Printing of expressions as text that the model language reads back. */
#ifndef LGR_EXPR_PRINT_H
#define LGR_EXPR_PRINT_H

#include "expr/graph.h"

/* Shared nodes are written out each time: for reading, not for storing. At most `limit` characters, then "...". */
void expr_print(const graph *g, expr_id root, size_t limit, strbuf *out);

#endif
