/* Function calls: one table with a row per built-in function, and the user's own functions. */
#include <string.h>

#include "base/check.h"
#include "expr/walk.h"
#include "model/builder.h"

typedef struct call {
    const syn_expr *e;
    const scope *env;
    value arg[2]; /* evaluated arguments, for functions that want values */
} call;

typedef struct function_row {
    const char *name;
    int least, most; /* numbers of arguments; most < 0: any */
    value (*apply)(builder *b, const call *c, int extra);
    int extra;
    bool lazy; /* looks at the arguments' text itself */
} function_row;

static value pure(builder *b, const call *c, int op) {
    value x = c->arg[0];
    const char *what = arena_printf(b->a, "the argument of %s", c->e->name);
    if (!value_need_scalar(&b->vc, x, what) || !value_need_dim(&b->vc, x, DIM_ANGLE, what))
        return value_bad(c->e->at);
    bool angle = op == EXPR_ASIN || op == EXPR_ACOS || op == EXPR_ATAN;
    value v = value_scalar(expr_unary(b->m->g, (expr_op)op, x.c[0]), angle ? DIM_TURN : DIM_ANGLE, c->e->at);
    const expr_node *n = graph_node(b->m->g, v.c[0]);
    if (n->op == (expr_op)op && expr_is_number(b->m->g, x.c[0], NULL)) {
        diag_add(b->m->findings, DIAG_E0308, c->e->at, "'%s' is not defined at %.9g", c->e->name,
                 number_now(b, x.c[0]));
        return value_bad(c->e->at);
    }
    return v;
}

static value circular(builder *b, const call *c, int op) {
    warn_degrees(b, c->e->args[0]);
    return pure(b, c, op);
}

static value root(builder *b, const call *c, int extra) {
    (void)extra;
    value x = c->arg[0], half = value_number(&b->vc, 1, 2, c->e->at);
    if (!value_need_scalar(&b->vc, x, "the argument of sqrt"))
        return value_bad(c->e->at);
    double number;
    if (expr_is_number(b->m->g, x.c[0], &number) && number < 0) {
        diag_add(b->m->findings, DIAG_E0308, c->e->at, "the square root of a negative number, %.9g", number);
        return value_bad(c->e->at);
    }
    value v = value_binary(&b->vc, SYN_POW, x, half, c->e->at);
    if (!value_is_bad(v))
        v.c[0] = expr_sqrt(b->m->g, x.c[0]);
    return v;
}

static value absolute(builder *b, const call *c, int extra) {
    (void)extra;
    value x = c->arg[0];
    if (!value_need_scalar(&b->vc, x, "the argument of abs"))
        return value_bad(c->e->at);
    return value_norm(&b->vc, x, c->e->at);
}

static value sign(builder *b, const call *c, int extra) {
    (void)extra;
    if (!value_need_scalar(&b->vc, c->arg[0], "the argument of sign"))
        return value_bad(c->e->at);
    return value_scalar(expr_unary(b->m->g, EXPR_SIGN, c->arg[0].c[0]), DIM_ANGLE, c->e->at);
}

/* min, max, hypot, atan2: two scalars of one dimension; the result keeps it or, for atan2, is an angle. */
static value pair(builder *b, value x, value y, int op, span at) {
    if (!value_need_scalar(&b->vc, x, "an argument") || !value_need_scalar(&b->vc, y, "an argument") ||
        !value_need_match(&b->vc, x, y, "and", at))
        return value_bad(at);
    value v = value_scalar(expr_binary(b->m->g, (expr_op)op, x.c[0], y.c[0]),
                           x.any_dim   ? y.dim
                           : y.any_dim ? x.dim
                                       : dim_join(x.dim, y.dim),
                           at);
    v.any_dim = x.any_dim && y.any_dim;
    if (op == EXPR_ATAN2)
        v.dim = DIM_TURN;
    return v;
}

static value two(builder *b, const call *c, int op) {
    return pair(b, c->arg[0], c->arg[1], op, c->e->at);
}

