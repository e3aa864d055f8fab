/* The generators of polynomials, and the angles of sines and cosines: each found again by what it is. */
#include "algebra/internal.h"

number constant_of(const graph *g, expr_id e) {
    const expr_node *n = graph_node(g, e);
    return (number){n->num, n->den, n->value};
}

expr_id constant_expr(graph *g, number c) {
    return c.den != 0 ? expr_rational(g, c.num, c.den) : expr_real(g, c.value);
}

static uint32_t add_generator(algebra *x, generator made, uint32_t *chain) {
    made.next = chain ? *chain : 0;
    vec_push(x->memory, &x->gens, made);
    if (chain)
        *chain = (uint32_t)x->gens.len;
    return (uint32_t)x->gens.len - 1;
}

uint32_t gen_of_sum(algebra *x, poly base, expr_id e) {
    uint32_t *chain = &x->gen_chain[e.i % CHAINS];
    gen_kind kind = base.len > 0 ? GEN_SUM : GEN_PLAIN;
    for (uint32_t k = *chain; k != 0; k = x->gens.at[k - 1].next)
        if (expr_same(x->gens.at[k - 1].e, e) && x->gens.at[k - 1].kind == kind)
            return k - 1;
    generator made = {.kind = kind, .e = e, .base = poly_keep(x, base), .ops = tally_operations(&x->counted, e)};
    return add_generator(x, made, chain);
}

uint32_t gen_of(algebra *x, expr_id e) {
    return gen_of_sum(x, (poly){0}, e);
}

/* The operations of a function of the angle. */
static size_t ops_of_function(algebra *x, poly arg) {
    form f = form_of(x, arg);
    return 1 + form_ops(&f);
}

static uint32_t new_angle(algebra *x, poly arg, uint64_t hash) {
    uint32_t *chain = &x->angle_chain[hash % CHAINS];
    angle made = {.arg = poly_keep(x, arg), .hash = hash, .next = *chain};
    size_t ops = ops_of_function(x, arg);
    uint32_t index = (uint32_t)x->angles.len;
    for (size_t i = 0; i < arg.len; i++)
        made.mixed |= arg.at[i].c.value < 0;
    made.sin = add_generator(x, (generator){.kind = GEN_SIN, .angle = index, .ops = ops}, NULL);
    made.cos = add_generator(x, (generator){.kind = GEN_COS, .angle = index, .ops = ops}, NULL);
    vec_push(x->memory, &x->angles, made);
    *chain = index + 1;
    return index;
}

/* arg with a positive first coefficient. */
static poly canonical(algebra *x, poly arg, int *sign) {
    *sign = arg.len == 0 ? 0 : arg.at[0].c.value < 0 ? -1 : 1;
    return *sign < 0 ? poly_scale(x, arg, (part){number_neg(NUMBER_ONE), {0}}) : arg;
}

static uint32_t find_canonical(const algebra *x, poly arg, uint64_t hash) {
    for (uint32_t k = x->angle_chain[hash % CHAINS]; k != 0; k = x->angles.at[k - 1].next)
        if (x->angles.at[k - 1].hash == hash && poly_same(x->angles.at[k - 1].arg, arg))
            return k - 1;
    return NO_ANGLE;
}

uint32_t angle_find(algebra *x, poly arg, int *sign) {
    arg = canonical(x, arg, sign);
    return *sign == 0 ? NO_ANGLE : find_canonical(x, arg, poly_hash(arg));
}

uint32_t angle_of(algebra *x, poly arg, int *sign) {
    arg = canonical(x, arg, sign);
    if (*sign == 0)
        return NO_ANGLE;
    uint64_t hash = poly_hash(arg);
    uint32_t found = find_canonical(x, arg, hash);
    return found != NO_ANGLE ? found : new_angle(x, arg, hash);
}

uint32_t angle_sum(algebra *x, uint32_t a, uint32_t b, int sign_b, int *sign) {
    poly arg = poly_add(x, x->angles.at[a].arg, x->angles.at[b].arg, number_ratio(sign_b, 1));
    *sign = 0;
    return angle_of(x, arg, sign);
}

expr_id angle_expr(algebra *x, uint32_t index, int sign) {
    angle *u = &x->angles.at[index];
    if (u->e.i == 0) {
        expr_id e = poly_expr_quick(x, u->arg);
        expr_id minus = poly_expr_quick(x, poly_scale(x, x->angles.at[index].arg, (part){number_neg(NUMBER_ONE), {0}}));
        u = &x->angles.at[index];
        u->e = e;
        u->minus = minus;
    }
    return sign > 0 ? u->e : u->minus;
}

expr_id gen_expr(algebra *x, uint32_t gen) {
    generator *g = &x->gens.at[gen];
    if (g->e.i == 0) {
        expr_id arg = angle_expr(x, g->angle, 1);
        g = &x->gens.at[gen];
        g->e = expr_unary(x->g, g->kind == GEN_SIN ? EXPR_SIN : EXPR_COS, arg);
    }
    return g->e;
}

uint32_t gen_tangent(algebra *x, uint32_t index) {
    return gen_of(x, expr_unary(x->g, EXPR_TAN, angle_expr(x, index, 1)));
}
