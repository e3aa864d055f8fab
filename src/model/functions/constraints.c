/* Functions of constraints, contacts and friction: their forces, and whether they are open, in force, stick, slide. */
#include <string.h>

#include "model/functions/functions.h"
#include "model/names/names.h"

/* What is read before multipliers and contacts have their variables must not depend on them. */
static bool refuse_unsolved(builder *b, const function_call *c) {
    if (b->system && b->system->rows)
        return false;
    finding *f =
        diag_add(b->m->findings, DIAG_E0207, c->e->at,
                 "parameters, constraints and initial values cannot depend on %s, which is known only after solving",
                 names_source_text(b, c->e->at));
    diag_help(b->m->findings, f, "use it in an output, a report, an event or a drawing");
    return true;
}

static value norm_multiplier(builder *b, const function_call *c, int row, int sign_) {
    expr_id l = expr_var(b->m->g, b->rows.at[row].lambda);
    return value_scalar(sign_ > 0 ? l : expr_neg(b->m->g, l), DIM_ENERGY, c->e->at);
}

/* Whether some event switches it. */
static bool is_switched(const builder *b, int switch_index) {
    for (size_t i = 0; i < b->events.len; i++)
        for (size_t k = 0; k < b->events.at[i].action_count; k++) {
            const model_action *a = &b->events.at[i].actions[k];
            if ((a->kind == MODEL_DROP || a->kind == MODEL_HOLD) && !a->coordinate && a->index == switch_index)
                return true;
        }
    return false;
}

/* Of an element that has a formula for its force: friction, drag, a rope that stretches. */
static value element_force(builder *b, const function_call *c, int d, int sign_) {
    const decl *e = &b->decls.at[d];
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    const bool has_row = e->row == &kinds_friction && kinds_friction_has_rows(b, e->stmt);
    if (!has_row && is_switched(b, e->switch_index)) {
        finding *f = diag_add(b->m->findings, DIAG_E0207, c->e->at,
                              "the force of '%s' has no formula, because an event drops or holds it", e->display);
        bool friction = e->row == &kinds_friction;
        diag_help(b->m->findings, f, "let its %s become 0 instead, as in '%s if t < 1 s then %s'",
                  friction ? "limit" : "coefficient", friction ? "limit" : "coefficient",
                  friction ? "F else 0 N" : "0.47 else 0");
        return value_bad(c->e->at);
    }
    value v = eval_decl(b, d, c->e->at);
    for (int k = 0; k < v.size && sign_ > 0; k++)
        v.c[k] = expr_neg(b->m->g, v.c[k]);
    v.at = c->e->at;
    return v;
}

/* What acts by a formula as it is written, whatever events do with it. */
static bool is_written(const decl *e) {
    const kind_row *const rows[] = {&kinds_spring, &kinds_cable,  &kinds_buffer,     &kinds_torsion,
                                    &kinds_force,  &kinds_torque, &kinds_generalized};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (e->row == rows[i])
            return true;
    return false;
}

/* What a spring pulls with, a force or a torque acts with; nothing while it is dropped. */
static value written_force(builder *b, const function_call *c, int d) {
    const decl *e = &b->decls.at[d];
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    graph *g = b->m->g;
    value v = eval_decl(b, d, c->e->at);
    const bool switched = !value_is_bad(v) && (e->stmt->off || is_switched(b, e->switch_index));
    for (int k = 0; k < v.size && switched; k++)
        v.c[k] = expr_select(g, expr_var(g, kinds_held_var(b, e->switch_index)), v.c[k], expr_int(g, 0));
    v.at = c->e->at;
    return v;
}

/* The component .x of a force, or a multiplier, of the declaration. */
static value component_of(builder *b, value v, const syn_expr *target, const char *display) {
    int k = target->name[0] - 'x';
    if (target->name[1] || k < 0 || k >= v.size || v.size == 1) {
        diag_add(b->m->findings, DIAG_E0303, target->at, "'%s' has no component '.%s'", display, target->name);
        return value_bad(v.at);
    }
    v.c[0] = v.c[k];
    v.size = 1;
    return v;
}

