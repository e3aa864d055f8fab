/* Counting the operations of formulas written out: shared parts count wherever they stand. */
#include "algebra/internal.h"
#include "expr/walk.h"

/* A fraction p/q is a division; a sign is an operation where a number stands alone or in front of a product. */
static double of_number(number c, bool factor) {
    bool whole = c.den == 1 || c.den == 0, unit = c.num == 1 || c.num == -1;
    double ops = (whole ? 0 : 1) + (c.value < 0);
    return factor && c.den != 0 && !whole && unit ? ops - 1 : ops; /* x/2 has no multiplication */
}

/* The operations of the nodes met so far, by node. */
typedef struct tally {
    const graph *g;
    uint32_t *node; /* open addressing, 0: free */
    double *ops;
    size_t mask;
} tally;

static size_t slot_of(const tally *t, uint32_t node) {
    size_t at = node * (size_t)2654435761u & t->mask;
    while (t->node[at] != 0 && t->node[at] != node)
        at = (at + 1) & t->mask;
    return at;
}

static double count_node(const tally *t, uint32_t node) {
    const expr_node *n = graph_node(t->g, (expr_id){node});
    if (n->op <= EXPR_REAL)
        return of_number((number){n->num, n->op == EXPR_REAL ? 0 : n->den, n->value}, false);
    double sum = expr_op_table[n->op].arity > 0;
    for (int k = 0; k < expr_op_table[n->op].arity; k++) {
        const expr_node *c = graph_node(t->g, n->arg[k]);
        bool factor = n->op == EXPR_MUL && c->op == EXPR_RATIONAL;
        if (n->op == EXPR_ADD && c->op <= EXPR_REAL && c->value < 0)
            sum -= 1; /* x - 3 */
        sum += factor ? of_number((number){c->num, c->den, c->value}, true) : t->ops[slot_of(t, n->arg[k].i)];
    }
    return sum;
}

size_t algebra_operations(const graph *g, expr_id root) {
    const uint32_t *order;
    size_t count = expr_nodes_below(g, &root, 1, &order), slots = 2;
    arena *a = arena_create();
    while (slots < 2 * count)
        slots *= 2;
    tally t = {g, ARENA_ARRAY(a, uint32_t, slots), ARENA_ARRAY(a, double, slots), slots - 1};
    double ops = 0;
    for (size_t k = 0; k < count; k++) {
        size_t at = slot_of(&t, order[k]);
        ops = count_node(&t, order[k]);
        t.node[at] = order[k];
        t.ops[at] = ops;
    }
    arena_destroy(a);
    return ops < (double)(SIZE_MAX / 2) ? (size_t)ops : SIZE_MAX / 2;
}
