/* Evaluates expressions of the tree to values: names looked up, operators applied, functions called. */
#include <math.h>
#include <string.h>

#include "expr/table.h"
#include "expr/walk.h"
#include "model/eval/eval.h"
#include "model/names/names.h"

static bool is_name(const builder *b, const char *name, const char *text) {
    return name == base_intern_name(b->m->names, text);
}

static value variable(builder *b, uint32_t var, dimension dim, span at) {
    return value_scalar(expr_var(b->m->g, var), dim, at);
}

static const instance *part_of(builder *b, const syn_expr *e, const scope *env);

static bool is_local(const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name)
            return true;
    return false;
}

/* Where the name of an expression is looked for. */
typedef struct sight {
    const instance *in;
    bool outside; /* then in the model around the part */
    bool known;   /* false: not to be judged, or no name at all */
    bool indexed;
    int64_t index;
} sight;

static sight look_from(builder *b, const syn_expr *e, const scope *env) {
    const instance *in = scope_part(env);
    sight s = {.in = in, .outside = in != NULL, .known = true};
    const syn_expr *index = e->op == SYN_INDEX ? e->args[0] : NULL;
    if (e->op == SYN_FIELD) {
        s.in = part_of(b, e->args[0], env);
        s.known = s.in && s.in->component;
        s.outside = false;
        index = e->arg_count > 1 ? e->args[1] : NULL;
    }
    s.indexed = index != NULL;
    if (s.known && index)
        s.known = eval_integer(b, index, env, &s.index);
    return s;
}

static int find_from(builder *b, const syn_expr *e, const scope *env, const sight *s, unsigned spaces) {
    sought x = {e->name, s->indexed, s->index, e->at, e->op == SYN_FIELD};
    int d = s->known ? eval_find_in(b, &x, env, s->in, spaces) : -1;
    return d < 0 && s->known && s->outside ? eval_find_outside(b, &x, env, spaces) : d;
}

static bool is_reference(const syn_expr *e) {
    return e->op == SYN_NAME || e->op == SYN_INDEX || e->op == SYN_FIELD;
}

int eval_find(builder *b, const syn_expr *e, const scope *env, unsigned spaces) {
    if (!is_reference(e))
        return -1;
    sight s = look_from(b, e, env);
    return find_from(b, e, env, &s, spaces);
}

/* The part that an expression names, or NULL. */
static const instance *part_of(builder *b, const syn_expr *e, const scope *env) {
    int d = !b->parts.len || is_local(e, env) ? -1 : eval_find(b, e, env, 1u << SPACE_VALUES);
    return d >= 0 && b->decls.at[d].kind == DECL_PART ? b->parts.at[b->decls.at[d].number] : NULL;
}

bool eval_is_member(builder *b, const syn_expr *e, const scope *env) {
    return e->op == SYN_FIELD && part_of(b, e->args[0], env);
}

const diag_origin *eval_enter(builder *b, const scope *env) {
    const instance *in = scope_part(env);
    return diag_set_origin(b->m->findings, in ? &in->origin : NULL);
}

/* "x", or "upper.x" as it is written. */
static const char *written_name(builder *b, const syn_expr *e) {
    return e->op == SYN_FIELD ? base_arena_printf(b->a, "%s.%s", names_source_text(b, e->args[0]->at), e->name)
                              : e->name;
}

/* What is declared by the name alone; -1 if nothing is. */
static int find_plain(const builder *b, const instance *in, const char *name, unsigned spaces) {
    for (int k = 0; k < SPACE_COUNT; k++) {
        const int d = spaces >> k & 1 ? names_find(b, in, (name_space)k, name, false, 0) : -1;
        if (d >= 0)
            return d;
    }
    return -1;
}

