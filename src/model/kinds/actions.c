/* The actions of events: what is switched, set and freed, and how the actions of one event affect each other. A new one
   is a row in each of the two tables. */
#include "model/kinds/kinds.h"
#include "model/names/names.h"

static const struct {
    const char *done, *help; /* "'x' cannot be dropped" */
} texts[] = {
    [SYN_DROP] = {"dropped", "constraints, contacts, forces and coordinates can be dropped; 'free' releases a body"},
    [SYN_HOLD] = {"held", "constraints, contacts and forces can be held; to stop a motion, hold a constraint"},
    [SYN_SET] = {"set", "coordinates, velocities, states and memories can be set: x = ..., x' = ..."},
    [SYN_FREE] = {"freed", ""},
    [SYN_STOP] = {"stopped", ""},
};

static void wrong_target(builder *b, const syn_action *t) {
    finding *f = diag_add(b->m->findings, DIAG_E0412, t->target->at, "'%s' cannot be %s",
                          names_source_text(b, t->target->at), texts[t->kind].done);
    diag_help(b->m->findings, f, "%s", texts[t->kind].help);
}

static void read_switch(builder *b, const syn_action *t, const scope *env, model_action *a) {
    int d = eval_resolve(b, t->target, env, DECL_SWITCHED | 1u << DECL_COORD);
    if (d < 0)
        return;
    const decl *e = &b->decls.at[d];
    if (e->kind == DECL_COORD && t->kind == SYN_DROP) {
        a->coordinate = true;
        a->index = e->number;
    } else if (e->switch_index >= 0)
        a->index = e->switch_index;
    else
        wrong_target(b, t);
}

static void read_free(builder *b, const syn_action *t, const scope *env, model_action *a) {
    a->index = kinds_resolve_body(b, t->target, env);
    if (a->index < 0)
        return;
    model_body *body = &b->bodies.at[a->index];
    if (body->freeable)
        return;
    body->freeable = true;
    if (b->m->space == 3 && body->kind == BODY_ROD) {
        finding *f = diag_add(b->m->findings, DIAG_E0412, t->target->at,
                              "a rod in a spatial model cannot be freed, because it has no frame");
        diag_help(b->m->findings, f, "declare it as a body with inertias and a frame");
        return;
    }
    static const char *const names[] = {"x", "y", "z"};
    int count = body->kind == BODY_PARTICLE ? b->m->space : 3, index = a->index;
    for (int k = 0; k < count; k++) {
        bool angle = k == 2 && b->m->space == 2;
        const char *name = base_arena_printf(b->a, "%s.%s", body->name, angle ? "angle" : names[k]);
        body->coords[k] = kinds_add_coord(
            b, (model_coord){.name = name, .at = body->at, .body = a->index, .dim = angle ? DIM_TURN : DIM_LENGTH});
    }
    if (b->m->space == 2 || body->kind == BODY_PARTICLE)
        return;
    int o = kinds_add_orientation(b, base_arena_printf(b->a, "%s.q", body->name), body->at, index, NULL, true);
    for (int k = 0; k < 4; k++)
        b->bodies.at[index].coords[3 + k] = b->orientations.at[o].coords[k];
}

/* The name of stone.x or e.w, as the coordinate that is made for it is called; NULL if there is nothing of the kind. */
static const char *name_of_field(builder *b, const syn_expr *x, const scope *env) {
    int d = x->op == SYN_FIELD && !eval_is_member(b, x, env) ? -1 : eval_find(b, x, env, 1u << SPACE_VALUES);
    if (d >= 0)
        return b->decls.at[d].display;
    const char *owner = x->op == SYN_FIELD ? name_of_field(b, x->args[0], env) : NULL;
    return owner ? base_arena_printf(b->a, "%s.%s", owner, x->name) : NULL;
}

static void read_set(builder *b, const syn_action *t, const scope *env, model_action *a) {
    const syn_expr *x = t->target;
    a->velocity = x->op == SYN_PRIME;
    if (a->velocity)
        x = x->args[0];
    bool member = eval_is_member(b, x, env);
    if (x->op == SYN_FIELD && !member) { /* set stone.x' of a freed body, e.w of an orientation */
        const char *name = name_of_field(b, x, env);
        for (size_t i = 0; name && i < b->coords.len; i++)
            if (base_intern_name(b->m->names, name) == base_intern_name(b->m->names, b->coords.at[i].name))
                a->index = (int)i;
        if (a->index < 0)
            wrong_target(b, t);
        return;
    }
    if (x->op != SYN_NAME && x->op != SYN_INDEX && !member) {
        if (x->op != SYN_BAD)
            wrong_target(b, t);
        return;
    }
    int d = eval_resolve(b, x, env, 1u << DECL_COORD | 1u << DECL_STATE);
    const bool state = d >= 0 && b->decls.at[d].kind == DECL_STATE && !a->velocity;
    if (state || (d >= 0 && b->decls.at[d].kind == DECL_COORD))
        a->index = b->decls.at[d].number;
    else if (d >= 0)
        wrong_target(b, t);
    a->velocity = a->velocity || state;
}

static void (*const readers[])(builder *b, const syn_action *t, const scope *env,
                               model_action *a) = {[SYN_DROP] = read_switch,
                                                   [SYN_HOLD] = read_switch,
                                                   [SYN_SET] = read_set,
                                                   [SYN_FREE] = read_free,
                                                   [SYN_STOP] = NULL};

void kinds_read_action(builder *b, const syn_action *t, const scope *env, model_action *a) {
    if (readers[t->kind])
        readers[t->kind](b, t, env, a);
}

static bool switches(const model_action *a) {
    return !a->coordinate && (a->kind == MODEL_DROP || a->kind == MODEL_HOLD);
}

/* Of actions on the same thing. */
static bool acts_on_same(const model_action *a, const model_action *c) {
    if (a->kind == MODEL_STOP || c->kind == MODEL_STOP)
        return a->kind == c->kind;
    if (a->index < 0 || a->index != c->index)
        return false;
    if (a->coordinate || c->coordinate) /* drop psi, and set psi or psi' */
        return (a->coordinate || a->kind == MODEL_SET) && (c->coordinate || c->kind == MODEL_SET);
    return (switches(a) && switches(c)) || (a->kind == c->kind && a->velocity == c->velocity);
}

static void refuse_pair(builder *b, const model_event *e, const model_action *first, const syn_action *a,
                        const syn_action *c) {
    const char *name = a->target ? names_source_text(b, a->target->at) : NULL;
    finding *f;
    if (a->kind == SYN_STOP)
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "the event '%s' stops twice", e->name);
    else if (a->kind == c->kind)
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "'%s' is %s twice by the event '%s'", name, texts[a->kind].done,
                     e->name);
    else
        f = diag_add(b->m->findings, DIAG_E0412, c->at, "'%s' is both %s and %s by the event '%s'", name,
                     texts[a->kind].done, texts[c->kind].done, e->name);
    diag_label_at(b->m->findings, f, first->at, "first here");
    diag_help(b->m->findings, f, "leave out one of the two: the actions of one event are simultaneous");
}

void kinds_check_actions(builder *b, const statement *s) {
    const model_event *e = &b->events.at[b->decls.at[s->decl].number];
    for (size_t i = 1; i < e->action_count; i++)
        for (size_t k = 0; k < i; k++)
            if (acts_on_same(&e->actions[k], &e->actions[i])) {
                refuse_pair(b, e, &e->actions[k], &s->stmt->actions[k], &s->stmt->actions[i]);
                break;
            }
}
