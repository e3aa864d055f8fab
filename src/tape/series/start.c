/* Coefficient 0 of each step: the values at the start. */
#include "base/check.h"
#include "tape/interpreter/meaning.h"
#include "tape/series/recurrence.h"
#include "tape/sincos/sincos.h"

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
    case SERIES_DIV:
    case SERIES_DIV_BY:
    case SERIES_QUOTIENT:
    case SERIES_OPPOSITE:
        series_put(s, p->y, 0, 1 / b);
        break;
    case SERIES_SQRT:
        series_put(s, p->y, 0, 1 / (*x + *x));
        break;
    case SERIES_TURN:
    case SERIES_TURNED:
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

void series_start(tape_series *s, const series_step *p) {
    const double a = series_at(s, p->a, 0), b = series_at(s, p->b, 0), c = series_at(s, p->c, 0);
    double x = p->kind == SERIES_CURVE        ? start_curve(s, p)
               : p->op == TAPE_RECIP && !p->a ? 1 / b
                                              : value_of(p, a, b, c);
    start_second(s, p, a, b, &x);
    series_put(s, p->x, 0, x);
}

void series_start_turns(tape_series *s, const series_step *p) {
    static const tape_instr turns[SINCOS_MOST] = {
        {TAPE_SINCOS, 4, 0, 0, 0}, {TAPE_SINCOS, 6, 1, 0, 0}, {TAPE_SINCOS, 8, 2, 0, 0}, {TAPE_SINCOS, 10, 3, 0, 0}};
    double slots[3 * SINCOS_MOST];
    const uint32_t count = p->more[0];
    LGR_ASSERT(count > 0 && count <= SINCOS_MOST);
    for (uint32_t i = 0; i < count; i++)
        slots[i] = series_at(s, p[i].a, 0);
    tape_sincos(1)->both[count - 1](turns, slots);
    for (uint32_t i = 0; i < count; i++) {
        series_put(s, p[i].x, 0, slots[4 + 2 * i]);
        series_put(s, p[i].y, 0, slots[5 + 2 * i]);
    }
}
