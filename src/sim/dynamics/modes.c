/* Modes: each set of active constraints and forces has its own equations and program, made when first entered and
   kept. */
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/pieces.h"

static bool *copy_flags(arena *a, const bool *flags, size_t count) {
    bool *copy = ARENA_ARRAY(a, bool, count + 1);
    memcpy(copy, flags, count * sizeof *flags);
    return copy;
}

/* Flags that are those of the present mode are kept as they are: most modes differ in contacts only. */
static bool *kept_flags(const sim *s, bool *present, const bool *flags, size_t count) {
    return flags == present ? present : copy_flags(s->a, flags, count);
}

static const tape *piece_tape(sim *s, const mode *m) {
    size_t count;
    const expr_id *roots = dynamics_piece_roots(s, m, &count);
    const tape_group group = {.roots = roots, .count = count};
    return tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, &group, 1);
}

static void make_program(sim *s, mode *m) {
    const expr_id *roots = dynamics_describe_mode(s, m);
    m->used = ARENA_ARRAY(s->a, int, m->m + 1);
    m->independent = ARENA_ARRAY(s->a, bool, m->m + 1);
    dynamics_rows_restart(s, m);
    if (!dynamics_explicit_begin(s, m))
        dynamics_evaluate_by(m, dynamics_matrices_program(s, m));
    for (const mode_part *const *part = s->kit->parts; *part; part++)
        if ((*part)->create)
            (*part)->create(s, m, roots);
    if (m->pieces)
        m->piece_program = dynamics_load_program(s, piece_tape(s, m));
    if (m->eq.unsymmetric) {
        m->skew = m->skew_full = num_unsymmetric_create(s->a, m->n, m->m);
        m->C = ARENA_ARRAY(s->a, double, m->n * m->m + 1);
    }
    m->rhs = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
    m->delta = ARENA_ARRAY(s->a, double, m->n + m->m + 1);
}

/* The equations hold what the key says, in the order of the model: other code relies on both. */
static void check_rows(const sim *s, const mode *m) {
    LGR_ASSERT(m->n >= 0 && (size_t)m->n <= s->m->coord_count);
    LGR_ASSERT(m->m >= 0 && (size_t)m->m <= s->m->row_count);
    for (int i = 0; i < m->n; i++) {
        LGR_ASSERT(!m->dropped[m->eq.coords[i]]);
        LGR_ASSERT(i == 0 || m->eq.coords[i - 1] < m->eq.coords[i]);
    }
    for (int k = 0; k < m->m; k++) {
        LGR_ASSERT(m->rows[m->eq.rows[k]]);
        LGR_ASSERT(k == 0 || m->eq.rows[k - 1] < m->eq.rows[k]);
    }
}

static bool *find_states(sim *s, const mech_equations *e) {
    bool *state = ARENA_ARRAY(s->a, bool, e->n + 1), any = false;
    for (int i = 0; i < e->n; i++)
        any |= state[i] = !model_is_place(&s->m->coords[e->coords[i]]);
    return any ? state : NULL;
}

/* The rows that have equations. */
static const bool *rows_of_equations(sim *s, const bool *rows) {
    bool *copy = copy_flags(s->a, rows, s->m->row_count);
    for (size_t i = 0; i < s->m->row_count; i++)
        copy[i] = rows[i] && !s->m->rows[i].known;
    return copy;
}

/* A mode with its equations, without programs. */
static mode *new_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                      const signed char *slip) {
    mode *m = ARENA_NEW(s->a, mode);
    m->run = s->kit->present;
    m->scale_version = m->piece_version = -1;
    mode none = {0}, *now = s->mode ? s->mode : &none;
    m->freed = kept_flags(s, now->freed, freed, s->m->body_count);
    m->switched_off = kept_flags(s, now->switched_off, switched_off, s->m->switch_count);
    m->dropped = kept_flags(s, now->dropped, dropped, s->m->coord_count);
    m->rows = copy_flags(s->a, rows, s->m->row_count);
    m->slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    memcpy(m->slip, slip, s->m->row_count);
    const model_system *system = model_variant(s->m, m->freed);
    m->pieces = dynamics_pieces_of(s, system);
    m->choice = m->told = (mech_choice){system, m->switched_off, m->dropped, rows_of_equations(s, m->rows), m->slip};
    if (m->pieces)
        m->choice.system = m->pieces->frozen;
    if (s->kit->load_vars)
        m->choice.system = mech_with_loads(s->m, &m->choice, s->kit->load_vars, s->a);
    m->eq = mech_derive_lean(s->m, &m->choice, s->a);
    m->n = m->eq.n;
    m->m = m->eq.m;
    m->state = find_states(s, &m->eq);
    check_rows(s, m);
    return m;
}

