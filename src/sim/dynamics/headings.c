/* Directions of slips with two rows, which the equations of sliding friction hold constant within a step: where the
   slip passes zero it has none of its own. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/pieces.h"

/* Without it a slip that begins would turn into its direction ever faster, the smaller it is, faster than steps follow
   whose errors are only seen from the tolerance on; what the clock cannot resolve has none. */
static double small_slip(const sim *s, double acceleration, double scale) {
    static const double part = 1e-8, resolved = 1e4 * DBL_EPSILON, noise = 30;
    const double time = s->step_size > 0 ? s->step_size : s->time_scale > 0 ? s->time_scale : s->horizon;
    return fmax(acceleration * fmax(part * fmin(time, s->horizon), resolved * fabs(s->t)),
                noise * s->tolerance * scale);
}

void dynamics_headings_set(sim *s, int row, const double *way, double begins, double scale) {
    pieces *p = s->mode->pieces;
    LGR_ASSERT(row >= 0);
    const double at[] = {way[0], way[1], begins > 0 ? small_slip(s, begins, scale) : 0};
    for (int i = 0; p && i < p->heading_count; i++) {
        heading *h = &p->heading[i];
        if (h->row != row || !memcmp(h->at, at, sizeof h->at))
            continue;
        memcpy(h->at, at, sizeof h->at);
        h->last = h->most = 0;
        dynamics_pieces_tell(p);
    }
}

const double *dynamics_headings_at(const sim *s, int row) {
    const pieces *p = s->mode->pieces;
    for (int i = 0; p && i < p->heading_count; i++)
        if (p->heading[i].row == row)
            return p->heading[i].at;
    return NULL;
}

double dynamics_headings_added(const sim *s, int row) {
    const double *at = dynamics_headings_at(s, row);
    return at ? at[2] : 0;
}

/* Far enough that its own direction has to be told. */
static bool has_turned(const heading *h, const double *slip, double size) {
    return h->at[0] * slip[0] + h->at[1] * slip[1] < 0.9 * size;
}

/* Once a slip that began has a direction of its own, nothing is added to it any more: what is would turn it, however
   little. */
static heading followed(const heading *h, const double *slip, double size) {
    heading next = *h;
    next.at[0] = slip[0] / size;
    next.at[1] = slip[1] / size;
    next.at[2] = 0;
    return next;
}

/* Whether any slides; then their slips are known. */
static bool look_at_slips(sim *s) {
    const pieces *p = s->mode->pieces;
    bool slides = false;
    for (int i = 0; p && i < p->heading_count; i++)
        slides = slides || s->mode->slip[p->heading[i].row];
    if (!slides)
        return false;
    dynamics_pieces_look(s);
    LGR_ASSERT(s->mode->piece_program->t->segments[1].out_count >= p->slip_root + 2 * (size_t)p->heading_count);
    return true;
}

static double slip_seen(const sim *s, int i, double *slip) {
    const loaded_tape *of = s->mode->piece_program;
    const uint32_t *at = of->t->segments[1].out_slots + s->mode->pieces->slip_root + 2 * (size_t)i;
    slip[0] = of->slots[at[0]];
    slip[1] = of->slots[at[1]];
    return hypot(slip[0], slip[1]);
}

static bool is_noise(sim *s, int row, double slip) {
    const survey *v = dynamics_kinematics_take(s);
    const int i = dynamics_kinematics_find_contact(v, row);
    return i >= 0 && slip <= s->tolerance * fmax(dynamics_kinematics_contact_size(v, i, CONTACT_SLIP),
                                                 dynamics_kinematics_contact_size(v, i, CONTACT_SLIP_ACROSS));
}

int dynamics_headings_lost(sim *s) {
    static const double little = 1e-4; /* beside what it was: few slips have to be looked at closely */
    int lost = -1;
    if (!look_at_slips(s))
        return -1;
    for (int i = 0; i < s->mode->pieces->heading_count; i++) {
        heading *h = &s->mode->pieces->heading[i];
        double slip[2];
        const double size = s->mode->slip[h->row] ? slip_seen(s, i, slip) : 0;
        const bool falls = size > 0 && size < h->last && size < little * h->most && h->at[2] == 0;
        h->last = size;
        h->most = fmax(h->most, size);
        if (falls && lost < 0 && is_noise(s, h->row, size))
            lost = h->row;
    }
    return lost;
}

bool dynamics_headings_follow(sim *s) {
    pieces *p = s->mode->pieces;
    bool any = false;
    if (!look_at_slips(s))
        return false;
    for (int i = 0; i < p->heading_count; i++) {
        heading *h = &p->heading[i];
        double slip[2];
        const double size = slip_seen(s, i, slip);
        if (!s->mode->slip[h->row] || size <= h->at[2] || (h->at[2] == 0 && !has_turned(h, slip, size)))
            continue;
        *h = followed(h, slip, size);
        any = true;
    }
    if (any)
        dynamics_pieces_tell(p);
    return any;
}
