/* Running error bounds of expressions, in the scales of the motion. */
#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/scales.h"

const uint32_t *dynamics_scales_vars(model *m) {
    if (m->scale_vars)
        return m->scale_vars;
    m->scale_vars = ARENA_ARRAY(m->memory, uint32_t, SCALE_KINDS * m->coord_count + 1);
    for (size_t i = 0; i < SCALE_KINDS * m->coord_count; i++)
        m->scale_vars[i] = model_add_var(m, "scale");
    return m->scale_vars;
}

/* A number of the state is off by what rounding makes of it and of all that it has been. */
static expr_id error_of_variable(void *user, uint32_t var) {
    sim *s = user;
    graph *g = s->m->g;
    const model_var *x = &s->m->vars[var];
    expr_id size = expr_unary(g, EXPR_ABS, expr_var(g, var));
    if (x->kind != VAR_COORD && x->kind != VAR_VELOCITY && x->kind != VAR_STATE && x->kind != VAR_ACCELERATION)
        return size;
    int kind = x->kind == VAR_COORD ? SCALE_PLACE : x->kind == VAR_ACCELERATION ? SCALE_ACCELERATION : SCALE_RATE;
    LGR_ASSERT((size_t)x->index < s->m->coord_count);
    uint32_t scale = dynamics_scales_vars(s->m)[SCALE_KINDS * x->index + kind];
    return expr_binary(g, EXPR_MAX, size, expr_var(g, scale));
}

void dynamics_scales_roundings(sim *s, const expr_id *roots, size_t count, expr_id *out) {
    dynamics_scales_vars(s->m); /* before the walk, which must not meet new variables */
    expr_roundings(s->m->g, roots, count, (expr_leaves){error_of_variable, s}, out);
}

expr_id dynamics_scales_rounding(sim *s, expr_id e) {
    expr_id out;
    dynamics_scales_roundings(s, &e, 1, &out);
    return out;
}
