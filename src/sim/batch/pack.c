/* Batches of eight motions of one mode: creating and filling them. */
#include "sim/batch/pack.h"
#include "ode/dop853_table.h"
#include "ode/singular_step.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/explicit.h"
#include "sim/dynamics/scales.h"
#include "sim/event/enclosure.h"
#include "sim/record/tops.h"

#include <string.h>

enum { ALIGNMENT = 64 }; /* of vectors, so that none lies across two lines of the cache */

/* Room for `count` numbers of every lane. */
static double *room(arena *a, size_t count) {
    char *at = base_arena_alloc(a, (count + 1) * PACK_LANES * sizeof(double) + ALIGNMENT);
    return (double *)(void *)(at + (ALIGNMENT - (uintptr_t)at % ALIGNMENT) % ALIGNMENT);
}

static const tape_backend *backend_of(const sim *s) {
    return s->options.lanes ? s->options.lanes : tape_fastest(PACK_LANES);
}

static const pack_loops *loops_for(const sim *s) {
    const tape_backend *b = backend_of(s);
    return b == &tape_avx512 ? &batch_pack_avx512 : b == &tape_avx2 ? &batch_pack_avx2 : &batch_pack_plain;
}

static lane_program load(arena *a, const sim *s, const tape *t) {
    lane_program x = {tape_load(a, t, backend_of(s)), room(a, t->slot_count)};
    tape_lanes8.init(t, x.slots);
    return x;
}

enum { PROGRAMS = 5 };

/* Those that are wanted; returns how many. */
static int programs_of(const pack *p, const lane_program *list[PROGRAMS]) {
    const lane_program *all[PROGRAMS] = {&p->direct, &p->projection, &p->watched, &p->peaks, &p->branches};
    int count = 0;
    for (int i = 0; i < PROGRAMS; i++)
        if (all[i]->code)
            list[count++] = all[i];
    return count;
}

/* Whether a root is the number 0. */
static bool is_zero(const tape *t, uint32_t slot) {
    return slot >= t->input_count && slot < t->input_count + t->constant_count &&
           t->constants[slot - t->input_count] == 0;
}

static void make_programs(pack *p, arena *a, const sim *s) {
    const mode *m = p->mode;
    const tape *t = dynamics_explicit_motion(m), *projection = dynamics_explicit_projection(m);
    p->direct = load(a, s, t);
    p->solved_slots = t->segments[SEG_MOTION].out_slots;
    p->rate_slots = t->segments[SEG_RATES].out_slots;
    p->margins_at = m->margin_count ? t->segments[SEG_WATCH].out_slots : NULL;
    for (size_t k = 0; k < t->segments[SEG_RATES].out_count; k++)
        p->integrates = p->integrates || !is_zero(t, p->rate_slots[k]);
    if (!projection)
        return;
    p->projection = load(a, s, projection);
    p->residual_slots = projection->segments[SEG_RESIDUAL].out_slots;
    p->velocity_slots = projection->segments[SEG_VELOCITY].out_slots;
    p->position_slots = projection->segments[SEG_POSITION].out_slots;
}

static void make_watch(pack *p, arena *a, const sim *s) {
    const tape *t = p->mode->watch->program;
    p->bounds = room(a, 2 * t->slot_count);
    tape_bounds_init_lanes(t, p->bounds);
    p->run_bounds = tape_bounds_run_lanes();
    p->watched = load(a, s, t);
    p->samples = room(a, (DOP_STAGES + 1) * 2 * p->mode->margin_count);
    p->armed = ARENA_ARRAY(a, lane_set, p->mode->margin_count);
    p->waiting = ARENA_ARRAY(a, lane_set, p->mode->margin_count);
}

static bool is_peak(const sim *s, size_t reducer) {
    return record_is_sought(s, reducer) && !s->mode->reducer_null[reducer];
}

/* What peaks are looked for on: see tops.h. */
static void make_branches(pack *p, arena *a, sim *s) {
    p->tops = record_tops_get(s);
    if (!p->tops)
        return;
    const tape *t = p->tops->values->t;
    p->branches = load(a, s, t);
    p->branch_bounds = room(a, 2 * t->slot_count);
    tape_bounds_init_lanes(t, p->branch_bounds);
    p->run_bounds = tape_bounds_run_lanes();
    p->branch_ends = room(a, 4 * p->tops->count);
    p->branch_peak = ARENA_ARRAY(a, size_t, p->tops->count);
    for (size_t k = 0; k < p->tops->count; k++)
        while (p->peak[p->branch_peak[k]] != p->tops->branch[k].reducer)
            p->branch_peak[k]++;
}

