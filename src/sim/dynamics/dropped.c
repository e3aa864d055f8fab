/* Expressions that contain inactive coordinates. */
#include <string.h>

#include "expr/walk.h"
#include "sim/dynamics/dynamics.h"

const char *dynamics_dropped_name(sim *s, const bool *freed, const bool *switched_off, const bool *dropped,
                                  const bool *rows) {
    const model_system *system = model_variant(s->m, freed);
    for (size_t i = 0; i < system->element_count; i++) {
        const system_element *e = &system->elements[i];
        bool named = dynamics_names_dropped(s, dropped, e->energy);
        for (int k = 0; k < e->size; k++)
            named = named || dynamics_names_dropped(s, dropped, e->force[k]) ||
                    dynamics_names_dropped(s, dropped, e->velocity[k]);
        if (named && (e->switch_index < 0 || !switched_off[e->switch_index]))
            return e->name;
    }
    for (size_t i = 0; i < s->m->row_count; i++) {
        const model_row *row = &s->m->rows[i];
        bool named = rows[i] && dynamics_names_dropped(s, dropped, system->rows[i].f);
        for (int t = 0; rows[i] && t < row->tangents && !switched_off[s->m->rows[row->partner].element]; t++)
            named = named || dynamics_names_dropped(s, dropped, system->rows[row->partner + t].f);
        if (named)
            return row->name;
    }
    return NULL;
}

/* Asked of every expression: most models drop none. */
static bool is_any_dropped(const sim *s, const bool *dropped) {
    return memchr(dropped, true, s->m->coord_count) != NULL;
}

bool dynamics_names_dropped(sim *s, const bool *dropped, expr_id e) {
    if (!e.i || !is_any_dropped(s, dropped))
        return false;
    bool *gone = ARENA_ARRAY(s->a, bool, expr_var_count(s->m->g) + 1);
    for (size_t i = 0; i < s->m->coord_count; i++)
        if (dropped[i])
            gone[s->m->coords[i].q] = gone[s->m->coords[i].v] = gone[s->m->coords[i].a] = true;
    return expr_depends(s->m->g, e, gone);
}