/* A plain name where a family is, or the other way round. True if that has been said. */
static bool refuse_form(builder *b, const syn_expr *e, const instance *in, const sight *s, unsigned spaces) {
    diag *d = b->m->findings;
    const char *name = written_name(b, e);
    const int plain = s->indexed ? find_plain(b, in, e->name, spaces) : -1;
    if (plain >= 0 && b->decls.at[plain].stmt->bad)
        return true; /* it may have been meant as a family */
    if (plain >= 0) {
        finding *f = diag_add(d, DIAG_E0204, e->at, "'%s' is not a family and has no members", name);
        diag_help(d, f, "write %s alone", name);
        return true;
    }
    bool refused = false;
    for (int k = 0; k < SPACE_COUNT; k++) {
        if (!(spaces & (1u << k)) || !names_is_family(b, in, (name_space)k, e->name))
            continue;
        refused = true;
        if (s->indexed)
            diag_add(d, DIAG_E0204, e->at, "there is no '%s[%lld]'", name, (long long)s->index);
        else
            diag_help(d, diag_add(d, DIAG_E0204, e->at, "'%s' is a family, and one member is needed here", name),
                      "write its index: %s[1], or %s[i] in a loop or a sum", name, name);
    }
    return refused;
}

/* A name, an indexed name or a member of a part to a declaration: values first, then results where they may be named.
 */
static int look_up(builder *b, const syn_expr *e, const scope *env, unsigned spaces, bool *failed) {
    sight s = look_from(b, e, env);
    int d = find_from(b, e, env, &s, spaces);
    *failed = d < 0 &&
              (!s.known || refuse_form(b, e, s.in, &s, spaces) || (s.outside && refuse_form(b, e, NULL, &s, spaces)));
    return d;
}

/* A function without its arguments. */
static bool refuse_function(builder *b, const syn_expr *e, const scope *env) {
    if (e->op != SYN_NAME || !eval_is_function(b, e, env))
        return false;
    finding *f = diag_add(b->m->findings, DIAG_E0205, e->name_at, "'%s' is a function", e->name);
    diag_help(b->m->findings, f, "give it its arguments: %s(...)", e->name);
    return true;
}

/* What is neither a name nor a member of a part; where a part is unknown, that is said. */
static void refuse_no_name(builder *b, const syn_expr *e, const scope *env) {
    const syn_expr *root = e;
    while (root->op == SYN_FIELD)
        root = root->args[0];
    bool unknown = root != e && (root->op == SYN_NAME || root->op == SYN_INDEX) && !is_local(root, env) &&
                   eval_find(b, root, env, 1u << SPACE_VALUES | 1u << SPACE_RESULTS) < 0;
    if (unknown)
        eval_resolve(b, root, env, ~0u);
    else if (e->op != SYN_BAD)
        diag_add(b->m->findings, DIAG_E0205, e->at, "a name is expected here, not the expression '%s'",
                 names_source_text(b, e->at));
}

static void refuse_member(builder *b, const syn_expr *e, const scope *env, unsigned kinds) {
    const instance *in = part_of(b, e->args[0], env);
    finding *f = diag_add(b->m->findings, DIAG_E0107, e->name_at, "the part '%s' has no '%s'", in->display, e->name);
    names_suggest_member(b, f, in, e->name, kinds);
}

static int resolve(builder *b, const syn_expr *e, const scope *env, unsigned spaces, unsigned kinds) {
    bool failed = false, member = eval_is_member(b, e, env);
    if (e->op != SYN_NAME && e->op != SYN_INDEX && !member) {
        refuse_no_name(b, e, env);
        return -1;
    }
    int d = look_up(b, e, env, spaces, &failed);
    if (d >= 0 || failed || refuse_function(b, e, env))
        return d;
    if (member)
        refuse_member(b, e, env, kinds);
    else
        names_suggest(b, diag_add(b->m->findings, DIAG_E0107, e->name_at, "unknown name '%s'", e->name), env, e->at,
                      e->name, kinds);
    return d;
}

int eval_resolve(builder *b, const syn_expr *e, const scope *env, unsigned kinds) {
    return resolve(b, e, env, 1u << SPACE_VALUES, kinds);
}

static value refuse_as_quantity(builder *b, int d, span at) {
    finding *f = names_refuse_kind(b, d, at, "a quantity");
    if (b->decls.at[d].row->help)
        diag_help(b->m->findings, f, "%s", b->decls.at[d].row->help);
    return value_bad(at);
}

static value named(builder *b, int d, span at) {
    const decl *e = &b->decls.at[d];
    value held;
    if (eval_held(b, d, at, &held))
        return held;
    if (e->unknown)
        return value_bad(at);
    return e->row->quantity ? e->row->quantity(b, d, at) : refuse_as_quantity(b, d, at);
}

