/* Each event is checked twice: with the events that must have occurred before it, and with all that may have. */
#include "mech/events.h"

#include <string.h>

#include "expr/walk.h"

/* The system after some events: which bodies are free, which coordinates dropped, what is switched. */
typedef struct aftermath {
    const model_system *system;
    bool *freed, *dropped, *off; /* per body, per coordinate, per switch */
} aftermath;

typedef struct inspection {
    model *m;
    arena *a;
    bool *wanted;   /* per variable; all false between questions */
    bool *reported; /* per coordinate */
} inspection;

static bool names(const inspection *c, expr_id e, uint32_t var) {
    if (!e.i)
        return false;
    c->wanted[var] = true;
    bool yes = expr_depends(c->m->g, e, c->wanted);
    c->wanted[var] = false;
    return yes;
}

static bool names_coordinate(const inspection *c, expr_id e, int coord) {
    return names(c, e, c->m->coords[coord].q) || names(c, e, c->m->coords[coord].v);
}

static bool has_inertia(const system_element *x) {
    return x->kind == ELEMENT_KINETIC || x->kind == ELEMENT_LAGRANGIAN;
}

/* The element that gives a coordinate inertia; NULL if none does. */
static const system_element *inertia_of(const inspection *c, const model_system *s, int coord) {
    for (size_t i = 0; i < s->element_count; i++)
        if (has_inertia(&s->elements[i]) && names(c, s->elements[i].energy, c->m->coords[coord].v))
            return &s->elements[i];
    return NULL;
}

static bool element_names(const inspection *c, const system_element *x, int coord) {
    bool yes = names_coordinate(c, x->energy, coord);
    for (int k = 0; k < x->size; k++)
        yes |= names_coordinate(c, x->force[k], coord) || names_coordinate(c, x->velocity[k], coord);
    return yes;
}

/* True if `late` is armed only by `early`, over any number of events in between. */
static bool comes_after(const model *m, int late, int early) {
    for (size_t steps = 0; steps < m->event_count; steps++) {
        const model_event *e = &m->events[late];
        if (!e->has_after || e->after.part != EVENT_USER)
            return false;
        late = e->after.index;
        if (late == early)
            return true;
    }
    return false;
}

static void apply(const model *m, int event, aftermath *s) {
    for (size_t i = 0; i < m->events[event].action_count; i++) {
        const model_action *a = &m->events[event].actions[i];
        if (a->index < 0)
            continue;
        if (a->kind == MODEL_FREE)
            s->freed[a->index] = true;
        if (a->kind == MODEL_DROP)
            (a->coordinate ? s->dropped : s->off)[a->index] = true;
    }
}

/* After this event and those before it; `generous`: after all others too that need not come later. Whatever any event
   switches off counts as off. */
static aftermath look_ahead(inspection *c, int event, bool generous) {
    const model *m = c->m;
    aftermath s = {.freed = ARENA_ARRAY(c->a, bool, m->body_count),
                   .dropped = ARENA_ARRAY(c->a, bool, m->coord_count),
                   .off = ARENA_ARRAY(c->a, bool, m->switch_count)};
    for (size_t i = 0; i < m->switch_count; i++)
        s.off[i] = m->switches[i].off;
    aftermath switches = {.freed = ARENA_ARRAY(c->a, bool, m->body_count),
                          .dropped = ARENA_ARRAY(c->a, bool, m->coord_count),
                          .off = s.off};
    for (int k = 0; k < (int)m->event_count; k++) {
        bool later = k != event && comes_after(m, k, event);
        apply(m, k, k == event || comes_after(m, event, k) || (generous && !later) ? &s : &switches);
    }
    s.system = model_variant(c->m, s.freed);
    return s;
}

static bool holds(const model *m, int event, int switch_index) {
    for (size_t i = 0; i < m->events[event].action_count; i++) {
        const model_action *a = &m->events[event].actions[i];
        if (a->kind == MODEL_HOLD && a->index == switch_index)
            return true;
    }
    return false;
}

/* The name of something in force that still names a coordinate, and its place; NULL if nothing does. */
static const char *user_of(const inspection *c, const aftermath *s, int event, int coord, span *at) {
    for (size_t i = 0; i < s->system->element_count; i++) {
        const system_element *x = &s->system->elements[i];
        bool off = x->switch_index >= 0 && s->off[x->switch_index] && !holds(c->m, event, x->switch_index);
        if (off || !element_names(c, x, coord))
            continue;
        *at = x->at;
        return x->name;
    }
    for (size_t i = 0; i < c->m->row_count; i++) {
        const model_row *r = &c->m->rows[i];
        if (r->contact)
            continue; /* one that names a dropped coordinate cannot close any more; a closed one is refused then */
        bool out = s->system->rows[r->friction ? (size_t)r->partner : i].ended || s->off[r->element];
        if ((out && !holds(c->m, event, r->element)) || !names_coordinate(c, s->system->rows[i].f, coord))
            continue;
        *at = r->at;
        return r->group;
    }
    return NULL;
}

static bool carried(const inspection *c, int body, int coord) {
    const model_system *s = c->m->base;
    for (size_t i = 0; i < s->element_count; i++)
        if (has_inertia(&s->elements[i]) && !strcmp(s->elements[i].name, c->m->bodies[body].name) &&
            names(c, s->elements[i].energy, c->m->coords[coord].v))
            return true;
    return false;
}

/* The action that frees the body which carried a coordinate; where this cannot be told any action that frees a body,
   or none if the event is not `alone`. */
