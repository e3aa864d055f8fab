/* Tables of declared names: look-up by name and index, duplicates. */
#include "model/names/names.h"

#include <string.h>

#include "syntax/vocabulary.h"

typedef struct slot {
    const instance *in;
    const char *name;
    int64_t index;
    bool indexed;
    int decl; /* -1: a family's marker, found by name alone */
} slot;

struct table {
    arena *a;
    slot *slots;
    size_t cap, used;
};

static size_t hash_key(const instance *in, const char *name, bool indexed, int64_t index) {
    uint64_t h = (uint64_t)(uintptr_t)name * 0x9E3779B97F4A7C15u;
    if (in)
        h = (h ^ (uint64_t)(uintptr_t)in ^ (h >> 31)) * 0xBF58476D1CE4E5B9u;
    if (indexed)
        h = (h ^ (uint64_t)index) * 0xD6E8FEB86659FD93u;
    return (size_t)(h ^ (h >> 29));
}

static slot *probe(const table *t, const instance *in, const char *name, bool indexed, int64_t index) {
    for (size_t i = hash_key(in, name, indexed, index);; i++) {
        slot *s = &t->slots[i & (t->cap - 1)];
        if (!s->name || (s->name == name && s->in == in && s->indexed == indexed && s->index == index))
            return s;
    }
}

table *names_create_table(arena *a) {
    table *t = ARENA_NEW(a, table);
    t->a = a;
    t->cap = 64;
    t->slots = ARENA_ARRAY(a, slot, t->cap);
    return t;
}

static void grow(table *t) {
    table bigger = {.a = t->a, .cap = t->cap * 2};
    bigger.slots = base_arena_grow(t->a, NULL, 0, bigger.cap * sizeof *bigger.slots);
    for (size_t i = 0; i < t->cap; i++)
        if (t->slots[i].name)
            *probe(&bigger, t->slots[i].in, t->slots[i].name, t->slots[i].indexed, t->slots[i].index) = t->slots[i];
    bigger.used = t->used;
    base_arena_forget(t->a, t->slots);
    *t = bigger;
}

static void insert(table *t, const instance *in, const char *name, bool indexed, int64_t index, int d) {
    if (2 * (t->used + 1) > t->cap)
        grow(t);
    slot *s = probe(t, in, name, indexed, index);
    if (!s->name)
        t->used++;
    *s = (slot){in, name, index, indexed, d};
}

int names_find(const builder *b, const instance *in, name_space space, const char *name, bool indexed, int64_t index) {
    const slot *s = probe(b->tables[space], in, name, indexed, indexed ? index : 0);
    return s->name ? s->decl : -1;
}

bool names_is_family(const builder *b, const instance *in, name_space space, const char *name) {
    const slot *s = probe(b->tables[space], in, name, false, 0);
    return s->name && s->decl < 0;
}

bool names_is_for_components(decl_kind kind) {
    return kind == DECL_PARAM || kind == DECL_LET || kind == DECL_FUNCTION || kind == DECL_COMPONENT;
}

bool names_is_visible(const builder *b, int d, const scope *env, span at) {
    const decl *e = &b->decls.at[d];
    const diag *texts = b->m->findings;
    if (e->in != scope_part(env) && !names_is_for_components(e->kind))
        return false;
    if (!b->sees || e->in || diag_source_count(texts) == 1)
        return true;
    size_t from = diag_source_of(texts, at.begin), to = diag_source_of(texts, e->stmt->at.begin);
    return b->sees[from * MODEL_MAX_SOURCES + to];
}

const char *names_source_text(const builder *b, span at) {
    return base_arena_copy(b->a, diag_text_at(b->m->findings, at.begin), at.end - at.begin);
}

static int already(builder *b, name_space space, const decl *d) {
    int other = names_find(b, d->in, space, d->name, d->indexed, d->index);
    if (other >= 0 || d->indexed)
        return other;
    if (!names_is_family(b, d->in, space, d->name))
        return -1;
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].name == d->name && b->decls.at[i].in == d->in && b->decls.at[i].indexed)
            return (int)i;
    return -1;
}

bool names_is_pi(const builder *b, const char *name) {
    return name == base_intern_name(b->m->names, "pi") || name == base_intern_name(b->m->names, "π");
}

static const char *const energies[MODEL_ENERGIES] = {"kinetic", "potential", "energy"};

int names_energy(const builder *b, const char *name) {
    for (int k = 0; k < MODEL_ENERGIES; k++)
        if (name == base_intern_name(b->m->names, energies[k]))
            return k;
    return -1;
}

const char *names_energy_text(int k) {
    return energies[k];
}

/* A statement that is bad has its finding. */
static bool refuse_builtin(builder *b, name_space space, const decl *d, span at) {
    const char *name = d->name;
    bool energy = space != SPACE_FUNCTIONS && names_energy(b, name) >= 0;
    if (!energy && name != base_intern_name(b->m->names, "t") && !names_is_pi(b, name))
        return false;
    if (d->stmt->bad)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0210, at, "'%s' is built in: it cannot be declared", name);
    diag_help(b->m->findings, f,
              energy ? "choose another name; 'kinetic', 'potential' and 'energy' are the energies of the whole system"
                     : "choose another name; 't' is the time, 'pi' the number");
    return true;
}

/* Within a text parameters are declared before what stands above them. */
static void refuse_second(builder *b, decl *first, const decl *second, span at) {
    if (second->stmt->bad)
        return;
    diag *d = b->m->findings;
    span other = first->stmt->name_at;
    bool back = other.begin > at.begin && diag_source_of(d, other.begin) == diag_source_of(d, at.begin);
    finding *f = diag_add(d, DIAG_E0201, back ? other : at, "'%s' is declared twice", second->display);
    diag_primary(d, f, "again here");
    diag_label_at(d, f, back ? at : other, "first here");
    if (second->row != first->row && syntax_grammar(second->stmt->kind)->head == HEAD_COLON)
        diag_help(d, f, "every statement has a name of its own; what it acts on is named behind the ':'");
    first->unknown = true;
}

int names_declare(builder *b, name_space space, decl d, span at) {
    if (refuse_builtin(b, space, &d, at))
        return -1;
    int other = already(b, space, &d);
    if (d.indexed && other < 0)
        other = names_find(b, d.in, space, d.name, false, 0);
    if (other >= 0) {
        refuse_second(b, &b->decls.at[other], &d, at);
        return -1;
    }
    vec_push(b->a, &b->decls, d);
    int number = (int)b->decls.len - 1;
    insert(b->tables[space], d.in, d.name, d.indexed, d.indexed ? d.index : 0, number);
    if (d.indexed)
        insert(b->tables[space], d.in, d.name, false, 0, -1);
    return number;
}

finding *names_refuse_kind(builder *b, int d, span at, const char *wanted) {
    const decl *e = &b->decls.at[d];
    return diag_add(b->m->findings, DIAG_E0205, at, "'%s' is %s, not %s", e->display, e->row->noun, wanted);
}
