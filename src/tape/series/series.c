/* Coefficients of power series by their recurrences, for any order. */
#include "tape/series/series.h"

#include <string.h>

#include "base/check.h"
#include "tape/interpreter/meaning.h"
#include "tape/series/recurrence.h"
#include "tape/sincos/sincos.h"

/* Read from anywhere; the compiler makes of it what the machine has. */
typedef double block __attribute__((vector_size(SERIES_BLOCK * sizeof(double)), aligned(sizeof(double)), may_alias));

/* --- Numbers --- */

static double at(const tape_series *s, uint32_t v, int k) {
    return s->numbers[s->values[v].forward + (uint32_t)k];
}

static void put(tape_series *s, uint32_t value, int k, double x) {
    const series_value *v = &s->values[value];
    const uint32_t i = (uint32_t)k, back = (uint32_t)(s->order - k);
    s->numbers[v->forward + i] = x;
    if (v->backward)
        s->numbers[v->backward + back] = x;
    if (v->slope)
        s->numbers[v->slope + i] = k * x;
    if (v->slope_backward)
        s->numbers[v->slope_backward + back] = k * x;
}

/* Sum of f[j] g[k - j] for j from `first` to k, g being kept backwards. Beyond it f has what does not matter, finite,
   and g zeros: blocks need no end. */
static double sum(const tape_series *s, uint32_t f, uint32_t g, int first, int k) {
    const double *x = s->numbers + f + first, *y = s->numbers + g + (s->order - k) + first;
    block b = *(const block *)x * *(const block *)y;
    for (int j = SERIES_BLOCK; j <= k - first; j += SERIES_BLOCK)
        b += *(const block *)(x + j) * *(const block *)(y + j);
    return ((b[0] + b[4]) + (b[2] + b[6])) + ((b[1] + b[5]) + (b[3] + b[7]));
}

static double convolution(const tape_series *s, uint32_t a, uint32_t b, int first, int k) {
    return sum(s, s->values[a].forward, s->values[b].backward, first, k);
}

/* Coefficient k of the integral of a' b, but for what coefficient 0 of a' would be. */
static double sloped(const tape_series *s, uint32_t a, uint32_t b, int k) {
    return sum(s, s->values[a].slope, s->values[b].backward, 1, k) / k;
}

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

static double sign_of(double x) {
    return (double)((x > 0) - (x < 0));
}

/* The cubic about b, from its derivatives there. */
static double start_curve(tape_series *s, const series_step *p) {
    double c[TABLE_ORDERS] = {0}, factor = 1;
    const expr_table *t = expr_table_of(at(s, p->a, 0));
    for (int k = 0; k < TABLE_ORDERS && t; k++, t = t->slope) {
        c[k] = factor * expr_table_curve(t, at(s, p->b, 0), at(s, p->c, 0));
        factor /= k + 1;
    }
    put(s, p->more[0], 0, c[2]);
    put(s, p->more[1], 0, c[1]);
    put(s, p->y, 0, c[3]);
    return c[0];
}

/* What goes with the result. */
static void start_second(tape_series *s, const series_step *p, double a, double b, double *x) {
    switch ((series_kind)p->kind) {
    case SERIES_TURN:
        *x = tape_sine(a);
        put(s, p->y, 0, tape_cosine(a));
        break;
    case SERIES_HYPERBOLA:
        *x = sinh(a);
        put(s, p->y, 0, cosh(a));
        break;
    case SERIES_TAN:
        put(s, p->y, 0, 1 + *x * *x);
        break;
    case SERIES_TANH:
        put(s, p->y, 0, 1 - *x * *x);
        break;
    case SERIES_ABS:
        put(s, p->y, 0, sign_of(a));
        break;
    case SERIES_LEAST:
        put(s, p->y, 0, sign_of(b - a));
        break;
    case SERIES_GREATEST:
        put(s, p->y, 0, sign_of(a - b));
        break;
    default:
        break;
    }
}

