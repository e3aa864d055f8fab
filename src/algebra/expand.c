/* From the graph to polynomials: every node once, children first; what grows too large becomes a generator. */
#include <math.h>
#include <string.h>

#include "algebra/form/form.h"
#include "algebra/internal.h"
#include "algebra/trig/trig.h"
#include "expr/walk.h"

enum {
    MAX_POWER = 12,
    FEW_PARTS = 24,
    FEW_SQUARED = 4,
    LONG = 24,  /* parts of a sum that may have been shorter before it was multiplied out */
    HARDLY = 2, /* taking out common factors saves hardly more than this factor of operations */
    DEEP = 200  /* nodes below each other that are looked at for that */
};

/* What is known of the nodes below the roots, by place in the order. */
typedef struct expansion {
    algebra *x;
    const uint32_t *order;
    uint32_t *slot; /* by a node's hash: 1 + place; few roots of a large graph cost no more than what is below them */
    size_t mask;
    poly *value;
    expr_id *written; /* simplified, EXPR_NONE before it is needed */
} expansion;

/* The slot of the node, or a free one. */
static uint32_t *slot_of(const expansion *s, uint32_t node) {
    size_t at = node * (size_t)2654435761u & s->mask;
    while (s->slot[at] != 0 && s->order[s->slot[at] - 1] != node)
        at = (at + 1) & s->mask;
    return &s->slot[at];
}

static uint32_t place_of(const expansion *s, expr_id e) {
    return *slot_of(s, e.i) - 1;
}

static poly value_of(const expansion *s, expr_id e) {
    return s->value[place_of(s, e)];
}

static expr_id written(expansion *s, expr_id e, int depth);

/* The operator with its arguments simplified. */
static expr_id rebuilt(expansion *s, expr_id e, int depth) {
    const expr_node n = *expr_node_at(s->x->g, e);
    expr_id arg[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE};
    for (int k = 0; k < expr_op_table[n.op].arity; k++)
        arg[k] = written(s, n.arg[k], depth + 1);
    return expr_op_table[n.op].arity > 0 ? expr_make(s->x->g, n.op, arg[0], arg[1], arg[2]) : e;
}

/* Whether a long sum would hardly become as short again as it was before it was multiplied out. */
static bool is_spread(algebra *x, poly p, expr_id was) {
    size_t ops = p.len - 1;
    for (size_t i = 0; i < p.len; i++)
        ops += form_count_part(x, p.at[i]);
    return ops > HARDLY * algebra_count_operations(&x->counted, was);
}

/* What a node became, written once. */
static expr_id written(expansion *s, expr_id e, int depth) {
    expr_id *w = &s->written[place_of(s, e)];
    poly p = value_of(s, e);
    if (w->i == 0 && p.len > LONG && depth < DEEP) {
        expr_id was = rebuilt(s, e, depth);
        *w = is_spread(s->x, p, was) ? was : EXPR_NONE;
    }
    if (w->i == 0)
        *w = algebra_write(s->x, p);
    return *w;
}

static poly of_node(algebra *x, expr_id e) {
    double value;
    if (expr_is_number(x->g, e, &value) && isfinite(value))
        return poly_number(x, expr_number_of(x->g, e));
    return poly_power(x, poly_generator(x, e), 2);
}

typedef poly expander(expansion *s, expr_id e, const expr_node *n);

/* The operator with its arguments simplified, as a generator. */
static poly opaque(expansion *s, expr_id e, const expr_node *n) {
    (void)n;
    return of_node(s->x, rebuilt(s, e, 0));
}

static poly of_leaf(expansion *s, expr_id e, const expr_node *n) {
    (void)n;
    return of_node(s->x, e);
}

static poly of_sum(expansion *s, expr_id e, const expr_node *n) {
    (void)e;
    number sign = number_ratio(n->op == EXPR_ADD ? 1 : -1, 1);
    return poly_add(s->x, value_of(s, n->arg[0]), value_of(s, n->arg[1]), sign);
}

