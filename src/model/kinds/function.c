/* Functions of the model, 'let NAME(arguments) = value'. A body is read once for equal arguments, and the expansion of
   a call is limited; without a body the call is a symbol. */
#include <string.h>

#include "base/check.h"
#include "expr/table.h"
#include "model/kinds/kinds.h"

/* A call that has been read in the variant at hand. */
typedef struct known_call {
    const value *args; /* as many as the function takes; NULL: an empty place */
    int function;      /* its declaration */
    bool in_report, in_reducer;
    value result;
    const body_list *mentions; /* bodies named on the way; NULL if nobody asked */
} known_call;

struct call_table {
    known_call *calls;
    size_t cap, used;
};

static size_t hash_call(int function, const value *args, size_t count) {
    uint64_t h = (uint64_t)function;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < args[i].size; k++) {
            h = (h ^ args[i].c[k].i) * 0x9E3779B97F4A7C15u;
            h ^= h >> 29;
        }
    return (size_t)h;
}

static bool same_value(const value *a, const value *b) {
    if (a->size != b->size || a->any_dim != b->any_dim || a->condition != b->condition || !dim_equal(a->dim, b->dim))
        return false;
    for (int k = 0; k < a->size; k++)
        if (!expr_same(a->c[k], b->c[k]))
            return false;
    return true;
}

static size_t argument_count(const builder *b, int function) {
    return b->decls.at[function].stmt->param_count;
}

/* Reducers are counted where they stand, and bodies named are collected only where somebody asks. */
static bool same_call(const builder *b, const known_call *x, int function, const value *args) {
    if (x->function != function || x->in_report != b->in_report || x->in_reducer != b->in_reducer ||
        (b->mentions && !x->mentions))
        return false;
    for (size_t i = 0; i < argument_count(b, function); i++)
        if (!same_value(&x->args[i], &args[i]))
            return false;
    return true;
}

/* The call, or the empty place where it belongs. */
static known_call *find_call(const builder *b, int function, const value *args) {
    const call_table *t = b->calls;
    for (size_t i = hash_call(function, args, argument_count(b, function));; i++) {
        known_call *x = &t->calls[i & (t->cap - 1)];
        if (!x->args || same_call(b, x, function, args))
            return x;
    }
}

static void make_room(builder *b) {
    call_table *t = b->calls, old = {0};
    if (!t)
        t = b->calls = ARENA_NEW(b->a, call_table);
    if (2 * (t->used + 1) <= t->cap)
        return;
    old = *t;
    t->cap = old.cap ? 2 * old.cap : 64;
    t->calls = ARENA_ARRAY(b->a, known_call, t->cap);
    for (size_t k = 0; k < old.cap; k++)
        for (size_t i = old.calls[k].args ? hash_call(old.calls[k].function, old.calls[k].args,
                                                      argument_count(b, old.calls[k].function))
                                          : 0;
             old.calls[k].args; i++)
            if (!t->calls[i & (t->cap - 1)].args) {
                t->calls[i & (t->cap - 1)] = old.calls[k];
                break;
            }
}

static bool refuse_circle(builder *b, int function) {
    size_t first = 0;
    while (first < b->calling.len && b->calling.at[first] != function)
        first++;
    if (first == b->calling.len)
        return false;
    const decl *f = &b->decls.at[function];
    strbuf way = base_strbuf_make(b->a);
    for (size_t i = first; i < b->calling.len; i++)
        base_strbuf_printf(&way, "%s -> ", b->decls.at[b->calling.at[i]].display);
    diag_add(b->m->findings, DIAG_E0202, f->stmt->name_at, "the function '%s' calls itself: %s%s", f->display,
             base_strbuf_text(&way), f->display);
    return true;
}

/* Only what one call written by the user unfolds to is counted: many calls side by side are no fault. */
static bool refuse_unfolding(builder *b, int function, span at) {
    if (!b->calling.len)
        b->unfolded = 0;
    if (++b->unfolded <= MODEL_MAX_CALLS)
        return false;
    if (b->unfolded > MODEL_MAX_CALLS + 1)
        return true;
    const decl *outer = &b->decls.at[b->calling.at[0]];
    finding *f = diag_add(b->m->findings, DIAG_E0109, outer->stmt->name_at,
                          "the function '%s' expands to more than %d calls, among them calls of '%s'", outer->display,
                          MODEL_MAX_CALLS, b->decls.at[function].display);
    diag_label_at(b->m->findings, f, at, "called here each time");
    diag_help(b->m->findings, f,
              "each level of functions multiplies the number of calls: use fewer levels, or name values by 'let'");
    return true;
}

