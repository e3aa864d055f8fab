/* Sums of products: terms are lists of factors, like terms are combined, common factors are taken out. */
#include "mech/collect.h"

#include <string.h>

#include "expr/terms.h"

enum { MOST_TERMS = 32, MOST_FACTORS = 12, MOST_DEPTH = 24, MOST_COUNTED = 60 };

/* A product of a number, fixed factors and others; nodes by increasing rank, powers as often as they count. */
typedef struct term {
    expr_id number;
    int fixed, moving;
    uint32_t at[MOST_FACTORS]; /* the fixed ones, then the moving ones */
} term;

typedef struct terms {
    term at[MOST_TERMS];
    int len;
} terms;

typedef struct collecting {
    graph *g;
    collect_state *state;
    bool failed; /* too much of anything */
} collecting;

static bool is_fixed(const collecting *c, expr_id e) {
    return (expr_kinds(c->g, e) & ~c->state->fixed) == 0;
}

/* --- Sets of nodes --- */

static bool has(const collect_nodes *set, expr_id e) {
    return e.i / 64 < set->len && (set->at[e.i / 64] >> e.i % 64 & 1);
}

static void add(arena *a, collect_nodes *set, expr_id e) {
    while (set->len <= e.i / 64)
        vec_push(a, set, 0);
    set->at[e.i / 64] |= UINT64_C(1) << e.i % 64;
}

void mech_collect_keep(collect_state *s, expr_id e) {
    add(s->a, &s->whole, e);
}

/* --- Terms --- */

static term *push(collecting *c, terms *t, const term *x) {
    if (t->len == MOST_TERMS) {
        c->failed = true;
        return &t->at[0];
    }
    t->at[t->len] = *x;
    return &t->at[t->len++];
}

/* Fixed factors first; sines and cosines before others, as their products are shared most. */
static bool goes_before(const collecting *c, uint32_t a, uint32_t b) {
    const expr_op x = expr_node_at(c->g, (expr_id){a})->op, y = expr_node_at(c->g, (expr_id){b})->op;
    const bool turns_a = expr_is_sine_or_cosine(x), turns_b = expr_is_sine_or_cosine(y);
    return turns_a != turns_b ? turns_a : a < b;
}

static void multiply_by(collecting *c, term *t, uint32_t factor) {
    const bool fixed = is_fixed(c, (expr_id){factor});
    int count = t->fixed + t->moving, first = fixed ? 0 : t->fixed, k = fixed ? t->fixed : count;
    if (count == MOST_FACTORS) {
        c->failed = true;
        return;
    }
    memmove(&t->at[k + 1], &t->at[k], (size_t)(count - k) * sizeof *t->at);
    for (; k > first && goes_before(c, factor, t->at[k - 1]); k--)
        t->at[k] = t->at[k - 1];
    t->at[k] = factor;
    t->fixed += fixed;
    t->moving += !fixed;
}

static term product_of(collecting *c, const term *a, const term *b) {
    term x = *a;
    x.number = expr_mul(c->g, a->number, b->number);
    for (int k = 0; k < b->fixed + b->moving && !c->failed; k++)
        multiply_by(c, &x, b->at[k]);
    return x;
}

/* --- Multiplying out --- */

static void expand(collecting *c, expr_id e, int depth, terms *out);

static void expand_whole(collecting *c, expr_id e, terms *out) {
    term one = {.number = expr_int(c->g, 1)};
    multiply_by(c, &one, e.i);
    push(c, out, &one);
}

static bool are_products(const terms *t) {
    for (int k = 0; k < t->len; k++)
        if (t->at[k].fixed + t->at[k].moving < 2)
            return false;
    return true;
}

