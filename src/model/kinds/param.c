/* Parameters, 'param NAME = value in [low, high]': numbers that are known before the motion. */
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "expr/walk.h"
#include "model/kinds/kinds.h"
#include "model/names/names.h"
#include "syntax/parser.h"

static const char *dimension_clash(builder *b, const model_param *p, dimension given) {
    const char *wanted = model_shown_unit(b->m, p->shown, p->dim, b->a);
    return base_arena_printf(
        b->a, *wanted ? "it is in %s, and the parameter in %s" : "it is in %s, and the parameter has no unit",
        model_unit_text(b->m, given, b->a), wanted);
}

/* A number alone is in the unit of the declaration. */
static expr_id in_own_unit(builder *b, const model_param *p, value v) {
    bool alone = dim_is_one(v.dim) && !dim_is_angle(v.dim) && p->shown.unit;
    return alone ? expr_mul(b->m->g, v.c[0], p->unit) : v.c[0];
}

/* Whether a value needs that of this parameter, itself or by definitions of others: it is not there yet. */
static bool needs(builder *b, value v, const model_param *p) {
    bool *used = ARENA_ARRAY(b->a, bool, expr_var_count(b->m->g) + 1), *seen = ARENA_ARRAY(b->a, bool, b->params.len);
    expr_mark_vars(b->m->g, v.c, 1, used);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < b->params.len; i++) {
            const model_param *of = &b->params.at[i];
            if (!used[of->var] || seen[i] || of == p || !of->definition.i)
                continue;
            expr_mark_vars(b->m->g, &of->definition, 1, used);
            seen[i] = more = true;
        }
    }
    return used[p->var];
}

bool kinds_apply_override(builder *b, model_param *p, const model_override *o, double *out) {
    if (o->number) {
        *out = *o->number;
        return true;
    }
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
    bool known = !value_is_bad(v) && eval_forbid(b, v, KINDS_MOTION, "a parameter");
    const bool circular = known && needs(b, v, p);
    bool fits = known && !circular && (!b->vc.units || dim_is_one(v.dim) || dim_equal(v.dim, p->dim));
    b->vc.findings = b->m->findings = outer;
    if (fits)
        *out = eval_number_now(b, in_own_unit(b, p, v));
    if (fits && isfinite(*out))
        return true;
    const char *why = circular              ? "it depends on itself"
                      : known && !fits      ? dimension_clash(b, p, v.dim)
                      : diag_count(own) > 0 ? diag_at(own, 0)->message
                                            : "it is not a finite number";
    b->m->bad_override =
        base_arena_printf(b->a, "'%s' is not a valid value for the parameter '%s': %s", o->value, p->name, why);
    return false;
}

/* In the scope of the declaration, also where an argument has been given from elsewhere. */
static void read_bounds(builder *b, const syn_stmt *s, const scope *env, model_param *p) {
    if (!s->low || !s->high)
        return;
    p->has_bounds = eval_number(b, s->low, env, p->dim, "a bound", &p->low) &&
                    eval_number(b, s->high, env, p->dim, "a bound", &p->high);
    if (!p->has_bounds || p->low <= p->high)
        return;
    p->has_bounds = false;
    finding *f = diag_add(b->m->findings, DIAG_E0308, span_join(s->low->at, s->high->at),
                          "the bounds of '%s' are the wrong way round: %s is more than %s", p->name,
                          model_shown_text(b->m, p->shown, p->low, p->dim, b->a),
                          model_shown_text(b->m, p->shown, p->high, p->dim, b->a));
    diag_help(b->m->findings, f, "write 'in [%s, %s]'", names_source_text(b, s->high->at),
              names_source_text(b, s->low->at));
}

static const char *name_in_quotes(builder *b, const char *text) {
    const char *end = strrchr(text, '"');
    return base_arena_copy(b->a, text + 1, end > text ? (size_t)(end - text) - 1 : strlen(text + 1));
}

/* What an input decides would not follow it during a run. */
static bool refuse_inputs(builder *b, const model_param *p, value v) {
    bool *used = ARENA_ARRAY(b->a, bool, expr_var_count(b->m->g) + 1);
    expr_mark_vars(b->m->g, v.c, 1, used);
    for (size_t i = 0; i < b->params.len; i++) {
        const model_param *x = &b->params.at[i];
        if (!x->input || !used[x->var])
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0307, v.at, "%s '%s' cannot depend on the input '%s'",
                              p->input ? "the input" : "the parameter", p->name, x->name);
        diag_help(b->m->findings, f, "write 'let %s = %s': a definition follows the input during the run", p->name,
                  names_source_text(b, v.at));
        return true;
    }
    return false;
}

const char *kinds_refuse_beside_file(const model_param *p, arena *a) {
    return base_arena_printf(a, "the values of the input '%s' come from a file: it cannot have another one", p->name);
}

static void set_param_value(builder *b, int index, double x) {
    model_param *p = &b->params.at[index];
    for (size_t i = 0; i < b->override_count; i++)
        if (base_intern_name(b->m->names, b->overrides[i].name) != base_intern_name(b->m->names, p->name))
            continue;
        else if (p->input && !b->overrides[i].number && b->overrides[i].value[0] == '"')
            p->file = name_in_quotes(b, b->overrides[i].value);
        else
            p->given = kinds_apply_override(b, p, &b->overrides[i], &x);
    if (p->file && p->given)
        b->m->bad_override = kinds_refuse_beside_file(p, b->a);
    model_set_value(b->m, p, x);
}

