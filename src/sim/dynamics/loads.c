/* Forces of the host program, evaluated at each state that is loaded. */
#include <math.h>

#include "sim/dynamics/dynamics.h"

void dynamics_loads_create(sim_kit *k) {
    if (!k->options.load_count)
        return;
    k->load_vars = mech_load_vars(k->m, k->a);
    k->load_room = ARENA_ARRAY(k->a, double, 3 * k->m->coord_count + 1);
}

void dynamics_loads_put(const sim *s, mode *m) {
    const size_t coords = s->m->coord_count;
    LGR_ASSERT(m->loaded && s->kit->load_room);
    double *q = s->kit->load_room, *v = q + coords, *Q = v + coords;
    for (size_t i = 0; i < coords; i++) {
        q[i] = v[i] = NAN;
        Q[i] = 0;
    }
    for (int i = 0; i < m->n; i++) {
        q[m->eq.coords[i]] = m->slots[m->q_slot + (size_t)i];
        v[m->eq.coords[i]] = m->slots[m->v_slot + (size_t)i];
    }
    for (size_t k = 0; k < s->options.load_count; k++) {
        const mech_load *x = &s->options.loads[k];
        x->add(x->user, m->slots[m->t_slot], q, v, Q, NULL, NULL);
    }
    for (int i = 0; i < m->n; i++)
        m->slots[m->load_slot + (size_t)i] = Q[m->eq.coords[i]];
}
