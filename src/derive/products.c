/* Equal factors joined: nested products such as x*(x*y/z) are written x^2*y/z, and x^2/x^3 is 1/x; the rest of tidying
   a page up. */
#include "base/vec.h"
#include "derive/page.h"
#include "derive/tidy.h"
#include "expr/terms.h"
#include "expr/walk.h"

enum { MOST_FACTORS = 24, MOST_KNOWN = 8 };

/* A base and its power; below: it stands in a denominator. */
typedef struct factor {
    expr_id base;
    int64_t power;
    bool below;
} factor;

typedef struct product {
    graph *g;
    factor at[MOST_FACTORS];
    int count;
    bool joined, over; /* two factors became one; there were too many to look at */
} product;

static void add_factor(product *p, expr_id e, bool below) {
    enum { MOST_POWER = 100 };
    factor f = {e, 1, below};
    if (expr_is_whole_power(p->g, e, &f.base, &f.power) && (f.power < 1 || f.power >= MOST_POWER))
        f = (factor){e, 1, below};
    for (int k = 0; k < p->count; k++)
        if (expr_same(p->at[k].base, f.base) && !expr_is_number(p->g, f.base, NULL)) {
            p->at[k].power += p->at[k].below == below ? f.power : -f.power;
            p->joined = true;
            return;
        }
    p->over = p->over || p->count == MOST_FACTORS;
    if (!p->over)
        p->at[p->count++] = f;
}

static void add_factors(product *p, expr_id e, bool below) {
    const expr_node *n = expr_node_at(p->g, e);
    expr_id left = n->arg[0], right = n->arg[1];
    if (p->over)
        return;
    if (n->op != EXPR_MUL && n->op != EXPR_DIV) {
        add_factor(p, e, below);
        return;
    }
    add_factors(p, left, below);
    add_factors(p, right, below != (n->op == EXPR_DIV));
}

/* Angles of which sin 2u or cos 2u stands on the page. */
typedef struct doubled {
    int count;
    expr_id at[16];
} doubled;

static void list_doubled(const graph *g, const uint32_t *nodes, size_t count, doubled *d) {
    const int most = sizeof d->at / sizeof *d->at;
    for (size_t k = 0; k < count && d->count < most; k++) {
        const expr_node *n = expr_node_at(g, (expr_id){nodes[k]});
        double times = 0;
        if (n->op != EXPR_SIN && n->op != EXPR_COS)
            continue;
        const expr_node *angle = expr_node_at(g, n->arg[0]);
        if (angle->op == EXPR_MUL && expr_is_number(g, angle->arg[0], &times) && times == 2)
            d->at[d->count++] = angle->arg[1];
    }
}

static bool is_simple(const product *p, int k, expr_op op) {
    return expr_node_at(p->g, p->at[k].base)->op == op && p->at[k].power == 1 && !p->at[k].below;
}

/* sin u cos u is written sin(2 u)/2 where the page has 2 u anyway. */
static void double_angles(product *p, const doubled *d) {
    for (int k = 0; k < p->count; k++)
        for (int j = 0; is_simple(p, k, EXPR_SIN) && j < p->count; j++) {
            const expr_id u = expr_node_at(p->g, p->at[k].base)->arg[0];
            bool known = false;
            for (int i = 0; i < d->count; i++)
                known = known || expr_same(d->at[i], u);
            if (!known || !is_simple(p, j, EXPR_COS) || !expr_same(expr_node_at(p->g, p->at[j].base)->arg[0], u))
                continue;
            const expr_id twice = expr_mul(p->g, expr_int(p->g, 2), u);
            p->at[k].base = expr_unary(p->g, EXPR_SIN, twice);
            p->at[j].base = expr_rational(p->g, 1, 2);
            p->joined = true;
        }
}

static expr_id joined(graph *g, expr_id e, const doubled *d) {
    product p = {.g = g};
    add_factors(&p, e, false);
    if (!p.over)
        double_angles(&p, d);
    if (!p.joined || p.over)
        return e;
    expr_id line[2] = {expr_int(g, 1), expr_int(g, 1)};
    for (int k = 0; k < p.count; k++) {
        const bool below = p.at[k].below != (p.at[k].power < 0);
        const int power = (int)(p.at[k].power < 0 ? -p.at[k].power : p.at[k].power);
        line[below] = expr_mul(g, line[below], expr_powi(g, p.at[k].base, power));
    }
    return expr_div(g, line[0], line[1]);
}

/* Where these conditions hold: a choice by one of them is none. */
static expr_id decided(graph *g, expr_id e, expr_id *known, int count) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op != EXPR_SELECT)
        return e;
    for (int k = 0; k < count; k++)
        if (expr_same(known[k], n.arg[0]))
            return decided(g, n.arg[1], known, count);
    if (count == MOST_KNOWN)
        return e;
    known[count] = n.arg[0];
    const expr_id yes = decided(g, n.arg[1], known, count + 1);
    return expr_same(yes, n.arg[1]) ? e : expr_select(g, n.arg[0], yes, n.arg[2]);
}

static expr_id tidied(graph *g, expr_id e, const doubled *d) {
    switch (expr_node_at(g, e)->op) {
    case EXPR_MUL:
    case EXPR_DIV:
        return joined(g, e, d);
    case EXPR_ADD:
    case EXPR_SUB:
        return derive_tidy_sum(g, e);
    case EXPR_SELECT:
        return decided(g, e, (expr_id[MOST_KNOWN]){EXPR_NONE}, 0);
    case EXPR_REAL:
        return derive_tidy_number(g, e);
    default:
        return e;
    }
}

static void tidy_all(graph *g, expr_id *const *places, size_t count, arena *a) {
    expr_id *roots = ARENA_ARRAY(a, expr_id, count);
    for (size_t i = 0; i < count; i++)
        roots[i] = *places[i];
    derive_tidy_angles(g, roots, count, a);
    const uint32_t *found;
    size_t nodes = expr_nodes_below(g, roots, count, &found);
    uint32_t *order = ARENA_ARRAY(a, uint32_t, nodes);
    expr_id *to = ARENA_ARRAY(a, expr_id, expr_graph_size(g));
    for (size_t k = 0; k < nodes; k++)
        order[k] = found[k];
    doubled twice = {0};
    list_doubled(g, order, nodes, &twice);
    for (size_t k = 0; k < nodes; k++) {
        const expr_node n = *expr_node_at(g, (expr_id){order[k]});
        expr_id arg[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE}, e = {order[k]};
        bool same = true;
        for (int j = 0; j < expr_op_table[n.op].arity; j++) {
            arg[j] = to[n.arg[j].i];
            same = same && expr_same(arg[j], n.arg[j]);
        }
        if (!same)
            e = expr_make(g, n.op, arg[0], arg[1], arg[2]);
        to[order[k]] = tidied(g, e, &twice);
    }
    for (size_t i = 0; i < count; i++)
        *places[i] = to[roots[i].i];
}

void derive_page_tidy(derive_page *p) {
    arena *a = base_arena_create();
    const page_places places = derive_page_list_places(p, a);
    tidy_all(p->m->g, places.at, places.count, a);
    base_arena_destroy(a);
}