static poly of_negative(expansion *s, expr_id e, const expr_node *n) {
    (void)e;
    return poly_neg(s->x, value_of(s, n->arg[0]));
}

static poly of_product(expansion *s, expr_id e, const expr_node *n) {
    (void)e;
    return poly_mul(s->x, value_of(s, n->arg[0]), value_of(s, n->arg[1]));
}

/* What stands below a fraction's line in any part, but for sums: multiplied by its inverse p has no inner fractions. */
static monomial inner_denominators(algebra *x, poly p) {
    monomial below = {0};
    for (size_t i = 0; i < p.len; i++)
        for (uint32_t k = 0; k < p.at[i].m.len; k++) {
            power f = p.at[i].m.at[k];
            int32_t excess = f.halves - poly_monomial_exponent(below, f.gen);
            if (f.halves < 0 && excess < 0 && x->gens.at[f.gen].kind != GEN_SUM)
                below = poly_monomial_mul(x, below, poly_monomial(x, f.gen, excess));
        }
    return below;
}

/* What all parts have in common, with the sign of the first, and their denominators, taken out of *p. */
static part take_content(algebra *x, poly *p) {
    monomial below = inner_denominators(x, *p);
    *p = poly_scale(x, *p, (part){NUMBER_ONE, poly_monomial_div(x, (monomial){0}, below)});
    part content = p->at[0];
    for (size_t i = 1; i < p->len; i++) {
        content.m = poly_monomial_common(x, content.m, p->at[i].m);
        content.c = poly_common_number(content.c, p->at[i].c);
    }
    if (content.c.value > 0 && p->at[0].c.value < 0)
        content.c = number_neg(content.c);
    part inverse = {number_div(NUMBER_ONE, content.c), poly_monomial_div(x, (monomial){0}, content.m)};
    *p = poly_scale(x, *p, inverse);
    content.m = poly_monomial_mul(x, content.m, below);
    return content;
}

static poly poly_of_form(algebra *x, const form *f);

/* A sum of forms multiplied out. */
static poly poly_of_terms(algebra *x, const form_sum *s) {
    poly sum = {0};
    for (size_t k = 0; k < s->len; k++)
        sum = poly_add(x, sum, poly_of_form(x, &s->at[k]), NUMBER_ONE);
    return sum;
}

static poly poly_of_form(algebra *x, const form *f) {
    poly product = poly_number(x, f->c);
    for (size_t k = 0; k < f->len; k++) {
        form_factor v = f->at[k];
        number sign = number_ratio(v.minus && v.halves % 4 != 0 ? -1 : 1, 1);
        poly factor = v.sum ? poly_whole_power(x, poly_of_terms(x, v.sum), v.halves / 2)
                            : poly_scale(x, poly_power(x, v.gen, v.halves), (part){sign, {0}});
        product = poly_mul(x, product, factor);
    }
    return product;
}

/* Sums of which all are multiplied, each to a whole positive power. */
static bool is_product_of_sums(const form *f) {
    size_t sums = 0;
    for (size_t k = 0; k < f->len; k++) {
        if (f->at[k].halves < 0 || f->at[k].halves % 2 != 0)
            return false;
        sums += f->at[k].sum != NULL;
    }
    return sums > 0 && (f->len > 1 || f->at[0].halves > 2);
}

/* A sum to the power halves/2 (negative, or 1 for its root), as one part. */
static poly power_of_sum(algebra *x, poly p, int32_t halves) {
    expr_id e = algebra_write(x, p);
    if (expr_is_number(x->g, e, NULL))
        return of_node(x, halves == 1 ? expr_sqrt(x->g, e) : expr_powi(x->g, e, halves / 2));
    return poly_power(x, poly_generator_of_sum(x, p, e), halves);
}

