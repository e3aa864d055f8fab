/* In which piece the motion continues from a state on the boundary of two. */
#include <math.h>
#include <string.h>

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"

/* Where a ladder's base stands: at a rung except for rounding, or in the piece of that number. */
typedef struct standing {
    bool at;
    int64_t rung;
    bool above; /* the base is greater than the rung */
    double base, close;
} standing;

/* The base's rate with the upper side of the rung, or the lower, in force. */
static double rate_on(sim *s, int i, int64_t index) {
    pieces *p = s->mode->pieces;
    ladder *l = &p->ladder[i];
    l->slides = false;
    l->index = index;
    dynamics_pieces_tell(p);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return NAN;
    dynamics_pieces_look(s);
    return dynamics_pieces_seen(s, PIECE_RATE, i);
}

/* Whether both sides lead back to the rung, or friction holds the motion there: by how much of the upper side's force
   it would have to be. */
static bool holds(const sim *s, int i, int64_t rung, double upper, double lower) {
    const double share = lower / (lower - upper),
                 hold = dynamics_pieces_hold(s, i, dynamics_pieces_rung(&s->mode->pieces->ladder[i], rung));
    return upper < lower && (hold > 1 ? fabs(share - 0.5) < 0.5 * hold : upper < 0 && lower > 0);
}

static bool are_alike(const double *x, const double *y, int count) {
    for (int i = 0; i < count; i++)
        if (fabs(x[i] - y[i]) > 1e-9 * (fabs(x[i]) + fabs(y[i])))
            return false;
    return true;
}

/* Whether the motion goes on as it does with the accelerations of the other side: nothing jumps at the rung. */
static bool is_same_motion(const sim *s, const double *other) {
    return are_alike(dynamics_accelerations(s), other, s->mode->n);
}

/* Nor do forces of constraints: else rows hold the motion there, and friction acts beside them with its limit. */
static bool are_same_forces(const sim *s, const double *other) {
    return are_alike(dynamics_accelerations(s) + s->mode->n, other + s->mode->n, s->mode->m);
}

typedef enum { DECIDED_ANEW, STAYS, RENEWED } side_reason;

/* At the rung: along it where both sides lead back, else beyond it where the motion has crossed it (`crossed`: 1
   upwards, -1 downwards), else where both sides lead, else as the text has it. Where nothing jumps at the rung and the
   motion does not cross it now (STAYS), or nothing happened and it does not move there (RENEWED), it keeps its side:
   two that stand at their rungs would fire each other for ever, and one that has just been crossed, again and again. */
static void choose_side(sim *s, int i, int64_t rung, int crossed, side_reason why, bool text) {
    ladder *l = &s->mode->pieces->ladder[i];
    LGR_ASSERT(l->stairs || (rung >= 0 && rung < l->count));
    const int64_t side = l->index;
    const int solved = s->mode->n + s->mode->m;
    double *above = ARENA_ARRAY(s->a, double, solved + 1), upper = rate_on(s, i, rung + 1);
    memcpy(above, dynamics_accelerations(s), (size_t)solved * sizeof *above);
    double lower = rate_on(s, i, rung);
    /* Along a boundary of others both rates are rounding: there the motion tells. */
    const bool smooth = fabs(upper - lower) <= 1e-9 * (fabs(upper) + fabs(lower)) ||
                        (!l->rubs && is_same_motion(s, above));
    /* yet: neither forces nor what friction takes */
    const bool nothing = l->rubs && upper == 0 && lower == 0 && are_same_forces(s, above);
    if (nothing || (!smooth && holds(s, i, rung, upper, lower))) {
        l->slides = true;
        l->along = dynamics_pieces_rung(l, rung);
    } else if (crossed)
        l->index = crossed > 0 ? rung + 1 : rung;
    else if ((why == STAYS || (why == RENEWED && upper == 0 && lower == 0)) && (side == rung || side == rung + 1) &&
             is_same_motion(s, above))
        l->index = side;
    else
        l->index = upper > 0 && lower >= 0 ? rung + 1 : upper <= 0 && lower < 0 ? rung : rung + text;
    dynamics_pieces_tell(s->mode->pieces);
}

/* The step of stairs; the last one for all that are too high to be counted. */
static int64_t step_at(const ladder *l, double base) {
    const double step = l->table ? expr_table_interval(l->table, base) : floor(base), most = (double)LADDER_STEPS;
    return isnan(step) ? l->index : (int64_t)fmax(-most, fmin(step, most));
}

