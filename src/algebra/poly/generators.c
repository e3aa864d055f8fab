/* The generators of polynomials, and the angles of sines and cosines, each identified by its content. */
#include "algebra/poly/poly.h"

static uint32_t add_generator(algebra *x, generator made, uint32_t *chain) {
    made.next = chain ? *chain : 0;
    vec_push(x->memory, &x->gens, made);
    if (chain)
        *chain = (uint32_t)x->gens.len;
    return (uint32_t)x->gens.len - 1;
}

uint32_t poly_generator_of_sum(algebra *x, poly base, expr_id e) {
    uint32_t *chain = &x->gen_chain[e.i % CHAINS];
    gen_kind kind = base.len > 0 ? GEN_SUM : GEN_PLAIN;
    for (uint32_t k = *chain; k != 0; k = x->gens.at[k - 1].next)
        if (expr_same(x->gens.at[k - 1].e, e) && x->gens.at[k - 1].kind == kind)
            return k - 1;
    generator made = {
        .kind = kind, .e = e, .base = poly_keep(x, base), .ops = algebra_count_operations(&x->counted, e)};
    return add_generator(x, made, chain);
}

uint32_t poly_generator(algebra *x, expr_id e) {
    return poly_generator_of_sum(x, (poly){0}, e);
}

poly poly_canonical_angle(algebra *x, poly arg, int *sign) {
    *sign = arg.len == 0 ? 0 : arg.at[0].c.value < 0 ? -1 : 1;
    return *sign < 0 ? poly_neg(x, arg) : arg;
}

static uint32_t find_canonical(const algebra *x, poly arg, uint64_t hash) {
    for (uint32_t k = x->angle_chain[hash % CHAINS]; k != 0; k = x->angles.at[k - 1].next)
        if (x->angles.at[k - 1].hash == hash && poly_same(x->angles.at[k - 1].arg, arg))
            return k - 1;
    return NO_ANGLE;
}

uint32_t poly_find_angle(algebra *x, poly arg, int *sign) {
    arg = poly_canonical_angle(x, arg, sign);
    return *sign == 0 ? NO_ANGLE : find_canonical(x, arg, poly_hash(arg));
}

uint32_t poly_add_angle(algebra *x, poly arg, size_t ops) {
    uint64_t hash = poly_hash(arg);
    uint32_t *chain = &x->angle_chain[hash % CHAINS];
    angle made = {.arg = poly_keep(x, arg), .hash = hash, .next = *chain};
    uint32_t index = (uint32_t)x->angles.len;
    for (size_t i = 0; i < arg.len; i++)
        made.mixed |= arg.at[i].c.value < 0;
    made.sin = add_generator(x, (generator){.kind = GEN_SIN, .angle = index, .ops = ops}, NULL);
    made.cos = add_generator(x, (generator){.kind = GEN_COS, .angle = index, .ops = ops}, NULL);
    made.tan = NO_GENERATOR;
    vec_push(x->memory, &x->angles, made);
    *chain = index + 1;
    return index;
}

uint32_t poly_tangent(algebra *x, uint32_t index) {
    angle *u = &x->angles.at[index];
    if (u->tan == NO_GENERATOR)
        u->tan = add_generator(x, (generator){.kind = GEN_TAN, .angle = index, .ops = x->gens.at[u->sin].ops}, NULL);
    return u->tan;
}
