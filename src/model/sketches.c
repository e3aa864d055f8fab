/* Sketches: what the program draws of a model that has no drawings: bodies, springs, distances, level grounds. */
#include <string.h>

#include "model/builder.h"

static bool has_drawings(const builder *b) {
    for (size_t i = 0; i < b->statements.len; i++)
        if (b->statements.at[i].stmt->kind == SYN_DRAW)
            return true;
    return false;
}

/* P.y, or y where that is what the coordinate of a point is called. */
static bool is_height(const builder *b, const syn_expr *e) {
    const syn_expr *left = e->args[0];
    return e->op == SYN_GE && (left->op == SYN_FIELD || left->op == SYN_NAME) &&
           !strcmp(left->name, b->m->space == 3 ? "z" : "y");
}

static bool is_distance(const syn_expr *e) {
    const syn_expr *call = e->args[0];
    return call->op == SYN_CALL && call->name && !strcmp(call->name, "norm") && call->arg_count == 1 &&
           call->args[0]->op == SYN_SUB;
}

static void sketch_line(builder *b, drawing_shape shape, const char *name, span at, value from, value to) {
    if (from.size != b->m->space || to.size != b->m->space)
        return;
    begin_drawing(b, shape, name, at, true);
    put_drawn(b, DRAWN_A, from);
    put_drawn(b, DRAWN_B, to);
}

static void sketch_ends(builder *b, const statement *s, drawing_shape shape, const char *name) {
    const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM), *to = syntax_find_clause(s->stmt, WORD_TO);
    if (!from || !to)
        return;
    value begin = eval(b, from->value, s->env), end = eval(b, to->value, s->env);
    sketch_line(b, shape, name, s->stmt->name_at, begin, end);
}

static bool is_freeable(const builder *b, const statement *s) {
    return b->bodies.at[b->decls.at[s->decl].number].freeable;
}

static void sketch_body(builder *b, const statement *s) {
    int index = b->decls.at[s->decl].number;
    const model_body *m = &b->bodies.at[index];
    const body_reading *r = read_body(b, index);
    if (value_is_bad(r->position))
        return;
    begin_drawing(b, m->kind == BODY_PARTICLE ? DRAW_BALL : DRAW_BODY, m->name, m->at, true);
    put_drawn(b, DRAWN_A, r->position);
    if (!value_is_bad(r->frame))
        put_drawn(b, DRAWN_MATRIX, r->frame);
    else if (!value_is_bad(r->angle))
        put_drawn(b, DRAWN_ANGLE, r->angle);
}

/* norm(A - B) = l */
static void sketch_distance(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    if (!e || e->op != SYN_EQ || !is_distance(e))
        return;
    const syn_expr *difference = e->args[0]->args[0];
    value begin = eval(b, difference->args[0], s->env), end = eval(b, difference->args[1], s->env);
    sketch_line(b, DRAW_ROPE, b->decls.at[s->decl].display, s->stmt->name_at, begin, end);
}

/* P.y >= height */
static void sketch_ground(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    if (!e || !is_height(b, e))
        return;
    value height = eval(b, e->args[1], s->env);
    var_kind found;
    if (height.size != 1 || find_kinds(b, height, KINDS_MOTION, &found))
        return;
    begin_drawing(b, DRAW_GROUND, b->decls.at[s->decl].display, s->stmt->name_at, true);
    put_drawn(b, DRAWN_A + b->m->space - 1, height);
}

/* A point mass whose energies are written by hand: coordinates called x and y, and z. */
static void sketch_coordinates(builder *b) {
    static const char *const names[] = {"x", "y", "z"};
    value at = {.size = b->m->space};
    int found = 0;
    for (size_t i = 0; i < b->m->declared_coords; i++)
        for (int k = 0; k < b->m->space; k++)
            if (!strcmp(b->coords.at[i].name, names[k]))
                at.c[k] = expr_var(b->m->g, b->coords.at[i].q), found++;
    if (b->bodies.len || found != b->m->space)
        return;
    begin_drawing(b, DRAW_BALL, "point", (span){0, 0}, true);
    put_drawn(b, DRAWN_A, at);
}

/* The row's multiplier along a direction, as the force on a point: -lambda df/dP. */
static void sketch_force(builder *b, const statement *s, int row, value at, value direction) {
    graph *g = b->m->g;
    expr_id lambda = expr_neg(g, expr_var(g, b->rows.at[row].lambda));
    if (at.size != b->m->space || direction.size != b->m->space)
        return;
    begin_drawing(b, DRAW_ARROW, b->decls.at[s->decl].display, s->stmt->name_at, true);
    put_drawn(b, DRAWN_A, at);
    put_drawn(b, DRAWN_B, value_scale(&b->vc, direction, lambda, DIM_FORCE));
}

