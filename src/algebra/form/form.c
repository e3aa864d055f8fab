/* Forms: products of powers and sums of products, with the number of operations needed to write them. */
#include "algebra/form/form.h"

enum { SCALES = 12 }; /* so many terms may offer their number as the one to take out */

/* Reading a form's factors as they are counted: how many stand above and below the fraction's line. */
typedef struct lines {
    size_t above, below, ops;
} lines;

/* A number with a fraction's line: 3/2, but not 9.81. */
static bool is_fraction(number c) {
    return c.den > 1 && !number_is_decimal(c);
}


static size_t ops_of_power(size_t base, int32_t halves) {
    int32_t size = halves < 0 ? -halves : halves;
    if (size % 2 != 0)
        return base + 1 + (size != 1);
    return base + (size != 2);
}

static void count_factor(const algebra *x, lines *l, form_factor f) {
    l->ops += ops_of_power(f.sum ? f.sum->ops : x->gens.at[f.gen].ops, f.halves);
    *(f.halves > 0 ? &l->above : &l->below) += 1;
}


static lines lines_of(const algebra *x, const form_factor *at, size_t len) {
    lines l = {0};
    for (size_t k = 0; k < len; k++)
        count_factor(x, &l, at[k]);
    return l;
}

/* With the number c before it. */
static size_t ops_with_number(lines l, number c, bool only_number) {
    const bool fraction = is_fraction(c);
    if (only_number)
        return fraction;
    if (l.above > 0)
        l.above += fraction ? c.num != 1 && c.num != -1 : !number_is(number_abs(c), 1);
    return l.ops + (l.above > 0 ? l.above : 1) + l.below + fraction - 1;
}

size_t form_count(const algebra *x, number c, const form_factor *at, size_t len) {
    return ops_with_number(lines_of(x, at, len), c, len == 0);
}

size_t form_count_part(const algebra *x, part p) {
    lines l = {0};
    for (uint32_t k = 0; k < p.m.len; k++)
        count_factor(x, &l, (form_factor){.gen = p.m.at[k].gen, .halves = p.m.at[k].halves});
    return ops_with_number(l, p.c, p.m.len == 0);
}

/* a - b of two terms, which are neither sums nor of other signs: b - a is as long. */
static bool is_plain_difference(const graph *g, expr_id e) {
    const expr_node *n = expr_node_at(g, e);
    if (n->op != EXPR_SUB)
        return false;
    for (int k = 0; k < 2; k++) {
        expr_op op = expr_node_at(g, n->arg[k])->op;
        if (op == EXPR_ADD || op == EXPR_SUB || op == EXPR_NEG)
            return false;
    }
    return true;
}

/* A factor with which the whole changes its sign at no cost: a difference, or the sine of one. */
static bool can_turn(const algebra *x, form_factor f) {
    if (f.halves % 4 != 2 && f.halves % 4 != -2)
        return false;
    const generator *g = &x->gens.at[f.gen];
    if (f.sum)
        return f.sum->mixed;
    return g->kind == GEN_SUM ? is_plain_difference(x->g, g->e) : g->kind == GEN_SIN && x->angles.at[g->angle].mixed;
}

static const form_sum *turned_sum(algebra *x, const form_sum *s) {
    form *at = ARENA_ARRAY(x->pool, form, s->len);
    for (size_t k = 0; k < s->len; k++) {
        at[k] = s->at[k];
        at[k].c = number_neg(at[k].c);
    }
    form_sum *t = ARENA_NEW(x->pool, form_sum);
    *t = (form_sum){at, s->len, s->ops, s->mixed};
    return t;
}

/* Makes the number positive where that costs nothing. */
static void turn(algebra *x, form *f, form_factor *at) {
    for (size_t k = 0; f->c.value < 0 && k < f->len; k++) {
        if (!can_turn(x, at[k]))
            continue;
        if (at[k].sum)
            at[k].sum = turned_sum(x, at[k].sum);
        else
            at[k].minus = !at[k].minus;
        f->c = number_neg(f->c);
    }
}

static size_t find_cosine(const algebra *x, const form_factor *at, size_t len, const form_factor *sine) {
    for (size_t k = 0; k < len; k++) {
        const generator *g = &x->gens.at[at[k].gen];
        if (!at[k].sum && g->kind == GEN_COS && g->angle == x->gens.at[sine->gen].angle)
            return k;
    }
    return len;
}

/* sin/cos as a tangent, as far as both go. Returns how many factors are left. */
static size_t join_tangents(algebra *x, form_factor *at, size_t len) {
    for (size_t k = 0; k < len; k++) {
        if (at[k].sum || x->gens.at[at[k].gen].kind != GEN_SIN || at[k].minus)
            continue;
        size_t j = find_cosine(x, at, len, &at[k]);
        if (j == len || at[j].halves != -at[k].halves)
            continue;
        at[k].gen = poly_tangent(x, x->gens.at[at[k].gen].angle);
        at[j] = at[--len];
        return join_tangents(x, at, len);
    }
    return len;
}

