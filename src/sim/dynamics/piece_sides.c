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

/* Where all ladders stand, and which of them have one boundary there (see dynamics_find_boundaries). */
typedef struct situation {
    standing *stands;
    int *first; /* NULL: each has its own */
    bool *turned;
} situation;

static bool is_one(const situation *x, int i, int j) {
    return i == j || (x->first && x->first[i] == x->first[j] && x->stands[j].at);
}

static bool is_turned(const situation *x, int i, int j) {
    return i != j && x->turned[i] != x->turned[j];
}

/* Ladder i, and all that have its boundary, on the upper side of it, or the lower. */
static void take_side(pieces *p, const situation *x, int i, bool upper) {
    for (int j = 0; j < p->count; j++) {
        ladder *l = &p->ladder[j];
        if (is_one(x, i, j)) {
            l->slides = false;
            l->index = x->stands[j].rung + (upper != is_turned(x, i, j));
        } else if (l->with == i)
            l->slides = false;
    }
}

/* Each on the side that the text has there, which is above for one and below for the other of x >= 1 and x > 1. */
static void take_own_sides(pieces *p, const situation *x, int i) {
    take_side(p, x, i, x->stands[i].above);
    for (int j = 0; j < p->count; j++)
        if (is_one(x, i, j))
            p->ladder[j].index = x->stands[j].rung + x->stands[j].above;
}

/* The base's rate with the upper side of the rung, or the lower, in force. */
static double rate_on(sim *s, const situation *x, int i, bool upper) {
    pieces *p = s->mode->pieces;
    take_side(p, x, i, upper);
    dynamics_pieces_tell(p);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return NAN;
    dynamics_pieces_look(s);
    return dynamics_pieces_seen(s, PIECE_RATE, i);
}

