/* Parameters, coordinates and initial values. */
#include <math.h>

#include "base/check.h"
#include "model/builder.h"
#include "syntax/parser.h"

static const char *dimension_clash(builder *b, const model_param *p, dimension given) {
    const char *wanted = model_unit_text(b->m, p->dim, b->a);
    return arena_printf(b->a,
                        *wanted ? "it is in %s, and the parameter in %s" : "it is in %s, and the parameter has no unit",
                        model_unit_text(b->m, given, b->a), wanted);
}

bool apply_override(builder *b, model_param *p, const model_override *o, double *out) {
    diag_source source = {.name = "--set", .text = o->value};
    while (o->value[source.length])
        source.length++;
    diag *own = diag_create(b->a, source);
    syn_expr *e = syntax_parse_expr(b->a, b->m->names, own);
    diag *outer = b->vc.findings;
    value v = value_bad((span){0, 0});
    b->vc.findings = b->m->findings = own;
    if (e && !diag_has_errors(own))
        v = eval_scalar(b, e, NULL, "a parameter");
    bool known = !value_is_bad(v) && forbid(b, v, KINDS_MOTION, "a parameter");
    bool fits = known && (!b->vc.units || dim_is_one(v.dim) || dim_equal(v.dim, p->dim));
    b->vc.findings = b->m->findings = outer;
    if (fits)
        *out = number_now(b, v.c[0]);
    if (fits && isfinite(*out))
        return true;
    const char *why = known && !fits        ? dimension_clash(b, p, v.dim)
                      : diag_count(own) > 0 ? diag_at(own, 0)->message
                                            : "it is not a finite number";
    b->m->bad_override =
        arena_printf(b->a, "'%s' is not a valid value for the parameter '%s': %s", o->value, p->name, why);
    return false;
}

static void read_bounds(builder *b, const syn_stmt *s, const scope *env, model_param *p) {
    if (!s->low || !s->high)
        return;
    p->has_bounds = eval_number(b, s->low, env, p->dim, "a bound", &p->low) &&
                    eval_number(b, s->high, env, p->dim, "a bound", &p->high);
    if (!p->has_bounds || p->low <= p->high)
        return;
    p->has_bounds = false;
    finding *f =
        diag_add(b->m->findings, DIAG_E0308, span_join(s->low->at, s->high->at),
                 "the bounds of '%s' are the wrong way round: %s is more than %s", p->name,
                 model_amount_text(b->m, p->low, p->dim, b->a), model_amount_text(b->m, p->high, p->dim, b->a));
    diag_help(b->m->findings, f, "write 'in [%s, %s]'", source_text(b, s->high->at), source_text(b, s->low->at));
}

static void set_param_value(builder *b, int index, double x) {
    model_param *p = &b->params.at[index];
    for (size_t i = 0; i < b->override_count; i++)
        if (intern_name(b->m->names, b->overrides[i].name) == intern_name(b->m->names, p->name))
            p->given = apply_override(b, p, &b->overrides[i], &x);
    p->value = b->values.at[p->var] = x;
}

/* readings[d].state guards against circles, as for lets; parameters are read before any variant, in a table of their
 * own. */
void read_param(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    int index = e->number;
    model_param *p = &b->params.at[index];
    if (p->definition.i)
        return;
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d) {
            circle(b, d, at);
            p->definition = expr_int(b->m->g, 0);
            e->unknown = true;
            return;
        }
    vec_push(b->a, &b->stack, d);
    value v = e->stmt->bad ? value_bad(e->stmt->at) : eval_scalar(b, e->stmt->value, e->env, "a parameter");
    b->stack.len--;
    p = &b->params.at[index];
    if (p->definition.i)
        return;
    bool ok = !value_is_bad(v) && forbid(b, v, KINDS_MOTION, "a parameter");
    p->definition = ok ? v.c[0] : expr_int(b->m->g, 0);
    if (!ok)
        b->decls.at[d].unknown = true;
    if (!ok)
        return;
    p->dim = v.dim;
    double x = number_now(b, v.c[0]);
    vec_push(b->a, &b->param_order, index);
    set_param_value(b, index, x);
    read_bounds(b, e->stmt, e->env, &b->params.at[index]);
    if (!isfinite(b->params.at[index].value))
        diag_add(b->m->findings, DIAG_E0308, v.at, "the parameter '%s' is not a finite number", e->display);
}

int add_coord(builder *b, model_coord c) {
    int index = (int)b->coords.len;
    const char *name = c.name;
    c.q = new_var(b, name, VAR_COORD, index);
    c.v = new_var(b, arena_printf(b->a, "%s'", name), VAR_VELOCITY, index);
    c.a = new_var(b, arena_printf(b->a, "%s''", name), VAR_ACCELERATION, index);
    b->rates.at[c.q] = expr_var(b->m->g, c.v);
    b->rates.at[c.v] = expr_var(b->m->g, c.a);
    vec_push(b->a, &b->coords, c);
    return index;
}

void declare_coord(builder *b, int d) {
    decl *e = &b->decls.at[d];
    e->number = add_coord(b, (model_coord){.name = e->display,
                                           .label = e->stmt->label,
                                           .at = e->stmt->name_at,
                                           .fixed = e->stmt->mark == '=',
                                           .body = -1});
}

