/* The period of what drives a machine: of the sines and cosines of time in its equations, and of its clocks. */
#include <math.h>

#include "base/vec.h"
#include "expr/diff.h"
#include "expr/walk.h"
#include "linear/orbit.h"

enum { MOST_MULTIPLE = 1000 };
static const double alike = 1e-9;

typedef VEC(expr_id) root_list;

static void add_all(root_list *list, const expr_id *at, size_t count, arena *a) {
    for (size_t i = 0; at && i < count; i++)
        if (at[i].i)
            vec_push(a, list, at[i]);
}

/* Everything that decides how the mode moves on, up to the next event or with what events set. */
static root_list find_roots(const model *m, const mech_choice *choice, const mech_equations *e, bool actions,
                            arena *a) {
    root_list list = {0};
    const size_t n = (size_t)e->n, rows = (size_t)e->m;
    for (size_t i = 0; i < n; i++)
        add_all(&list, e->M + i * n, i + 1, a);
    add_all(&list, e->h, n, a);
    add_all(&list, e->A, rows * n, a);
    add_all(&list, e->C, rows * n, a);
    add_all(&list, e->gamma, rows, a);
    add_all(&list, e->f_dot, rows, a);
    if (actions)
        add_all(&list, e->f, rows, a);
    add_all(&list, choice->system->conditions, m->event_count, a);
    for (size_t r = 0; r < m->row_count; r++)
        if (m->rows[r].contact)
            add_all(&list, &choice->system->rows[r].f, 1, a);
    for (size_t i = 0; actions && i < m->event_count; i++)
        add_all(&list, choice->system->set_values[i], m->events[i].action_count, a);
    return list;
}

bool *linear_orbit_depends(const model *m, const mech_choice *choice, const mech_equations *e, arena *a) {
    const root_list list = find_roots(m, choice, e, false, a);
    bool *used = ARENA_ARRAY(a, bool, expr_var_count(m->g) + 1);
    expr_mark_vars(m->g, list.at, list.len, used);
    return used;
}

/* The least number that both divide, where there is one that is not much longer than they are; 0 is divided by all. */
static double common_multiple(double a, double b) {
    if (a == 0 || b == 0)
        return a + b;
    for (int k = 1; k <= MOST_MULTIPLE; k++)
        if (fabs(k * a / b - round(k * a / b)) <= alike * k * a / b)
            return k * a;
    return NAN;
}

/* 2 pi over the rate of an angle; 0: it stands still; NaN if that is not constant. */
static double turn_of(model *m, expr_id angle, const double *values) {
    const expr_id rate = expr_derivative(m->g, angle, m->t);
    const unsigned moving = 1u << VAR_TIME | 1u << VAR_COORD | 1u << VAR_VELOCITY | 1u << VAR_STATE;
    if (expr_kinds(m->g, rate) & moving)
        return NAN;
    const double size = fabs(expr_eval(m->g, rate, values));
    return size == 0 ? 0 : 2 * acos(-1.0) / size;
}

typedef struct walk {
    model *m;
    bool *seen; /* per node */
    uint32_t size;
    double *values;
    double period;
} walk;

/* Time outside of sines and cosines has no period. */
static void look_below(walk *w, expr_id e) {
    if (!e.i || e.i >= w->size || w->seen[e.i] || !(expr_kinds(w->m->g, e) >> VAR_TIME & 1))
        return;
    w->seen[e.i] = true;
    const expr_node n = *expr_node_at(w->m->g, e);
    if (n.op == EXPR_VAR)
        w->period = NAN;
    else if (n.op == EXPR_SIN || n.op == EXPR_COS)
        w->period = common_multiple(w->period, turn_of(w->m, n.arg[0], w->values));
    else
        for (int k = 0; k < 3; k++)
            look_below(w, n.arg[k]);
}

double linear_orbit_forcing(model *m, const mech_choice *choice, const mech_equations *e, arena *a) {
    const root_list list = find_roots(m, choice, e, true, a);
    walk w = {.m = m, .size = expr_graph_size(m->g)};
    w.seen = ARENA_ARRAY(a, bool, w.size + 1);
    w.values = ARENA_ARRAY(a, double, expr_var_count(m->g) + 1);
    model_put_values(m, w.values);
    for (size_t i = 0; i < list.len; i++)
        look_below(&w, list.at[i]);
    for (size_t i = 0; i < m->event_count; i++)
        if (m->events[i].every.i)
            w.period = common_multiple(w.period, expr_eval(m->g, m->events[i].every, w.values));
    return w.period;
}

const char *linear_orbit_length(const linear_wish *w, double forcing, double *period, arena *a) {
    const bool known = isfinite(forcing) && forcing > 0;
    const double times = w->multiple ? w->multiple : round(w->period / forcing);
    *period = w->period > 0 ? w->period : known ? forcing : 0;
    if (!known || !(w->period > 0))
        return isnan(forcing) && !(w->period > 0) ? "the equations depend on time, and not by sines and cosines of "
                                                    "constant frequency: give the period"
                                                  : NULL;
    *period = times * forcing;
    if (w->multiple || (times >= 1 && fabs(w->period - *period) <= alike * w->period))
        return NULL;
    return base_arena_printf(a, "the period is no multiple of that of what drives the machine, %g s", forcing);
}
