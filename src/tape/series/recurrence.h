/* A program as recurrences for the coefficients of power series: what translate.c makes and series.c runs. */
#ifndef LGR_TAPE_SERIES_RECURRENCE_H
#define LGR_TAPE_SERIES_RECURRENCE_H

#include "tape/series/series.h"

/* One way to the next coefficient. a, b, c are operands, x the result, y the second one or what it is computed with;
   a' is the series of the derivative. */
typedef enum series_kind {
    SERIES_VALUE,     /* x does not change */
    SERIES_ADD,       /* a + b */
    SERIES_SUB,       /* a - b */
    SERIES_NEG,       /* -a */
    SERIES_SCALE,     /* a b, b does not change */
    SERIES_SCALE_ADD, /* a b + c, b does not change */
    SERIES_MUL,       /* a b */
    SERIES_MUL_ADD,   /* a b + c */
    SERIES_DIV,       /* a/b */
    SERIES_DIV_BY,    /* a/b, b does not change */
    SERIES_SQRT,      /* x x = a */
    SERIES_EXP,       /* x' = a' x */
    SERIES_TURN,      /* x' = a' y, y' = -a' x: sine and cosine */
    SERIES_HYPERBOLA, /* x' = a' y, y' = a' x */
    SERIES_TAN,       /* x' = a' y, y = 1 + x x */
    SERIES_TANH,      /* x' = a' y, y = 1 - x x */
    SERIES_QUOTIENT,  /* x' b = a' */
    SERIES_OPPOSITE,  /* x' b = -a' */
    SERIES_ANGLE,     /* x' c = a' b - b' a */
    SERIES_POWER,     /* x' a = b x a', b does not change */
    SERIES_ABS,       /* y is the sign of a */
    SERIES_LEAST,     /* a or b; y tells which */
    SERIES_GREATEST,
    SERIES_SELECT, /* b or c as a at the start */
    SERIES_CURVE,  /* of table a at b in interval c: a cubic of b */
    SERIES_KINDS
} series_kind;

/* A series: where its coefficients are kept among all numbers, from this place on. Backwards,
   coefficient k stands at order - k, and zeros follow, so that products are sums over neighbours. */
typedef struct series_value {
    uint32_t forward, backward;
    uint32_t slope, slope_backward; /* k times coefficient k */
    bool moves;
    bool keeps_backward, keeps_slope, keeps_slope_backward;
} series_value;

typedef struct series_step {
    uint8_t kind;     /* series_kind */
    uint8_t op;       /* tape_op: the value at the start */
    int8_t power;     /* of POWI */
    uint32_t a, b, c; /* values */
    uint32_t x, y;
    uint32_t more[2]; /* of a curve: what its cubic is evaluated with */
} series_step;

/* A value that is given: an input or a result of segment 0. */
typedef struct series_given {
    uint32_t value, slot;
} series_given;

typedef struct series_segment {
    size_t first, last;  /* steps */
    const uint32_t *out; /* per root: a value; 0: not wanted */
} series_segment;

/* So many neighbours are multiplied at once. */
enum { SERIES_BLOCK = 8 };

/* Computes coefficient k > 0 of the steps from `first` to `last`. All give the same bits. */
typedef void series_loop(tape_series *s, size_t first, size_t last, int k);
extern series_loop *const series_loop_plain, *const series_loop_avx2, *const series_loop_avx512;

struct tape_series {
    int order;
    bool switches;
    series_loop *loop;
    const series_step *steps;
    const series_value *values; /* [value_count]; 0 is none */
    size_t value_count;
    const series_segment *segments; /* [segment_count] */
    size_t segment_count;
    const series_given *fixed; /* what does not move */
    size_t fixed_count;
    const uint32_t *input; /* per input of the tape: its value; 0: not used */
    size_t input_count;
    double *numbers; /* [number_count] */
    size_t number_count;
    double *inverse; /* 1/k */
};

static inline double series_at(const tape_series *s, uint32_t v, int k) {
    return s->numbers[s->values[v].forward + (uint32_t)k];
}

/* What is not kept is written to where nobody reads. */
static inline void series_put(tape_series *s, uint32_t value, int k, double x) {
    const series_value *v = &s->values[value];
    const uint32_t i = (uint32_t)k, back = (uint32_t)(s->order - k);
    s->numbers[v->forward + i] = x;
    s->numbers[v->backward + back] = x;
    if (!v->keeps_slope && !v->keeps_slope_backward)
        return;
    s->numbers[v->slope + i] = k * x;
    s->numbers[v->slope_backward + back] = k * x;
}

static inline double series_sign(double x) {
    return (double)((x > 0) - (x < 0));
}

#endif