static void start(tape_series *s, const series_step *p) {
    const double a = at(s, p->a, 0), b = at(s, p->b, 0), c = at(s, p->c, 0);
    double x = p->kind == SERIES_CURVE        ? start_curve(s, p)
               : p->op == TAPE_RECIP && !p->a ? 1 / b
                                              : value_of(p, a, b, c);
    start_second(s, p, a, b, &x);
    put(s, p->x, 0, x);
}

/* --- Onwards --- */

typedef double coefficient(tape_series *s, const series_step *p, int k);

static double next_add(tape_series *s, const series_step *p, int k) {
    return at(s, p->a, k) + at(s, p->b, k);
}

static double next_sub(tape_series *s, const series_step *p, int k) {
    return at(s, p->a, k) - at(s, p->b, k);
}

static double next_neg(tape_series *s, const series_step *p, int k) {
    return -at(s, p->a, k);
}

static double next_scale(tape_series *s, const series_step *p, int k) {
    return at(s, p->a, k) * at(s, p->b, 0);
}

static double next_scale_add(tape_series *s, const series_step *p, int k) {
    return at(s, p->a, k) * at(s, p->b, 0) + at(s, p->c, k);
}

static double next_mul(tape_series *s, const series_step *p, int k) {
    return convolution(s, p->a, p->b, 0, k);
}

static double next_mul_add(tape_series *s, const series_step *p, int k) {
    return convolution(s, p->a, p->b, 0, k) + at(s, p->c, k);
}

static double next_div(tape_series *s, const series_step *p, int k) {
    return (at(s, p->a, k) - convolution(s, p->b, p->x, 1, k)) / at(s, p->b, 0);
}

static double next_div_by(tape_series *s, const series_step *p, int k) {
    return at(s, p->a, k) / at(s, p->b, 0);
}

/* Of what the sum would contain of coefficient k itself nothing is there yet. */
static double next_sqrt(tape_series *s, const series_step *p, int k) {
    s->numbers[s->values[p->x].forward + (uint32_t)k] = 0;
    return (at(s, p->a, k) - convolution(s, p->x, p->x, 1, k)) / (2 * at(s, p->x, 0));
}

static double next_exp(tape_series *s, const series_step *p, int k) {
    return sloped(s, p->a, p->x, k);
}

static double next_turn(tape_series *s, const series_step *p, int k) {
    const double x = sloped(s, p->a, p->y, k);
    put(s, p->y, k, -sloped(s, p->a, p->x, k));
    return x;
}

static double next_hyperbola(tape_series *s, const series_step *p, int k) {
    const double x = sloped(s, p->a, p->y, k);
    put(s, p->y, k, sloped(s, p->a, p->x, k));
    return x;
}

static double next_tangent(tape_series *s, const series_step *p, int k) {
    const double x = sloped(s, p->a, p->y, k);
    put(s, p->x, k, x);
    put(s, p->y, k, (p->kind == SERIES_TAN ? 1 : -1) * convolution(s, p->x, p->x, 0, k));
    return x;
}

static double next_quotient(tape_series *s, const series_step *p, int k) {
    s->numbers[s->values[p->x].slope + (uint32_t)k] = 0;
    const double sign = p->kind == SERIES_QUOTIENT ? 1 : -1;
    return (sign * at(s, p->a, k) - sloped(s, p->x, p->b, k)) / at(s, p->b, 0);
}

static double next_angle(tape_series *s, const series_step *p, int k) {
    s->numbers[s->values[p->x].slope + (uint32_t)k] = 0;
    const double area = sloped(s, p->a, p->b, k) - sloped(s, p->b, p->a, k);
    return (area - sloped(s, p->x, p->c, k)) / at(s, p->c, 0);
}

static double next_power(tape_series *s, const series_step *p, int k) {
    const series_value *a = &s->values[p->a], *x = &s->values[p->x];
    const double rise = at(s, p->b, 0) * sum(s, a->slope, x->backward, 1, k);
    return (rise - sum(s, a->forward, x->slope_backward, 1, k)) / (k * at(s, p->a, 0));
}

