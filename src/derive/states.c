/* States and memories, which the page shows apart from the equations of motion: nothing but forces ties them together.
 */
#include "derive/derivation.h"

void derive_list_states(derivation *d) {
    const model *m = d->m;
    d->states = ARENA_ARRAY(d->memory, int, m->coord_count + 1);
    d->rates = ARENA_ARRAY(d->memory, expr_id, m->coord_count + 1);
    for (size_t i = 0; i < m->coord_count; i++)
        if (!model_is_place(&m->coords[i])) {
            d->states[d->state_count] = (int)i;
            d->rates[d->state_count++] = mech_rate_of_state(m, d->request->choice, (int)i);
        }
}

void derive_add_states(const derivation *d, derive_page *p) {
    if (!d->state_count)
        return;
    derive_page_add_section(p, "states", "States", "Equations of first order.");
    for (int i = 0; i < d->state_count; i++) {
        const model_coord *c = &d->m->coords[d->states[i]];
        page_equation *q = derive_page_add(p, c->name);
        derive_page_add_expr(p, q, expr_var(d->g, c->a));
        derive_page_add_expr(p, q, d->rates[i]);
        q->note = c->hidden ? "an angle within half a turn of that of a rope at a disc: it keeps count of turns"
                  : c->role == COORD_MEMORY ? "a memory: events alone change it"
                                            : c->label;
    }
}
