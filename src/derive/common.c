/* What all terms of an equation have in common and is long, written once: m sin(c)^2 (r^2 phi'' + 2 r r' phi'). */
#include "base/divisor.h"
#include "derive/derivation.h"
#include "derive/factors.h"
#include "expr/terms.h"

enum { MOST_TERMS = 12 };

typedef struct terms {
    graph *g;
    derive_factors at[MOST_TERMS];
    bool minus[MOST_TERMS];
    int count;
    bool over;
} terms;

/* (R z/h)^2 as R^2 z^2/h^2. */
static expr_id power_of(graph *g, expr_id e, int power) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op != EXPR_MUL && n.op != EXPR_DIV)
        return expr_powi(g, e, power);
    const expr_id left = power_of(g, n.arg[0], power), right = power_of(g, n.arg[1], power);
    return n.op == EXPR_MUL ? expr_mul(g, left, right) : expr_div(g, left, right);
}

/* The product with powers of products taken apart. */
static expr_id taken_apart(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    expr_id base;
    int64_t power;
    if (n.op == EXPR_MUL || n.op == EXPR_DIV) {
        const expr_id left = taken_apart(g, n.arg[0]), right = taken_apart(g, n.arg[1]);
        return n.op == EXPR_MUL ? expr_mul(g, left, right) : expr_div(g, left, right);
    }
    return expr_is_whole_power(g, e, &base, &power) && power == 2 ? power_of(g, base, 2) : e;
}

static void add_terms(terms *t, expr_id e, bool minus) {
    const expr_node n = *expr_node_at(t->g, e);
    if (t->over)
        return;
    if (n.op == EXPR_NEG) {
        add_terms(t, n.arg[0], !minus);
    } else if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        add_terms(t, n.arg[0], minus);
        add_terms(t, n.arg[1], minus != (n.op == EXPR_SUB));
    } else if (t->count == MOST_TERMS) {
        t->over = true;
    } else {
        t->at[t->count] = derive_factors_of(t->g, taken_apart(t->g, e));
        t->over = t->at[t->count].over;
        t->minus[t->count++] = minus;
    }
}

static derive_factor *find(derive_factors *f, derive_factor wanted) {
    for (int k = 0; k < f->count; k++)
        if (expr_same(f->at[k].base, wanted.base) && f->at[k].below == wanted.below && f->at[k].power > 0)
            return &f->at[k];
    return NULL;
}

static bool is_constant(const graph *g, expr_id e) {
    return !(expr_kinds(g, e) & ~(1u << VAR_PARAM));
}

/* The factors of the first term that all others have too, to the least power that one has; only constant ones, or
   all. */
static derive_factors common_of(terms *t, bool constant) {
    derive_factors common = {.g = t->g};
    for (int k = 0; k < t->at[0].count; k++) {
        derive_factor f = t->at[0].at[k];
        bool shared = f.power > 0 && !expr_is_number(t->g, f.base, NULL) && (!constant || is_constant(t->g, f.base));
        for (int i = 1; i < t->count && shared; i++) {
            const derive_factor *other = find(&t->at[i], f);
            shared = other != NULL;
            f.power = shared && other->power < f.power ? other->power : f.power;
        }
        if (shared)
            common.at[common.count++] = f;
    }
    return common;
}

/* The sum of the terms without these factors. */
static expr_id without(terms *t, const derive_factors *common) {
    expr_id rest = expr_int(t->g, 0);
    for (int i = 0; i < t->count; i++) {
        for (int k = 0; k < common->count; k++)
            find(&t->at[i], common->at[k])->power -= common->at[k].power;
        const expr_id e = derive_factors_written(&t->at[i]);
        rest = t->minus[i] ? expr_sub(t->g, rest, e) : expr_add(t->g, rest, e);
    }
    return rest;
}

/* A function or a quotient: books leave m l^2 and m (R + r) with each term. */
static bool is_long(const derive_factors *common) {
    for (int k = 0; k < common->count; k++) {
        const expr_op op = expr_node_at(common->g, common->at[k].base)->op;
        if (common->at[k].below || (expr_op_table[op].arity > 0 && op != EXPR_ADD && op != EXPR_SUB))
            return true;
    }
    return false;
}

/* The factor is all inertia that stands before the acceleration, but for denominators: m (r'' - r phi'^2 + g). Of two
   terms, m y'' + m g, books leave it. */
static bool is_inertia(terms *t, derive_factors *common, expr_id acceleration) {
    enum { LEAST_TERMS = 3 };
    const derive_factor own = {acceleration, 1, false};
    for (int i = 0; i < t->count && t->count >= LEAST_TERMS && common->count > 0; i++) {
        if (!find(&t->at[i], own))
            continue;
        bool all = true;
        for (int k = 0; k < t->at[i].count; k++) {
            const derive_factor f = t->at[i].at[k], *taken = find(common, f);
            all = all && (f.below || expr_same(f.base, acceleration) || (taken && taken->power == f.power));
        }
        return all;
    }
    return false;
}

