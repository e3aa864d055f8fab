/* sin(u)^2 + cos(u)^2 = 1, found in two adjacent terms with equal other factors. */
#include "expr/internal.h"

/* Longer or deeper products are not looked through: the search is tried at every sum and must stay cheap. */
enum { MAX_FACTORS = 8, MAX_DEPTH = 8 };

typedef struct factor {
    expr_id base;
    int64_t exponent;
} factor;

typedef struct factors {
    factor at[MAX_FACTORS];
    int count; /* above MAX_FACTORS: too many */
} factors;

static int find_factor(const factors *f, expr_id base) {
    for (int k = 0; k < f->count; k++)
        if (expr_same(f->at[k].base, base))
            return k;
    return -1;
}

static void add_factor(factors *f, expr_id base, int64_t exponent) {
    int k = find_factor(f, base);
    if (k >= 0)
        f->at[k].exponent += exponent;
    else if (f->count < MAX_FACTORS)
        f->at[f->count++] = (factor){base, exponent};
    else
        f->count = MAX_FACTORS + 1;
}

static void collect(const graph *g, expr_id e, int64_t exponent, int depth, factors *f) {
    const expr_node *n = node_at(g, e);
    expr_id base;
    int64_t inner;
    if (f->count > MAX_FACTORS)
        return;
    if (depth < MAX_DEPTH && n->op == EXPR_MUL) {
        collect(g, n->arg[0], exponent, depth + 1, f);
        collect(g, n->arg[1], exponent, depth + 1, f);
    } else if (exponent == 1 && whole_power(g, e, &base, &inner)) {
        collect(g, base, inner, depth + 1, f);
    } else {
        add_factor(f, e, exponent);
    }
}

/* The other function's square in f, or -1. */
static int find_partner(const graph *g, const factors *f, expr_id base) {
    expr_op other = expr_cofunction(op_of(g, base));
    for (int k = 0; k < f->count && k < MAX_FACTORS; k++)
        if (f->at[k].exponent == 2 && op_of(g, f->at[k].base) == other &&
            expr_same(arg_of(g, f->at[k].base, 0), arg_of(g, base, 0)))
            return k;
    return -1;
}

/* All factors of a but the one left out are in b beside the partner, with the same exponents. */
static bool others_agree(const factors *a, int left_out, const factors *b, int partner) {
    for (int k = 0; k < a->count; k++) {
        int twin = find_factor(b, a->at[k].base);
        if (k != left_out && (twin < 0 || twin == partner || b->at[twin].exponent != a->at[k].exponent))
            return false;
    }
    return true;
}

static expr_id multiply_others(graph *g, const factors *f, int left_out) {
    expr_id product = g->one;
    for (int k = 0; k < f->count; k++)
        if (k != left_out)
            product = expr_mul(g, product, expr_pow(g, f->at[k].base, expr_int(g, f->at[k].exponent)));
    return product;
}

static bool is_squared_function(const graph *g, factor f) {
    return f.exponent == 2 && expr_is_sine_or_cosine(op_of(g, f.base));
}

static bool may_have_square(const graph *g, expr_id e) {
    return op_of(g, e) == EXPR_MUL || op_of(g, e) == EXPR_POW;
}

bool expr_sum_of_squares(graph *g, expr_id a, expr_id b, expr_id *sum) {
    if (!may_have_square(g, a) || !may_have_square(g, b))
        return false;
    factors left = {.count = 0}, right = {.count = 0};
    bool collected = false;
    collect(g, a, 1, 0, &left);
    for (int k = 0; left.count <= MAX_FACTORS && k < left.count; k++) {
        if (!is_squared_function(g, left.at[k]))
            continue;
        if (!collected)
            collect(g, b, 1, 0, &right);
        collected = true;
        int partner = find_partner(g, &right, left.at[k].base);
        if (right.count != left.count || partner < 0 || !others_agree(&left, k, &right, partner))
            continue;
        *sum = multiply_others(g, &left, k);
        return true;
    }
    return false;
}
