/* Integration term by term by elementary rules: functions of w times a multiple of dw, expansion of products, products
   of sines as sums, integration by parts. */
#include "algebra/antiderivative.h"

#include "base/vec.h"
#include "expr/diff.h"
#include "expr/terms.h"
#include "expr/walk.h"

enum { MOST_CALLS = 300, MOST_FACTORS = 12, DEEPEST = 40, HIGHEST_POWER = 8 };

typedef struct factor {
    expr_id base;
    number power;
} factor;

/* outside * product of base^power; every base depends on the variable. */
typedef struct product {
    expr_id outside;
    factor at[MOST_FACTORS];
    int count;
    bool ok; /* false: too many factors */
} product;

typedef struct integration {
    graph *g;
    uint32_t var;
    bool *wanted; /* of expr_depends: the variable alone */
    int calls, depth;
} integration;

static expr_id integrate(integration *w, expr_id e);

static bool varies(const integration *w, expr_id e) {
    return expr_depends(w->g, e, w->wanted);
}

static expr_op op_of(const integration *w, expr_id e) {
    return expr_node_at(w->g, e)->op;
}

static expr_id arg_of(const integration *w, expr_id e, int k) {
    return expr_node_at(w->g, e)->arg[k];
}

static expr_id power_node(graph *g, expr_id base, number power) {
    return expr_pow(g, base, expr_number(g, power));
}

/* exp(u)^p is exp(p u), and all of a product are one. */
static void multiply_exp(integration *w, product *p, expr_id u, number power) {
    u = expr_mul(w->g, expr_number(w->g, power), u);
    for (int i = 0; i < p->count; i++)
        if (op_of(w, p->at[i].base) == EXPR_EXP) {
            u = expr_add(w->g, u, arg_of(w, p->at[i].base, 0));
            p->at[i] = p->at[--p->count];
            break;
        }
    expr_id e = expr_unary(w->g, EXPR_EXP, u);
    if (!varies(w, e))
        p->outside = expr_mul(w->g, p->outside, e);
    else
        p->at[p->count++] = (factor){e, NUMBER_ONE};
}

static void multiply_atom(product *p, expr_id base, number power) {
    for (int i = 0; i < p->count; i++) {
        if (!expr_same(p->at[i].base, base))
            continue;
        p->at[i].power = number_add(p->at[i].power, power);
        if (number_is(p->at[i].power, 0))
            p->at[i] = p->at[--p->count];
        return;
    }
    p->at[p->count++] = (factor){base, power};
}

/* p *= e^power */
static void multiply(integration *w, product *p, expr_id e, number power) {
    graph *g = w->g;
    if (p->count + 2 > MOST_FACTORS || w->depth > DEEPEST)
        p->ok = false;
    if (!p->ok)
        return;
    if (!varies(w, e)) {
        p->outside = expr_mul(g, p->outside, power_node(g, e, power));
        return;
    }
    const expr_node n = *expr_node_at(g, e);
    w->depth++;
    if (n.op == EXPR_MUL || n.op == EXPR_DIV) {
        multiply(w, p, n.arg[0], power);
        multiply(w, p, n.arg[1], n.op == EXPR_MUL ? power : number_neg(power));
    } else if (n.op == EXPR_NEG && number_small_int(power, &(int64_t){0})) {
        multiply(w, p, expr_int(g, -1), power);
        multiply(w, p, n.arg[0], power);
    } else if (n.op == EXPR_POW && expr_is_number(g, n.arg[1], NULL)) {
        multiply(w, p, n.arg[0], number_mul(power, expr_number_of(g, n.arg[1])));
    } else if (n.op == EXPR_SQRT) {
        multiply(w, p, n.arg[0], number_mul(power, number_ratio(1, 2)));
    } else if (n.op == EXPR_TAN) {
        multiply(w, p, expr_unary(g, EXPR_SIN, n.arg[0]), power);
        multiply(w, p, expr_unary(g, EXPR_COS, n.arg[0]), number_neg(power));
    } else if (n.op == EXPR_EXP) {
        multiply_exp(w, p, n.arg[0], power);
    } else {
        multiply_atom(p, e, power);
    }
    w->depth--;
}

