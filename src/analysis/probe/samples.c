/* Random states as values of all variables, for formulas that are evaluated once and need no program. */
#include "analysis/probe/samples.h"

#include <math.h>
#include <string.h>

#include "expr/walk.h"

enum { MAX_SHRINKS = 12 };
static const double spread_at_first = 0.3, allowed = 1e-9;

static void load(const model *m, const analysis_state *from, double *values) {
    model_put_values(m, values);
    values[m->t] = from->t;
    for (size_t i = 0; i < m->declared_coords; i++) {
        values[m->coords[i].q] = from->q[i];
        values[m->coords[i].v] = from->v[i];
    }
}

bool analysis_samples_make(const model *m, const analysis_state *start, const expr_id *roots, size_t count,
                           analysis_samples *s, arena *a) {
    analysis_probe *p = analysis_probe_make(m, roots, count, a);
    analysis_dice d = analysis_dice_make();
    analysis_state near = analysis_state_make(m, a);
    for (int k = 0; k < SAMPLE_COUNT; k++) {
        double spread = spread_at_first;
        bool found = false;
        for (int i = 0; i < MAX_SHRINKS && !found; i++, spread /= 4) {
            analysis_state_near(m, start, spread, &d, &near);
            found = analysis_finite(analysis_probe_at(p, &near), (int)count);
        }
        if (!found)
            return false;
        s->at[k] = ARENA_ARRAY(a, double, expr_var_count(m->g));
        load(m, &near, s->at[k]);
    }
    return true;
}

bool analysis_samples_vanish(const model *m, const analysis_samples *s, expr_id e) {
    if (expr_is_zero(m->g, e))
        return true;
    expr_id size = expr_size(m->g, e);
    for (int k = 0; k < SAMPLE_COUNT; k++)
        if (!(fabs(expr_eval(m->g, e, s->at[k])) <= allowed * expr_eval(m->g, size, s->at[k])))
            return false;
    return true;
}
