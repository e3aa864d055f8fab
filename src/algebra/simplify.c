/* Simplification: each root is taken apart into a sum of products, reduced, and put together with common factors. */
#include "algebra/internal.h"
#include "expr/walk.h"

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

/* The roots with abs(u) for sqrt(u^2), which is as equal and shorter: what nothing else shortens is written so too. */
static void write_sizes(graph *g, expr_id *roots, size_t count, arena *a) {
    const uint32_t *found;
    size_t nodes = expr_nodes_below(g, roots, count, &found), len = 0;
    expr_id *from = ARENA_ARRAY(a, expr_id, nodes), *to = ARENA_ARRAY(a, expr_id, nodes);
    for (size_t k = 0; k < nodes; k++)
        if (graph_node(g, (expr_id){found[k]})->op == EXPR_SQRT)
            from[len++] = (expr_id){found[k]};
    size_t squares = 0;
    for (size_t k = 0; k < len; k++) {
        expr_id size = root_of_squares(g, graph_node(g, from[k])->arg[0]);
        if (graph_node(g, size)->op != EXPR_ABS)
            continue;
        from[squares] = from[k];
        to[squares++] = size;
    }
    if (squares > 0)
        expr_substitute(g, roots, count, from, to, squares, roots);
}

void algebra_simplify(graph *g, const expr_id *roots, size_t count, expr_id *out) {
    arena *a = arena_create();
    size_t *which = ARENA_ARRAY(a, size_t, count), left = count;
    for (size_t k = 0; k < count; k++) {
        out[k] = roots[k];
        which[k] = k;
    }
    write_sizes(g, out, count, a);
    for (int round = 0; round < ROUNDS && left > 0; round++)
        left = improve(g, out, which, left);
    arena_destroy(a);
}
