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
    SERIES_TURNED,    /* the same as integrals of products that the program has */
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

/* A series. Coefficient k of all that move stands in row k of the numbers, so that what is computed of many of them at
   once is computed side by side. */
typedef struct series_value {
    uint32_t at;           /* its place in each row; of what does not move, among all numbers */
    uint32_t first, count; /* of copies */
    uint32_t by;           /* the step that it is the result of, plus one; 0: none */
    uint32_t rate;         /* the value of which it is the integral; 0: not known */
    uint32_t times_rate;   /* of sines and cosines: the product of this one and the rate of the angle, if any, */
    uint32_t angle_rate;   /* which is this */
    bool moves;
    bool is_read; /* by others than steps: a place in the rows even if it does not move */
} series_value;

/* Another place of a coefficient in its row, or of k times it: as a factor of a sum. */
typedef struct series_copy {
    uint32_t at;
    bool slope;
} series_copy;

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

/* The inner part of coefficient k of a product, sum of f_j g_(k-j) for j from 1 to k - 1: it is known before the steps
   are made. Sums stand side by side, and their factors in the rows as they do. They are taken in the order: j from k -
   2 down to 2, f_1 g_(k-1), f_(k-1) g_1. */
typedef struct series_sum {
    uint32_t f, g;          /* values */
    bool slope, slope_of_g; /* f', g' */
    uint32_t f_at, g_at;    /* the places of the factors in a row */
} series_sum;

enum { SERIES_GROUP = 8 }; /* there are places for a whole number of so many sums */
typedef struct series_groups {
    size_t lanes;  /* sums, and some more */
    uint32_t f, g; /* the places of the first factors in a row */
    size_t width;  /* of a row */
} series_groups;
typedef void series_add_up(const series_groups *x, const double *numbers, int k, double *sums);
/* All give the same bits. */
extern series_add_up *const series_sums_plain, *const series_sums_avx2, *const series_sums_avx512;

/* A value that is given: an input or a result of segment 0. */
typedef struct series_given {
    uint32_t value, slot;
} series_given;

/* A value of which coefficient k is coefficient k - 1 of another one, divided by k, or the opposite of that. */
typedef struct series_integral {
    uint32_t to, from;
    bool opposite;
} series_integral;

typedef struct series_segment {
    size_t first, last; /* steps */
    size_t root_count;  /* those of s->roots up to its end */
    bool switches;
    const uint32_t *out; /* [out_count], per root: a value; 0: not wanted */
    size_t out_count;
} series_segment;

/* Machine code. Arguments: all numbers, row k, and the row before it. */
typedef void series_code(double *numbers, double *row, double *before);
/* Some of the sums of coefficient k > 2. Arguments: all numbers, rows k - 2, 2 and 1. */
typedef void series_sum_code(double *numbers, double *down, double *up, double *end);

typedef struct series_machine {
    const void *pages; /* NULL: none; the recurrences are interpreted */
    size_t size;
    base_taken taken;
    series_code *integrals;
    series_code **start, **next; /* per segment: coefficient 0, coefficient k */
    series_code *all;            /* integrals, and coefficient k of all segments; NULL: these one by one */
    series_code *run;            /* all coefficients from 1 to the order less one; NULL: one by one */
    series_sum_code **sums;      /* where there is no `run` */
    size_t sum_count;
} series_machine;

/* Places in each row: what is zero, k, and 1/k. */
enum { SERIES_ZERO, SERIES_K, SERIES_PART, SERIES_RESERVED };

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
    const series_copy *copies;
    const series_segment *segments; /* [segment_count]; of the first there is nothing */
    size_t segment_count;
    const uint32_t *roots;     /* values that are never below zero */
    const series_given *fixed; /* what does not move */
    size_t fixed_count;
    const series_integral *integrals;
    size_t integral_count;
    const uint32_t *input; /* per input of the tape: its value; 0: not used */
    size_t input_count;
    const uint32_t *state; /* values of which coefficient 0 is given */
    size_t state_count;
    double *numbers;                /* rows 0 to the order, then */
    size_t width;                   /* of a row; what does not move, */
    size_t sum_place, number_count; /* and the sums */
    series_groups groups;
    series_add_up *add_up;
    series_machine code;
};

static inline bool series_is_turn(const series_step *p) {
    return p->kind == SERIES_TURN || p->kind == SERIES_TURNED;
}

/* Never below zero. */
static inline bool series_is_root(const series_step *p) {
    return p->kind == SERIES_SQRT || p->kind == SERIES_POWER;
}

/* Coefficient 0 of a step, and coefficient s->k > 0. */
void series_start(tape_series *s, const series_step *p);
void series_next(tape_series *s, const series_step *p);
/* Coefficient 0 of several sines and cosines. */
void series_start_turns(tape_series *s, const series_step *p);
/* Writes machine code as this back end of one lane would, if it is one that writes any; sums as that of eight. */
void series_write(tape_series *s, arena *a, const tape_backend *one, const tape_backend *eight);

static inline double series_at(const tape_series *s, uint32_t v, int k) {
    const series_value *x = &s->values[v];
    return x->moves || k == 0 ? s->numbers[(size_t)k * s->width + x->at] : 0;
}

static inline double series_sum_at(const tape_series *s, size_t sum) {
    return s->numbers[s->sum_place + sum];
}

static inline void series_put(tape_series *s, uint32_t value, int k, double x) {
    const series_value *v = &s->values[value];
    double *row = s->numbers + (size_t)k * s->width;
    row[v->at] = x;
    for (const series_copy *c = s->copies + v->first, *end = c + v->count; c < end; c++)
        row[c->at] = c->slope ? k * x : x;
}

static inline double series_sign(double x) {
    return (double)((x > 0) - (x < 0));
}

#endif
