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

int dynamics_idle_row(sim *s) {
    const mode *m = s->mode;
    LGR_ASSERT(m->used_count <= m->m);
    const double *values = m->used_count < m->m ? dynamics_values(s) : NULL;
    for (int k = 0, j = 0; k < m->m; k++) {
        if (j < m->used_count && m->used[j] == k)
            j++;
        else if (is_idle(s, k, values))
            return m->eq.rows[k];
    }
    return -1;
}
