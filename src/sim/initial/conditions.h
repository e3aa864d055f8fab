/* Conditions as a nonlinear system, solved for the point nearest to a guess. */
#ifndef LGR_SIM_INITIAL_CONDITIONS_H
#define LGR_SIM_INITIAL_CONDITIONS_H

#include "sim/dynamics/dynamics.h"

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
    double *r, *J;
    double *terms;        /* m: the size of r's terms, whatever they cancel to */
    double *known_change; /* m: by how much r changes if all that is known changes by its own size; 0: not asked for */
    double *size;         /* m: beside which r is judged, of the same dimension; see conditions_hold */
    double *weight;       /* m: what residuals are compared by on the way */
    double *scale;        /* n: what counts as equally far, for unknowns of different dimensions */
    double *guess;        /* n: where x came from */
    double *way_come;     /* n: room */
    const int *kind;      /* n: the first unknown of the same kind; NULL: the scales of all are comparable */
    double *extent;       /* n: room for something of each kind, at its first unknown */
    size_t known;         /* inputs before the first unknown */
    bool overdetermined;
} condition_system;

/* A step of Newton's method: the point `next` that is nearest to x0 among those that satisfy the conditions as they are
   linearised at x, where they have been evaluated. */
typedef void conditions_step(sim *s, condition_system *e, const double *x, const double *x0, double *next, void *self);

typedef struct conditions_way {
    conditions_step *step;
    void *self;
} conditions_way;

/* Of what is known (parameters first) and what is not; kept as long as the kit where it is entered. */
condition_system conditions_compile(sim *s, const condition_list *list, const var_list *known, const var_list *unknown);
/* The present values of what is known, by variable; parameters are those of the model. */
void conditions_load(const sim *s, const condition_system *e, const double *values);
/* The values at the last evaluation, by variable of the model. */
double *conditions_values(sim *s, const condition_system *e);
/* r, J and terms at x (n); false where one of them is not finite. */
bool conditions_evaluate(sim *s, condition_system *e, const double *x);
/* Finds the scales of unknowns where they have been evaluated: those of one kind have one, so that nearest means the
   same as ever among them, and those of several kinds (lengths and angles) count alike in the conditions where they
   meet. */
void conditions_balance(sim *s, condition_system *e, const int *kind);
/* Into `extent`: the greatest of |values| of each kind, in its scale. */
void conditions_find_extents(const condition_system *e, const double *values);
/* Whether they hold at x, where they have been evaluated: relative to their size, which this finds. */
bool conditions_hold(condition_system *e, const double *x, double tolerance);
/* Nearest in the plain sense, among unknowns in their scales. */
conditions_step conditions_nearest;
/* Newton's method, halving steps that do not help; x moves least from where it starts. False where they cannot be met;
   then x is the best that was found, and is what was evaluated last. */
bool conditions_solve(sim *s, condition_system *e, const conditions_way *way, double tolerance, double *x);

#endif
