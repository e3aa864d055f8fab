/* The modes that a model's events lead to, breadth first from the start, and their programs. */
#include "export/machine.h"

#include <math.h>
#include <string.h>

#include "export/asked.h"
#include "export/roots.h"
#include "mech/solution.h"
#include "sim/event/resolution.h"
#include "sim/initial/initial.h"
#include "sim/run/run.h"

/* What an event makes of a shape, as flags. */
typedef struct key {
    bool *freed, *off, *dropped;
} key;

static bool *flags_of(arena *a, const bool *from, size_t count) {
    bool *to = ARENA_ARRAY(a, bool, count + 1);
    memcpy(to, from, count * sizeof *to);
    return to;
}

static key key_of(const export_machine *x, const mode *o) {
    return (key){flags_of(x->a, o->freed, x->m->body_count), flags_of(x->a, o->switched_off, x->m->switch_count),
                 flags_of(x->a, o->dropped, x->m->coord_count)};
}

static int find_shape(const export_machine *x, const key *k) {
    for (size_t i = 0; i < x->shapes.len; i++) {
        const mode *o = x->shapes.at[i].of;
        if (!memcmp(o->freed, k->freed, x->m->body_count) && !memcmp(o->switched_off, k->off, x->m->switch_count) &&
            !memcmp(o->dropped, k->dropped, x->m->coord_count))
            return (int)i;
    }
    return -1;
}

/* --- Where events lead --- */

static void free_body(export_machine *x, key *k, int body) {
    const model_body *b = &x->m->bodies[body];
    k->freed[body] = true;
    for (int i = 0; i < 7; i++)
        if (b->coords[i] >= 0)
            k->dropped[b->coords[i]] = false;
    for (size_t i = 0; i < x->m->orientation_count; i++)
        if (x->m->orientations[i].body == body)
            k->off[x->m->rows[x->m->orientations[i].row].element] = false;
}

static bool is_held(const model_event *e, int element) {
    for (size_t i = 0; i < e->action_count; i++)
        if (e->actions[i].kind == MODEL_HOLD && e->actions[i].index == element)
            return true;
    return false;
}

/* Constraints and contacts that name a freed body end with it. */
static void end_rows(export_machine *x, const mode *from, const model_event *e, key *k) {
    const model_system *next = model_variant(x->m, k->freed);
    for (size_t r = 0; r < x->m->row_count; r++)
        if (next->rows[r].ended && !from->choice.system->rows[r].ended && !is_held(e, x->m->rows[r].element))
            k->off[x->m->rows[r].element] = true;
}

static key after_event(export_machine *x, const mode *from, const model_event *e) {
    key k = key_of(x, from);
    for (size_t i = 0; i < e->action_count; i++) {
        const model_action *a = &e->actions[i];
        if (a->kind == MODEL_DROP || a->kind == MODEL_HOLD)
            *(a->coordinate ? &k.dropped[a->index] : &k.off[a->index]) = a->kind == MODEL_DROP;
        if (a->kind == MODEL_FREE && !k.freed[a->index])
            free_body(x, &k, a->index);
    }
    end_rows(x, from, e, &k);
    return k;
}

/* Every row that could act in it; friction where what rubs could. */
static bool *rows_of(export_machine *x, const key *k) {
    const model *m = x->m;
    const model_system *system = model_variant(x->m, k->freed);
    bool *rows = ARENA_ARRAY(x->a, bool, m->row_count + 1);
    for (size_t r = 0; r < m->row_count; r++)
        rows[r] = !k->off[m->rows[r].element] && !dynamics_names_dropped(x->s, k->dropped, system->rows[r].f);
    for (size_t r = 0; r < m->row_count; r++)
        if (m->rows[r].friction)
            rows[r] = rows[r] && m->rows[r].partner >= 0 && rows[m->rows[r].partner];
    return rows;
}

/* Whether the equations of such a mode can be written: nothing in it names what has been dropped. */
static bool is_possible(export_machine *x, const key *k) {
    const model *m = x->m;
    if (!model_variant(x->m, k->freed)->ok)
        return false;
    bool *rows = ARENA_ARRAY(x->a, bool, m->row_count + 1);
    for (size_t r = 0; r < m->row_count; r++)
        rows[r] = !k->off[m->rows[r].element] && !m->rows[r].contact && !m->rows[r].friction;
    return !dynamics_dropped_name(x->s, k->freed, k->off, k->dropped, rows);
}

static int shape_of(export_machine *x, const key *k) {
    const int there = find_shape(x, k);
    if (there >= 0)
        return there;
    if (x->shapes.len >= EXPORT_MOST_SHAPES) {
        x->complete = false;
        return -1;
    }
    if (x->shapes.len > 0 && !is_possible(x, k))
        return -1;
    signed char *slip = ARENA_ARRAY(x->a, signed char, x->m->row_count + 1);
    export_shape shape = {.of = dynamics_mode(x->s, k->freed, k->off, k->dropped, rows_of(x, k), slip)};
    vec_push(x->a, &x->shapes, shape);
    return (int)x->shapes.len - 1;
}

