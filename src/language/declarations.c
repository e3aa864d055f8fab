/* What declares names, and where they are known: as model/ has it, but of text that may be wrong. */
#include <string.h>

#include "base/sort.h"
#include "language/book.h"

/* What the statements declare; those that are left out declare nothing. */
static const struct {
    language_class class;
    language_space space;
} declares[SYN_KIND_COUNT] = {
    [SYN_PARAM] = {LANGUAGE_PARAMETER, SPACE_VALUE},
    [SYN_INPUT] = {LANGUAGE_PARAMETER, SPACE_VALUE},
    [SYN_COORD] = {LANGUAGE_COORDINATE, SPACE_VALUE},
    [SYN_ORIENTATION] = {LANGUAGE_COORDINATE, SPACE_VALUE},
    [SYN_STATE] = {LANGUAGE_STATE, SPACE_VALUE},
    [SYN_MEMORY] = {LANGUAGE_STATE, SPACE_VALUE},
    [SYN_LET] = {LANGUAGE_DEFINITION, SPACE_VALUE},
    [SYN_SPEED] = {LANGUAGE_DEFINITION, SPACE_VALUE},
    [SYN_FRAME] = {LANGUAGE_DEFINITION, SPACE_VALUE},
    [SYN_KINETIC] = {LANGUAGE_ENERGY, SPACE_VALUE},
    [SYN_POTENTIAL] = {LANGUAGE_ENERGY, SPACE_VALUE},
    [SYN_LAGRANGIAN] = {LANGUAGE_ENERGY, SPACE_VALUE},
    [SYN_DISSIPATION] = {LANGUAGE_ENERGY, SPACE_VALUE},
    [SYN_PARTICLE] = {LANGUAGE_BODY, SPACE_VALUE},
    [SYN_ROD] = {LANGUAGE_BODY, SPACE_VALUE},
    [SYN_BODY] = {LANGUAGE_BODY, SPACE_VALUE},
    [SYN_ROTOR] = {LANGUAGE_BODY, SPACE_VALUE},
    [SYN_CONSTRAINT] = {LANGUAGE_CONSTRAINT, SPACE_VALUE},
    [SYN_CONTACT] = {LANGUAGE_CONSTRAINT, SPACE_VALUE},
    [SYN_FRICTION] = {LANGUAGE_CONSTRAINT, SPACE_VALUE},
    [SYN_ROPE] = {LANGUAGE_CONSTRAINT, SPACE_VALUE},
    [SYN_EVENT] = {LANGUAGE_EVENT, SPACE_VALUE},
    [SYN_OUTPUT] = {LANGUAGE_RESULT, SPACE_RESULT},
    [SYN_REPORT] = {LANGUAGE_RESULT, SPACE_RESULT},
    [SYN_COMPONENT] = {LANGUAGE_COMPONENT, SPACE_COMPONENT},
    [SYN_PART] = {LANGUAGE_PART, SPACE_VALUE},
};

/* Forces of all sorts are the other statements with ':' behind their name. */
bool language_what_declares(const syn_stmt *s, language_class *class, language_space *space) {
    *class = declares[s->kind].class;
    *space = declares[s->kind].space;
    if (s->kind == SYN_LET && s->param_count) {
        *class = LANGUAGE_FUNCTION;
        *space = SPACE_FUNCTION;
    }
    if (*class == LANGUAGE_NONE && syntax_grammar(s->kind)->head == HEAD_COLON)
        *class = LANGUAGE_FORCE;
    return *class != LANGUAGE_NONE && s->name && s->name_at.end;
}

bool language_is_for_components(const language_decl *d) {
    return d->stmt->kind == SYN_PARAM || d->stmt->kind == SYN_LET || d->stmt->kind == SYN_FRAME ||
           d->space == SPACE_COMPONENT;
}

typedef struct language_key {
    uint32_t scope;
    language_space space;
    const char *name;
    int decl;
} language_key;