static void expand_product(collecting *c, expr_id e, int depth, terms *out) {
    const expr_node n = *expr_node_at(c->g, e);
    terms factor[2];
    factor[0].len = factor[1].len = 0;
    bool square = n.op == EXPR_POW;
    expand(c, n.arg[0], depth, &factor[0]);
    expand(c, n.arg[square ? 0 : 1], depth, &factor[1]);
    for (int k = 0; k < 2; k++) {
        bool other_is_one = factor[1 - k].len == 1;
        if (factor[k].len != 1 && other_is_one && are_products(&factor[k]))
            continue;
        if (factor[k].len != 1 && square) {
            expand_whole(c, e, out);
            return;
        }
        if (factor[k].len != 1) {
            factor[k].len = 0;
            expand_whole(c, n.arg[k], &factor[k]);
        }
    }
    for (int i = 0; i < factor[0].len; i++)
        for (int j = 0; j < factor[1].len && !c->failed; j++) {
            term x = product_of(c, &factor[0].at[i], &factor[1].at[j]);
            push(c, out, &x);
        }
}

static void expand_sum(collecting *c, const expr_node *n, int depth, terms *out) {
    expand(c, n->arg[0], depth, out);
    int first = n->op == EXPR_NEG ? 0 : out->len;
    if (n->op != EXPR_NEG)
        expand(c, n->arg[1], depth, out);
    for (int k = first; n->op != EXPR_ADD && k < out->len; k++)
        out->at[k].number = expr_neg(c->g, out->at[k].number);
}

static bool is_square(const graph *g, expr_id e) {
    int64_t power;
    return expr_is_whole_power(g, e, &e, &power) && power == 2;
}

static void expand(collecting *c, expr_id e, int depth, terms *out) {
    const expr_node n = *expr_node_at(c->g, e);
    c->failed |= depth == MOST_DEPTH;
    if (c->failed)
        return;
    if (expr_is_number(c->g, e, NULL)) {
        push(c, out, &(term){.number = e});
    } else if (has(&c->state->whole, e)) {
        expand_whole(c, e, out);
    } else if (n.op == EXPR_NEG || n.op == EXPR_ADD || n.op == EXPR_SUB) {
        terms sum;
        sum.len = 0;
        expand_sum(c, &n, depth + 1, &sum);
        for (int k = 0; k < sum.len; k++)
            push(c, out, &sum.at[k]);
    } else if (n.op == EXPR_MUL || is_square(c->g, e)) {
        expand_product(c, e, depth + 1, out);
    } else {
        expand_whole(c, e, out);
    }
}

/* --- Like terms --- */

static bool same_factors(const term *a, const term *b) {
    return a->fixed == b->fixed && a->moving == b->moving &&
           memcmp(a->at, b->at, (size_t)(a->fixed + a->moving) * sizeof *a->at) == 0;
}

static void drop(terms *t, int k) {
    memmove(&t->at[k], &t->at[k + 1], (size_t)(t->len - k - 1) * sizeof *t->at);
    t->len--;
}

static void join_like_terms(collecting *c, terms *t) {
    for (int i = 0; i < t->len; i++) {
        for (int j = t->len - 1; j > i; j--) {
            if (same_factors(&t->at[i], &t->at[j])) {
                t->at[i].number = expr_add(c->g, t->at[i].number, t->at[j].number);
                drop(t, j);
            }
        }
    }
    for (int i = t->len - 1; i >= 0; i--)
        if (expr_is_zero(c->g, t->at[i].number))
            drop(t, i);
}

/* The term without a factor that stands there twice; false if there is none of this function. */
static bool without_square(const collecting *c, const term *t, expr_op op, term *rest, expr_id *angle) {
    for (int k = t->fixed; k + 1 < t->fixed + t->moving; k++) {
        const expr_node *n = expr_node_at(c->g, (expr_id){t->at[k]});
        if (n->op != op || t->at[k] != t->at[k + 1])
            continue;
        *rest = *t;
        *angle = n->arg[0];
        memmove(&rest->at[k], &rest->at[k + 2], (size_t)(t->fixed + t->moving - k - 2) * sizeof *t->at);
        rest->moving -= 2;
        return true;
    }
    return false;
}

