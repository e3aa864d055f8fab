/* From forms to the graph: numerators before denominators, differences instead of negative terms. */
#include "algebra/internal.h"

static expr_id sum_expr(algebra *x, const form_sum *s);

expr_id root_of_squares(graph *g, expr_id base) {
    const expr_node n = *graph_node(g, base);
    double exponent;
    if (n.op == EXPR_POW && expr_is_number(g, n.arg[1], &exponent) && exponent == 2)
        return expr_unary(g, EXPR_ABS, n.arg[0]);
    if (n.op == EXPR_MUL) {
        expr_id left = root_of_squares(g, n.arg[0]), right = root_of_squares(g, n.arg[1]);
        bool squares = graph_node(g, left)->op == EXPR_ABS && graph_node(g, right)->op == EXPR_ABS;
        if (squares)
            return expr_unary(g, EXPR_ABS, expr_mul(g, graph_node(g, left)->arg[0], graph_node(g, right)->arg[0]));
    }
    return expr_sqrt(g, base);
}

static expr_id factor_expr(algebra *x, form_factor f) {
    expr_id base = f.sum ? sum_expr(x, f.sum) : gen_expr(x, f.gen);
    int32_t size = f.halves < 0 ? -f.halves : f.halves;
    if (f.minus && x->gens.at[f.gen].kind == GEN_SUM)
        base = expr_sub(x->g, graph_node(x->g, base)->arg[1], graph_node(x->g, base)->arg[0]);
    else if (f.minus)
        base = expr_unary(x->g, EXPR_SIN, angle_expr(x, x->gens.at[f.gen].angle, -1));
    return size % 2 == 0 ? expr_powi(x->g, base, size / 2) : expr_powi(x->g, root_of_squares(x->g, base), size);
}

static expr_id multiplied(algebra *x, expr_id product, expr_id e) {
    return product.i == 0 ? e : expr_mul(x->g, product, e);
}

/* The form with |c| instead of c. */
static expr_id positive_expr(algebra *x, const form *f) {
    expr_id above = EXPR_NONE, below = EXPR_NONE;
    for (size_t k = 0; k < f->len; k++) {
        expr_id *line = f->at[k].halves > 0 ? &above : &below;
        *line = multiplied(x, *line, factor_expr(x, f->at[k]));
    }
    expr_id c = constant_expr(x->g, number_abs(f->c));
    if (above.i == 0)
        return below.i == 0 ? c : expr_div(x->g, c, below);
    return expr_mul(x->g, c, below.i == 0 ? above : expr_div(x->g, above, below));
}

static expr_id sum_expr(algebra *x, const form_sum *s) {
    expr_id sum = EXPR_NONE;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (size_t k = 0; k < s->len; k++) {
            if ((s->at[k].c.value < 0) != (sign < 0))
                continue;
            expr_id e = positive_expr(x, &s->at[k]);
            if (sum.i == 0)
                sum = sign > 0 ? e : expr_neg(x->g, e);
            else
                sum = sign > 0 ? expr_add(x->g, sum, e) : expr_sub(x->g, sum, e);
        }
    return sum;
}

expr_id form_expr(algebra *x, const form *f) {
    expr_id e = positive_expr(x, f);
    return f->c.value < 0 ? expr_neg(x->g, e) : e;
}

enum { DEEPEST_ANGLE = 32 };

/* The sum without its quarter turns, which are counted. */
static expr_id take_quarters(graph *g, expr_id e, int sign, int depth, int64_t *turns) {
    const expr_node n = *graph_node(g, e);
    int64_t found;
    if (n.op == EXPR_REAL && number_quarter_turns(constant_of(g, e), &found)) {
        *turns += sign * found;
        return expr_int(g, 0);
    }
    if (depth == DEEPEST_ANGLE || (n.op != EXPR_ADD && n.op != EXPR_SUB && n.op != EXPR_NEG))
        return e;
    if (n.op == EXPR_NEG)
        return expr_neg(g, take_quarters(g, n.arg[0], -sign, depth + 1, turns));
    expr_id left = take_quarters(g, n.arg[0], sign, depth + 1, turns);
    expr_id right = take_quarters(g, n.arg[1], n.op == EXPR_ADD ? sign : -sign, depth + 1, turns);
    return n.op == EXPR_ADD ? expr_add(g, left, right) : expr_sub(g, left, right);
}

/* The sine of u and so many quarter turns. */
static expr_id turned_sine(graph *g, expr_id u, int64_t turns) {
    expr_id e = expr_unary(g, turns & 1 ? EXPR_COS : EXPR_SIN, u);
    return turns & 2 ? expr_neg(g, e) : e;
}

expr_id without_quarter_turns(graph *g, expr_id function) {
    const expr_node n = *graph_node(g, function);
    int64_t turns = 0;
    expr_id u = take_quarters(g, n.arg[0], 1, 0, &turns);
    if (turns == 0 || (n.op == EXPR_TAN && turns % 2 != 0))
        return function;
    return n.op == EXPR_TAN ? expr_unary(g, EXPR_TAN, u) : turned_sine(g, u, turns + (n.op == EXPR_COS));
}
