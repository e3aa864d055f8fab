/* What a text shows before it is read: whether its declarations have units, and of which country, and whether it lies
   in the plane or in space. A component counts where a part is made of it. */
#include "model/build/build.h"
#include "model/names/names.h"

/* A list of statements that is still to be looked at. */
typedef struct batch {
    syn_stmt *const *stmts;
    size_t count;
} batch;

typedef struct search {
    builder *b;
    bool (*shows)(const syn_stmt *s);
    bool *seen; /* per declaration of a component */
    VEC(batch) waiting;
} search;

static void add(search *x, syn_stmt *const *stmts, size_t count) {
    vec_push(x->b->a, &x->waiting, (batch){stmts, count});
}

static void add_component(search *x, const syn_stmt *s) {
    int d = s->target ? names_find(x->b, NULL, SPACE_COMPONENTS, s->target->name, false, 0) : -1;
    if (d < 0 || x->seen[d])
        return;
    x->seen[d] = true;
    const syn_stmt *component = x->b->decls.at[d].stmt;
    add(x, component->arguments, component->argument_count);
    add(x, component->body, component->body_count);
}

static bool look_at(search *x, const syn_stmt *s) {
    if (s->kind == SYN_COMPONENT)
        return false;
    if (x->shows(s))
        return true;
    if (s->kind == SYN_FOR || s->kind == SYN_INCLUDE)
        add(x, s->body, s->body_count);
    if (s->kind == SYN_PART) {
        add(x, s->arguments, s->argument_count);
        add_component(x, s);
    }
    return false;
}

/* The first statement that shows it, as far as the order of batches goes. */
static const syn_stmt *any(builder *b, syn_tree tree, bool (*shows)(const syn_stmt *s)) {
    search x = {.b = b, .shows = shows, .seen = ARENA_ARRAY(b->a, bool, b->decls.len + 1)};
    add(&x, tree.stmts, tree.count);
    while (x.waiting.len) {
        batch next = x.waiting.at[--x.waiting.len];
        for (size_t i = 0; i < next.count; i++)
            if (look_at(&x, next.stmts[i]))
                return next.stmts[i];
    }
    return NULL;
}

static const syn_expr *unit_of(const syn_stmt *s) {
    const syn_expr *found = syntax_find_unit(s->value);
    if (!found)
        found = syntax_find_unit(s->low);
    for (size_t k = 0; k < s->clause_count && !found; k++)
        found = syntax_find_unit(s->clauses[k].value);
    return found;
}

/* Quantities and elements tell. In formulas of energies and conditions what looks like a unit may be a name. */
static bool has_unit(const syn_stmt *s) {
    bool quantity = s->kind >= SYN_PARAM && s->kind <= SYN_LET, element = s->kind >= SYN_GRAVITY && s->kind <= SYN_ROTOR;
    return (quantity || element) && unit_of(s);
}

static bool has_space_vector(const syn_expr *e) {
    if (!e)
        return false;
    if (e->op == SYN_VECTOR && e->arg_count == 3 && e->args[0]->op != SYN_VECTOR)
        return true;
    for (size_t i = 0; i < e->arg_count; i++)
        if (has_space_vector(e->args[i]))
            return true;
    return false;
}

/* Clauses whose numbers in brackets, or one after the other, are no vector. */
static bool is_list(syn_word word) {
    return word == WORD_INERTIA || word == WORD_BOX || word == WORD_PLATE;
}

static bool is_in_space(const syn_stmt *s) {
    if (s->kind == SYN_FRAME || s->kind == SYN_ORIENTATION)
        return true;
    if (has_space_vector(s->value) && s->kind != SYN_BODY && !s->index_last) /* of a family it is a list */
        return true;
    for (size_t k = 0; k < s->clause_count; k++)
        if (!is_list(s->clauses[k].word) && has_space_vector(s->clauses[k].value))
            return true;
    return false;
}

/* Dimensions are checked once any declaration has a unit (angles have none). */
const syn_expr *build_find_units(builder *b, syn_tree tree) {
    const syn_stmt *s = any(b, tree, has_unit);
    return s ? unit_of(s) : NULL;
}

bool build_is_spatial(builder *b, syn_tree tree) {
    return any(b, tree, is_in_space) != NULL;
}

/* --- Feet and pounds --- */

typedef struct lengths {
    bool metric, feet, inches; /* some are given so */
} lengths;

/* Powers of ten are metric. */
static void note_length(lengths *x, const unit *u) {
    int64_t larger = u->num > u->den ? u->num : u->den, smaller = u->num > u->den ? u->den : u->num;
    while (larger > smaller && larger % 10 == 0)
        larger /= 10;
    const bool inch = u->num == 127 && u->den == 5000;
    x->metric |= larger == smaller;
    x->inches |= inch;
    x->feet |= larger != smaller && !inch;
}

static void look_for_lengths(lengths *x, const syn_expr *e) {
    if (!e)
        return;
    if (e->op == SYN_NUMBER && e->has_unit && dim_equal(e->unit.dim, DIM_LENGTH))
        note_length(x, &e->unit);
    for (size_t i = 0; i < e->arg_count; i++)
        look_for_lengths(x, e->args[i]);
}

/* What it includes is another text. */
static void look_at_lengths(lengths *x, syn_stmt *const *stmts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const syn_stmt *s = stmts[i];
        if (s->kind == SYN_INCLUDE)
            continue;
        look_for_lengths(x, s->value);
        look_for_lengths(x, s->low);
        look_for_lengths(x, s->high);
        for (size_t k = 0; k < s->clause_count; k++)
            look_for_lengths(x, s->clauses[k].value);
        look_at_lengths(x, s->arguments, s->argument_count);
        look_at_lengths(x, s->body, s->body_count);
    }
}

void build_find_customary(model *m, syn_tree tree) {
    lengths x = {0};
    look_at_lengths(&x, tree.stmts, tree.count);
    m->customary = m->has_units && !x.metric && (x.feet || x.inches);
    m->inches = m->customary && !x.feet;
}
