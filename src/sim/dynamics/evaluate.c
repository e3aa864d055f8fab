/* Accelerations and multipliers at one state, in the selected piece. */
#include <math.h>
#include <string.h>

#include "num/pairs.h"
#include "num/vector.h"
#include "sim/dynamics/dynamics.h"

/* Rows that were left out, when somebody will look at the multipliers and at these. */
static void find_left_out(sim *s) {
    mode *m = s->mode;
    double *h = m->rhs, *gamma = m->rhs + m->n;
    dynamics_matrices(s);
    dynamics_load_h(m, h);
    dynamics_load_gamma(m, gamma);
    m->inconsistency = fmax(m->inconsistency, dynamics_rows_contradiction(m, h, dynamics_accelerations(s), gamma));
    dynamics_rows_minimum_norm(s, m, dynamics_multipliers(s));
}

void dynamics_tell_multipliers(sim *s) {
    if (s->mode->used_count < s->mode->m)
        find_left_out(s);
}

static void give_rates(const sim *s, double *dy) {
    const mode *m = s->mode;
    copy_in_pairs(dy, m->slots + m->v_slot, 2 * (size_t)m->n); /* accelerations come after velocities */
    for (size_t k = 0; k < s->quadratures; k++)
        dy[2 * (size_t)m->n + k] = dynamics_segment_value(s, SEG_RATES, k);
}

/* With accelerations and multipliers at hand: what else belongs to an evaluation. */
static bool finish(sim *s, double *dy) {
    mode *m = s->mode;
    if (!dy && m->used_count < m->m)
        find_left_out(s);
    dynamics_run_side(s, SEG_RATES);
    m->evaluated = m->used_count == m->m; /* else who asks for what decides about the multipliers */
    if (dy)
        give_rates(s, dy);
    return true;
}

/* Right sides at the loaded state, with the factors at hand. */
bool dynamics_solve(sim *s, double *dy) {
    mode *m = s->mode;
    LGR_ASSERT(m->at_hand && m->ranked);
    double *h = m->rhs, *gamma = m->rhs + m->n;
    dynamics_load_h(m, h);
    dynamics_load_gamma(m, gamma);
    dynamics_rows_solve_motion(s, m, h, gamma, dynamics_accelerations(s), dynamics_multipliers(s));
    return num_all_finite(dynamics_accelerations(s), m->n) && finish(s, dy);
}

/* Where many runs are to come the explicit solution is taken from the first evaluation on; it must know which rows to
   use. */
static void prepare_direct(sim *s, double t, const double *y) {
    mode *m = s->mode;
    if (m->decided)
        return;
    if (s->kit->repeated && !m->ranked && m->n > 0) {
        dynamics_load_state(s, t, y);
        if (dynamics_load_matrices(s))
            dynamics_rows_rank(s);
    }
    dynamics_explicit_prepare(s, m);
}

bool dynamics_evaluate_piece(sim *s, double t, const double *y, double *dy) {
    if (dy || s->kit->repeated)
        prepare_direct(s, t, y);
    if (s->mode->evaluated &&
        dynamics_is_loaded(s->mode, t, y)) { /* starts and events ask again and again at one state */
        if (dy)
            give_rates(s, dy);
        return true;
    }
    dynamics_load_state(s, t, y);
    if (dynamics_explicit_solve(s))
        return finish(s, dy);
    return (s->mode->at_hand || dynamics_load_matrices(s)) && dynamics_rows_factor(s) && dynamics_solve(s, dy);
}
