/* Whether roots stay on their side: the series of sqrt(u^2) goes on as u or -u where u passes zero, which the program
   does not. */
#include <math.h>

#include "base/check.h"
#include "tape/series/recurrence.h"

enum { MOST_TERMS = 64, HALVINGS = 12 };

/* x(u + 1) of x(u) (Horner). */
static void shift(double *x, int count) {
    for (int first = 0; first < count - 1; first++)
        for (int k = count - 2; k >= first; k--)
            x[k] += x[k + 1];
}

/* Over 0 <= u <= 1, surely: the others together are less than the first, or so it is in both halves. */
static bool is_positive(const double *x, int count, int halvings) {
    double rest = 0, part = 1;
    for (int k = 1; k < count; k++)
        rest += fabs(x[k]);
    if (rest < x[0])
        return true;
    if (halvings == 0 || !(x[0] > 0))
        return false;
    double half[MOST_TERMS] = {0};
    for (int k = 0; k < count; k++, part *= 0.5)
        half[k] = part * x[k];
    if (!is_positive(half, count, halvings - 1))
        return false;
    shift(half, count);
    return is_positive(half, count, halvings - 1);
}

bool tape_series_keeps_signs(const tape_series *s, size_t last, int terms, double h) {
    LGR_ASSERT(last < s->segment_count && terms > 0 && terms <= s->order + 1 && terms <= MOST_TERMS);
    for (size_t i = 0; i < s->segments[last].root_count; i++) {
        double x[MOST_TERMS], part = 1;
        for (int k = 0; k < terms; k++, part *= h)
            x[k] = part * series_at(s, s->roots[i], k);
        if (!is_positive(x, terms, HALVINGS))
            return false;
    }
    return true;
}
