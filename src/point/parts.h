/* The insides of a point: its programs, where their inputs lie, and its values. */
#ifndef LGR_POINT_PARTS_H
#define LGR_POINT_PARTS_H

#include "base/vec.h"
#include "num/saddle.h"
#include "num/unsymmetric.h"
#include "point/point.h"
#include "tape/tape.h"

/* A program and its slots, which lie `lanes` apart. */
typedef struct point_program {
    const tape *t;
    tape_program *code;
    double *slots;
    int lanes;
    long version; /* of the model's parameters, as in the slots */
} point_program;

typedef struct point_slopes point_slopes; /* slopes.c */

struct point {
    arena *a;
    model *m;
    mech_choice choice; /* with loads among its forces */
    mech_equations e;
    const expr_id *outputs; /* EXPR_NONE: it has no value in this mode */
    uint32_t *load_vars;    /* per model coordinate */
    int n, rows;
    /* Inputs of all programs: parameters, t, q, v, loads, accelerations, multipliers. */
    uint32_t *vars;
    size_t t_at, q_at, v_at, load_at, a_at, lambda_at, input_count;
    point_program matrices; /* M by its lower triangle, h, A, gamma, f, f_dot, C where it is not A */
    point_program motion;   /* accelerations, multipliers, condition; t is NULL where there is no explicit solution */
    point_program lanes;    /* the same for eight states; t is NULL where it has not been asked for */
    point_program results;  /* forces of the rows, outputs, energies */
    point_program pictures; /* numbers of drawings; t is NULL where they have not been asked for */
    double *drawn;
    saddle *solver;
    unsymmetric *skew; /* instead, where friction slides */
    double *C;         /* m x n; A itself where friction does not slide */
    VEC(mech_load) loads;
    double *place, *speed, *load; /* per model coordinate: for loads */
    double *h, *gamma, *spare;    /* right sides, and multipliers that nobody wants */
    size_t at[POINT_QUANTITY_COUNT + 1];
    double *values;
    double t;
    double *q, *v;               /* of the last evaluation */
    bool evaluated, has_results; /* evaluated: the accelerations are determined there, */
    long version;                /* with these parameters */
    long evaluations;
    point_slopes *slopes; /* NULL: not asked for yet */
};

/* Fills in a program of the inputs and `more` others. */
point_program point_compile(point *p, const tape_group *groups, size_t count, const uint32_t *more, size_t more_count,
                            int lanes);
/* The expressions of the results, in the order of their quantities. */
expr_id *point_result_roots(const point *p, size_t *count);
/* Those of the matrices; C too where it is not A. */
expr_id *point_matrix_roots(const point *p, size_t *count);
/* The sum of the loads at a state into `out` (n), and of their derivatives (n x n each), by differences where need be;
   those may be NULL. */
void point_find_loads(point *p, double t, const double *q, const double *v, double *out, double *Q_q, double *Q_v);
/* Matrices at a state into the values; false if something is not finite. */
bool point_find_matrices(point *p, double t, const double *q, const double *v);
/* Whether active coordinate i is a state or a memory, with its value in v. */
bool point_is_state(const point *p, int i);
/* The derivative of C^T lambda - h and of f by places, values of states, and lambda, square, where accelerations are 0
   and the matrices were found last; false if something is not finite. */
bool point_find_stiffness(point *p, double t, const double *q, const double *v, const double *lambda, double *J);
/* Matrices at a state into the values, and their factors. False: not finite or not determined. */
bool point_factor(point *p, double t, const double *q, const double *v);
/* Solves M a + C^T lambda = h, A a = gamma with these factors; a may be h. */
void point_solve_linear(point *p, const double *h, const double *gamma, double *a, double *lambda);
/* Their values in the slots of a program, the same in each lane. */
void point_put(const point_program *x, size_t at, const double *values, size_t count);
/* Runs the first segment, with the present parameters. */
void point_run(const point *p, point_program *x);
void point_slopes_dispose(point_slopes *s);

#endif
