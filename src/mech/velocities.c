/* Velocity nodes of an energy: degrees from below, users from above, then each shared node gets a name and a
   definition. */
#include "mech/velocities.h"

#include "base/check.h"

#include <string.h>

#include "expr/walk.h"

enum { NOT_POLYNOMIAL = 3 };

/* The nodes below the roots, children first, with what is found about each. */
typedef struct reading {
    graph *g;
    arena *a, *scratch;
    velocity_forms *out;
    size_t count;
    expr_id *node;
    uint32_t *place; /* of each node of the graph, plus 1; 0: not below the roots */
    int *unknown;    /* per variable: the velocity of which coordinate, or -1 */
    unsigned char *degree;
    expr_id *weight;     /* degree 2: what the energy multiplies it with; EXPR_NONE: nothing */
    int *users;          /* degree 1: how many energies, rates and velocities are made of it */
    velocity_form *form; /* degree 1, where used */
} reading;

static size_t place_of(const reading *r, expr_id e) {
    return r->place[e.i] - 1;
}

static int degree_of(const reading *r, expr_id e) {
    return r->degree[place_of(r, e)];
}

/* --- Degrees --- */

static int larger(int x, int y) {
    return x > y ? x : y;
}

static int degree_of_power(const reading *r, const expr_node *n) {
    double exponent;
    int base = degree_of(r, n->arg[0]);
    if (base == 0 && degree_of(r, n->arg[1]) == 0)
        return 0;
    return base == 1 && expr_is_number(r->g, n->arg[1], &exponent) && exponent == 2 ? 2 : NOT_POLYNOMIAL;
}

static int find_degree(const reading *r, const expr_node *n) {
    int first = n->arg[0].i ? degree_of(r, n->arg[0]) : 0, second = n->arg[1].i ? degree_of(r, n->arg[1]) : 0;
    int third = n->arg[2].i ? degree_of(r, n->arg[2]) : 0;
    switch (n->op) {
    case EXPR_VAR:
        return r->unknown[n->var] >= 0;
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_NEG:
        return larger(first, second);
    case EXPR_MUL:
        return first + second < NOT_POLYNOMIAL ? first + second : NOT_POLYNOMIAL;
    case EXPR_DIV:
        return second == 0 ? first : NOT_POLYNOMIAL;
    case EXPR_POW:
        return degree_of_power(r, n);
    case EXPR_SELECT:
        return first == 0 ? larger(second, third) : NOT_POLYNOMIAL;
    default:
        return first || second || third ? NOT_POLYNOMIAL : 0;
    }
}

/* --- Arguments with their factors --- */

/* e is the sum of factor[k] * arg[k], k < count; the factors have degree 0. A product of two velocities is none. */
typedef struct linear_parts {
    int count;
    expr_id arg[2], factor[2];
} linear_parts;

static void push_part(linear_parts *p, expr_id arg, expr_id factor) {
    p->arg[p->count] = arg;
    p->factor[p->count++] = factor;
}

static linear_parts parts_of(const reading *r, expr_id e) {
    graph *g = r->g;
    const expr_node n = *expr_node_at(g, e);
    expr_id one = expr_int(g, 1), zero = expr_int(g, 0), minus_one = expr_int(g, -1);
    linear_parts p = {0};
    switch (n.op) {
    case EXPR_ADD:
    case EXPR_SUB:
        push_part(&p, n.arg[0], one);
        push_part(&p, n.arg[1], n.op == EXPR_ADD ? one : minus_one);
        break;
    case EXPR_NEG:
        push_part(&p, n.arg[0], minus_one);
        break;
    case EXPR_MUL:
        if (degree_of(r, n.arg[0]) == 0)
            push_part(&p, n.arg[1], n.arg[0]);
        else if (degree_of(r, n.arg[1]) == 0)
            push_part(&p, n.arg[0], n.arg[1]);
        break;
    case EXPR_DIV:
        push_part(&p, n.arg[0], expr_div(g, one, n.arg[1]));
        break;
    case EXPR_SELECT:
        push_part(&p, n.arg[1], expr_select(g, n.arg[0], one, zero));
        push_part(&p, n.arg[2], expr_select(g, n.arg[0], zero, one));
        break;
    default:
        break;
    }
    return p;
}

/* --- Down: weights of the second degree, users of the first --- */

static void use(reading *r, expr_id e) {
    if (degree_of(r, e) == 1)
        r->users[place_of(r, e)]++;
}

static void hand_down_weight(reading *r, size_t k) {
    graph *g = r->g;
    linear_parts p = parts_of(r, r->node[k]);
    for (int i = 0; i < p.count; i++) {
        if (degree_of(r, p.arg[i]) != 2)
            continue;
        expr_id *to = &r->weight[place_of(r, p.arg[i])], part = expr_mul(g, r->weight[k], p.factor[i]);
        *to = to->i ? expr_add(g, *to, part) : part;
    }
    if (p.count)
        return;
    const expr_node n = *expr_node_at(g, r->node[k]);
    use(r, n.arg[0]);
    if (n.op == EXPR_MUL)
        use(r, n.arg[1]);
}

static void hand_down(reading *r) {
    for (size_t k = r->count; k-- > 0;) {
        if (r->degree[k] == 2 && r->weight[k].i)
            hand_down_weight(r, k);
        if (r->degree[k] != 1 || !r->users[k])
            continue;
        linear_parts p = parts_of(r, r->node[k]);
        for (int i = 0; i < p.count; i++)
            use(r, p.arg[i]);
    }
}

/* --- Up: forms of the first degree, and the products --- */

