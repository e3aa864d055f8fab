/* Round numbers for axes. */
#include "out/nice.h"

#include <math.h>

#include "base/check.h"

static const double ROUNDING = 1e-9; /* of a step: how far beyond the end of an axis a tick may lie */
enum { PLAIN_DIGITS = 5 };           /* numbers beyond so many digits before or after the point are written with e */

double nice_above(double x) {
    LGR_ASSERT(x > 0);
    double power = pow(10, floor(log10(x)));
    double lead = x / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

double nice_below(double x) {
    LGR_ASSERT(x > 0);
    double power = pow(10, floor(log10(x)));
    double lead = x / power;
    return power * (lead >= 10 ? 10 : lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

static nice_ticks with_step(double low, double high, double step) {
    double first = ceil(low / step - ROUNDING), last = floor(high / step + ROUNDING);
    return (nice_ticks){first * step, step, (int)(last - first) + 1};
}

nice_ticks nice_ticks_find(double low, double high, int most) {
    LGR_ASSERT(low < high && most >= 2);
    double step = nice_above((high - low) / most);
    nice_ticks t = with_step(low, high, step);
    return t.count <= most ? t : with_step(low, high, nice_above(step * 1.5));
}

double nice_tick(const nice_ticks *t, int i) {
    return t->step * round(t->first / t->step + i);
}

const char *nice_tick_text(const nice_ticks *t, int i, arena *a) {
    double x = nice_tick(t, i), last = nice_tick(t, t->count - 1);
    int decimals = (int)-floor(log10(t->step) + ROUNDING);
    double largest = fmax(fabs(t->first), fabs(last));
    if (decimals > PLAIN_DIGITS || largest >= 1e6)
        return arena_printf(a, "%.*g", (int)fmax(1, 1 + floor(log10(fmax(fabs(x), t->step) / t->step) + ROUNDING)),
                            x == 0 ? 0 : x);
    return arena_printf(a, "%.*f", decimals > 0 ? decimals : 0, x == 0 ? 0 : x);
}
