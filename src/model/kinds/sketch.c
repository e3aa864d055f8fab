/* Default drawings of elements, and forces whose statement names their points of application. */
#include <string.h>

#include "model/kinds/kinds.h"

/* P.y, or y where that is what the coordinate of a point is called. */
bool kinds_is_height(const builder *b, const syn_expr *e) {
    const syn_expr *left = e->args[0];
    return e->op == SYN_GE && (left->op == SYN_FIELD || left->op == SYN_NAME) &&
           !strcmp(left->name, b->m->space == 3 ? "z" : "y");
}

bool kinds_is_distance(const syn_expr *e) {
    const syn_expr *call = e->args[0];
    return call->op == SYN_CALL && call->name && !strcmp(call->name, "norm") && call->arg_count == 1 &&
           call->args[0]->op == SYN_SUB;
}

void kinds_sketch_line(builder *b, drawing_shape shape, const char *name, span at, value from, value to) {
    if (from.size != b->m->space || to.size != b->m->space)
        return;
    kinds_begin_drawing(b, shape, name, at, true);
    kinds_put_drawn(b, DRAWN_A, from);
    kinds_put_drawn(b, DRAWN_B, to);
}

void kinds_sketch_ends(builder *b, const statement *s, drawing_shape shape) {
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM), *to = syntax_find_clause(s->stmt, WORD_TO);
    if (!from || !to)
        return;
    value begin = eval_expr(b, from->value, s->env), end = eval_expr(b, to->value, s->env);
    kinds_sketch_line(b, shape, b->decls.at[s->decl].display, s->stmt->name_at, begin, end);
}

/* The row's multiplier along a direction, as the force on a point: -lambda df/dP. */
static void sketch_force(builder *b, const statement *s, int row, value at, value direction) {
    graph *g = b->m->g;
    expr_id lambda = expr_neg(g, expr_var(g, b->rows.at[row].lambda));
    if (at.size != b->m->space || direction.size != b->m->space)
        return;
    kinds_begin_drawing(b, DRAW_ARROW, b->decls.at[s->decl].display, s->stmt->name_at, true);
    kinds_put_drawn(b, DRAWN_A, at);
    kinds_put_drawn(b, DRAWN_B, value_scale(&b->vc, direction, lambda, DIM_FORCE));
}

/* P.y >= height: upward, on P. */
static void sketch_push(builder *b, const statement *s, int row) {
    const syn_expr *e = s->stmt->value;
    value at = eval_expr(b, e->args[0]->args[0], s->env), up = {.size = b->m->space, .at = e->at};
    for (int k = 0; k < up.size; k++)
        up.c[k] = expr_int(b->m->g, k == up.size - 1);
    sketch_force(b, s, row, at, up);
}

static bool is_drawn_at(const builder *b, const model_drawing *d, int place, value p) {
    for (int k = 0; k < b->m->space; k++)
        if (d->slot[place + k] < 0 || !expr_same(b->drawn.at[d->slot[place + k]], p.c[k]))
            return false;
    return true;
}

/* A rope that is drawn where a constraint holds it goes when the constraint does; so does a spring. */
void kinds_tie_drawings(builder *b, drawing_shape shape, int switch_index, value from, value to) {
    if (from.size != b->m->space || to.size != from.size)
        return;
    for (size_t i = 0; i < b->drawings.len; i++) {
        model_drawing *d = &b->drawings.at[i];
        bool along = is_drawn_at(b, d, DRAWN_A, from) && is_drawn_at(b, d, DRAWN_B, to);
        bool back = is_drawn_at(b, d, DRAWN_A, to) && is_drawn_at(b, d, DRAWN_B, from);
        if (d->shape == shape && (along || back))
            d->switch_index = switch_index;
    }
}

/* norm(A - B) = l, or a bound of it: along the line, on both. */
static void sketch_pull(builder *b, const statement *s, int row) {
    const syn_expr *e = s->stmt->value, *difference = e->args[0]->args[0];
    value from = eval_expr(b, difference->args[0], s->env), to = eval_expr(b, difference->args[1], s->env);
    value line = value_binary(&b->vc, SYN_SUB, from, to, e->at);
    if (e->op == SYN_EQ)
        kinds_tie_drawings(b, DRAW_ROPE, b->rows.at[row].element, from, to);
    value along = value_binary(&b->vc, SYN_DIV, line, value_norm(&b->vc, line, e->at), e->at);
    if (e->op == SYN_LE || e->op == SYN_LT)
        along = value_negate(&b->vc, along, e->at);
    sketch_force(b, s, row, from, along);
    sketch_force(b, s, row, to, value_negate(&b->vc, along, e->at));
}

int kinds_sketch_row(const builder *b, const statement *s) {
    int row = b->decls.at[s->decl].number;
    bool sides = s->stmt->value && s->stmt->value->arg_count == 2;
    return !sides || row < 0 || b->system->rows[row].velocity ? -1 : row;
}

bool kinds_sketch_known_force(builder *b, const statement *s, int row) {
    const syn_expr *left = s->stmt->value->args[0];
    bool height = kinds_is_height(b, s->stmt->value) && left->op == SYN_FIELD && !eval_is_member(b, left, s->env);
    bool distance = !height && kinds_is_distance(s->stmt->value);
    if (height)
        sketch_push(b, s, row);
    else if (distance)
        sketch_pull(b, s, row);
    return height || distance;
}
