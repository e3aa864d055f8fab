/* Constraints, 'constraint NAME: A = B [off]': equations that hold while they are active. */
#include "model/kinds/kinds.h"

/* One row for each component that the equation has: enough is known from its shape once all names are declared. */
static void declare_rows(builder *b, const statement *s) {
    value left, right, f = s->stmt->bad ? value_bad(s->stmt->at) : kinds_read_sides(b, s->decl, &left, &right);
    decl *e = &b->decls.at[s->decl];
    e->unknown = value_is_bad(f);
    e->number = (int)b->rows.len;
    if (f.size <= 1)
        kinds_add_row(b, e, false, -1);
    else
        for (int k = 0; k < f.size; k++)
            kinds_add_row(b, e, false, k);
}

static value constraint_value(builder *b, int d, span at) {
    (void)at;
    return kinds_read_rows(b, d);
}

/* norm(A - B) = l */
static void sketch_distance(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    if (!e || e->op != SYN_EQ || !kinds_is_distance(e))
        return;
    const syn_expr *difference = e->args[0]->args[0];
    value begin = eval_expr(b, difference->args[0], s->env), end = eval_expr(b, difference->args[1], s->env);
    kinds_sketch_line(b, DRAW_ROPE, b->decls.at[s->decl].display, s->stmt->name_at, begin, end);
}

/* A = B: component by component, on A. */
static void sketch_joint(builder *b, const statement *s, int row) {
    value at = eval_expr(b, s->stmt->value->args[0], s->env), other = eval_expr(b, s->stmt->value->args[1], s->env);
    if (at.size != b->m->space || other.size != at.size || !dim_equal(at.dim, DIM_LENGTH))
        return;
    value force = at;
    for (int k = 0; k < at.size; k++)
        force.c[k] = expr_neg(b->m->g, expr_var(b->m->g, b->rows.at[row + k].lambda));
    kinds_begin_drawing(b, DRAW_ARROW, b->decls.at[s->decl].display, s->stmt->name_at, true);
    kinds_put_drawn(b, DRAWN_A, at);
    kinds_put_drawn(b, DRAWN_B, force);
}

static void sketch_force_on(builder *b, const statement *s) {
    int row = kinds_sketch_row(b, s);
    if (row < 0 || kinds_sketch_known_force(b, s, row) || s->stmt->value->op != SYN_EQ)
        return;
    sketch_joint(b, s, row);
}

const kind_row kinds_constraint = {
    .kind = DECL_CONSTRAINT,
    .named = true,
    .noun = "a constraint",
    .help = "write lambda(NAME) or force(NAME)",
    .mechanical = true,
    .value = constraint_value,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_ROWS] = declare_rows,
             [STEP_DEFINE] = kinds_define,
             [STEP_SKETCH] = sketch_distance,
             [STEP_SKETCH_FORCE] = sketch_force_on},
};
