/* How an event function rises within a part of a step, from bounds of its value and of its rates. */
#include <math.h>

#include "sim/event/event.h"
#include "sim/event/localize.h"
#include "sim/event/rules.h"

rise event_rise_begin(const margin *x, double start, double size, double size_at_end, bool counts, bool armed,
                      double gap_error) {
    rise r;
    bool closing = x->part == EVENT_CLOSE, user = x->part == EVENT_USER;
    find_bars(start, size, size_at_end, closing, user, x->inclusive, gap_error, &r.limit, &r.level);
    if (x->part == EVENT_PIECE) /* beyond its boundary by rounding, however large: else it would be in the next */
        r.limit = fmax(r.limit, start);
    r.stage = counts && !(start > r.limit) ? RISE_BELOW : RISE_ABOVE;
    if (user && !counts && armed)
        r.stage = RISE_IDLE; /* it waits for another event */
    return r;
}

/* As fmax and fmin, which are no instructions: a number where the other is none. */
static double greater_number(double a, double b) {
    return b > a || isnan(a) ? b : a;
}

static double lesser_number(double a, double b) {
    return b < a || isnan(a) ? b : a;
}

/* The greatest value of a curve from g_a to g_b with slopes between low and high (per part). */
static double top_of(double g_a, double g_b, double low, double high) {
    const double ends = greater_number(g_a, g_b);
    if (!(high - low > 0) || !isfinite(high - low))
        return high - low == 0 ? ends : INFINITY;
    double x = lesser_number(1, greater_number(0, (g_b - g_a - low) / (high - low)));
    return ends + greater_number(0, lesser_number(g_a + high * x, g_b - low * (1 - x)) - ends);
}

tape_bounds event_rise_change(tape_bounds rate, const tape_bounds *second, double width, watch_value a, watch_value b) {
    if (second) {
        rate.high = fmin(rate.high, top_of(a.rate, b.rate, width * second->low, width * second->high));
        rate.low = fmax(rate.low, -top_of(-a.rate, -b.rate, -width * second->high, -width * second->low));
    }
    return (tape_bounds){width * rate.low, width * rate.high};
}

bool event_rise_is_settled(const rise *r, tape_bounds value) {
    bool below = r->stage == RISE_BELOW;
    return !((below ? value.high : -value.low) > (below ? r->limit : -r->level)); /* nor where it has no value */
}

verdict event_rise_decide(const rise *r, tape_bounds change, double g_a, double g_b) {
    bool below = r->stage == RISE_BELOW;
    double bar = below ? r->limit : -r->level, sign = below ? 1 : -1;
    double low = below ? change.low : -change.high, high = below ? change.high : -change.low;
    if (high <= 0)
        return NOTHING;
    if (low >= 0)
        return sign * g_b > bar ? (below ? RISES : FALLS) : NOTHING;
    return top_of(sign * g_a, sign * g_b, low, high) > bar ? UNDECIDED : NOTHING;
}
