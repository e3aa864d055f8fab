/* What a model says twice or against itself: statements that can stand once, actions of one event, circles of after. */
#include "base/check.h"
#include "model/builder.h"
#include "syntax/vocabulary.h"

/* model, gravity and simulate speak of the whole: a second one would contradict the first. */
static const struct {
    syn_kind kind;
    const char *help;
} single[] = {
    {SYN_MODEL, "a file holds one model"},
    {SYN_GRAVITY, "give gravity in one statement, as a vector if it is inclined"},
    {SYN_SIMULATE, "write one statement: simulate until 10 s, tolerance 1e-9"},
};
enum { SINGLE_COUNT = sizeof single / sizeof *single };

static void refuse_second(builder *b, const syn_stmt *second, const syn_stmt *first, const char *help) {
    const char *keyword = syntax_keyword(second->kind);
    finding *f = diag_add(b->m->findings, DIAG_E0116, second->keyword, "'%s' is given twice", keyword);
    if (second == first) {
        diag_help(b->m->findings, f, "a loop repeats it: write it outside the loop");
        return;
    }
    diag_primary(b->m->findings, f, "again here");
    diag_label_at(b->m->findings, f, first->keyword, "first here");
    diag_help(b->m->findings, f, "%s", help);
}

void check_single_statements(builder *b) {
    const syn_stmt *first[SINGLE_COUNT] = {NULL};
    for (size_t i = 0; i < b->statements.len; i++) {
        const syn_stmt *s = b->statements.at[i].stmt;
        for (int k = 0; k < SINGLE_COUNT; k++) {
            if (s->kind != single[k].kind || s->bad)
                continue;
            if (first[k])
                refuse_second(b, s, first[k], single[k].help);
            else
                first[k] = s;
        }
    }
}

/* Where no operation brings them together, as in norm([x, y]) + norm([x, y, z]). In results a vector may be just a list
   of numbers: norm([force(a), force(b)]). */
void check_one_world(builder *b) {
    span plane = b->vectors[0], space = b->vectors[1];
    if (!plane.end || !space.end || diag_has_errors(b->m->findings))
        return;
    finding *f = diag_add(b->m->findings, DIAG_E0304, plane,
                          "this vector has two components, but another one in the model has three");
    diag_label_at(b->m->findings, f, space, "three components");
    diag_help(b->m->findings, f, "%s", value_one_world);
}

static int named_energy(builder *b, const syn_expr *e, const scope *env);

/* The first member of a family of energies; -1 if the name is none. */
static int energy_family(const builder *b, const char *name) {
    for (size_t i = 0; i < b->energy_families.len; i++)
        if (b->decls.at[b->energy_families.at[i]].name == name)
            return b->energy_families.at[i];
    return -1;
}

/* Of a definition: remembered, as many energies may use it. One that is being looked at counts as naming none, and so
   does what is nested too deeply to be read at all. */
static int energy_of_let(builder *b, int d) {
    if (!b->energy_named[d] && b->depth < MODEL_MAX_DEPTH) {
        b->energy_named[d] = -1;
        b->depth++;
        int found = named_energy(b, b->decls.at[d].stmt->value, b->decls.at[d].env);
        b->depth--;
        b->energy_named[d] = found < 0 ? -1 : found + 1;
    }
    return b->energy_named[d] <= 0 ? -1 : b->energy_named[d] - 1;
}

/* In the order of the text, in which definitions mostly use each other: so the recursion stays flat. Of a family of
   energies its first member stands for all. */
static void look_at_names(builder *b) {
    b->energy_named = ARENA_ARRAY(b->a, int, b->decls.len + 1);
    for (size_t i = 0; i < b->decls.len; i++) {
        const decl *d = &b->decls.at[i];
        if (d->kind == DECL_ENERGY && d->indexed && energy_family(b, d->name) < 0)
            vec_push(b->a, &b->energy_families, (int)i);
    }
    for (size_t i = 0; i < b->decls.len; i++)
        if (b->decls.at[i].kind == DECL_LET)
            energy_of_let(b, (int)i);
}

/* An energy that an expression names, by itself or by way of definitions: -1 if none. */
static int named_energy(builder *b, const syn_expr *e, const scope *env) {
    if (!e)
        return -1;
    bool shadowed = false;
    for (const scope *s = env; s && e->op == SYN_NAME; s = s->outer)
        shadowed = shadowed || s->name == e->name;
    int d = e->op == SYN_NAME && !shadowed ? table_find(b, SPACE_VALUES, e->name, false, 0) : -1;
    if (e->op == SYN_INDEX)
        d = energy_family(b, e->name);
    if (d >= 0 && b->decls.at[d].kind == DECL_ENERGY)
        return d;
    if (d >= 0 && b->decls.at[d].kind == DECL_LET)
        return energy_of_let(b, d);
    for (size_t i = 0; i < e->arg_count; i++) {
        int found = named_energy(b, e->args[i], env);
        if (found >= 0)
            return found;
    }
    return -1;
}

