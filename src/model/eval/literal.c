/* Literal numbers with their units. */
#include "model/eval/eval.h"
#include "model/names/names.h"

/* The unit that may be meant as a name of the model; NULL if there is none. In a model without units even the first. */
static const char *doubtful_unit(builder *b, const syn_expr *e, const scope *env) {
    for (size_t i = 0; i < e->doubtful_count; i++)
        if (eval_find_name(b, SPACE_VALUES, e->doubtful[i], env, e->at) >= 0)
            return e->doubtful[i];
    for (size_t i = 0; i < e->unit_count && !b->m->has_units; i++)
        if (eval_find_name(b, SPACE_VALUES, e->units[i], env, e->at) >= 0)
            return e->units[i];
    return NULL;
}

expr_id eval_in_unit(graph *g, expr_id number, const unit *u) {
    expr_id x = expr_mul(g, number, expr_rational(g, u->num, u->den));
    for (int k = 0; k < u->pi_power; k++)
        x = expr_mul(g, x, expr_real(g, 3.14159265358979323846));
    for (int k = 0; k > u->pi_power; k--)
        x = expr_div(g, x, expr_real(g, 3.14159265358979323846));
    return x;
}

value eval_literal(builder *b, const syn_expr *e, const scope *env) {
    const char *doubtful = doubtful_unit(b, e, env);
    if (doubtful) {
        finding *f =
            diag_add(b->m->findings, DIAG_E0209, e->at, "'%s' is a unit and also a name of the model", doubtful);
        if (e->doubtful_count > 0)
            diag_help(b->m->findings, f, "if it is the unit, write (%s); if not, close the quantity before it: (2 m)*g",
                      names_source_text(b, e->at));
        else
            diag_help(b->m->findings, f, "if it is the unit, write (%s); if not, write the '*': %.6g*%s",
                      names_source_text(b, e->at), e->value, doubtful);
        return value_bad(e->at);
    }
    graph *g = b->m->g;
    expr_id x = e->exact ? expr_rational(g, e->num, e->den) : expr_real(g, e->value);
    value v = value_scalar(x, (dimension){{0}}, e->at);
    v.any_dim = e->value == 0;
    if (!e->has_unit)
        return v;
    v.any_dim = false;
    v.dim = e->unit.dim;
    b->uses_degrees = b->uses_degrees || (e->unit.pi_power != 0 && dim_is_angle(v.dim));
    v.c[0] = eval_in_unit(g, v.c[0], &e->unit);
    return v;
}
