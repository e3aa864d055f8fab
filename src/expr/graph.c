/* Nodes in flat arrays, found again through an open-addressing hash table so that equal expressions are one node. */
#include "expr/graph.h"

#include <string.h>

#include "base/check.h"
#include "expr/internal.h"

enum { INITIAL_NODES = 256 };

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
}

static uint32_t hash_of(const expr_node *n) {
    uint64_t h = mix((uint64_t)n->op + 1, (uint64_t)n->arg[0].i << 32 | n->arg[1].i);
    h = mix(h, (uint64_t)n->arg[2].i << 32 | n->var);
    if (n->op <= EXPR_REAL)
        h = mix(mix(mix(h, (uint64_t)n->num), (uint64_t)n->den), bits_of(n->value));
    return (uint32_t)(h >> 16);
}

static bool same_node(const expr_node *a, const expr_node *b) {
    return a->op == b->op && expr_same(a->arg[0], b->arg[0]) && expr_same(a->arg[1], b->arg[1]) &&
           expr_same(a->arg[2], b->arg[2]) && a->var == b->var && a->num == b->num && a->den == b->den &&
           bits_of(a->value) == bits_of(b->value);
}

static graph_slot *free_slot(const graph *g, uint32_t hash) {
    uint32_t at = hash & g->table_mask;
    while (g->table[at].node != 0)
        at = (at + 1) & g->table_mask;
    return &g->table[at];
}

/* Four slots a node keep the runs of the table short. */
static void grow_table(graph *g) {
    graph_slot *old = g->table;
    uint32_t old_slots = old ? g->table_mask + 1 : 0;
    g->table_mask = 4 * g->cap - 1;
    g->table = ARENA_ARRAY(g->memory, graph_slot, 4 * (size_t)g->cap);
    for (uint32_t k = 0; k < old_slots; k++)
        if (old[k].node != 0)
            *free_slot(g, old[k].hash) = old[k];
}

static void grow(graph *g) {
    uint32_t old = g->cap;
    LGR_ASSERT(old < UINT32_MAX / 8);
    g->cap = old ? 2 * old : INITIAL_NODES;
    g->node = arena_grow(g->memory, g->node, old * sizeof *g->node, g->cap * sizeof *g->node);
    g->signature = arena_grow(g->memory, g->signature, old * sizeof *g->signature, g->cap * sizeof *g->signature);
    grow_table(g);
    reach_reserve(g, old);
}

static uint64_t signature_of(const graph *g, const expr_node *n) {
    if (n->op == EXPR_VAR)
        return REACH_ALL | var_signature(n->var);
    return REACH_ALL | g->signature[n->arg[0].i] | g->signature[n->arg[1].i] | g->signature[n->arg[2].i];
}

static expr_id append(graph *g, const expr_node *n, uint32_t hash) {
    if (g->size == g->cap)
        grow(g);
    uint32_t i = g->size++;
    g->signature[i] = signature_of(g, n);
    g->node[i] = *n;
    *free_slot(g, hash) = (graph_slot){hash, i};
    return (expr_id){i};
}

static expr_id find_or_append(graph *g, const expr_node *n) {
    uint32_t hash = hash_of(n);
    for (uint32_t at = hash & g->table_mask; g->table[at].node != 0; at = (at + 1) & g->table_mask) {
        const graph_slot *s = &g->table[at];
        if (s->hash == hash && same_node(&g->node[s->node], n))
            return (expr_id){s->node};
    }
    return append(g, n, hash);
}

graph *graph_create(arena *a) {
    graph *g = ARENA_NEW(a, graph);
    g->memory = a;
    g->reach = ARENA_NEW(a, reach);
    grow(g);
    g->size = 1; /* node 0 is none: without arguments and variables */
    g->zero = expr_int(g, 0);
    g->one = expr_int(g, 1);
    return g;
}

const expr_node *graph_node(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    return node_at(g, e);
}

uint32_t graph_size(const graph *g) {
    return g->size;
}

expr_id graph_raw(graph *g, expr_op op, expr_id a, expr_id b, expr_id c) {
    return find_or_append(g, &(expr_node){.op = op, .arg = {a, b, c}});
}

expr_id graph_raw_ordered(graph *g, expr_op op, expr_id a, expr_id b) {
    return a.i <= b.i ? graph_raw(g, op, a, b, EXPR_NONE) : graph_raw(g, op, b, a, EXPR_NONE);
}

expr_id expr_new_var(graph *g, const char *name) {
    uint32_t var = graph_var_count(g);
    expr_id e = find_or_append(g, &(expr_node){.op = EXPR_VAR, .var = var});
    vec_push(g->memory, &g->vars, (graph_var){name, e});
    return e;
}

uint32_t graph_var_count(const graph *g) {
    return (uint32_t)g->vars.len;
}

const char *graph_var_name(const graph *g, uint32_t var) {
    LGR_ASSERT(var < g->vars.len);
    return g->vars.at[var].name;
}

expr_id expr_var(graph *g, uint32_t var) {
    LGR_ASSERT(var < g->vars.len);
    return g->vars.at[var].node;
}

expr_id graph_number(graph *g, number x) {
    expr_op op = x.den != 0 ? EXPR_RATIONAL : EXPR_REAL;
    return find_or_append(g, &(expr_node){.op = op, .num = x.num, .den = x.den, .value = x.value});
}

number graph_number_of(const graph *g, expr_id e) {
    const expr_node *n = node_at(g, e);
    return (number){n->num, n->den, n->value};
}

expr_id expr_rational(graph *g, int64_t num, int64_t den) {
    return graph_number(g, number_ratio(num, den));
}

expr_id expr_int(graph *g, int64_t n) {
    return graph_number(g, number_ratio(n, 1));
}

expr_id expr_real(graph *g, double x) {
    return graph_number(g, number_real(x));
}

bool expr_is_number(const graph *g, expr_id e, double *value) {
    const expr_node *n = graph_node(g, e);
    if (!is_number(g, e))
        return false;
    if (value)
        *value = n->value;
    return true;
}

bool expr_is_zero(const graph *g, expr_id e) {
    return expr_same(e, g->zero);
}

bool expr_is_one(const graph *g, expr_id e) {
    return expr_same(e, g->one);
}
