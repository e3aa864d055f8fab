/* From forms to the graph: numerators before denominators, differences instead of negative terms. */
#include "algebra/form/form.h"

static expr_id sum_expr(algebra *x, const form_sum *s);

expr_id form_root_of_squares(graph *g, expr_id base) {
    const expr_node n = *expr_node_at(g, base);
    expr_id root;
    int64_t exponent;
    if (expr_is_whole_power(g, base, &root, &exponent) && exponent == 2)
        return expr_unary(g, EXPR_ABS, root);
    if (n.op == EXPR_MUL) {
        expr_id left = form_root_of_squares(g, n.arg[0]), right = form_root_of_squares(g, n.arg[1]);
        bool squares = expr_node_at(g, left)->op == EXPR_ABS && expr_node_at(g, right)->op == EXPR_ABS;
        if (squares)
            return expr_unary(g, EXPR_ABS, expr_mul(g, expr_node_at(g, left)->arg[0], expr_node_at(g, right)->arg[0]));
    }
    return expr_sqrt(g, base);
}

static expr_id gen_expr(algebra *x, uint32_t gen) {
    static const expr_op function[] = {[GEN_SIN] = EXPR_SIN, [GEN_COS] = EXPR_COS, [GEN_TAN] = EXPR_TAN};
    generator *g = &x->gens.at[gen];
    if (g->e.i == 0) {
        expr_id arg = form_angle_expr(x, g->angle, 1);
        g = &x->gens.at[gen];
        g->e = expr_unary(x->g, function[g->kind], arg);
    }
    return g->e;
}

static expr_id factor_expr(algebra *x, form_factor f) {
    expr_id base = f.sum ? sum_expr(x, f.sum) : gen_expr(x, f.gen);
    int32_t size = f.halves < 0 ? -f.halves : f.halves;
    if (f.minus && x->gens.at[f.gen].kind == GEN_SUM)
        base = expr_sub(x->g, expr_node_at(x->g, base)->arg[1], expr_node_at(x->g, base)->arg[0]);
    else if (f.minus)
        base = expr_unary(x->g, EXPR_SIN, form_angle_expr(x, x->gens.at[f.gen].angle, -1));
    return size % 2 == 0 ? expr_powi(x->g, base, size / 2) : expr_powi(x->g, form_root_of_squares(x->g, base), size);
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
    expr_id c = expr_number(x->g, number_abs(f->c));
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

static expr_id form_expr(algebra *x, const form *f) {
    expr_id e = positive_expr(x, f);
    return f->c.value < 0 ? expr_neg(x->g, e) : e;
}

expr_id form_write_closely(algebra *x, poly p, size_t branches) {
    arena *pool = x->pool;
    expr_id e;
    x->pool = x->work;
    arena_mark mark = base_arena_get_mark(x->work);
    form f = form_of_closely(x, p, branches);
    e = form_expr(x, &f);
    base_arena_release(x->work, mark);
    x->pool = pool;
    return e;
}

expr_id form_write(algebra *x, poly p) {
    return form_write_closely(x, p, 0);
}

expr_id form_angle_expr(algebra *x, uint32_t index, int sign) {
    angle *u = &x->angles.at[index];
    if (u->e.i == 0) {
        expr_id e = form_write(x, u->arg);
        expr_id minus = form_write(x, poly_neg(x, x->angles.at[index].arg));
        u = &x->angles.at[index];
        u->e = e;
        u->minus = minus;
    }
    return sign > 0 ? u->e : u->minus;
}