static expr_id written_out(integration *w, const product *p) {
    expr_id e = p->outside;
    for (int i = 0; i < p->count; i++)
        e = expr_mul(w->g, e, power_node(w->g, p->at[i].base, p->at[i].power));
    return e;
}

/* The integral of w^power dw. */
static expr_id integral_of_power(graph *g, expr_id w, number power) {
    if (number_is(power, -1))
        return expr_unary(g, EXPR_LOG, expr_unary(g, EXPR_ABS, w));
    number next = number_add(power, NUMBER_ONE);
    expr_id raised = power_node(g, w, next);
    return expr_div(g, raised, expr_number(g, next));
}

/* ln |(1 + sin u)/cos u| for 1/cos u, and for 1/sin u the same with sin and cos exchanged and a minus sign. */
static expr_id integral_of_reciprocal(graph *g, expr_op f, expr_id u) {
    expr_op other = expr_cofunction(f);
    expr_id above = expr_add(g, expr_int(g, 1), expr_unary(g, other, u));
    expr_id F = expr_unary(g, EXPR_LOG, expr_unary(g, EXPR_ABS, expr_div(g, above, expr_unary(g, f, u))));
    return f == EXPR_COS ? F : expr_neg(g, F);
}

/* The integral of f(u)^power du where a table knows it, else none. */
static expr_id integral_of_function(graph *g, expr_op f, expr_id u, number power) {
    static const struct {
        expr_op f;
        int power, sign;
        expr_op F, under; /* F(u), or F(u)/under(u) */
    } known[] = {
        {EXPR_SIN, 1, -1, EXPR_COS, EXPR_VAR},  {EXPR_COS, 1, 1, EXPR_SIN, EXPR_VAR},
        {EXPR_EXP, 1, 1, EXPR_EXP, EXPR_VAR},   {EXPR_SINH, 1, 1, EXPR_COSH, EXPR_VAR},
        {EXPR_COSH, 1, 1, EXPR_SINH, EXPR_VAR}, {EXPR_COS, -2, 1, EXPR_TAN, EXPR_VAR},
        {EXPR_SIN, -2, -1, EXPR_COS, EXPR_SIN}, {EXPR_COSH, -2, 1, EXPR_TANH, EXPR_VAR},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].f != f || !number_is(power, known[i].power))
            continue;
        expr_id F = expr_unary(g, known[i].F, u);
        if (known[i].under != EXPR_VAR)
            F = expr_div(g, F, expr_unary(g, known[i].under, u));
        return known[i].sign > 0 ? F : expr_neg(g, F);
    }
    if (f == EXPR_TANH && number_is(power, 1))
        return expr_unary(g, EXPR_LOG, expr_unary(g, EXPR_COSH, u));
    if (f == EXPR_TANH && number_is(power, 2))
        return expr_sub(g, u, expr_unary(g, EXPR_TANH, u));
    bool reciprocal = expr_is_sine_or_cosine(f) && number_is(power, -1);
    return reciprocal ? integral_of_reciprocal(g, f, u) : EXPR_NONE;
}

/* The product over dw/dvar; what is left is the multiple, if it does not vary. */
static bool is_multiple_of_rate(integration *w, product rest, expr_id inner, expr_id *multiple) {
    multiply(w, &rest, expr_derivative(w->g, inner, w->var), number_ratio(-1, 1));
    *multiple = rest.outside;
    return rest.ok && rest.count == 0;
}

/* f(w) dw, with w a base of the product or what stands inside it. */
static expr_id by_substitution(integration *w, const product *p) {
    graph *g = w->g;
    for (int i = 0; i < p->count; i++) {
        expr_id base = p->at[i].base, multiple, F = EXPR_NONE;
        product rest = *p;
        rest.at[i] = rest.at[--rest.count];
        if (is_multiple_of_rate(w, rest, base, &multiple))
            F = integral_of_power(g, base, p->at[i].power);
        const expr_node n = *expr_node_at(g, base);
        if (!F.i && n.arg[0].i && !n.arg[1].i && is_multiple_of_rate(w, rest, n.arg[0], &multiple))
            F = integral_of_function(g, n.op, n.arg[0], p->at[i].power);
        if (F.i)
            return expr_mul(g, multiple, F);
    }
    return EXPR_NONE;
}