static const model_action *culprit(const inspection *c, int event, int coord, bool alone) {
    const model_event *e = &c->m->events[event];
    const model_action *first = NULL;
    for (size_t i = 0; i < e->action_count; i++) {
        const model_action *a = &e->actions[i];
        if (a->kind != MODEL_FREE || a->index < 0)
            continue;
        if (carried(c, a->index, coord))
            return a;
        if (!first)
            first = a;
    }
    return alone ? first : NULL;
}

/* E0403: a coordinate that had inertia, has none now, and is not dropped. */
static void check_inertia(inspection *c, int event, const aftermath *s, bool alone) {
    for (int i = 0; i < (int)c->m->declared_coords; i++) {
        if (s->dropped[i] || c->reported[i] || !inertia_of(c, c->m->base, i) || inertia_of(c, s->system, i))
            continue;
        const model_action *a = culprit(c, event, i, alone);
        if (!a)
            continue;
        c->reported[i] = true;
        const char *name = c->m->coords[i].name;
        finding *f = diag_add(c->m->findings, DIAG_E0403, a->at, "'%s' has no inertia once '%s' is free", name,
                              c->m->bodies[a->index].name);
        diag_label_at(c->m->findings, f, c->m->coords[i].at, "this coordinate");
        diag_help(c->m->findings, f, "write 'drop %s' in the same event", name);
    }
}

static bool is_state(const model *m, const char *name) {
    for (size_t i = 0; i < m->coord_count; i++)
        if (m->coords[i].role == COORD_STATE && strcmp(m->coords[i].name, name) == 0)
            return true;
    return false;
}

static void report_drop(inspection *c, const model_action *a, const aftermath *s, const char *user, span at) {
    const model_coord *q = &c->m->coords[a->index];
    const system_element *x = inertia_of(c, s->system, a->index);
    finding *f =
        diag_add(c->m->findings, DIAG_E0409, a->at,
                 x ? "'%s' is dropped, but it still moves '%s'" : "'%s' is dropped, but '%s' still contains it",
                 q->name, x ? x->name : user);
    diag_label_at(c->m->findings, f, x ? x->at : at, "%s", x ? "has inertia" : "active");
    if (x)
        diag_help(c->m->findings, f, "free the bodies that move with '%s' in the same event", q->name);
    else if (is_state(c->m, user))
        diag_help(c->m->findings, f, "states cannot be dropped: write the rate of '%s' without '%s'", user, q->name);
    else
        diag_help(c->m->findings, f, "drop '%s' in the same event, or write it without '%s'", user, q->name);
}

/* E0409: a coordinate that this event drops and that something in force still needs. */
static void check_drops(inspection *c, int event, const aftermath *s) {
    const model_event *e = &c->m->events[event];
    for (size_t i = 0; i < e->action_count; i++) {
        const model_action *a = &e->actions[i];
        if (a->kind != MODEL_DROP || !a->coordinate || a->index < 0 || c->reported[a->index])
            continue;
        span at;
        const char *user = user_of(c, s, event, a->index, &at);
        if (!user)
            continue;
        c->reported[a->index] = true;
        report_drop(c, a, s, user, at);
    }
}

/* E0409: what names the coordinates that a body has only when it is free. */
static void check_start(inspection *c, int coord) {
    const model_coord *q = &c->m->coords[coord];
    const char *body = c->m->bodies[q->body].name;
    for (size_t i = 0; i < c->m->base->element_count; i++) {
        const system_element *x = &c->m->base->elements[i];
        if (element_names(c, x, coord))
            diag_add(c->m->findings, DIAG_E0409, x->at, "'%s' names '%s', which has no value before '%s' is free",
                     x->name, q->name, body);
    }
    for (size_t i = 0; i < c->m->initial_count; i++)
        if (names_coordinate(c, c->m->initials[i].residual, coord))
            diag_add(c->m->findings, DIAG_E0409, c->m->initials[i].at,
                     "'%s' has no value at the start: '%s' is not free", q->name, body);
}

static bool concerns_bodies_or_coordinates(const model_event *e) {
    for (size_t i = 0; i < e->action_count; i++)
        if (e->actions[i].kind == MODEL_FREE || e->actions[i].coordinate)
            return true;
    return false;
}

/* A coordinate must be dropped at once, so inertia is asked for with the bodies that are free for certain; then with
   all that can be. What is dropped must be unused at least when everything is free that can be free by then. */
static bool check_event(inspection *c, int event, bool generous) {
    aftermath s = look_ahead(c, event, generous);
    c->wanted = ARENA_ARRAY(c->a, bool, expr_var_count(c->m->g));
    if (!s.system->ok)
        return false;
    check_inertia(c, event, &s, !generous);
    if (generous)
        check_drops(c, event, &s);
    return true;
}

bool mech_check_events(model *m) {
    size_t before = diag_count(m->findings) + diag_dropped(m->findings);
    arena *a = base_arena_create(); /* reading a variant uses the model's scratch memory */
    inspection c = {.m = m, .a = a, .reported = ARENA_ARRAY(a, bool, m->coord_count)};
    c.wanted = ARENA_ARRAY(a, bool, expr_var_count(m->g));
    for (size_t i = m->declared_coords; i < m->coord_count; i++)
        check_start(&c, (int)i);
    bool readable = true;
    for (int generous = 0; generous < 2; generous++)
        for (int i = 0; i < (int)m->event_count && readable; i++)
            if (concerns_bodies_or_coordinates(&m->events[i]))
                readable = check_event(&c, i, generous);
    base_arena_destroy(a);
    return diag_count(m->findings) + diag_dropped(m->findings) == before;
}
