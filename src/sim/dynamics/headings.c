/* Directions of slips with two rows, which the equations of sliding friction hold constant within a step: where the
   slip passes zero it has none of its own. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"

/* Without it a slip that begins would turn into its direction ever faster, the smaller it is; what the clock cannot
   resolve has none. */
static double small_slip(const sim *s, double acceleration) {
    static const double part = 1e-6, resolved = 1e4 * DBL_EPSILON;
    const double time = s->step_size > 0 ? s->step_size : s->time_scale > 0 ? s->time_scale : s->horizon;
    return acceleration * fmax(part * fmin(time, s->horizon), resolved * fabs(s->t));
}

void dynamics_headings_set(sim *s, int row, const double *way, double begins) {
    pieces *p = s->mode->pieces;
    LGR_ASSERT(row >= 0);
    const double at[] = {way[0], way[1], begins > 0 ? small_slip(s, begins) : 0};
    for (int i = 0; p && i < p->heading_count; i++) {
        heading *h = &p->heading[i];
        if (h->row != row || !memcmp(h->at, at, sizeof h->at))
            continue;
        memcpy(h->at, at, sizeof h->at);
        dynamics_pieces_tell(p);
    }
}

/* Far enough that its own direction has to be told. */
static bool has_turned(const heading *h, const double *slip, double size) {
    return h->at[0] * slip[0] + h->at[1] * slip[1] < 0.9 * size;
}

/* Once a slip that began has a direction of its own, nothing is added to it any more: what is would turn it, however
   little. */
static heading followed(const heading *h, const double *slip, double size) {
    return (heading){h->row, {h->var[0], h->var[1], h->var[2]}, {slip[0] / size, slip[1] / size, 0}};
}

bool dynamics_headings_follow(sim *s) {
    pieces *p = s->mode->pieces;
    bool any = false, slides = false;
    for (int i = 0; p && i < p->heading_count; i++)
        slides = slides || s->mode->slip[p->heading[i].row];
    if (!slides)
        return false;
    dynamics_pieces_look(s);
    const loaded_tape *of = s->mode->piece_program;
    LGR_ASSERT(of->t->segments[1].out_count >= p->slip_root + 2 * (size_t)p->heading_count);
    for (int i = 0; i < p->heading_count; i++) {
        heading *h = &p->heading[i];
        const uint32_t *at = of->t->segments[1].out_slots + p->slip_root + 2 * (size_t)i;
        const double slip[] = {of->slots[at[0]], of->slots[at[1]]}, size = hypot(slip[0], slip[1]);
        if (!s->mode->slip[h->row] || size <= h->at[2] || (h->at[2] == 0 && !has_turned(h, slip, size)))
            continue;
        *h = followed(h, slip, size);
        any = true;
    }
    if (any)
        dynamics_pieces_tell(p);
    return any;
}
