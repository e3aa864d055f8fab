/* The nodes below given roots, children first: a depth-first walk whose cost is the number of nodes that it reaches. */
#include <string.h>

#include "base/check.h"
#include "expr/internal.h"

/* The graph may grow during a sweep, not during a walk: the stack holds nothing then. */
void expr_reach_reserve(graph *g, uint32_t old_cap) {
    reach *r = g->reach;
    arena *a = g->memory;
    const size_t old = old_cap, new = g->cap;
    r->mark = base_arena_grow_raw(a, r->mark, old * sizeof *r->mark, new * sizeof *r->mark);
    if (!old) /* of a copy; later nodes get theirs as they are made */
        memset(r->mark, 0, g->size * sizeof *r->mark);
    r->order = base_arena_grow_raw(a, r->order, old * sizeof *r->order, new * sizeof *r->order);
    r->value = base_arena_grow_raw(a, r->value, (old + 1) * sizeof *r->value, (new + 1) * sizeof *r->value);
    if (!r->count)
        memset(r->value, 0, sizeof *r->value); /* of what is not reached */
    r->stack = base_arena_grow_raw(a, r->stack, old * sizeof *r->stack, new * sizeof *r->stack);
}

/* After 2^32 walks old stamps would look new. */
static void forget_stamps(const graph *g) {
    for (uint32_t i = 0; i < g->size; i++)
        g->reach->mark[i].stamp = 0;
    g->reach->generation = 1;
}

void expr_reach_begin(const graph *g) {
    g->reach->count = 0;
    if (++g->reach->generation == 0)
        forget_stamps(g);
}

static bool is_marked(const reach *r, uint32_t node) {
    return r->mark[node].stamp == r->generation;
}

static void finish(reach *r, uint32_t node) {
    r->order[r->count++] = node;
    r->mark[node] = (reach_mark){r->generation, r->count};
}

void expr_reach_add(const graph *g, expr_id e) {
    LGR_ASSERT(e.i != 0 && e.i < g->size);
    if (!is_marked(g->reach, e.i))
        finish(g->reach, e.i);
}

static bool wants(const graph *g, uint32_t node, uint64_t wanted) {
    const reach *r = g->reach;
    if (node < r->known_count && r->known[node].i != 0)
        return false;
    return wanted == REACH_ALL || (g->signature[node] & wanted) != 0;
}

/* The next child that has children and is not yet met, or 0; leaves are met in passing. */
static uint32_t next_child(const graph *g, reach_frame *frame, uint64_t wanted) {
    const expr_node *n = &g->node[frame->node];
    int k = frame->next;
    uint32_t found = 0;
    while (k < 3 && n->arg[k].i != 0 && found == 0) {
        uint32_t child = n->arg[k++].i;
        if (is_marked(g->reach, child) || !wants(g, child, wanted))
            continue;
        if (g->node[child].op <= EXPR_VAR)
            finish(g->reach, child);
        else
            found = child;
    }
    frame->next = k;
    return found;
}

static void open_node(reach *r, uint32_t *depth, uint32_t node) {
    r->mark[node] = (reach_mark){r->generation, 0};
    r->stack[(*depth)++] = (reach_frame){node, 0};
}

void expr_reach_from(const graph *g, expr_id root, uint64_t wanted) {
    reach *r = g->reach;
    uint32_t depth = 0;
    LGR_ASSERT(root.i != 0 && root.i < g->size);
    if (is_marked(r, root.i) || !wants(g, root.i, wanted))
        return;
    open_node(r, &depth, root.i);
    while (depth > 0) {
        uint32_t child = next_child(g, &r->stack[depth - 1], wanted);
        if (child != 0)
            open_node(r, &depth, child);
        else
            finish(r, r->stack[--depth].node);
    }
}
