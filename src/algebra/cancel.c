/* Quotients reduced: sums in denominators that divide what stands over them, and common denominators that shorten. */
#include "algebra/internal.h"

/* The parts of p with just this power of the generator, without it; the others in *rest. */
static poly parts_over(algebra *x, poly p, uint32_t gen, int32_t halves, poly *rest) {
    part *with = ARENA_ARRAY(x->pool, part, p.len), *without = ARENA_ARRAY(x->pool, part, p.len);
    size_t n = 0, m = 0;
    for (size_t i = 0; i < p.len; i++) {
        if (monomial_exponent(p.at[i].m, gen) == halves)
            with[n++] = (part){p.at[i].c, monomial_div(x, p.at[i].m, monomial_of(x, gen, halves))};
        else
            without[m++] = p.at[i];
    }
    *rest = (poly){without, m, false};
    return (poly){with, n, false};
}

static part gen_part(algebra *x, uint32_t gen, int32_t halves) {
    return (part){NUMBER_ONE, monomial_of(x, gen, halves)};
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
    if (rest.len == 0 || low > -2)
        return false;
    poly common = poly_scale(x, *p, gen_part(x, gen, -(low / 2 * 2)));
    if (common.over || common.len >= p->len)
        return false;
    *p = poly_scale(x, common, gen_part(x, gen, low / 2 * 2));
    return true;
}

static bool cancel_any(algebra *x, poly *p) {
    for (size_t i = 0; i < p->len; i++)
        for (uint32_t k = 0; k < p->at[i].m.len; k++) {
            power f = p->at[i].m.at[k];
            if (f.halves < 0 && x->gens.at[f.gen].kind == GEN_SUM && cancel_one(x, p, f.gen))
                return true;
        }
    return false;
}

poly cancel_sums(algebra *x, poly p) {
    for (size_t steps = p.len; steps > 0 && cancel_any(x, &p); steps--)
        continue;
    return p;
}