static bool builtin(builder *b, const char *name, span at, value *out) {
    if (is_name(b, name, "t"))
        *out = variable(b, b->m->t, DIM_TIME, at);
    else if (names_is_pi(b, name))
        *out = value_scalar(expr_real(b->m->g, 3.14159265358979323846), DIM_ANGLE, at);
    else {
        int k = names_energy(b, name);
        if (k < 0)
            return false;
        *out = value_scalar(b->energy_vars[k], DIM_ENERGY, at);
    }
    return true;
}

static value eval_name(builder *b, const syn_expr *e, const scope *env) {
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        if (s->name == e->name) {
            value v = s->v;
            v.at = e->at;
            return v;
        }
    value v;
    bool failed = false;
    unsigned results = b->in_report || b->system ? 1u << SPACE_RESULTS : 0;
    int d = look_up(b, e, env, 1u << SPACE_VALUES, &failed);
    if (failed)
        return value_bad(e->at);
    if (d >= 0)
        return named(b, d, e->at);
    if (e->op == SYN_NAME && builtin(b, e->name, e->at, &v))
        return v;
    d = resolve(b, e, env, 1u << SPACE_VALUES | results, 0);
    return d < 0 ? value_bad(e->at) : named(b, d, e->at);
}

static value eval_component(builder *b, const syn_expr *e, const scope *env) {
    value v = eval_expr(b, e->args[0], env);
    int k = is_name(b, e->name, "x") ? 0 : is_name(b, e->name, "y") ? 1 : is_name(b, e->name, "z") ? 2 : -1;
    if (value_is_bad(v))
        return value_bad(e->at);
    if (e->arg_count > 1) {
        diag_add(b->m->findings, DIAG_E0204, e->at, "'.%s' has no members", e->name);
        return value_bad(e->at);
    }
    if (v.size == VALUE_FRAME && k >= 0)
        return value_frame_axis(v, k);
    if (k < 0 || v.size < 2 || k >= v.size) {
        finding *f =
            diag_add(b->m->findings, k < 0 || v.size < 2 ? DIAG_E0303 : DIAG_E0304, e->name_at,
                     v.size < 2 ? "a scalar has no component '.%s'" : "this vector has no component '.%s'", e->name);
        if (is_name(b, e->name, "dot") || is_name(b, e->name, "ddot"))
            diag_help(b->m->findings, f, "a time derivative is written with primes: %s%s",
                      names_source_text(b, e->args[0]->at), e->name[1] == 'd' ? "\'\'" : "\'");
        if (v.size > 1)
            diag_primary(b->m->findings, f, "it has .x .y%s", v.size == 3 ? " .z" : "");
        return value_bad(e->at);
    }
    v.c[0] = v.c[k];
    v.size = 1;
    v.at = e->at;
    return v;
}

/* The declaration with this name, of this kind; -1 if there is none. */
static int look_up_kind(builder *b, const syn_expr *e, const scope *env, decl_kind kind) {
    bool failed = false, named = e->op == SYN_NAME || e->op == SYN_INDEX || eval_is_member(b, e, env);
    int d = named ? look_up(b, e, env, 1u << SPACE_VALUES, &failed) : -1;
    return !failed && d >= 0 && b->decls.at[d].kind == kind ? d : -1;
}

const model_orientation *eval_freed_orientation(builder *b, const syn_expr *e, const scope *env) {
    int d = e->op == SYN_FIELD && is_name(b, e->name, "q") ? look_up_kind(b, e->args[0], env, DECL_BODY) : -1;
    for (size_t i = 0; d >= 0 && i < b->orientations.len; i++) {
        int body = b->orientations.at[i].body;
        if (body < 0 || body != b->decls.at[d].number)
            continue;
        eval_mention(b, body);
        return &b->orientations.at[i];
    }
    return NULL;
}

