/* What the files of the simplifier share: polynomials over generators, angles, and the forms they are written in. */
#ifndef LGR_ALGEBRA_INTERNAL_H
#define LGR_ALGEBRA_INTERNAL_H

#include "algebra/algebra.h"
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

/* Operations by node, as far as they have been counted. */
typedef struct tally_slot {
    uint32_t node;         /* 0: free */
    double ops, variables; /* written out; numbers that are not exact count as variables */
} tally_slot;

typedef struct tally {
    const graph *g;
    arena *memory;
    tally_slot *slot;
    size_t slots, count;
} tally;

typedef struct algebra {
    graph *g;
    arena *memory; /* lives as long as the call */
    arena *work;   /* rolled back after each trial */
    tally counted;
    arena *pool; /* one of them: where polynomials and forms are made */
    VEC(generator) gens;
    VEC(angle) angles;
    uint32_t gen_chain[CHAINS], angle_chain[CHAINS]; /* 1 + index; 0 ends */
    size_t limit;                                    /* parts a polynomial may have */
    size_t room;                                     /* parts that may still be kept for nodes */
    size_t effort;                                   /* parts that may still be made by multiplying out */
    size_t branches; /* how often the second best division may be tried beside the best */
    size_t trials;   /* forms that may still be tried */
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
/* True, with the quotient, if b divides a without rest. */
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
/* Where the monomial stands; p.len if nowhere. */
size_t poly_find(poly p, monomial m);
/* The largest number of which both are whole multiples; the first if they are not exact. */
number number_common(number a, number b);

int monomial_compare(monomial a, monomial b);
monomial monomial_mul(algebra *x, monomial a, monomial b);
monomial monomial_div(algebra *x, monomial a, monomial b);
monomial monomial_of(algebra *x, uint32_t gen, int32_t halves);
int32_t monomial_exponent(monomial m, uint32_t gen); /* in halves */
/* What can be taken out of both without turning an exponent's sign. */
monomial monomial_common(algebra *x, monomial a, monomial b);
/* All of it can be taken out of m in the same sense. */
bool monomial_contains(monomial m, monomial factor);
/* The monomial whose square is m; false if there is none. */
bool monomial_root(algebra *x, monomial m, monomial *root);

/* generators.c: what was met before, found again by what it is. */
uint32_t gen_of(algebra *x, expr_id e);
/* The generator whose whole powers are multiplied out to base, written e. */
uint32_t gen_of_sum(algebra *x, poly base, expr_id e);
uint32_t gen_tangent(algebra *x, uint32_t angle);
/* arg or -arg, whichever has a positive first coefficient; *sign is 1 or -1, or 0 for the argument 0. */
poly angle_canonical(algebra *x, poly arg, int *sign);
/* The angle that arg or -arg is, with *sign as above; NO_ANGLE if it was not met, or is 0. */
uint32_t angle_find(algebra *x, poly arg, int *sign);
/* Enters a canonical angle; ops: what a function of it takes. */
uint32_t angle_add(algebra *x, poly arg, size_t ops);

/* operations.c */
size_t tally_operations(tally *t, expr_id root);
/* Whether a takes fewer operations than b, or as many with fewer variables: x^2 is shorter than x*x. */
bool tally_shorter(tally *t, expr_id a, expr_id b);

/* expand.c: the polynomials of the roots. */
void expand_roots(algebra *x, const expr_id *roots, size_t count, poly *out);

/* cancel.c: sums in denominators that divide what stands over them. */
poly cancel_sums(algebra *x, poly p);

/* trigonometry.c */
/* Products of sines and cosines of the two angles (of all angles if a is NO_ANGLE) as sums. */
poly trig_to_sums(algebra *x, poly p, uint32_t a, uint32_t b);
/* The sine and cosine of angle a + sign*b by those of a and b. */
poly trig_split(algebra *x, poly p, uint32_t whole, uint32_t a, uint32_t b, int sign);
/* Everything in sines and cosines of the smallest angles. */
poly trig_to_single(algebra *x, poly p);
/* sin^2 or cos^2 of the angle by the other one. */
poly trig_without_square(algebra *x, poly p, uint32_t u, gen_kind kind);
/* The angles of sines and cosines in p, each once, at most `room`. */
size_t trig_angles(algebra *x, poly p, uint32_t *list, size_t room);

/* identities.c: what sin^2 + cos^2 = 1 and the sums of angles make shorter as it stands. */
poly trig_merge(algebra *x, poly p);

/* A factor of a form: a sum of forms if there is one, else a generator, to the power halves/2. */
typedef struct form_sum form_sum;
typedef struct form_factor {
    uint32_t gen;
    const form_sum *sum;
    int32_t halves;
    bool minus; /* a sine written with the opposite argument, or a difference turned round */
} form_factor;

/* A product with a number. */
typedef struct form {
    number c;
    size_t len, ops; /* ops: with |c| instead of c */
    const form_factor *at;
} form;

struct form_sum {
    const form *at;
    size_t len, ops;
    bool mixed; /* has negative terms, and positive ones */
};

/* form.c: forms in x->pool. */
size_t form_count(const algebra *x, number c, const form_factor *at, size_t len);
size_t form_count_part(const algebra *x, part p);
form form_of_part(algebra *x, part p);
form form_product(algebra *x, const form *a, int32_t power_a, const form *b); /* a^power_a * b */
form form_add(algebra *x, const form *terms, size_t len);
bool form_is_sum(const form *f); /* with a number before it */
size_t form_ops(const form *f);

/* factor.c: the polynomial as a form with few operations. */
form form_of(algebra *x, poly p);

/* assemble.c */
expr_id angle_expr(algebra *x, uint32_t angle, int sign);
expr_id poly_expr_quick(algebra *x, poly p); /* written as it is */
/* The root of a sum or product; of a product of squares, sqrt(u^2) = abs(u). */
expr_id root_of_squares(graph *g, expr_id base);

/* angles.c: angles that need not have been met before. */
uint32_t angle_of(algebra *x, poly arg, int *sign); /* as angle_find, but entered if it is new */
/* The angle a + sign_b*b as in angle_of. */
uint32_t angle_sum(algebra *x, uint32_t a, uint32_t b, int sign_b, int *sign);

/* search.c: the polynomial equal to p whose form takes fewest operations among those tried. */
poly search_best(algebra *x, poly p);
expr_id poly_expr(algebra *x, poly p); /* searched and written */

#endif