static int compare(const language_key *x, const language_key *y) {
    if (x->scope != y->scope)
        return x->scope < y->scope ? -1 : 1;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool comes_before(const void *x, const void *y) {
    return compare(x, y) < 0;
}

static bool is_own(const language_book *b, span at) {
    return at.end && diag_source_of(b->text->findings, at.begin) == 0;
}

span language_name_alone(const char *name, span at) {
    return (span){at.begin, at.begin + (uint32_t)strlen(name)};
}

static void declare(language_book *b, const syn_stmt *s, uint32_t scope) {
    language_decl d = {.name = s->name, .stmt = s, .scope = scope};
    if (!language_what_declares(s, &d.class, &d.space))
        return;
    d.at = language_name_alone(s->name, s->name_at);
    vec_push(b->a, &b->decls, d);
}

static void declare_all(language_book *b, syn_stmt *const *stmts, size_t count, uint32_t scope);

static void declare_component(language_book *b, const syn_stmt *s) {
    uint32_t inner = ++b->scope_count;
    if (b->decls.len && b->decls.at[b->decls.len - 1].stmt == s)
        b->decls.at[b->decls.len - 1].inner = inner;
    const language_component c = {s, inner};
    if (is_own(b, s->at))
        vec_push(b->a, &b->components, c);
    for (size_t i = 0; i < s->argument_count; i++)
        declare(b, s->arguments[i], inner);
    declare_all(b, s->body, s->body_count, inner);
}

/* What loops declare belongs to what is around them, and what a file declares to the model. */
static void declare_all(language_book *b, syn_stmt *const *stmts, size_t count, uint32_t scope) {
    for (size_t i = 0; i < count; i++) {
        declare(b, stmts[i], scope);
        if (stmts[i]->kind == SYN_COMPONENT)
            declare_component(b, stmts[i]);
        else
            declare_all(b, stmts[i]->body, stmts[i]->body_count, scope);
    }
}

static void sort_declarations(language_book *b) {
    b->keys = ARENA_ARRAY(b->a, language_key, b->decls.len);
    b->key_count = b->decls.len;
    for (size_t i = 0; i < b->decls.len; i++) {
        const language_decl *d = &b->decls.at[i];
        b->keys[i] = (language_key){d->scope, d->space, d->name, (int)i};
    }
    base_sort(b->keys, b->key_count, sizeof *b->keys, comes_before, b->a);
}

int language_find(const language_book *b, uint32_t scope, language_space space, const char *name) {
    const language_key wanted = {scope, space, name, 0};
    size_t low = 0, high = b->key_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(&b->keys[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->key_count && compare(&b->keys[low], &wanted) == 0 ? b->keys[low].decl : -1;
}

/* A component sees of the model around it what is meant for components. */
int language_find_outward(const language_book *b, uint32_t scope, language_space space, const char *name) {
    int d = language_find(b, scope, space, name);
    if (d >= 0 || scope == SCOPE_MODEL)
        return d;
    d = language_find(b, SCOPE_MODEL, space, name);
    return d >= 0 && language_is_for_components(&b->decls.at[d]) ? d : -1;
}

/* Components do not hold others: the last one that begins before the offset. */
uint32_t language_scope_at(const language_book *b, uint32_t offset) {
    size_t low = 0, high = b->components.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->components.at[middle].stmt->at.begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    const language_component *c = low ? &b->components.at[low - 1] : NULL;
    return c && offset < c->stmt->at.end ? c->scope : SCOPE_MODEL;
}

uint32_t language_part_scope(const language_book *b, const syn_stmt *s) {
    if (!s || s->kind != SYN_PART || !s->target || !s->target->name)
        return SCOPE_MODEL;
    int component = language_find(b, SCOPE_MODEL, SPACE_COMPONENT, s->target->name);
    return component >= 0 ? b->decls.at[component].inner : SCOPE_MODEL;
}

int language_find_visible(const language_book *b, uint32_t offset, uint32_t scope, const char *name) {
    enum { MANY = 1000 }; /* more local names are not looked through for every word of a text that is wrong */
    size_t locals = b->decls.len - b->key_count;
    for (size_t i = locals < MANY ? b->key_count : b->decls.len; i < b->decls.len; i++) {
        const language_decl *d = &b->decls.at[i];
        if (d->within.begin <= offset && offset < d->within.end && !strcmp(d->name, name))
            return (int)i;
    }
    static const language_space spaces[] = {SPACE_VALUE, SPACE_FUNCTION, SPACE_COMPONENT};
    int d = language_find(b, scope, SPACE_RESULT, name);
    for (size_t k = 0; d < 0 && k < sizeof spaces / sizeof *spaces; k++)
        d = language_find_outward(b, scope, spaces[k], name);
    return d;
}

void language_declare(language_book *b) {
    declare_all(b, b->text->tree.stmts, b->text->tree.count, SCOPE_MODEL);
    sort_declarations(b);
}