/* Sets the piece where the base stands at no rung; an infinite one, whose rounding is infinite too, does not. */
static standing place(ladder *l, double base, double size) {
    standing x = {.base = base, .close = isinf(base) ? 0 : 1e-13 * size};
    x.rung = l->stairs ? step_at(l, base) - !isnan(base) : 0;
    while (base > dynamics_pieces_rung(l, x.rung) + x.close)
        x.rung++;
    x.at = base >= dynamics_pieces_rung(l, x.rung) - x.close && isfinite(dynamics_pieces_rung(l, x.rung));
    x.above = x.at && base > dynamics_pieces_rung(l, x.rung);
    if (!x.at) {
        l->slides = false;
        l->index = x.rung;
    }
    return x;
}

/* Whether friction stands at rest there, or slides along. */
static bool is_at_rest(const ladder *l, const standing *x) {
    return l->rubs && x->at && dynamics_pieces_rung(l, x->rung) == 0;
}

/* Whether what each has found fits what the others have: what slides is held, and what does not leaves its rung. */
static bool agree(sim *s, const standing *stands) {
    const pieces *p = s->mode->pieces;
    if (!dynamics_evaluate(s, s->t, s->y, NULL) || (p->sliding && dynamics_sliding_excess(s) > 1e-12))
        return false;
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++) {
        const ladder *l = &p->ladder[i];
        const double rate = dynamics_pieces_seen(s, PIECE_RATE, i);
        if (is_at_rest(l, &stands[i]) && !l->slides && !(l->index > stands[i].rung ? rate > 0 : rate < 0))
            return false;
    }
    return true;
}

/* Frictions that stand at once hold each other, and each has been asked with what the others did before: then they are
   asked together. Where they cannot be it stays with what each has found. */
static void decide_together(sim *s, const standing *stands) {
    pieces *p = s->mode->pieces;
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += is_at_rest(&p->ladder[i], &stands[i]);
    if (count < 2 || agree(s, stands))
        return;
    ladder *before = ARENA_ARRAY(s->a, ladder, p->count);
    memcpy(before, p->ladder, (size_t)p->count * sizeof *before);
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        if (!is_at_rest(l, &stands[i]))
            continue;
        l->slides = true;
        l->index = stands[i].rung;
        l->along = 0;
    }
    dynamics_pieces_tell(p);
    if (!dynamics_sliding_decide(s))
        memcpy(p->ladder, before, (size_t)p->count * sizeof *before);
    dynamics_pieces_tell(p);
}

static int64_t fired_rung(const ladder *l, bool down) {
    return down ? l->index - 1 : l->index;
}

/* How well the instant is known at which something has come to its rung, times the tolerance. */
static const double known = 1e3;

/* It slides on: what its base is off the rung is how well the instant was known at which it came there. */
static bool is_still_along(const sim *s, const ladder *l, double base, double size, side_reason why) {
    return why != DECIDED_ANEW && l->slides && l->along == dynamics_pieces_rung(l, l->index) &&
           fabs(base - l->along) <= known * s->tolerance * size;
}

static standing place_seen(sim *s, int i, side_reason why) {
    ladder *l = &s->mode->pieces->ladder[i];
    const double base = dynamics_pieces_seen(s, PIECE_BASE, i), size = dynamics_pieces_seen(s, PIECE_SIZE, i);
    if (is_still_along(s, l, base, size, why))
        return (standing){true, l->index, base > l->along, base, 1e-13 * size};
    return place(l, base, size);
}

/* By the values of all bases at the present state, which choices may change in turn where they hold some; there may be
   no motion with those that stood before. */
static void place_all(sim *s, side_reason why) {
    mode *m = s->mode;
    double *slots = m->piece_program->slots;
    for (int pass = 0; pass <= m->pieces->count; pass++) {
        long changes = 0;
        dynamics_pieces_copy(m, slots);
        slots[m->t_slot] = s->t;
        memcpy(slots + m->q_slot, s->y, 2 * (size_t)m->n * sizeof *slots);
        memcpy(slots + m->scale_slot, s->scale_inputs, SCALE_KINDS * (size_t)m->n * sizeof *slots);
        dynamics_run_program(s, m->piece_program);
        slots = m->piece_program->slots;
        for (int i = 0; i < m->pieces->count; i++) {
            const int64_t index = m->pieces->ladder[i].index;
            changes += !place_seen(s, i, why).at && m->pieces->ladder[i].index != index;
        }
        dynamics_pieces_tell(m->pieces);
        if (!changes)
            return;
    }
}

