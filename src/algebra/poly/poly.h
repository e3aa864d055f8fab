/* Polynomials over generators, with exact numbers: the representation of formulas during simplification. */
#ifndef LGR_ALGEBRA_POLY_POLY_H
#define LGR_ALGEBRA_POLY_POLY_H

#include "algebra/operations.h"
#include "base/vec.h"
#include "expr/terms.h"

/* A generator to a power; exponents are counted in halves, so that roots are powers too. */
typedef struct power {
    uint32_t gen;
    int32_t halves; /* not 0 */
} power;

/* Powers by increasing generator. */
typedef struct monomial {
    const power *at;
    uint32_t len;
    uint64_t hash; /* the sum of its powers' hashes: that of a product is the sum, of a quotient the difference */
} monomial;

typedef struct part {
    number c; /* finite, not 0 */
    monomial m;
} part;

/* A sum of parts with distinct monomials, the largest first. Never changed once made. */
typedef struct poly {
    const part *at;
    size_t len;
    bool over; /* grew beyond the limit: at and len mean nothing */
} poly;

typedef enum gen_kind { GEN_PLAIN, GEN_SIN, GEN_COS, GEN_TAN, GEN_SUM } gen_kind;

/* What polynomials are made of: variables, functions, sums in denominators and below roots. */
typedef struct generator {
    gen_kind kind;
    expr_id e;      /* EXPR_NONE for functions of angles not yet needed */
    uint32_t angle; /* of a sine, cosine or tangent */
    poly base;      /* GEN_SUM: what its whole powers are multiplied out to */
    poly root;      /* the sum of which the base is the square; `over` if there is none */
    bool rooted;    /* whether that is known */
    size_t ops;     /* of e */
    uint32_t next;  /* in its chain of the hash table */
} generator;

/* The argument of a sine and a cosine; its first coefficient is positive. */
typedef struct angle {
    poly arg;
    uint32_t sin, cos; /* generators */
    uint32_t tan;      /* NO_GENERATOR before it is needed */
    bool known;        /* occurs in what was given */
    bool mixed;        /* has terms of both signs: -arg is written with as few operations */
    expr_id e, minus;  /* EXPR_NONE before they are needed */
    uint64_t hash;     /* of arg */
    uint32_t next;
} angle;

#define NO_ANGLE UINT32_MAX
#define NO_GENERATOR UINT32_MAX

enum { CHAINS = 1024 };

/* The square of a generator is a sum of others: of the first number of a quaternion. */
typedef struct known_square {
    uint32_t gen;
    poly by;
} known_square;

typedef struct algebra {
    graph *g;
    arena *memory; /* lives as long as the call */
    arena *work;   /* rolled back after each trial */
    operation_counter counted;
    arena *pool; /* one of them: where polynomials and forms are made */
    VEC(generator) gens;
    VEC(angle) angles;
    uint32_t gen_chain[CHAINS], angle_chain[CHAINS]; /* 1 + index; 0 ends */
    size_t limit;                                    /* parts a polynomial may have */
    size_t room;                                     /* remaining number of parts that may be kept for nodes */
    size_t effort;                                   /* parts that may still be made by multiplying out */
    size_t short_sums;                               /* that may be taken apart when no effort is left */
    struct form_memo *memo;                          /* forms found while one is written; NULL otherwise */
    size_t branches; /* how often the second best division may be tried besides the best */
    size_t trials;   /* forms that may still be tried */
    VEC(known_square) squares; /* to be eliminated wherever they stand */
} algebra;

