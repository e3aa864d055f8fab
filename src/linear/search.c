/* Equilibria for one value of a parameter, as places from which branches are followed. */
#include <math.h>
#include <string.h>

#include "analysis/structure/structure.h"
#include "linear/problem.h"

bool linear_can_search(const linear_problem *p) {
    for (size_t i = 0; i < p->m->declared_coords; i++)
        if (p->m->coords[i].role == COORD_STATE)
            return false;
    return true;
}

/* The places that a search finds on a model of its own, with the values of `of`. */
static equilibria search(linear_problem *p, model *m, arena *a) {
    double *q = ARENA_ARRAY(a, double, m->coord_count + 1), *v = ARENA_ARRAY(a, double, m->coord_count + 1);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    (void)p;
    if (!sim_find_start(m, a, q, v, rows))
        return (equilibria){0};
    analysis_setting s = analysis_setting_make(m, q, v, rows, false, a);
    analysis_setting_inertia(&s);
    return analysis_equilibria(&s, NULL, 0);
}

size_t linear_search(linear_problem *p, int param, double value, linear_seed *out, size_t room, arena *a) {
    const mech_equations *e = point_equations(p->p);
    size_t count = 0;
    model *m = model_copy(p->of_start, a);
    if (model_assign(m, &param, &value, 1)) {
        const equilibria found = search(p, m, a);
        for (size_t k = 0; k < found.count && count < room; k++) {
            double *q = ARENA_ARRAY(a, double, e->n + 1);
            for (int i = 0; i < e->n; i++)
                q[i] = found.at[k].at.q[e->coords[i]];
            out[count++] = (linear_seed){value, q};
        }
    }
    model_dispose(m);
    return count;
}