/* Energies add up, so 'lagrangian L = T - V' beside T and V would count both twice. */
void check_energy(builder *b, const statement *s) {
    if (!b->energy_named)
        look_at_names(b);
    int other = s->stmt->bad ? -1 : named_energy(b, s->stmt->value, s->env);
    if (other < 0)
        return;
    const decl *d = &b->decls.at[other];
    finding *f = diag_add(b->m->findings, DIAG_E0415, s->stmt->value->at,
                          "'%s' would be counted twice, because all energies are added up", d->display);
    diag_label_at(b->m->findings, f, d->stmt->name_at, "counted here already");
    if (s->stmt->kind == SYN_LAGRANGIAN)
        diag_help(b->m->findings, f, "leave out 'lagrangian', or define the energies that it uses by 'let'");
    else
        diag_help(b->m->findings, f, "define '%s' by 'let', which adds nothing to the energy", d->display);
}

static const char *const done_texts[] = {
    [SYN_DROP] = "dropped", [SYN_HOLD] = "held", [SYN_SET] = "set", [SYN_FREE] = "freed", [SYN_STOP] = "stopped"};

static bool switches(const model_action *a) {
    return !a->coordinate && (a->kind == SYN_DROP || a->kind == SYN_HOLD);
}

/* Of actions on the same thing. */
static bool acts_on_same(const model_action *a, const model_action *c) {
    if (a->kind == SYN_STOP || c->kind == SYN_STOP)
        return a->kind == c->kind;
    if (a->index < 0 || a->index != c->index)
        return false;
    if (a->coordinate || c->coordinate) /* drop psi, and set psi or psi' */
        return (a->coordinate || a->kind == SYN_SET) && (c->coordinate || c->kind == SYN_SET);
    return (switches(a) && switches(c)) || (a->kind == c->kind && a->velocity == c->velocity);
}

static void refuse_pair(builder *b, const model_event *e, const model_action *first, const syn_action *a,
                        const syn_action *c) {
    const char *name = a->target ? source_text(b, a->target->at) : NULL;
    finding *f;
    if (a->kind == SYN_STOP)
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "the event '%s' stops twice", e->name);
    else if (a->kind == c->kind)
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "'%s' is %s twice by the event '%s'", name, done_texts[a->kind],
                     e->name);
    else
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "'%s' is both %s and %s by the event '%s'", name,
                     done_texts[a->kind], done_texts[c->kind], e->name);
    diag_label_at(b->m->findings, f, first->at, "first here");
    diag_help(b->m->findings, f, "leave out one of the two: the actions of one event are simultaneous");
}

void check_event_actions(builder *b, const statement *s) {
    if (s->stmt->bad || s->decl < 0)
        return;
    const model_event *e = &b->events.at[b->decls.at[s->decl].number];
    for (size_t i = 1; i < e->action_count; i++)
        for (size_t k = 0; k < i; k++)
            if (acts_on_same(&e->actions[k], &e->actions[i])) {
                refuse_pair(b, e, &e->actions[k], &s->stmt->actions[k], &s->stmt->actions[i]);
                break;
            }
}

/* The user's event that this one waits for, or -1. */
static int waits_for(const builder *b, int event) {
    const model_event *e = &b->events.at[event];
    return e->has_after && e->after.part == EVENT_USER ? e->after.index : -1;
}

static void refuse_circle(builder *b, int event) {
    strbuf s = strbuf_make(b->a);
    strbuf_add(&s, b->events.at[event].name);
    int k = event;
    do {
        k = waits_for(b, k);
        strbuf_printf(&s, " after %s", b->events.at[k].name);
    } while (k != event);
    finding *f = diag_add(b->m->findings, DIAG_E0202, b->events.at[event].at,
                          "events wait for each other in a circle, so that none can fire: %s", strbuf_text(&s));
    for (k = waits_for(b, event); k != event; k = waits_for(b, k))
        diag_label_at(b->m->findings, f, b->events.at[k].at, "waits too");
    diag_help(b->m->findings, f, "leave out 'after' for the one that comes first");
}

/* Every event waits for one other at most, so following them from each ends or runs into one circle. */
void check_event_order(builder *b) {
    int count = (int)b->events.len;
    int *seen = ARENA_ARRAY(b->a, int, count + 1); /* 1 + the event from which it was first reached */
    for (int i = 0; i < count; i++) {
        int k = i;
        while (k >= 0 && !seen[k]) {
            seen[k] = i + 1;
            k = waits_for(b, k);
        }
        if (k >= 0 && seen[k] == i + 1)
            refuse_circle(b, k);
    }
}
