/* Like terms of sums joined: those that differ in their number only, however their factors are ordered and nested. */
#include "base/vec.h"
#include "derive/factors.h"
#include "derive/tidy.h"
#include "expr/terms.h"

enum { MOST_DEPTH = 256 };

/* sign * e as it came, which is c * key; what others are joined to is written so. */
typedef struct term {
    expr_id e, key;
    int sign;
    bool joined;
    number c;
    double size; /* of all numbers in c together */
} term;

typedef struct sum {
    graph *g;
    arena *a;
    VEC(term) terms;
    bool over; /* nested more deeply than is looked at */
} sum;

static void add_term(sum *s, expr_id e, int sign) {
    term t = {.e = e, .sign = sign, .c = number_ratio(sign, 1)};
    t.key = derive_factors_key(s->g, e, &t.c);
    t.size = number_abs(t.c).value;
    vec_push(s->a, &s->terms, t);
}

/* The last term first: sums grow to the left, term by term. */
static void add_terms(sum *s, expr_id e, int sign, int depth) {
    s->over = s->over || depth == MOST_DEPTH;
    while (!s->over) {
        const expr_node n = *expr_node_at(s->g, e);
        if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
            add_terms(s, n.arg[1], n.op == EXPR_SUB ? -sign : sign, depth + 1);
        } else if (n.op == EXPR_NEG) {
            sign = -sign;
        } else {
            add_term(s, e, sign);
            return;
        }
        e = n.arg[0];
    }
}

/* Where the term's key was met first: a table with open addresses of at least twice as many places as terms. */
static size_t *find_place(const sum *s, size_t *places, size_t count, const term *t) {
    size_t at = t->key.i * (size_t)0x9e3779b1u % count;
    while (places[at] && !expr_same(s->terms.at[places[at] - 1].key, t->key))
        at = (at + 1) % count;
    return &places[at];
}

static bool join_like(sum *s) {
    const size_t count = 2 * s->terms.len + 1;
    size_t *places = ARENA_ARRAY(s->a, size_t, count), kept = 0;
    for (size_t i = 0; i < s->terms.len; i++) {
        const term t = s->terms.at[i];
        size_t *place = find_place(s, places, count, &t);
        if (*place == 0) {
            s->terms.at[kept++] = t;
            *place = kept;
            continue;
        }
        term *first = &s->terms.at[*place - 1];
        first->c = number_add(first->c, t.c);
        first->size += t.size;
        first->joined = true;
    }
    const bool any = kept < s->terms.len;
    s->terms.len = kept;
    return any;
}

/* Numbers with rounding errors that cancel leave a few of these. */
static bool is_nothing(const term *t) {
    const double roundings = 4e-16;
    return t->c.value == 0 || (t->joined && t->c.den == 0 && number_abs(t->c).value <= roundings * t->size);
}

expr_id derive_tidy_sum(graph *g, expr_id e, arena *a) {
    sum s = {.g = g, .a = a};
    add_terms(&s, e, 1, 0);
    if (s.over || !join_like(&s))
        return e;
    expr_id result = expr_int(g, 0);
    for (size_t k = s.terms.len; k-- > 0;) {
        const term *t = &s.terms.at[k];
        if (is_nothing(t))
            continue;
        const bool minus = t->joined ? t->c.value < 0 : t->sign < 0;
        const expr_id part = t->joined ? expr_mul(g, expr_number(g, number_abs(t->c)), t->key) : t->e;
        result = minus ? expr_sub(g, result, part) : expr_add(g, result, part);
    }
    return result;
}

/* Whether the first list holds all of the second, times sign; marks them. */
static bool holds(const sum *whole, const sum *part, int sign, bool *taken) {
    for (size_t i = 0; i < part->terms.len; i++) {
        const term *t = &part->terms.at[i];
        const number c = sign < 0 ? number_neg(t->c) : t->c;
        size_t k = 0;
        while (k < whole->terms.len &&
               (taken[k] || !expr_same(whole->terms.at[k].key, t->key) || !number_same(whole->terms.at[k].c, c)))
            k++;
        if (k == whole->terms.len)
            return false;
        taken[k] = true;
    }
    return true;
}

expr_id derive_tidy_without(graph *g, expr_id e, expr_id part, int sign, arena *a) {
    sum whole = {.g = g, .a = a}, terms = {.g = g, .a = a};
    add_terms(&whole, e, 1, 0);
    add_terms(&terms, part, 1, 0);
    bool *taken = ARENA_ARRAY(a, bool, whole.terms.len + 1);
    if (whole.over || terms.over || !holds(&whole, &terms, sign, taken))
        return EXPR_NONE;
    expr_id rest = expr_int(g, 0);
    for (size_t k = whole.terms.len; k-- > 0;)
        if (!taken[k]) {
            const term *t = &whole.terms.at[k];
            rest = t->sign < 0 ? expr_sub(g, rest, t->e) : expr_add(g, rest, t->e);
        }
    return rest;
}
