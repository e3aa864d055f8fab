/* Whether event functions become positive within a step of eight motions (event/localize.c for one). Undecided cases
   are left to the search for one. */
#include <math.h>
#include <string.h>

#include "ode/dop853_table.h"
#include "sim/batch/pack.h"
#include "sim/dynamics/dynamics.h"
#include "sim/event/enclosure.h"
#include "sim/event/localize.h"

static tape_bounds bounds_of(const pack *p, size_t k, int order, size_t lane) {
    const tape_segment *segments = p->mode->watch->program->segments;
    uint32_t slot =
        order == 0 ? segments[1].out_slots[k] : segments[2].out_slots[(size_t)(order - 1) * p->mode->margin_count + k];
    return (tape_bounds){p->bounds[2 * PACK_LANES * slot + lane], p->bounds[2 * PACK_LANES * slot + PACK_LANES + lane]};
}

static double value_at(const double *margins, size_t k, size_t lane) {
    return margins[2 * k * PACK_LANES + lane];
}

static double size_at(const double *margins, size_t k, size_t lane) {
    return margins[(2 * k + 1) * PACK_LANES + lane];
}

static bool has(lane_set set, size_t lane) {
    return set >> lane & 1;
}

static rise begin_margin(const pack *p, size_t k, size_t lane) {
    const margin *x = &p->mode->margins[k];
    double start = value_at(p->margins, k, lane);
    double size = size_at(p->margins, k, lane), size_at_end = size_at(p->next_margins, k, lane);
    bool user = x->part == EVENT_USER, armed = user && has(p->armed[k], lane);
    return event_rise_begin(x, start, size, size_at_end, !user || (armed && !has(p->waiting[k], lane)), armed,
                            p->gap_error);
}

/* A contact force as the stages saw it, in their order of time: rises without turning back. */
static bool force_rises(const pack *p, size_t k, size_t lane) {
    static const int order[DOP_STAGES] = {0, 1, 2, 3, 6, 4, 7, 5, 9, 8, 10, DOP_STAGES};
    if (p->mode->margins[k].part != EVENT_OPEN)
        return false;
    size_t row = 0;
    while (p->mode->eq.rows[row] != p->mode->margins[k].index)
        row++;
    for (int i = 1; i < DOP_STAGES; i++) {
        const double *before = p->multipliers + (size_t)order[i - 1] * p->rows * PACK_LANES;
        const double *after = p->multipliers + (size_t)order[i] * p->rows * PACK_LANES;
        if (!(before[row * PACK_LANES + lane] < after[row * PACK_LANES + lane]))
            return false;
    }
    return true;
}

static void sample_once(pack *p, const int *stages, int count) {
    for (int i = 0; i < count; i++) {
        unsigned bit = 1u << stages[i];
        if (!(p->sampled & bit))
            p->loops->sample(p, (size_t)stages[i]);
        p->sampled |= bit;
    }
}

static bool keeps_opening(pack *p, const rise *r, size_t k, size_t lane) {
    if (!p->mode->margins[k].gap)
        return false;
    const int start = 0;
    sample_once(p, &start, 1);
    watch_value before = {value_at(p->margins, k, lane), p->samples[2 * k * PACK_LANES + PACK_LANES + lane]};
    if (!event_rise_can_keep_opening(&p->mode->margins[k], r, before, p->h[lane]))
        return false;
    sample_once(p, dop_few, DOP_FEW);
    for (int i = 0; i < DOP_FEW; i++) {
        const double *at = p->samples + ((size_t)dop_few[i] * p->mode->margin_count + k) * 2 * PACK_LANES + lane;
        if (!event_rise_opens_further(&before, (watch_value){at[0], at[PACK_LANES]}))
            return false;
    }
    return true;
}

bool batch_pack_keeps_opening(pack *p, size_t which, size_t lane) {
    const rise r = begin_margin(p, which, lane);
    return keeps_opening(p, &r, which, lane);
}

