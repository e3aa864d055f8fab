/* The equations of motion of one mode at any state: programs that are compiled once and evaluated where one likes. */
#ifndef LGR_POINT_POINT_H
#define LGR_POINT_POINT_H

#include "mech/loads.h"

/* What is computed at a state; n coordinates and m rows are active. */
typedef enum point_quantity {
    POINT_M,            /* n x n, symmetric */
    POINT_H,            /* n */
    POINT_A,            /* m x n */
    POINT_GAMMA,        /* m */
    POINT_F,            /* m: position residuals */
    POINT_F_DOT,        /* m: velocity residuals */
    POINT_ACCELERATION, /* n */
    POINT_MULTIPLIER,   /* m */
    POINT_FORCE,        /* n: generalized forces of the rows, -C^T lambda */
    POINT_OUTPUT,       /* one per output of the model; NaN where it has no value */
    POINT_ENERGY,       /* kinetic, potential, total, and the power of all that changes the total */
    POINT_QUANTITY_COUNT
} point_quantity;

/* What they are differentiated by. */
typedef enum point_variable {
    POINT_BY_T,     /* 1 */
    POINT_BY_Q,     /* n */
    POINT_BY_V,     /* n */
    POINT_BY_LOAD,  /* n: generalized forces on the coordinates, in addition to all others */
    POINT_BY_PARAM, /* one per parameter of the model; those that are defined by it follow */
    POINT_VARIABLE_COUNT
} point_variable;

typedef struct point point;

/* For a mode of the model, whose graph grows and whose parameters it follows. Lives in `a` except for machine code. */
point *point_create(model *m, const mech_choice *choice, arena *a);
void point_dispose(point *p);
const mech_equations *point_equations(const point *p);
/* How many numbers a quantity has, and how many variables there are to differentiate by. */
size_t point_size(const point *p, point_quantity what);
size_t point_width(const point *p, point_variable by);

void point_add_load(point *p, mech_load load);

/* Accelerations and multipliers (may be NULL) at a state of the active coordinates; false if something is not finite or
   the accelerations are not determined. Allocates nothing. */
bool point_solve(point *p, double t, const double *q, const double *v, double *a, double *lambda);
/* The same for several states, one after the other in each array; ok[i] for each. Gives the same bits. */
void point_solve_many(point *p, size_t count, const double *t, const double *q, const double *v, double *a,
                      double *lambda, bool *ok);
/* All quantities there; false as above: what is not determined is then NaN. Allocates nothing. */
bool point_evaluate(point *p, double t, const double *q, const double *v);
/* At the state evaluated last, until the next one. */
const double *point_get(point *p, point_quantity what);
/* The numbers of the model's drawings there, NaN where nothing is drawn. The first call compiles them. */
const double *point_draw(point *p);
/* Derivatives there, row by row: [number of the quantity][variable]. False if the accelerations are not determined. The
   first call compiles them. */
bool point_differentiate(point *p, point_quantity what, point_variable by, double *out);
/* The derivative of M a + C^T lambda - h there by q, v or a parameter, with a and lambda as they are (n x width). */
bool point_differentiate_residual(point *p, point_variable by, double *out);

/* Moves q, then v, by the least corrections in the metric of M onto the rows; false if that does not converge, with
   what was reached. */
bool point_project(point *p, double t, double *q, double *v);
/* Generalized forces Q (n) on the coordinates in `driven` (NULL: all) that make the accelerations a with those of the
   system, with multipliers (m, may be NULL). With all of them the rows carry nothing; else the forces of least norm.
   False if they cannot. */
bool point_invert(point *p, double t, const double *q, const double *v, const double *a, const bool *driven, double *Q,
                  double *lambda);
/* C^T lambda - h and f at rest (n + m numbers; f is 0 for rows of velocities) for x = (q, lambda), of a state its value
   in q; with the derivatives by x (square) and by a parameter (n + m). False if something is not finite. */
bool point_find_rest(point *p, double t, const double *x, size_t param, double *residual, double *J, double *by_param);
/* Moves q to a place near it where the system can rest, with its multipliers (may be NULL); of a state its value stands
   there. False if none is found. */
bool point_balance(point *p, double t, double *q, double *lambda);
/* The same; `sinks`: where Newton's method finds none, to where the machine would sink in honey. */
bool point_settle(point *p, double t, double *q, double *lambda, bool sinks);

#endif
