/* Events: their conditions and actions, checked against what can be switched, set and freed. */
#include "base/check.h"
#include "model/builder.h"

void declare_event(builder *b, int d) {
    decl *e = &b->decls.at[d];
    e->number = (int)b->events.len;
    model_event ev = {.name = e->display, .at = e->stmt->name_at, .action_count = e->stmt->action_count};
    ev.actions = ARENA_ARRAY(b->a, model_action, ev.action_count + 1);
    for (size_t i = 0; i < ev.action_count; i++) {
        ev.actions[i] = (model_action){.kind = e->stmt->actions[i].kind, .at = e->stmt->actions[i].at, .index = -1};
        if (ev.actions[i].kind == SYN_STOP)
            ev.stops = true;
    }
    vec_push(b->a, &b->events, ev);
}

static void wrong_target(builder *b, const syn_action *t) {
    static const struct {
        const char *cannot, *help;
    } texts[] = {
        [SYN_DROP] = {"dropped",
                      "constraints, contacts, forces and coordinates can be dropped; 'free' releases a body"},
        [SYN_HOLD] = {"held", "constraints, contacts and forces can be held; to stop a motion, hold a constraint"},
        [SYN_SET] = {"set", "coordinates and velocities can be set: x = ..., x' = ..."},
        [SYN_FREE] = {"freed", ""},
        [SYN_STOP] = {"stopped", ""},
    };
    finding *f = diag_add(b->m->findings, DIAG_E0412, t->target->at, "'%s' cannot be %s", source_text(b, t->target->at),
                          texts[t->kind].cannot);
    diag_help(b->m->findings, f, "%s", texts[t->kind].help);
}

static void read_switch(builder *b, const syn_action *t, const scope *env, model_action *a) {
    int d = resolve(b, t->target, env, 1u << SPACE_VALUES);
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
    a->index = resolve_body(b, t->target, env);
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
        const char *name = arena_printf(b->a, "%s.%s", body->name, angle ? "angle" : names[k]);
        body->coords[k] = add_coord(
            b, (model_coord){.name = name, .at = body->at, .body = a->index, .dim = angle ? DIM_TURN : DIM_LENGTH});
    }
    if (b->m->space == 2 || body->kind == BODY_PARTICLE)
        return;
    int o = add_orientation(b, arena_printf(b->a, "%s.q", body->name), body->at, index, NULL, true);
    for (int k = 0; k < 4; k++)
        b->bodies.at[index].coords[3 + k] = b->orientations.at[o].coords[k];
}

static void read_set(builder *b, const syn_action *t, const scope *env, model_action *a) {
    const syn_expr *x = t->target;
    a->velocity = x->op == SYN_PRIME;
    if (a->velocity)
        x = x->args[0];
    if (x->op == SYN_FIELD) { /* set stone.x' of a freed body, e.w of an orientation */
        const char *name = arena_printf(b->a, "%s.%s", source_text(b, x->args[0]->at), x->name);
        for (size_t i = 0; i < b->coords.len; i++)
            if (intern_name(b->m->names, name) == intern_name(b->m->names, b->coords.at[i].name))
                a->index = (int)i;
        if (a->index < 0)
            wrong_target(b, t);
        return;
    }
    if (x->op != SYN_NAME && x->op != SYN_INDEX) {
        if (x->op != SYN_BAD)
            wrong_target(b, t);
        return;
    }
    int d = resolve(b, x, env, 1u << SPACE_VALUES);
    if (d >= 0 && b->decls.at[d].kind == DECL_COORD)
        a->index = b->decls.at[d].number;
    else if (d >= 0)
        wrong_target(b, t);
}

/* Once, before any variant: who is switched, freed, set; which event must come first. */
void read_event_actions(builder *b, const statement *s) {
    if (s->stmt->bad || s->decl < 0)
        return;
    int index = b->decls.at[s->decl].number;
    const syn_clause *after = syntax_find_clause(s->stmt, WORD_AFTER);
    event_ref ref;
    if (after && resolve_event(b, after->value, s->env, &ref)) {
        b->events.at[index].has_after = true;
        b->events.at[index].after = ref;
    }
    for (size_t i = 0; i < s->stmt->action_count; i++) {
        const syn_action *t = &s->stmt->actions[i];
        model_action a = b->events.at[index].actions[i];
        switch (t->kind) {
        case SYN_DROP:
        case SYN_HOLD:
            read_switch(b, t, s->env, &a);
            break;
        case SYN_FREE:
            read_free(b, t, s->env, &a);
            break;
        case SYN_SET:
            read_set(b, t, s->env, &a);
            break;
        case SYN_STOP:
            break;
        }
        b->events.at[index].actions[i] = a;
    }
}

/* In every variant: the condition and the right sides of set. */
void read_event(builder *b, const statement *s) {
    if (s->stmt->bad || s->decl < 0)
        return;
    int index = b->decls.at[s->decl].number;
    value c = eval(b, s->stmt->value, s->env);
    if (value_need_condition(&b->vc, c, "what follows 'when'") && forbid(b, c, KIND_BIT(VAR_REDUCER), "an event"))
        b->system->conditions[index] = c.c[0];
    for (size_t i = 0; i < s->stmt->action_count; i++) {
        const model_action *a = &b->events.at[index].actions[i];
        if (a->kind != SYN_SET || a->index < 0)
            continue;
        dimension dim = b->coords.at[a->index].dim;
        value v = eval_quantity(b, s->stmt->actions[i].value, s->env, a->velocity ? dim_div(dim, DIM_TIME) : dim,
                                "what is set");
        if (forbid(b, v, KIND_BIT(VAR_REDUCER), "what is set"))
            b->system->set_values[index][i] = v.c[0];
    }
}
