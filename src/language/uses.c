/* Where names are used, and with that what each word of the text is. */
#include <string.h>

#include "base/sort.h"
#include "language/book.h"
#include "syntax/parser.h"

/* Loop variables, arguments of functions and indices of sums, innermost first. */
typedef struct local {
    const struct local *outer;
    const char *name;
    int decl;
} local;

typedef struct walker {
    language_book *b;
    uint32_t scope;
    size_t next; /* of the components */
} walker;

static void use(const walker *w, const char *name, span at, int decl, bool declares) {
    language_use u = {language_name_alone(name, at), decl, declares};
    vec_push(w->b->a, &w->b->uses, u);
    language_mark(w->b, u.at, w->b->decls.at[decl].class);
}

static local begin_local(const walker *w, const local *outer, const char *name, span at, const syn_stmt *s,
                         span within) {
    const language_decl d = {.name = name,
                             .at = language_name_alone(name, at),
                             .stmt = s,
                             .class = LANGUAGE_LOCAL,
                             .space = SPACE_LOCAL,
                             .scope = w->scope,
                             .within = within};
    vec_push(w->b->a, &w->b->decls, d);
    int number = (int)w->b->decls.len - 1;
    use(w, name, at, number, true);
    return (local){outer, name, number};
}

static int find_local(const local *l, const char *name) {
    while (l && strcmp(l->name, name) != 0)
        l = l->outer;
    return l ? l->decl : -1;
}

static int find_callee(const walker *w, const char *name) {
    int d = w->scope ? language_find(w->b, w->scope, SPACE_VALUE, name) : -1;
    return d >= 0 ? d : language_find_outward(w->b, w->scope, SPACE_FUNCTION, name);
}

static int resolve(const walker *w, const syn_expr *e, const local *locals);

/* What a part holds; an argument of a component may be a part as well, and then nobody knows. */
static int resolve_member(const walker *w, const syn_expr *e, const local *locals) {
    int part = resolve(w, e->args[0], locals);
    uint32_t scope = part >= 0 ? language_part_scope(w->b, w->b->decls.at[part].stmt) : SCOPE_MODEL;
    if (!scope)
        return -1;
    int d = language_find(w->b, scope, SPACE_VALUE, e->name);
    return d >= 0 ? d : language_find(w->b, scope, SPACE_RESULT, e->name);
}

/* What a name, a member of a family or of a part is declared by; -1 if that is not known. */
static int resolve(const walker *w, const syn_expr *e, const local *locals) {
    int d = -1;
    switch (e->name ? e->op : SYN_BAD) {
    case SYN_NAME:
        d = find_local(locals, e->name);
        break;
    case SYN_INDEX:
        break;
    case SYN_CALL:
        return find_callee(w, e->name);
    case SYN_FIELD:
        return resolve_member(w, e, locals);
    default:
        return -1;
    }
    if (d < 0)
        d = language_find_outward(w->b, w->scope, SPACE_VALUE, e->name);
    return d >= 0 ? d : language_find(w->b, w->scope, SPACE_RESULT, e->name);
}

/* Of what nothing declares. */
static void mark_unresolved(walker *w, const syn_expr *e) {
    switch (e->op) {
    case SYN_CALL:
        language_mark(w->b, e->name_at, language_function_help(e->name) ? LANGUAGE_FUNCTION : LANGUAGE_NAME);
        return;
    case SYN_FIELD:
        language_mark(w->b, e->name_at, LANGUAGE_MEMBER);
        return;
    default:
        language_mark(w->b, e->name_at, language_is_constant(e->name) ? LANGUAGE_CONSTANT : LANGUAGE_NAME);
    }
}

static void walk(walker *w, const syn_expr *e, const local *locals);

static void walk_sum(walker *w, const syn_expr *e, const local *locals) {
    language_mark(w->b, (span){e->at.begin, e->at.begin + 1}, LANGUAGE_FUNCTION);
    walk(w, e->args[0], locals);
    walk(w, e->args[1], locals);
    const local inner = begin_local(w, locals, e->name, e->name_at, NULL, e->at);
    walk(w, e->args[2], &inner);
}

/* rotation(x, a): the letter of an axis, whatever is called so too. */
static bool begins_with_axis(const syn_expr *e) {
    return e->op == SYN_CALL && e->name && strcmp(e->name, "rotation") == 0 && e->arg_count &&
           e->args[0]->op == SYN_NAME;
}

static void walk(walker *w, const syn_expr *e, const local *locals) {
    if (!e)
        return;
    if (e->op == SYN_SUM && e->arg_count == 3) {
        walk_sum(w, e, locals);
        return;
    }
    int d = resolve(w, e, locals);
    if (d >= 0)
        use(w, e->name, e->name_at, d, false);
    else if (e->name && e->name_at.end)
        mark_unresolved(w, e);
    if (e->has_unit)
        language_mark_all(w->b, e->unit_at, LANGUAGE_UNIT);
    bool axis = begins_with_axis(e) && d < 0;
    if (axis)
        language_mark(w->b, e->args[0]->name_at, LANGUAGE_KEYWORD);
    for (size_t i = axis; i < e->arg_count; i++)
        walk(w, e->args[i], locals);
}

static void walk_all(walker *w, syn_stmt *const *stmts, size_t count, const local *locals);

static void walk_loop(walker *w, const syn_stmt *s, const local *locals) {
    if (!s->name) {
        walk_all(w, s->body, s->body_count, locals);
        return;
    }
    const local inner = begin_local(w, locals, s->name, s->name_at, s, s->at);
    walk_all(w, s->body, s->body_count, &inner);
}

