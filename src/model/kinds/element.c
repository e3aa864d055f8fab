/* What the files of force elements share: terms of T, V, D and forces with their power. */
#include "expr/walk.h"
#include "model/kinds/kinds.h"
#include "syntax/vocabulary.h"

/* An expression with the direction of all friction known by its slip; `sliding`: while it slides. */
static expr_id of_slips(builder *b, expr_id e, bool sliding) {
    graph *g = b->m->g;
    for (size_t i = 0; e.i && (expr_kinds(g, e) & KINDS_FRICTION) && i < b->switches.len; i++) {
        const model_switch *x = &b->switches.at[i];
        expr_id from[2], to[2];
        int count = 0;
        if (x->rests && sliding) {
            from[count] = expr_var(g, x->rests);
            to[count++] = expr_int(g, 0);
        }
        if (x->drags) {
            from[count] = expr_var(g, x->drags);
            to[count++] = expr_unary(g, EXPR_SIGN, x->slip);
        }
        expr_substitute(g, &e, 1, from, to, (size_t)count, &e);
    }
    return e;
}

expr_id kinds_while_sliding(builder *b, expr_id e) {
    return of_slips(b, e, true);
}

/* What is no multiple of the force of friction could not be found while that sticks: it follows from all forces then.
 */
static bool is_multiple_of_friction(builder *b, expr_id force, span at) {
    graph *g = b->m->g;
    const unsigned drags = KIND_BIT(VAR_DRAGS);
    for (size_t i = 0; (expr_kinds(g, force) & drags) && i < b->switches.len; i++) {
        const model_switch *x = &b->switches.at[i];
        if (!x->drags || !(expr_kinds(g, expr_derivative(g, force, x->drags)) & drags))
            continue;
        finding *f =
            diag_add(b->m->findings, DIAG_E0307, at, "only a multiple of 'force(%s)' can act elsewhere", x->name);
        diag_help(b->m->findings, f,
                  "while the friction sticks its force follows from all others; its heat is -force(%s)*(the slip)",
                  x->name);
        return false;
    }
    return true;
}

void kinds_add_element(builder *b, system_element e) {
    const value energy = {.size = 1, .c = {e.energy}, .at = e.at};
    if (e.energy.i && !eval_forbid(b, energy, KINDS_FRICTION, "an energy"))
        return;
    for (int k = 0; k < e.size; k++) {
        if (!is_multiple_of_friction(b, e.force[k], e.at))
            return;
        const expr_id moving = of_slips(b, e.force[k], false);
        e.force[k] = of_slips(b, e.force[k], true);
        e.resting[k] = expr_same(moving, e.force[k]) ? EXPR_NONE : moving;
    }
    vec_push(b->a, &b->elements, e);
}

system_element kinds_element(const builder *b, const statement *s, element_kind kind) {
    const decl *d = &b->decls.at[s->decl];
    return (system_element){.kind = kind,
                            .keyword = syntax_keyword(s->stmt->kind),
                            .name = d->display,
                            .at = s->stmt->name_at,
                            .switch_index = d->switch_index};
}

void kinds_add_energy(builder *b, const statement *s, element_kind kind, expr_id energy) {
    system_element e = kinds_element(b, s, kind);
    e.energy = energy;
    kinds_add_element(b, e);
}

expr_id kinds_half(builder *b, expr_id x) {
    return expr_mul(b->m->g, expr_rational(b->m->g, 1, 2), x);
}

expr_id kinds_square(builder *b, expr_id x) {
    return expr_mul(b->m->g, x, x);
}

value kinds_clause_value(builder *b, const statement *s, syn_word word, dimension dim, const char *what) {
    const syn_clause *c = syntax_find_clause(s->stmt, word);
    if (!c)
        return value_bad(s->stmt->at);
    value v = eval_quantity(b, c->value, s->env, dim, what);
    return eval_forbid(b, v, KINDS_UNSOLVED, what) ? v : value_bad(c->value->at);
}

value kinds_clause_point(builder *b, const statement *s, syn_word word) {
    const syn_clause *c = syntax_find_clause(s->stmt, word);
    if (!c)
        return value_bad(s->stmt->at);
    value v = eval_expr(b, c->value, s->env);
    if (!value_need_vector(&b->vc, v, b->m->space, "a point") || !value_need_dim(&b->vc, v, DIM_LENGTH, "a point") ||
        !eval_forbid(b, v, KINDS_UNSOLVED | KINDS_RATES, "a point"))
        return value_bad(c->value->at);
    return v;
}

