/* A program as recurrences for the coefficients of power series: what translate.c makes and series.c runs. */
#ifndef LGR_TAPE_SERIES_RECURRENCE_H
#define LGR_TAPE_SERIES_RECURRENCE_H

#include "tape/series/series.h"

/* One way to the next coefficient. a, b, c are operands, x the result, y the second one or what it is computed with, as
   the inverse of what is divided by; a' is the series of the derivative. */
typedef enum series_kind {
    SERIES_VALUE,     /* x does not change */
    SERIES_ADD,       /* a + b */
    SERIES_SUB,       /* a - b */
    SERIES_FIRST,     /* a + b or a - b, b does not change */
    SERIES_SECOND,    /* a + b, a does not change */
    SERIES_LESS,      /* a - b, a does not change */
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

/* A series: where its coefficients are kept among all numbers, from this place on. Backwards, coefficient k > 0 stands
   at order - k, and zeros follow, so that products are sums over neighbours. */
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
    uint32_t
        more[2];  /* of a curve: what its cubic is evaluated with; of sines: how many from here on are done at once */
    uint32_t sum; /* the first of its sums */
} series_step;

/* The inner part of coefficient k of a product, sum of f_j g_(k-j) for j from 1 to k - 1: it is known before the step
   is made. In eight sums, of every eighth term each, which are added up at last: 0 to 4, 1 to 5, 2 to 6, 3 to 7; of
   what that gives 0 to 2, 1 to 3; and these two. Up to four terms have no second four sums. */
typedef struct series_sum {
    uint32_t f, g;              /* values */
    uint32_t forward, backward; /* where they are */
    bool slope, slope_backward; /* f', g' */
} series_sum;

/* A value that is given: an input or a result of segment 0. */
typedef struct series_given {
    uint32_t value, slot;
} series_given;

/* A value of which coefficient k is coefficient k - 1 of another one, divided by k. */
typedef struct series_integral {
    uint32_t to, from;
} series_integral;

typedef struct series_segment {
    size_t first, last; /* steps */
    bool switches;
    const uint32_t *out; /* [out_count], per root: a value; 0: not wanted */
    size_t out_count;
} series_segment;

/* Terms whose sums are kept apart; so many neighbours are multiplied together. */
enum { SERIES_BLOCK = 8, SERIES_FOUR = SERIES_BLOCK / 2 };

/* Machine code. Arguments: all numbers, the numbers from coefficient k on, and from order - k on. */
typedef void series_code(double *numbers, double *forward, double *backward);
enum { SERIES_MOST_FOURS = 6 }; /* of terms of a sum */

typedef struct series_machine {
    const void *pages; /* NULL: none; the recurrences are interpreted */
    size_t size;
    base_taken taken;
    series_code *sums[SERIES_MOST_FOURS + 1]; /* all of them, of at most so many fours of terms */
    series_code *integrals;
    series_code **start, **next; /* per segment: coefficient 0, coefficient k */
    series_code *all;            /* integrals, and coefficient k of all segments; NULL: these one by one */
} series_machine;

struct tape_series {
    int order;
    int k;                    /* the coefficient at hand */
    bool flows;               /* see tape_series_plan */
    const series_step *steps; /* [step_count] */
    size_t step_count;
    const series_sum *sums; /* [sum_count] */
    size_t sum_count;
    const series_value *values; /* [value_count]; 0 is none */
    size_t value_count;
    const series_segment *segments; /* [segment_count] */
    size_t segment_count;
    const series_given *fixed; /* what does not move */
    size_t fixed_count;
    const series_integral *integrals;
    size_t integral_count;
    const uint32_t *input; /* per input of the tape: its value; 0: not used */
    size_t input_count;
    double *numbers;                     /* all coefficients, then */
    uint32_t sum_place;                  /* the sums, as machine code finds them, */
    size_t last;                         /* of what changes; */
    uint32_t count_place, inverse_place; /* k and 1/k */
    series_machine code;
};

/* How many fours the inner sums of coefficient k > 0 have. */
static inline int series_fours(int k) {
    return (int)((unsigned)(k - 1 + SERIES_FOUR - 1) / SERIES_FOUR);
}

/* Coefficient 0 of a step, and coefficient s->k > 0. */
void series_start(tape_series *s, const series_step *p);
void series_next(tape_series *s, const series_step *p);
/* Coefficient 0 of several sines and cosines. */
void series_start_turns(tape_series *s, const series_step *p);
/* Writes machine code as this back end of one lane would, if it is one that writes any. */
void series_write(tape_series *s, arena *a, const tape_backend *b);

static inline double series_at(const tape_series *s, uint32_t v, int k) {
    return s->numbers[s->values[v].forward + (uint32_t)k];
}

/* Coefficient 0 is not among those backwards: it is no inner term. What is not kept is written to where nobody reads.
 */
static inline void series_put(tape_series *s, uint32_t value, int k, double x) {
    const series_value *v = &s->values[value];
    const uint32_t i = (uint32_t)k, back = (uint32_t)(s->order - k);
    s->numbers[v->forward + i] = x;
    if (k == 0)
        return;
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
