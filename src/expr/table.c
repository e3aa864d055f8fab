/* Lookup of intervals, and the cubics between knots with their derivatives. */
#include "expr/table.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "expr/internal.h"

/* Intervals are counted in numbers of which every one is whole. */
static const double most_intervals = 0x1p52;

double expr_table_number(const expr_table *t) {
    uint64_t bits = (uint64_t)(uintptr_t)t;
    double pattern;
    memcpy(&pattern, &bits, sizeof pattern);
    return pattern;
}

const expr_table *expr_table_of(double pattern) {
    uint64_t bits;
    memcpy(&bits, &pattern, sizeof bits);
    return (const expr_table *)(uintptr_t)bits;
}

const expr_table *expr_table_at(const graph *g, expr_id leaf) {
    LGR_ASSERT(op_of(g, leaf) == EXPR_TABLE);
    return expr_table_of(node_at(g, leaf)->value);
}

/* --- Intervals --- */

static double period_of(const expr_knots *k) {
    return k->x[k->count - 1] - k->x[0];
}

/* Where x would be among knots that are as far from each other, as most are. */
static size_t guess(const expr_knots *k, double x) {
    const double most = (double)(k->count - 1), at = (x - k->x[0]) / period_of(k) * most;
    return at >= 0 && at < most ? (size_t)at : 0;
}

/* The number of knots not greater than x. Halves are taken without a branch, which a processor could only guess. */
static size_t bisect(const expr_knots *k, double x) {
    enum { FEW = 8 };
    size_t low = 0;
    if (k->count > FEW) {
        const size_t i = guess(k, x);
        if (k->x[i] <= x && x < k->x[i + 1])
            return i + 1;
    }
    for (size_t left = k->count, half; left > 1; left -= half) {
        half = left / 2;
        low += k->x[low + half - 1] <= x ? half : 0;
    }
    return low + (k->count > 0 && k->x[low] <= x);
}

/* An interval of those that repeat: its place among them, from 1 to count - 1, and how often they have gone round. */
static size_t place_of(const expr_knots *k, int64_t interval, double *rounds) {
    const int64_t m = (int64_t)k->count - 1, rest = (interval - 1) % m, place = rest < 0 ? rest + m : rest;
    *rounds = (double)((interval - 1 - place) / m);
    return (size_t)place + 1;
}

double expr_table_knot(const expr_knots *k, int64_t interval) {
    if (!k->repeat)
        return interval < 0 ? -INFINITY : interval >= (int64_t)k->count ? INFINITY : k->x[interval];
    double rounds;
    const size_t place = place_of(k, interval + 1, &rounds);
    return k->x[place - 1] + rounds * period_of(k);
}

static double repeated_interval(const expr_knots *k, double x) {
    const double rounds = floor((x - k->x[0]) / period_of(k)), m = (double)(k->count - 1);
    if (!(fabs(rounds * m) < most_intervals))
        return copysign(most_intervals, rounds);
    int64_t interval = (int64_t)(rounds * m) + (int64_t)bisect(k, x - rounds * period_of(k));
    while (expr_table_knot(k, interval - 1) > x) /* at the ends of a round, by rounding */
        interval--;
    while (expr_table_knot(k, interval) <= x)
        interval++;
    return (double)interval;
}

double expr_table_interval(const expr_table *t, double x) {
    if (isnan(x))
        return x;
    return t->knots->repeat ? repeated_interval(t->knots, x) : (double)bisect(t->knots, x);
}

/* --- Cubics --- */

static double derived(const expr_cubic *c, int order, double u) {
    const double *p = *c;
    switch (order) {
    case 0:
        return p[TABLE_Y] + u * (p[TABLE_SLOPE] + u * (p[TABLE_SQUARE] + u * p[TABLE_CUBE]));
    case 1:
        return p[TABLE_SLOPE] + u * (2 * p[TABLE_SQUARE] + u * (3 * p[TABLE_CUBE]));
    case 2:
        return 2 * p[TABLE_SQUARE] + u * (6 * p[TABLE_CUBE]);
    default:
        return 6 * p[TABLE_CUBE];
    }
}

/* The cubic of an interval, and by how much its x is shifted. */
static const expr_cubic *cubic_of(const expr_table *t, double interval, double *shift) {
    *shift = 0;
    const double counted = interval > most_intervals    ? most_intervals
                           : interval < -most_intervals ? -most_intervals
                                                        : interval;
    int64_t k = (int64_t)counted;
    if (t->knots->repeat) {
        double rounds;
        k = (int64_t)place_of(t->knots, k, &rounds);
        *shift = rounds * period_of(t->knots);
    }
    const int64_t last = (int64_t)t->cubic_count - 1;
    return &t->cubics[k < 0 ? 0 : k > last ? last : k];
}

/* No derivative is a multiple of another one. */
static double free_value(const expr_table *t, double x) {
    const double faster = 1.6180339887498949, turn = 1.5707963267948966 * t->order, phase = (double)t->id - t->order;
    return sin(x + phase + turn) + pow(faster, t->order) / 2 * sin(faster * (x + phase) + turn);
}

