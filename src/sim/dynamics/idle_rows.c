/* Constraint rows that the accelerations at hand do not satisfy, or that have no effect. */
#include <math.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"

bool dynamics_rows_contradict(sim *s, double tolerance) {
    const mode *m = s->mode;
    const double *a = dynamics_accelerations(s), *values = dynamics_values(s);
    dynamics_matrices(s);
    for (int k = 0; k < m->m; k++) {
        double gamma = dynamics_right_side(m, m->n + m->n * m->m + k), sum = -gamma;
        double size = dynamics_value(s, expr_magnitude_bound(s->m->g, m->eq.gamma[k]), values);
        for (int i = 0; i < m->n; i++) {
            double mass = m->M[i * m->n + i], alone = mass > 0 ? fabs(dynamics_right_side(m, i)) / mass : 0;
            sum += m->A[k * m->n + i] * a[i];
            size = fmax(size, fabs(m->A[k * m->n + i]) * fmax(fabs(a[i]), alone));
        }
        if (!(fabs(sum) <= tolerance * size))
            return true;
    }
    return false;
}

/* Beside the terms that it is the sum of, the gradient of a row is rounding. */
static bool is_idle(sim *s, int k, const double *values) {
    const mode *m = s->mode;
    for (int i = 0; i < m->n; i++) {
        expr_id slope = m->eq.A[k * m->n + i];
        double entry = fabs(m->A[k * m->n + i]);
        if (entry > 0 && !(entry <= 1e-12 * dynamics_value(s, expr_magnitude_bound(s->m->g, slope), values)))
            return false;
    }
    return true;
}

static bool is_part_of_vector(const sim *s, int row) {
    const model_row *r = s->m->rows + row;
    return (row > 0 && r[-1].group == r->group) || ((size_t)row + 1 < s->m->row_count && r[1].group == r->group);
}

bool dynamics_row_always_holds(sim *s, int k) {
    enum { TRIALS = 2 };
    const mode *m = s->mode;
    double *values = dynamics_state_values(s);
    for (int trial = 0; trial < TRIALS; trial++) {
        for (size_t i = 0; i < s->m->coord_count; i++) {
            const model_coord *c = &s->m->coords[i];
            values[c->q] += cos(1 + 2.4 * trial + 1.7 * (double)i);
            values[c->v] += sin(1 + 2.4 * trial + 1.7 * (double)i);
        }
        for (int i = 0; i < m->n; i++) {
            const expr_id slope = m->eq.A[k * m->n + i];
            const double entry = fabs(dynamics_value(s, slope, values));
            if (!(entry <= 1e-12 * dynamics_value(s, expr_magnitude_bound(s->m->g, slope), values)))
                return false;
        }
    }
    return true;
}

/* Nothing is lost with it: it always holds, as a part of a vector, or it follows from others, whose direction it has
   elsewhere (the slip of a ball in a pipe, where the wall faces an axis). */
static bool is_not_missed(sim *s, int k) {
    return dynamics_row_always_holds(s, k) ? is_part_of_vector(s, s->mode->eq.rows[k]) : s->mode->follow_nearby;
}

int dynamics_idle_row(sim *s) {
    const mode *m = s->mode;
    LGR_ASSERT(m->used_count <= m->m);
    const double *values = m->used_count < m->m ? dynamics_values(s) : NULL;
    for (int k = 0, j = 0; k < m->m; k++) {
        if (j < m->used_count && m->used[j] == k)
            j++;
        else if (is_idle(s, k, values) && !is_not_missed(s, k))
            return m->eq.rows[k];
    }
    return -1;
}
