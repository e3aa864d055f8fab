/* Consistent reinitialisation after `set`: assigned values are kept, free ones move onto the constraints. */
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/initial/initial.h"

/* Newton steps with the kept coordinates held by rows of their own. */
static bool adapt(sim *s, const bool *keep, bool velocities, double *impulse) {
    mode *o = s->mode;
    int n = o->n, kept = 0;
    for (int i = 0; i < n; i++)
        kept += keep[i];
    LGR_ASSERT(kept <= n);
    int m = o->m + kept;
    saddle *solver = NULL; /* most that is set is consistent */
    double *A = ARENA_ARRAY(s->a, double, m *n + 1), *gamma = ARENA_ARRAY(s->a, double, m + 1);
    double *h = ARENA_ARRAY(s->a, double, n + 1), *d = ARENA_ARRAY(s->a, double, n + 1),
           *l = ARENA_ARRAY(s->a, double, m + 1);
    for (int pass = 0; pass < 20; pass++) {
        if (!dynamics_evaluate(s, s->t, s->y, NULL))
            return false;
        dynamics_matrices(s);
        memcpy(A, o->A, (size_t)(o->m * n) * sizeof *A);
        memset(A + o->m * n, 0, (size_t)(kept * n) * sizeof *A);
        for (int i = 0, k = o->m; i < n; i++)
            if (keep[i])
                A[k++ * n + i] = 1;
        double size = 0;
        for (int k = 0; k < o->m; k++) {
            gamma[k] = -dynamics_right_side(o, n + n * o->m + (velocities ? 2 : 1) * o->m + k);
            size = fmax(size, fabs(gamma[k]));
        }
        if (size == 0)
            return true;
        if (!solver)
            solver = num_saddle_create(s->a, n, m);
        num_saddle_factor(solver, o->M, A, n, m);
        num_saddle_solve(solver, h, gamma, d, l, NULL);
        for (int i = 0; i < n; i++)
            s->y[i + (velocities ? n : 0)] += keep[i] ? 0 : d[i];
        for (int k = 0; impulse && k < o->m; k++)
            impulse[k] += l[k];
    }
    return true;
}

bool initial_reinitialize(sim *s, const bool *keep_q, const bool *keep_v, double *impulse) {
    return adapt(s, keep_q, false, NULL) && adapt(s, keep_v, true, impulse);
}