/* What is zero so far has the sign of its first term. */
static double decided(tape_series *s, const series_step *p, double first) {
    if (at(s, p->y, 0) == 0)
        put(s, p->y, 0, sign_of(first));
    return at(s, p->y, 0);
}

static double next_abs(tape_series *s, const series_step *p, int k) {
    const double a = at(s, p->a, k);
    return decided(s, p, a) * a;
}

static double next_least(tape_series *s, const series_step *p, int k) {
    const double a = at(s, p->a, k), b = at(s, p->b, k);
    return decided(s, p, p->kind == SERIES_LEAST ? b - a : a - b) < 0 ? b : a;
}

static double next_select(tape_series *s, const series_step *p, int k) {
    return at(s, at(s, p->a, 0) != 0 ? p->b : p->c, k);
}

/* Horner's form: powers of what b has changed by. */
static double next_curve(tape_series *s, const series_step *p, int k) {
    put(s, p->more[0], k, at(s, p->y, 0) * at(s, p->b, k));
    put(s, p->more[1], k, convolution(s, p->b, p->more[0], 1, k));
    return convolution(s, p->b, p->more[1], 1, k);
}

static coefficient *const next[SERIES_KINDS] = {
    [SERIES_ADD] = next_add,
    [SERIES_SUB] = next_sub,
    [SERIES_NEG] = next_neg,
    [SERIES_SCALE] = next_scale,
    [SERIES_SCALE_ADD] = next_scale_add,
    [SERIES_MUL] = next_mul,
    [SERIES_MUL_ADD] = next_mul_add,
    [SERIES_DIV] = next_div,
    [SERIES_DIV_BY] = next_div_by,
    [SERIES_SQRT] = next_sqrt,
    [SERIES_EXP] = next_exp,
    [SERIES_TURN] = next_turn,
    [SERIES_HYPERBOLA] = next_hyperbola,
    [SERIES_TAN] = next_tangent,
    [SERIES_TANH] = next_tangent,
    [SERIES_QUOTIENT] = next_quotient,
    [SERIES_OPPOSITE] = next_quotient,
    [SERIES_ANGLE] = next_angle,
    [SERIES_POWER] = next_power,
    [SERIES_ABS] = next_abs,
    [SERIES_LEAST] = next_least,
    [SERIES_GREATEST] = next_least,
    [SERIES_SELECT] = next_select,
    [SERIES_CURVE] = next_curve,
};

/* --- What others see --- */

int tape_series_order(const tape_series *s) {
    return s->order;
}

bool tape_series_switches(const tape_series *s) {
    return s->switches;
}

void tape_series_begin(tape_series *s, const double *slots) {
    for (size_t i = 0; i < s->fixed_count; i++)
        put(s, s->fixed[i].value, 0, slots[s->fixed[i].slot]);
}

void tape_series_give(tape_series *s, size_t input, int k, double x) {
    LGR_ASSERT(input < s->input_count && k <= s->order);
    if (s->input[input])
        put(s, s->input[input], k, x);
}

void tape_series_run(tape_series *s, size_t segment, int k) {
    LGR_ASSERT(segment > 0 && segment < s->segment_count && k <= s->order);
    const series_segment *at_hand = &s->segments[segment];
    for (size_t i = at_hand->first; i < at_hand->last; i++) {
        const series_step *p = &s->steps[i];
        if (k == 0)
            start(s, p);
        else if (p->kind != SERIES_VALUE)
            put(s, p->x, k, next[p->kind](s, p, k));
    }
}

double tape_series_root(const tape_series *s, size_t segment, size_t root, int k) {
    LGR_ASSERT(segment < s->segment_count);
    return at(s, s->segments[segment].out[root], k);
}

void tape_series_clear(tape_series *s) {
    memset(s->numbers, 0, s->number_count * sizeof *s->numbers);
}
