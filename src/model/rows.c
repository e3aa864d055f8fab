/* Constraints and contacts: each statement declares its rows once; every variant reads what they say. */
#include <math.h>

#include "base/check.h"
#include "model/builder.h"

static const char *const component_names[] = {"x", "y", "z"};

static void add_row(builder *b, const decl *d, bool contact, int component) {
    const char *name = component < 0 ? d->display : arena_printf(b->a, "%s.%s", d->display, component_names[component]);
    int index = (int)b->rows.len;
    model_row r = {.name = name,
                   .group = d->display,
                   .at = d->stmt->name_at,
                   .contact = contact,
                   .off = d->stmt->off,
                   .element = d->switch_index,
                   .partner = -1};
    r.lambda = new_var(b, arena_printf(b->a, "lambda(%s)", name), VAR_LAMBDA, index);
    if (contact)
        r.closed = new_var(b, arena_printf(b->a, "closed(%s)", name), VAR_CLOSED, index);
    vec_push(b->a, &b->rows, r);
}

/* The row that holds while the contact just before it sticks. */
static void add_friction_row(builder *b, const decl *d) {
    int contact = (int)b->rows.len - 1;
    model_row r = {.name = arena_printf(b->a, "%s.friction", d->display),
                   .group = d->display,
                   .at = d->stmt->name_at,
                   .off = true,
                   .friction = true,
                   .partner = contact,
                   .element = d->switch_index};
    r.lambda = new_var(b, arena_printf(b->a, "lambda(%s)", r.name), VAR_LAMBDA, contact + 1);
    vec_push(b->a, &b->rows, r);
    b->rows.at[contact].partner = contact + 1;
}

/* Both sides, and what the rows keep at zero, or above it of a contact: the difference of the sides. */
static value read_sides(builder *b, int d, value *left, value *right) {
    const decl e = b->decls.at[d];
    const syn_expr *v = e.stmt->value;
    *left = eval(b, v->args[0], e.env);
    *right = eval(b, v->args[1], e.env);
    if (!value_need_match(&b->vc, *left, *right, e.kind == DECL_CONTACT ? ">=" : "=", v->at))
        return value_bad(v->at);
    return e.kind == DECL_CONTACT && v->op == SYN_LE ? value_binary(&b->vc, SYN_SUB, *right, *left, v->at)
                                                     : value_binary(&b->vc, SYN_SUB, *left, *right, v->at);
}

void declare_rows(builder *b, int d) {
    decl *e = &b->decls.at[d];
    e->number = (int)b->rows.len;
    bool contact = e->kind == DECL_CONTACT;
    if (contact) {
        add_row(b, e, true, -1);
        if (syntax_find_clause(e->stmt, WORD_FRICTION))
            add_friction_row(b, e);
        return;
    }
    /* One row is declared for each component that the equation could have; the first reading drops what it has not. */
    value left, right, f = e->stmt->bad ? value_bad(e->stmt->at) : read_sides(b, d, &left, &right);
    e = &b->decls.at[d];
    e->unknown = value_is_bad(f);
    e->number = (int)b->rows.len;
    if (f.size <= 1)
        add_row(b, e, false, -1);
    else
        for (int k = 0; k < f.size; k++)
            add_row(b, e, false, k);
}

/* A row that no coordinate occurs in. */
static bool refuse_constant(builder *b, value side, bool contact, span at) {
    double difference = NAN;
    known_amount(b, side, &difference);
    finding *f = contact
                     ? diag_add(b->m->findings, DIAG_E0410, at, "a contact without coordinates cannot open or close")
                     : diag_add(b->m->findings, DIAG_E0410, at, "%s",
                                isnan(difference) ? "a constraint without coordinates has no effect on the motion"
                                : difference == 0 ? "this constraint is always satisfied and has no effect"
                                                  : "this constraint can never be satisfied");
    diag_help(b->m->findings, f,
              contact ? "a contact keeps an expression in coordinates above a bound, as in 'y >= 0'"
                      : "a constraint relates coordinates or velocities; a name is given a value by 'param'");
    return true;
}

