/* Contacts, 'contact NAME: A >= B [, restitution e] [, friction mu along s [, static mu_s]] [off]': bounds of the
 * motion. */
#include "model/kinds/kinds.h"

/* The row that holds while the contact just before it sticks. */
static void add_friction_row(builder *b, const decl *d) {
    int contact = (int)b->rows.len - 1;
    model_row r = {.name = base_arena_printf(b->a, "%s.friction", d->display),
                   .group = d->display,
                   .at = d->stmt->name_at,
                   .off = true,
                   .friction = true,
                   .partner = contact,
                   .element = d->switch_index};
    r.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", r.name), VAR_LAMBDA, contact + 1);
    vec_push(b->a, &b->rows, r);
    b->rows.at[contact].partner = contact + 1;
}

static void declare_rows(builder *b, const statement *s) {
    decl *e = &b->decls.at[s->decl];
    e->number = (int)b->rows.len;
    kinds_add_row(b, e, true, -1);
    if (syntax_find_clause(s->stmt, WORD_FRICTION))
        add_friction_row(b, e);
}

static expr_id read_restitution(builder *b, const syn_stmt *s, const scope *env) {
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

static value read_coefficient(builder *b, const statement *s, syn_word word, const char *what) {
    value v = kinds_clause_value(b, s, word, DIM_ANGLE, what);
    return value_is_bad(v) || eval_need_not_negative(b, v, what) ? v : value_bad(s->stmt->at);
}

/* The coefficient of sticking; none where it is that of sliding, or wrong. */
static expr_id read_hold(builder *b, const statement *s, value mu) {
    const syn_clause *c = syntax_find_clause(s->stmt, WORD_STATIC);
    value hold = c ? read_coefficient(b, s, WORD_STATIC, "a static coefficient of friction") : value_bad(s->stmt->at);
    if (value_is_bad(hold))
        return EXPR_NONE;
    value more = value_binary(&b->vc, SYN_SUB, hold, mu, c->value->at);
    return eval_need_not_negative(b, more, "the excess of static over sliding friction") ? hold.c[0] : EXPR_NONE;
}

static void refuse_static_alone(builder *b, const syn_stmt *s) {
    const syn_clause *c = syntax_find_clause(s, WORD_STATIC);
    if (c)
        diag_add(b->m->findings, DIAG_E0110, c->at, "'static' needs 'friction' and 'along'");
}

/* friction mu along s: the coefficient, and the slip s' as the row that holds while the contact sticks. */
static void read_friction(builder *b, const decl *e, int index) {
    const syn_clause *mu = syntax_find_clause(e->stmt, WORD_FRICTION), *along = syntax_find_clause(e->stmt, WORD_ALONG);
    if (!mu || !along) {
        refuse_static_alone(b, e->stmt);
        return;
    }
    const statement st = {e->stmt, e->row, e->env, index};
    value m = read_coefficient(b, &st, WORD_FRICTION, "a coefficient of friction");
    value s = eval_quantity(b, along->value, e->env, DIM_LENGTH, "the length along which friction acts");
    if (value_is_bad(m) || value_is_bad(s) ||
        !eval_forbid(b, s, KINDS_SOLVED | KINDS_RATES, "the length along which friction acts"))
        return;
    value rate = eval_rate(b, s, s.at);
    b->rows.at[e->number + 1].dim = kinds_multiplier_dim(rate.dim, true);
    b->system->rows[e->number].mu = m.c[0];
    b->system->rows[e->number].hold = read_hold(b, &st, m);
    b->system->rows[e->number].along = s.c[0];
    b->system->rows[e->number + 1].f = rate.c[0];
    b->system->rows[e->number + 1].velocity = true;
}

static value contact_value(builder *b, int d, span at) {
    (void)at;
    const decl e = b->decls.at[d];
    value f = kinds_read_rows(b, d);
    if (value_is_bad(f))
        return f;
    b->system->rows[e.number].restitution = read_restitution(b, e.stmt, e.env);
    read_friction(b, &e, d);
    return f;
}

/* P.y >= height */
static void sketch_ground(builder *b, const statement *s) {
    const syn_expr *e = s->stmt->value;
    if (!e || !kinds_is_height(b, e))
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
