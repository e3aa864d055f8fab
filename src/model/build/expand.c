/* Loops unrolled, parts made of their components, names declared: every statement with its scope. */
#include <string.h>

#include "model/build/build.h"
#include "model/names/names.h"

/* Each for all statements of a text or a component before the next one, so that the bounds of loops may use parameters
   that stand below. */
typedef enum pass { PASS_COMPONENTS, PASS_PARAMS, PASS_REST } pass;

static pass pass_of(const syn_stmt *s) {
    return s->kind == SYN_COMPONENT ? PASS_COMPONENTS : s->kind == SYN_PARAM ? PASS_PARAMS : PASS_REST;
}

static const char *label_of(const builder *b, const instance *in, const char *label) {
    return label && in ? base_arena_printf(b->a, "%s: %s", in->title, label) : label;
}

/* Adds it to the statements; -1 with a finding if its name is taken. */
static int declare(builder *b, decl d) {
    const instance *in = d.in;
    const char *name = in ? base_arena_printf(b->a, "%s.%s", in->display, d.name) : d.name;
    d.display = d.indexed ? base_arena_printf(b->a, "%s[%lld]", name, (long long)d.index) : name;
    d.label = label_of(b, in, d.stmt->label);
    d.switch_index = d.number = -1;
    int number = names_declare(b, d.row->space, d, d.stmt->name_at);
    if (number >= 0)
        vec_push(b->a, &b->statements, (statement){d.stmt, d.row, d.env, number});
    return number;
}

static int declare_member(builder *b, const syn_stmt *s, const scope *env, bool indexed, int64_t member) {
    const kind_row *row = kinds_of(s);
    int number = declare(b, (decl){.in = scope_part(env),
                                   .name = s->name,
                                   .indexed = indexed,
                                   .index = member,
                                   .kind = row->kind,
                                   .row = row,
                                   .stmt = s,
                                   .env = env,
                                   .home = env});
    /* Of a part only when its arguments are settled: they come first. */
    if (number >= 0 && row->step[STEP_NAME] && !scope_part(env))
        row->step[STEP_NAME](b, &(statement){s, row, env, number});
    return number;
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

/* A family whose bounds are not known: its name is one all the same. */
static int declare_unbounded(builder *b, const syn_stmt *s, const scope *env) {
    syn_stmt *bad = ARENA_NEW(b->a, syn_stmt);
    *bad = *s;
    bad->bad = true;
    return declare_member(b, bad, env, false, 0);
}

/* The declaration, of a family the last one; -1 if there is none. */
static int declare_named(builder *b, const syn_stmt *s, const scope *env) {
    int64_t first = 0, last = 0;
    if (!s->index)
        return declare_member(b, s, env, false, 0);
    if (!eval_integer(b, s->index, env, &first))
        return declare_unbounded(b, s, env);
    last = first;
    if (s->index_last && !eval_integer(b, s->index_last, env, &last))
        return declare_unbounded(b, s, env);
    if (!eval_afford_all(b, first, last, MODEL_STATEMENT_STEPS, s->name_at))
        return -1;
    int number = -1;
    if (s->index_last && s->value && s->value->op == SYN_VECTOR)
        declare_list(b, s, env, first, last);
    else
        for (int64_t i = first; i <= last; i++)
            number = declare_member(b, s, env, true, i);
    return number;
}

static void expand_one(builder *b, const syn_stmt *s, const scope *env);

static void expand_list(builder *b, syn_stmt *const *stmts, size_t count, const scope *env, pass now) {
    for (size_t i = 0; i < count; i++)
        if (stmts[i]->kind == SYN_INCLUDE)
            expand_list(b, stmts[i]->body, stmts[i]->body_count, env, now);
        else if (pass_of(stmts[i]) == now)
            expand_one(b, stmts[i], env);
}

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
        *inner = scope_inside(env, s->name, value_number(&b->vc, i, 1, s->name_at));
        inner->v.any_dim = false;
        for (size_t k = 0; k < s->body_count; k++)
            expand_one(b, s->body[k], inner);
        if (once || (diag_has_errors(found) && diag_count(found) + diag_dropped(found) > before))
            return; /* the same fault would come in every pass */
    }
}

static bool is_too_deep(builder *b, const syn_stmt *s, const instance *outer) {
    int depth = 0;
    for (const instance *p = outer; p; p = p->outer)
        depth++;
    if (depth < MODEL_MAX_PARTS)
        return false;
    diag_add(b->m->findings, DIAG_E0108, s->name_at, "parts nested more than %d deep", MODEL_MAX_PARTS);
    return true;
}

