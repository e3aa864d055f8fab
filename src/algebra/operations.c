/* Operation counts of formulas written out: shared parts count each time they occur. */
#include "algebra/operations.h"

#include "algebra/algebra.h"
#include "base/vec.h"
#include "expr/terms.h"

/* A fraction p/q is a division, a decimal fraction none; a sign is an operation where a number stands alone or in front
 * of a product. */
static double of_number(number c, bool factor) {
    bool whole = c.den == 1 || c.den == 0 || number_is_decimal(c), unit = c.num == 1 || c.num == -1;
    double ops = (whole ? 0 : 1) + (c.value < 0);
    return factor && c.den != 0 && !whole && unit ? ops - 1 : ops; /* x/2 has no multiplication */
}

/* The slot of a node, or a free one. */
static operation_count *slot_of(const operation_counter *t, uint32_t node) {
    size_t at = node * (size_t)2654435761u & (t->slots - 1);
    while (t->slot[at].node != 0 && t->slot[at].node != node)
        at = (at + 1) & (t->slots - 1);
    return &t->slot[at];
}

static void make_room(operation_counter *t) {
    operation_counter old = *t;
    if (2 * t->count < t->slots)
        return;
    t->slots = t->slots > 0 ? 4 * t->slots : 64;
    t->slot = ARENA_ARRAY(t->memory, operation_count, t->slots);
    for (size_t k = 0; k < old.slots; k++)
        if (old.slot[k].node != 0)
            *slot_of(t, old.slot[k].node) = old.slot[k];
}

static double ops_of_argument(const operation_counter *t, const expr_node *n, int k) {
    const expr_node *c = expr_node_at(t->g, n->arg[k]);
    double sign = n->op == EXPR_ADD && c->op <= EXPR_REAL && c->value < 0; /* x - 3 */
    if (n->op == EXPR_MUL && c->op == EXPR_RATIONAL)
        return of_number(expr_number_of(t->g, n->arg[k]), true);
    return slot_of(t, n->arg[k].i)->ops - sign;
}

static operation_count count_node(const operation_counter *t, uint32_t node) {
    const expr_node *n = expr_node_at(t->g, (expr_id){node});
    operation_count s = {
        .node = node, .ops = expr_op_table[n->op].arity > 0, .variables = n->op == EXPR_VAR || n->op == EXPR_REAL};
    if (n->op <= EXPR_REAL)
        s.ops = of_number(expr_number_of(t->g, (expr_id){node}), false);
    for (int k = 0; k < expr_op_table[n->op].arity; k++) {
        s.ops += ops_of_argument(t, n, k);
        s.variables += slot_of(t, n->arg[k].i)->variables;
    }
    return s;
}

/* An argument not yet counted, or 0. */
static uint32_t open_argument(const operation_counter *t, uint32_t node) {
    const expr_node *n = expr_node_at(t->g, (expr_id){node});
    for (int k = 0; k < expr_op_table[n->op].arity; k++)
        if (slot_of(t, n->arg[k].i)->node == 0)
            return n->arg[k].i;
    return 0;
}

/* Nodes counted before are not looked into again. */
static operation_count count_below(operation_counter *t, expr_id root) {
    VEC(uint32_t) stack = {0};
    make_room(t);
    vec_push(t->memory, &stack, root.i);
    while (stack.len > 0) {
        uint32_t node = stack.at[stack.len - 1], open = open_argument(t, node);
        if (open != 0) {
            vec_push(t->memory, &stack, open);
            continue;
        }
        stack.len--;
        make_room(t);
        operation_count *slot = slot_of(t, node);
        t->count += slot->node == 0;
        *slot = count_node(t, node);
    }
    return *slot_of(t, root.i);
}

size_t algebra_count_operations(operation_counter *t, expr_id root) {
    double ops = count_below(t, root).ops;
    return ops < (double)(SIZE_MAX / 2) ? (size_t)ops : SIZE_MAX / 2;
}

bool algebra_is_shorter(operation_counter *t, expr_id a, expr_id b) {
    operation_count p = count_below(t, a), q = count_below(t, b);
    return p.ops < q.ops || (p.ops == q.ops && p.variables < q.variables);
}

size_t algebra_operations(const graph *g, expr_id root) {
    arena *a = base_arena_create();
    operation_counter t = {.g = g, .memory = a};
    size_t ops = algebra_count_operations(&t, root);
    base_arena_destroy(a);
    return ops;
}
