/* The matrices of a mode at one state: M, h, A, gamma, f, f_dot and C, from one program. */
#include <math.h>
#include <string.h>

#include "num/pairs.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

loaded_tape *dynamics_matrices_program(sim *s, mode *m) {
    if (m->matrices)
        return m->matrices;
    arena *run = dynamics_kit_enter(s);
    mech_inertia(s->m, &m->eq, s->a);
    m->groups[0] = dynamics_matrix_roots(s, m);
    const tape *t = tape_build(s->a, s->m->g, m->input_vars, m->input_count, m->piece_slot, m->groups, SEG_COUNT - 1);
    const size_t n = (size_t)m->n, rows = (size_t)m->m;
    LGR_ASSERT(t->segments[SEG_MOTION].out_count ==
               n * (n + 1) / 2 + n + n * rows + 3 * rows + (m->eq.unsymmetric ? n * rows : 0));
    m->matrices = dynamics_load_program(s, t);
    m->M = ARENA_ARRAY(s->a, double, n * n + 1);
    m->A = ARENA_ARRAY(s->a, double, n * rows + 1);
    m->solver = num_saddle_create(s->a, m->n > 0 ? m->n : 1, m->m);
    dynamics_kit_leave(s, run);
    return m->matrices;
}

bool dynamics_is_loaded(const mode *m, double t, const double *y) {
    return !dynamics_pieces_are_stale(m) && m->slots[m->t_slot] == t &&
           memcmp(m->slots + m->q_slot, y, 2 * (size_t)m->n * sizeof *y) == 0;
}

void dynamics_load_state(const sim *s, double t, const double *y) {
    mode *m = s->mode;
    m->at_hand = m->at_hand && dynamics_is_loaded(m, t, y);
    m->evaluated = false;
    m->segments_run = 0;
    m->slots[m->t_slot] = t;
    copy_one_by_one(m->slots + m->q_slot, y, 2 * (size_t)m->n);
    if (m->loaded)
        dynamics_loads_put(s, m);
    if (dynamics_pieces_are_stale(m))
        dynamics_pieces_load(m);
}

/* M, h, A, gamma, f, f_dot, C */
static const uint32_t *matrix_outs(const mode *m) {
    return m->matrices->t->segments[SEG_MOTION].out_slots;
}

double dynamics_right_side(const mode *m, int k) {
    return m->matrices->slots[matrix_outs(m)[m->n * (m->n + 1) / 2 + k]];
}

/* Runs the first segment and unpacks M and A; the rest stays in slots. False where something is not finite. */
static bool unpack_matrices(sim *s) {
    mode *m = s->mode;
    double *slots = dynamics_matrices_program(s, m)->slots;
    if (slots != m->slots)
        memcpy(slots + m->piece_slot, m->slots + m->piece_slot, (m->a_slot - m->piece_slot) * sizeof *slots);
    if (slots != m->slots && m->loaded)
        memcpy(slots + m->load_slot, m->slots + m->load_slot, (size_t)m->n * sizeof *slots);
    dynamics_run_program(s, m->matrices);
    const uint32_t *out = matrix_outs(m);
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j <= i; j++) {
            double x = slots[*out++];
            m->M[i * m->n + j] = x;
            sum += x;
        }
    out += m->n;
    for (int i = 0; i < m->n * m->m; i++) {
        double x = slots[*out++];
        m->A[i] = x;
        sum += x;
    }
    if (m->skew) { /* after gamma, f and f_dot */
        out += 3 * m->m;
        for (int i = 0; i < m->n * m->m; i++)
            m->C[i] = slots[out[i]];
    }
    m->at_hand = isfinite(sum);
    return m->at_hand;
}

bool dynamics_load_matrices(sim *s) {
    s->result->evaluations++;
    return unpack_matrices(s);
}

void dynamics_matrices(sim *s) {
    if (!s->mode->at_hand)
        unpack_matrices(s);
}

static void gather(const mode *m, int first, int count, double *to) {
    LGR_ASSERT(m->matrices && first >= 0 && count >= 0);
    for (int i = 0; i < count; i++)
        to[i] = dynamics_right_side(m, first + i);
}

void dynamics_load_h(const mode *m, double *h) {
    gather(m, 0, m->n, h);
}

void dynamics_load_gamma(const mode *m, double *g) {
    gather(m, m->n + m->n * m->m, m->m, g);
}

void dynamics_load_f(const mode *m, double *f) {
    gather(m, m->n + m->n * m->m + m->m, m->m, f);
}

void dynamics_load_f_dot(const mode *m, double *f) {
    gather(m, m->n + m->n * m->m + 2 * m->m, m->m, f);
}

double *dynamics_accelerations(const sim *s) {
    return s->mode->slots + s->mode->a_slot;
}

double *dynamics_multipliers(const sim *s) {
    return s->mode->slots + s->mode->lambda_slot;
}

bool dynamics_rows(sim *s, double t, const double *y, double *f) {
    dynamics_load_state(s, t, y);
    bool ok = dynamics_load_matrices(s);
    dynamics_load_f(s->mode, f);
    return ok;
}
