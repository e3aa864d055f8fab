/* Brent's maximum, by golden section and parabolas. */
#include <float.h>
#include <math.h>

#include "base/check.h"
#include "num/roots.h"

enum { MOST_STEPS = 200 };

typedef struct point {
    double x, f;
} point;

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
