/* Forms: polynomials as factored products and sums, with their operation count. */
#ifndef LGR_ALGEBRA_FORM_FORM_H
#define LGR_ALGEBRA_FORM_FORM_H

#include "algebra/poly/poly.h"

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
/* The same with a closer look, which tries so many second best divisions. */
form form_of_closely(algebra *x, poly p, size_t branches);

/* assemble.c */
expr_id form_angle_expr(algebra *x, uint32_t angle, int sign);
expr_id form_write(algebra *x, poly p); /* written as it is */
expr_id form_write_closely(algebra *x, poly p, size_t branches);
/* The root of a sum or product; of a product of squares, sqrt(u^2) = abs(u). */
expr_id form_root_of_squares(graph *g, expr_id base);

#endif
