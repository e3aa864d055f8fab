/* Energies as books print them: the kinetic one as a sum of squares and products of velocities, where simplification
   has nested them; the potential one spring by spring. */
#include "algebra/algebra.h"
#include "algebra/operations.h"
#include "derive/derivation.h"
#include "derive/tidy.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_VELOCITIES = 12, MOST_TERMS = 64, LONGEST_POTENTIAL = 400 /* operations that are looked at */ };

typedef struct quadratic {
    const derivation *d;
    graph *g;
    bool *is_rate; /* per variable of the graph: a velocity */
} quadratic;

/* A product of velocities with a sum of others: x'*(l*theta' + x'). */
static bool is_nested(const quadratic *x, expr_id term) {
    tidy_factors f;
    const expr_node n = *expr_node_at(x->g, term);
    if (n.op == EXPR_NEG || (n.op == EXPR_DIV && !expr_depends(x->g, n.arg[1], x->is_rate)))
        return is_nested(x, n.arg[0]);
    if (n.op != EXPR_MUL || !derive_tidy_factors(x->g, term, &f))
        return false;
    int moving = 0;
    bool sum = false;
    for (int k = 0; k < f.count; k++) {
        const expr_op op = expr_node_at(x->g, f.at[k])->op;
        if (!expr_depends(x->g, f.at[k], x->is_rate))
            continue;
        moving++;
        if (op == EXPR_ADD || op == EXPR_SUB) {
            sum = true;
            const expr_node *s = expr_node_at(x->g, f.at[k]);
            if (is_nested(x, s->arg[0]) || is_nested(x, s->arg[1]))
                return true;
        }
    }
    return moving > 1 && sum;
}

/* The terms of a sum; false if there are too many. */
static bool list_terms(const graph *g, expr_id e, bool minus, expr_id *at, bool *negative, int *count) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_NEG)
        return list_terms(g, n.arg[0], !minus, at, negative, count);
    if (n.op == EXPR_ADD || n.op == EXPR_SUB)
        return list_terms(g, n.arg[0], minus, at, negative, count) &&
               list_terms(g, n.arg[1], minus != (n.op == EXPR_SUB), at, negative, count);
    if (*count == MOST_TERMS)
        return false;
    negative[*count] = minus;
    at[(*count)++] = e;
    return true;
}

/* Of the second degree in the velocities, so that its second derivatives are all of it. */
static bool is_homogeneous(const quadratic *x, const expr_id *first, expr_id T) {
    const derivation *d = x->d;
    const int n = d->e.n;
    expr_id *zero = ARENA_ARRAY(d->memory, expr_id, n + 1), *rest = ARENA_ARRAY(d->memory, expr_id, n + 1);
    for (int i = 0; i < n; i++) {
        zero[i] = expr_int(x->g, 0);
        rest[i] = first[i];
    }
    rest[n] = T;
    expr_substitute(x->g, rest, (size_t)n + 1, d->v, zero, (size_t)n, rest);
    algebra_simplify(x->g, rest, (size_t)n + 1, rest);
    for (int i = 0; i <= n; i++)
        if (!expr_is_zero(x->g, rest[i]))
            return false;
    return true;
}

/* Sum of A_ii x'^2/2 and A_ij x' y'; EXPR_NONE where the energy is no such sum. */
static expr_id written_out(const quadratic *x, expr_id T) {
    const derivation *d = x->d;
    graph *g = x->g;
    const int n = d->e.n;
    expr_id *first = ARENA_ARRAY(d->memory, expr_id, n + 1), *A = ARENA_ARRAY(d->memory, expr_id, n * n + 1);
    for (int i = 0; i < n; i++)
        first[i] = expr_derivative(g, T, d->m->coords[d->e.coords[i]].v);
    if (!is_homogeneous(x, first, T))
        return EXPR_NONE;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = j < i ? expr_int(g, 0) : expr_derivative(g, first[i], d->m->coords[d->e.coords[j]].v);
    algebra_simplify(g, A, (size_t)(n * n), A);
    expr_id sum = expr_int(g, 0);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            if (expr_depends(g, A[i * n + j], x->is_rate))
                return EXPR_NONE;
            const expr_id pair = expr_mul(g, d->v[i], d->v[j]);
            expr_id term = expr_mul(g, A[i * n + j], pair);
            if (i == j)
                term = expr_div(g, term, expr_int(g, 2));
            sum = expr_add(g, sum, term);
        }
    return sum;
}