static poly inverse_power(algebra *x, poly p, int64_t n);

/* 1/p^n factor by factor, as far as p is seen to be a product: each may cancel by itself. */
static poly inverse_sum(algebra *x, poly p, int64_t n) {
    form f = form_of(x, algebra_search(x, p));
    if (!is_product_of_sums(&f))
        return power_of_sum(x, p, (int32_t)(-2 * n));
    poly result = poly_number(x, number_power(f.c, -n));
    for (size_t k = 0; k < f.len; k++) {
        form_factor once = f.at[k];
        once.halves = 2;
        form one = {.c = NUMBER_ONE, .len = 1, .at = &once};
        result = poly_mul(x, result, inverse_power(x, poly_of_form(x, &one), n * f.at[k].halves / 2));
    }
    return result;
}

/* 1/p^n; over if that has no finite value. */
static poly inverse_power(algebra *x, poly p, int64_t n) {
    if (p.over || p.len == 0)
        return (poly){.over = true};
    part content = take_content(x, &p);
    part inverse = {number_power(content.c, -n), {0}};
    if (!number_finite(inverse.c) || inverse.c.value == 0)
        return (poly){.over = true};
    poly result = poly_of_part(x, inverse);
    poly once = poly_of_part(x, (part){NUMBER_ONE, poly_monomial_div(x, (monomial){0}, content.m)});
    result = poly_mul(x, result, poly_whole_power(x, once, n));
    return p.len == 1 ? result : poly_mul(x, result, inverse_sum(x, p, n));
}

static poly of_quotient(expansion *s, expr_id e, const expr_node *n) {
    (void)e;
    return poly_mul(s->x, value_of(s, n->arg[0]), inverse_power(s->x, value_of(s, n->arg[1]), 1));
}

static poly of_power(expansion *s, expr_id e, const expr_node *n) {
    expr_id inner;
    int64_t exponent;
    if (!expr_is_whole_power(s->x->g, e, &inner, &exponent) || exponent == 0 || exponent > MAX_POWER ||
        exponent < -MAX_POWER)
        return opaque(s, e, n);
    poly base = value_of(s, inner);
    return exponent > 0 ? poly_whole_power(s->x, base, exponent) : inverse_power(s->x, base, -exponent);
}

/* c*u for one whole power u: only then the root of the product is the product of the roots. */
static poly root_of_part(algebra *x, part p) {
    if (p.m.len == 1 && p.m.at[0].halves == 2)
        return poly_power(x, p.m.at[0].gen, 1);
    return power_of_sum(x, poly_of_part(x, (part){NUMBER_ONE, p.m}), 1);
}

static poly of_root(expansion *s, expr_id e, const expr_node *n) {
    algebra *x = s->x;
    poly p = value_of(s, n->arg[0]);
    if (p.over || p.len == 0 || (p.len == 1 && p.at[0].m.len == 0))
        return opaque(s, e, n);
    number size = number_abs(p.at[0].c), root = number_sqrt(size);
    if (root.den == 0)
        return power_of_sum(x, p, 1);
    poly rest = poly_scale(x, p, (part){number_div(NUMBER_ONE, size), {0}});
    poly under = rest.len == 1 && rest.at[0].c.value > 0 ? root_of_part(x, rest.at[0]) : power_of_sum(x, rest, 1);
    return poly_scale(x, under, (part){root, {0}});
}

/* As the root of its square, which cancels with what it is made of. */
static poly of_size(expansion *s, expr_id e, const expr_node *n) {
    poly p = value_of(s, n->arg[0]);
    number c;
    if (p.over || p.len == 0 || p.len > FEW_SQUARED || poly_is_number(p, &c))
        return opaque(s, e, n);
    part content = take_content(s->x, &p);
    poly inside = poly_scale(s->x, p, (part){NUMBER_ONE, content.m}), square = poly_mul(s->x, inside, inside);
    return poly_scale(s->x, power_of_sum(s->x, square, 1), (part){number_abs(content.c), {0}});
}

