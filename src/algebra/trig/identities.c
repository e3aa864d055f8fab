/* Two terms of a sum that combine to one by sin^2 + cos^2 = 1, an addition theorem, or a double angle. */
#include "algebra/trig/trig.h"

static bool is_function(const algebra *x, power p, int32_t least) {
    gen_kind kind = x->gens.at[p.gen].kind;
    return (kind == GEN_SIN || kind == GEN_COS) && p.halves >= least;
}

/* The sine for the cosine of the same angle, and the other way round. */
static uint32_t partner_of(const algebra *x, uint32_t gen) {
    const angle *u = &x->angles.at[x->gens.at[gen].angle];
    return gen == u->sin ? u->cos : u->sin;
}

/* The sum and its parts by their hashes: most products that would combine are not there, and are not made. */
typedef struct joining {
    algebra *x;
    poly p;
    poly_index seen;
    size_t looked; /* how often something was looked for */
} joining;

/* Whether a monomial with that hash may be there. */
static bool may_have(joining *w, uint64_t hash) {
    w->looked++;
    return poly_index_find(&w->seen, hash) < w->p.len;
}

/* What turns the hash of a monomial with two more halves of one function into that of one with its partner instead. */
static uint64_t turned_hash(const algebra *x, uint32_t gen, int32_t halves) {
    return poly_power_hash(partner_of(x, gen), halves) - poly_power_hash(gen, halves);
}

static monomial times(algebra *x, monomial m, uint32_t gen, int32_t halves) {
    return poly_monomial_mul(x, m, poly_monomial(x, gen, halves));
}

static poly with(algebra *x, poly p, number c, monomial m) {
    return poly_add(x, p, poly_of_part(x, (part){c, m}), NUMBER_ONE);
}

/* Takes c_i and c_j times the monomials of the parts i and j away and adds `sum`; true. */
static bool join(joining *w, size_t i, size_t j, number c_i, number c_j, part sum) {
    monomial a = w->p.at[i].m, b = w->p.at[j].m;
    poly p = with(w->x, w->p, number_neg(c_i), a);
    p = with(w->x, p, number_neg(c_j), b);
    w->p = with(w->x, p, sum.c, sum.m);
    return true;
}

/* k m sin^2 + k m cos^2 = k m; with different numbers of equal sign the smaller is taken from both. */
static bool join_squares(joining *w, size_t i, uint32_t gen, bool whole) {
    algebra *x = w->x;
    const part *at = w->p.at;
    if (!may_have(w, at[i].m.hash + turned_hash(x, gen, 4)))
        return false;
    monomial rest = times(x, at[i].m, gen, -4);
    size_t j = poly_find(w->p, times(x, rest, partner_of(x, gen), 4));
    if (j == w->p.len)
        return false;
    number a = at[i].c, b = at[j].c;
    bool equal = number_same(a, b);
    if (whole ? !equal : (a.den == 0 || b.den == 0 || (a.value < 0) != (b.value < 0)))
        return false;
    number least = number_compare(number_abs(a), number_abs(b)) < 0 ? a : b;
    return join(w, i, j, least, least, (part){least, rest});
}

/* k m - k m sin^2 = k m cos^2, and k m - 2 k m sin^2 = k m cos(2u). */
static bool join_with_constant(joining *w, size_t i, uint32_t gen) {
    algebra *x = w->x;
    const part *at = w->p.at;
    if (!may_have(w, at[i].m.hash - poly_power_hash(gen, 4)))
        return false;
    monomial rest = times(x, at[i].m, gen, -4);
    size_t j = poly_find(w->p, rest);
    if (j == w->p.len)
        return false;
    number a = at[i].c, b = at[j].c;
    part sum = {b, times(x, rest, partner_of(x, gen), 4)};
    if (!number_same(a, number_neg(b))) {
        const generator *g = &x->gens.at[gen];
        int sign;
        if (!number_same(a, number_mul(number_ratio(-2, 1), b)))
            return false;
        bool cosine = g->kind == GEN_COS;
        uint32_t twice = trig_angle_sum(x, g->angle, g->angle, 1, &sign);
        sum = (part){cosine ? number_neg(b) : b, times(x, rest, x->angles.at[twice].cos, 2)};
    }
    return join(w, i, j, a, b, sum);
}