static void make_peaks(pack *p, arena *a, sim *s) {
    const mode *m = s->mode;
    size_t most = s->m->reducer_count;
    p->peak = ARENA_ARRAY(a, size_t, most + 1);
    p->peak_sign = ARENA_ARRAY(a, double, most + 1);
    expr_id *roots = ARENA_ARRAY(a, expr_id, most + 1);
    for (size_t i = 0; i < most; i++) {
        if (!is_peak(s, i))
            continue;
        roots[p->peak_count] = dynamics_reducer(s, m, i);
        p->peak_sign[p->peak_count] = s->m->reducers[i].kind == REDUCE_MINIMUM ? -1 : 1;
        p->peak[p->peak_count++] = i;
    }
    if (!p->peak_count)
        return;
    const tape_group group = {.roots = roots, .count = p->peak_count};
    const tape *t = tape_build(a, s->m->g, m->input_vars, m->input_count, m->piece_slot, &group, 1);
    p->peaks = load(a, s, t);
    p->peak_slots = t->segments[1].out_slots;
    p->peak_samples = room(a, PEAK_SAMPLES * p->peak_count);
    p->greatest = room(a, p->peak_count);
    p->highest = room(a, p->peak_count);
    p->peak_at_ends = ARENA_ARRAY(a, lane_set, p->peak_count);
    make_branches(p, a, s);
}

pack *batch_pack_create(arena *a, sim *s) {
    pack *p = ARENA_NEW(a, pack);
    const mode *m = s->mode;
    p->mode = m;
    p->n = (size_t)m->n;
    p->rows = (size_t)m->m;
    LGR_ASSERT(m->direct && m->used_count == m->m);
    p->motion = 2 * p->n;
    p->size = p->motion + s->quadratures;
    p->loops = loops_for(s);
    make_programs(p, a, s);
    double **numbers[] = {&p->t, &p->h, &p->error, &p->factor, &p->tolerance, &p->end, &p->steps, &p->rejected};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = room(a, 1);
    p->trust = room(a, ODE_SINGULAR_SEEN + 1);
    p->control = room(a, PACK_CONTROL);
    p->y = room(a, p->size);
    p->next = room(a, p->size);
    p->k = room(a, (DOP_STAGES + 1) * p->size);
    p->landed = room(a, p->size);
    p->places = room(a, (DOP_STAGES + 1) * p->n);
    p->multipliers = room(a, (DOP_STAGES + 1) * p->rows);
    p->solved = room(a, p->n + p->rows);
    p->next_solved = room(a, p->n + p->rows);
    p->margins = room(a, 2 * m->margin_count);
    p->next_margins = room(a, 2 * m->margin_count);
    double **sizes[] = {&p->reference,     &p->extent,     &p->weight, &p->inertia,
                        &p->root_mobility, &p->speed,      &p->push,   &p->rounding_push,
                        &p->part_sums,     &p->step_speed, &p->driven, &p->fastest};
    const size_t parts = (size_t)m->parts;
    size_t counts[] = {p->size, p->size, p->size, p->n, p->n, parts, parts, parts, parts, parts, parts, parts};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        *sizes[i] = room(a, counts[i]);
    if (s->nominal)
        p->nominal = room(a, p->n);
    for (int l = 0; l < PACK_LANES; l++)
        p->tolerance[l] = 1;
    if (m->watch)
        make_watch(p, a, s);
    make_peaks(p, a, s);
    return p;
}

void batch_pack_destroy(pack *p) {
    const lane_program *list[PROGRAMS];
    for (int k = programs_of(p, list); k-- > 0;)
        tape_unload(list[k]->code);
}

static void put(double *x, size_t i, int lane, double value) {
    x[i * PACK_LANES + (size_t)lane] = value;
}

