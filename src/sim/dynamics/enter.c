/* The transition from one mode to another: the state vector and related data are rearranged. */
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/observer.h"
#include "sim/dynamics/scales.h"

/* The state vector is rearranged: active coordinates in both modes keep their values. */
void dynamics_enter_mode(sim *s, mode *next) {
    mode *old = s->mode;
    if (old == next)
        return;
    LGR_ASSERT(next->run == s->kit->present);
    LGR_ASSERT(dynamics_state_size(s, next) <= s->y_cap);
    size_t coords = s->m->coord_count;
    double *q = s->work_y, *v = s->work_y + coords, *w = s->work_y + 2 * coords;
    memset(s->work_y, 0, 2 * coords * sizeof *q);
    for (int i = 0; old && i < old->n; i++) {
        q[old->eq.coords[i]] = s->y[i];
        v[old->eq.coords[i]] = s->y[old->n + i];
    }
    if (old)
        memcpy(w, s->y + 2 * old->n, s->quadratures * sizeof *w);
    for (int i = 0; i < next->n; i++) {
        s->y[i] = q[next->eq.coords[i]];
        s->y[next->n + i] = v[next->eq.coords[i]];
    }
    if (old)
        memcpy(s->y + 2 * next->n, w, s->quadratures * sizeof *w);
    s->mode = next;
    for (const mode_part *const *part = s->kit->parts; *part; part++)
        if ((*part)->enter)
            (*part)->enter(s, next);
    dynamics_scales_enter(s, old, next);
    if (old)
        SIM_TELL(s, entered, (s, old, next));
}