/* q.w, q.x, q.y, q.z of an orientation, stone.q.w ... of a freed body; false if the owner is none. */
static bool orientation_part(builder *b, const syn_expr *e, const scope *env, value *out) {
    static const char letters[] = "wxyz";
    const model_orientation *o = eval_freed_orientation(b, e->args[0], env);
    int d = o ? -1 : look_up_kind(b, e->args[0], env, DECL_ORIENTATION);
    if (!o && d < 0)
        return false;
    if (!o && b->decls.at[d].number < 0) {
        *out = eval_not_known_yet(b, d, e->at);
        return true;
    }
    const char *letter = e->name[0] && !e->name[1] ? strchr(letters, e->name[0]) : NULL;
    if (letter) {
        o = o ? o : &b->orientations.at[b->decls.at[d].number];
        *out = variable(b, b->coords.at[o->coords[letter - letters]].q, DIM_ANGLE, e->at);
    } else {
        diag_add(b->m->findings, DIAG_E0303, e->name_at, "an orientation has the parts .w .x .y .z");
        *out = value_bad(e->at);
    }
    return true;
}

/* NAME.angle of a body. */
static value eval_angle(builder *b, const syn_expr *e, const scope *env) {
    int d = eval_resolve(b, e->args[0], env, 1u << DECL_BODY);
    if (d < 0)
        return value_bad(e->at);
    if (b->decls.at[d].row->angle)
        return b->decls.at[d].row->angle(b, d, e->at);
    names_refuse_kind(b, d, e->args[0]->at, "a particle, rod or body");
    return value_bad(e->at);
}

static value eval_field(builder *b, const syn_expr *e, const scope *env) {
    const syn_expr *owner = e->args[0];
    value component;
    if (eval_is_member(b, e, env))
        return eval_name(b, e, env);
    if (orientation_part(b, e, env, &component))
        return component;
    bool named = owner->op == SYN_NAME || owner->op == SYN_INDEX || eval_is_member(b, owner, env);
    if (is_name(b, e->name, "angle") && named)
        return eval_angle(b, e, env);
    return eval_component(b, e, env);
}

static value eval_vector(builder *b, const syn_expr *e, const scope *env) {
    value v = {.size = (int)e->arg_count, .at = e->at, .any_dim = true};
    if (e->arg_count < 2 || e->arg_count > 3) {
        finding *f = diag_add(b->m->findings, DIAG_E0304, e->at,
                              "a vector has two components in the plane and three in space, not %zu", e->arg_count);
        if (e->arg_count == 1)
            diag_help(b->m->findings, f, "to group, write parentheses: (%s)", names_source_text(b, e->args[0]->at));
        return value_bad(e->at);
    }
    bool bad = false;
    value first = {0};
    for (size_t i = 0; i < e->arg_count; i++) {
        value c = eval_scalar(b, e->args[i], env, "a component");
        if (value_is_bad(c) || (i && v.any_dim == false && !value_need_match(&b->vc, first, c, "and", e->at)))
            bad = true;
        v.c[i] = c.c[0];
        if (!bad && v.any_dim && !c.any_dim) {
            v.any_dim = false;
            v.dim = c.dim;
            first = c;
        }
    }
    if (bad)
        return value_bad(e->at);
    var_kind found;
    span *written = &b->vectors[v.size - 2];
    if (!written->end && !eval_find_kinds(b, v, KINDS_SOLVED, &found))
        *written = e->at;
    return v;
}

static value eval_sum(builder *b, const syn_expr *e, const scope *env) {
    int64_t low, high;
    if (!eval_integer(b, e->args[0], env, &low) || !eval_integer(b, e->args[1], env, &high))
        return value_bad(e->at);
    if (!eval_afford_all(b, low, high, 1, e->at))
        return value_bad(e->at);
    value sum = value_number(&b->vc, 0, 1, e->at);
    for (int64_t i = low; i <= high; i++) {
        scope inner = scope_inside(env, e->name, value_number(&b->vc, i, 1, e->name_at));
        inner.v.any_dim = false;
        value term = eval_expr(b, e->args[2], &inner);
        if (value_is_bad(term))
            return value_bad(e->at);
        sum = i == low ? term : value_binary(&b->vc, SYN_ADD, sum, term, e->at);
        if (value_is_bad(sum))
            return sum;
    }
    sum.at = e->at;
    return sum;
}

