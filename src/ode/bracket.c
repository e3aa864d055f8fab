/* A Newton step from an estimate, then inverse quadratic interpolation (Brent 1973, chapter 4), kept within a
   bracket. */
#include "ode/bracket.h"

#include <float.h>
#include <math.h>

#include "base/check.h"

enum { MOST_TRIALS = 100, SURE_TRIALS = 10 };

/* Where the inverse parabola through the three points is zero; the secant where two of them are level. */
static double interpolate(const ode_bracket_end *p) {
    double f = p[0].g, g = p[1].g, k = p[2].g;
    double secant = p[0].h - f * (p[1].h - p[0].h) / (g - f);
    if (k == f || k == g || f == g)
        return secant;
    return p[0].h * g * k / ((f - g) * (f - k)) + p[1].h * f * k / ((g - f) * (g - k)) +
           p[2].h * f * g / ((k - f) * (k - g));
}

static double slope_at_last(const ode_bracket *x) {
    if (x->trials == 1 && x->slope > 0)
        return x->slope;
    return (x->last[0].g - x->last[1].g) / (x->last[0].h - x->last[1].h);
}

/* So far beyond the zero the event function may be. */
static double enough(const ode_bracket *x) {
    double slope = slope_at_last(x);
    return slope > 0 ? fmax(x->width, x->noise / slope) : x->width;
}

static bool is_inside(const ode_bracket *x, double h) {
    return h > x->low.h && h < x->high.h;
}

/* The zero as it is predicted; once it is close, so little beyond it that the event function has risen. Where
   predictions do not help, the middle now and then. */
static double choose(ode_bracket *x) {
    if (x->high.h - x->low.h <= x->width || x->trials > MOST_TRIALS) {
        x->at_high = true;
        return x->high.h;
    }
    double middle = 0.5 * (x->low.h + x->high.h), newest = x->last[0].h;
    if (x->trials > SURE_TRIALS && (x->trials % 2 || x->trials > 2 * SURE_TRIALS))
        return middle;
    double h = x->trials == 1 && x->slope > 0 ? newest - x->last[0].g / x->slope : interpolate(x->last);
    double beyond = h + 0.5 * enough(x);
    if (fabs(h - newest) < 1e-6 * newest && is_inside(x, beyond))
        return beyond;
    return is_inside(x, h) ? h : middle;
}

/* Two roundings of the size, or one of the time; but states are functions of the size: late on the clock, a small part
   of the whole step. */
static double width_at(const ode_bracket *x, double h) {
    static const double part = 256;
    return DBL_EPSILON * fmax(2 * h, fmin(fabs(x->t), part * x->whole));
}

double ode_bracket_begin(ode_bracket *x, double t, ode_bracket_end low, ode_bracket_end high, double guess,
                         double slope, double noise) {
    LGR_ASSERT(low.h <= high.h);
    *x = (ode_bracket){.low = low, .high = high, .last = {high, low, low}, .slope = slope, .noise = noise};
    x->t = t;
    x->whole = high.h;
    x->width = width_at(x, is_inside(x, guess) ? guess : high.h);
    return is_inside(x, guess) ? guess : choose(x);
}

double ode_bracket_next(ode_bracket *x, double h, double g) {
    LGR_ASSERT(h >= x->low.h && h <= x->high.h);
    if (x->at_high)
        return g > 0 ? 0 : -1;
    if (isnan(g))
        return -1;
    const ode_bracket_end now = {h, g};
    x->trials++;
    x->last[2] = x->last[1];
    x->last[1] = x->last[0];
    x->last[0] = now;
    *(g > 0 ? &x->high : &x->low) = now;
    x->width = width_at(x, h);
    double slope = slope_at_last(x);
    bool close = g <= x->noise || (slope > 0 && g <= slope * x->width);
    if (g > 0 && (close || h - x->low.h <= x->width))
        return 0;
    return choose(x);
}