/* sin^2 + cos^2 = 1; false if there is no such pair. */
static bool join_squares(const collecting *c, terms *t) {
    for (int i = 0; i < t->len; i++) {
        term sine, cosine;
        expr_id u, v;
        if (!without_square(c, &t->at[i], EXPR_SIN, &sine, &u))
            continue;
        for (int j = 0; j < t->len; j++) {
            if (!without_square(c, &t->at[j], EXPR_COS, &cosine, &v) || !expr_same(u, v) ||
                !expr_same(sine.number, cosine.number) || !same_factors(&sine, &cosine))
                continue;
            t->at[i] = sine;
            drop(t, j);
            return true;
        }
    }
    return false;
}

/* --- Putting together --- */

static expr_id product_expr(collecting *c, const uint32_t *at, int count) {
    expr_id e = EXPR_NONE;
    for (int k = 0; k < count; k++) {
        int power = 1;
        for (; k + 1 < count && at[k + 1] == at[k]; k++)
            power++;
        expr_id x = expr_powi(c->g, (expr_id){at[k]}, power);
        e = e.i ? expr_product(c->g, e, x) : x;
    }
    return e;
}

static expr_id times(collecting *c, expr_id a, expr_id b) {
    if (!a.i || !b.i)
        return a.i ? a : b;
    return expr_is_number(c->g, a, NULL) || expr_is_number(c->g, b, NULL) ? expr_mul(c->g, a, b)
                                                                          : expr_product(c->g, a, b);
}

/* What stands before the moving factors of the first term, taken off the list with all terms that have the same. */
static expr_id take_coefficient(collecting *c, terms *t, term *like) {
    expr_id sum = EXPR_NONE;
    *like = t->at[0];
    for (int k = 0; k < t->len;) {
        const term *x = &t->at[k];
        if (x->moving != like->moving ||
            memcmp(x->at + x->fixed, like->at + like->fixed, (size_t)like->moving * sizeof *x->at) != 0) {
            k++;
            continue;
        }
        expr_id e = times(c, x->number, product_expr(c, x->at, x->fixed));
        sum = sum.i ? expr_add(c->g, sum, e) : e;
        drop(t, k);
    }
    memmove(like->at, like->at + like->fixed, (size_t)like->moving * sizeof *like->at);
    like->fixed = 0;
    return sum;
}

/* The moving products that stand behind one coefficient. */
typedef struct bundle {
    term of[MOST_TERMS];
    bool minus[MOST_TERMS];
    int len;
} bundle;

static bool has_factor(const term *t, uint32_t factor, int *where) {
    for (*where = 0; *where < t->moving; ++*where)
        if (t->at[*where] == factor)
            return true;
    return false;
}

/* A factor that all products of the bundle have, taken off them; EXPR_NONE: there is none. */
static expr_id take_common(bundle *b) {
    for (int k = b->of[0].moving; b->len > 1 && k-- > 0;) {
        const uint32_t factor = b->of[0].at[k];
        int where, shared = 0;
        while (shared < b->len && has_factor(&b->of[shared], factor, &where))
            shared++;
        if (shared < b->len)
            continue;
        for (int i = 0; i < b->len; i++) {
            term *t = &b->of[i];
            has_factor(t, factor, &where);
            memmove(&t->at[where], &t->at[where + 1], (size_t)(t->moving - where - 1) * sizeof *t->at);
            t->moving--;
        }
        return (expr_id){factor};
    }
    return EXPR_NONE;
}

/* The first product with a plus, so that sums that differ in sign only are one node. */
static expr_id bundle_expr(collecting *c, expr_id coefficient, bundle *b) {
    expr_id sum = EXPR_NONE, after = EXPR_NONE;
    for (expr_id common = take_common(b); common.i; common = take_common(b))
        after = times(c, after, common);
    for (int k = 0; k < b->len; k++) {
        expr_id e = product_expr(c, b->of[k].at, b->of[k].moving);
        e = e.i ? e : expr_int(c->g, 1);
        sum = !sum.i ? e : b->minus[k] != b->minus[0] ? expr_sub(c->g, sum, e) : expr_add(c->g, sum, e);
    }
    return times(c, times(c, coefficient, sum), after);
}

