/* Conditions as a nonlinear system, solved for the point that is nearest to a guess. */
#ifndef LGR_SIM_CONDITIONS_H
#define LGR_SIM_CONDITIONS_H

#include "sim/internal.h"

/* A condition, with what to call it and where it stands. */
typedef struct condition {
    expr_id residual;
    const char *name;
    span at;
    bool row;      /* a constraint or contact, rather than an initial value */
    bool rate;     /* the residual is the rate of left minus right side */
    dimension dim; /* of the residual */
} condition;

typedef VEC(condition) condition_list;

typedef VEC(uint32_t) var_list;

/* A nonlinear system r(x) = 0 in some variables of the graph, as a program for r, dr/dx and the size of r's terms. */
typedef struct condition_system {
    const condition *at;
    int m, n;             /* conditions, unknowns */
    const uint32_t *vars; /* all inputs: parameters, t, others, unknowns last */
    loaded_tape *program;
    double *r, *J, *size;
    size_t known; /* inputs before the first unknown */
} condition_system;

/* Of what is known (parameters first) and what is not; kept as long as the kit where it is entered. */
condition_system conditions_compile(sim *s, const condition_list *list, const var_list *known, const var_list *unknown);
/* The present values of what is known, by variable; parameters are those of the model. */
void conditions_load(const sim *s, const condition_system *e, const double *values);
/* r, J and size at x (n); returns the sum of squares of residuals relative to the size of their terms, or infinity. */
double conditions_evaluate(sim *s, condition_system *e, const double *x);
/* The same at a guess, which may stand at a singular place of a condition (|v| = 2 has no gradient at rest): then x is
   pushed off it a little. */
double conditions_evaluate_first(sim *s, condition_system *e, double *x);
/* At the last evaluation, relative to the size of their terms. */
bool conditions_hold(const condition_system *e, double tolerance);
/* Newton's method, halving steps that do not help; x moves least from where it starts. False where they cannot be met.
 */
bool conditions_solve(sim *s, condition_system *e, double *x);

#endif