static value many(builder *b, const call *c, int op) {
    value v = eval(b, c->e->args[0], c->env);
    for (size_t i = 1; i < c->e->arg_count; i++)
        v = pair(b, v, eval(b, c->e->args[i], c->env), op, c->e->at);
    return v;
}

static value dot(builder *b, const call *c, int extra) {
    (void)extra;
    return value_dot(&b->vc, c->arg[0], c->arg[1], c->e->at);
}

static value cross(builder *b, const call *c, int extra) {
    (void)extra;
    return value_cross(&b->vc, c->arg[0], c->arg[1], c->e->at);
}

static value norm(builder *b, const call *c, int extra) {
    (void)extra;
    if (value_is_bad(c->arg[0]))
        return value_bad(c->e->at);
    if (c->arg[0].size == 1) {
        value_need_vector(&b->vc, c->arg[0], b->m->space, "the argument of norm");
        return value_bad(c->e->at);
    }
    return value_norm(&b->vc, c->arg[0], c->e->at);
}

static value unit_vector(builder *b, const call *c, int extra) {
    value length = norm(b, c, extra);
    return value_is_bad(length) ? length : value_binary(&b->vc, SYN_DIV, c->arg[0], length, c->e->at);
}

static bool planar(builder *b, const call *c) {
    if (b->m->space == 2)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0304, c->e->at, "'%s' needs a planar model, and this one is spatial",
                          c->e->name);
    diag_help(b->m->findings, f, "%s", value_one_world);
    return false;
}

static value angle_between(builder *b, const call *c, int extra) {
    (void)extra;
    if (!planar(b, c))
        return value_bad(c->e->at);
    value x = value_cross(&b->vc, c->arg[0], c->arg[1], c->e->at),
          y = value_dot(&b->vc, c->arg[0], c->arg[1], c->e->at);
    return pair(b, x, y, EXPR_ATAN2, c->e->at);
}

static value direction(builder *b, value a, span at) {
    if (!value_need_scalar(&b->vc, a, "an angle") || !value_need_dim(&b->vc, a, DIM_ANGLE, "an angle"))
        return value_bad(at);
    value v = {.size = 2, .at = at};
    v.c[0] = expr_unary(b->m->g, EXPR_COS, a.c[0]);
    v.c[1] = expr_unary(b->m->g, EXPR_SIN, a.c[0]);
    return v;
}

static value dir(builder *b, const call *c, int extra) {
    (void)extra;
    warn_degrees(b, c->e->args[0]);
    return planar(b, c) ? direction(b, c->arg[0], c->e->at) : value_bad(c->e->at);
}

static value rotate(builder *b, const call *c, int extra) {
    (void)extra;
    warn_degrees(b, c->e->args[1]);
    value v = c->arg[0], d = planar(b, c) ? direction(b, c->arg[1], c->e->at) : value_bad(c->e->at);
    if (value_is_bad(d) || !value_need_vector(&b->vc, v, 2, "the vector that is rotated"))
        return value_bad(c->e->at);
    graph *g = b->m->g;
    value r = v;
    r.at = c->e->at;
    for (int i = 0; i < 2; i++) {
        expr_id along = expr_mul(g, v.c[0], d.c[i]), across = expr_mul(g, v.c[1], d.c[1 - i]);
        r.c[i] = i == 0 ? expr_sub(g, along, across) : expr_add(g, along, across);
    }
    return r;
}

/* What is read before multipliers and contacts have their variables must not depend on them. */
static bool refuse_unsolved(builder *b, const call *c) {
    if (b->system && b->system->rows)
        return false;
    finding *f =
        diag_add(b->m->findings, DIAG_E0207, c->e->at,
                 "parameters, constraints and initial values cannot depend on %s, which is known only after solving",
                 source_text(b, c->e->at));
    diag_help(b->m->findings, f, "use it in an output, a report, an event or a drawing");
    return true;
}

