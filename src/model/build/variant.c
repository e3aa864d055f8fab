/* The system in one variant: with certain bodies freed, with the quantity of a reaction released. */
#include <string.h>

#include "model/build/build.h"

model_system *build_begin_system(builder *b, const bool *freed) {
    model_system *s = ARENA_NEW(b->a, model_system);
    bool *flags = ARENA_ARRAY(b->a, bool, b->bodies.len + 1);
    if (freed)
        memcpy(flags, freed, b->bodies.len * sizeof *flags);
    s->freed = flags;
    s->held = -1;
    s->body_start = base_arena_alloc(b->a, sizeof *s->body_start * (b->bodies.len + 1));
    b->system = s;
    b->readings = ARENA_ARRAY(b->a, reading, b->decls.len + 1);
    b->body_readings = ARENA_ARRAY(b->a, body_reading, b->bodies.len + 1);
    memset(&b->elements, 0, sizeof b->elements);
    memset(&b->reducer_values, 0, sizeof b->reducer_values);
    b->gravity = (value){0};
    memset(&b->drawn, 0, sizeof b->drawn);
    b->next_reducer = b->next_drawing = b->next_assumption = 0;
    b->calls = NULL;
    return s;
}

static void allocate_parts(builder *b, model_system *s) {
    s->rows = ARENA_ARRAY(b->a, system_row, b->rows.len + 1);
    s->conditions = ARENA_ARRAY(b->a, expr_id, b->events.len + 1);
    s->assumed = ARENA_ARRAY(b->a, expr_id, b->events.len + 1);
    s->set_values = ARENA_ARRAY(b->a, expr_id *, b->events.len + 1);
    for (size_t i = 0; i < b->events.len; i++)
        s->set_values[i] = ARENA_ARRAY(b->a, expr_id, b->events.at[i].action_count + 1);
    s->outputs = ARENA_ARRAY(b->a, expr_id, b->output_room + 1);
}

void build_read_system(builder *b, model_system *s) {
    size_t before = diag_count(b->m->findings);
    allocate_parts(b, s);
    build_step(b, STEP_GRAVITY);
    build_step(b, STEP_DEFINE);
    kinds_read_norms(b);
    build_step(b, STEP_READ);
    if (b->held < 0)
        build_sketches(b);
    s->elements = b->elements.at;
    s->element_count = b->elements.len;
    s->reducers = b->reducer_values.at;
    s->drawn = b->drawn.at;
    s->ok = diag_count(b->m->findings) == before;
    vec_push(b->a, &b->variants, s);
}

void build_publish(builder *b) {
    model *m = b->m;
#define GIVE(field, count) m->field = b->field.at, m->count = b->field.len
    GIVE(vars, var_count);
    GIVE(params, param_count);
    GIVE(unknowns, unknown_count);
    GIVE(coords, coord_count);
    GIVE(initials, initial_count);
    GIVE(bodies, body_count);
    GIVE(switches, switch_count);
    GIVE(orientations, orientation_count);
    GIVE(rows, row_count);
    GIVE(events, event_count);
    GIVE(outputs, output_count);
    GIVE(speeds, speed_count);
    GIVE(reducers, reducer_count);
    GIVE(reports, report_count);
    GIVE(expects, expect_count);
    GIVE(reactions, reaction_count);
    GIVE(drawings, drawing_count);
#undef GIVE
}

static const model_system *find_variant(const builder *b, int held, const bool *freed) {
    for (size_t i = 0; i < b->variants.len; i++) {
        const model_system *s = b->variants.at[i];
        if (s->held == held && !memcmp(s->freed, freed, b->bodies.len * sizeof *freed))
            return s;
    }
    return NULL;
}

const model_system *model_variant(model *m, const bool *freed) {
    builder *b = m->builder;
    const model_system *known = find_variant(b, -1, freed);
    if (known)
        return known;
    eval_begin_budget(b);
    model_system *s = build_begin_system(b, freed);
    build_read_system(b, s);
    build_publish(b);
    return s;
}

const model_system *model_held_variant(model *m, int reaction, const bool *freed) {
    builder *b = m->builder;
    const model_system *known = find_variant(b, reaction, freed);
    if (known)
        return known;
    eval_begin_budget(b);
    model_system *ordinary = build_begin_system(b, freed);
    allocate_parts(b, ordinary);
    model_system held = {.held = reaction};
    build_hold_begin(b, reaction, &held);
    model_system *s = build_begin_system(b, freed);
    s->held = reaction;
    memcpy(s->held_value, held.held_value, sizeof s->held_value);
    build_read_system(b, s);
    build_hold_end(b);
    return s;
}
