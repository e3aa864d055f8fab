/* Wide systems as M q'' + h + A^T lambda = Q: what is long in M and h has a name and a line of its own. */
#include <string.h>

#include "algebra/operations.h"
#include "derive/derivation.h"
#include "expr/walk.h"

/* Distinct parts of a row that is too wide to be read, and operations of an entry that deserves a name. */
enum { WIDE_ROW = 200, LONG_ENTRY = 6 };

bool derive_is_wide(const derivation *d) {
    size_t most = 0;
    for (int i = 0; i < d->e.n; i++) {
        const expr_id row = derive_left_side(d, i);
        const size_t parts = expr_count_nodes(d->g, &row, 1);
        most = parts > most ? parts : most;
    }
    return d->e.n > 1 && most > WIDE_ROW;
}

/* The variable M[1,2] with its line; the entry itself where that is short. */
static expr_id named(const derivation *d, derive_page *p, operation_counter *counted, const char *name, expr_id e) {
    if (algebra_count_operations(counted, e) < LONG_ENTRY || derive_page_name_is_taken(d->m, name))
        return e;
    derive_page_define(p, &p->sections.at[p->sections.len - 1], base_arena_copy(d->memory, name, strlen(name)),
                       derive_spread(d->g, e));
    return derive_page_own_var(d->m, name);
}

void derive_add_parts(const derivation *d, derive_page *p, expr_id *M, expr_id *h) {
    const int n = d->e.n;
    operation_counter counted = {.g = d->g, .memory = d->memory};
    const char *const matrix = derive_symbol(d, "M"), *const rest = derive_symbol(d, "h");
    derive_page_add_section(p, "terms", "Terms of the equations",
                            derive_words(d, "Inertia `M`, which is symmetric, and `h`, what `d/dt dL/dq' - dL/dq` has "
                                            "without accelerations. Coordinates have the numbers of their order "
                                            "above."));
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            const char *name = base_arena_printf(d->memory, "%s[%d,%d]", matrix, i + 1, j + 1);
            M[i * n + j] = M[j * n + i] = named(d, p, &counted, name, d->e.M[i * n + j]);
        }
    for (int i = 0; i < n; i++) {
        const char *name = base_arena_printf(d->memory, "%s[%d]", rest, i + 1);
        h[i] = named(d, p, &counted, name, expr_add(d->g, d->turning[i], d->holding[i]));
    }
}