double expr_table_curve(const expr_table *t, double x, double interval) {
    if (isnan(interval))
        return interval;
    if (!t->knots)
        return free_value(t, x);
    double shift;
    const expr_cubic *c = cubic_of(t, interval, &shift);
    return derived(c, t->order, x - ((*c)[TABLE_X] + shift));
}

/* --- Bounds --- */

static void include(double value, double bounds[2]) {
    bounds[0] = fmin(bounds[0], value);
    bounds[1] = fmax(bounds[1], value);
}

/* The values at both ends, and at the extrema between them. */
static void include_cubic(const expr_cubic *c, int order, double u0, double u1, double bounds[2]) {
    const double *p = *c;
    double turn[2] = {NAN, NAN};
    include(derived(c, order, u0), bounds);
    include(derived(c, order, u1), bounds);
    if (order == 1 && p[TABLE_CUBE] != 0)
        turn[0] = -p[TABLE_SQUARE] / (3 * p[TABLE_CUBE]);
    if (order == 0) {
        const double a = 3 * p[TABLE_CUBE], b = p[TABLE_SQUARE], root = sqrt(b * b - a * p[TABLE_SLOPE]),
                     q = -(b + copysign(root, b)); /* without cancellation */
        turn[0] = q / a;
        turn[1] = p[TABLE_SLOPE] / q;
    }
    for (int i = 0; i < 2; i++)
        if (turn[i] > u0 && turn[i] < u1)
            include(derived(c, order, turn[i]), bounds);
}

/* Of x from x[0] to x[1], what lies in the interval, or next to it. */
static void include_interval(const expr_table *t, int64_t k, const double x[2], bool alone, double bounds[2]) {
    const expr_knots *knots = t->knots;
    double shift;
    const expr_cubic *c = cubic_of(t, (double)k, &shift);
    const int64_t column = knots->repeat ? k : k % ((int64_t)knots->count + 1);
    double low = x[0], high = x[1];
    if (!alone) {
        low = fmax(low, expr_table_knot(knots, column - 1));
        high = fmax(low, fmin(high, expr_table_knot(knots, column)));
    }
    if (isinf(low) || isinf(high)) { /* beyond the knots all is constant */
        include((*c)[TABLE_SLOPE] == 0 ? derived(c, t->order, 0) : -INFINITY, bounds);
        include((*c)[TABLE_SLOPE] == 0 ? derived(c, t->order, 0) : INFINITY, bounds);
        return;
    }
    const double origin = (*c)[TABLE_X] + shift;
    include_cubic(c, t->order, low - origin, high - origin, bounds);
}

void expr_table_bounds(const expr_table *t, const double x[2], const double k[2], double bounds[2]) {
    enum { FEW = 16 };
    bounds[0] = INFINITY;
    bounds[1] = -INFINITY;
    if (!t->knots) {
        bounds[0] = -INFINITY;
        bounds[1] = INFINITY;
        return;
    }
    if (!(k[1] - k[0] <= FEW)) {
        bounds[0] = t->low;
        bounds[1] = t->high;
        return;
    }
    for (int64_t i = (int64_t)k[0]; i <= (int64_t)k[1]; i++)
        include_interval(t, i, x, k[0] == k[1], bounds);
}

/* --- Tables --- */

static void find_extent(expr_table *t) {
    static const double everywhere[2] = {-INFINITY, INFINITY};
    const size_t columns = t->knots->count + 1;
    double bounds[2] = {INFINITY, -INFINITY};
    for (size_t i = 0; i < t->cubic_count; i++)
        if (!t->knots->repeat || (i % columns > 0 && i % columns < columns - 1))
            include_interval(t, (int64_t)i, everywhere, false, bounds);
    t->low = bounds[0];
    t->high = bounds[1];
}

const expr_table *expr_table_create(arena *a, const char *name, int64_t id, const expr_knots *knots,
                                    const expr_cubic *cubics, size_t cubic_count) {
    LGR_ASSERT(knots->count >= 2 && cubic_count % (knots->count + 1) == 0);
    expr_table *t = ARENA_ARRAY(a, expr_table, TABLE_ORDERS);
    for (int k = 0; k < TABLE_ORDERS; k++) {
        const char *marked = base_arena_printf(a, "%s%.*s", name, k, "'''");
        t[k] =
            (expr_table){marked, id + k, knots, cubics, cubic_count, k, 0, 0, k + 1 < TABLE_ORDERS ? &t[k + 1] : NULL};
        find_extent(&t[k]);
    }
    return t;
}

const expr_table *expr_table_create_free(arena *a, const char *name, int64_t id) {
    expr_table *t = ARENA_ARRAY(a, expr_table, TABLE_FREE_ORDERS);
    const char *marked = name;
    for (int k = 0; k < TABLE_FREE_ORDERS; k++) {
        t[k] = (expr_table){.name = marked, .id = id + k, .order = k, .low = -INFINITY, .high = INFINITY};
        t[k].slope = k + 1 < TABLE_FREE_ORDERS ? &t[k + 1] : NULL;
        marked = base_arena_printf(a, "%s'", marked);
    }
    return t;
}
