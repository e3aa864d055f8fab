/* Which products of the energy are masses at positions, and the accelerations that belong to their velocities. */
#include "mech/gauss.h"

#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"

typedef struct splitting {
    const model *m;
    graph *g;
    const mech_equations *e;
    const velocity_forms *forms;
    arena *scratch;
    uint32_t size; /* nodes looked at are below */
    bool *is_rate; /* per node */
} splitting;

static bool is_constant(const splitting *s, expr_id x) {
    return (expr_kinds(s->g, x) & ~(1u << VAR_PARAM)) == 0;
}

/* A rate stands in squares without its sign and its factor. */
static expr_id without_factor(const graph *g, expr_id x) {
    const expr_node *n = expr_node_at(g, x);
    if (n->op == EXPR_NEG)
        return n->arg[0];
    return n->op == EXPR_MUL && expr_is_number(g, n->arg[0], NULL) ? n->arg[1] : x;
}

static void mark(splitting *s, expr_id x) {
    if (x.i < s->size)
        s->is_rate[x.i] = true;
}

static bool follows(const splitting *s, const expr_node *n) {
    const bool *is_rate = s->is_rate;
    switch (n->op) {
    case EXPR_ADD:
    case EXPR_SUB:
        return is_rate[n->arg[0].i] && is_rate[n->arg[1].i];
    case EXPR_NEG:
        return is_rate[n->arg[0].i];
    case EXPR_MUL:
        return (is_rate[n->arg[0].i] && is_constant(s, n->arg[1])) ||
               (is_rate[n->arg[1].i] && is_constant(s, n->arg[0]));
    case EXPR_DIV:
        return is_rate[n->arg[0].i] && is_constant(s, n->arg[1]);
    default:
        return false;
    }
}

static void find_rates(splitting *s) {
    const uint32_t *order;
    size_t count = 2 * s->forms->products.len;
    expr_id *roots = ARENA_ARRAY(s->scratch, expr_id, count + 1);
    for (size_t k = 0; k < s->forms->products.len; k++) {
        roots[2 * k] = s->forms->products.at[k].left_node;
        roots[2 * k + 1] = s->forms->products.at[k].right_node;
    }
    s->size = expr_graph_size(s->g);
    s->is_rate = ARENA_ARRAY(s->scratch, bool, s->size);
    for (int i = 0; i < s->e->n; i++)
        mark(s, expr_var(s->g, s->m->coords[s->e->coords[i]].v));
    for (size_t i = 0; i < s->m->rates_of_places.len; i++) {
        mark(s, s->m->rates_of_places.at[i]);
        mark(s, without_factor(s->g, s->m->rates_of_places.at[i]));
    }
    size_t nodes = count ? expr_nodes_below(s->g, roots, count, &order) : 0;
    uint32_t *below = ARENA_ARRAY(s->scratch, uint32_t, nodes + 1);
    if (nodes)
        memcpy(below, order, nodes * sizeof *below);
    for (size_t k = 0; k < nodes; k++)
        if (follows(s, expr_node_at(s->g, (expr_id){below[k]})))
            s->is_rate[below[k]] = true;
}

static expr_id *motion_seeds(const splitting *s) {
    expr_id *seeds = ARENA_ARRAY(s->scratch, expr_id, expr_var_count(s->g));
    seeds[s->m->t] = expr_int(s->g, 1);
    for (int i = 0; i < s->e->n; i++) {
        const model_coord *c = &s->m->coords[s->e->coords[i]];
        seeds[c->q] = expr_var(s->g, c->v);
    }
    return seeds;
}

static void split(splitting *s, expr_id energy, gauss_parts *out) {
    size_t plain = 0, products = s->forms->products.len;
    expr_id *from = ARENA_ARRAY(s->scratch, expr_id, products + 1),
            *to = ARENA_ARRAY(s->scratch, expr_id, products + 1);
    for (size_t k = 0; k < products; k++) {
        const velocity_product *p = &s->forms->products.at[k];
        out->plain[k] = s->is_rate[p->left_node.i] && s->is_rate[p->right_node.i] && is_constant(s, p->factor);
        out->left[k] = p->left_node;
        out->right[k] = p->right_node;
        if (!out->plain[k])
            continue;
        from[plain] = p->node;
        to[plain++] = expr_int(s->g, 0);
    }
    expr_id *seeds = motion_seeds(s);
    expr_forward(s->g, out->left, products, seeds, out->left);
    expr_forward(s->g, out->right, products, seeds, out->right);
    if (plain)
        expr_substitute(s->g, &energy, 1, from, to, plain, &out->rest);
}

gauss_parts mech_gauss_split(const model *m, const mech_equations *e, const velocity_forms *forms, expr_id energy,
                             arena *a) {
    size_t products = forms->products.len;
    gauss_parts out = {.plain = ARENA_ARRAY(a, bool, products + 1), .rest = energy};
    out.left = ARENA_ARRAY(a, expr_id, products + 1);
    out.right = ARENA_ARRAY(a, expr_id, products + 1);
    splitting s = {.m = m, .g = m->g, .e = e, .forms = forms, .scratch = base_arena_create()};
    find_rates(&s);
    split(&s, energy, &out);
    base_arena_destroy(s.scratch);
    return out;
}