/* Bases that have jumped with choices within them, which are those of ladders before theirs. */
static void follow_jumps(sim *s, standing *stands) {
    pieces *p = s->mode->pieces;
    bool jumped = true;
    for (int i = 0; i < p->count; i++) {
        if (jumped && !dynamics_evaluate(s, s->t, s->y, NULL))
            return;
        if (jumped)
            dynamics_pieces_look(s);
        jumped = fabs(dynamics_pieces_seen(s, PIECE_BASE, i) - stands[i].base) > stands[i].close;
        if (!jumped)
            continue;
        stands[i] = place_seen(s, i, DECIDED_ANEW);
        dynamics_pieces_tell(p);
        if (stands[i].at)
            choose_side(s, i, stands[i].rung, 0, DECIDED_ANEW, stands[i].above);
    }
}

/* What stands at the boundary that others slide along: its rate, which is one on each side of that, is none there. It
   would come and go for ever by rounding. */
static void find_riders(sim *s, const standing *stands) {
    static const double rounding = 1e-9;
    pieces *p = s->mode->pieces;
    double *rate = ARENA_ARRAY(s->a, double, p->count + 1);
    if (!p->sliding || !dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++)
        rate[i] = dynamics_pieces_seen(s, PIECE_RATE, i);
    if (!dynamics_evaluate_piece(s, s->t, s->y, NULL))
        return;
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        l->rides = stands[i].at && !l->slides && !l->rubs &&
                   fabs(rate[i]) <= rounding * fabs(dynamics_pieces_seen(s, PIECE_RATE, i)) &&
                   dynamics_pieces_seen(s, PIECE_RATE, i) != 0;
        if (l->rides)
            l->along = dynamics_pieces_rung(l, stands[i].rung);
    }
    dynamics_pieces_tell(p);
}

bool dynamics_pieces_ride(sim *s) {
    const pieces *p = s->mode->pieces;
    bool any = false, on = true;
    for (int i = 0; p && i < p->count; i++)
        any = any || p->ladder[i].rides;
    if (!any || !dynamics_evaluate(s, s->t, s->y, NULL))
        return true;
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++)
        on = on && (!p->ladder[i].rides || fabs(dynamics_pieces_seen(s, PIECE_BASE, i) - p->ladder[i].along) <=
                                               known * s->tolerance * dynamics_pieces_seen(s, PIECE_SIZE, i));
    return on;
}

static void settle(sim *s, const margin *fired, side_reason why) {
    pieces *p = s->mode->pieces;
    if (!p)
        return;
    for (int i = 0; i < p->count; i++)
        p->ladder[i].rides = false;
    if (!fired)
        place_all(s, why);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    LGR_ASSERT(!fired || (fired->part == EVENT_PIECE && fired->index / 2 < p->count));
    int which = fired ? fired->index / 2 : -1;
    standing *stands = ARENA_ARRAY(s->a, standing, p->count + 1);
    dynamics_scales_load(s, s->mode); /* in a mode that has just been entered: what stands is off by rounding */
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++) {
        const int64_t rung = fired_rung(&p->ladder[i], fired && fired->index % 2);
        stands[i] = i == which ? (standing){true, rung, false, dynamics_pieces_seen(s, PIECE_BASE, i),
                                            1e-13 * dynamics_pieces_seen(s, PIECE_SIZE, i)}
                               : place_seen(s, i, why);
    }
    dynamics_pieces_tell(p);
    for (int i = 0; i < p->count; i++)
        if (stands[i].at)
            choose_side(s, i, stands[i].rung, i != which ? 0 : fired->index % 2 ? -1 : 1, why, stands[i].above);
    decide_together(s, stands);
    if (p->count > 1)
        follow_jumps(s, stands);
    if (p->count > 1)
        find_riders(s, stands);
    dynamics_evaluate(s, s->t, s->y, NULL);
}

void dynamics_pieces_settle(sim *s, const margin *fired) {
    settle(s, fired, fired ? STAYS : DECIDED_ANEW);
}

void dynamics_sliding_renew(sim *s) {
    if (dynamics_is_sliding(s))
        settle(s, NULL, RENEWED);
}