static form form_make(algebra *x, number c, form_factor *at, size_t len) {
    len = join_tangents(x, at, len);
    form f = {.c = c, .len = len, .at = at};
    turn(x, &f, at);
    f.ops = form_count(x, f.c, at, len);
    return f;
}

form form_of_part(algebra *x, part p) {
    form_factor *at = ARENA_ARRAY(x->pool, form_factor, p.m.len);
    for (uint32_t k = 0; k < p.m.len; k++)
        at[k] = (form_factor){.gen = p.m.at[k].gen, .halves = p.m.at[k].halves};
    return form_make(x, p.c, at, p.m.len);
}

form form_product(algebra *x, const form *a, int32_t power_a, const form *b) {
    form_factor *at = ARENA_ARRAY(x->pool, form_factor, a->len + b->len);
    size_t len = 0;
    for (size_t k = 0; k < a->len; k++) {
        at[len] = a->at[k];
        at[len++].halves *= power_a;
    }
    number c = number_mul(number_power(a->c, power_a), b->c);
    if (power_a % 2 == 0) /* sines turned once more are as they were */
        for (size_t k = 0; k < len; k++)
            at[k].minus = false;
    for (size_t j = 0; j < b->len; j++) {
        size_t k = 0;
        while (k < len && (b->at[j].sum || at[k].sum || at[k].gen != b->at[j].gen))
            k++;
        if (k == len)
            at[len++] = b->at[j];
        else {
            at[k].halves += b->at[j].halves;
            if (b->at[j].minus && b->at[j].halves % 4 != 0)
                c = number_neg(c);
            if (at[k].halves == 0)
                at[k] = at[--len];
        }
    }
    return form_make(x, c, at, len);
}

bool form_is_sum(const form *f) {
    return f->len == 1 && f->at[0].sum && f->at[0].halves == 2;
}

size_t form_ops(const form *f) {
    return f->ops + (f->c.value < 0);
}

/* The operations of the terms, whose lines were read, divided by `scale`, and a factor of that size in front; more
   than `most` are not counted to their end. */
static size_t ops_if_scaled(const lines *read, const form *at, size_t len, number scale, size_t most) {
    size_t ops = len - 1;
    for (size_t k = 0; k < len && ops <= most; k++)
        ops += ops_with_number(read[k], number_div(at[k].c, scale), at[k].len == 0);
    if (!is_fraction(scale))
        return ops + !number_is(scale, 1);
    return ops + (scale.num != 1) + 1;
}

/* 9.81 rather than 4.905: what was written is likelier to be short. */
static bool is_shorter(number a, number b) {
    return a.den > 0 && b.den > 0 && (double)a.num + (double)a.den < (double)b.num + (double)b.den;
}

/* The factor to take out of the terms; with the sign of all if they have one. */
static number best_scale(algebra *x, const form *at, size_t len) {
    lines *read = ARENA_RAW(x->pool, lines, len);
    for (size_t k = 0; k < len; k++)
        read[k] = lines_of(x, at[k].at, at[k].len);
    number best = NUMBER_ONE, common = number_abs(at[0].c);
    bool all_negative = true;
    size_t least = ops_if_scaled(read, at, len, best, SIZE_MAX);
    for (size_t k = 0; k < len; k++) {
        common = poly_common_number(common, at[k].c);
        all_negative &= at[k].c.value < 0;
    }
    for (size_t k = 0; k <= len && k <= SCALES; k++) {
        number scale = k == 0 ? common : number_abs(at[k - 1].c);
        if (number_is(scale, 1) || (k > 0 && number_same(scale, best)))
            continue;
        size_t ops = ops_if_scaled(read, at, len, scale, least);
        bool as_good = ops == least && !number_is(best, 1) && is_shorter(scale, best);
        if (ops < least || as_good) {
            least = ops;
            best = scale;
        }
    }
    return all_negative ? number_neg(best) : best;
}

form form_add(algebra *x, const form *terms, size_t len) {
    if (len == 1)
        return terms[0];
    form *at = ARENA_ARRAY(x->pool, form, len);
    form_sum *s = ARENA_NEW(x->pool, form_sum);
    number scale = best_scale(x, terms, len);
    *s = (form_sum){.at = at, .len = len, .ops = len - 1};
    for (size_t k = 0; k < len; k++) {
        at[k] = terms[k];
        at[k].c = number_div(terms[k].c, scale);
        at[k].ops = form_count(x, at[k].c, at[k].at, at[k].len);
        s->ops += at[k].ops;
        s->mixed |= at[k].c.value < 0;
    }
    form_factor *whole = ARENA_NEW(x->pool, form_factor);
    *whole = (form_factor){.sum = s, .halves = 2};
    return (form){scale, 1, form_count(x, scale, whole, 1), whole};
}