/* They come in the order in which they have been found. */
static void walk_component(walker *w, const syn_stmt *s) {
    while (w->next < w->b->components.len && w->b->components.at[w->next].stmt != s)
        w->next++;
    walker inside = *w;
    if (w->next < w->b->components.len)
        inside.scope = w->b->components.at[w->next].scope;
    walk_all(&inside, s->arguments, s->argument_count, NULL);
    walk_all(&inside, s->body, s->body_count, NULL);
}

/* Its component, and the arguments that are given by name. */
static void walk_part(walker *w, const syn_stmt *s, const local *locals) {
    int component =
        s->target && s->target->name ? language_find_outward(w->b, w->scope, SPACE_COMPONENT, s->target->name) : -1;
    if (component >= 0)
        use(w, s->target->name, s->target->name_at, component, false);
    else if (s->target && s->target->name)
        language_mark(w->b, s->target->name_at, LANGUAGE_NAME);
    uint32_t scope = language_part_scope(w->b, s);
    for (size_t i = 0; i < s->argument_count; i++) {
        const syn_stmt *given = s->arguments[i];
        int d = scope && given->name ? language_find(w->b, scope, SPACE_VALUE, given->name) : -1;
        if (d >= 0)
            use(w, given->name, given->name_at, d, false);
        else if (given->name)
            language_mark(w->b, given->name_at, LANGUAGE_NAME);
        walk(w, given->value, locals);
    }
}

static void walk_actions(walker *w, const syn_stmt *s, const local *locals) {
    for (size_t i = 0; i < s->action_count; i++) {
        const syn_action *x = &s->actions[i];
        if (!x->target || x->target->at.begin != x->at.begin) /* not one more target */
            language_mark(w->b, x->at, LANGUAGE_KEYWORD);
        walk(w, x->target, locals);
        walk(w, x->value, locals);
    }
}

static void walk_expressions(walker *w, const syn_stmt *s, const local *locals) {
    const syn_expr *const parts[] = {s->index, s->index_last, s->target, s->value, s->low, s->high, s->shown};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        walk(w, parts[i], locals);
    for (size_t i = 0; i < s->clause_count; i++) {
        language_mark(w->b, s->clauses[i].at, LANGUAGE_KEYWORD);
        if (s->clauses[i].word != WORD_METHOD)
            walk(w, s->clauses[i].value, locals);
        else if (s->clauses[i].value)
            language_mark(w->b, s->clauses[i].value->at, LANGUAGE_KEYWORD);
    }
    walk_actions(w, s, locals);
}

/* let f(x, y) = ... */
static void walk_function(walker *w, const syn_stmt *s, size_t param, const local *locals) {
    if (param == s->param_count) {
        walk_expressions(w, s, locals);
        return;
    }
    const local inner = begin_local(w, locals, s->params[param], s->param_at[param], s, s->at);
    walk_function(w, s, param + 1, &inner);
}

/* The statement's own name. */
static void walk_name(walker *w, const syn_stmt *s) {
    language_class class;
    language_space space;
    if (s->keyword.begin != s->name_at.begin) /* an argument has none */
        language_mark(w->b, s->keyword, LANGUAGE_KEYWORD);
    if (s->kind == SYN_MODEL && s->name)
        language_mark(w->b, s->name_at, LANGUAGE_TITLE);
    if (s->kind == SYN_INCLUDE && s->name)
        language_mark_all(w->b, s->name_at, LANGUAGE_STRING);
    if (!language_what_declares(s, &class, &space))
        return;
    int d = language_find(w->b, w->scope, space, s->name);
    if (d >= 0)
        use(w, s->name, s->name_at, d, true);
}

/* Without the statements in its braces. */
static span own_words(const syn_stmt *s) {
    span at = s->at;
    if (s->kind == SYN_FOR && s->high)
        at.end = s->high->at.end;
    else if (s->kind == SYN_COMPONENT)
        at.end = s->argument_count ? s->arguments[s->argument_count - 1]->at.end : s->name_at.end;
    return at;
}

static void walk_statement(walker *w, const syn_stmt *s, const local *locals) {
    walk_name(w, s);
    if (s->kind == SYN_INCLUDE)
        return;
    if (s->kind == SYN_PART) {
        walk(w, s->index, locals);
        walk_part(w, s, locals);
    } else if (s->kind == SYN_COMPONENT) {
        walk_component(w, s);
    } else if (s->param_count && s->param_count < SYN_MAX_DEPTH) {
        walk_function(w, s, 0, locals);
    } else {
        walk_expressions(w, s, locals);
    }
    if (s->kind == SYN_FOR)
        walk_loop(w, s, locals);
    if (!s->bad)
        vec_push(w->b->a, &w->b->read, own_words(s));
}

static void walk_all(walker *w, syn_stmt *const *stmts, size_t count, const local *locals) {
    for (size_t i = 0; i < count; i++)
        walk_statement(w, stmts[i], locals);
}

static bool comes_before(const void *x, const void *y) {
    const language_use *a = x, *b = y;
    return a->at.begin < b->at.begin;
}

void language_find_uses(language_book *b) {
    walker w = {.b = b, .scope = SCOPE_MODEL};
    walk_all(&w, b->text->tree.stmts, b->text->tree.count, NULL);
    language_guess(b);
    base_sort(b->uses.at, b->uses.len, sizeof *b->uses.at, comes_before, b->a);
}

int language_use_at(const language_book *b, uint32_t offset) {
    size_t low = 0, high = b->uses.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->uses.at[middle].at.end < offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < b->uses.len && b->uses.at[i].at.begin <= offset; i++)
        if (offset <= b->uses.at[i].at.end)
            return (int)i;
    return -1;
}
