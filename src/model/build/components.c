/* Components: what they may hold, which one a part is made of, and the arguments that it gives. */
#include "model/build/build.h"
#include "model/names/names.h"
#include "syntax/vocabulary.h"

/* model, gravity and simulate speak of the whole. */
static void check_body(builder *b, syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        if (s->kind == SYN_FOR)
            check_body(b, s->body, s->body_count);
        if (!kinds_of(s)->once)
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0118, s->keyword, "'%s' cannot stand in a component",
                              syntax_keyword(s->kind));
        diag_help(b->m->findings, f, "it speaks of the whole: write it in the model");
    }
}

void build_check_components(builder *b) {
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_COMPONENT)
            check_body(b, b->decls.at[i].stmt->body, b->decls.at[i].stmt->body_count);
}

static void suggest_component(builder *b, finding *f, const char *name, const scope *env, span at) {
    const char **all = ARENA_ARRAY(b->a, const char *, b->decls.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_COMPONENT && names_is_visible(b, (int)i, env, at))
            all[count++] = b->decls.at[i].name;
    diag_suggest(b->m->findings, f, name, all, count);
}

/* "arm -> link -> ", from the outer part to the inner one. */
static void add_way(strbuf *s, const instance *from, const instance *to) {
    if (to != from)
        add_way(s, from, to->outer);
    base_strbuf_printf(s, "%s -> ", to->component->name);
}

/* Where the part stands in a component that is made of it; the nesting of parts is limited. */
static bool refuse_circle(builder *b, const syn_stmt *s, const syn_stmt *component, const instance *in) {
    const instance *p = in;
    while (p && p->component != component)
        p = p->outer;
    if (!p)
        return false;
    strbuf way = base_strbuf_make(b->a);
    add_way(&way, p, in);
    finding *f = diag_add(b->m->findings, DIAG_E0202, s->target->at, "the component '%s' uses itself: %s%s",
                          component->name, base_strbuf_text(&way), component->name);
    diag_label_at(b->m->findings, f, component->name_at, "this one");
    return true;
}

const syn_stmt *build_find_component(builder *b, const syn_stmt *s, const scope *env) {
    const syn_expr *e = s->target;
    int d = eval_find_name(b, SPACE_COMPONENTS, e->name, env, e->at);
    if (d < 0) {
        finding *f = diag_add(b->m->findings, DIAG_E0107, e->at, "unknown component '%s'", e->name);
        if (!build_tell_file_of(b, f, e->name))
            suggest_component(b, f, e->name, env, e->at);
        return NULL;
    }
    const syn_stmt *component = b->decls.at[d].stmt;
    return component->bad || refuse_circle(b, s, component, scope_part(env)) ? NULL : component;
}

/* "link(A, a, m = 1 kg)" */
static const char *signature(builder *b, const syn_stmt *component) {
    strbuf s = base_strbuf_make(b->a);
    base_strbuf_printf(&s, "%s(", component->name);
    for (size_t i = 0; i < component->argument_count; i++) {
        const syn_stmt *a = component->arguments[i];
        base_strbuf_printf(&s, "%s%s", i ? ", " : "", a->name);
        if (a->value)
            base_strbuf_printf(&s, " = %s", names_source_text(b, a->value->at));
    }
    base_strbuf_add(&s, ")");
    return base_strbuf_text(&s);
}

static bool refuse(builder *b, finding *f, const syn_stmt *component) {
    diag_help(b->m->findings, f, "its arguments are %s", signature(b, component));
    return false;
}

static int find_argument(const syn_stmt *component, const char *name) {
    for (size_t i = 0; i < component->argument_count; i++)
        if (component->arguments[i]->name == name)
            return (int)i;
    return -1;
}

static bool refuse_unknown(builder *b, const syn_stmt *given, const syn_stmt *component) {
    finding *f = diag_add(b->m->findings, DIAG_E0212, given->name_at, "the component '%s' has no argument '%s'",
                          component->name, given->name);
    const char **all = ARENA_ARRAY(b->a, const char *, component->argument_count + 1);
    for (size_t i = 0; i < component->argument_count; i++)
        all[i] = component->arguments[i]->name;
    diag_suggest(b->m->findings, f, given->name, all, component->argument_count);
    return refuse(b, f, component);
}

/* Puts one given argument in its place. */
static bool match(builder *b, const syn_stmt *given, size_t position, bool after_named, const syn_stmt *component,
                  const syn_stmt **out) {
    int k = given->name ? find_argument(component, given->name) : (int)position;
    diag *d = b->m->findings;
    if (k < 0)
        return refuse_unknown(b, given, component);
    if (!given->name && after_named)
        return refuse(b, diag_add(d, DIAG_E0212, given->at, "an argument without its name follows one with its name"),
                      component);
    if ((size_t)k >= component->argument_count)
        return refuse(b,
                      diag_add(d, DIAG_E0212, given->at, "the component '%s' takes %zu argument%s", component->name,
                               component->argument_count, component->argument_count == 1 ? "" : "s"),
                      component);
    if (out[k]) {
        finding *f =
            diag_add(d, DIAG_E0212, given->at, "the argument '%s' is given twice", component->arguments[k]->name);
        diag_label_at(d, f, out[k]->at, "first here");
        return false;
    }
    out[k] = given;
    return true;
}

static bool is_complete(builder *b, const syn_stmt *s, const syn_stmt *component, const syn_stmt *const *given) {
    for (size_t i = 0; i < component->argument_count; i++) {
        const syn_stmt *a = component->arguments[i];
        if (a->value || given[i])
            continue;
        finding *f = diag_add(b->m->findings, DIAG_E0212, s->target->at, "the component '%s' needs the argument '%s'",
                              component->name, a->name);
        diag_label_at(b->m->findings, f, a->at, "it has no default");
        return refuse(b, f, component);
    }
    return true;
}

const syn_stmt *const *build_match_arguments(builder *b, const syn_stmt *s, const syn_stmt *component) {
    const syn_stmt **given = ARENA_ARRAY(b->a, const syn_stmt *, component->argument_count + 1);
    bool named = false;
    for (size_t i = 0; i < s->argument_count; i++) {
        if (!match(b, s->arguments[i], i, named, component, given))
            return NULL;
        named = named || s->arguments[i]->name;
    }
    return is_complete(b, s, component, given) ? given : NULL;
}
