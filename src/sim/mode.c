/* Modes: each choice of what is in force has its own equations and program, made when first entered and kept. */
#include <string.h>

#include "sim/pieces.h"
#include "sim/resolution.h"
#include "sim/scales.h"
#include "sim/sensitivity.h"
#include "sim/survey.h"
#include "sim/watch.h"

size_t state_size(const sim *s, const mode *m) {
    return 2 * (size_t)m->n + s->quadratures;
}

static bool *copy_flags(arena *a, const bool *flags, size_t count) {
    bool *copy = ARENA_ARRAY(a, bool, count + 1);
    memcpy(copy, flags, count * sizeof *flags);
    return copy;
}

/* Flags that are those of the present mode are kept as they are: most modes differ in contacts only. */
static bool *kept_flags(const sim *s, bool *present, const bool *flags, size_t count) {
    return flags == present ? present : copy_flags(s->a, flags, count);
}

/* Machine code is written when a program has cost about as much as that will: 50 ns for each instruction and 8 us to
   begin with, where an interpreted instruction takes 1 ns. */
static long runs_before_code(const sim *s, const tape *t) {
    enum { PER_INSTRUCTION = 50, AT_ALL = 8000 };
    return s->options.backend ? 0 : PER_INSTRUCTION + AT_ALL / (long)(t->code_count + 1);
}

loaded_tape *mode_load(sim *s, const tape *t) {
    loaded_tape *p = ARENA_NEW(s->a, loaded_tape);
    *p = (loaded_tape){.t = t, .slots = ARENA_ARRAY(s->a, double, t->slot_count + 1), .waits = runs_before_code(s, t)};
    tape_scalar.init(t, p->slots);
    p->code = tape_load(s->a, t, s->options.backend ? s->options.backend : &tape_scalar);
    mode_load_params(s, p);
    vec_push(s->a, &s->kit->tapes, p);
    return p;
}

void mode_load_params(const sim *s, loaded_tape *p) {
    for (size_t i = 0; i < s->m->param_count; i++)
        p->slots[i] = s->m->params[i].value;
    tape_run(p->code, 0, p->slots);
    p->stale = false;
}

void mode_copy_inputs(const mode *m, loaded_tape *p) {
    memcpy(p->slots + m->piece_slot, m->slots + m->piece_slot, (m->input_count - m->piece_slot) * sizeof *p->slots);
}

bool mode_has_inputs(const mode *m, const loaded_tape *p) {
    return !memcmp(p->slots + m->piece_slot, m->slots + m->piece_slot,
                   (m->input_count - m->piece_slot) * sizeof *p->slots);
}

arena *kit_enter(sim *s) {
    arena *run = s->a;
    s->a = s->kit->a;
    return run;
}

void kit_leave(sim *s, arena *run) {
    s->a = run;
}

void mode_run(sim *s, loaded_tape *p) {
    if (p->stale)
        mode_load_params(s, p);
    if (p->waits && --p->waits == 0)
        p->code = tape_load(s->kit->a, p->t, tape_fastest(1));
    tape_run(p->code, SEG_MOTION, p->slots);
}

void mode_evaluate_by(mode *m, loaded_tape *p) {
    if (m->evaluation)
        mode_copy_inputs(m, p);
    m->evaluated = false;
    m->segments_run = 0;
    m->evaluation = p;
    m->program = p->t;
    m->slots = p->slots;
}

loaded_tape *mode_matrices(sim *s, mode *m) {
    if (m->matrices)
        return m->matrices;
    arena *run = kit_enter(s);
    mech_inertia(s->m, &m->eq, s->a);
    m->groups[0] = mode_matrix_roots(s, m);
    const tape *t = tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, m->groups, SEG_COUNT - 1);
    m->matrices = mode_load(s, t);
    m->M = ARENA_ARRAY(s->a, double, m->n * m->n + 1);
    m->solver = saddle_create(s->a, m->n > 0 ? m->n : 1, m->m);
    kit_leave(s, run);
    return m->matrices;
}

static const tape *piece_tape(sim *s, const mode *m) {
    size_t count;
    const expr_id *roots = mode_piece_roots(s, m, &count);
    const tape_group group = {.roots = roots, .count = count};
    return tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, &group, 1);
}

static void make_program(sim *s, mode *m) {
    const expr_id *watched = mode_describe(s, m);
    if (!direct_begin(s, m))
        mode_evaluate_by(m, mode_matrices(s, m));
    if (m->margin_count)
        m->watch = watch_create(s, m, watched, m->input_vars, m->input_count);
    m->resolution = resolution_create(s, m);
    if (m->pieces)
        m->piece_program = mode_load(s, piece_tape(s, m));
    if (m->eq.unsymmetric)
        m->skew = m->skew_full = unsymmetric_create(s->a, m->n, m->m);
    m->C = ARENA_ARRAY(s->a, double, m->n * m->m + 1);
    m->A = ARENA_ARRAY(s->a, double, m->n * m->m + 1);
    m->rhs = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
    m->delta = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
    m->independent = ARENA_ARRAY(s->a, bool, m->m + 1);
    m->used = ARENA_ARRAY(s->a, int, m->m + 1);
    solver_restart(s, m);
}

