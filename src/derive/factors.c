/* Products taken apart, with equal factors joined: x*(x*y/z) as x^2*y/z. */
#include "derive/factors.h"

#include "expr/terms.h"

static void add_factor(derive_factors *p, expr_id e, bool below) {
    enum { MOST_POWER = 100 };
    derive_factor f = {e, 1, below};
    if (expr_is_whole_power(p->g, e, &f.base, &f.power) && (f.power < 1 || f.power >= MOST_POWER))
        f = (derive_factor){e, 1, below};
    for (int k = 0; k < p->count; k++)
        if (expr_same(p->at[k].base, f.base) && !expr_is_number(p->g, f.base, NULL)) {
            p->at[k].power += p->at[k].below == below ? f.power : -f.power;
            p->joined = true;
            return;
        }
    p->over = p->over || p->count == DERIVE_MOST_FACTORS;
    if (!p->over)
        p->at[p->count++] = f;
}

static void add_factors(derive_factors *p, expr_id e, bool below) {
    const expr_node *n = expr_node_at(p->g, e);
    expr_id left = n->arg[0], right = n->arg[1];
    if (p->over)
        return;
    if (n->op != EXPR_MUL && n->op != EXPR_DIV) {
        add_factor(p, e, below);
        return;
    }
    add_factors(p, left, below);
    add_factors(p, right, below != (n->op == EXPR_DIV));
}

derive_factors derive_factors_of(graph *g, expr_id e) {
    derive_factors p = {.g = g};
    add_factors(&p, e, false);
    return p;
}

expr_id derive_factors_written(const derive_factors *p) {
    graph *g = p->g;
    expr_id line[2] = {expr_int(g, 1), expr_int(g, 1)};
    for (int k = 0; k < p->count; k++) {
        const bool below = p->at[k].below != (p->at[k].power < 0);
        const int power = (int)(p->at[k].power < 0 ? -p->at[k].power : p->at[k].power);
        line[below] = expr_mul(g, line[below], expr_powi(g, p->at[k].base, power));
    }
    return expr_div(g, line[0], line[1]);
}

/* Moves the numbers among the factors into c. */
static void take_numbers(derive_factors *p, number *c) {
    int kept = 0;
    for (int k = 0; k < p->count; k++) {
        const derive_factor f = p->at[k];
        if (!expr_is_number(p->g, f.base, NULL)) {
            p->at[kept++] = f;
            continue;
        }
        const number part = number_power(expr_number_of(p->g, f.base), f.power);
        *c = f.below ? number_div(*c, part) : number_mul(*c, part);
    }
    p->count = kept;
}

expr_id derive_factors_key(graph *g, expr_id e, number *c) {
    derive_factors p = derive_factors_of(g, e);
    if (p.over)
        return e;
    take_numbers(&p, c);
    for (int k = 1; k < p.count; k++)
        for (int j = k; j > 0 && p.at[j].base.i < p.at[j - 1].base.i; j--) {
            const derive_factor f = p.at[j];
            p.at[j] = p.at[j - 1];
            p.at[j - 1] = f;
        }
    return derive_factors_written(&p);
}
