/* Parts of terms as they stand: numbers and whole powers. */
#include "expr/terms.h"

#include "expr/internal.h"

number expr_number_of(const graph *g, expr_id e) {
    LGR_ASSERT(is_number_in(g, e));
    return number_at(g, e);
}

bool expr_is_whole_power(const graph *g, expr_id e, expr_id *base, int64_t *n) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return whole_power(g, e, base, n);
}