/* The values that the part gives, one for each argument of the component, are bound in the part's own scope. */
static void declare_arguments(builder *b, const instance *in, const syn_stmt *const *given, const scope *env,
                              const scope *home) {
    const syn_stmt *component = in->component;
    for (size_t i = 0; i < component->argument_count; i++) {
        syn_stmt *s = ARENA_NEW(b->a, syn_stmt);
        *s = *component->arguments[i];
        if (given[i])
            s->value = given[i]->value;
        declare(b, (decl){.in = in,
                          .name = s->name,
                          .kind = kinds_argument.kind,
                          .row = &kinds_argument,
                          .stmt = s,
                          .env = given[i] ? env : home,
                          .home = home});
    }
}

static instance *make_part(builder *b, const syn_stmt *s, const scope *env, int d) {
    instance *p = ARENA_NEW(b->a, instance);
    p->number = b->parts.len;
    p->outer = scope_part(env);
    p->display = p->title = b->decls.at[d].display;
    if (s->label)
        p->title = label_of(b, p->outer, s->label);
    p->origin = (diag_origin){s->name_at, p->display, p->outer ? &p->outer->origin : NULL};
    b->decls.at[d].number = (int)p->number;
    vec_push(b->a, &b->parts, p);
    return p;
}

static void expand_part(builder *b, const syn_stmt *s, const scope *env, int d) {
    instance *p = make_part(b, s, env, d);
    const syn_stmt *component = s->bad ? NULL : build_find_component(b, s, env);
    const syn_stmt *const *given = component ? build_match_arguments(b, s, component) : NULL;
    size_t size = component ? 1 + component->argument_count + component->body_count : 1;
    if (!given || is_too_deep(b, s, p->outer) || !eval_afford(b, MODEL_STATEMENT_STEPS * size, s->at))
        return;
    p->component = component;
    scope *home = ARENA_NEW(b->a, scope);
    *home = (scope){.v = value_bad(s->at), .in = p};
    const diag_origin *origin = eval_enter(b, home);
    declare_arguments(b, p, given, env, home);
    expand_list(b, component->body, component->body_count, home, PASS_PARAMS);
    expand_list(b, component->body, component->body_count, home, PASS_REST);
    diag_set_origin(b->m->findings, origin);
}

/* A ground alone is no picture of what stands on it. */
static void note_drawing(builder *b, const syn_stmt *s, const instance *in) {
    if (s->name && !strcmp(s->name, scene_shapes[DRAW_GROUND].name))
        b->has_ground = true;
    else if (in)
        b->parts.at[in->number]->drawn = true;
    else
        b->drawn_by_hand = true;
}

static void expand_one(builder *b, const syn_stmt *s, const scope *env) {
    const kind_row *row = kinds_of(s);
    if (!eval_afford(b, 1, s->at) || (scope_part(env) && row->once))
        return;
    if (s->kind == SYN_DRAW)
        note_drawing(b, s, scope_part(env));
    if (s->kind == SYN_FOR)
        unroll(b, s, env);
    else if (!row->named || !s->name)
        vec_push(b->a, &b->statements, (statement){s, row, env, -1});
    else {
        int d = declare_named(b, s, env);
        if (s->kind == SYN_PART && d >= 0)
            expand_part(b, s, env, d);
    }
}

/* Arguments become what they are given; what waited for them is named. */
static void settle_arguments(builder *b) {
    for (size_t i = 0; i < b->statements.len; i++) {
        statement *s = &b->statements.at[i];
        if (s->decl < 0 || !b->decls.at[s->decl].in)
            continue;
        int d = s->decl;
        bool own = s->row != &kinds_argument || kinds_argument.settle(b, d) == d;
        s = &b->statements.at[i];
        s->row = b->decls.at[d].row;
        if (own && s->row->step[STEP_NAME])
            s->row->step[STEP_NAME](b, s);
    }
}

void build_declare_components(builder *b, syn_tree tree) {
    expand_list(b, tree.stmts, tree.count, NULL, PASS_COMPONENTS);
}

void build_expand(builder *b, syn_tree tree) {
    b->expanding = true;
    expand_list(b, tree.stmts, tree.count, NULL, PASS_PARAMS);
    expand_list(b, tree.stmts, tree.count, NULL, PASS_REST);
    b->expanding = false;
    settle_arguments(b);
}
