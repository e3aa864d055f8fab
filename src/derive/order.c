/* The order of terms in an equation: accelerations, then velocities, of its own coordinate first and then by their
   index, then the rest. */
#include "derive/page.h"
#include "expr/walk.h"

/* The groups: accelerations, the coordinate's own velocity, that of each coordinate, all else. */
enum { GROUP_ACCELERATIONS, GROUP_OWN };

typedef struct order {
    const model *m;
    graph *g;
    const size_t *coord; /* per variable: whose velocity it is, counted from 1 */
    size_t own;          /* the coordinate, so */
    expr_id *sum;        /* by group; EXPR_NONE: there is none */
    size_t velocities;   /* groups of these that there are */
} order;

static size_t group_of(const order *x, expr_id term) {
    const unsigned kinds = expr_kinds(x->g, term);
    if (kinds & 1u << VAR_ACCELERATION)
        return GROUP_ACCELERATIONS;
    size_t first = x->m->coord_count + 1;
    const uint32_t *nodes;
    const size_t count =
        kinds & 1u << VAR_VELOCITY && !(kinds & 1u << VAR_LAMBDA) ? expr_nodes_below(x->g, &term, 1, &nodes) : 0;
    for (size_t k = 0; k < count; k++) {
        const expr_node *n = expr_node_at(x->g, (expr_id){nodes[k]});
        const size_t coord = n->op == EXPR_VAR ? x->coord[n->var] : 0;
        if (coord == x->own)
            return GROUP_OWN;
        first = coord && coord < first ? coord : first;
    }
    return GROUP_OWN + first;
}

static void add_terms(order *x, expr_id e, bool minus) {
    const expr_node n = *expr_node_at(x->g, e);
    const expr_op below = n.op == EXPR_NEG ? expr_node_at(x->g, n.arg[0])->op : n.op;
    if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        add_terms(x, n.arg[0], minus);
        add_terms(x, n.arg[1], minus != (n.op == EXPR_SUB));
    } else if (n.op == EXPR_NEG && (below == EXPR_ADD || below == EXPR_SUB)) {
        add_terms(x, n.arg[0], !minus);
    } else {
        const size_t group = group_of(x, e);
        const expr_id before = x->sum[group].i ? x->sum[group] : expr_int(x->g, 0);
        x->velocities += !x->sum[group].i && group > GROUP_ACCELERATIONS && group <= GROUP_OWN + x->m->coord_count;
        x->sum[group] = minus ? expr_sub(x->g, before, e) : expr_add(x->g, before, e);
    }
}

/* The coordinate of which that is the acceleration, counted from 1; 0: of none. */
static size_t find_coordinate(const model *m, expr_id acceleration) {
    const uint32_t var = expr_node_at(m->g, acceleration)->var;
    size_t i = m->coord_count;
    while (i > 0 && m->coords[i - 1].a != var)
        i--;
    return i;
}

static void order_side(order x, derive_page *p, page_side *s, arena *a) {
    const size_t groups = GROUP_OWN + p->m->coord_count + 2;
    x.own = s->kind == SIDE_EXPR && s->rows == 1 && s->first.i ? find_coordinate(p->m, s->first) : 0;
    if (x.own == 0)
        return;
    x.sum = ARENA_ARRAY(a, expr_id, groups);
    add_terms(&x, *s->e, false);
    if (x.velocities < 2)
        return;
    s->e = ARENA_ARRAY(p->memory, expr_id, groups);
    s->rows = 0;
    for (size_t k = 0; k < groups; k++)
        if (x.sum[k].i)
            s->e[s->rows++] = x.sum[k];
}

void derive_page_order_terms(derive_page *p) {
    arena *a = base_arena_create();
    size_t *coord = ARENA_ARRAY(a, size_t, expr_var_count(p->m->g) + 1);
    for (size_t i = p->m->coord_count; i-- > 0;)
        coord[p->m->coords[i].v] = i + 1;
    const order x = {.m = p->m, .g = p->m->g, .coord = coord};
    for (size_t i = 0; i < p->sections.len; i++)
        for (size_t k = 0; k < p->sections.at[i].equations.len; k++)
            for (int j = 0; j < p->sections.at[i].equations.at[k].count; j++)
                order_side(x, p, &p->sections.at[i].equations.at[k].sides[j], a);
    base_arena_destroy(a);
}
