/* Simplification: each root is taken apart into a sum of products, reduced, and put together with common factors. */
#include "algebra/internal.h"

enum { MOST_PARTS = 400, EFFORT = 400000, EFFORT_EACH = 64, TRIALS = 20000, ROUNDS = 4 };

static algebra *begin(graph *g, size_t nodes) {
    arena *memory = arena_create();
    algebra *x = ARENA_NEW(memory, algebra);
    *x = (algebra){.g = g, .memory = memory, .work = arena_create(), .pool = memory, .limit = MOST_PARTS};
    x->effort = EFFORT + EFFORT_EACH * nodes;
    x->trials = TRIALS;
    return x;
}

static void end(algebra *x) {
    arena_destroy(x->work);
    arena_destroy(x->memory);
}

/* Each root's best form, if it is better than the root; true if any was. */
static bool improve(graph *g, expr_id *roots, size_t count) {
    bool better = false;
    algebra *x = begin(g, graph_size(g));
    poly *p = ARENA_ARRAY(x->memory, poly, count);
    expand_roots(x, roots, count, p);
    for (size_t k = 0; k < count; k++) {
        expr_id e = poly_expr(x, p[k]);
        if (algebra_operations(g, e) >= algebra_operations(g, roots[k]))
            continue;
        roots[k] = e;
        better = true;
    }
    end(x);
    return better;
}

void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    for (size_t k = 0; k < count; k++)
        out[k] = roots[k];
    for (int round = 0; round < ROUNDS && improve(g, out, count); round++)
        continue;
}
