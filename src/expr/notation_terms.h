/* Sums and products split into signed terms and factors in the order in which people write them. */
#ifndef LGR_EXPR_NOTATION_TERMS_H
#define LGR_EXPR_NOTATION_TERMS_H

#include "expr/notation.h"
#include "expr/number/number.h"

/* Which part of the node is written here. A power moved to the other side of the fraction bar loses the sign of its
   exponent; the sign of a number belongs to its term. */
typedef enum factor_part {
    FACTOR_WHOLE,
    FACTOR_INVERTED,
    FACTOR_DECIMAL, /* a number */
    FACTOR_DIGITS,  /* a whole number that is a part of one */
    FACTOR_PI       /* a power of pi that is */
} factor_part;

typedef struct factor {
    expr_id e; /* no product, quotient or negative */
    factor_part part;
    int64_t whole;         /* DIGITS: the number; PI: the power */
    int group, rank, kind; /* the order of factors: by these, then by place in the graph */
    uint32_t place;
} factor;

/* One side of a fraction bar; none: 1. */
typedef struct factors {
    const factor *at;
    size_t count;
} factors;

typedef struct product_term {
    bool minus;
    factors over, under;
    expr_id e;
    int rank; /* the order of terms: by falling rank, then by the place of the factor that is last in the graph */
    uint32_t place;
} product_term;

/* Reads the expressions below some roots; begin before, and walk the graph for nothing else meanwhile. */
typedef struct term_reader {
    const graph *g;
    arena *memory;
    bool functions_last; /* sin x is placed after factors that would otherwise be read as part of its argument */
    const short *ranks;  /* of the nodes in the order of the walk; NULL: all the same */
} term_reader;

term_reader expr_notation_begin(const graph *g, const expr_id *roots, size_t count, const unsigned char *rank,
                                bool functions_last, arena *a);

/* One term: the factors of a product; a single factor if it is none. */
const product_term *expr_notation_read_product(term_reader *r, expr_id e);
/* The terms of these sums one after the other, the first one positive if any is. */
const product_term **expr_notation_read_sums(term_reader *r, const expr_id *roots, size_t sums, size_t *count);

/* ADD, SUB, and their negatives. */
bool expr_notation_is_sum(const graph *g, expr_id e);
/* 9.81, but 3/2 and 1/5: what was probably read as a decimal fraction, and is one exactly. */
bool expr_notation_is_decimal(const expr_node *number);
/* 3*pi/2, which reaches the graph as a decimal. */
bool expr_notation_has_pi(const expr_node *number, pi_multiple *m);
bool expr_notation_is_number(const factor *f);
/* sin, max and what else is written with a name. */
bool expr_notation_is_named_function(expr_op op);
/* The power of a function of one argument whose exponent can be written at the name: sin^2 x. */
bool expr_notation_is_function_power(const graph *g, expr_id e);
/* A number below 0 as exponent of anything. */
bool expr_notation_is_inverse_power(const graph *g, expr_id e);

#endif
