/* The directions along which sensitivities are integrated. */
#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/tangent.h"
#include "sim/sensitivity/state.h"

void sensitivity_fail(sim *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (!s->sensitivity->trouble)
        s->sensitivity->trouble = base_arena_vprintf(s->kept, format, args);
    va_end(args);
}

variation *sensitivity_variation(sim *s, mode *m) {
    sensitivity_kit *kit = s->sensitivity->kit;
    for (size_t i = 0; i < kit->variations.len; i++)
        if (kit->variations.at[i]->of == m)
            return kit->variations.at[i];
    arena *run = dynamics_kit_enter(s);
    variation *made = dynamics_tangent_create(s, m, kit->seeds);
    vec_push(s->a, &kit->variations, made);
    dynamics_kit_leave(s, run);
    return made;
}

direction sensitivity_along(const sim *s, size_t i, const double *S) {
    const sensitivity *x = s->sensitivity;
    LGR_ASSERT(i < x->count);
    return (direction){x->time[i], S + i * s->y_cap, x->param_seeds + i * s->m->param_count};
}

direction sensitivity_direction(const sim *s, size_t i) {
    return sensitivity_along(s, i, s->sensitivity->S);
}