/* P.y >= height: upward, on P. */
static void sketch_push(builder *b, const statement *s, int row) {
    const syn_expr *e = s->stmt->value;
    value at = eval(b, e->args[0]->args[0], s->env), up = {.size = b->m->space, .at = e->at};
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
static void tie_drawings(builder *b, drawing_shape shape, int switch_index, value from, value to) {
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
    value from = eval(b, difference->args[0], s->env), to = eval(b, difference->args[1], s->env);
    value line = value_binary(&b->vc, SYN_SUB, from, to, e->at);
    if (e->op == SYN_EQ)
        tie_drawings(b, DRAW_ROPE, b->rows.at[row].element, from, to);
    value along = value_binary(&b->vc, SYN_DIV, line, value_norm(&b->vc, line, e->at), e->at);
    if (e->op == SYN_LE || e->op == SYN_LT)
        along = value_negate(&b->vc, along, e->at);
    sketch_force(b, s, row, from, along);
    sketch_force(b, s, row, to, value_negate(&b->vc, along, e->at));
}

/* A = B: component by component, on A. */
static void sketch_joint(builder *b, const statement *s, int row) {
    value at = eval(b, s->stmt->value->args[0], s->env), other = eval(b, s->stmt->value->args[1], s->env);
    if (at.size != b->m->space || other.size != at.size || !dim_equal(at.dim, DIM_LENGTH))
        return;
    value force = at;
    for (int k = 0; k < at.size; k++)
        force.c[k] = expr_neg(b->m->g, expr_var(b->m->g, b->rows.at[row + k].lambda));
    begin_drawing(b, DRAW_ARROW, b->decls.at[s->decl].display, s->stmt->name_at, true);
    put_drawn(b, DRAWN_A, at);
    put_drawn(b, DRAWN_B, force);
}

static void tie_springs(builder *b) {
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *s = &b->statements.at[i];
        if (s->stmt->kind != SYN_SPRING || s->stmt->bad || s->decl < 0)
            continue;
        const syn_clause *from = syntax_find_clause(s->stmt, WORD_FROM), *to = syntax_find_clause(s->stmt, WORD_TO);
        if (!from || !to)
            continue;
        value begin = eval(b, from->value, s->env), end = eval(b, to->value, s->env);
        tie_drawings(b, DRAW_SPRING, b->decls.at[s->decl].switch_index, begin, end);
    }
}

/* Forces of constraints and contacts whose text says on which points they act. */
static void sketch_forces(builder *b) {
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *s = &b->statements.at[i];
        bool tie = s->stmt->kind == SYN_CONSTRAINT || s->stmt->kind == SYN_CONTACT;
        if (!tie || s->stmt->bad || s->decl < 0 || !s->stmt->value || s->stmt->value->arg_count != 2)
            continue;
        int row = b->decls.at[s->decl].number;
        if (row < 0 || b->system->rows[row].velocity)
            continue;
        if (is_height(b, s->stmt->value) && s->stmt->value->args[0]->op == SYN_FIELD)
            sketch_push(b, s, row);
        else if (is_distance(s->stmt->value))
            sketch_pull(b, s, row);
        else if (s->stmt->kind == SYN_CONSTRAINT && s->stmt->value->op == SYN_EQ)
            sketch_joint(b, s, row);
    }
}

/* A rod that some event frees has no ends then: it is drawn as a body. */
static void sketch_machine(builder *b) {
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *s = &b->statements.at[i];
        if (s->stmt->bad || s->decl < 0)
            continue;
        if (s->stmt->kind == SYN_CONTACT)
            sketch_ground(b, s);
        else if (s->stmt->kind == SYN_ROD && !is_freeable(b, s))
            sketch_ends(b, s, DRAW_BEAM, b->decls.at[s->decl].display);
        else if (s->stmt->kind == SYN_SPRING)
            sketch_ends(b, s, DRAW_SPRING, b->decls.at[s->decl].display);
        else if (s->stmt->kind == SYN_CONSTRAINT)
            sketch_distance(b, s);
    }
    for (size_t i = 0; i < b->statements.len; i++) {
        const statement *s = &b->statements.at[i];
        if (s->stmt->bad || s->decl < 0)
            continue;
        bool body = s->stmt->kind == SYN_PARTICLE || s->stmt->kind == SYN_BODY;
        if (body || (s->stmt->kind == SYN_ROD && is_freeable(b, s)))
            sketch_body(b, s);
    }
    sketch_coordinates(b);
}

void sketch_system(builder *b) {
    if (diag_has_errors(b->m->findings))
        return;
    if (!has_drawings(b))
        sketch_machine(b);
    sketch_forces(b);
    tie_springs(b);
}