/* polynomial.c: arithmetic in x->pool. */
poly poly_number(algebra *x, number c);
poly poly_power(algebra *x, uint32_t gen, int32_t halves);
poly poly_of_part(algebra *x, part p);
poly poly_keep(algebra *x, poly p);                       /* a copy in x->memory */
poly poly_add(algebra *x, poly a, poly b, number factor); /* a + factor*b */
poly poly_scale(algebra *x, poly p, part factor);
poly poly_neg(algebra *x, poly p);
poly poly_mul(algebra *x, poly a, poly b);
poly poly_whole_power(algebra *x, poly p, int64_t n); /* n > 0 */
/* True, with the quotient, if b divides a without remainder. */
bool poly_divides(algebra *x, poly a, poly b, poly *quotient);
/* The sum of which p (not 0) is the square, by the rule for roots of numbers; false if there is none. */
bool poly_square_root(algebra *x, poly p, poly *root);
/* The lowest exponent of a generator in a sum, in halves. */
int32_t poly_lowest(poly p, uint32_t gen);
/* Whole powers of a generator, `step` at a time, replaced by powers of `by`. */
poly poly_replace(algebra *x, poly p, uint32_t gen, int32_t step, poly by);
bool poly_same(poly a, poly b);
uint64_t poly_hash(poly p);
bool poly_is_number(poly p, number *c);
/* The index of the monomial; p.len if there is none. */
size_t poly_find(poly p, monomial m);

/* index.c: finds parts by their monomials' hashes, which are known before a monomial is made. */
typedef struct poly_index {
    poly p;
    const uint32_t *slot; /* 1 + index of a part; 0: free */
    size_t mask;
} poly_index;

poly_index poly_index_make(algebra *x, poly p);
/* A part with that hash: surely none other has that monomial, but it may be another monomial. p.len if there is none.
 */
size_t poly_index_find(const poly_index *s, uint64_t hash);
/* The hash of one power of a generator. */
static inline uint64_t poly_power_hash(uint32_t gen, int32_t halves) {
    uint64_t h = (gen + 1) * (uint64_t)0x9e3779b97f4a7c15u;
    h = (h ^ h >> 32) * (uint64_t)0xd6e8feb86659fd93u;
    return (h ^ h >> 29) * (uint64_t)(int64_t)halves;
}
/* One of 64 bits for a generator: what has none of the bits of another has none of its generators. */
static inline uint64_t poly_gen_bit(uint32_t gen) {
    return (uint64_t)1 << gen % 64;
}
/* The largest number of which both are whole multiples; the first if they are not exact. */
number poly_common_number(number a, number b);

int poly_monomial_compare(monomial a, monomial b);
monomial poly_monomial_mul(algebra *x, monomial a, monomial b);
monomial poly_monomial_div(algebra *x, monomial a, monomial b);
monomial poly_monomial(algebra *x, uint32_t gen, int32_t halves);
int32_t poly_monomial_exponent(monomial m, uint32_t gen); /* in halves */
/* What can be taken out of both without turning an exponent's sign. */
monomial poly_monomial_common(algebra *x, monomial a, monomial b);
uint64_t poly_monomial_common_hash(monomial a, monomial b);
/* All of it can be taken out of m in the same sense. */
bool poly_monomial_contains(monomial m, monomial factor);
bool poly_monomial_is_product(monomial m, monomial a, monomial b);
/* The monomial whose square is m; false if there is none. */
bool poly_monomial_root(algebra *x, monomial m, monomial *root);

/* generators.c: what was met before, found again by what it is. */
uint32_t poly_generator(algebra *x, expr_id e);
/* The generator whose whole powers are multiplied out to base, written e. */
uint32_t poly_generator_of_sum(algebra *x, poly base, expr_id e);
uint32_t poly_tangent(algebra *x, uint32_t angle);
/* arg or -arg, whichever has a positive first coefficient; *sign is 1 or -1, or 0 for the argument 0. */
poly poly_canonical_angle(algebra *x, poly arg, int *sign);
/* The angle that arg or -arg is, with *sign as above; NO_ANGLE if it was not met, or is 0. */
uint32_t poly_find_angle(algebra *x, poly arg, int *sign);
/* Enters a canonical angle; ops: what a function of it takes. */
uint32_t poly_add_angle(algebra *x, poly arg, size_t ops);

#endif
