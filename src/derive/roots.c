/* Distances by name: r = sqrt(x^2 + y^2) once, then r and r^2 wherever that root and that sum stand. */
#include "base/vec.h"
#include "derive/page.h"
#include "expr/walk.h"

/* Operations of a sum below a root, and of one that hypot names. */
enum { MOST_ROOTS = 64, SHORTEST = 3, LONGEST = 40, LONGEST_CALL = 12 };

typedef struct roots {
    derive_page *p;
    graph *g;
    arena *a;
    page_places places;
    int count;
    expr_id root[MOST_ROOTS], under[MOST_ROOTS];
} roots;

static bool is_sum(const graph *g, expr_id e) {
    const expr_op op = expr_node_at(g, e)->op;
    return op == EXPR_ADD || op == EXPR_SUB;
}

static int operations_of(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    int count = expr_op_table[n->op].arity > 0;
    for (int k = 0; k < expr_op_table[n->op].arity && count <= LONGEST; k++)
        count += operations_of(g, n->arg[k]);
    return count;
}

/* The sum below a root, the squares of hypot(x, y); EXPR_NONE: e is neither. */
static expr_id sum_below(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_SQRT && is_sum(g, n.arg[0]))
        return n.arg[0];
    if (n.op != EXPR_HYPOT)
        return EXPR_NONE;
    const expr_id square = expr_powi(g, n.arg[0], 2);
    return expr_add(g, square, expr_powi(g, n.arg[1], 2));
}

/* Of a sum that moves, neither a single term nor too long to be understood. */
static bool is_distance(const roots *r, expr_id e, expr_id under) {
    const unsigned moving = 1u << VAR_COORD | 1u << VAR_VELOCITY | 1u << VAR_STATE;
    if (!under.i || !(expr_kinds(r->g, e) & moving))
        return false;
    const int length = operations_of(r->g, under);
    return length >= SHORTEST && length <= (expr_node_at(r->g, e)->op == EXPR_HYPOT ? LONGEST_CALL : LONGEST);
}

/* How often each node is written, counted up to a number that is enough. */
static unsigned char *count_uses(const roots *r) {
    enum { ENOUGH = 100 };
    unsigned char *uses = ARENA_ARRAY(r->a, unsigned char, expr_graph_size(r->g));
    for (size_t k = 0; k < r->places.count; k++)
        if (uses[r->places.at[k]->i] < ENOUGH)
            uses[r->places.at[k]->i]++;
    for (uint32_t i = expr_graph_size(r->g); i-- > 1;) {
        const expr_node *n = expr_node_at(r->g, (expr_id){i});
        for (int k = 0; uses[i] && k < expr_op_table[n->op].arity; k++) {
            const int sum = uses[n->arg[k].i] + uses[i];
            uses[n->arg[k].i] = (unsigned char)(sum < ENOUGH ? sum : ENOUGH);
        }
    }
    return uses;
}

/* Those that are written more than once, themselves or the sum below them. */
static void find_roots(roots *r) {
    const unsigned char *uses = count_uses(r);
    const uint32_t size = expr_graph_size(r->g);
    for (uint32_t i = 1; i < size && r->count < MOST_ROOTS; i++) {
        const expr_id e = {i}, under = uses[i] ? sum_below(r->g, e) : EXPR_NONE;
        const bool length = expr_node_at(r->g, e)->op == EXPR_HYPOT;
        if (!is_distance(r, e, under) || (length ? uses[i] : 0) + (under.i < size ? uses[under.i] : 0) < 2)
            continue;
        r->root[r->count] = e;
        r->under[r->count++] = under;
    }
}

/* A speed has another letter than a distance. */
static bool is_speed(const roots *r, int k) {
    return (expr_kinds(r->g, r->root[k]) & (1u << VAR_VELOCITY)) != 0;
}

/* r, or r1, r2, ... of several. */
static const char *name_of(const roots *r, const char *prefix, int k) {
    int number = 0, all = 0;
    for (int i = 0; i < r->count; i++) {
        number += is_speed(r, i) == is_speed(r, k) && i <= k;
        all += is_speed(r, i) == is_speed(r, k);
    }
    return base_arena_printf(r->p->memory, all > 1 ? "%s%d" : "%s", prefix, number);
}

/* Another letter where the model has such a name. */
static const char *free_prefix(const roots *r, bool speed) {
    static const char *const usual[2][3] = {{"r", "d", "rho"}, {"v", "u", "nu"}};
    for (size_t i = 0;; i++) {
        const char *prefix = i < 3 ? usual[speed][i] : base_arena_printf(r->a, "%s_%zu_", usual[speed][0], i);
        bool taken = false;
        for (int k = 0; k < r->count && !taken; k++)
            taken = is_speed(r, k) == speed && derive_page_name_is_taken(r->p->m, name_of(r, prefix, k));
        if (!taken)
            return prefix;
    }
}

static bool contains(const roots *r, const page_section *s) {
    for (size_t k = 0; k < s->equations.len; k++)
        for (int j = 0; j < s->equations.at[k].count; j++) {
            const page_side *side = &s->equations.at[k].sides[j];
            const uint32_t *below;
            const size_t count = expr_nodes_below(r->g, side->e, (size_t)(side->rows * side->cols), &below);
            for (size_t i = 0; i < count; i++)
                for (int l = 0; l < r->count; l++)
                    if (below[i] == r->root[l].i || below[i] == r->under[l].i)
                        return true;
        }
    return false;
}

static void replace(roots *r) {
    expr_id from[2 * MOST_ROOTS], to[2 * MOST_ROOTS], value[MOST_ROOTS];
    const char *const prefix[] = {free_prefix(r, false), free_prefix(r, true)};
    size_t first = 0, pairs = 0;
    while (!contains(r, &r->p->sections.at[first]))
        first++;
    page_section *s = derive_page_definitions(r->p, first);
    for (int k = 0; k < r->count; k++) {
        const char *name = name_of(r, prefix[is_speed(r, k)], k);
        expr_substitute(r->g, &r->root[k], 1, from, to, pairs, &value[k]);
        derive_page_define(r->p, s, name, value[k]);
        from[pairs] = r->root[k];
        to[pairs++] = derive_page_own_var(r->p->m, name);
        from[pairs] = r->under[k];
        to[pairs] = expr_powi(r->g, to[pairs - 1], 2);
        pairs++;
    }
    expr_id *all = ARENA_ARRAY(r->a, expr_id, r->places.count);
    for (size_t k = 0; k < r->places.count; k++)
        all[k] = *r->places.at[k];
    expr_substitute(r->g, all, r->places.count, from, to, pairs, all);
    for (size_t k = 0; k < r->places.count; k++)
        *r->places.at[k] = all[k];
}

bool derive_page_name_roots(derive_page *p) {
    arena *a = base_arena_create();
    roots *r = ARENA_NEW(a, roots);
    r->p = p;
    r->g = p->m->g;
    r->a = a;
    r->places = derive_page_list_places(p, a);
    find_roots(r);
    const bool any = r->count > 0;
    if (any)
        replace(r);
    base_arena_destroy(a);
    return any;
}
