/* The next coefficient of each step by its recurrence, on any machine: the terms with a coefficient 0 are added
   to the sums of the others. */
#include "tape/series/recurrence.h"

/* Sum number i of the step. */
static double inner(const tape_series *s, const series_step *p, uint32_t i) {
    return series_sum_at(s, p->sum + i);
}

static double at(const tape_series *s, uint32_t v) {
    return series_at(s, v, s->k);
}

static double first(const tape_series *s, uint32_t v) {
    return series_at(s, v, 0);
}

static double slope(const tape_series *s, uint32_t v) {
    return s->k * at(s, v);
}

static void put(tape_series *s, uint32_t v, double x) {
    series_put(s, v, s->k, x);
}

static double part(const tape_series *s) {
    return s->numbers[(size_t)s->k * s->width + SERIES_PART];
}

/* Coefficient k of a b, and c unless it is 0. What is known last is added last. */
static double product(const tape_series *s, uint32_t sum, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t early = a < b ? a : b, late = a < b ? b : a;
    double y = series_sum_at(s, sum);
    if (c && c <= late)
        y += at(s, c);
    y = (y + at(s, early) * first(s, late)) + at(s, late) * first(s, early);
    return c > late ? y + at(s, c) : y;
}

/* Coefficient k of the integral of a' b. */
static double sloped(const tape_series *s, const series_step *p, uint32_t i, uint32_t a, uint32_t b) {
    return (inner(s, p, i) + slope(s, a) * first(s, b)) * part(s);
}

static double next_add(tape_series *s, const series_step *p) {
    return at(s, p->a) + at(s, p->b);
}

static double next_sub(tape_series *s, const series_step *p) {
    return at(s, p->a) - at(s, p->b);
}

static double next_first(tape_series *s, const series_step *p) {
    return at(s, p->a);
}

static double next_second(tape_series *s, const series_step *p) {
    return at(s, p->b);
}

static double next_less(tape_series *s, const series_step *p) {
    return -at(s, p->b);
}

static double next_neg(tape_series *s, const series_step *p) {
    return -at(s, p->a);
}

static double next_scale(tape_series *s, const series_step *p) {
    return at(s, p->a) * first(s, p->b);
}

static double next_scale_add(tape_series *s, const series_step *p) {
    return at(s, p->a) * first(s, p->b) + at(s, p->c);
}

static double next_mul(tape_series *s, const series_step *p) {
    return product(s, p->sum, p->a, p->b, 0);
}

static double next_mul_add(tape_series *s, const series_step *p) {
    return product(s, p->sum, p->a, p->b, p->c);
}

/* What is known last passes through as few operations as there can be. */
static double next_div(tape_series *s, const series_step *p) {
    if (p->b > p->a)
        return (at(s, p->a) - inner(s, p, 0)) * first(s, p->y) - at(s, p->b) * (first(s, p->x) * first(s, p->y));
    return (at(s, p->a) - (inner(s, p, 0) + at(s, p->b) * first(s, p->x))) * first(s, p->y);
}

static double next_div_by(tape_series *s, const series_step *p) {
    return at(s, p->a) * first(s, p->y);
}

static double next_sqrt(tape_series *s, const series_step *p) {
    return (at(s, p->a) - inner(s, p, 0)) * first(s, p->y);
}

static double next_exp(tape_series *s, const series_step *p) {
    return sloped(s, p, 0, p->a, p->x);
}

static double next_turn(tape_series *s, const series_step *p) {
    put(s, p->y, -sloped(s, p, 1, p->a, p->x));
    return sloped(s, p, 0, p->a, p->y);
}

static double next_hyperbola(tape_series *s, const series_step *p) {
    put(s, p->y, sloped(s, p, 1, p->a, p->x));
    return sloped(s, p, 0, p->a, p->y);
}

static double next_tangent(tape_series *s, const series_step *p) {
    const double x = sloped(s, p, 0, p->a, p->y);
    put(s, p->x, x);
    const double square = product(s, p->sum + 1, p->x, p->x, 0);
    put(s, p->y, p->kind == SERIES_TAN ? square : -square);
    return x;
}

static double next_quotient(tape_series *s, const series_step *p) {
    const double a = p->kind == SERIES_QUOTIENT ? at(s, p->a) : -at(s, p->a);
    return (a - inner(s, p, 0) * part(s)) * first(s, p->y);
}

static double next_angle(tape_series *s, const series_step *p) {
    const double area = sloped(s, p, 0, p->a, p->b) - sloped(s, p, 1, p->b, p->a);
    return (area - inner(s, p, 2) * part(s)) / first(s, p->c);
}

static double next_power(tape_series *s, const series_step *p) {
    const double rise = first(s, p->b) * (inner(s, p, 0) + slope(s, p->a) * first(s, p->x));
    return (rise - inner(s, p, 1)) * part(s) / first(s, p->a);
}

/* What is zero so far has the sign of its first term. */
static double decided(tape_series *s, const series_step *p, double x) {
    if (first(s, p->y) == 0)
        series_put(s, p->y, 0, series_sign(x));
    return first(s, p->y);
}

static double next_abs(tape_series *s, const series_step *p) {
    const double a = at(s, p->a);
    return decided(s, p, a) * a;
}

static double next_least(tape_series *s, const series_step *p) {
    const double a = at(s, p->a), b = at(s, p->b);
    return decided(s, p, p->kind == SERIES_LEAST ? b - a : a - b) < 0 ? b : a;
}

static double next_select(tape_series *s, const series_step *p) {
    return at(s, first(s, p->a) != 0 ? p->b : p->c);
}

/* Horner's form: powers of what b has changed by, of which coefficient 0 is not the value of b. */
static double next_curve(tape_series *s, const series_step *p) {
    put(s, p->more[0], first(s, p->y) * at(s, p->b));
    put(s, p->more[1], inner(s, p, 0) + at(s, p->b) * first(s, p->more[0]));
    return inner(s, p, 1) + at(s, p->b) * first(s, p->more[1]);
}

static double (*const rules[SERIES_KINDS])(tape_series *, const series_step *) = {
    [SERIES_ADD] = next_add,           [SERIES_SUB] = next_sub,
    [SERIES_FIRST] = next_first,       [SERIES_SECOND] = next_second,
    [SERIES_LESS] = next_less,         [SERIES_NEG] = next_neg,
    [SERIES_SCALE] = next_scale,       [SERIES_SCALE_ADD] = next_scale_add,
    [SERIES_MUL] = next_mul,           [SERIES_MUL_ADD] = next_mul_add,
    [SERIES_DIV] = next_div,           [SERIES_DIV_BY] = next_div_by,
    [SERIES_SQRT] = next_sqrt,         [SERIES_EXP] = next_exp,
    [SERIES_TURN] = next_turn,         [SERIES_HYPERBOLA] = next_hyperbola,
    [SERIES_TAN] = next_tangent,       [SERIES_TANH] = next_tangent,
    [SERIES_QUOTIENT] = next_quotient, [SERIES_OPPOSITE] = next_quotient,
    [SERIES_ANGLE] = next_angle,       [SERIES_POWER] = next_power,
    [SERIES_ABS] = next_abs,           [SERIES_LEAST] = next_least,
    [SERIES_GREATEST] = next_least,    [SERIES_SELECT] = next_select,
    [SERIES_CURVE] = next_curve,
};

void series_next(tape_series *s, const series_step *p) {
    if (rules[p->kind])
        put(s, p->x, rules[p->kind](s, p));
}
