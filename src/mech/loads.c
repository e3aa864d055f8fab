/* Generalized forces from outside as elements of a system. */
#include "mech/loads.h"

#include <string.h>

uint32_t *mech_load_vars(model *m, arena *a) {
    uint32_t *vars = ARENA_ARRAY(a, uint32_t, m->coord_count + 1);
    for (size_t i = 0; i < m->coord_count; i++)
        vars[i] = model_add_var(m, "load");
    return vars;
}

const model_system *mech_with_loads(const model *m, const mech_choice *choice, const uint32_t *vars, arena *a) {
    model_system *s = ARENA_NEW(a, model_system);
    *s = *choice->system;
    s->elements = ARENA_ARRAY(a, system_element, s->element_count + m->coord_count + 1);
    if (s->element_count)
        memcpy(s->elements, choice->system->elements, s->element_count * sizeof *s->elements);
    for (size_t i = 0; i < m->coord_count; i++) {
        if (choice->dropped[i] || !model_is_place(&m->coords[i]))
            continue;
        s->elements[s->element_count++] = (system_element){.kind = ELEMENT_FORCE,
                                                           .keyword = "force",
                                                           .name = "load",
                                                           .switch_index = -1,
                                                           .force = {expr_var(m->g, vars[i])},
                                                           .velocity = {expr_var(m->g, m->coords[i].v)},
                                                           .size = 1};
    }
    return s;
}
