/* Critical speeds: where the frequency of an eigenvalue is a multiple of the speed that is varied. */
#include <math.h>

#include "base/sort.h"
#include "base/vec.h"
#include "linear/linear.h"
#include "num/illinois.h"

static const double along =
    1e-9; /* of the speed: a frequency that is the multiple itself all the way crosses nothing */

typedef struct crossing {
    linear_problem *p;
    const linear_study *y;
    double order;
} crossing;

/* An eigenvalue at a value of the parameter, and how far its frequency is above the line. */
typedef struct spot {
    double value, re, im, above;
} spot;

static spot spot_at(const crossing *c, double value, double re, double im) {
    const double above = fabs(im) - c->order * fabs(value);
    return (spot){value, re, im, above};
}

/* The eigenvalue that goes on from a to b. */
static bool look_between(const crossing *c, const spot *a, const spot *b, double value, spot *out) {
    const double part = (value - a->value) / (b->value - a->value), re = a->re + part * (b->re - a->re),
                 im = a->im + part * (b->im - a->im);
    arena *scratch = base_arena_create();
    bool found = linear_assign(c->p, c->y->param, value);
    const linear_about x = found ? linear_find(c->p, scratch) : (linear_about){.trouble = ""};
    double nearest = INFINITY;
    found = found && !x.trouble && x.has_modes;
    for (int k = 0; found && k < x.system.states; k++)
        if (hypot(x.re[k] - re, x.im[k] - im) < nearest) {
            nearest = hypot(x.re[k] - re, x.im[k] - im);
            *out = spot_at(c, value, x.re[k], x.im[k]);
        }
    base_arena_destroy(scratch);
    return isfinite(nearest);
}

/* Between two values on either side of the line. */
static linear_resonance locate(const crossing *c, spot a, spot b) {
    num_illinois search = num_illinois_begin(a.value, a.above, b.value, b.above);
    double value;
    spot m;
    while (num_illinois_next(&search, &value) && look_between(c, &a, &b, value, &m))
        *(num_illinois_put(&search, value, m.above) ? &a : &b) = m;
    const spot *at = fabs(a.above) < fabs(b.above) ? &a : &b;
    return (linear_resonance){c->order, at->value, at->re, fabs(at->im)};
}

static bool is_earlier(const void *a, const void *b) {
    return ((const linear_resonance *)a)->value < ((const linear_resonance *)b)->value;
}

void linear_find_orders(linear_problem *p, linear_study *y, const double *orders, size_t count, arena *a) {
    VEC(linear_resonance) found = {0};
    for (size_t o = 0; o < count; o++)
        for (size_t k = 0; k < y->track_count; k++)
            for (size_t i = 0; i + 1 < y->count; i++) {
                const crossing c = {p, y, orders[o]};
                const linear_track *t = &y->tracks[k];
                const spot from = spot_at(&c, y->values[i], t->re[i], t->im[i]),
                           to = spot_at(&c, y->values[i + 1], t->re[i + 1], t->im[i + 1]);
                const double most = fmax(fabs(from.above), fabs(to.above)),
                             size = orders[o] * fmax(fabs(from.value), fabs(to.value));
                if (from.im != 0 && to.im != 0 && most > along * size && (from.above > 0) != (to.above > 0))
                    vec_push(a, &found, locate(&c, from, to));
            }
    base_sort(found.at, found.len, sizeof *found.at, is_earlier, a);
    y->orders = orders;
    y->order_count = count;
    y->resonances = found.at;
    y->resonance_count = found.len;
}