bool kinds_read_damping(builder *b, const statement *s, dimension dim, expr_id *out) {
    if (!syntax_find_clause(s->stmt, WORD_DAMPING))
        return false;
    value c = kinds_clause_value(b, s, WORD_DAMPING, dim, "a damping coefficient");
    if (value_is_bad(c) || !eval_need_not_negative(b, c, "a damping coefficient"))
        return false;
    *out = c.c[0];
    return true;
}

void kinds_add_damping(builder *b, const statement *s, expr_id rate, dimension dim) {
    expr_id c;
    if (kinds_read_damping(b, s, dim, &c))
        kinds_add_energy(b, s, ELEMENT_DISSIPATION, kinds_half(b, expr_mul(b->m->g, c, kinds_square(b, rate))));
}

void kinds_add_force(builder *b, const statement *s, value force, value velocity) {
    if (value_is_bad(force) || value_is_bad(velocity) || !eval_forbid(b, force, KINDS_UNSOLVED, "a force"))
        return;
    system_element e = kinds_element(b, s, ELEMENT_FORCE);
    e.size = force.size;
    for (int k = 0; k < force.size; k++) {
        e.force[k] = force.c[k];
        e.velocity[k] = velocity.c[k];
    }
    kinds_add_element(b, e);
}

/* The damper acts while the spring does, and never reverses the sum of both forces: the spring lets go instead. */
static void add_one_sided_damping(builder *b, const statement *s, expr_id k, expr_id strain, expr_id rate) {
    expr_id c;
    if (!kinds_read_damping(b, s, dim_of(1, 0, -1), &c))
        return;
    graph *g = b->m->g;
    expr_id viscous = expr_mul(g, c, rate), elastic = expr_mul(g, k, strain);
    expr_id braking = expr_binary(g, EXPR_MAX, viscous, expr_neg(g, elastic));
    expr_id none = expr_int(g, 0), resisting = expr_neg(g, braking);
    expr_id acts = expr_binary(g, EXPR_LT, none, strain);
    system_element e = kinds_element(b, s, ELEMENT_FORCE);
    e.size = 1;
    e.force[0] = expr_select(g, acts, resisting, none);
    e.velocity[0] = rate;
    kinds_add_element(b, e);
}

void kinds_add_one_sided(builder *b, const statement *s, expr_id k, expr_id strain, expr_id rate) {
    graph *g = b->m->g;
    expr_id acting = expr_binary(g, EXPR_MAX, strain, expr_int(g, 0));
    kinds_add_energy(b, s, ELEMENT_POTENTIAL, kinds_half(b, expr_mul(g, k, kinds_square(b, acting))));
    add_one_sided_damping(b, s, k, strain, rate);
}

void kinds_declare_switch(builder *b, const statement *s) {
    decl *d = &b->decls.at[s->decl];
    vec_push(b->a, &b->switches, (model_switch){.name = d->display, .at = d->stmt->name_at, .off = d->stmt->off});
    d->switch_index = (int)b->switches.len - 1;
}

uint32_t kinds_held_var(builder *b, int switch_index) {
    model_switch *x = &b->switches.at[switch_index];
    if (!x->held)
        x->held = eval_new_var(b, base_arena_printf(b->a, "held(%s)", x->name), VAR_CLOSED, switch_index);
    return x->held;
}

uint32_t kinds_rests_var(builder *b, int switch_index) {
    model_switch *x = &b->switches.at[switch_index];
    if (!x->rests)
        x->rests = eval_new_var(b, base_arena_printf(b->a, "resting(%s)", x->name), VAR_RESTS, switch_index);
    return x->rests;
}

uint32_t kinds_drags_var(builder *b, int switch_index, expr_id slip) {
    model_switch *x = &b->switches.at[switch_index];
    if (!x->drags)
        x->drags = eval_new_var(b, base_arena_printf(b->a, "dragging(%s)", x->name), VAR_DRAGS, switch_index);
    x->slip = slip;
    return x->drags;
}

uint32_t kinds_sticks_var(builder *b, int switch_index) {
    model_switch *x = &b->switches.at[switch_index];
    if (!x->sticks)
        x->sticks = eval_new_var(b, base_arena_printf(b->a, "sticking(%s)", x->name), VAR_CLOSED, switch_index);
    return x->sticks;
}