void read_coord_start(builder *b, int d, span at) {
    decl *e = &b->decls.at[d];
    int index = e->number;
    if (b->coords.at[index].start.i)
        return;
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d) {
            circle(b, d, at);
            b->coords.at[index].start = expr_int(b->m->g, 0);
            e->unknown = true;
            return;
        }
    vec_push(b->a, &b->stack, d);
    value v = e->stmt->bad || !e->stmt->value ? value_bad(e->stmt->at)
                                              : eval_scalar(b, e->stmt->value, e->env, "an initial value");
    b->stack.len--;
    unsigned no = KINDS_MOTION & ~(unsigned)(KIND_BIT(VAR_COORD) | KIND_BIT(VAR_TIME));
    bool ok = forbid(b, v, no, "an initial value");
    b->decls.at[d].unknown = b->decls.at[d].unknown || !ok;
    if (b->coords.at[index].start.i)
        return;
    b->coords.at[index].start = ok ? v.c[0] : expr_int(b->m->g, 0);
    b->coords.at[index].dim = v.dim;
    b->coords.at[index].dim.e[DIM_TURNS] = dim_is_one(v.dim) ? DIM_ONE : 0;
}

static int coordinate_of_prime(const builder *b, value v) {
    const expr_node *n = graph_node(b->m->g, v.c[0]);
    if (v.size != 1 || n->op != EXPR_VAR || b->vars.at[n->var].kind != VAR_VELOCITY)
        return -1;
    return b->vars.at[n->var].index;
}

/* A coordinate whose start its declaration fixes needs no second one. */
static bool starts_already(builder *b, value left, const syn_stmt *t) {
    const expr_node *n = graph_node(b->m->g, left.c[0]);
    bool coordinate = left.size == 1 && n->op == EXPR_VAR && b->vars.at[n->var].kind == VAR_COORD;
    const model_coord *c = coordinate ? &b->coords.at[b->vars.at[n->var].index] : NULL;
    if (!c || !c->fixed)
        return false;
    finding *f =
        diag_add(b->m->findings, DIAG_E0414, t->at, "the initial value of '%s' is fixed by its declaration", c->name);
    diag_label_at(b->m->findings, f, c->at, "declared with '='");
    diag_help(b->m->findings, f, "write 'coord %s = %s' and leave out this line", c->name,
              source_text(b, t->value->at));
    return true;
}

/* Something that no coordinate occurs in has no start. */
static bool cannot_start(builder *b, value left, value right, const syn_stmt *t) {
    var_kind found;
    unsigned moving = KIND_BIT(VAR_COORD) | KIND_BIT(VAR_VELOCITY);
    if (find_kinds(b, left, moving, &found) || find_kinds(b, right, moving, &found))
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0414, t->at, "an expression without coordinates has no initial value");
    diag_help(b->m->findings, f, "declare a constant by 'param NAME = ...'");
    return true;
}

static void read_initial_contact(builder *b, const syn_expr *e, const scope *env) {
    int d = e->arg_count == 1 ? resolve(b, e->args[0], env, 1u << SPACE_VALUES) : -1;
    if (d >= 0 && b->decls.at[d].kind == DECL_CONTACT)
        b->rows.at[b->decls.at[d].number].start_closed = true;
    else if (d >= 0)
        refuse_kind(b, d, e->at, "a contact");
}

void read_initial(builder *b, const statement *s) {
    const syn_stmt *t = s->stmt;
    if (t->bad)
        return;
    if (!t->value) {
        if (t->target->op == SYN_CALL && t->target->name == intern_name(b->m->names, "closed"))
            read_initial_contact(b, t->target, s->env);
        else
            diag_add(b->m->findings, DIAG_E0104, t->at, "an initial value needs '=' or '~', or closed(CONTACT)");
        return;
    }
    value left = eval(b, t->target, s->env), right = eval(b, t->value, s->env);
    unsigned no = KINDS_SOLVED | KIND_BIT(VAR_CLOSED) | KIND_BIT(VAR_REDUCER);
    if (!value_need_match(&b->vc, left, right, "=", t->at) || !forbid(b, left, no, "an initial value") ||
        !forbid(b, right, no, "an initial value"))
        return;
    if (starts_already(b, left, t) || cannot_start(b, left, right, t))
        return;
    var_kind found;
    for (int k = 0; k < left.size; k++) {
        value side = left;
        side.c[0] = left.c[k];
        side.size = 1;
        model_initial i = {.at = t->at,
                           .name = source_text(b, t->target->at),
                           .value = right.c[k],
                           .dim = left.any_dim ? right.dim : left.dim,
                           .residual = expr_sub(b->m->g, left.c[k], right.c[k]),
                           .coord = coordinate_of_prime(b, side)};
        value both = {.size = 2, .c = {left.c[k], right.c[k]}};
        i.velocity = find_kinds(b, both, KIND_BIT(VAR_VELOCITY), &found);
        i.guess = t->mark == '~';
        if (i.guess && i.coord < 0) {
            finding *f =
                diag_add(b->m->findings, DIAG_E0205, t->at, "only the velocity of a coordinate can be a guess");
            diag_help(b->m->findings, f, "write '=' to prescribe this value");
            return;
        }
        vec_push(b->a, &b->initials, i);
    }
}