static void add_term(reading *r, velocity_form *form, int of, expr_id factor) {
    for (size_t k = 0; k < form->len; k++)
        if (form->at[k].of == of) {
            form->at[k].factor = expr_add(r->g, form->at[k].factor, factor);
            return;
        }
    vec_push(r->a, form, (velocity_term){of, factor});
}

static velocity_form single(reading *r, int of) {
    velocity_form form = {0};
    vec_push(r->a, &form, (velocity_term){of, expr_int(r->g, 1)});
    return form;
}

static void drop_zeros(const reading *r, velocity_form *form) {
    size_t kept = 0;
    for (size_t k = 0; k < form->len; k++)
        if (!expr_is_zero(r->g, form->at[k].factor))
            form->at[kept++] = form->at[k];
    form->len = kept;
}

static velocity_form form_of(reading *r, size_t k) {
    const expr_node n = *expr_node_at(r->g, r->node[k]);
    if (n.op == EXPR_VAR)
        return single(r, r->unknown[n.var]);
    linear_parts p = parts_of(r, r->node[k]);
    velocity_form form = {0};
    for (int i = 0; i < p.count; i++) {
        if (degree_of(r, p.arg[i]) != 1)
            continue;
        const velocity_form *from = &r->form[place_of(r, p.arg[i])];
        for (size_t t = 0; t < from->len; t++)
            add_term(r, &form, from->at[t].of, expr_mul(r->g, p.factor[i], from->at[t].factor));
    }
    drop_zeros(r, &form);
    return form;
}

/* A velocity of several parts that several others need becomes an unknown of its own. */
static void find_forms(reading *r) {
    for (size_t k = 0; k < r->count; k++) {
        if (r->degree[k] != 1 || !r->users[k])
            continue;
        r->form[k] = form_of(r, k);
        if (r->users[k] < 2 || r->form[k].len < 2)
            continue;
        vec_push(r->a, &r->out->nodes, r->form[k]);
        r->form[k] = single(r, r->out->n + (int)r->out->nodes.len - 1);
    }
}

static void find_products(reading *r) {
    for (size_t k = 0; k < r->count; k++) {
        const expr_node n = *expr_node_at(r->g, r->node[k]);
        bool square = n.op == EXPR_POW;
        if (r->degree[k] != 2 || !r->weight[k].i || (n.op != EXPR_MUL && !square))
            continue;
        expr_id left = n.arg[0], right = square ? n.arg[0] : n.arg[1];
        if (degree_of(r, left) != 1 || degree_of(r, right) != 1)
            continue;
        velocity_product p = {.left = r->form[place_of(r, left)],
                              .right = r->form[place_of(r, right)],
                              .factor = r->weight[k],
                              .node = r->node[k],
                              .left_node = left,
                              .right_node = right};
        vec_push(r->a, &r->out->products, p);
    }
}

/* --- All together --- */

static void collect(reading *r, const expr_id *roots, size_t root_count) {
    const uint32_t *order;
    r->count = expr_nodes_below(r->g, roots, root_count, &order);
    r->node = ARENA_ARRAY(r->scratch, expr_id, r->count);
    r->place = ARENA_ARRAY(r->scratch, uint32_t, expr_graph_size(r->g));
    for (size_t k = 0; k < r->count; k++) {
        r->node[k] = (expr_id){order[k]};
        r->place[order[k]] = (uint32_t)k + 1;
    }
    r->degree = ARENA_ARRAY(r->scratch, unsigned char, r->count);
    r->weight = ARENA_ARRAY(r->scratch, expr_id, r->count);
    r->users = ARENA_ARRAY(r->scratch, int, r->count);
    r->form = ARENA_ARRAY(r->scratch, velocity_form, r->count);
    for (size_t k = 0; k < r->count; k++)
        r->degree[k] = (unsigned char)find_degree(r, expr_node_at(r->g, r->node[k]));
}

static void find_unknowns(reading *r, const uint32_t *v, int n) {
    uint32_t vars = expr_var_count(r->g);
    r->unknown = ARENA_ARRAY(r->scratch, int, vars + 1);
    for (uint32_t k = 0; k < vars; k++)
        r->unknown[k] = -1;
    for (int i = 0; i < n; i++) {
        LGR_ASSERT(v[i] < vars && r->unknown[v[i]] < 0);
        r->unknown[v[i]] = i;
    }
}

velocity_forms mech_read_velocities(graph *g, const uint32_t *v, int n, expr_id energy, const expr_id *rates,
                                    size_t count, arena *a) {
    velocity_forms out = {.n = n};
    reading r = {.g = g, .a = a, .scratch = base_arena_create(), .out = &out};
    expr_id *roots = ARENA_ARRAY(r.scratch, expr_id, count + 1);
    if (count)
        memcpy(roots, rates, count * sizeof *roots);
    roots[count] = energy;
    find_unknowns(&r, v, n);
    collect(&r, roots, count + 1);
    out.quadratic = degree_of(&r, energy) != NOT_POLYNOMIAL;
    if (degree_of(&r, energy) == 2)
        r.weight[place_of(&r, energy)] = expr_int(g, 1);
    out.rates = ARENA_ARRAY(a, velocity_form, count + 1);
    out.is_linear = ARENA_ARRAY(a, bool, count + 1);
    for (size_t k = 0; k < count; k++) {
        out.is_linear[k] = degree_of(&r, rates[k]) <= 1;
        use(&r, rates[k]);
    }
    hand_down(&r);
    find_forms(&r);
    find_products(&r);
    for (size_t k = 0; k < count; k++)
        if (degree_of(&r, rates[k]) == 1)
            out.rates[k] = r.form[place_of(&r, rates[k])];
    base_arena_destroy(r.scratch);
    return out;
}