/* Whether static friction that has this boundary holds the motion there. */
static bool rests(sim *s, const situation *x, int i) {
    pieces *p = s->mode->pieces;
    bool any = false;
    for (int j = 0; j < p->count; j++) {
        ladder *l = &p->ladder[j];
        l->tried = l->rests && is_one(x, i, j) && dynamics_pieces_rung(l, x->stands[j].rung) == 0;
        any = any || l->tried;
    }
    const bool holds = any && rate_on(s, x, i, true) < 0 && rate_on(s, x, i, false) > 0;
    for (int j = 0; j < p->count; j++)
        p->ladder[j].tried = false;
    return holds;
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

typedef enum { DECIDED_ANEW, OTHERS, STAYS, RENEWED } side_reason; /* OTHERS: anew, but for what has been asked */

/* From the lower side of i on. */
static void slide(pieces *p, const situation *x, int i) {
    for (int j = 0; j < p->count; j++)
        if (is_one(x, i, j)) {
            ladder *l = &p->ladder[j];
            l->slides = true;
            l->along = dynamics_pieces_rung(l, x->stands[j].rung);
            l->with = j == i ? -1 : i;
            l->turned = is_turned(x, i, j);
        }
}

/* At the rung: along it where both sides lead back, else beyond it where the motion has crossed it (`crossed`: 1
   upwards, -1 downwards), else where both sides lead, else as the text has it. Where nothing jumps at the rung and the
   motion does not cross it now (STAYS), or nothing happened and it does not move there (RENEWED), it keeps its side:
   two that stand at their rungs would fire each other for ever, and one that has just been crossed, again and again.
   All that have this boundary go together: they jump at once. What has just let go is beyond the rung. */
static void choose_side(sim *s, const situation *x, int i, int crossed, side_reason why) {
    pieces *p = s->mode->pieces;
    const ladder *l = &p->ladder[i];
    const int64_t rung = x->stands[i].rung, side = l->index;
    LGR_ASSERT(l->stairs || (rung >= 0 && rung < l->count));
    const int solved = s->mode->n + s->mode->m;
    int64_t *sides = ARENA_ARRAY(s->a, int64_t, p->count);
    for (int j = 0; j < p->count; j++)
        sides[j] = p->ladder[j].index;
    const bool at_rest = rests(s, x, i);
    double *above = ARENA_ARRAY(s->a, double, solved + 1), upper = rate_on(s, x, i, true);
    memcpy(above, dynamics_accelerations(s), (size_t)solved * sizeof *above);
    double lower = rate_on(s, x, i, false);
    bool smooth = fabs(upper - lower) <= 1e-9 * (fabs(upper) + fabs(lower));
    const bool nothing = l->rubs && upper == 0 && lower == 0 && are_same_forces(s, above); /* yet that would hold it */
    if (!l->leaves && (nothing || at_rest || (!smooth && upper < 0 && lower > 0)))
        slide(p, x, i);
    else if (crossed)
        take_side(p, x, i, crossed > 0);
    else if (l->leaves || ((why == STAYS || (why == RENEWED && upper == 0 && lower == 0)) &&
                           (side == rung || side == rung + 1) && is_same_motion(s, above)))
        for (int j = 0; j < p->count; j++)
            p->ladder[j].index = sides[j];
    else if (upper == 0 && lower == 0)
        take_own_sides(p, x, i);
    else
        take_side(p, x, i, upper > 0 && lower >= 0 ? true : upper <= 0 && lower < 0 ? false : x->stands[i].above);
    dynamics_pieces_tell(p);
}

/* The step of stairs; the last one for all that are too high to be counted. */
static int64_t step_at(const ladder *l, double base) {
    const double step = l->table ? expr_table_interval(l->table, base) : floor(base), most = (double)LADDER_STEPS;
    return isnan(step) ? l->index : (int64_t)fmax(-most, fmin(step, most));
}

static const double base_rounding = 1e-13,
                    rate_rounding = 1e-11; /* beside contacts: as slips there, see touch_rounding */

/* An infinite base, whose rounding is infinite too, stands at no rung. */
static standing standing_of(const ladder *l, double base, double size, double rounding) {
    standing x = {.base = base, .close = isinf(base) ? 0 : rounding * size};
    x.rung = l->stairs ? step_at(l, base) - !isnan(base) : 0;
    while (base > dynamics_pieces_rung(l, x.rung) + x.close)
        x.rung++;
    x.at = base >= dynamics_pieces_rung(l, x.rung) - x.close && isfinite(dynamics_pieces_rung(l, x.rung));
    const double rung = dynamics_pieces_rung(l, x.rung);
    const bool begins = l->stairs && !l->table; /* a whole number, with its rung; tables do not jump */
    x.above = x.at && (base > rung || (begins && base == rung));
    return x;
}

/* Sets the piece where the base stands at no rung. */
static standing place(ladder *l, standing x) {
    if (!x.at) {
        l->slides = l->held = false;
        l->index = x.rung;
    }
    return x;
}

/* Whether friction stands at rest there, or slides along. */
static bool is_at_rest(const ladder *l, const standing *x) {
    return l->rubs && !l->leaves && x->at && dynamics_pieces_rung(l, x->rung) == 0;
}

static int64_t fired_rung(const ladder *l, bool down) {
    return down ? l->index - 1 : l->index;
}

/* The number of the rung along which it slides. */
static int64_t lower_of(const ladder *l) {
    return l->index - (l->with >= 0 && l->turned);
}

/* It slides on: what its base is off the rung is how well the instant was known at which it came there. */
static bool is_still_along(const sim *s, const ladder *l, double base, double size, side_reason why) {
    static const double known = 1e3; /* times the tolerance */
    return why != DECIDED_ANEW && why != OTHERS && l->slides && l->along == dynamics_pieces_rung(l, lower_of(l)) &&
           fabs(base - l->along) <= known * s->tolerance * size;
}

static standing see(const sim *s, int i, side_reason why, double rounding) {
    const ladder *l = &s->mode->pieces->ladder[i];
    const double base = dynamics_pieces_seen(s, PIECE_BASE, i), size = dynamics_pieces_seen(s, PIECE_SIZE, i);
    if (is_still_along(s, l, base, size, why))
        return (standing){true, lower_of(l), base > l->along, base, base_rounding * size};
    return standing_of(l, base, size, rounding);
}

static standing place_seen(sim *s, int i, side_reason why, double rounding) {
    return place(&s->mode->pieces->ladder[i], see(s, i, why, rounding));
}

/* At the rung that it has crossed, unless it has jumped beyond the next one, as an angle that passes half a turn. */
static standing place_fired(sim *s, int i, bool down) {
    const ladder *l = &s->mode->pieces->ladder[i];
    const standing x = {true, fired_rung(l, down), false, dynamics_pieces_seen(s, PIECE_BASE, i),
                        base_rounding * dynamics_pieces_seen(s, PIECE_SIZE, i)};
    const double next = dynamics_pieces_rung(l, down ? x.rung - 1 : x.rung + 1);
    const bool jumped = down ? x.base < next - x.close : x.base > next + x.close;
    return jumped ? place_seen(s, i, DECIDED_ANEW, base_rounding) : x;
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
            changes += !place_seen(s, i, why, base_rounding).at && m->pieces->ladder[i].index != index;
        }
        dynamics_pieces_tell(m->pieces);
        if (!changes)
            return;
    }
}

