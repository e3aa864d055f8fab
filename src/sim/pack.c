/* Eight motions of one mode side by side: making and filling them. */
#include "sim/pack.h"

#include <string.h>

#include "sim/dop853_table.h"

enum { ALIGNMENT = 64 }; /* of vectors, so that none lies across two lines of the cache */

/* Room for `count` numbers of every lane. */
static double *room(arena *a, size_t count) {
    char *at = arena_alloc(a, (count + 1) * PACK_LANES * sizeof(double) + ALIGNMENT);
    return (double *)(void *)(at + (ALIGNMENT - (uintptr_t)at % ALIGNMENT) % ALIGNMENT);
}

static const pack_loops *fastest_loops(void) {
    const tape_backend *b = tape_fastest(PACK_LANES);
    return b == &tape_avx512 ? &pack_avx512 : b == &tape_avx2 ? &pack_avx2 : &pack_plain;
}

static double *load(arena *a, const tape *t, tape_program **program) {
    double *slots = room(a, t->slot_count);
    tape_lanes8.init(t, slots);
    *program = tape_load(a, t, tape_fastest(PACK_LANES));
    return slots;
}

/* Whether a root is the number 0. */
static bool is_zero(const tape *t, uint32_t slot) {
    return slot >= t->input_count && slot < t->input_count + t->constant_count &&
           t->constants[slot - t->input_count] == 0;
}

static void make_programs(pack *p, arena *a) {
    const mode *m = p->mode;
    const tape *t = direct_motion(m), *projection = direct_projection(m);
    p->slots = load(a, t, &p->program);
    p->solved_slots = t->segments[SEG_MOTION].out_slots;
    p->rate_slots = t->segments[SEG_RATES].out_slots;
    p->margins_at = m->margin_count ? t->segments[SEG_WATCH].out_slots : NULL;
    for (size_t k = 0; k < t->segments[SEG_RATES].out_count; k++)
        p->integrates = p->integrates || !is_zero(t, p->rate_slots[k]);
    if (!projection)
        return;
    p->projection_slots = load(a, projection, &p->projection);
    p->residual_slots = projection->segments[SEG_RESIDUAL].out_slots;
    p->velocity_slots = projection->segments[SEG_VELOCITY].out_slots;
    p->position_slots = projection->segments[SEG_POSITION].out_slots;
}

static void make_watch(pack *p, arena *a) {
    const tape *t = p->mode->watch->program;
    p->bounds = room(a, 2 * t->slot_count);
    tape_bounds_init_lanes(t, p->bounds);
    p->run_bounds = tape_bounds_run_lanes();
    p->watch_slots = load(a, t, &p->watch);
    p->samples = room(a, (DOP_STAGES + 1) * 2 * p->mode->margin_count);
    p->armed = ARENA_ARRAY(a, lane_set, p->mode->margin_count);
    p->waiting = ARENA_ARRAY(a, lane_set, p->mode->margin_count);
}

pack *pack_create(arena *a, const mode *m, size_t quadratures) {
    pack *p = ARENA_NEW(a, pack);
    p->mode = m;
    p->n = (size_t)m->n;
    p->rows = (size_t)m->m;
    LGR_ASSERT(m->direct_made && m->used_count == m->m);
    p->motion = 2 * p->n;
    p->size = p->motion + quadratures;
    p->loops = fastest_loops();
    make_programs(p, a);
    double **numbers[] = {&p->t, &p->h, &p->error, &p->factor, &p->last_error, &p->tolerance};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = room(a, 1);
    p->y = room(a, p->size);
    p->next = room(a, p->size);
    p->k = room(a, (DOP_STAGES + 1) * p->size);
    p->landed = room(a, p->motion);
    p->places = room(a, (DOP_STAGES + 1) * p->n);
    p->multipliers = room(a, (DOP_STAGES + 1) * p->rows);
    p->solved = room(a, p->n + p->rows);
    p->next_solved = room(a, p->n + p->rows);
    p->margins = room(a, 2 * m->margin_count);
    p->next_margins = room(a, 2 * m->margin_count);
    for (int l = 0; l < PACK_LANES; l++)
        p->last_error[l] = p->tolerance[l] = 1;
    if (m->watch)
        make_watch(p, a);
    return p;
}

void pack_destroy(pack *p) {
    tape_unload(p->program);
    if (p->projection)
        tape_unload(p->projection);
    if (p->watch)
        tape_unload(p->watch);
}

static void put(double *x, size_t i, int lane, double value) {
    x[i * PACK_LANES + (size_t)lane] = value;
}

static void put_lane(pack *p, int lane, const double *params, double t, const double *y) {
    for (size_t i = 0; i < p->mode->t_slot; i++) {
        put(p->slots, i, lane, params[i]);
        if (p->projection)
            put(p->projection_slots, i, lane, params[i]);
        if (p->watch)
            put(p->watch_slots, i, lane, params[i]);
        for (size_t side = 0; p->bounds && side < 2; side++)
            put(p->bounds, 2 * i + side, lane, params[i]);
    }
    for (size_t i = 0; i < p->size; i++) {
        put(p->y, i, lane, y[i]);
        put(p->next, i, lane, y[i]);
    }
    p->t[lane] = t;
}

void pack_put(pack *p, int lane, const double *params, double t, const double *y) {
    for (int l = 0; !p->filled && l < PACK_LANES; l++) /* lanes that nobody uses do not hold up the others */
        put_lane(p, l, params, t, y);
    put_lane(p, lane, params, t, y);
    p->filled = true;
}

void pack_get(const pack *p, int lane, double *y) {
    for (size_t i = 0; i < p->size; i++)
        y[i] = p->y[i * PACK_LANES + (size_t)lane];
}

void pack_begin(pack *p, lane_set lanes) {
    tape_run(p->program, 0, p->slots);
    if (p->projection)
        tape_run(p->projection, 0, p->projection_slots);
    if (p->bounds) {
        p->run_bounds(p->mode->watch->program, 0, p->bounds);
        tape_run(p->watch, 0, p->watch_slots);
    }
    p->loops->begin(p, lanes);
}

lane_set pack_try(pack *p, lane_set anyhow) {
    return p->loops->attempt(p, anyhow);
}

void pack_advance(pack *p, lane_set lanes) {
    p->loops->advance(p, lanes);
}