/* The root of a product of squares without signs: x for x^2. */
static expr_id plain_root(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    if (n.op == EXPR_MUL || n.op == EXPR_DIV) {
        expr_id left = plain_root(g, n.arg[0]);
        return expr_binary(g, n.op, left, plain_root(g, n.arg[1]));
    }
    expr_id root;
    int64_t power;
    if (expr_is_whole_power(g, e, &root, &power) && power == 2)
        return root;
    return expr_sqrt(g, e);
}

/* dz/(c z^2 + b z + a) = 2/r atan((2 c z + b)/r) with r^2 = 4 a c - b^2. */
static expr_id by_arcus(integration *w, const product *p) {
    graph *g = w->g;
    expr_id zero = expr_int(g, 0), z = expr_var(g, w->var), at_0[2];
    if (p->count != 1 || !number_is(p->at[0].power, -1))
        return EXPR_NONE;
    expr_id slope = expr_derivative(g, p->at[0].base, w->var), twice_c = expr_derivative(g, slope, w->var);
    if (varies(w, twice_c) || expr_is_zero(g, twice_c))
        return EXPR_NONE;
    expr_substitute(g, (expr_id[]){p->at[0].base, slope}, 2, &z, &zero, 1, at_0);
    expr_id two = expr_int(g, 2), twice_product = expr_mul(g, two, expr_mul(g, at_0[0], twice_c));
    expr_id square = expr_sub(g, twice_product, expr_powi(g, at_0[1], 2));
    expr_id r = plain_root(g, square), turn = expr_unary(g, EXPR_ATAN, expr_div(g, slope, r));
    return expr_mul(g, p->outside, expr_mul(g, expr_div(g, two, r), turn));
}

/* A number that is not negative, or products and quotients of squares and such numbers. */
static bool is_square(graph *g, expr_id e) {
    const expr_node n = *expr_node_at(g, e);
    expr_id root;
    int64_t power;
    if (n.op == EXPR_MUL || n.op == EXPR_DIV)
        return is_square(g, n.arg[0]) && is_square(g, n.arg[1]);
    if (expr_is_number(g, e, NULL))
        return expr_number_of(g, e).value > 0;
    return expr_is_whole_power(g, e, &root, &power) && power == 2;
}

/* c z^2 + b z + a with c and what it is made of. */
typedef struct quadratic {
    expr_id base, slope, c, discriminant; /* b^2 - 4 a c */
} quadratic;

static bool read_quadratic(const integration *w, expr_id base, quadratic *out) {
    graph *g = w->g;
    expr_id zero = expr_int(g, 0), z = expr_var(g, w->var), at_0[2];
    const expr_id slope = expr_derivative(g, base, w->var), twice_c = expr_derivative(g, slope, w->var);
    if (varies(w, twice_c) || expr_is_zero(g, twice_c))
        return false;
    expr_substitute(g, (expr_id[]){base, slope}, 2, &z, &zero, 1, at_0);
    const expr_id two = expr_int(g, 2), product_4 = expr_mul(g, two, expr_mul(g, at_0[0], twice_c));
    const expr_id c = expr_mul(g, expr_rational(g, 1, 2), twice_c), b_squared = expr_powi(g, at_0[1], 2);
    *out = (quadratic){base, slope, c, expr_sub(g, b_squared, product_4)};
    return true;
}

/* dz/sqrt(c z^2 + b z + a): a logarithm where c > 0, with u = 2 c z + b; where c < 0, -1/sqrt(-c) asin(u/sqrt(b^2 -
   4 a c)). */