/* Bases that have jumped with choices within them, which are those of ladders before theirs. */
static void follow_jumps(sim *s, standing *stands) {
    pieces *p = s->mode->pieces;
    const situation alone = {.stands = stands};
    bool jumped = true;
    for (int i = 0; i < p->count; i++) {
        if (jumped && !dynamics_evaluate(s, s->t, s->y, NULL))
            return;
        if (jumped)
            dynamics_pieces_look(s);
        jumped = fabs(dynamics_pieces_seen(s, PIECE_BASE, i) - stands[i].base) > stands[i].close;
        if (!jumped)
            continue;
        stands[i] = place_seen(s, i, DECIDED_ANEW, base_rounding);
        dynamics_pieces_tell(p);
        if (stands[i].at)
            choose_side(s, &alone, i, 0, DECIDED_ANEW);
    }
}

/* What went with another one that no longer slides stands by itself. */
static void part(pieces *p) {
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        l->slides = l->slides && (l->with < 0 || p->ladder[l->with].slides);
    }
    dynamics_pieces_tell(p);
}

/* The one that has fired is asked for all that have its boundary. */
static void choose_all(sim *s, standing *stands, const margin *fired, side_reason why) {
    pieces *p = s->mode->pieces;
    const int which = fired ? fired->index / 2 : -1;
    bool *at = ARENA_ARRAY(s->a, bool, 2 * p->count + 1), *turned = at + p->count;
    situation x = {stands, ARENA_ARRAY(s->a, int, p->count + 1), turned};
    for (int i = 0; i < p->count; i++)
        at[i] = stands[i].at;
    dynamics_find_boundaries(s, at, x.first, x.turned);
    part(p);
    for (int i = 0; i < p->count; i++) {
        const int one = which >= 0 && x.first[which] == x.first[i] ? which : i;
        if (at[x.first[i]] && stands[i].at && !p->ladder[i].held && !(why == OTHERS && p->ladder[i].asked))
            choose_side(s, &x, one, one != which ? 0 : fired->index % 2 ? -1 : 1, why);
        at[x.first[i]] = false;
    }
}

static void settle(sim *s, const margin *fired, side_reason why) {
    pieces *p = s->mode->pieces;
    if (!p)
        return;
    if (!fired)
        place_all(s, why);
    if (!dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    LGR_ASSERT(!fired || (fired->part == EVENT_PIECE && fired->index / 2 < p->count));
    int which = fired ? fired->index / 2 : -1;
    standing *stands = ARENA_ARRAY(s->a, standing, p->count + 1);
    dynamics_scales_load(s, s->mode); /* in a mode that has just been entered: what stands is off by rounding */
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++)
        stands[i] = i == which ? place_fired(s, i, fired->index % 2) : place_seen(s, i, why, base_rounding);
    choose_all(s, stands, fired, why);
    if (p->count > 1)
        follow_jumps(s, stands);
    dynamics_evaluate(s, s->t, s->y, NULL);
}

void dynamics_pieces_settle(sim *s, const margin *fired) {
    settle(s, fired, fired ? STAYS : DECIDED_ANEW);
}

void dynamics_pieces_restore(sim *s, const ladder *before) {
    pieces *p = s->mode->pieces;
    memcpy(p->ladder, before, (size_t)p->count * sizeof *before);
    dynamics_pieces_tell(p);
}