static value unfold(builder *b, int function, const value *args) {
    const decl *f = &b->decls.at[function];
    const scope *inner = f->env;
    for (size_t i = 0; i < f->stmt->param_count; i++) {
        scope *arg = ARENA_NEW(b->a, scope);
        *arg = scope_inside(inner, f->stmt->params[i], args[i]);
        inner = arg;
    }
    b->depth++;
    vec_push(b->a, &b->calling, function);
    const diag_origin *origin = eval_enter(b, f->env);
    value v = eval_expr(b, f->stmt->value, inner);
    diag_set_origin(b->m->findings, origin);
    b->calling.len--;
    b->depth--;
    return v;
}

/* Reads the body and remembers the result. */
static value first_call(builder *b, int function, const value *args) {
    body_list *outer = b->mentions, *own = outer ? ARENA_NEW(b->a, body_list) : NULL;
    known_call x = {.args = args, .function = function, .in_report = b->in_report, .in_reducer = b->in_reducer};
    b->mentions = own;
    x.result = unfold(b, function, args);
    b->mentions = outer;
    x.mentions = own;
    make_room(b);
    known_call *place = find_call(b, function, args);
    b->calls->used += place->args ? 0 : 1;
    *place = x;
    return x.result;
}

/* --- Without a formula --- */

static model_unknown *find_unknown(const builder *b, int function) {
    for (size_t i = 0; i < b->unknowns.len; i++)
        if (b->unknowns.at[i].decl == function)
            return &b->unknowns.at[i];
    return NULL;
}

/* What it gives is 1 of the unit behind 'in'. */
static model_unknown *declare_unknown(builder *b, int function, value argument) {
    const decl *f = &b->decls.at[function];
    const value one = eval_expr(b, f->stmt->value, f->env);
    if (value_is_bad(one))
        return NULL;
    const int64_t id = -(int64_t)(b->unknowns.len + 1) * TABLE_FREE_ORDERS;
    vec_push(b->a, &b->unknowns,
             (model_unknown){.name = f->display,
                             .at = f->stmt->name_at,
                             .decl = function,
                             .curve = expr_table_create_free(b->a, f->display, id),
                             .dim = one.dim,
                             .of = argument.dim,
                             .any_argument = argument.any_dim});
    if (!b->vc.bare && dim_is_one(one.dim))
        b->vc.bare = base_arena_printf(b->a, "a function without a unit gives plain numbers: 'let %s(%s) in J' has one",
                                       f->name, f->stmt->params[0]);
    return &b->unknowns.at[b->unknowns.len - 1];
}

/* As the formula will: of one quantity alone. */
static bool refuse_argument(builder *b, const model_unknown *x, value argument) {
    if (!b->vc.units || argument.any_dim || x->any_argument || dim_equal(argument.dim, x->of))
        return false;
    diag_add(b->m->findings, DIAG_E0301, argument.at, "'%s' is a function of %s elsewhere, and of %s here", x->name,
             value_dim_text(&b->vc, x->of), value_dim_text(&b->vc, argument.dim));
    return true;
}

static value call_unknown(builder *b, int function, const value *args, span at) {
    const decl *f = &b->decls.at[function];
    if (f->stmt->param_count > 1) {
        finding *none =
            diag_add(b->m->findings, DIAG_E0418, f->stmt->name_at, "the function '%s' has no formula", f->display);
        diag_help(b->m->findings, none,
                  "a function of one argument alone is a symbol without one: 'let %s(%s) in UNIT'", f->name,
                  f->stmt->params[0]);
        return value_bad(at);
    }
    if (!value_need_scalar(&b->vc, args[0], "the argument"))
        return value_bad(at);
    model_unknown *x = find_unknown(b, function);
    if (!x)
        x = declare_unknown(b, function, args[0]);
    if (!x || refuse_argument(b, x, args[0]))
        return value_bad(at);
    if (x->any_argument) {
        x->of = args[0].dim;
        x->any_argument = args[0].any_dim;
    }
    graph *g = b->m->g;
    const expr_id leaf = expr_table_leaf(g, x->curve);
    return value_scalar(expr_make(g, EXPR_CURVE, leaf, args[0].c[0], expr_int(g, 0)), x->dim, at);
}

static value call_function(builder *b, int function, const value *args, span at) {
    LGR_ASSERT(b->decls.at[function].kind == DECL_FUNCTION);
    if (b->decls.at[function].stmt->bare)
        return call_unknown(b, function, args, at);
    make_room(b);
    const known_call *known = find_call(b, function, args);
    value v = known->args ? known->result : value_bad(at);
    const body_list *mentions = known->mentions;
    if (!known->args) {
        if (refuse_circle(b, function) || refuse_unfolding(b, function, at))
            return v;
        if (b->depth >= MODEL_MAX_DEPTH)
            return eval_refuse_depth(b, at);
        v = first_call(b, function, args);
        mentions = find_call(b, function, args)->mentions;
    }
    eval_mention_all(b, mentions);
    v.at = at;
    return v;
}

const kind_row kinds_function = {
    .kind = DECL_FUNCTION, .space = SPACE_FUNCTIONS, .named = true, .noun = "a function", .call = call_function};
