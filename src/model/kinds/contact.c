/* Contacts, 'contact NAME: A >= B [, restitution e] [, friction mu along s [, static mu_s]] [off]': bounds of the
 * motion. */
#include "model/kinds/kinds.h"

static void declare_rows(builder *b, const statement *s) {
    decl *e = &b->decls.at[s->decl];
    e->number = (int)b->rows.len;
    kinds_add_row(b, e, true, -1);
    if (syntax_find_clause(s->stmt, WORD_FRICTION))
        kinds_add_friction_rows(b, s, base_arena_printf(b->a, "%s.friction", b->decls.at[s->decl].display));
}

expr_id kinds_read_restitution(builder *b, const syn_stmt *s, const scope *env) {
    const syn_clause *c = syntax_find_clause(s, WORD_RESTITUTION);
    if (!c)
        return EXPR_NONE;
    value e = eval_parameter(b, c->value, env, DIM_ANGLE, "a coefficient of restitution");
    if (value_is_bad(e))
        return EXPR_NONE;
    double x = eval_number_now(b, e.c[0]);
    eval_assume(b, e.c[0]);
    eval_assume(b, expr_sub(b->m->g, expr_int(b->m->g, 1), e.c[0]));
    if (!(x >= 0 && x <= 1)) {
        diag_add(b->m->findings, DIAG_E0308, e.at, "a coefficient of restitution must lie between 0 and 1, not %.9g",
                 x);
        return EXPR_NONE;
    }
    return e.c[0];
}

static void refuse_static_alone(builder *b, const syn_stmt *s) {
    const syn_clause *c = syntax_find_clause(s, WORD_STATIC);
    if (c)
        diag_add(b->m->findings, DIAG_E0110, c->at, "'static' needs 'friction' and 'along'");
}

/* Where velocities reach their bound nothing collides, and nothing is pressed together that could rub. */
static bool fits_velocities(builder *b, const syn_stmt *s) {
    const syn_clause *c = syntax_find_clause(s, WORD_RESTITUTION), *mu = syntax_find_clause(s, WORD_FRICTION);
    if (!c && !mu)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0112, (c ? c : mu)->at, "a contact of velocities has no %s",
                          c ? "restitution" : "friction");
    diag_help(b->m->findings, f,
              c ? "leave it out: velocities come to their bound without a jump"
                : "leave it out, and write the friction as an element of its own");
    return false;
}

static value contact_value(builder *b, int d, span at) {
    const decl e = b->decls.at[d];
    value f = kinds_read_rows(b, d);
    if (value_is_bad(f))
        return f;
    if (b->system->rows[e.number].velocity && !fits_velocities(b, e.stmt))
        return value_bad(at);
    b->system->rows[e.number].restitution = kinds_read_restitution(b, e.stmt, e.env);
    const statement st = {e.stmt, e.row, e.env, d};
    if (syntax_find_clause(e.stmt, WORD_FRICTION))
        kinds_read_friction_rows(b, &st, WORD_FRICTION, e.number, e.number + 1);
    else
        refuse_static_alone(b, e.stmt);
    return f;
}

/* P.y >= height */
static void sketch_ground(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    if (!e || b->has_ground || !kinds_is_height(b, e))
        return;
    value height = eval_expr(b, e->args[1], s->env);
    var_kind found;
    if (height.size != 1 || eval_find_kinds(b, height, KINDS_MOTION, &found))
        return;
    kinds_begin_drawing(b, DRAW_GROUND, b->decls.at[s->decl].display, s->stmt->name_at, true);
    kinds_put_drawn(b, DRAWN_A + b->m->space - 1, height);
}

static void sketch_force_on(builder *b, const statement *s) {
    int row = kinds_sketch_row(b, s);
    if (row >= 0)
        kinds_sketch_known_force(b, s, row);
}

const kind_row kinds_contact = {
    .kind = DECL_CONTACT,
    .named = true,
    .noun = "a contact",
    .help = "write lambda(NAME), force(NAME), open(NAME) or closed(NAME)",
    .mechanical = true,
    .value = contact_value,
    .step = {[STEP_DECLARE] = kinds_declare_switch,
             [STEP_ROWS] = declare_rows,
             [STEP_DEFINE] = kinds_define,
             [STEP_SKETCH] = sketch_ground,
             [STEP_SKETCH_FORCE] = sketch_force_on},
};