/* What stands in for a number that there is not: another one for each parameter, of its unit or within its bounds, so
   that what differs differs by number too. */
static double stand_in(const builder *b, int index) {
    const double golden = 0.6180339887498949;
    const model_param *p = &b->params.at[index];
    const double part = (index + 1) * golden - floor((index + 1) * golden);
    return p->has_bounds ? p->low + part * (p->high - p->low) : (1 + part) * eval_number_now(b, p->definition);
}

static void set_stand_in(builder *b, int index) {
    model_param *p = &b->params.at[index];
    model_set_value(b->m, p, stand_in(b, index));
    p->definition = expr_real(b->m->g, model_value_of(b->m, p));
}

/* Once. */
static void name_param(builder *b, int d) {
    decl *e = &b->decls.at[d];
    if (e->number >= 0)
        return;
    e->number = (int)b->params.len;
    uint32_t var = eval_new_var(b, e->display, VAR_PARAM, e->number);
    vec_push(b->a, &b->params,
             (model_param){.name = e->display,
                           .label = e->label,
                           .at = e->stmt->name_at,
                           .var = var,
                           .input = e->stmt->kind == SYN_INPUT,
                           .unknown = e->stmt->mark == '~',
                           .bare = e->stmt->bare});
}

/* Without a number and a unit it is what its bounds are. */
static const syn_expr *says_dimension(const syn_stmt *s) {
    return s->bare && !s->value->has_unit && s->low ? s->low : s->value;
}

static bool names_time(const syn_expr *e) {
    bool found = e->op == SYN_NAME && strcmp(e->name, "t") == 0;
    for (size_t i = 0; i < e->arg_count; i++)
        found = found || names_time(e->args[i]);
    return found;
}

/* sin(2*t): what the units of t do not fit into is not what is wrong with it. */
static value read_value(builder *b, const decl *e) {
    const syn_expr *of = says_dimension(e->stmt);
    if (e->stmt->bad)
        return value_bad(e->stmt->at);
    if (!names_time(of))
        return eval_scalar(b, of, e->env, "a parameter");
    finding *f = diag_add(b->m->findings, DIAG_E0307, of->at, "a parameter cannot depend on the time");
    diag_help(b->m->findings, f, "define what moves by 'let': let %s = ...", e->display);
    return value_bad(of->at);
}

/* readings[d].state guards against circles, as for lets; parameters are read before any variant, in a table of their
 * own. */
static void read_definition(builder *b, int d, span at) {
    name_param(b, d);
    decl *e = &b->decls.at[d];
    int index = e->number;
    model_param *p = &b->params.at[index];
    if (p->definition.i)
        return;
    for (size_t i = 0; i < b->stack.len; i++)
        if (b->stack.at[i] == d) {
            eval_refuse_circle(b, d, at);
            p->definition = expr_int(b->m->g, 0);
            e->unknown = true;
            return;
        }
    vec_push(b->a, &b->stack, d);
    const diag_origin *origin = eval_enter(b, e->env);
    value v = read_value(b, e);
    bool ok = eval_forbid(b, v, KINDS_MOTION, "a parameter") && !refuse_inputs(b, &b->params.at[index], v);
    diag_set_origin(b->m->findings, origin);
    b->stack.len--;
    p = &b->params.at[index];
    if (p->definition.i)
        return;
    p->definition = ok ? v.c[0] : expr_int(b->m->g, 0);
    b->decls.at[d].unknown = b->decls.at[d].unknown || !ok;
    if (!ok)
        return;
    p->dim = v.dim;
    eval_read_param_unit(b, e->stmt, p);
    double x = eval_number_now(b, v.c[0]);
    vec_push(b->a, &b->param_order, index);
    set_param_value(b, index, x);
    e = &b->decls.at[d];
    read_bounds(b, e->stmt, e->home, &b->params.at[index]);
    if (e->stmt->bare && !b->vc.bare && dim_is_one(b->params.at[index].dim))
        b->vc.bare = base_arena_printf(b->a, "a parameter without a unit is a plain number: 'param %s in kg' has one",
                                       e->display);
    if (e->stmt->bare && !b->params.at[index].given)
        set_stand_in(b, index);
    if (!isfinite(model_value_of(b->m, &b->params.at[index])))
        diag_add(b->m->findings, DIAG_E0308, v.at, "the parameter '%s' is not a finite number", e->display);
}

void kinds_name_param(builder *b, const statement *s) {
    name_param(b, s->decl);
}

void kinds_read_param(builder *b, const statement *s) {
    read_definition(b, s->decl, s->stmt->name_at);
}

value kinds_param_quantity(builder *b, int d, span at) {
    read_definition(b, d, at);
    const decl *e = &b->decls.at[d];
    const model_param *p = &b->params.at[e->number];
    return e->unknown ? value_bad(at) : value_scalar(expr_var(b->m->g, p->var), p->dim, at);
}

const kind_row kinds_param = {
    .kind = DECL_PARAM,
    .named = true,
    .noun = "a parameter",
    .quantity = kinds_param_quantity,
    .step = {[STEP_NAME] = kinds_name_param, [STEP_VALUE] = kinds_read_param},
};
