/* Loops expanded and names declared: every statement with its loop variables. */
#include "model/build/build.h"
#include "model/names/names.h"

static void declare_member(builder *b, const syn_stmt *s, const scope *env, bool indexed, int64_t member) {
    const kind_row *row = kinds_of(s);
    decl d = {.name = s->name,
              .indexed = indexed,
              .index = member,
              .kind = row->kind,
              .row = row,
              .stmt = s,
              .env = env,
              .switch_index = -1,
              .number = -1};
    d.display = indexed ? base_arena_printf(b->a, "%s[%lld]", s->name, (long long)member) : s->name;
    int number = names_declare(b, row->space, d, s->name_at);
    if (number < 0)
        return;
    statement one = {s, row, env, number};
    vec_push(b->a, &b->statements, one);
    if (row->step[STEP_NAME])
        row->step[STEP_NAME](b, &one);
}

/* W[1..3] = [4, 5, 6]: a value for each member. */
static void declare_list(builder *b, const syn_stmt *s, const scope *env, int64_t first, int64_t last) {
    const syn_expr *list = s->value;
    const size_t members = last < first ? 0 : (size_t)(last - first + 1);
    if (list->arg_count != members) {
        finding *f = diag_add(b->m->findings, DIAG_E0304, list->at, "%zu values for %zu members of '%s'",
                              list->arg_count, members, s->name);
        diag_help(b->m->findings, f, "give one value for each member, or a single one for all: %s[...] = %s", s->name,
                  names_source_text(b, list->args[0]->at));
    }
    for (size_t i = 0; i < members; i++) {
        syn_stmt *one = ARENA_NEW(b->a, syn_stmt);
        *one = *s;
        one->value = list->args[i < list->arg_count ? i : 0];
        declare_member(b, one, env, true, first + (int64_t)i);
    }
}

static void declare_statement(builder *b, const syn_stmt *s, const scope *env) {
    const kind_row *row = kinds_of(s);
    if (!row->named || !s->name) {
        vec_push(b->a, &b->statements, (statement){s, row, env, -1});
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
    if (!eval_afford_all(b, first, last, MODEL_STATEMENT_STEPS, s->name_at))
        return;
    if (s->index_last && s->value && s->value->op == SYN_VECTOR)
        declare_list(b, s, env, first, last);
    else
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
    if (!eval_afford_all(b, low, high, MODEL_STATEMENT_STEPS, s->at))
        return;
    const diag *found = b->m->findings;
    size_t before = diag_count(found) + diag_dropped(found);
    bool once = has_fault(s);
    for (int64_t i = low; i <= high && eval_afford(b, 1, s->at); i++) {
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
    if (!eval_afford(b, 1, s->at))
        return;
    if (s->kind == SYN_FOR)
        unroll(b, s, env);
    else
        declare_statement(b, s, env);
}

/* Parameters first, so that bounds of loops may use those that stand below. */
void build_expand(builder *b, syn_tree tree) {
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < tree.count; i++)
            if ((tree.stmts[i]->kind == SYN_PARAM) == (pass == 0))
                expand_one(b, tree.stmts[i], NULL);
}