static mode *make_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                       const signed char *slip) {
    arena *run = dynamics_kit_enter(s);
    mode *m = new_mode(s, freed, switched_off, dropped, rows, slip);
    m->nth = s->kit->modes.len;
    m->choice.system = dynamics_resolve_reactions(s, m);
    if (!m->pieces && !s->kit->load_vars)
        m->told.system = m->choice.system;
    make_program(s, m);
    vec_push(s->a, &s->kit->modes, m);
    dynamics_kit_leave(s, run);
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
    dynamics_rows_restart(s, m);
    m->scale_version = m->piece_version = -1;
    dynamics_explicit_restart(m);
    if (m->survey)
        dynamics_kinematics_restart(m->survey);
}

void dynamics_prepare_mode(sim *s, mode *m) {
    LGR_ASSERT(m && s->kit->present <= s->kit->runs);
    if (m->run != s->kit->present)
        restart(s, m);
}

void dynamics_renew_params(sim *s, bool rows) {
    mode *m = s->mode;
    s->run = s->kit->present = ++s->kit->runs; /* other modes begin anew when they are entered */
    if (rows || !m) {
        s->regular = 0;
        if (m)
            dynamics_prepare_mode(s, m);
        return;
    }
    m->run = s->run;
    m->at_hand = m->evaluated = false;
    m->segments_run = 0;
}

static bool same_flags(const bool *x, const bool *y, size_t count) {
    return x == y || !memcmp(x, y, count);
}

mode *dynamics_mode(sim *s, const bool *freed, const bool *switched_off, const bool *dropped, const bool *rows,
                    const signed char *slip) {
    const model *m = s->m;
    for (size_t i = 0; i < s->kit->modes.len; i++) {
        mode *x = s->kit->modes.at[i];
        if (memcmp(x->rows, rows, m->row_count) || memcmp(x->slip, slip, m->row_count) ||
            !same_flags(x->freed, freed, m->body_count) ||
            !same_flags(x->switched_off, switched_off, m->switch_count) ||
            !same_flags(x->dropped, dropped, m->coord_count))
            continue;
        dynamics_prepare_mode(s, x);
        return x;
    }
    return make_mode(s, freed, switched_off, dropped, rows, slip);
}

/* --- With every contact closed --- */

/* Contacts that are not switched off and contain no dropped coordinate, and all friction. */
static void close_all(sim *s, const mode *m, bool *rows) {
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        rows[i] = row->contact ? !m->switched_off[row->element] &&
                                     !dynamics_names_dropped(s, m->dropped, m->choice.system->rows[i].f)
                               : m->rows[i] && !row->friction;
    }
    for (size_t i = 0; i < s->m->row_count; i++) {
        const int friction = rows[i] ? dynamics_friction_of(s, m, (int)i) : -1;
        for (int t = 0; friction >= 0 && t < s->m->rows[i].tangents; t++)
            rows[friction + t] = true;
    }
}

static bool has_constraints_of(const sim *s, const mode *x, const mode *m) {
    for (size_t i = 0; i < s->m->row_count; i++)
        if (!s->m->rows[i].contact && !s->m->rows[i].friction && x->rows[i] != m->rows[i])
            return false;
    return same_flags(x->freed, m->freed, s->m->body_count) &&
           same_flags(x->switched_off, m->switched_off, s->m->switch_count) &&
           same_flags(x->dropped, m->dropped, s->m->coord_count);
}

static mode *make_closed(sim *s, const mode *now) {
    bool *rows = ARENA_ARRAY(s->a, bool, s->m->row_count + 1);
    signed char *slip = ARENA_ARRAY(s->a, signed char, s->m->row_count + 1);
    close_all(s, now, rows);
    arena *run = dynamics_kit_enter(s);
    mode *m = new_mode(s, now->freed, now->switched_off, now->dropped, rows, slip);
    dynamics_describe_inputs(s, m);
    dynamics_evaluate_by(m, dynamics_matrices_program(s, m));
    vec_push(s->a, &s->kit->closed, m);
    dynamics_kit_leave(s, run);
    return m;
}

mode *dynamics_mode_closed(sim *s) {
    const mode *now = s->mode;
    mode *m = NULL;
    for (size_t i = 0; !m && i < s->kit->closed.len; i++)
        if (has_constraints_of(s, s->kit->closed.at[i], now))
            m = s->kit->closed.at[i];
    if (!m)
        m = make_closed(s, now);
    if (m->run == s->kit->present)
        return m;
    m->run = s->kit->present;
    m->piece_version = -1;
    m->at_hand = m->evaluated = false;
    return m;
}
