/* Nodes in flat arrays with an open-addressing hash table, so that equal expressions are one node. */
#include "expr/graph.h"

#include <string.h>

#include "base/check.h"
#include "expr/internal.h"
#include "expr/table.h"

enum { INITIAL_NODES = 1024, FEW_NODES = 1 << 16, OTHER_KIND = 15 };

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t mix(uint64_t x, uint64_t y) {
    uint64_t h = x * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 32 ^ y) * 0xd6e8feb86659fd93u;
    return (uint32_t)(h >> 32);
}

static graph_slot *free_slot(const graph *g, uint32_t hash) {
    uint32_t at = hash & g->table_mask;
    while (g->table[at].node != 0)
        at = (at + 1) & g->table_mask;
    return &g->table[at];
}

/* A table that is never more than half full keeps its runs short. */
static void grow_table(graph *g) {
    graph_slot *old = g->table;
    uint32_t old_slots = old ? g->table_mask + 1 : 0, slots = old ? 2 * old_slots : 2 * INITIAL_NODES;
    g->table_mask = slots - 1;
    g->table = base_arena_grow(g->memory, NULL, 0, slots * sizeof *g->table);
    for (uint32_t k = 0; k < old_slots; k++)
        if (old[k].node != 0)
            *free_slot(g, old[k].hash) = old[k];
    base_arena_forget(g->memory, old);
}

#define COPIED(a, from, used, room) copied((a), (from), (used) * sizeof *(from), (room) * sizeof *(from))

/* What stands behind is written before it is read: not even cleared, it costs nothing. */
static void *copied(arena *a, const void *from, size_t used, size_t room) {
    void *to = base_arena_grow_raw(a, NULL, 0, room);
    if (used)
        memcpy(to, from, used);
    return to;
}

#define WIDENED(a, from, old, room) base_arena_grow_raw((a), (from), (old) * sizeof *(from), (room) * sizeof *(from))

/* Room costs nothing before it is used, moving does: the first steps are long ones. */
static void grow(graph *g) {
    uint32_t old = g->cap;
    LGR_ASSERT(old < UINT32_MAX / 8);
    g->cap = !old ? INITIAL_NODES : old < FEW_NODES ? 4 * old : 2 * old;
    g->node = WIDENED(g->memory, g->node, (size_t)old, g->cap);
    g->signature = WIDENED(g->memory, g->signature, (size_t)old, g->cap);
    g->kinds = WIDENED(g->memory, g->kinds, (size_t)old, g->cap);
    expr_reach_reserve(g, old);
}

static expr_id append(graph *g, const expr_node *n, uint64_t signature, unsigned kinds, uint32_t hash) {
    if (g->size == g->cap)
        grow(g);
    if (g->size > g->table_mask / 2)
        grow_table(g);
    uint32_t i = g->size++;
    g->signature[i] = signature;
    g->kinds[i] = (uint16_t)kinds;
    g->node[i] = *n;
    g->reach->mark[i].stamp = 0; /* not met by any walk */
    *free_slot(g, hash) = (graph_slot){hash, i};
    return (expr_id){i};
}

static bool same_leaf(const expr_node *a, const expr_node *b) {
    return a->op == b->op && a->var == b->var && a->num == b->num && a->den == b->den &&
           bits_of(a->value) == bits_of(b->value);
}

static expr_id find_or_append_leaf(graph *g, const expr_node *n, unsigned kinds) {
    uint32_t hash = mix(bits_of(n->value) + (uint64_t)n->num, (uint64_t)n->den << 32 ^ n->var);
    for (uint32_t at = hash & g->table_mask; g->table[at].node != 0; at = (at + 1) & g->table_mask) {
        const graph_slot *s = &g->table[at];
        if (s->hash == hash && same_leaf(&g->node[s->node], n))
            return (expr_id){s->node};
    }
    return append(g, n, REACH_ALL | (n->op == EXPR_VAR ? var_signature(n->var) : 0), kinds, hash);
}

graph *expr_graph_create(arena *a) {
    graph *g = ARENA_NEW(a, graph);
    g->memory = a;
    g->reach = ARENA_NEW(a, reach);
    grow(g);
    grow_table(g);
    g->size = 1; /* node 0 is none: without arguments and variables */
    g->node[0] = (expr_node){0};
    g->reach->mark[0].stamp = 0;
    g->signature[0] = g->kinds[0] = 0;
    g->zero = expr_int(g, 0);
    g->one = expr_int(g, 1);
    return g;
}