static value norm_multiplier(builder *b, const call *c, int row, int sign_) {
    expr_id l = expr_var(b->m->g, b->rows.at[row].lambda);
    return value_scalar(sign_ > 0 ? l : expr_neg(b->m->g, l), DIM_ENERGY, c->e->at);
}

/* lambda(c), lambda(pin.x), force(c): `sign` is +1 or -1. A vector where the constraint is one. */
static value multiplier(builder *b, const call *c, int sign_) {
    const syn_expr *target = c->e->args[0];
    bool component = target->op == SYN_FIELD, norm = component && !strcmp(target->name, "norm");
    const model_orientation *freed = norm ? freed_orientation(b, target->args[0], c->env) : NULL;
    if (freed)
        return refuse_unsolved(b, c) ? value_bad(c->e->at) : norm_multiplier(b, c, freed->row, sign_);
    int d = resolve(b, component ? target->args[0] : target, c->env, 1u << SPACE_VALUES);
    if (d < 0)
        return value_bad(c->e->at);
    decl *e = &b->decls.at[d];
    if (e->kind == DECL_ORIENTATION && norm && refuse_unsolved(b, c))
        return value_bad(c->e->at);
    if (e->kind == DECL_ORIENTATION && norm)
        return norm_multiplier(b, c, b->orientations.at[e->number].row, sign_);
    if (e->kind != DECL_CONSTRAINT && e->kind != DECL_CONTACT) {
        finding *f = refuse_kind(b, d, target->at, "a constraint or a contact");
        if (e->kind == DECL_ELEMENT)
            diag_help(b->m->findings, f, "define the force by 'let', and use that name in both places");
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    value f = decl_value(b, d, target->at);
    if (value_is_bad(f))
        return value_bad(c->e->at);
    graph *g = b->m->g;
    var_kind found;
    if (component && !strcmp(target->name, "friction") && e->kind == DECL_CONTACT &&
        b->rows.at[e->number].partner >= 0) {
        expr_id l = expr_var(g, b->rows.at[b->rows.at[e->number].partner].lambda);
        return value_scalar(sign_ > 0 ? l : expr_neg(g, l), DIM_FORCE, c->e->at);
    }
    value v = f;
    v.any_dim = false;
    v.dim = dim_div(DIM_ENERGY, find_kinds(b, f, KIND_BIT(VAR_VELOCITY), &found) ? dim_mul(f.dim, DIM_TIME) : f.dim);
    for (int k = 0; k < f.size; k++) {
        expr_id l = expr_var(g, b->rows.at[e->number + k].lambda);
        v.c[k] = sign_ > 0 ? l : expr_neg(g, l);
    }
    v.at = c->e->at;
    if (!component)
        return v;
    int k = target->name[0] - 'x';
    if (target->name[1] || k < 0 || k >= f.size || f.size == 1) {
        diag_add(b->m->findings, DIAG_E0303, target->at, "'%s' has no component '.%s'", e->display, target->name);
        return value_bad(c->e->at);
    }
    v.c[0] = v.c[k];
    v.size = 1;
    return v;
}

static value contact_state(builder *b, const call *c, int open) {
    int d = resolve(b, c->e->args[0], c->env, 1u << SPACE_VALUES);
    if (d < 0)
        return value_bad(c->e->at);
    if (b->decls.at[d].kind != DECL_CONTACT) {
        refuse_kind(b, d, c->e->args[0]->at, "a contact");
        return value_bad(c->e->at);
    }
    if (refuse_unsolved(b, c))
        return value_bad(c->e->at);
    expr_id state = expr_var(b->m->g, b->rows.at[b->decls.at[d].number].closed);
    value v = value_scalar(open ? expr_unary(b->m->g, EXPR_NOT, state) : state, DIM_ANGLE, c->e->at);
    v.condition = true;
    return v;
}

static value point_velocity(builder *b, const call *c, int extra) {
    (void)extra;
    const syn_expr *on = c->e->args[0];
    if (on->op != SYN_ON) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, on->at, "velocity(...) needs a point on a body");
        diag_help(b->m->findings, f, "write velocity(POINT on BODY), or POINT' for the rate of a geometric point");
        return value_bad(c->e->at);
    }
    value p = eval(b, on->args[0], c->env);
    int body = resolve_body(b, on->args[1], c->env);
    return body < 0 ? value_bad(c->e->at) : body_point_velocity(b, body, p, c->e->at);
}

