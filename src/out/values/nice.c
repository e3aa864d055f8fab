/* Round numbers for axes. */
#include "out/values/nice.h"

#include <math.h>

#include "base/check.h"

static const double ROUNDING = 1e-9; /* of a step: how far beyond the end of an axis a tick may lie */
static const double LARGEST_PLAIN = 1e6;
enum { PLAIN_DIGITS = 5 }; /* numbers of more decimals, or larger ones, are written with e */

bool out_nice_has_place(double x) {
    return fabs(x) <= NICE_MOST;
}

double out_nice_above(double x) {
    LGR_ASSERT(x >= 0);
    x = fmin(fmax(x, NICE_LEAST), NICE_MOST);
    double power = pow(10, floor(log10(x)));
    double lead = x / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

double out_nice_below(double x) {
    LGR_ASSERT(x >= 0);
    x = fmin(fmax(x, NICE_LEAST), NICE_MOST);
    double power = pow(10, floor(log10(x)));
    double lead = x / power;
    return power * (lead >= 10 ? 10 : lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

static nice_ticks with_step(double low, double high, double step) {
    double first = ceil(low / step - ROUNDING), last = floor(high / step + ROUNDING);
    return (nice_ticks){first * step, step, (int)(last - first) + 1};
}

nice_ticks out_nice_ticks_find(double low, double high, int most) {
    LGR_ASSERT(low < high && fabs(low) <= 3 * NICE_MOST && fabs(high) <= 3 * NICE_MOST && most >= 2);
    if (high - low < NICE_LEAST)
        return (nice_ticks){low, NICE_LEAST, 1};
    nice_ticks t = with_step(low, high, out_nice_below((high - low) / most));
    while (t.count > most)
        t = with_step(low, high, out_nice_above(t.step * 1.5));
    return t;
}

double out_nice_tick(const nice_ticks *t, int i) {
    return t->step * round(t->first / t->step + i);
}

/* The decimal place of the first digit. */
static int lead_place(double x) {
    return (int)floor(log10(x) + ROUNDING);
}

const char *out_nice_tick_text(const nice_ticks *t, int i, arena *a) {
    double x = out_nice_tick(t, i), largest = fmax(fabs(t->first), fabs(out_nice_tick(t, t->count - 1)));
    int decimals = -lead_place(t->step);
    if (x == 0)
        return base_arena_printf(a, "%.*f", decimals > 0 && decimals <= PLAIN_DIGITS ? decimals : 0, 0.0);
    if (decimals > PLAIN_DIGITS || largest >= LARGEST_PLAIN)
        return base_arena_printf(a, "%.*g", lead_place(fabs(x)) + decimals + 1, x);
    return base_arena_printf(a, "%.*f", decimals > 0 ? decimals : 0, x);
}
