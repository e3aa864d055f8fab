/* Reduction of quotients: denominators that divide their numerators, and common denominators where they are shorter. */
#include "algebra/form/form.h"
#include "algebra/internal.h"

/* The parts of p with just this power of the generator, without it; the others in *rest. */
static poly parts_over(algebra *x, poly p, uint32_t gen, int32_t halves, poly *rest) {
    part *with = ARENA_ARRAY(x->pool, part, p.len), *without = ARENA_ARRAY(x->pool, part, p.len);
    size_t n = 0, m = 0;
    for (size_t i = 0; i < p.len; i++) {
        if (poly_monomial_exponent(p.at[i].m, gen) == halves)
            with[n++] = (part){p.at[i].c, poly_monomial_div(x, p.at[i].m, poly_monomial(x, gen, halves))};
        else
            without[m++] = p.at[i];
    }
    *rest = (poly){without, m, false};
    return (poly){with, n, false};
}

static part gen_part(algebra *x, uint32_t gen, int32_t halves) {
    return (part){NUMBER_ONE, poly_monomial(x, gen, halves)};
}

/* The sum of which the generator's base is the square, looked for once; false if there is none. */
static bool find_root(algebra *x, uint32_t gen, poly *root) {
    generator *g = &x->gens.at[gen];
    if (!g->rooted) {
        bool found = poly_square_root(x, g->base, root);
        g = &x->gens.at[gen];
        g->root = found ? poly_keep(x, *root) : (poly){.over = true};
        g->rooted = true;
    }
    *root = g->root;
    return !root->over;
}

/* u/sqrt(u^2) = sign(u): `over` stands over the square root of the generator's base. */
static bool cancel_root(algebra *x, poly *p, poly over, poly rest, uint32_t gen) {
    poly root, quotient;
    if (!find_root(x, gen, &root) || !poly_divides(x, over, root, &quotient))
        return false;
    uint32_t sign = poly_generator(x, expr_unary(x->g, EXPR_SIGN, form_write(x, root)));
    poly reduced = poly_add(x, rest, poly_scale(x, quotient, gen_part(x, sign, 2)), NUMBER_ONE);
    if (reduced.over)
        return false;
    *p = reduced;
    return true;
}

/* One step with one generator; false if nothing cancels. */
static bool cancel_one(algebra *x, poly *p, uint32_t gen) {
    int32_t low = poly_lowest(*p, gen);
    poly base = x->gens.at[gen].base, rest, quotient;
    if (low >= 0)
        return false;
    poly over = parts_over(x, *p, gen, low, &rest);
    if (over.len >= base.len && poly_divides(x, over, base, &quotient)) {
        poly reduced = poly_add(x, rest, poly_scale(x, quotient, gen_part(x, gen, low + 2)), NUMBER_ONE);
        if (reduced.over)
            return false;
        *p = reduced;
        return true;
    }
    if (low == -1 && cancel_root(x, p, over, rest, gen))
        return true;
    if (rest.len == 0 || low > -2)
        return false;
    poly common = poly_scale(x, *p, gen_part(x, gen, -(low / 2 * 2)));
    if (common.over || common.len >= p->len)
        return false;
    *p = poly_scale(x, common, gen_part(x, gen, low / 2 * 2));
    return true;
}

/* Whether part p contains 1/root; what it is then, up to the sign that *minus says, in *inverse. */
static bool find_inverse(algebra *x, monomial m, poly root, monomial *inverse, bool *minus) {
    poly opposite = poly_neg(x, root);
    *minus = false;
    if (root.len == 1) {
        *inverse = poly_monomial_div(x, (monomial){0}, root.at[0].m);
        return poly_monomial_contains(m, *inverse);
    }
    for (uint32_t k = 0; k < m.len; k++) {
        const generator *g = &x->gens.at[m.at[k].gen];
        if (g->kind != GEN_SUM || m.at[k].halves > -2)
            continue;
        *minus = poly_same(g->base, opposite);
        *inverse = poly_monomial(x, m.at[k].gen, -2);
        if (*minus || poly_same(g->base, root))
            return true;
    }
    return false;
}

/* sqrt(u^2)/u = sign(u) in the part i; false if it is none. */
static bool cancel_over_root(algebra *x, poly *p, size_t i, uint32_t gen) {
    poly root, rest = *p;
    monomial inverse;
    bool minus;
    if (!find_root(x, gen, &root) || !find_inverse(x, p->at[i].m, root, &inverse, &minus))
        return false;
    part given = p->at[i];
    uint32_t sign = poly_generator(x, expr_unary(x->g, EXPR_SIGN, form_write(x, root)));
    monomial left = poly_monomial_div(x, poly_monomial_div(x, given.m, inverse), poly_monomial(x, gen, 1));
    number c = root.len == 1 ? number_mul(given.c, root.at[0].c) : minus ? number_neg(given.c) : given.c;
    rest = poly_add(x, rest, poly_of_part(x, given), number_neg(NUMBER_ONE));
    *p = poly_add(x, rest, poly_of_part(x, (part){c, poly_monomial_mul(x, left, poly_monomial(x, sign, 2))}),
                  NUMBER_ONE);
    return true;
}

/* Denominators in which nothing cancels need not be looked at in every part. */
static bool cancel_any(algebra *x, poly *p) {
    VEC(uint32_t) tried = {0};
    for (size_t i = 0; i < p->len; i++)
        for (uint32_t k = 0; k < p->at[i].m.len; k++) {
            power f = p->at[i].m.at[k];
            if (x->gens.at[f.gen].kind != GEN_SUM)
                continue;
            if (f.halves == 1 && cancel_over_root(x, p, i, f.gen))
                return true;
            bool fresh = f.halves < 0;
            for (size_t j = 0; fresh && j < tried.len; j++)
                fresh = tried.at[j] != f.gen;
            if (!fresh)
                continue;
            if (cancel_one(x, p, f.gen))
                return true;
            vec_push(x->pool, &tried, f.gen);
        }
    return false;
}

poly algebra_cancel(algebra *x, poly p) {
    for (size_t steps = 2 * p.len; steps > 0 && cancel_any(x, &p); steps--)
        continue;
    return p;
}