expr_id derive_common_factor(graph *g, expr_id sum, expr_id acceleration) {
    terms t = {.g = g};
    add_terms(&t, sum, false);
    if (t.over || t.count < 2)
        return sum;
    derive_factors common = common_of(&t, true);
    if (!is_long(&common) && !is_inertia(&t, &common, acceleration))
        return sum;
    const expr_id rest = without(&t, &common);
    return expr_mul(g, derive_factors_written(&common), rest);
}

/* Made of positive constants by sums, products and powers alone. */
static bool is_surely_positive(graph *g, expr_id e, const double *values) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_ADD || n.op == EXPR_MUL || n.op == EXPR_DIV)
        return is_surely_positive(g, n.arg[0], values) && is_surely_positive(g, n.arg[1], values);
    if (n.op == EXPR_POW || n.op == EXPR_SQRT)
        return is_surely_positive(g, n.arg[0], values);
    return expr_op_table[n.op].arity == 0 && is_constant(g, e) && expr_eval(g, e, values) > 0;
}

bool derive_is_never_zero(graph *g, expr_id e, const double *values) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_SIGN)
        return true;
    if (n.op == EXPR_MUL)
        return derive_is_never_zero(g, n.arg[0], values) && derive_is_never_zero(g, n.arg[1], values);
    if (n.op == EXPR_DIV || n.op == EXPR_NEG || n.op == EXPR_POW || n.op == EXPR_SQRT)
        return derive_is_never_zero(g, n.arg[0], values);
    if (n.op == EXPR_ADD)
        return is_surely_positive(g, e, values);
    return expr_op_table[n.op].arity == 0 && is_constant(g, e) && expr_eval(g, e, values) != 0;
}

/* Whether its sign is that of what remains without it: a square of what moves, or a constant that is positive. */
static bool is_positive(graph *g, derive_factor f, bool squares, const double *values) {
    const bool square = squares && f.power % 2 == 0 && !is_constant(g, f.base);
    return !f.below && (square || is_surely_positive(g, f.base, values));
}

/* A product may vanish where one of its squares does, if no sum is among its factors. */
static bool has_sum(const derive_factors *f) {
    bool any = false;
    for (int k = 0; k < f->count; k++) {
        const expr_op op = expr_node_at(f->g, f->at[k].base)->op;
        any = any || ((op == EXPR_ADD || op == EXPR_SUB) && !f->at[k].below);
    }
    return any;
}

/* Moves the numbers among the factors into c. */
static void take_numbers(derive_factors *f, number *c) {
    int kept = 0;
    for (int k = 0; k < f->count; k++) {
        if (!expr_is_number(f->g, f->at[k].base, NULL)) {
            f->at[kept++] = f->at[k];
            continue;
        }
        const number part = number_power(expr_number_of(f->g, f->at[k].base), f->at[k].power);
        *c = f->at[k].below ? number_div(*c, part) : number_mul(*c, part);
    }
    f->count = kept;
}

/* 4 c - 2 l F as 2 c - l F, m/2 - M as m - 2 M: the numbers of all terms whole, and without a common divisor. */
static void divide_by_number(terms *t) {
    const int64_t most = 1000000;
    number c[MOST_TERMS];
    int64_t above = 0, below = 1;
    terms other = *t;
    for (int i = 0; i < t->count; i++) {
        c[i] = NUMBER_ONE;
        take_numbers(&other.at[i], &c[i]);
        if (c[i].den == 0 || c[i].num == 0 || c[i].den > most || other.at[i].count == DERIVE_MOST_FACTORS)
            return;
        above = base_common_divisor(above, c[i].num);
        below = below / base_common_divisor(below, c[i].den) * c[i].den;
        if (below > most)
            return;
    }
    for (int i = 0; i < t->count; i++) {
        const number own = number_mul(c[i], number_ratio(below, above));
        if (!number_is(own, 1))
            other.at[i].at[other.at[i].count++] = (derive_factor){expr_number(t->g, own), 1, false};
    }
    *t = other;
}

expr_id derive_without_positive(graph *g, expr_id sum, const double *values) {
    terms t = {.g = g};
    add_terms(&t, sum, false);
    if (t.over || t.count == 0)
        return sum;
    if (t.count > 1)
        divide_by_number(&t);
    const bool squares = t.count > 1 || has_sum(&t.at[0]);
    derive_factors common = t.count == 1 ? t.at[0] : common_of(&t, false), kept = {.g = g};
    for (int k = 0; k < common.count; k++)
        if (!is_positive(g, common.at[k], squares, values) && !expr_is_number(g, common.at[k].base, NULL))
            kept.at[kept.count++] = common.at[k];
    const expr_id factors = derive_factors_written(&kept);
    if (t.count == 1)
        return t.minus[0] ? expr_neg(g, factors) : factors;
    return expr_mul(g, factors, without(&t, &common));
}