static void follow_events(export_machine *x, size_t from) {
    const model *m = x->m;
    int *target = ARENA_ARRAY(x->a, int, m->event_count + 1);
    for (size_t i = 0; i < m->event_count; i++) {
        const key k = after_event(x, x->shapes.at[from].of, &m->events[i]);
        target[i] = shape_of(x, &k);
    }
    x->shapes.at[from].target = target;
}

/* --- Programs --- */

static void list_actions(export_machine *x) {
    enum { FREED_NUMBERS = 18 }; /* places, rates, a matrix, rates of turning */
    const model *m = x->m;
    for (size_t i = 0; i < m->event_count; i++)
        for (size_t k = 0; k < m->events[i].action_count; k++) {
            const model_action *a = &m->events[i].actions[k];
            vec_push(x->a, &x->actions, (export_action){(int)i, x->action_roots, a});
            x->action_roots += a->kind == MODEL_FREE ? FREED_NUMBERS : a->kind == MODEL_SET ? 1 : 0;
        }
}

/* Worth it where it takes fewer operations than the matrices would. */
static void add_solution(export_machine *x, export_shape *p, int *rows, int count) {
    const mode *o = p->of;
    const size_t n = (size_t)o->n + (size_t)count, most = 40 * n + n * n * n / 6;
    mech_solution solution;
    for (size_t i = 1; i < p->variants.len; i++)
        if (p->variants.at[i].row_count == count &&
            (!count || !memcmp(p->variants.at[i].rows, rows, (size_t)count * sizeof *rows)))
            return;
    if (!o->n || !mech_solve(x->m, &o->choice, &o->eq, rows, count, most, false, x->a, &solution))
        return;
    vec_push(x->a, &p->variants, export_roots_solution(x, p, &solution, rows, count));
}

/* Of constraints alone, and of all rows that acted together in a run with the values of the text. */
static void add_solutions(export_machine *x, export_shape *p) {
    const mode *o = p->of;
    int *rows = ARENA_ARRAY(x->a, int, o->m + 1), count = 0;
    for (int k = 0; k < o->m; k++)
        if (!x->m->rows[o->eq.rows[k]].contact && !x->m->rows[o->eq.rows[k]].friction)
            rows[count++] = k;
    add_solution(x, p, rows, count);
    const key k = key_of(x, o);
    for (size_t i = 0; i < x->entered; i++) {
        const mode *other = x->s->kit->modes.at[i];
        if (other->eq.unsymmetric || memcmp(other->freed, k.freed, x->m->body_count) ||
            memcmp(other->switched_off, k.off, x->m->switch_count) ||
            memcmp(other->dropped, k.dropped, x->m->coord_count))
            continue;
        rows = ARENA_ARRAY(x->a, int, o->m + 1);
        count = 0;
        for (int r = 0; r < o->m; r++)
            if (other->rows[o->eq.rows[r]])
                rows[count++] = r;
        if (count == other->m)
            add_solution(x, p, rows, count);
    }
}

static void make_programs(export_machine *x, export_shape *p) {
    mode *o = p->of;
    dynamics_matrices_program(x->s, o);
    dynamics_scales_program(x->s, o);
    p->survey = dynamics_kinematics_of(x->s, o);
    export_roots_inputs(x, p);
    const export_variant whole = {export_roots_matrices(x, p), NULL, NULL, NULL, -1};
    vec_push(x->a, &p->variants, whole);
    p->actions = export_roots_actions(x, p);
    add_solutions(x, p);
}

static void find_narrow(export_machine *x, export_shape *p) {
    p->narrow = event_resolution_create(x->s, p->of);
    p->asked = export_asked_program(x, p);
}

/* --- The start --- */

export_machine *export_machine_create(model *m, arena *a) {
    sim_options options = sim_options_default();
    options.keep_trajectory = false;
    options.motion_only = true;
    sim_kit *kit = sim_kit_create(m, &options, false, a);
    export_machine *x = ARENA_NEW(a, export_machine);
    *x = (export_machine){.m = m, .a = a, .complete = true};
    sim_kit_run(kit, a); /* the modes that it enters are worth programs of their own */
    sim *s = x->s = run_workspace_create(kit, a);
    if (!initial_find(s))
        return x;
    x->entered = kit->modes.len;
    list_actions(x);
    const key k = key_of(x, s->mode);
    x->start = shape_of(x, &k);
    LGR_ASSERT(x->start == 0);
    for (size_t i = 0; i < x->shapes.len; i++)
        follow_events(x, i);
    for (size_t i = 0; i < x->shapes.len; i++)
        make_programs(x, &x->shapes.at[i]);
    export_roots_common(x);
    for (size_t i = 0; i < x->shapes.len; i++)
        find_narrow(x, &x->shapes.at[i]);
    return x;
}

void export_machine_dispose(export_machine *x) {
    sim_kit_dispose(x->s->kit);
}