graph *expr_graph_copy(const graph *of, arena *a) {
    graph *g = ARENA_NEW(a, graph);
    *g = *of;
    g->memory = a;
    g->node = COPIED(a, of->node, of->size, of->cap);
    g->signature = COPIED(a, of->signature, of->size, of->cap);
    g->kinds = COPIED(a, of->kinds, of->size, of->cap);
    g->table = COPIED(a, of->table, of->table_mask + 1, of->table_mask + 1);
    g->vars.at = COPIED(a, of->vars.at, of->vars.len, of->vars.cap);
    g->reach = ARENA_NEW(a, reach);
    expr_reach_reserve(g, 0);
    return g;
}

const expr_node *expr_node_at(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return node_at(g, e);
}

uint32_t expr_graph_size(const graph *g) {
    return g->size;
}

expr_id expr_raw(graph *g, expr_op op, expr_id a, expr_id b, expr_id c) {
    uint32_t hash = mix((uint64_t)a.i << 32 | b.i, (uint64_t)c.i << 32 | (uint32_t)op);
    for (uint32_t at = hash & g->table_mask; g->table[at].node != 0; at = (at + 1) & g->table_mask) {
        const graph_slot *s = &g->table[at];
        const expr_node *n = &g->node[s->node];
        if (s->hash == hash && n->op == op && expr_same(n->arg[0], a) && expr_same(n->arg[1], b) &&
            expr_same(n->arg[2], c))
            return (expr_id){s->node};
    }
    uint64_t signature = g->signature[a.i] | g->signature[b.i] | g->signature[c.i];
    unsigned kinds = g->kinds[a.i] | g->kinds[b.i] | g->kinds[c.i];
    return append(g, &(expr_node){.op = op, .arg = {a, b, c}}, signature, kinds, hash);
}

expr_id expr_raw_ordered(graph *g, expr_op op, expr_id a, expr_id b) {
    return a.i <= b.i ? expr_raw(g, op, a, b, EXPR_NONE) : expr_raw(g, op, b, a, EXPR_NONE);
}

expr_id expr_new_var_of(graph *g, const char *name, unsigned kind) {
    uint32_t var = expr_var_count(g);
    LGR_ASSERT(kind <= OTHER_KIND);
    expr_id e = find_or_append_leaf(g, &(expr_node){.op = EXPR_VAR, .var = var}, 1u << kind);
    vec_push(g->memory, &g->vars, (graph_var){name, e});
    return e;
}

expr_id expr_new_var(graph *g, const char *name) {
    return expr_new_var_of(g, name, OTHER_KIND);
}

unsigned expr_kinds(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return g->kinds[e.i];
}

uint32_t expr_var_count(const graph *g) {
    return (uint32_t)g->vars.len;
}

const char *expr_var_name(const graph *g, uint32_t var) {
    LGR_ASSERT(var < g->vars.len);
    return g->vars.at[var].name;
}

expr_id expr_var(graph *g, uint32_t var) {
    LGR_ASSERT(var < g->vars.len);
    return g->vars.at[var].node;
}

expr_id expr_number(graph *g, number x) {
    expr_op op = x.den != 0 ? EXPR_RATIONAL : EXPR_REAL;
    return find_or_append_leaf(g, &(expr_node){.op = op, .num = x.num, .den = x.den, .value = x.value}, 0);
}

expr_id expr_rational(graph *g, int64_t num, int64_t den) {
    return expr_number(g, number_ratio(num, den));
}

expr_id expr_int(graph *g, int64_t n) {
    return expr_number(g, number_ratio(n, 1));
}

expr_id expr_real(graph *g, double x) {
    return expr_number(g, number_real(x));
}

expr_id expr_table_leaf(graph *g, const expr_table *t) {
    return find_or_append_leaf(g, &(expr_node){.op = EXPR_TABLE, .num = t->id, .value = expr_table_number(t)}, 0);
}

bool expr_is_number(const graph *g, expr_id e, double *value) {
    const expr_node *n = expr_node_at(g, e);
    if (!is_number(g, e))
        return false;
    if (value)
        *value = n->value;
    return true;
}

bool expr_is_zero(const graph *g, expr_id e) {
    return is_zero(g, e);
}

bool expr_is_one(const graph *g, expr_id e) {
    return is_one(g, e);
}