static value reaction(builder *b, const call *c, int extra) {
    (void)extra;
    return eval_reaction(b, c->e, c->env);
}

static value tabulated(builder *b, const call *c, int extra) {
    (void)extra;
    return eval_table(b, c->e, c->env);
}

static bool spatial(builder *b, const call *c) {
    if (b->m->space == 3)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0304, c->e->at, "'%s' needs a spatial model, and this one is planar",
                          c->e->name);
    diag_help(b->m->findings, f, "%s", value_one_world);
    return false;
}

/* rotation(z, psi): the axis is a letter, not a value. */
static value rotation(builder *b, const call *c, int extra) {
    (void)extra;
    const syn_expr *axis = c->e->args[0];
    bool letter = axis->op == SYN_NAME && axis->name[0] >= 'x' && axis->name[0] <= 'z' && !axis->name[1];
    if (!spatial(b, c))
        return value_bad(c->e->at);
    if (!letter) {
        diag_add(b->m->findings, DIAG_E0205, axis->at, "the axis of a rotation is x, y or z of the parent frame");
        return value_bad(c->e->at);
    }
    warn_degrees(b, c->e->args[1]);
    value angle = eval_quantity(b, c->e->args[1], c->env, DIM_ANGLE, "an angle");
    return value_is_bad(angle) ? value_bad(c->e->at) : frame_rotation(b, axis->name[0] - 'x', angle, c->e->at);
}

static value quaternion(builder *b, const call *c, int extra) {
    (void)extra;
    if (!spatial(b, c))
        return value_bad(c->e->at);
    int d = resolve(b, c->e->args[0], c->env, 1u << SPACE_VALUES);
    if (d < 0)
        return value_bad(c->e->at);
    if (b->decls.at[d].kind != DECL_ORIENTATION) {
        refuse_kind(b, d, c->e->args[0]->at, "an orientation");
        return value_bad(c->e->at);
    }
    if (b->decls.at[d].number < 0)
        return not_known_yet(b, d, c->e->args[0]->at);
    return orientation_frame(b, &b->orientations.at[b->decls.at[d].number], c->e->at);
}

static value omega(builder *b, const call *c, int extra) {
    (void)extra;
    value f = c->arg[0];
    if (!spatial(b, c))
        return value_bad(c->e->at);
    if (!value_need_frame(&b->vc, f, "the argument of omega"))
        return value_bad(c->e->at);
    value v = value_frame_rates(&b->vc, f);
    v.at = c->e->at;
    return v;
}

/* at(2 s, x) */
static bool names_event(builder *b, const syn_expr *e) {
    if (e->op == SYN_NAME || e->op == SYN_INDEX || e->op == SYN_FIELD || e->op == SYN_BAD)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->at, "'%s' is not an event", source_text(b, e->at));
    diag_help(b->m->findings, f, "declare an event at that time: event then when t > %s { }", source_text(b, e->at));
    return false;
}

