/* Loops unrolled and names declared: every statement with the loop variables that it stands under. */
#include <math.h>

#include "expr/walk.h"
#include "model/builder.h"

typedef struct kind_row {
    decl_kind kind;
    name_space space;
    bool named;
} kind_row;

static kind_row row_of(const syn_stmt *s) {
    switch (s->kind) {
    case SYN_PARAM:
        return (kind_row){DECL_PARAM, SPACE_VALUES, true};
    case SYN_COORD:
        return (kind_row){DECL_COORD, SPACE_VALUES, true};
    case SYN_LET:
        return s->param_count ? (kind_row){DECL_FUNCTION, SPACE_FUNCTIONS, true}
                              : (kind_row){DECL_LET, SPACE_VALUES, true};
    case SYN_KINETIC:
    case SYN_POTENTIAL:
    case SYN_LAGRANGIAN:
    case SYN_DISSIPATION:
        return (kind_row){DECL_ENERGY, SPACE_VALUES, true};
    case SYN_PARTICLE:
    case SYN_ROD:
    case SYN_BODY:
        return (kind_row){DECL_BODY, SPACE_VALUES, true};
    case SYN_SPRING:
    case SYN_TORSION:
    case SYN_FORCE:
    case SYN_TORQUE:
    case SYN_GENERALIZED:
        return (kind_row){DECL_ELEMENT, SPACE_VALUES, true};
    case SYN_CONSTRAINT:
        return (kind_row){DECL_CONSTRAINT, SPACE_VALUES, true};
    case SYN_CONTACT:
        return (kind_row){DECL_CONTACT, SPACE_VALUES, true};
    case SYN_EVENT:
        return (kind_row){DECL_EVENT, SPACE_VALUES, true};
    case SYN_OUTPUT:
        return (kind_row){DECL_OUTPUT, SPACE_RESULTS, true};
    case SYN_REPORT:
        return (kind_row){DECL_REPORT, SPACE_RESULTS, true};
    case SYN_FRAME:
        return (kind_row){DECL_LET, SPACE_VALUES, true};
    case SYN_ORIENTATION:
        return (kind_row){DECL_ORIENTATION, SPACE_VALUES, true};
    default:
        return (kind_row){DECL_LET, SPACE_VALUES, false};
    }
}

static void declare_member(builder *b, const syn_stmt *s, const scope *env, bool indexed, int64_t member) {
    kind_row row = row_of(s);
    decl d = {.name = s->name,
              .indexed = indexed,
              .index = member,
              .kind = row.kind,
              .stmt = s,
              .env = env,
              .switch_index = -1,
              .number = -1};
    d.display = indexed ? arena_printf(b->a, "%s[%lld]", s->name, (long long)member) : s->name;
    int number = declare(b, row.space, d, s->name_at);
    if (number < 0)
        return;
    if (row.kind == DECL_PARAM) {
        int index = b->decls.at[number].number = (int)b->params.len;
        uint32_t var = new_var(b, d.display, VAR_PARAM, index);
        vec_push(b->a, &b->params, (model_param){.name = d.display, .label = s->label, .at = s->name_at, .var = var});
    }
    vec_push(b->a, &b->statements, (statement){s, env, number});
}

static void declare_statement(builder *b, const syn_stmt *s, const scope *env) {
    kind_row row = row_of(s);
    if (!row.named || !s->name) {
        vec_push(b->a, &b->statements, (statement){s, env, -1});
        return;
    }
    int64_t first = 0, last = 0;
    if (!s->index) {
        declare_member(b, s, env, false, 0);
        return;
    }
    if (!eval_integer(b, s->index, env, &first))
        return;
    last = first;
    if (s->index_last && !eval_integer(b, s->index_last, env, &last))
        return;
    if (last - first >= MODEL_MAX_LOOP) {
        diag_add(b->m->findings, DIAG_E0109, s->name_at, "a family of more than %d members", MODEL_MAX_LOOP);
        return;
    }
    for (int64_t i = first; i <= last; i++)
        declare_member(b, s, env, true, i);
}