static bool take_sign(graph *g, expr_id *x) {
    double value;
    if (expr_node_at(g, *x)->op != EXPR_NEG && !(expr_is_number(g, *x, &value) && value < 0))
        return false;
    *x = expr_neg(g, *x);
    return true;
}

static expr_id put_together(collecting *c, terms *t) {
    expr_id coefficient[MOST_TERMS], all = EXPR_NONE;
    terms moving;
    bool minus[MOST_TERMS];
    for (moving.len = 0; t->len > 0; moving.len++) {
        coefficient[moving.len] = take_coefficient(c, t, &moving.at[moving.len]);
        minus[moving.len] = take_sign(c->g, &coefficient[moving.len]);
    }
    for (int k = 0; k < moving.len; k++) {
        bundle b;
        b.len = 0;
        expr_id shared = coefficient[k];
        for (int i = k; i < moving.len && shared.i; i++) {
            if (!expr_same(coefficient[i], shared))
                continue;
            b.of[b.len] = moving.at[i];
            b.minus[b.len++] = minus[i];
            coefficient[i] = EXPR_NONE;
        }
        if (!shared.i)
            continue;
        expr_id e = bundle_expr(c, shared, &b);
        all = !all.i ? (b.minus[0] ? expr_neg(c->g, e) : e)
                     : (b.minus[0] ? expr_sub(c->g, all, e) : expr_add(c->g, all, e));
    }
    return all.i ? all : expr_int(c->g, 0);
}

/* --- Whether it pays --- */

typedef struct operations {
    uint32_t at[MOST_COUNTED];
    bool many; /* there are more, or they go too deep */
    int len;
} operations;

/* Those below that nobody has needed so far and that are no fixed ones. */
static void find_new(const collecting *c, expr_id e, int depth, operations *n) {
    const expr_node *x = expr_node_at(c->g, e);
    if (expr_op_table[x->op].arity == 0 || is_fixed(c, e) || has(&c->state->needed, e))
        return;
    for (int k = 0; k < n->len; k++)
        if (n->at[k] == e.i)
            return;
    if (n->len == MOST_COUNTED || depth == MOST_DEPTH) {
        n->many = true;
        return;
    }
    n->at[n->len++] = e.i;
    for (int k = 0; k < expr_op_table[x->op].arity && !n->many; k++)
        find_new(c, x->arg[k], depth + 1, n);
}

static expr_id collected(collecting *c, expr_id e) {
    terms t;
    t.len = 0;
    expand(c, e, 0, &t);
    if (c->failed)
        return e;
    join_like_terms(c, &t);
    while (join_squares(c, &t))
        join_like_terms(c, &t);
    return put_together(c, &t);
}

static void need(collect_state *s, const operations *n) {
    for (int k = 0; k < n->len; k++)
        add(s->a, &s->needed, (expr_id){n->at[k]});
}

void mech_collect_need(collect_state *s, expr_id e) {
    operations n;
    n.len = 0;
    n.many = false;
    find_new(&(collecting){.g = s->g, .state = s}, e, 0, &n);
    need(s, &n);
}

expr_id mech_collect(collect_state *s, expr_id e) {
    enum { FEW = 3 };
    collecting c = {.g = s->g, .state = s};
    operations before, after;
    before.len = after.len = 0;
    before.many = after.many = false;
    find_new(&c, e, 0, &before);
    if (before.len > FEW && !before.many) {
        expr_id other = collected(&c, e);
        find_new(&c, other, 0, &after);
        if (!after.many && after.len < before.len) {
            e = other;
            before = after;
        }
    }
    need(s, &before);
    return e;
}