static value reducer(builder *b, const call *c, int kind) {
    const syn_expr *e = c->e;
    if (!b->in_report || b->in_reducer) {
        finding *f = diag_add(b->m->findings, DIAG_E0208, e->at,
                              "'%s(...)' is a value of the whole run, which belongs in a report", e->name);
        diag_help(b->m->findings, f,
                  b->in_reducer ? "a reducer cannot be used inside a reducer"
                                : "use it in a report or in an expect line");
        return value_bad(e->at);
    }
    event_ref event = {EVENT_USER, -1};
    bool has_event = kind == REDUCE_AT || kind == REDUCE_TIME;
    if (has_event && !names_event(b, e->args[0]))
        return value_bad(e->at);
    if (has_event && !resolve_event(b, e->args[0], c->env, &event))
        return value_bad(e->at);
    value inner = value_scalar(EXPR_NONE, DIM_TIME, e->at);
    if (kind != REDUCE_TIME) {
        b->in_reducer = true;
        inner = eval(b, e->args[kind == REDUCE_AT ? 1 : 0], c->env);
        b->in_reducer = false;
        if (!forbid(b, inner, KIND_BIT(VAR_REDUCER), "the argument of a reducer"))
            return value_bad(e->at);
    }
    value v = inner;
    v.at = e->at;
    v.any_dim = v.condition = false;
    if (kind == REDUCE_INTEGRAL)
        v.dim = dim_mul(v.dim, DIM_TIME);
    for (int k = 0; k < v.size; k++) {
        size_t n = b->next_reducer++;
        if (n == b->reducers.len) {
            uint32_t var = new_var(b, arena_printf(b->a, "%s#%zu", e->name, n), VAR_REDUCER, (int)n);
            vec_push(b->a, &b->reducers, (model_reducer){(reducer_kind)kind, var, event});
        }
        vec_push(b->a, &b->reducer_values, inner.c[k]);
        v.c[k] = expr_var(b->m->g, b->reducers.at[n].var);
    }
    return v;
}