static verdict decide(const pack *p, size_t k, size_t lane, const rise *r, bool jumps, bool kinks) {
    const mode *m = p->mode;
    watch_value a = {value_at(p->margins, k, lane), -INFINITY}, b = {value_at(p->next_margins, k, lane), INFINITY};
    if (!m->margins[k].smooth) {
        const bool clear = b.g > r->limit || b.g < -r->limit;
        if (r->stage != RISE_BELOW || !(a.g < 0) || !clear || !force_rises(p, k, lane))
            return UNDECIDED;
        return b.g > 0 ? RISES : NOTHING;
    }
    if (jumps && m->watch->jumps[k])
        return UNDECIDED;
    bool curved = m->margins[k].curved && !(kinks && m->watch->kinks[k]);
    tape_bounds second = curved ? bounds_of(p, k, 2, lane) : (tape_bounds){0};
    tape_bounds change = event_rise_change(bounds_of(p, k, 1, lane), curved ? &second : NULL, p->h[lane], a, b);
    return event_rise_decide(r, change, a.g, b.g);
}

/* A single margin that rises from below zero is located side by side; everything else is for the search. */
static int combine(const pack *p, int so_far, verdict v, size_t k, double start) {
    if (v == NOTHING || v == FALLS)
        return so_far;
    bool simple = start < 0 && !p->mode->margins[k].inclusive;
    return v == RISES && so_far == PACK_NOTHING && simple ? (int)k : PACK_DOUBT;
}

void batch_pack_watch(pack *p, lane_set lanes, int rising[PACK_LANES]) {
    size_t margins = p->mode->margin_count;
    for (int l = 0; l < PACK_LANES; l++)
        rising[l] = PACK_NOTHING;
    if (!margins)
        return;
    const tape *t = p->mode->watch->program;
    p->loops->hold(p);
    lane_set jumps = p->run_bounds(t, 1, p->bounds), kinks = 0;
    bool rates = false;
    for (size_t k = 0; k < margins; k++) {
        lane_set open = p->loops->open(p, k) & lanes;
        if (open && !rates && p->mode->margins[k].smooth) {
            kinks = p->run_bounds(t, 2, p->bounds);
            rates = true;
        }
        for (size_t l = 0; open && l < PACK_LANES; l++) {
            if (!has(open, l))
                continue;
            rise r = begin_margin(p, k, l);
            verdict v = decide(p, k, l, &r, has(jumps, l), has(kinks, l));
            if (v == UNDECIDED && keeps_opening(p, &r, k, l))
                v = NOTHING;
            rising[l] = combine(p, rising[l], v, k, value_at(p->margins, k, l));
        }
    }
}

typedef struct curve {
    double h[4], g[4];
} curve;

/* Where the curve reaches g: the cubic of h by g (Lagrange). */
static double reach(const curve *c, double g) {
    double h = 0;
    for (int k = 0; k < 4; k++) {
        double part = c->h[k];
        for (int l = 0; l < 4; l++)
            if (l != k)
                part *= (c->g[l] - g) / (c->g[l] - c->g[k]);
        h += part;
    }
    return h;
}

double batch_pack_guess(pack *p, int lane, size_t which, double *rate) {
    LGR_ASSERT(which < p->mode->margin_count);
    enum { POINTS = DOP_SAMPLES + 1 };
    double h[POINTS] = {0}, g[POINTS] = {value_at(p->margins, which, (size_t)lane)};
    sample_once(p, dop_sampled, DOP_SAMPLES);
    for (int i = 1; i < POINTS; i++) {
        size_t stage = (size_t)dop_sampled[i - 1];
        h[i] = p->h[lane] * (stage < DOP_STAGES ? dop_c[stage] : 1);
        g[i] = p->samples[(stage * p->mode->margin_count + which) * 2 * PACK_LANES + (size_t)lane];
    }
    int i = 1;
    while (i < POINTS - 1 && !(g[i] > 0))
        i++;
    int first = i < 2 ? 0 : i > POINTS - 2 ? POINTS - 4 : i - 2;
    curve c;
    memcpy(c.h, h + first, sizeof c.h);
    memcpy(c.g, g + first, sizeof c.g);
    double around = 1e-3 * (g[i] - g[i - 1]), zero = reach(&c, 0);
    *rate = 2 * around / (reach(&c, around) - reach(&c, -around));
    if (*rate > 0 && zero > h[i - 1] && zero < h[i])
        return zero;
    *rate = (g[i] - g[i - 1]) / (h[i] - h[i - 1]);
    return h[i - 1] - g[i - 1] / *rate;
}