static expr_id integral_over_root(graph *g, const quadratic *x) {
    const expr_id minus_c = expr_neg(g, x->c);
    if (is_square(g, x->c)) {
        const expr_id two = expr_int(g, 2), r = expr_sqrt(g, x->c), twice_r = expr_mul(g, two, r);
        const expr_id sum = expr_add(g, expr_mul(g, twice_r, expr_sqrt(g, x->base)), x->slope);
        return expr_div(g, expr_unary(g, EXPR_LOG, expr_unary(g, EXPR_ABS, sum)), r);
    }
    if (!is_square(g, minus_c))
        return EXPR_NONE;
    const expr_id width = expr_sqrt(g, x->discriminant);
    const expr_id turn = expr_unary(g, EXPR_ASIN, expr_div(g, expr_neg(g, x->slope), width));
    return expr_div(g, turn, expr_sqrt(g, minus_c));
}

/* sqrt(q) dz for q = c z^2 + b z + a: u sqrt(q)/(4 c) - (b^2 - 4 a c)/(8 c) times the integral of dz/sqrt(q). */
static expr_id integral_of_root(graph *g, const quadratic *x) {
    const expr_id over = integral_over_root(g, x), eight = expr_int(g, 8), four = expr_int(g, 4);
    if (!over.i)
        return over;
    const expr_id eight_c = expr_mul(g, eight, x->c), four_c = expr_mul(g, four, x->c);
    const expr_id share = expr_mul(g, expr_div(g, x->discriminant, eight_c), over);
    return expr_sub(g, expr_div(g, expr_mul(g, x->slope, expr_sqrt(g, x->base)), four_c), share);
}

static expr_id by_root(integration *w, const product *p) {
    quadratic x;
    if (p->count != 1)
        return EXPR_NONE;
    const number twice = number_add(p->at[0].power, p->at[0].power);
    if ((!number_is(twice, 1) && !number_is(twice, -1)) || !read_quadratic(w, p->at[0].base, &x))
        return EXPR_NONE;
    const expr_id F = number_is(twice, 1) ? integral_of_root(w->g, &x) : integral_over_root(w->g, &x);
    return F.i ? expr_mul(w->g, p->outside, F) : F;
}

/* (a + b)^n with a small n: the factor is taken out once and both parts are integrated. */
static expr_id by_expansion(integration *w, const product *p) {
    graph *g = w->g;
    for (int i = 0; i < p->count; i++) {
        const expr_node n = *expr_node_at(g, p->at[i].base);
        int64_t power;
        if ((n.op != EXPR_ADD && n.op != EXPR_SUB) || !number_small_int(p->at[i].power, &power) || power < 1 ||
            power > HIGHEST_POWER)
            continue;
        product rest = *p;
        if (power == 1)
            rest.at[i] = rest.at[--rest.count];
        else
            rest.at[i].power = number_ratio(power - 1, 1);
        expr_id outer = written_out(w, &rest);
        expr_id a = integrate(w, expr_mul(g, outer, n.arg[0])), b = integrate(w, expr_mul(g, outer, n.arg[1]));
        return a.i && b.i ? expr_binary(g, n.op, a, b) : EXPR_NONE;
    }
    return EXPR_NONE;
}

/* Sines and cosines with whole positive powers, one of them taken out of the product at each call. */
static bool take_trig_factor(const integration *w, product *p, expr_op *f, expr_id *u) {
    for (int i = 0; i < p->count; i++) {
        int64_t power;
        expr_op op = op_of(w, p->at[i].base);
        if (!expr_is_sine_or_cosine(op) || !number_small_int(p->at[i].power, &power) || power < 1)
            continue;
        *f = op;
        *u = arg_of(w, p->at[i].base, 0);
        if (power == 1)
            p->at[i] = p->at[--p->count];
        else
            p->at[i].power = number_ratio(power - 1, 1);
        return true;
    }
    return false;
}