/* k m cos^2 - k m sin^2 = k m cos(2u). */
static bool join_double(joining *w, size_t i, uint32_t gen) {
    algebra *x = w->x;
    const part *at = w->p.at;
    if (x->gens.at[gen].kind != GEN_COS || !may_have(w, at[i].m.hash + turned_hash(x, gen, 4)))
        return false;
    monomial rest = times(x, at[i].m, gen, -4);
    size_t j = poly_find(w->p, times(x, rest, partner_of(x, gen), 4));
    if (j == w->p.len || !number_same(at[i].c, number_neg(at[j].c)))
        return false;
    int sign;
    number c = at[i].c;
    uint32_t twice = trig_angle_sum(x, x->gens.at[gen].angle, x->gens.at[gen].angle, 1, &sign);
    return join(w, i, j, c, at[j].c, (part){c, times(x, rest, x->angles.at[twice].cos, 2)});
}

/* cos a cos b + sin a sin b = cos(a - b) and its three sisters. */
static bool join_product(joining *w, size_t i, uint32_t f, uint32_t g) {
    algebra *x = w->x;
    const part *at = w->p.at;
    monomial rest = times(x, times(x, at[i].m, f, -2), g, -2);
    size_t j = poly_find(w->p, times(x, times(x, rest, partner_of(x, f), 2), partner_of(x, g), 2));
    if (j == w->p.len)
        return false;
    number c = at[i].c, d = at[j].c;
    bool same = number_same(c, d), alike = x->gens.at[f].kind == x->gens.at[g].kind;
    if (!same && !number_same(c, number_neg(d)))
        return false;
    int sign;
    uint32_t a = x->gens.at[f].angle, b = x->gens.at[g].angle;
    uint32_t sum = trig_angle_sum(x, a, b, same == alike ? -1 : 1, &sign);
    gen_kind first = x->gens.at[f].kind;
    number k = first == GEN_SIN && alike ? d : c;
    if (!alike)
        k = first == GEN_SIN ? c : d; /* the part sin a cos b has the sign of sin(a +- b) */
    if (!alike && sign < 0)
        k = number_neg(k);
    monomial m = times(x, rest, alike ? x->angles.at[sum].cos : x->angles.at[sum].sin, 2);
    return join(w, i, j, c, d, (part){k, m});
}

typedef enum pass { EQUAL_SQUARES, PRODUCTS, CONSTANTS, DOUBLES, UNEQUAL_SQUARES, PASSES } pass;

static bool join_power(joining *w, size_t i, uint32_t gen, pass how) {
    switch (how) {
    case CONSTANTS:
        return join_with_constant(w, i, gen);
    case DOUBLES:
        return join_double(w, i, gen);
    default:
        return join_squares(w, i, gen, how == EQUAL_SQUARES);
    }
}

/* A function in a monomial, what turns it into its partner, and whose it is. */
typedef struct turn {
    uint32_t gen, angle;
    uint64_t hash;
} turn;

/* Every pair of functions is looked for by one sum of hashes. */
static bool join_pairs(joining *w, size_t i) {
    const algebra *x = w->x;
    const monomial m = w->p.at[i].m;
    turn *list = ARENA_RAW(x->pool, turn, m.len);
    size_t count = 0;
    for (uint32_t k = 0; k < m.len; k++)
        if (is_function(x, m.at[k], 2)) {
            const uint32_t gen = m.at[k].gen;
            list[count++] = (turn){gen, x->gens.at[gen].angle, turned_hash(x, gen, 2)};
        }
    for (size_t k = 0; k < count; k++)
        for (size_t l = k + 1; l < count; l++)
            if (list[k].angle != list[l].angle && may_have(w, m.hash + list[k].hash + list[l].hash) &&
                join_product(w, i, list[k].gen, list[l].gen))
                return true;
    return false;
}

static bool join_powers(joining *w, size_t i, pass how) {
    const algebra *x = w->x;
    const monomial m = w->p.at[i].m;
    for (uint32_t k = 0; k < m.len; k++)
        if (is_function(x, m.at[k], 4) && join_power(w, i, m.at[k].gen, how))
            return true;
    return false;
}

static bool join_any(joining *w, pass how) {
    for (size_t i = 0; i < w->p.len; i++)
        if (how == PRODUCTS ? join_pairs(w, i) : join_powers(w, i, how)) {
            w->seen = poly_index_make(w->x, w->p);
            return true;
        }
    return false;
}

enum { LOOKED_EACH = 1024 };

/* Products of dozens of functions have thousands of pairs: looking at so many costs as much as trying a form. */
static void pay(const joining *w) {
    size_t cost = w->looked / LOOKED_EACH;
    w->x->trials -= cost < w->x->trials ? cost : w->x->trials;
}

/* Each step leaves fewer parts, or lower powers. */
poly trig_merge(algebra *x, poly p) {
    joining w = {x, p, poly_index_make(x, p), 0};
    for (int how = EQUAL_SQUARES; how < PASSES && !w.p.over;)
        how = join_any(&w, (pass)how) ? EQUAL_SQUARES : how + 1;
    pay(&w);
    return w.p;
}
