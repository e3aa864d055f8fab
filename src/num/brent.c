/* Brent's methods: a root by bisection and inverse interpolation, a maximum by golden section and parabolas. */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/check.h"
#include "num/roots.h"

enum { MOST_STEPS = 200 };

/* --- Root --- */

typedef struct point {
    double x, f;
} point;

static bool same_sign(double f, double g) {
    return (f > 0.0) == (g > 0.0);
}

/* Step from the best point b towards the root, from the last point a and the opposite end c (which may be a). Zero when
   interpolation leads outside or shrinks too slowly. */
static double interpolated_step(point a, point b, point c, double half, double limit, double before_last) {
    double p, q;
    const double s = b.f / a.f;
    if (a.x == c.x) {
        p = 2.0 * half * s;
        q = 1.0 - s;
    } else {
        const double t = a.f / c.f, r = b.f / c.f;
        p = s * (2.0 * half * t * (t - r) - (b.x - a.x) * (r - 1.0));
        q = (t - 1.0) * (r - 1.0) * (s - 1.0);
    }
    if (p > 0.0)
        q = -q;
    p = fabs(p);
    return 2.0 * p < fmin(3.0 * half * q - fabs(limit * q), fabs(before_last * q)) ? p / q : 0.0;
}

double num_brent_root(num_function f, void *user, double a, double fa, double b, double fb, double tol,
                      double *x_after) {
    LGR_ASSERT(tol >= 0.0);
    LGR_ASSERT(fa == 0.0 || fb == 0.0 || !same_sign(fa, fb));
    /* A zero becomes a tiny value on its side, so that from here on each point lies before or after. */
    const bool after_positive = fb != 0.0 ? fb > 0.0 : fa < 0.0;
    const double tiny = after_positive ? -DBL_MIN : DBL_MIN;
    const double zero = fb != 0.0 ? tiny : -tiny;
    point last = {a, fa != 0.0 ? fa : tiny}, best = {b, fb != 0.0 ? fb : -tiny}, other = last;
    double step = best.x - last.x, before_last = step;
    for (int i = 0;; i++) {
        if (fabs(other.f) < fabs(best.f)) {
            last = best;
            best = other;
            other = last;
        }
        const double limit = 2.0 * DBL_EPSILON * fabs(best.x) + 0.5 * tol, half = 0.5 * (other.x - best.x);
        if (fabs(half) <= limit || i == MOST_STEPS)
            break;
        double next = 0.0;
        if (fabs(before_last) >= limit && fabs(last.f) > fabs(best.f)) {
            next = interpolated_step(last, best, other, half, limit, before_last);
        }
        before_last = next != 0.0 ? step : half;
        step = next != 0.0 ? next : half;
        last = best;
        best.x += fabs(step) > limit ? step : copysign(limit, half);
        best.f = f(user, best.x);
        if (best.f == 0.0)
            best.f = zero;
        if (same_sign(best.f, other.f)) {
            other = last;
            before_last = step = best.x - last.x;
        }
    }
    *x_after = (best.f > 0.0) == after_positive ? best.x : other.x;
    return best.x;
}

/* --- Maximum --- */

/* The three best points so far, within the bracket [low, high]. */
typedef struct search {
    double low, high;
    point first, second, third;
} search;

/* Step from the best point to the top of the parabola through the three; zero if it is no good. */
static double parabola_step(const search *s, double limit, double before_last) {
    const point x = s->first, w = s->second, v = s->third;
    const double r = (x.x - w.x) * (x.f - v.f), q = (x.x - v.x) * (x.f - w.f);
    const double below = 2.0 * (q - r), above = (x.x - w.x) * r - (x.x - v.x) * q;
    const double step = above / below, target = x.x + step;
    if (!(fabs(step) < 0.5 * fabs(before_last) && target > s->low && target < s->high))
        return 0.0;
    if (target - s->low < 2.0 * limit || s->high - target < 2.0 * limit) {
        return copysign(limit, 0.5 * (s->low + s->high) - x.x);
    }
    return step;
}

static void insert_point(search *s, point new) {
    if (new.f >= s->first.f) {
        *(new.x >= s->first.x ? &s->low : &s->high) = s->first.x;
        s->third = s->second;
        s->second = s->first;
        s->first = new;
        return;
    }
    *(new.x < s->first.x ? &s->low : &s->high) = new.x;
    if (new.f >= s->second.f || s->second.x == s->first.x) {
        s->third = s->second;
        s->second = new;
    } else if (new.f >= s->third.f || s->third.x == s->first.x || s->third.x == s->second.x) {
        s->third = new;
    }
}

double num_brent_maximum(num_function f, void *user, double a, double m, double b, double tol, double *fmax) {
    LGR_ASSERT(tol >= 0.0 && a <= m && m <= b);
    const double golden = 0.3819660112501051; /* (3 - sqrt 5) / 2 */
    const point start = {m, f(user, m)};
    search s = {a, b, start, start, start};
    double step = 0.0, before_last = 0.0;
    for (int i = 0; i < MOST_STEPS; i++) {
        const double x = s.first.x, middle = 0.5 * (s.low + s.high), limit = 0.5 * tol + 4.0 * DBL_EPSILON * fabs(x);
        if (fabs(x - middle) <= 2.0 * limit - 0.5 * (s.high - s.low))
            break;
        double next = fabs(before_last) > limit ? parabola_step(&s, limit, before_last) : 0.0;
        before_last = step;
        if (next == 0.0) {
            before_last = x >= middle ? s.low - x : s.high - x;
            next = golden * before_last;
        }
        step = next;
        const double to = x + (fabs(step) >= limit ? step : copysign(limit, step));
        insert_point(&s, (point){to, f(user, to)});
    }
    *fmax = s.first.f;
    return s.first.x;
}