expr_id derive_kinetic_terms(const derivation *d, expr_id T) {
    graph *g = d->g;
    quadratic x = {d, g, ARENA_ARRAY(d->memory, bool, expr_var_count(g) + 1)};
    expr_id at[MOST_TERMS];
    bool negative[MOST_TERMS];
    int count = 0, nested = 0;
    for (int i = 0; i < d->e.n; i++)
        x.is_rate[d->m->coords[d->e.coords[i]].v] = true;
    if (d->e.n > MOST_VELOCITIES || !list_terms(g, T, false, at, negative, &count))
        return T;
    expr_id kept = expr_int(g, 0), other = expr_int(g, 0);
    for (int k = 0; k < count; k++) {
        const bool is = is_nested(&x, at[k]);
        expr_id *sum = is ? &other : &kept;
        nested += is;
        *sum = negative[k] ? expr_sub(g, *sum, at[k]) : expr_add(g, *sum, at[k]);
    }
    if (!nested)
        return T;
    const size_t before = algebra_operations(g, T), most = before + before / 2 + 4;
    const expr_id all = written_out(&x, T), some = written_out(&x, other);
    expr_id best = T;
    size_t least = most + 1;
    if (some.i && algebra_operations(g, expr_add(g, kept, some)) < least) {
        best = expr_add(g, kept, some);
        least = algebra_operations(g, best);
    }
    if (all.i && algebra_operations(g, all) < least)
        best = all;
    return best;
}

/* What is shared is written at each place: formulas of a few lines may be longer than anybody can wait for. */
static void add_length(const graph *g, expr_id e, size_t *length) {
    const expr_node *n = expr_node_at(g, e);
    *length += expr_op_table[n->op].arity > 0;
    for (int k = 0; n->op != EXPR_SQRT && k < expr_op_table[n->op].arity && *length < DERIVE_MOST_LENGTH; k++)
        add_length(g, n->arg[k], length);
}

size_t derive_length(const graph *g, expr_id e) {
    size_t length = 0;
    add_length(g, e, &length);
    return length;
}

/* The formula with its roots simplified, and nothing else; how many it has. */
static size_t shorten_roots(const derivation *d, expr_id *e) {
    enum { MOST = 16 };
    graph *g = d->g;
    expr_id from[MOST], to[MOST];
    size_t count = 0;
    const uint32_t *nodes;
    const size_t below = expr_nodes_below(g, e, 1, &nodes);
    for (size_t k = 0; k < below && count < MOST; k++)
        if (expr_node_at(g, (expr_id){nodes[k]})->op == EXPR_SQRT)
            from[count++] = (expr_id){nodes[k]};
    if (count > 0) {
        algebra_simplify(g, from, count, to);
        expr_substitute(g, e, 1, from, to, count, e);
    }
    return count;
}

/* A spring's as it was given, k*(r - d)^2/2, if it has not become shorter. */
static expr_id shorter(const derivation *d, expr_id given) {
    expr_id simplified;
    algebra_simplify(d->g, &given, 1, &simplified);
    if (derive_use_facts(d->facts, &given, 1) && derive_use_facts(d->facts, &simplified, 1))
        algebra_simplify(d->g, &simplified, 1, &simplified);
    return derive_length(d->g, given) <= derive_length(d->g, simplified) ? given : simplified;
}

static int count_terms(const derivation *d, expr_id e) {
    expr_id at[MOST_TERMS];
    bool negative[MOST_TERMS];
    int count = 0;
    return list_terms(d->g, e, false, at, negative, &count) ? count : MOST_TERMS + 1;
}

