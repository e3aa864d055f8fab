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

/* A sine, a cosine, or a component of a quaternion: never greater than 1. */
static bool is_bounded(const model *m, expr_id e) {
    const expr_node *n = expr_node_at(m->g, e);
    bool component = false;
    for (size_t i = 0; n->op == EXPR_VAR && i < m->orientation_count && !component; i++)
        for (int k = 0; k < 4; k++)
            component = component || m->coords[m->orientations[i].coords[k]].q == n->var;
    return component || expr_is_sine_or_cosine(n->op);
}

/* The key without such factors. */
static expr_id unbounded_of(const model *m, expr_id key) {
    derive_factors f = derive_factors_of(m->g, key), kept = {.g = m->g};
    for (int k = 0; k < f.count && !f.over; k++)
        if (f.at[k].below || !is_bounded(m, f.at[k].base))
            kept.at[kept.count++] = f.at[k];
    return f.over ? key : derive_factors_written(&kept);
}

static const double dust = 4e-16; /* of the number of another term */

/* Such a number is among them. */
static bool may_have_dust(const sum *s) {
    double least = INFINITY, most = 0;
    for (size_t k = 0; k < s->terms.len; k++) {
        const term *t = &s->terms.at[k];
        least = t->c.den == 0 ? fmin(least, t->size) : least;
        most = fmax(most, t->size);
    }
    return least <= dust * most;
}

/* A number that rounding has left, too small beside that of another term of the same size: 1e-17 cos(a) + sin(a). */
static bool is_dust(const sum *s, const expr_id *unbounded, size_t i) {
    const term *own = &s->terms.at[i];
    for (size_t k = 0; k < s->terms.len && own->c.den == 0; k++)
        if (expr_same(unbounded[i], unbounded[k]) && own->size <= dust * s->terms.at[k].size)
            return true;
    return false;
}

expr_id derive_tidy_dust(const model *m, expr_id e, arena *a) {
    enum { MOST_TERMS = 200 }; /* of which each is compared with all */
    sum s = {.g = m->g, .a = a};
    add_terms(&s, e, 1, 0);
    if (s.over || s.terms.len > MOST_TERMS || !may_have_dust(&s))
        return e;
    expr_id *unbounded = ARENA_ARRAY(a, expr_id, s.terms.len), rest = expr_int(m->g, 0);
    for (size_t k = 0; k < s.terms.len; k++)
        unbounded[k] = unbounded_of(m, s.terms.at[k].key);
    bool any = false;
    for (size_t k = s.terms.len; k-- > 0;) {
        const term *t = &s.terms.at[k];
        if (is_dust(&s, unbounded, k))
            any = true;
        else
            rest = t->sign < 0 ? expr_sub(m->g, rest, t->e) : expr_add(m->g, rest, t->e);
    }
    return any ? rest : e;
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
