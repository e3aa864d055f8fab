/* What constraints and contacts share: their scalar equations, declared once and read in every variant. */
#include <math.h>

#include "base/check.h"
#include "expr/walk.h"
#include "model/kinds/kinds.h"

const char *kinds_component_name(builder *b, const char *name, int component) {
    static const char *const components[] = {"x", "y", "z"};
    return component < 0 ? name : base_arena_printf(b->a, "%s.%s", name, components[component]);
}

void kinds_add_row(builder *b, const decl *d, bool contact, int component) {
    const char *name = kinds_component_name(b, d->display, component);
    int index = (int)b->rows.len;
    model_row r = {.name = name,
                   .group = d->display,
                   .at = d->stmt->name_at,
                   .contact = contact,
                   .off = d->stmt->off,
                   .element = d->switch_index,
                   .partner = -1};
    r.lambda = eval_new_var(b, base_arena_printf(b->a, "lambda(%s)", name), VAR_LAMBDA, index);
    if (contact)
        r.closed = eval_new_var(b, base_arena_printf(b->a, "closed(%s)", name), VAR_CLOSED, index);
    vec_push(b->a, &b->rows, r);
}

/* Both sides, and what the rows keep at zero, or above it of a contact: the difference of the sides. */
value kinds_read_sides(builder *b, int d, value *left, value *right) {
    const decl e = b->decls.at[d];
    const syn_expr *v = e.stmt->value;
    *left = eval_expr(b, v->args[0], e.env);
    *right = eval_expr(b, v->args[1], e.env);
    if (!value_need_match(&b->vc, *left, *right, e.kind == DECL_CONTACT ? ">=" : "=", v->at))
        return value_bad(v->at);
    return e.kind == DECL_CONTACT && v->op == SYN_LE ? value_binary(&b->vc, SYN_SUB, *right, *left, v->at)
                                                     : value_binary(&b->vc, SYN_SUB, *left, *right, v->at);
}

/* A row that no coordinate occurs in. */
static bool refuse_constant(builder *b, value side, bool contact, span at) {
    double difference = NAN;
    eval_known_amount(b, side, &difference);
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

/* What rows depend on: places, velocities and time. */
static bool allows(builder *b, value f, unsigned no, bool contact) {
    const char *what = contact ? "a contact" : "a constraint";
    var_kind found;
    if (value_is_bad(f) || !eval_find_kinds(b, f, KIND_BIT(VAR_STATE), &found))
        return eval_forbid(b, f, no, what);
    finding *x = diag_add(b->m->findings, DIAG_E0307, f.at, "%s cannot depend on a state or a memory", what);
    diag_help(b->m->findings, x, "what a controller decides acts through a force, or by 'drop' and 'hold'");
    return false;
}

/* A bound of velocities, as of a freewheel: what impacts do to it must follow from its gradient. */
static bool is_linear(builder *b, value f) {
    bool *velocity = ARENA_ARRAY(b->a, bool, expr_var_count(b->m->g) + 1);
    for (size_t i = 0; i < b->vars.len; i++)
        velocity[i] = b->vars.at[i].kind == VAR_VELOCITY;
    if (expr_find_degrees(b->m->g, f.c[0], velocity).greatest <= 1)
        return true;
    finding *x = diag_add(b->m->findings, DIAG_E0307, f.at, "a contact of velocities must be linear in them");
    diag_help(b->m->findings, x, "as in 'contact free: wheel' >= shaft''");
    return false;
}

static value component(value f, int k) {
    f.c[0] = f.c[k];
    f.size = 1;
    return f;
}

/* Refused, but for a part of a vector that is zero beside others that are not. */
static bool constant_row(builder *b, value f, bool contact) {
    var_kind found;
    int constant = -1, zeros = 0;
    for (int k = 0; k < f.size; k++) {
        value c = component(f, k);
        if (eval_find_kinds(b, c, KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY) | KIND_BIT(VAR_HELD), &found))
            continue;
        const bool zero = expr_is_zero(b->m->g, c.c[0]);
        constant = constant < 0 || !zero ? k : constant;
        zeros += zero;
        if (!zero)
            return refuse_constant(b, c, contact, f.at);
    }
    return constant >= 0 && zeros == f.size && refuse_constant(b, component(f, constant), contact, f.at);
}

/* The parts of a vector that are zero wherever the machine is, but for rounding (the slip of a cone out of the plane
   on which it rolls), become zero: what rounding leaves of them is no direction. */
static void clear_empty_parts(builder *b, value *f) {
    enum { TRIALS = 3 };
    graph *g = b->m->g;
    const arena_mark before = base_arena_get_mark(b->m->scratch);
    double *at = ARENA_ARRAY(b->m->scratch, double, expr_var_count(g) + 1), most = 0;
    bool empty[3] = {true, true, true};
    for (int trial = 0; trial < TRIALS; trial++) {
        for (uint32_t v = 0; v < expr_var_count(g); v++)
            at[v] = 1.2 + sin(1 + 2.4 * trial + 1.7 * v * (trial + 1));
        for (int k = 0; k < f->size; k++)
            most = fmax(most, fabs(expr_eval(g, f->c[k], at)));
        for (int k = 0; k < f->size; k++)
            empty[k] = empty[k] && fabs(expr_eval(g, f->c[k], at)) <= 1e-9 * most &&
                       fabs(expr_eval(g, f->c[k], at)) <= 1e-12 * expr_eval(g, expr_magnitude_bound(g, f->c[k]), at);
    }
    for (int k = 0; k < f->size; k++)
        f->c[k] = empty[k] ? expr_int(g, 0) : f->c[k];
    base_arena_release(b->m->scratch, before);
}

/* What a multiplier of f must be for lambda f to be an energy, or a power where f is on the level of velocities. */
dimension kinds_multiplier_dim(dimension f, bool velocity) {
    return dim_div(velocity ? dim_div(DIM_ENERGY, DIM_TIME) : DIM_ENERGY, f);
}

/* The rows of a constraint or contact in the variant being read; the value is left minus right side. */
value kinds_read_rows(builder *b, int d) {
    const decl e = b->decls.at[d];
    const syn_stmt *s = e.stmt;
    if (s->bad || e.unknown)
        return value_bad(s->at);
    value left, right, f = kinds_read_sides(b, d, &left, &right);
    unsigned no = KINDS_UNSOLVED | KINDS_FRICTION | KIND_BIT(VAR_STATE);
    bool contact = e.kind == DECL_CONTACT;
    if (!allows(b, f, no, contact) || constant_row(b, f, contact) ||
        (contact && (!value_need_scalar(&b->vc, f, "the gap of a contact") || !is_linear(b, f))))
        return value_bad(s->at);
    if (f.size > 1)
        clear_empty_parts(b, &f);
    var_kind found;
    expr_id whole = f.c[0]; /* an empty part is of the kind of the others */
    for (int k = 1; k < f.size; k++)
        whole = expr_add(b->m->g, expr_mul(b->m->g, whole, whole), f.c[k]);
    for (int k = 0; k < f.size; k++) {
        const value c = {.size = 1, .c = {expr_is_zero(b->m->g, f.c[k]) ? whole : f.c[k]}};
        system_row *r = &b->system->rows[e.number + k];
        r->f = f.c[k];
        r->velocity = eval_find_kinds(b, c, KIND_BIT(VAR_VELOCITY), &found);
        b->rows.at[e.number + k].dim = kinds_multiplier_dim(f.dim, r->velocity);
        r->ended = r->ended || eval_mentions_freed(b);
    }
    f.at = s->value->at;
    return f;
}