static value call_user(builder *b, const syn_expr *e, const scope *env, int function) {
    const syn_stmt *s = b->decls.at[function].stmt;
    if (s->bad)
        return value_bad(e->at);
    if (e->arg_count != s->param_count)
        return eval_refuse_count(b, e, (int)s->param_count, (int)s->param_count);
    value *args = ARENA_ARRAY(b->a, value, e->arg_count + 1);
    for (size_t i = 0; i < e->arg_count; i++) {
        args[i] = eval_expr(b, e->args[i], env);
        if (value_is_bad(args[i]))
            return value_bad(e->at);
    }
    return b->decls.at[function].row->call(b, function, args, e->at);
}

static value eval_call(builder *b, const syn_expr *e, const scope *env) {
    int user = eval_find_callee(b, e, env);
    if (user >= 0)
        return call_user(b, e, env, user);
    const function_row *row = eval_find_function(b, e->name);
    if (!row)
        return eval_refuse_function(b, e, env);
    if ((int)e->arg_count < row->least || (row->most >= 0 && (int)e->arg_count > row->most))
        return eval_refuse_count(b, e, row->least, row->most);
    function_call c = {.e = e, .env = env};
    for (size_t i = 0; !row->lazy && i < e->arg_count; i++) {
        c.arg[i] = eval_expr(b, e->args[i], env);
        if (value_is_bad(c.arg[i]))
            return value_bad(e->at);
    }
    return row->apply(b, &c, row->extra);
}

/* What is counted must be known. */
static bool refuse_bare(builder *b, const syn_expr *at, const char *what, const uint32_t *nodes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const expr_node *n = expr_node_at(b->m->g, (expr_id){nodes[i]});
        const expr_table *t = n->op == EXPR_TABLE ? expr_table_at(b->m->g, (expr_id){nodes[i]}) : NULL;
        if (t && !t->knots) {
            diag_add(b->m->findings, DIAG_E0418, at->at, "%s depends on '%s', which has no formula", what, t->name);
            return true;
        }
        const bool param = n->op == EXPR_VAR && b->vars.at[n->var].kind == VAR_PARAM;
        const model_param *p = param ? &b->params.at[b->vars.at[n->var].index] : NULL;
        if (!p || !model_lacks_number(p))
            continue;
        finding *f =
            diag_add(b->m->findings, DIAG_E0418, at->at, "%s depends on '%s', which has no number", what, p->name);
        diag_help(b->m->findings, f, "what is counted must have one: write 'param %s = 3'", p->name);
        return true;
    }
    return false;
}

/* A number that is counted; parameters in it decide how large the model is. */
static bool read_whole(builder *b, const syn_expr *e, const scope *env, const char *what, int64_t *out) {
    value v = eval_scalar(b, e, env, what);
    if (value_is_bad(v))
        return false;
    var_kind found;
    if (eval_find_kinds(b, v, KIND_BIT(VAR_HELD), &found)) {
        diag_add(b->m->findings, DIAG_E0413, e->at, "%s depends on a quantity that reaction(...) releases", what);
        return false;
    }
    const uint32_t *order;
    const size_t count = expr_nodes_below(b->m->g, v.c, 1, &order);
    if (refuse_bare(b, e, what, order, count))
        return false;
    double x = eval_find_kinds(b, v, KINDS_MOTION, &found) ? 0.5 : eval_number_of(b, v.c[0]);
    double r = round(x);
    if (!(x - r < 1e-9 && r - x < 1e-9) || x > 1e15 || x < -1e15) {
        finding *f = eval_find_kinds(b, v, KINDS_MOTION, &found)
                         ? diag_add(b->m->findings, DIAG_E0206, e->at, "%s must be known before the motion", what)
                         : diag_add(b->m->findings, DIAG_E0206, e->at, "%s must be an integer, not %.9g", what, x);
        diag_help(b->m->findings, f, "use integers, loop variables and parameters with integer values");
        return false;
    }
    *out = (int64_t)r;
    if (expr_is_number(b->m->g, v.c[0], NULL))
        return true;
    const size_t again = expr_nodes_below(b->m->g, v.c, 1, &order);
    for (size_t i = 0; i < again; i++) {
        const expr_node *n = expr_node_at(b->m->g, (expr_id){order[i]});
        if (n->op == EXPR_VAR && b->vars.at[n->var].kind == VAR_PARAM)
            b->params.at[b->vars.at[n->var].index].structural = true;
    }
    return true;
}