bool dynamics_pieces_restore_one(sim *s, const ladder *before, int which) {
    pieces *p = s->mode->pieces;
    bool any = false;
    for (int i = 0; i < p->count; i++)
        any = any || (!before[i].slides && (i == which || (p->ladder[i].slides && p->ladder[i].with == which)));
    for (int i = 0; i < p->count && any; i++)
        if (i != which && p->ladder[i].slides && p->ladder[i].with == which)
            p->ladder[i] = before[i];
    if (any)
        p->ladder[which] = before[which];
    dynamics_pieces_tell(p);
    return any;
}

void dynamics_pieces_release(sim *s) {
    pieces *p = s->mode->pieces;
    bool any = false;
    for (int i = 0; p && i < p->count; i++) {
        any = any || p->ladder[i].held;
        p->ladder[i].held = p->ladder[i].asked = false;
    }
    if (any)
        dynamics_pieces_tell(p);
}

/* Those of which the boundary of i is that. What one of them has let go to holds for all. */
static void stand_at(pieces *p, const situation *x, int i) {
    bool leaves = false;
    for (int j = 0; j < p->count; j++) {
        const ladder *l = &p->ladder[j];
        if (!is_one(x, i, j) || !l->leaves)
            continue;
        leaves = true;
        p->ladder[i].upper = (l->index > x->stands[j].rung) != is_turned(x, i, j);
    }
    take_side(p, x, i, false);
    slide(p, x, i);
    for (int j = 0; j < p->count; j++)
        if (is_one(x, i, j)) {
            p->ladder[j].asked = true;
            p->ladder[j].leaves = leaves;
        }
}

ladder *dynamics_pieces_stand(sim *s) {
    pieces *p = s->mode->pieces;
    if (!p || !p->count || !dynamics_evaluate(s, s->t, s->y, NULL))
        return NULL;
    ladder *before = ARENA_ARRAY(s->a, ladder, p->count);
    memcpy(before, p->ladder, (size_t)p->count * sizeof *before);
    standing *stands = ARENA_ARRAY(s->a, standing, p->count + 1);
    bool *at = ARENA_ARRAY(s->a, bool, 2 * p->count + 1), *turned = at + p->count, any = false;
    situation x = {stands, ARENA_ARRAY(s->a, int, p->count + 1), turned};
    dynamics_scales_load(s, s->mode);
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++) {
        stands[i] = place_seen(s, i, STAYS, rate_rounding);
        at[i] = stands[i].at;
        any = any || at[i];
    }
    dynamics_pieces_tell(p);
    if (!any)
        return NULL;
    dynamics_find_boundaries(s, at, x.first, x.turned);
    part(p);
    for (int i = 0; i < p->count; i++)
        if (stands[i].at && x.first[i] == i)
            stand_at(p, &x, i);
    dynamics_pieces_tell(p);
    return before;
}

bool dynamics_pieces_disagree(sim *s) {
    pieces *p = s->mode->pieces;
    if (!p || p->count < 2 || !dynamics_evaluate(s, s->t, s->y, NULL))
        return false;
    dynamics_scales_load(s, s->mode);
    dynamics_pieces_look(s);
    int count = 0, slide = 0;
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        const standing x = see(s, i, STAYS, base_rounding);
        l->asked = is_at_rest(l, &x);
        count += l->asked;
        slide += l->asked && l->slides;
    }
    for (int i = 0; i < p->count; i++)
        p->ladder[i].asked = p->ladder[i].asked && count > 1;
    return count > 1 && (slide < count || dynamics_sliding_excess(s) > 1e-12);
}

void dynamics_pieces_settle_others(sim *s) {
    settle(s, NULL, OTHERS);
}

void dynamics_pieces_follow(sim *s) {
    settle(s, NULL, STAYS);
}

void dynamics_pieces_ease(sim *s) {
    pieces *p = s->mode->pieces;
    if (!p || !dynamics_evaluate(s, s->t, s->y, NULL))
        return;
    dynamics_pieces_look(s);
    for (int i = 0; i < p->count; i++) {
        ladder *l = &p->ladder[i];
        const standing x = place_seen(s, i, DECIDED_ANEW, base_rounding);
        l->eased = is_at_rest(l, &x);
        l->slides = l->slides && !l->eased;
    }
    dynamics_pieces_tell(p);
}

void dynamics_sliding_renew(sim *s) {
    if (dynamics_is_sliding(s))
        settle(s, NULL, RENEWED);
}