/* Terms of different elements that differ in their number alone: they are to be one term of the page. */
static bool has_like_terms(const derivation *d, const expr_id *list, int count) {
    expr_id sum = expr_int(d->g, 0);
    int terms = 0;
    for (int k = 0; k < count; k++) {
        sum = expr_add(d->g, sum, list[k]);
        terms += count_terms(d, list[k]);
    }
    arena *a = base_arena_create();
    const bool any = count_terms(d, derive_tidy_sum(d->g, sum, a)) != terms;
    base_arena_destroy(a);
    return any;
}

static expr_id simplified(const derivation *d, expr_id e) {
    algebra_simplify(d->g, &e, 1, &e);
    if (derive_use_facts(d->facts, &e, 1))
        algebra_simplify(d->g, &e, 1, &e);
    return e;
}

/* k x1^2/2 + k (x2 - x1)^2/2 term by term, each simplified; EXPR_NONE where e is no sum, or terms are like others. */
static expr_id by_terms(const derivation *d, expr_id e) {
    expr_id at[MOST_TERMS], sum = expr_int(d->g, 0);
    bool negative[MOST_TERMS];
    int count = 0;
    if (!list_terms(d->g, e, false, at, negative, &count) || count < 2)
        return EXPR_NONE;
    for (int k = 0; k < count; k++) {
        at[k] = simplified(d, at[k]);
        at[k] = negative[k] ? expr_neg(d->g, at[k]) : at[k];
        sum = expr_add(d->g, sum, at[k]);
    }
    return has_like_terms(d, at, count) ? EXPR_NONE : sum;
}

/* What one element has: as it was given where that is about as short. */
static expr_id own_energy(const derivation *d, expr_id e) {
    if (shorten_roots(d, &e) > 0)
        return shorter(d, e);
    const expr_id all = simplified(d, e), terms = by_terms(d, e);
    const size_t length = derive_length(d->g, all);
    return terms.i && derive_length(d->g, terms) <= length + length / 2 ? terms : all;
}

expr_id *derive_potential_elements(const derivation *d, expr_id V, int *count) {
    const mech_choice *c = d->request->choice;
    expr_id *own = ARENA_ARRAY(d->memory, expr_id, c->system->element_count + 1);
    size_t length = 0, before = derive_length(d->g, V), most = before + before / 2;
    *count = 0;
    if (algebra_operations(d->g, V) > LONGEST_POTENTIAL)
        return NULL;
    for (size_t i = 0; i < c->system->element_count && length <= most; i++) {
        const system_element *x = &c->system->elements[i];
        if (x->kind != ELEMENT_POTENTIAL || !mech_in_force(c, x))
            continue;
        own[*count] = own_energy(d, x->energy);
        if (expr_is_zero(d->g, own[*count]))
            continue;
        length += derive_length(d->g, own[*count]) + (*count > 0);
        (*count)++;
    }
    const bool apart = *count > 1 || (*count == 1 && !expr_same(own[0], V));
    return apart && length <= most && !has_like_terms(d, own, *count) ? own : NULL;
}

expr_id derive_potential_terms(const derivation *d, expr_id V) {
    const mech_choice *c = d->request->choice;
    graph *g = d->g;
    expr_id springs = expr_int(g, 0), rest = expr_int(g, 0);
    if (algebra_operations(g, V) > LONGEST_POTENTIAL)
        return V;
    for (size_t i = 0; i < c->system->element_count; i++) {
        const system_element *x = &c->system->elements[i];
        expr_id e = x->energy;
        if (x->kind != ELEMENT_POTENTIAL || !mech_in_force(c, x))
            continue;
        if (shorten_roots(d, &e) > 0)
            springs = expr_add(g, springs, shorter(d, e));
        else
            rest = expr_add(g, rest, e);
    }
    algebra_simplify(g, &rest, 1, &rest);
    if (derive_use_facts(d->facts, &rest, 1))
        algebra_simplify(g, &rest, 1, &rest);
    const expr_id sum = expr_add(g, springs, rest);
    const size_t before = derive_length(g, V);
    return !expr_is_zero(g, springs) && derive_length(g, sum) <= before + before / 2 ? sum : V;
}