static poly of_angle(expansion *s, expr_id e, const expr_node *n) {
    algebra *x = s->x;
    int sign;
    number c;
    poly arg = value_of(s, n->arg[0]);
    if (poly_is_number(arg, &c) || arg.over)
        return opaque(s, e, n);
    uint32_t u = trig_angle(x, arg, &sign);
    x->angles.at[u].known = true;
    form_angle_expr(x, u, 1); /* now, from inside outwards: later it would recur through all functions of functions */
    if (n->op == EXPR_COS)
        return poly_power(x, x->angles.at[u].cos, 2);
    number factor = number_ratio(sign, 1);
    poly sine = poly_scale(x, poly_power(x, x->angles.at[u].sin, 2), (part){factor, {0}});
    return n->op == EXPR_SIN ? sine : poly_mul(x, sine, poly_power(x, x->angles.at[u].cos, -2));
}

static expander *const expanders[EXPR_OP_COUNT] = {
    [EXPR_RATIONAL] = of_leaf, [EXPR_REAL] = of_leaf,   [EXPR_VAR] = of_leaf,     [EXPR_ADD] = of_sum,
    [EXPR_SUB] = of_sum,       [EXPR_MUL] = of_product, [EXPR_DIV] = of_quotient, [EXPR_NEG] = of_negative,
    [EXPR_POW] = of_power,     [EXPR_SQRT] = of_root,   [EXPR_SIN] = of_angle,    [EXPR_COS] = of_angle,
    [EXPR_TAN] = of_angle,     [EXPR_ABS] = of_size,    [EXPR_TABLE] = of_leaf,
};

static poly without_squares(algebra *x, poly p) {
    const int32_t squared = 2;
    for (size_t k = 0; k < x->squares.len && !p.over; k++)
        p = poly_replace(x, p, x->squares.at[k].gen, squared, x->squares.at[k].by);
    return p;
}

static poly expand_node(expansion *s, expr_id e) {
    const expr_node n = *expr_node_at(s->x->g, e);
    poly p = expanders[n.op] ? expanders[n.op](s, e, &n) : opaque(s, e, &n);
    p = without_squares(s->x, p);
    return p.over ? opaque(s, e, &n) : p;
}

static expansion begin_expansion(algebra *x, const uint32_t *found, size_t nodes) {
    size_t slots = 16;
    while (slots < 2 * nodes)
        slots *= 2;
    uint32_t *order = ARENA_RAW(x->memory, uint32_t, nodes);
    memcpy(order, found, nodes * sizeof *order);
    expansion s = {x,
                   order,
                   ARENA_ARRAY(x->memory, uint32_t, slots),
                   slots - 1,
                   ARENA_ARRAY(x->memory, poly, nodes),
                   ARENA_ARRAY(x->memory, expr_id, nodes)};
    for (size_t k = 0; k < nodes; k++)
        *slot_of(&s, order[k]) = (uint32_t)k + 1;
    return s;
}

void algebra_expand(algebra *x, const expr_id *roots, size_t count, poly *out) {
    const uint32_t *found;
    size_t nodes = expr_nodes_below(x->g, roots, count, &found);
    expansion s = begin_expansion(x, found, nodes);
    for (size_t k = 0; k < nodes; k++) {
        arena_mark mark = base_arena_get_mark(x->work);
        x->pool = x->work;
        poly p = expand_node(&s, (expr_id){s.order[k]});
        s.value[k] = poly_keep(x, p);
        x->room -= p.len < x->room ? p.len : x->room;
        if (x->room == 0 || x->effort == 0)
            x->limit = FEW_PARTS;
        x->pool = x->memory;
        base_arena_release(x->work, mark);
    }
    for (size_t k = 0; k < count; k++)
        out[k] = value_of(&s, roots[k]);
}
