/* Arguments of parts: parameters where they are numbers known before the motion, another name of what is given where
   that is a coordinate, a body, a constraint or the like, and definitions of everything else. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static bool is_settled(builder *b, const syn_expr *e, const scope *env);

static bool is_settled_decl(builder *b, int d) {
    decl *e = &b->decls.at[d];
    bool defined = (e->kind == DECL_LET || e->kind == DECL_FUNCTION) && e->stmt->value;
    if (e->kind == DECL_PARAM)
        return e->stmt->kind != SYN_INPUT; /* which changes during the run */
    if (!defined || b->depth >= MODEL_MAX_DEPTH)
        return false;
    if (e->settled == 0) {
        e->settled = 1; /* a circle is found where it is evaluated */
        scope *names = ARENA_ARRAY(b->a, scope, e->stmt->param_count + 1);
        const scope *env = e->env;
        for (size_t i = 0; i < e->stmt->param_count; i++, env = &names[i - 1])
            names[i] = scope_inside(env, e->stmt->params[i], value_bad(e->stmt->at));
        b->depth++;
        bool settled = is_settled(b, e->stmt->value, env);
        b->depth--;
        b->decls.at[d].settled = settled ? 2 : 3;
    }
    return b->decls.at[d].settled != 3;
}

static bool is_settled_name(builder *b, const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name)
            return true;
    int d = eval_find(b, e, env, 1u << SPACE_VALUES);
    return d >= 0 ? is_settled_decl(b, d) : e->op == SYN_NAME && names_is_pi(b, e->name);
}

static bool is_settled_call(builder *b, const syn_expr *e, const scope *env) {
    int d = eval_find_callee(b, e, env);
    const function_row *row = d < 0 ? eval_find_function(b, e->name) : NULL;
    return d >= 0 ? is_settled_decl(b, d) : row && !row->lazy;
}

static bool are_settled(builder *b, const syn_expr *e, const scope *env) {
    for (size_t i = 0; i < e->arg_count; i++)
        if (!is_settled(b, e->args[i], env))
            return false;
    return true;
}

static bool is_settled_kind(builder *b, const syn_expr *e, const scope *env) {
    switch (e->op) {
    case SYN_NUMBER:
        return true;
    case SYN_NAME:
    case SYN_INDEX:
        return is_settled_name(b, e, env);
    case SYN_FIELD:
        return eval_is_member(b, e, env) ? is_settled_name(b, e, env) : are_settled(b, e, env);
    case SYN_CALL:
        return is_settled_call(b, e, env) && are_settled(b, e, env);
    case SYN_SUM: {
        scope inner = scope_inside(env, e->name, value_bad(e->name_at));
        return is_settled(b, e->args[0], env) && is_settled(b, e->args[1], env) && is_settled(b, e->args[2], &inner);
    }
    case SYN_PRIME:
    case SYN_ON:
    case SYN_EQ:
    case SYN_STRING:
    case SYN_BAD:
        return false;
    default:
        return are_settled(b, e, env);
    }
}

/* Whether all that an expression names is known before the motion. */
static bool is_settled(builder *b, const syn_expr *e, const scope *env) {
    if (b->nesting >= MODEL_MAX_NESTING)
        return false;
    b->nesting++;
    bool settled = is_settled_kind(b, e, env);
    b->nesting--;
    return settled;
}

/* The declaration that is given as it is: not a number and not a definition. */
static int find_given(builder *b, const decl *e) {
    const syn_expr *given = e->stmt->value;
    bool local = false;
    for (const scope *s = e->env; s && given->op == SYN_NAME; s = s->outer)
        local = local || s->name == given->name;
    bool named = given->op != SYN_FIELD || eval_is_member(b, given, e->env);
    int d = local || !named ? -1 : eval_find(b, given, e->env, 1u << SPACE_VALUES | 1u << SPACE_FUNCTIONS);
    decl_kind kind = d < 0 ? DECL_LET : b->decls.at[d].kind;
    bool parameter = kind == DECL_PARAM && b->decls.at[d].stmt->kind != SYN_INPUT;
    return parameter || kind == DECL_LET || kind == DECL_COMPONENT ? -1 : d;
}

/* A condition is a definition too, and so is a 0 that fits every dimension: a parameter would have none. */
static bool is_number(builder *b, const decl *e) {
    if (!is_settled(b, e->stmt->value, e->env))
        return false;
    const diag_origin *origin = eval_enter(b, e->env);
    value v = eval_expr(b, e->stmt->value, e->env);
    diag_set_origin(b->m->findings, origin);
    return value_is_bad(v) || (v.size == 1 && !v.condition && !(v.any_dim && b->vc.units));
}

static int settle(builder *b, int d) {
    decl e = b->decls.at[d];
    if (e.same_as)
        return e.same_as - 1;
    if (e.settled == 1)
        return d;
    b->decls.at[d].settled = 1;
    bool readable = !e.stmt->bad && b->depth < MODEL_MAX_DEPTH;
    b->depth++;
    vec_push(b->a, &b->stack, d);
    int given = readable ? find_given(b, &e) : -1;
    bool number = given < 0 && readable && is_number(b, &e);
    b->stack.len--;
    b->depth--;
    if (given >= 0 && given != d) {
        b->decls.at[d].same_as = given + 1;
        return given;
    }
    b->decls.at[d].row = number ? &kinds_param : &kinds_let;
    b->decls.at[d].kind = b->decls.at[d].row->kind;
    b->decls.at[d].settled = number ? 2 : 0;
    return d;
}

/* Met only while it is being settled. */
static value refuse_circle(builder *b, int d, span at) {
    return eval_refuse_circle(b, d, at);
}

const kind_row kinds_argument = {
    .kind = DECL_LET, .named = true, .noun = "an argument", .quantity = refuse_circle, .settle = settle};
