/* Maxima and minima of a step of eight motions (extrema.c for one). Where bounds show that the extremum is at an end of
   the step, nothing is searched; other steps are repeated alone. */
#include <math.h>

#include "sim/batch/pack.h"
#include "sim/record/tops.h"

/* What is solved for has no rate that bounds could be had of: it is judged by the stages, which saw it. Bounds of its
   values then say only that these have not been met by chance where something fast goes round: so many times what they
   span at most. */
static const double MOST_UNSEEN = 64;

static bool has(lane_set set, size_t lane) {
    return set >> lane & 1;
}

static tape_bounds bounds_at(const pack *p, uint32_t slot, size_t lane, double factor) {
    const double *at = p->branch_bounds + 2 * PACK_LANES * slot + lane;
    double low = factor * at[0], high = factor * at[PACK_LANES];
    return factor > 0 ? (tape_bounds){low, high} : (tape_bounds){high, low};
}

static tape_bounds value_bounds(const pack *p, size_t k, size_t lane) {
    return bounds_at(p, p->tops->values->t->segments[1].out_slots[k], lane, p->tops->branch[k].sign);
}

static tape_bounds rate_bounds(const pack *p, size_t k, size_t order, size_t lane) {
    double h = p->h[lane], factor = p->tops->branch[k].sign * (order == 1 ? h : h * h);
    return bounds_at(p, p->tops->values->t->segments[2].out_slots[2 * k + order - 1], lane, factor);
}

static double bar_of(const pack *p, size_t k, size_t lane) {
    double best = p->highest[p->branch_peak[k] * PACK_LANES + lane];
    return p->tops->branch[k].root && best > -INFINITY ? best * fabs(best) : best;
}

static lane_set open_lanes(const pack *p, size_t k, lane_set lanes) {
    lane_set open = 0;
    for (size_t l = 0; l < PACK_LANES; l++)
        if (has(lanes, l) && value_bounds(p, k, l).high > bar_of(p, k, l))
            open |= 1u << l;
    return open;
}

/* What the bounds over the step have been asked for. */
typedef struct judgement {
    pack *p;
    lane_set jumps, kinks; /* where something may */
    bool rates, samples;   /* are there */
} judgement;

static bool is_smooth_to_end(judgement *x, size_t k, size_t lane) {
    pack *p = x->p;
    const tops_branch *r = &p->tops->branch[k];
    if (r->jumps && has(x->jumps, lane))
        return false;
    if (!x->rates) {
        x->kinks = p->run_bounds(p->tops->values->t, 2, p->branch_bounds);
        p->loops->branches_at_ends(p);
    }
    x->rates = true;
    const double *at = p->branch_ends + 4 * k * PACK_LANES + lane;
    tops_ends ends = {at[0], at[PACK_LANES], at[2 * PACK_LANES], at[3 * PACK_LANES]};
    tape_bounds second = rate_bounds(p, k, 2, lane);
    bool curved = r->curved && !(r->kinks && has(x->kinks, lane));
    return record_tops_peaks_at_end(rate_bounds(p, k, 1, lane), curved ? &second : NULL, &ends, bar_of(p, k, lane));
}

static double size_of_root(double x) {
    return copysign(sqrt(fabs(x)), x);
}

static bool is_seen_to_end(judgement *x, size_t k, size_t lane) {
    pack *p = x->p;
    size_t peak = p->branch_peak[k];
    if (!x->samples)
        p->loops->sample_peaks(p, p->peak_at_ends);
    x->samples = true;
    tape_bounds b = value_bounds(p, k, lane);
    if (p->tops->branch[k].root)
        b = (tape_bounds){size_of_root(b.low), size_of_root(b.high)};
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < PEAK_SAMPLES; i++) {
        double g = p->peak_samples[(peak * PEAK_SAMPLES + i) * PACK_LANES + lane];
        low = fmin(low, g);
        high = fmax(high, g);
    }
    bool bounded = b.high - high <= MOST_UNSEEN * (high - low);
    return bounded && has(p->peak_at_ends[peak], lane);
}

/* Where the branch is nowhere above what there was and its ends. */
static lane_set settle(judgement *x, size_t k, lane_set lanes) {
    lane_set open = open_lanes(x->p, k, lanes), left = 0;
    for (size_t l = 0; open && l < PACK_LANES; l++) {
        if (!has(open, l))
            continue;
        const tops_branch *r = &x->p->tops->branch[k];
        const bool settled = r->smooth ? is_smooth_to_end(x, k, l) : is_seen_to_end(x, k, l);
        if (!settled && !(r->gap && batch_pack_keeps_opening(x->p, r->gap - 1, l)))
            left |= 1u << l;
    }
    return lanes & ~left;
}

lane_set batch_pack_peaks(pack *p, lane_set lanes) {
    LGR_ASSERT(lanes >> PACK_LANES == 0);
    if (!p->peak_count || !lanes)
        return lanes;
    p->loops->peaks_at_end(p);
    judgement x = {.p = p};
    if (p->tops) {
        p->loops->hold_branches(p);
        x.jumps = p->run_bounds(p->tops->values->t, 1, p->branch_bounds);
        for (size_t k = 0; lanes && k < p->tops->count; k++)
            lanes = settle(&x, k, lanes);
    }
    for (size_t k = 0; k < p->peak_count; k++)
        for (size_t l = 0; l < PACK_LANES; l++)
            if (has(lanes, l))
                p->greatest[k * PACK_LANES + l] = p->highest[k * PACK_LANES + l];
    return lanes;
}
