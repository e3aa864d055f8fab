/* Everything at one state: forces, constraint rows, accelerations and multipliers; projection onto the constraints. */
#include <math.h>
#include <string.h>

#include "num/vector.h"
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"

static bool evaluate(sim *s, double t, const double *y, double *dy) {
    if (dynamics_is_pressing(s))
        return dynamics_pressing_evaluate(s, t, y, dy);
    return dynamics_is_sliding(s) ? dynamics_sliding_evaluate(s, t, y, dy) : dynamics_evaluate_piece(s, t, y, dy);
}

bool dynamics_evaluate(sim *s, double t, const double *y, double *dy) {
    return dy ? dynamics_explicit_rates(s, t, y, dy, evaluate) : evaluate(s, t, y, dy);
}

double dynamics_regularity(const sim *s) {
    const mode *m = s->mode;
    if (!m->m || m->eq.unsymmetric) /* with friction a pivot may vanish that has nothing to do with the rows */
        return 1;
    return m->direct ? dynamics_explicit_regularity(m) : m->info.smallest;
}

void dynamics_run_segment(sim *s, int segment) {
    if (!dynamics_is_combined(s, segment)) {
        dynamics_run_side(s, segment);
    } else if (!(s->mode->segments_run >> segment & 1)) {
        dynamics_sliding_run_segment(s, segment);
    }
}

/* Newton's steps dq = -M^-1 A^T (A M^-1 A^T)^-1 f until they stop shrinking: the residual is then rounding. */
static bool project_positions(sim *s, double t, double *y) {
    mode *m = s->mode;
    double *f = m->rhs + m->n, *zero = m->rhs, *dq = m->delta, *l = m->delta + m->n, before = INFINITY;
    for (int pass = 0; pass < 8; pass++) {
        dynamics_load_state(s, t, y);
        if (!dynamics_load_matrices(s) || !dynamics_rows_factor(s))
            return false;
        dynamics_load_f(m, f);
        double size = num_largest(f, m->m);
        if (size == 0 || (pass && size >= 0.25 * before))
            return true;
        before = size;
        for (int i = 0; i < m->n; i++)
            zero[i] = 0;
        for (int k = 0; k < m->m; k++)
            f[k] = -f[k];
        dynamics_rows_solve(m, zero, f, dq, l);
        if (!num_all_finite(dq, m->n))
            return false;
        for (int i = 0; i < m->n; i++)
            y[i] += dq[i];
        if (dynamics_scales_is_little(s, dq, 0, y, 1e-11)) { /* the next step would be rounding */
            dynamics_load_state(s, t, y);
            return dynamics_load_matrices(s) && dynamics_rows_factor(s);
        }
    }
    return true;
}

/* One linear step (two for rows that are not linear in the velocities); M and A at the present q are factored. */
static bool project_velocities(sim *s, double t, double *y) {
    mode *m = s->mode;
    double *f = m->rhs + m->n, *zero = m->rhs, *dv = m->delta, *l = m->delta + m->n;
    for (int pass = 0; pass < 2; pass++) {
        dynamics_load_f_dot(m, f);
        if (num_largest(f, m->m) == 0)
            break;
        for (int i = 0; i < m->n; i++)
            zero[i] = 0;
        for (int k = 0; k < m->m; k++)
            f[k] = -f[k];
        dynamics_rows_solve(m, zero, f, dv, l);
        if (!num_all_finite(dv, m->n))
            return false;
        for (int i = 0; i < m->n; i++)
            y[m->n + i] += dv[i];
        dynamics_load_state(s, t, y);
        if (!dynamics_load_matrices(s))
            return false;
        if (dynamics_scales_is_little(s, dv, (size_t)m->n, y, 1e-8))
            break;
        if (!dynamics_rows_factor(s))
            return false;
    }
    return true;
}

/* How far the forces alone would move a row in the step that led to t: of a machine at rest in the origin nothing else
   tells how large its gaps are. */
static double drift(sim *s, double t, int k) {
    mode *m = s->mode;
    const double h = t - s->t;
    double *forces = m->rhs, sum = 0;
    dynamics_matrices(s);
    dynamics_load_h(m, forces);
    for (int i = 0; i < m->n; i++) {
        const double mass = m->M[i * m->n + i];
        sum += mass > 0 ? fabs(m->A[k * m->n + i] * forces[i]) / mass : 0;
    }
    return h * h * sum;
}

static bool left_out_fails(sim *s, double t) {
    const double little = 1e-9;
    const survey *v = dynamics_kinematics_take(s);
    for (int k = 0; k < s->mode->m; k++)
        if (!dynamics_kinematics_row_holds(v, k, ROW_F, little) &&
            !(fabs(dynamics_kinematics_of_row(v, k, ROW_F)) <= little * drift(s, t, k)))
            return true;
    return false;
}

static bool project_onto_rows(sim *s, double t, double *y, double *dy) {
    mode *m = s->mode;
    if (!m->m)
        return dynamics_evaluate(s, t, y, dy);
    if (!dynamics_explicit_project(s, t, y) && (!project_positions(s, t, y) || !project_velocities(s, t, y)))
        return false;
    if (m->used_count < m->m && left_out_fails(s, t)) {
        if (!m->skew)
            dynamics_explicit_give_up(s, m);
        dynamics_rows_review_rows(s);
        return false;
    }
    /* the factors are at hand, unless the program finds accelerations by itself: then its first segment has to run */
    return m->direct || dynamics_is_sliding(s) || dynamics_is_pressing(s) ? dynamics_evaluate(s, t, y, dy)
                                                                          : dynamics_solve(s, dy);
}

bool dynamics_project(sim *s, double t, double *y, double *dy) {
    if (!project_onto_rows(s, t, y, dy))
        return false;
    if (!dynamics_is_sliding(s))
        return true;
    dynamics_sliding_project(s, y);
    return dynamics_evaluate(s, t, y, dy);
}

void dynamics_residuals(sim *s, double *position, double *velocity) {
    mode *m = s->mode;
    double *f = m->rhs + m->n;
    if (m->direct && !m->at_hand) {
        dynamics_explicit_residuals(s, position, velocity);
        return;
    }
    LGR_ASSERT(m->matrices);
    dynamics_load_f(m, f);
    *position = num_largest(f, m->m);
    dynamics_load_f_dot(m, f);
    *velocity = num_largest(f, m->m);
}
