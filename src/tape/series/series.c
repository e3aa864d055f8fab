/* Power series: their values at the start, and how they go on by the fastest loop of this machine. */
#include "tape/series/series.h"

#include <string.h>

#include "base/check.h"
#include "tape/interpreter/meaning.h"
#include "tape/series/recurrence.h"
#include "tape/sincos/sincos.h"

/* --- At the start --- */

static double whole_power(double x, int n) {
    double product = 1;
    for (unsigned bits = (unsigned)(n < 0 ? -n : n); bits; bits /= 2) {
        product = bits % 2 ? product * x : product;
        x *= x;
    }
    return n < 0 ? 1 / product : product;
}

#define CASE(OP, value)                                                                                                \
    case TAPE_##OP:                                                                                                    \
        return value;

static double value_of(const series_step *p, double x, double y, double z) {
    switch ((tape_op)p->op) {
        TAPE_MEANING(CASE, CASE, CASE)
    case TAPE_SIN:
        return tape_sine(x);
    case TAPE_COS:
        return tape_cosine(x);
    case TAPE_POWI:
        return whole_power(x, p->power);
    default:
        LGR_ASSERT(p->op == TAPE_RATIONAL);
        return 1;
    }
}

/* The cubic about b, from its derivatives there. */
static double start_curve(tape_series *s, const series_step *p) {
    double c[TABLE_ORDERS] = {0}, factor = 1;
    const expr_table *t = expr_table_of(series_at(s, p->a, 0));
    for (int k = 0; k < TABLE_ORDERS && t; k++, t = t->slope) {
        c[k] = factor * expr_table_curve(t, series_at(s, p->b, 0), series_at(s, p->c, 0));
        factor /= k + 1;
    }
    series_put(s, p->more[0], 0, c[2]);
    series_put(s, p->more[1], 0, c[1]);
    series_put(s, p->y, 0, c[3]);
    return c[0];
}

/* What goes with the result. */
static void start_second(tape_series *s, const series_step *p, double a, double b, double *x) {
    switch ((series_kind)p->kind) {
    case SERIES_TURN:
        *x = tape_sine(a);
        series_put(s, p->y, 0, tape_cosine(a));
        break;
    case SERIES_HYPERBOLA:
        *x = sinh(a);
        series_put(s, p->y, 0, cosh(a));
        break;
    case SERIES_TAN:
        series_put(s, p->y, 0, 1 + *x * *x);
        break;
    case SERIES_TANH:
        series_put(s, p->y, 0, 1 - *x * *x);
        break;
    case SERIES_ABS:
        series_put(s, p->y, 0, series_sign(a));
        break;
    case SERIES_LEAST:
        series_put(s, p->y, 0, series_sign(b - a));
        break;
    case SERIES_GREATEST:
        series_put(s, p->y, 0, series_sign(a - b));
        break;
    default:
        break;
    }
}

static void start(tape_series *s, const series_step *p) {
    const double a = series_at(s, p->a, 0), b = series_at(s, p->b, 0), c = series_at(s, p->c, 0);
    double x = p->kind == SERIES_CURVE        ? start_curve(s, p)
               : p->op == TAPE_RECIP && !p->a ? 1 / b
                                              : value_of(p, a, b, c);
    start_second(s, p, a, b, &x);
    series_put(s, p->x, 0, x);
}

/* --- What others see --- */

int tape_series_order(const tape_series *s) {
    return s->order;
}

bool tape_series_switches(const tape_series *s) {
    return s->switches;
}

void tape_series_begin(tape_series *s, const double *slots) {
    for (size_t i = 0; i < s->fixed_count; i++)
        series_put(s, s->fixed[i].value, 0, slots[s->fixed[i].slot]);
}

void tape_series_give(tape_series *s, size_t input, int k, double x) {
    LGR_ASSERT(input < s->input_count && k <= s->order);
    if (s->input[input])
        series_put(s, s->input[input], k, x);
}

void tape_series_run(tape_series *s, size_t segment, int k) {
    LGR_ASSERT(segment > 0 && segment < s->segment_count && k <= s->order);
    const series_segment *at_hand = &s->segments[segment];
    if (k > 0) {
        s->loop(s, at_hand->first, at_hand->last, k);
        return;
    }
    for (size_t i = at_hand->first; i < at_hand->last; i++)
        start(s, &s->steps[i]);
}

double tape_series_root(const tape_series *s, size_t segment, size_t root, int k) {
    LGR_ASSERT(segment < s->segment_count);
    return series_at(s, s->segments[segment].out[root], k);
}

void tape_series_clear(tape_series *s) {
    memset(s->numbers, 0, s->number_count * sizeof *s->numbers);
}
