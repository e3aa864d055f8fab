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

/* The places that a search finds on a model of its own. */
static equilibria search(model *m, arena *a) {
    double *q = ARENA_ARRAY(a, double, m->coord_count + 1), *v = ARENA_ARRAY(a, double, m->coord_count + 1);
    bool *rows = ARENA_ARRAY(a, bool, m->row_count + 1);
    if (!sim_find_start(m, a, q, v, rows))
        return (equilibria){0};
    analysis_setting s = analysis_setting_make(m, q, v, rows, false, a);
    analysis_setting_inertia(&s);
    return analysis_equilibria(&s, NULL, 0);
}

/* Of model m, which is a copy of the start's: into `out`, as coordinates of the problem's equations. */
static size_t list_places(linear_problem *p, model *m, double value, linear_seed *out, size_t room, arena *a) {
    const mech_equations *e = point_equations(p->p);
    const equilibria found = search(m, a);
    size_t count = 0;
    for (size_t k = 0; k < found.count && count < room; k++) {
        double *q = ARENA_ARRAY(a, double, e->n + 1);
        for (int i = 0; i < e->n; i++)
            q[i] = found.at[k].at.q[e->coords[i]];
        out[count++] = (linear_seed){value, q};
    }
    return count;
}

size_t linear_search(linear_problem *p, int param, double value, linear_seed *out, size_t room, arena *a) {
    model *m = model_copy(p->of_start, a);
    const size_t count = model_assign(m, &param, &value, 1) ? list_places(p, m, value, out, room, a) : 0;
    model_dispose(m);
    return count;
}

bool linear_nearest_rest(linear_problem *p, double *q, arena *a) {
    enum { MOST = 60 };
    const mech_equations *e = point_equations(p->p);
    linear_seed *places = ARENA_ARRAY(a, linear_seed, MOST);
    if (!linear_can_search(p))
        return false;
    model *m = model_copy(p->of_start, a);
    const size_t count = list_places(p, m, 0, places, MOST, a);
    const double *best = NULL;
    double least = INFINITY;
    for (size_t k = 0; k < count; k++) {
        double far = 0;
        for (int i = 0; i < e->n; i++)
            far += pow((places[k].q[i] - q[i]) / p->scales->q[e->coords[i]].near, 2);
        best = far < least ? places[k].q : best;
        least = fmin(far, least);
    }
    if (best)
        memcpy(q, best, (size_t)e->n * sizeof *q);
    model_dispose(m);
    return best != NULL;
}
