/* Simplification: each root is taken apart into a sum of products, reduced, and put together with common factors. */
#include "algebra/internal.h"

enum {
    MOST_PARTS = 400,
    ROOM = 300000,
    EFFORT = 1000000,
    EFFORT_EACH = 16,
    TRIALS = 20000,
    TRIALS_EACH = 200,
    ROUNDS = 4
};

static algebra *begin(graph *g, size_t roots) {
    arena *memory = arena_create();
    algebra *x = ARENA_NEW(memory, algebra);
    *x = (algebra){.g = g, .memory = memory, .work = arena_create(), .pool = memory, .limit = MOST_PARTS};
    x->room = ROOM;
    x->effort = EFFORT + EFFORT_EACH * (size_t)graph_size(g);
    x->counted = (tally){.g = g, .memory = memory};
    x->trials = TRIALS + TRIALS_EACH * roots;
    return x;
}

static void end(algebra *x) {
    arena_destroy(x->work);
    arena_destroy(x->memory);
}

/* Writes each root's best form over it if that is shorter, and moves those roots to the front of the list: `which` has
   `count` places of roots. Returns how many became better and may
   become better still. */
static size_t improve(graph *g, expr_id *roots, size_t *which, size_t count) {
    size_t better = 0;
    algebra *x = begin(g, count);
    poly *p = ARENA_ARRAY(x->memory, poly, count);
    expr_id *given = ARENA_ARRAY(x->memory, expr_id, count);
    for (size_t k = 0; k < count; k++)
        given[k] = roots[which[k]];
    expand_roots(x, given, count, p);
    for (size_t k = 0; k < count; k++) {
        expr_id e = poly_expr(x, p[k]);
        if (!tally_shorter(&x->counted, e, given[k]))
            continue;
        roots[which[k]] = e;
        which[better++] = which[k];
    }
    bool exhausted = x->room == 0 || x->effort == 0 || x->trials == 0;
    end(x);
    return exhausted ? 0 : better;
}

void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    arena *a = arena_create();
    size_t *which = ARENA_ARRAY(a, size_t, count), left = count;
    for (size_t k = 0; k < count; k++) {
        out[k] = roots[k];
        which[k] = k;
    }
    for (int round = 0; round < ROUNDS && left > 0; round++)
        left = improve(g, out, which, left);
    arena_destroy(a);
}
