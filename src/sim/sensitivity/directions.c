/* The directions along which sensitivities are integrated. */
#include <math.h>
#include <string.h>

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

double sensitivity_scale(const sim *s, size_t i) {
    const sensitivity *x = s->sensitivity;
    return i < x->param_count ? fabs(model_value_of(s->m, &s->m->params[x->params[i]])) : 0;
}

void sensitivity_seed(sim *s, size_t count, const double *from) {
    sensitivity *x = s->sensitivity;
    const mode *m = s->mode;
    const size_t coords = s->m->coord_count;
    LGR_ASSERT(count <= s->options.sensitive_states && x->param_count == 0);
    x->count = count;
    x->trouble = x->doubt = count ? NULL : "no derivatives are wanted";
    x->started = true;
    x->total = x->switched = false;
    x->event_t = NAN;
    memset(x->time, 0, count * sizeof *x->time);
    memset(x->S, 0, count * s->y_cap * sizeof *x->S);
    for (size_t c = 0; c < count; c++)
        for (int i = 0; i < m->n; i++) {
            x->S[c * s->y_cap + (size_t)i] = from[c * 2 * coords + (size_t)m->eq.coords[i]];
            x->S[c * s->y_cap + (size_t)(m->n + i)] = from[(c * 2 + 1) * coords + (size_t)m->eq.coords[i]];
        }
}

const char *sensitivity_lost(const sim *s) {
    return s->sensitivity->count ? s->sensitivity->trouble : NULL;
}

const char *sensitivity_read(const sim *s, double *to) {
    const sensitivity *x = s->sensitivity;
    const mode *m = s->mode;
    const size_t coords = s->m->coord_count;
    for (size_t c = 0; c < x->count && !x->trouble; c++)
        for (int i = 0; i < m->n; i++) {
            to[c * 2 * coords + (size_t)m->eq.coords[i]] = x->S[c * s->y_cap + (size_t)i];
            to[(c * 2 + 1) * coords + (size_t)m->eq.coords[i]] = x->S[c * s->y_cap + (size_t)(m->n + i)];
        }
    return sensitivity_lost(s);
}