/* lambda(c), lambda(pin.x), force(c): `sign` is +1 or -1. A vector where the constraint is one. */
static value multiplier(builder *b, const function_call *c, int sign_) {
    const syn_expr *target = c->e->args[0];
    bool component = target->op == SYN_FIELD && !eval_is_member(b, target, c->env),
         norm = component && !strcmp(target->name, "norm");
    const model_orientation *freed = norm ? eval_freed_orientation(b, target->args[0], c->env) : NULL;
    if (freed)
        return refuse_unsolved(b, c) ? value_bad(c->e->at) : norm_multiplier(b, c, freed->row, sign_);
    int d = eval_resolve(b, component ? target->args[0] : target, c->env, DECL_SWITCHED);
    if (d < 0)
        return value_bad(c->e->at);
    decl *e = &b->decls.at[d];
    if (e->kind == DECL_ORIENTATION && norm && refuse_unsolved(b, c))
        return value_bad(c->e->at);
    if (e->kind == DECL_ORIENTATION && norm)
        return norm_multiplier(b, c, b->orientations.at[e->number].row, sign_);
    if (e->row == &kinds_rope && e->kind == DECL_ELEMENT)
        return element_force(b, c, d, -1);
    if (is_written(e)) {
        value v = written_force(b, c, d);
        return value_is_bad(v) || !component ? v : component_of(b, v, target, e->display);
    }
    if (e->kind == DECL_ELEMENT && e->row->value &&
        !(e->row == &kinds_friction && component && strcmp(target->name, "friction"))) {
        value v = element_force(b, c, d, sign_);
        const bool whole = !component || v.size == 1 || !strcmp(target->name, "friction");
        return value_is_bad(v) || whole ? v : component_of(b, v, target, e->display);
    }
    if (e->kind != DECL_CONSTRAINT && e->kind != DECL_CONTACT) {
        finding *f = names_refuse_kind(b, d, target->at, "a constraint or a contact");
        if (e->kind == DECL_ELEMENT)
            diag_help(b->m->findings, f, "%s", e->row->help);
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    value f = eval_decl(b, d, target->at);
    if (value_is_bad(f))
        return value_bad(c->e->at);
    graph *g = b->m->g;
    var_kind found;
    if (component && !strcmp(target->name, "friction") && e->kind == DECL_CONTACT &&
        b->rows.at[e->number].partner >= 0) {
        f = kinds_friction_force(b, e->number, c->e->at);
        for (int k = 0; k < f.size && sign_ > 0; k++)
            f.c[k] = expr_neg(g, f.c[k]);
        return f;
    }
    if (e->row == &kinds_rope)
        sign_ = -1; /* the tension, by either name */
    value v = f;
    v.any_dim = false;
    v.dim =
        dim_div(DIM_ENERGY, eval_find_kinds(b, f, KIND_BIT(VAR_VELOCITY), &found) ? dim_mul(f.dim, DIM_TIME) : f.dim);
    for (int k = 0; k < f.size; k++) {
        expr_id l = expr_var(g, b->rows.at[e->number + k].lambda);
        v.c[k] = sign_ > 0 ? l : expr_neg(g, l);
    }
    v.at = c->e->at;
    return component ? component_of(b, v, target, e->display) : v;
}

/* Of a row that is no contact only where something asks for it; friction is told by the name of its statement. */
static uint32_t var_of_row(builder *b, int row) {
    const model_row *r = &b->rows.at[row];
    if (!r->closed) {
        const char *name = r->friction ? base_arena_printf(b->a, "sticking(%s)", r->group)
                                       : base_arena_printf(b->a, "closed(%s)", r->name);
        b->rows.at[row].closed = eval_new_var(b, name, VAR_CLOSED, row);
    }
    return b->rows.at[row].closed;
}

static value truth(const function_call *c, expr_id state) {
    value v = value_scalar(state, DIM_ANGLE, c->e->at);
    v.condition = true;
    return v;
}

/* Of a contact, or whether a constraint is in force. */
static value contact_state(builder *b, const function_call *c, int open) {
    int d = eval_resolve(b, c->e->args[0], c->env, DECL_PRESSED);
    if (d < 0)
        return value_bad(c->e->at);
    if (b->decls.at[d].kind != DECL_CONTACT && b->decls.at[d].kind != DECL_CONSTRAINT) {
        names_refuse_kind(b, d, c->e->args[0]->at, "a constraint or a contact");
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    const expr_id closed = expr_var(b->m->g, var_of_row(b, b->decls.at[d].number));
    return truth(c, open ? expr_unary(b->m->g, EXPR_NOT, closed) : closed);
}

/* Of everything that events can drop. */
static value held_state(builder *b, const function_call *c, int extra) {
    (void)extra;
    int d = eval_resolve(b, c->e->args[0], c->env, DECL_SWITCHED);
    if (d < 0)
        return value_bad(c->e->at);
    if (b->decls.at[d].switch_index < 0) {
        names_refuse_kind(b, d, c->e->args[0]->at, "a constraint, a contact or a force");
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    return truth(c, expr_var(b->m->g, kinds_held_var(b, b->decls.at[d].switch_index)));
}

/* What friction rubs at is in force, and the friction is not dropped. `row`: its first friction row; -1: of a known
   limit. */
static expr_id rubs(builder *b, int switch_index, int row) {
    graph *g = b->m->g;
    const expr_id held = expr_var(g, kinds_held_var(b, switch_index));
    return row < 0 || b->rows.at[b->rows.at[row].partner].known
               ? held
               : expr_binary(g, EXPR_AND, held, expr_var(g, var_of_row(b, b->rows.at[row].partner)));
}

/* The first friction row of a friction or a contact; -1 of a friction of a known limit, -2 of what has none. */
static int friction_row(builder *b, const decl *e) {
    if (e->kind == DECL_CONTACT)
        return b->rows.at[e->number].partner >= 0 ? b->rows.at[e->number].partner : -2;
    return kinds_friction_has_rows(b, e->stmt) ? e->number : -1;
}

/* sticking(f), sliding(f): of a friction by its name, of a contact's by the contact's or as floor.friction. */
static value friction_state(builder *b, const function_call *c, int slides) {
    const syn_expr *of = c->e->args[0];
    const bool part = of->op == SYN_FIELD && !eval_is_member(b, of, c->env) && !strcmp(of->name, "friction");
    const int d = eval_resolve(b, part ? of->args[0] : of, c->env, 1u << DECL_CONTACT | 1u << DECL_ELEMENT);
    if (d < 0)
        return value_bad(c->e->at);
    const decl e = b->decls.at[d];
    if (e.kind != DECL_CONTACT && e.row != &kinds_friction) {
        names_refuse_kind(b, d, of->at, "a friction or a contact with friction");
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c) || value_is_bad(eval_decl(b, d, of->at)))
        return value_bad(c->e->at);
    const int row = friction_row(b, &e);
    if (row < -1) {
        finding *f = diag_add(b->m->findings, DIAG_E0205, of->at, "the contact '%s' has no friction", e.display);
        diag_help(b->m->findings, f, "write closed(%s) for whether it is closed", e.display);
        return value_bad(c->e->at);
    }
    graph *g = b->m->g;
    const int switch_index = row < 0 ? e.switch_index : b->rows.at[row].element;
    const expr_id sticks = expr_var(g, row < 0 ? kinds_sticks_var(b, switch_index) : var_of_row(b, row));
    if (!slides)
        return truth(c, sticks);
    const expr_id free = expr_unary(g, EXPR_NOT, sticks);
    return truth(c, expr_binary(g, EXPR_AND, rubs(b, switch_index, row), free));
}

const function_row functions_of_constraints[] = {
    {"lambda", 1, 1, multiplier, 1, true},      {"force", 1, 1, multiplier, -1, true},
    {"open", 1, 1, contact_state, 1, true},     {"closed", 1, 1, contact_state, 0, true},
    {"held", 1, 1, held_state, 0, true},        {"sticking", 1, 1, friction_state, 0, true},
    {"sliding", 1, 1, friction_state, 1, true}, {0},
};