static void expand_one(builder *b, const syn_stmt *s, const scope *env);

static bool has_fault(const syn_stmt *s) {
    bool fault = s->bad;
    for (size_t i = 0; s->kind == SYN_FOR && i < s->body_count; i++)
        fault = fault || has_fault(s->body[i]);
    return fault;
}

static void unroll(builder *b, const syn_stmt *s, const scope *env) {
    int64_t low, high;
    if (s->bad || !eval_integer(b, s->low, env, &low) || !eval_integer(b, s->high, env, &high))
        return;
    if (high - low >= MODEL_MAX_LOOP) {
        diag_add(b->m->findings, DIAG_E0109, s->at, "a loop of more than %d passes", MODEL_MAX_LOOP);
        return;
    }
    const diag *found = b->m->findings;
    size_t before = diag_count(found) + diag_dropped(found);
    bool once = has_fault(s);
    for (int64_t i = low; i <= high && !b->full; i++) {
        scope *inner = ARENA_NEW(b->a, scope);
        *inner = (scope){env, s->name, value_number(&b->vc, i, 1, s->name_at)};
        inner->v.any_dim = false;
        for (size_t k = 0; k < s->body_count; k++)
            expand_one(b, s->body[k], inner);
        if (once || (diag_has_errors(found) && diag_count(found) + diag_dropped(found) > before))
            return; /* the same fault would come in every pass */
    }
}

static void expand_one(builder *b, const syn_stmt *s, const scope *env) {
    if (b->full)
        return;
    if (b->statements.len >= MODEL_MAX_DECLS) {
        b->full = true;
        diag_add(b->m->findings, DIAG_E0109, s->at, "more than %d statements, repetitions by loops included",
                 MODEL_MAX_DECLS);
        return;
    }
    if (s->kind == SYN_FOR)
        unroll(b, s, env);
    else
        declare_statement(b, s, env);
}

/* Parameters first, so that bounds of loops may use those that stand below. */
void expand_statements(builder *b, syn_tree tree) {
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < tree.count; i++)
            if ((tree.stmts[i]->kind == SYN_PARAM) == (pass == 0))
                expand_one(b, tree.stmts[i], NULL);
}

bool eval_integer(builder *b, const syn_expr *e, const scope *env, int64_t *out) {
    value v = eval_scalar(b, e, env, "a bound or an index");
    if (value_is_bad(v))
        return false;
    var_kind found;
    if (find_kinds(b, v, KIND_BIT(VAR_HELD), &found)) {
        diag_add(b->m->findings, DIAG_E0413, e->at,
                 "a bound or an index depends on a quantity that reaction(...) releases");
        return false;
    }
    double x = find_kinds(b, v, KINDS_MOTION, &found) ? 0.5 : number_of(b, v.c[0]);
    double r = round(x);
    if (!(x - r < 1e-9 && r - x < 1e-9) || x > 1e15 || x < -1e15) {
        finding *f =
            find_kinds(b, v, KINDS_MOTION, &found)
                ? diag_add(b->m->findings, DIAG_E0206, e->at, "an index or a bound must be known before the motion")
                : diag_add(b->m->findings, DIAG_E0206, e->at, "an index or a bound must be an integer, not %.9g", x);
        diag_help(b->m->findings, f, "use integers, loop variables and parameters with integer values");
        return false;
    }
    *out = (int64_t)r;
    if (expr_is_number(b->m->g, v.c[0], NULL))
        return true;
    bool *used = ARENA_ARRAY(b->a, bool, graph_var_count(b->m->g));
    expr_mark_vars(b->m->g, v.c, 1, used);
    for (uint32_t k = 0; k < b->vars.len; k++)
        if (used[k] && b->vars.at[k].kind == VAR_PARAM)
            b->params.at[b->vars.at[k].index].structural = true;
    return true;
}