/* == is for what is counted: quantities of the motion are equal for an instant at most. */
static value eval_same(builder *b, const syn_expr *e, const scope *env) {
    int64_t x, y;
    if (!read_whole(b, e->args[0], env, "a side of '=='", &x) || !read_whole(b, e->args[1], env, "a side of '=='", &y))
        return value_bad(e->at);
    value v = value_scalar(expr_int(b->m->g, x == y), (dimension){{0}}, e->at);
    v.condition = true;
    return v;
}

/* Where the condition is known only one side is read: in a loop the other may have no meaning, as q[i - 1] of the first
   member. */
static value eval_choice(builder *b, const syn_expr *e, const scope *env) {
    value condition = eval_expr(b, e->args[0], env);
    double known;
    if (condition.condition && expr_is_number(b->m->g, condition.c[0], &known))
        return eval_expr(b, e->args[known != 0 ? 1 : 2], env);
    value yes = eval_expr(b, e->args[1], env);
    return value_select(&b->vc, condition, yes, eval_expr(b, e->args[2], env), e->at);
}

static value eval_operator(builder *b, const syn_expr *e, const scope *env) {
    if (e->op == SYN_IF)
        return eval_choice(b, e, env);
    if (e->op == SYN_SAME)
        return eval_same(b, e, env);
    value x = eval_expr(b, e->args[0], env), y = e->arg_count > 1 ? eval_expr(b, e->args[1], env) : x;
    switch (e->op) {
    case SYN_PRIME:
        return eval_rate(b, x, e->at);
    case SYN_NEG:
        return value_negate(&b->vc, x, e->at);
    case SYN_NOT:
    case SYN_AND:
    case SYN_OR:
        return value_logic(&b->vc, e->op, x, y, e->at);
    case SYN_LT:
    case SYN_LE:
    case SYN_GT:
    case SYN_GE:
        eval_note_comparison(b, e->args[0], env, y);
        eval_note_comparison(b, e->args[1], env, x);
        return value_compare(&b->vc, e->op, x, y, e->at);
    case SYN_ADD:
    case SYN_SUB:
        eval_note_comparison(b, e->args[1], env, x);
        return value_binary(&b->vc, e->op, x, y, e->at);
    default:
        return value_binary(&b->vc, e->op, x, y, e->at);
    }
}

static value eval_kind(builder *b, const syn_expr *e, const scope *env) {
    switch (e->op) {
    case SYN_BAD:
        return value_bad(e->at);
    case SYN_NUMBER:
        return eval_literal(b, e, env);
    case SYN_NAME:
    case SYN_INDEX:
        return eval_name(b, e, env);
    case SYN_FIELD:
        return eval_field(b, e, env);
    case SYN_CALL:
        return eval_call(b, e, env);
    case SYN_VECTOR:
        return eval_vector(b, e, env);
    case SYN_SUM:
        return eval_sum(b, e, env);
    case SYN_STRING:
    case SYN_ON:
    case SYN_FROM:
    case SYN_UNTIL:
    case SYN_EQ:
        diag_add(b->m->findings, DIAG_E0104, e->at, "this expression has no value");
        return value_bad(e->at);
    default:
        return eval_operator(b, e, env);
    }
}

value eval_expr(builder *b, const syn_expr *e, const scope *env) {
    if (!eval_afford(b, 1, e->at))
        return value_bad(e->at);
    if (b->nesting >= MODEL_MAX_NESTING) {
        if (!b->too_deep)
            diag_add(b->m->findings, DIAG_E0108, e->at, "definitions and expressions nested more than %d deep",
                     MODEL_MAX_NESTING);
        b->too_deep = true;
        return value_bad(e->at);
    }
    b->nesting++;
    value v = eval_kind(b, e, env);
    b->nesting--;
    return v;
}

value eval_scalar(builder *b, const syn_expr *e, const scope *env, const char *what) {
    value v = eval_expr(b, e, env);
    return value_need_scalar(&b->vc, v, what) ? v : value_bad(e->at);
}

bool eval_integer(builder *b, const syn_expr *e, const scope *env, int64_t *out) {
    return read_whole(b, e, env, "a bound or an index", out);
}