static const function_row functions[] = {
    {"sin", 1, 1, circular, EXPR_SIN, false},
    {"cos", 1, 1, circular, EXPR_COS, false},
    {"tan", 1, 1, circular, EXPR_TAN, false},
    {"asin", 1, 1, pure, EXPR_ASIN, false},
    {"acos", 1, 1, pure, EXPR_ACOS, false},
    {"atan", 1, 1, pure, EXPR_ATAN, false},
    {"sinh", 1, 1, pure, EXPR_SINH, false},
    {"cosh", 1, 1, pure, EXPR_COSH, false},
    {"tanh", 1, 1, pure, EXPR_TANH, false},
    {"exp", 1, 1, pure, EXPR_EXP, false},
    {"log", 1, 1, pure, EXPR_LOG, false},
    {"sqrt", 1, 1, root, 0, false},
    {"abs", 1, 1, absolute, 0, false},
    {"sign", 1, 1, sign, 0, false},
    {"atan2", 2, 2, two, EXPR_ATAN2, false},
    {"hypot", 2, 2, two, EXPR_HYPOT, false},
    {"min", 2, -1, many, EXPR_MIN, true},
    {"max", 2, -1, many, EXPR_MAX, true},
    {"dot", 2, 2, dot, 0, false},
    {"cross", 2, 2, cross, 0, false},
    {"norm", 1, 1, norm, 0, false},
    {"unit", 1, 1, unit_vector, 0, false},
    {"angle", 2, 2, angle_between, 0, false},
    {"dir", 1, 1, dir, 0, false},
    {"rotate", 2, 2, rotate, 0, false},
    {"lambda", 1, 1, multiplier, 1, true},
    {"force", 1, 1, multiplier, -1, true},
    {"open", 1, 1, contact_state, 1, true},
    {"closed", 1, 1, contact_state, 0, true},
    {"velocity", 1, 1, point_velocity, 0, true},
    {"reaction", 1, 1, reaction, 0, true},
    {"table", 2, 3, tabulated, 0, true},
    {"omega", 1, 1, omega, 0, false},
    {"rotation", 2, 2, rotation, 0, true},
    {"quaternion", 1, 1, quaternion, 0, true},
    {"initial", 1, 1, reducer, REDUCE_INITIAL, true},
    {"final", 1, 1, reducer, REDUCE_FINAL, true},
    {"minimum", 1, 1, reducer, REDUCE_MINIMUM, true},
    {"maximum", 1, 1, reducer, REDUCE_MAXIMUM, true},
    {"mean", 1, 1, reducer, REDUCE_MEAN, true},
    {"integral", 1, 1, reducer, REDUCE_INTEGRAL, true},
    {"at", 2, 2, reducer, REDUCE_AT, true},
    {"time", 1, 1, reducer, REDUCE_TIME, true},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

static value wrong_count(builder *b, const syn_expr *e, int least, int most) {
    bool extreme = e->arg_count == 1 && (!strcmp(e->name, "max") || !strcmp(e->name, "min"));
    if (extreme) {
        finding *f = diag_add(b->m->findings, DIAG_E0203, e->at, "'%s' takes at least 2 arguments, not 1", e->name);
        diag_help(b->m->findings, f, "for the extremum over a run write %simum(%s), in a report", e->name,
                  source_text(b, e->args[0]->at));
        return value_bad(e->at);
    }
    if (least == most)
        diag_add(b->m->findings, DIAG_E0203, e->at, "'%s' takes %d argument%s, not %zu", e->name, least,
                 least == 1 ? "" : "s", e->arg_count);
    else
        diag_add(b->m->findings, DIAG_E0203, e->at, "'%s' takes at least %d arguments, not %zu", e->name, least,
                 e->arg_count);
    return value_bad(e->at);
}

static value call_user(builder *b, const syn_expr *e, const scope *env, int function) {
    const syn_stmt *s = b->decls.at[function].stmt;
    if (s->bad)
        return value_bad(e->at);
    if (e->arg_count != s->param_count)
        return wrong_count(b, e, (int)s->param_count, (int)s->param_count);
    value *args = ARENA_ARRAY(b->a, value, e->arg_count + 1);
    for (size_t i = 0; i < e->arg_count; i++) {
        args[i] = eval(b, e->args[i], env);
        if (value_is_bad(args[i]))
            return value_bad(e->at);
    }
    return call_function(b, function, args, e->at);
}

static value unknown_function(builder *b, const syn_expr *e) {
    int d = table_find(b, SPACE_VALUES, e->name, false, 0);
    if (d >= 0) {
        finding *f = refuse_kind(b, d, e->name_at, "a function");
        bool of_time = e->arg_count == 1 && e->args[0]->op == SYN_NAME && !strcmp(e->args[0]->name, "t");
        diag_help(b->m->findings, f,
                  of_time ? "coordinates depend on time implicitly: write %s" : "write '*' to multiply: %s*(...)",
                  e->name);
        return value_bad(e->at);
    }
    size_t count = 0;
    const char **names = ARENA_ARRAY(b->a, const char *, FUNCTION_COUNT + b->decls.len);
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        names[count++] = functions[i].name;
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_FUNCTION)
            names[count++] = b->decls.at[i].name;
    finding *f = diag_add(b->m->findings, DIAG_E0107, e->name_at, "unknown function '%s'", e->name);
    const char *known = other_function_name(e->name);
    if (known)
        diag_help(b->m->findings, f, "write %s", known);
    else
        diag_suggest(b->m->findings, f, e->name, names, count);
    return value_bad(e->at);
}

static const function_row *find_function(const builder *b, const char *name) {
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (intern_name(b->m->names, functions[i].name) == name)
            return &functions[i];
    return NULL;
}

bool is_function(const builder *b, const char *name) {
    return table_find(b, SPACE_FUNCTIONS, name, false, 0) >= 0 || find_function(b, name);
}

value eval_call(builder *b, const syn_expr *e, const scope *env) {
    int user = table_find(b, SPACE_FUNCTIONS, e->name, false, 0);
    if (user >= 0)
        return call_user(b, e, env, user);
    const function_row *row = find_function(b, e->name);
    if (!row)
        return unknown_function(b, e);
    if ((int)e->arg_count < row->least || (row->most >= 0 && (int)e->arg_count > row->most))
        return wrong_count(b, e, row->least, row->most < 0 ? row->least + 1 : row->most);
    call c = {.e = e, .env = env};
    for (size_t i = 0; !row->lazy && i < e->arg_count; i++) {
        c.arg[i] = eval(b, e->args[i], env);
        if (value_is_bad(c.arg[i]))
            return value_bad(e->at);
    }
    return row->apply(b, &c, row->extra);
}
