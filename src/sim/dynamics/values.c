/* The values of all variables of the graph at the last evaluation. */
#include <math.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

double *dynamics_state_values(sim *s) {
    mode *m = s->mode;
    LGR_ASSERT((size_t)m->n <= s->m->coord_count && (size_t)m->m <= s->m->row_count);
    double *x = ARENA_ARRAY(s->a, double, s->m->var_count + 1);
    for (size_t i = 0; i < s->m->coord_count; i++)
        x[s->m->coords[i].q] = x[s->m->coords[i].v] = x[s->m->coords[i].a] = NAN;
    model_put_values(s->m, x);
    x[s->m->t] = m->slots[m->t_slot];
    for (size_t i = 0; m->pieces && i < m->pieces->input_count; i++)
        x[m->pieces->vars[i]] = m->pieces->values[i];
    for (int i = 0; i < m->n; i++) {
        const model_coord *c = &s->m->coords[m->eq.coords[i]];
        x[c->q] = m->slots[m->q_slot + (size_t)i];
        x[c->v] = m->slots[m->v_slot + (size_t)i];
        x[c->a] = m->slots[m->a_slot + (size_t)i];
    }
    for (int k = 0; k < m->m; k++)
        x[s->m->rows[m->eq.rows[k]].lambda] = m->slots[m->lambda_slot + (size_t)k];
    for (size_t i = 0; i < s->m->row_count; i++)
        if (s->m->rows[i].closed)
            x[s->m->rows[i].closed] = m->rows[i];
    for (size_t i = 0; i < s->m->switch_count; i++) {
        if (s->m->switches[i].held)
            x[s->m->switches[i].held] = !m->switched_off[i];
        const rubbing *r = dynamics_pieces_rubbing(m, i);
        if (s->m->switches[i].sticks)
            x[s->m->switches[i].sticks] = r ? x[r->sticks] : 0;
        if (s->m->switches[i].rests)
            x[s->m->switches[i].rests] = r ? x[r->sticks] : 0;
        if (s->m->switches[i].drags)
            x[s->m->switches[i].drags] = r ? x[r->drags] : 0;
    }
    return x;
}

double *dynamics_values(sim *s) {
    double *x = dynamics_state_values(s);
    dynamics_run_segment(s, SEG_WATCH);
    dynamics_run_segment(s, SEG_RESULTS);
    for (size_t v = 0; v < s->m->var_count; v++)
        if (s->m->vars[v].kind == VAR_ENERGY)
            x[v] = dynamics_segment_value(s, SEG_RESULTS, (size_t)s->m->vars[v].index);
    return x;
}

double dynamics_value(sim *s, expr_id e, const double *values) {
    return expr_eval(s->m->g, e, values);
}
