/* Conditions as a nonlinear system, solved for the point nearest to a guess. */
#ifndef LGR_SIM_INITIAL_CONDITIONS_H
#define LGR_SIM_INITIAL_CONDITIONS_H

#include "sim/dynamics/dynamics.h"

/* A condition, with its name and its place in the text. */
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
    int *first, *column; /* row k of J has its nonzeros in the columns column[first[k]] up to column[first[k + 1]] */
    double *terms;        /* m: the size of r's terms, even if they cancel */
    double *known_change; /* m: the change of r if all known quantities change by their own size; 0: not requested */
    double *size;         /* m: the scale by which r is judged, of the same dimension; see initial_conditions_hold */
    double *weight;       /* m: weights of residuals during the iteration */
    double *scale;        /* n: scales of the unknowns, which may have different dimensions */
    double *guess;        /* n: the initial guess of x */
    double *way_come;     /* n: room */
    const int *kind;      /* n: the first unknown of the same kind; NULL: the scales of all are comparable */
    double *extent;       /* n: room for something of each kind, at its first unknown */
    double *rows, *factors, *multipliers; /* room for steps, once there was one */
    int *ints;
    struct sparse *sparse;
    size_t known;         /* inputs before the first unknown */
    bool overdetermined;
} condition_system;

/* The coordinate whose rate the condition gives, -1: it is of another kind. */
int initial_condition_gives(const model *m, const condition *c);

/* A step of Newton's method: the point `next` nearest to x0 that satisfies the conditions linearised at x, where they
   have been evaluated. */
typedef void conditions_step(sim *s, condition_system *e, const double *x, const double *x0, double *next, void *self);

typedef struct conditions_way {
    conditions_step *step;
    void *self;
} conditions_way;

/* Compiles the conditions for known (parameters first) and unknown quantities; lives as long as the compiled problem if
   that is entered. */
condition_system initial_conditions_compile(sim *s, const condition_list *list, const var_list *known,
                                            const var_list *unknown);
/* Loads the present values of known quantities, by variable; parameters are those of the model. */
void initial_conditions_load(const sim *s, const condition_system *e, const double *values);
/* The values at the last evaluation, by variable of the model. */
double *initial_conditions_values(sim *s, const condition_system *e);
/* r, J and terms at x (n); false if one of them is not finite. */
bool initial_conditions_evaluate(sim *s, condition_system *e, const double *x);
/* Finds the scales of unknowns at the last evaluation: those of one kind share a scale, and those of several kinds
   (lengths and angles) have equal weight in the conditions that contain both. */
void initial_conditions_balance(sim *s, condition_system *e, const int *kind);
/* Into `extent`: the greatest of |values| of each kind, in its scale. */
void initial_conditions_find_extents(const condition_system *e, const double *values);
/* Whether they hold at x, where they have been evaluated, relative to their scales, which this determines. */
bool initial_conditions_hold(condition_system *e, const double *x, double tolerance);
/* Nearest in the Euclidean norm of the scaled unknowns. */
conditions_step initial_conditions_nearest;
/* Newton's method, halving steps that do not reduce the residual; x moves by as little as possible. False if there is
   no solution; then x is the best point found, and was evaluated last. */
bool initial_conditions_solve(sim *s, condition_system *e, const conditions_way *way, double tolerance, double *x);

#endif