static bool constant_row(builder *b, value f, bool contact) {
    var_kind found;
    for (int k = 0; k < f.size; k++) {
        value c = f;
        c.c[0] = f.c[k];
        c.size = 1;
        if (!find_kinds(b, c, KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY) | KIND_BIT(VAR_HELD), &found))
            return refuse_constant(b, c, contact, f.at);
    }
    return false;
}

static expr_id read_restitution(builder *b, const syn_stmt *s, const scope *env) {
    const syn_clause *c = syntax_find_clause(s, WORD_RESTITUTION);
    if (!c)
        return EXPR_NONE;
    value e = eval_parameter(b, c->value, env, DIM_ANGLE, "a coefficient of restitution");
    if (value_is_bad(e))
        return EXPR_NONE;
    double x = number_now(b, e.c[0]);
    take_for_granted(b, e.c[0]);
    take_for_granted(b, expr_sub(b->m->g, expr_int(b->m->g, 1), e.c[0]));
    if (!(x >= 0 && x <= 1)) {
        diag_add(b->m->findings, DIAG_E0308, e.at, "a coefficient of restitution must lie between 0 and 1, not %.9g",
                 x);
        return EXPR_NONE;
    }
    return e.c[0];
}

/* What a multiplier of f must be for lambda f to be an energy, or a power where f is on the level of velocities. */
static dimension multiplier_dim(dimension f, bool velocity) {
    return dim_div(velocity ? dim_div(DIM_ENERGY, DIM_TIME) : DIM_ENERGY, f);
}

/* friction mu along s: the coefficient, and the slip s' as the row that holds while the contact sticks. */
static void read_friction(builder *b, const decl *e) {
    const syn_clause *mu = syntax_find_clause(e->stmt, WORD_FRICTION), *along = syntax_find_clause(e->stmt, WORD_ALONG);
    if (!mu || !along)
        return;
    value m = eval_parameter(b, mu->value, e->env, DIM_ANGLE, "a coefficient of friction");
    value s = eval_quantity(b, along->value, e->env, DIM_LENGTH, "the length along which friction acts");
    if (value_is_bad(m) || value_is_bad(s) || !need_not_negative(b, m, "a coefficient of friction") ||
        !forbid(b, s, KINDS_SOLVED | KIND_BIT(VAR_VELOCITY), "the length along which friction acts"))
        return;
    value rate = prime(b, s, s.at);
    b->rows.at[e->number + 1].dim = multiplier_dim(rate.dim, true);
    b->system->rows[e->number].mu = m.c[0];
    b->system->rows[e->number].along = s.c[0];
    b->system->rows[e->number + 1].f = rate.c[0];
    b->system->rows[e->number + 1].velocity = true;
}

/* The rows of a constraint or contact in the variant being read; the value is left minus right side. */
value read_rows(builder *b, int d) {
    const decl e = b->decls.at[d];
    const syn_stmt *s = e.stmt;
    if (s->bad || e.unknown)
        return value_bad(s->at);
    value left, right, f = read_sides(b, d, &left, &right);
    unsigned no = KINDS_SOLVED | KIND_BIT(VAR_REDUCER) | KIND_BIT(VAR_CLOSED);
    bool contact = e.kind == DECL_CONTACT;
    if (!forbid(b, f, no | (contact ? KIND_BIT(VAR_VELOCITY) : 0), contact ? "a contact" : "a constraint") ||
        constant_row(b, f, contact) || (contact && !value_need_scalar(&b->vc, f, "the gap of a contact")))
        return value_bad(s->at);
    expr_id restitution = contact ? read_restitution(b, s, e.env) : EXPR_NONE;
    var_kind found;
    for (int k = 0; k < f.size; k++) {
        value c = {.size = 1, .c = {f.c[k]}};
        system_row *r = &b->system->rows[e.number + k];
        r->f = f.c[k];
        r->restitution = restitution;
        r->velocity = find_kinds(b, c, KIND_BIT(VAR_VELOCITY), &found);
        b->rows.at[e.number + k].dim = multiplier_dim(f.dim, r->velocity);
        for (size_t i = 0; i < b->bodies.len; i++)
            if (b->mentions && b->mentions[i] && b->system->freed[i])
                r->ended = true;
    }
    if (contact)
        read_friction(b, &e);
    f.at = s->value->at;
    return f;
}