static void put_lane(pack *p, int lane, const double *params, double t, const double *y) {
    const lane_program *list[PROGRAMS];
    const int programs = programs_of(p, list);
    for (size_t i = 0; i < p->mode->t_slot; i++) {
        for (int k = 0; k < programs; k++)
            put(list[k]->slots, i, lane, params[i]);
        for (size_t side = 0; side < 2; side++) {
            if (p->bounds)
                put(p->bounds, 2 * i + side, lane, params[i]);
            if (p->branch_bounds)
                put(p->branch_bounds, 2 * i + side, lane, params[i]);
        }
    }
    for (size_t i = 0; i < p->size; i++) {
        put(p->y, i, lane, y[i]);
        put(p->next, i, lane, y[i]);
    }
    p->t[lane] = t;
}

void batch_pack_put(pack *p, int lane, const double *params, double t, const double *y) {
    LGR_ASSERT(lane >= 0 && lane < PACK_LANES);
    for (int l = 0; !p->filled && l < PACK_LANES; l++) /* lanes that nobody uses do not hold up the others */
        put_lane(p, l, params, t, y);
    put_lane(p, lane, params, t, y);
    p->filled = true;
}

void batch_pack_put_scales(pack *p, int lane, sim *s) {
    LGR_ASSERT(p->mode == s->mode);
    dynamics_scales_refresh(s); /* the mode itself may be another run's at the moment */
    for (size_t i = 0; i < p->size; i++) {
        put(p->reference, i, lane, s->reference[i]);
        put(p->extent, i, lane, s->extent[i]);
    }
    for (size_t i = 0; i < p->n; i++) {
        put(p->inertia, i, lane, s->inertia[i]);
        put(p->root_mobility, i, lane, s->root_mobility[i]);
        if (p->nominal)
            put(p->nominal, i, lane, dynamics_scales_nominal(s, i));
    }
    for (size_t k = 0; k < (size_t)s->mode->parts; k++) {
        put(p->speed, k, lane, s->speed[k]);
        put(p->push, k, lane, s->push[k]);
        put(p->rounding_push, k, lane, s->rounding_push[k]);
        put(p->driven, k, lane, s->time_scale * s->push[k]);
    }
    for (size_t i = 0; i < SCALE_KINDS * p->n; i++)
        put(p->direct.slots, p->mode->scale_slot + i, lane, s->scale_inputs[i]);
}

void batch_pack_get_scales(const pack *p, int lane, sim *s) {
    LGR_ASSERT(p->mode == s->mode);
    const size_t l = (size_t)lane;
    for (size_t i = 0; i < p->size; i++)
        s->extent[i] = p->extent[i * PACK_LANES + l];
    for (size_t k = 0; k < (size_t)p->mode->parts; k++)
        s->speed[k] = p->speed[k * PACK_LANES + l];
    s->scales_changed = true;
}

void batch_pack_get(const pack *p, int lane, double *y) {
    for (size_t i = 0; i < p->size; i++)
        y[i] = p->y[i * PACK_LANES + (size_t)lane];
}

void batch_pack_begin(pack *p, lane_set lanes) {
    const lane_program *list[PROGRAMS];
    for (int k = programs_of(p, list); k-- > 0;)
        tape_run(list[k]->code, 0, list[k]->slots);
    if (p->bounds)
        p->run_bounds(p->mode->watch->program, 0, p->bounds);
    if (p->branch_bounds)
        p->run_bounds(p->tops->values->t, 0, p->branch_bounds);
    p->loops->begin(p, lanes);
}

lane_set batch_pack_try(pack *p, lane_set anyhow) {
    p->sampled = 0;
    return p->loops->attempt(p, anyhow);
}

lane_set batch_pack_accept(pack *p, lane_set lanes) {
    return p->loops->accept(p, lanes);
}

lane_set batch_pack_reject(pack *p, lane_set lanes) {
    return p->loops->reject(p, lanes);
}

void batch_pack_choose_sizes(pack *p, lane_set lanes) {
    p->loops->choose_sizes(p, lanes);
}

void batch_pack_rearm(pack *p, const double *margins, lane_set lanes) {
    p->loops->rearm(p, margins, lanes);
}

lane_set batch_pack_inside_out(const pack *p) {
    return p->loops->inside_out(p);
}

void batch_pack_put_control(pack *p, int lane, const double *control) {
    for (size_t i = 0; i < PACK_CONTROL; i++)
        put(p->control, i, lane, control[i]);
}

void batch_pack_get_control(const pack *p, int lane, double *control) {
    for (size_t i = 0; i < PACK_CONTROL; i++)
        control[i] = p->control[i * PACK_LANES + (size_t)lane];
}