/* sin u sin v = (cos(u - v) - cos(u + v))/2 and its like. */
static expr_id by_sums_of_trig_factors(integration *w, const product *p) {
    graph *g = w->g;
    product rest = *p;
    expr_op f, h;
    expr_id u, v;
    if (!take_trig_factor(w, &rest, &f, &u) || !take_trig_factor(w, &rest, &h, &v))
        return EXPR_NONE;
    if (f == EXPR_COS && h == EXPR_SIN) {
        expr_id other = u;
        u = v, v = other, f = EXPR_SIN, h = EXPR_COS;
    }
    expr_op trig_factor = f == h ? EXPR_COS : EXPR_SIN;
    expr_id less = expr_unary(g, trig_factor, expr_sub(g, u, v)), more = expr_unary(g, trig_factor, expr_add(g, u, v));
    expr_id sum = expr_binary(g, f == EXPR_SIN && h == EXPR_SIN ? EXPR_SUB : EXPR_ADD, less, more);
    expr_id half = expr_rational(g, 1, 2);
    return integrate(w, expr_mul(g, expr_mul(g, half, written_out(w, &rest)), sum));
}

/* z^n f(z) with n > 0 and a rest that can be integrated: z^n F - integral of n z^(n-1) F. */
static expr_id by_parts(integration *w, const product *p) {
    graph *g = w->g;
    expr_id z = expr_var(g, w->var);
    for (int i = 0; i < p->count; i++) {
        int64_t power;
        if (!expr_same(p->at[i].base, z) || !number_small_int(p->at[i].power, &power) || power < 1 ||
            power > HIGHEST_POWER)
            continue;
        product rest = *p;
        rest.at[i] = rest.at[--rest.count];
        expr_id F = integrate(w, written_out(w, &rest));
        if (!F.i)
            return EXPR_NONE;
        expr_id exponent = expr_int(g, power), slope = expr_mul(g, exponent, expr_powi(g, z, (int)power - 1));
        expr_id more = integrate(w, expr_mul(g, slope, F));
        return more.i ? expr_sub(g, expr_mul(g, expr_powi(g, z, (int)power), F), more) : EXPR_NONE;
    }
    return EXPR_NONE;
}

static expr_id integrate_product(integration *w, expr_id e) {
    static expr_id (*const rules[])(integration *, const product *) = {
        by_substitution, by_arcus, by_root, by_expansion, by_sums_of_trig_factors, by_parts};
    product p = {.outside = expr_int(w->g, 1), .ok = true};
    multiply(w, &p, e, NUMBER_ONE);
    if (!p.ok)
        return EXPR_NONE;
    if (p.count == 0)
        return expr_mul(w->g, p.outside, expr_var(w->g, w->var));
    expr_id F = EXPR_NONE;
    for (size_t k = 0; k < sizeof rules / sizeof *rules && !F.i; k++)
        F = rules[k](w, &p);
    return F;
}

static expr_id integrate(integration *w, expr_id e) {
    graph *g = w->g;
    if (++w->calls > MOST_CALLS || w->depth > DEEPEST)
        return EXPR_NONE;
    if (expr_is_zero(g, e))
        return e;
    const expr_node n = *expr_node_at(g, e);
    expr_id F = EXPR_NONE;
    w->depth++;
    if (!varies(w, e)) {
        F = expr_mul(g, e, expr_var(g, w->var));
    } else if (n.op == EXPR_ADD || n.op == EXPR_SUB) {
        expr_id a = integrate(w, n.arg[0]), b = a.i ? integrate(w, n.arg[1]) : EXPR_NONE;
        F = a.i && b.i ? expr_binary(g, n.op, a, b) : EXPR_NONE;
    } else if (n.op == EXPR_NEG) {
        expr_id a = integrate(w, n.arg[0]);
        F = a.i ? expr_neg(g, a) : EXPR_NONE;
    } else {
        F = integrate_product(w, e);
    }
    w->depth--;
    return F;
}

expr_id algebra_antiderivative(graph *g, expr_id e, uint32_t var, arena *a) {
    integration w = {.g = g, .var = var, .wanted = ARENA_ARRAY(a, bool, expr_var_count(g))};
    w.wanted[var] = true;
    return integrate(&w, e);
}
