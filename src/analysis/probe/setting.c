/* The mode before any event, and its equations. */
#include "analysis/probe/setting.h"

#include <math.h>
#include <string.h>

/* Friction of a known limit is a force like others, which is zero at rest. */
static const signed char *slides(const model *m, const bool *off, arena *a) {
    signed char *slip = ARENA_ARRAY(a, signed char, m->row_count + 1);
    for (size_t i = 0; i < m->row_count; i++)
        slip[i] = m->rows[i].known && !off[m->rows[i].element];
    return slip;
}

static analysis_setting make(model *m, const double *q, const double *v, const bool *rows, bool all_rows, bool states,
                             arena *a) {
    analysis_setting s = {.m = m, .a = a, .start = analysis_state_make(m, a)};
    memcpy(s.start.q, q, m->declared_coords * sizeof *q);
    memcpy(s.start.v, v, m->declared_coords * sizeof *v);
    bool *off = ARENA_ARRAY(a, bool, m->switch_count), *dropped = ARENA_ARRAY(a, bool, m->coord_count);
    bool *taken = ARENA_ARRAY(a, bool, m->row_count);
    for (size_t i = 0; i < m->switch_count; i++)
        off[i] = m->switches[i].off;
    for (size_t i = 0; i < m->coord_count; i++)
        dropped[i] = i >= m->declared_coords || m->coords[i].role > (states ? COORD_STATE : COORD_PLACE);
    for (size_t i = 0; i < m->row_count; i++)
        taken[i] = all_rows || (rows[i] && !model_is_hidden(&m->rows[i]));
    s.choice = (mech_choice){
        .system = m->base, .switched_off = off, .dropped = dropped, .rows = taken, .slip = slides(m, off, a)};
    s.e = mech_derive_lean(m, &s.choice, a);
    analysis_scales *scales = analysis_scales_find(m, &s.e, s.start.t, q, v, a);
    for (size_t i = 0; i < m->declared_coords; i++) /* of a state nothing is known but where it starts */
        if (!model_is_place(&m->coords[i]) && v[i] != 0)
            scales->v[i] = (analysis_extent){fabs(v[i]), fabs(v[i])};
    s.start.scales = scales;
    return s;
}

analysis_setting analysis_setting_make(model *m, const double *q, const double *v, const bool *rows, bool all_rows,
                                       arena *a) {
    return make(m, q, v, rows, all_rows, false, a);
}

analysis_setting analysis_setting_with_states(model *m, const double *q, const double *v, const bool *rows, arena *a) {
    return make(m, q, v, rows, false, true, a);
}

void analysis_setting_inertia(analysis_setting *s) {
    mech_inertia(s->m, &s->e, s->a);
}