static mode *make_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                       const signed char *slip) {
    arena *run = kit_enter(s);
    mode *m = ARENA_NEW(s->a, mode);
    m->run = s->kit->present;
    m->watches = true;
    m->scale_version = m->piece_version = -1;
    m->nth = s->kit->modes.len;
    mode none = {0}, *now = s->mode ? s->mode : &none;
    m->freed = kept_flags(s, now->freed, freed, s->m->body_count);
    m->switched_off = kept_flags(s, now->switched_off, switched_off, s->m->switch_count);
    m->dropped = kept_flags(s, now->dropped, dropped, s->m->coord_count);
    m->rows = copy_flags(s->a, rows, s->m->row_count);
    m->slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    memcpy(m->slip, slip, s->m->row_count);
    const model_system *system = model_variant(s->m, m->freed);
    m->pieces = pieces_of(s, system);
    m->choice = m->told = (mech_choice){system, m->switched_off, m->dropped, m->rows, m->slip};
    if (m->pieces)
        m->choice.system = m->pieces->frozen;
    m->eq = mech_derive_lean(s->m, &m->choice, s->a);
    m->n = m->eq.n;
    m->m = m->eq.m;
    m->choice.system = reactions_resolve(s, m);
    if (!m->pieces)
        m->told.system = m->choice.system;
    make_program(s, m);
    vec_push(s->a, &s->kit->modes, m);
    kit_leave(s, run);
    return m;
}

/* As if it had just been made, for the present values of the parameters. */
static void restart(sim *s, mode *m) {
    m->run = s->kit->present;
    m->direct = NULL;
    m->decided = m->at_hand = m->evaluated = false;
    m->inconsistency = 0;
    m->info = (saddle_info){.regular = false};
    m->skew = m->skew_full;
    solver_restart(s, m);
    m->scale_version = m->piece_version = -1;
    if (m->matrices)
        m->matrices->stale = true;
    if (m->sizes)
        m->sizes->stale = true;
    if (m->piece_program)
        m->piece_program->stale = true;
    direct_restart(s, m);
    m->watches = false;
    if (m->survey)
        survey_restart(m->survey);
}

void mode_prepare_steps(sim *s) {
    mode *m = s->mode;
    if (m->watches)
        return;
    m->watches = true;
    if (m->watch)
        watch_load_params(s, m->watch);
}

void mode_prepare(sim *s, mode *m) {
    if (m->run != s->kit->present)
        restart(s, m);
}

const char *mode_dropped_name(sim *s, const bool *freed, const bool *switched_off, const bool *dropped,
                              const bool *rows) {
    mode trial = {.dropped = copy_flags(s->a, dropped, s->m->coord_count)};
    const model_system *system = model_variant(s->m, freed);
    for (size_t i = 0; i < system->element_count; i++) {
        const system_element *e = &system->elements[i];
        bool named = mode_names_dropped(s, &trial, e->energy);
        for (int k = 0; k < e->size; k++)
            named =
                named || mode_names_dropped(s, &trial, e->force[k]) || mode_names_dropped(s, &trial, e->velocity[k]);
        if (named && (e->switch_index < 0 || !switched_off[e->switch_index]))
            return e->name;
    }
    for (size_t i = 0; i < s->m->row_count; i++)
        if (rows[i] &&
            (mode_names_dropped(s, &trial, system->rows[i].f) || mode_names_dropped(s, &trial, system->rows[i].along)))
            return s->m->rows[i].name;
    return NULL;
}

static bool same_flags(const bool *x, const bool *y, size_t count) {
    return x == y || !memcmp(x, y, count);
}

mode *mode_get(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
               const signed char *slip) {
    const model *m = s->m;
    for (size_t i = 0; i < s->kit->modes.len; i++) {
        mode *x = s->kit->modes.at[i];
        if (memcmp(x->rows, rows, m->row_count) || memcmp(x->slip, slip, m->row_count) ||
            !same_flags(x->freed, freed, m->body_count) ||
            !same_flags(x->switched_off, switched_off, m->switch_count) ||
            !same_flags(x->dropped, dropped, m->coord_count))
            continue;
        mode_prepare(s, x);
        return x;
    }
    return make_mode(s, freed, switched_off, dropped, rows, slip);
}

/* Room for the margins of a mode, for this run and those to come. */
static void make_margin_room(sim *s, size_t count) {
    if (s->margin_room >= count && s->search)
        return;
    arena *run = kit_enter(s);
    sim *of[] = {s, &s->room->blank};
    margin_set *sets[] = {&s->margins_start, &s->margins_now, &s->margins_end};
    for (int k = 0; k < 3; k++)
        *sets[k] = (margin_set){ARENA_ARRAY(s->a, double, count + 1), ARENA_ARRAY(s->a, double, count + 1)};
    s->search = crossing_create(s, count + 1);
    for (int i = 0; i < 2; i++) {
        of[i]->margin_room = count;
        of[i]->search = s->search;
        of[i]->margins_start = s->margins_start;
        of[i]->margins_now = s->margins_now;
        of[i]->margins_end = s->margins_end;
    }
    kit_leave(s, run);
}

/* The state vector is rearranged: coordinates in force in both modes keep their values. */
void mode_enter(sim *s, mode *next) {
    mode *old = s->mode;
    if (old == next)
        return;
    size_t coords = s->m->coord_count;
    double *q = s->work_y, *v = s->work_y + coords, *w = s->work_y + 2 * coords;
    memset(s->work_y, 0, 2 * coords * sizeof *q);
    for (int i = 0; old && i < old->n; i++) {
        q[old->eq.coords[i]] = s->y[i];
        v[old->eq.coords[i]] = s->y[old->n + i];
    }
    if (old)
        memcpy(w, s->y + 2 * old->n, s->quadratures * sizeof *w);
    for (int i = 0; i < next->n; i++) {
        s->y[i] = q[next->eq.coords[i]];
        s->y[next->n + i] = v[next->eq.coords[i]];
    }
    if (old)
        memcpy(s->y + 2 * next->n, w, s->quadratures * sizeof *w);
    s->mode = next;
    make_margin_room(s, next->margin_count);
    scales_enter(s, old, next);
    if (old)
        sensitivity_enter(s, old, next);
}
