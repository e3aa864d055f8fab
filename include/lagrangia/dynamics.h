/* The equations of motion of a model at any state: M a + C^T lambda = h, A a = gamma. */
#ifndef LAGRANGIA_DYNAMICS_H
#define LAGRANGIA_DYNAMICS_H

#include "lagrangia/lagrangia.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The equations of one mode of a model (one choice of active constraints, contacts and coordinates), compiled once. A
   state is t in s and, for each of n active coordinates, q and v = q' in SI units; m rows are active. A state or a
   memory of the model is one of the coordinates: v is its value, a its rate, and q has no effect. All matrices are
   row-major. It belongs to one thread at a time; several may be made of one model, also in several threads. */
typedef struct lgr_dynamics lgr_dynamics;

typedef struct lgr_dynamics_options {
    size_t size;      /* of this struct */
    const char *mode; /* NULL (default): "start"; "end"; or an event: the mode after its first occurrence */
} lgr_dynamics_options;

LGR_API void lgr_dynamics_options_init(lgr_dynamics_options *options, size_t size);
static inline lgr_dynamics_options lgr_dynamics_options_default(void) {
    lgr_dynamics_options o;
    lgr_dynamics_options_init(&o, sizeof o);
    return o;
}

/* NULL for the options: the defaults. NULL only if memory is exhausted. A mode other than that of the start is found by
   running the model. Findings (no consistent start) are added to those of the model, which must outlive the result. */
LGR_API lgr_dynamics *lgr_dynamics_create(lgr_model *model, const lgr_dynamics_options *options);
LGR_API void lgr_dynamics_destroy(lgr_dynamics *dynamics);
/* How the creation ended: LGR_STATUS_OK, _MODEL (see the findings) or _USAGE. */
LGR_API lgr_status lgr_dynamics_status(const lgr_dynamics *dynamics);
/* Describes the last call that did not return LGR_STATUS_OK; NULL if all did. Until the next call. */
LGR_API const char *lgr_dynamics_error(const lgr_dynamics *dynamics);

/* n and m; and which coordinate of the model (LGR_KIND_COORDINATE), which row (LGR_KIND_ROW) each is. */
LGR_API size_t lgr_dynamics_coordinate_count(const lgr_dynamics *dynamics);
LGR_API size_t lgr_dynamics_row_count(const lgr_dynamics *dynamics);
LGR_API size_t lgr_dynamics_coordinate(const lgr_dynamics *dynamics, size_t i);
LGR_API size_t lgr_dynamics_row(const lgr_dynamics *dynamics, size_t k);

/* The state at which the mode was found, consistent with its rows: t, q (n), v (n); each may be NULL. */
LGR_API lgr_status lgr_dynamics_start(const lgr_dynamics *dynamics, double *t, double *q, double *v);

/* Another value, in SI units, for a parameter of the model (an index of LGR_KIND_PARAMETER); parameters defined by it
   follow. The model and what else was made from it keep theirs. LGR_STATUS_USAGE, with the values as before, if the
   parameter is structural or the equations would be others with it: see lgr_model_set. */
LGR_API lgr_status lgr_dynamics_set(lgr_dynamics *dynamics, size_t parameter, double value);

/* A generalized force of the caller's own. q, v and Q have one number per coordinate of the model
   (LGR_KIND_COORDINATE); NaN in q and v where it is not active. `add` adds to Q what it does to each coordinate (N for
   a length, N m for an angle), must depend on its arguments alone, and returns false where it has no value. Q_q and Q_v
   are NULL unless derivatives are asked for and `differentiable` is true: then it adds dQ_i/dq_j to Q_q[i*count + j],
   and likewise to Q_v, `count` the number of coordinates. It is called often: from the thread that works. */
typedef struct lgr_force {
    size_t size; /* of this struct */
    bool (*add)(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v);
    bool differentiable; /* false: derivatives are found by differences */
    void *user;
} lgr_force;

/* Adds a force (copied) to the equations, from now on; it is part of h. */
LGR_API lgr_status lgr_dynamics_add_force(lgr_dynamics *dynamics, const lgr_force *force);

/* Accelerations a (n) and multipliers lambda (m, or NULL) at a state, in the units of lgr_info; q, v and a may be the
   caller's arrays anywhere. LGR_STATUS_RUN, with NaN in both, where something is not finite or the accelerations are
   not determined. Redundant rows have the multipliers of least norm. Allocates nothing. */
LGR_API lgr_status lgr_dynamics_accelerate(lgr_dynamics *dynamics, double t, const double *q, const double *v,
                                           double *a, double *lambda);
/* The same at `count` states, eight at a time where the processor can: t (count), q, v, a (count*n), lambda (count*m,
   or NULL), state by state. The numbers are the same to the bit. LGR_STATUS_RUN if some state has none. */
LGR_API lgr_status lgr_dynamics_accelerate_many(lgr_dynamics *dynamics, size_t count, const double *t, const double *q,
                                                const double *v, double *a, double *lambda);

/* What is known at a state. The numbers stay; further ones come behind. */
typedef enum lgr_quantity {
    LGR_QUANTITY_M = 0,            /* n x n: mass matrix, symmetric */
    LGR_QUANTITY_H = 1,            /* n: generalized forces less the velocity terms */
    LGR_QUANTITY_A = 2,            /* m x n: gradients of the rows, df/dq, or df/dv of rows that contain velocities */
    LGR_QUANTITY_GAMMA = 3,        /* m: right sides of the rows for accelerations */
    LGR_QUANTITY_F = 4,            /* m: residuals of the rows; 0 for rows that contain velocities */
    LGR_QUANTITY_F_DOT = 5,        /* m: residuals of their rates, or of rows that contain velocities */
    LGR_QUANTITY_ACCELERATION = 6, /* n: a */
    LGR_QUANTITY_MULTIPLIER = 7,   /* m: lambda; of a rope minus its tension */
    LGR_QUANTITY_FORCE = 8,        /* n: generalized forces of the rows, -C^T lambda; C is A unless friction slides */
    LGR_QUANTITY_OUTPUT = 9,       /* one per output of the model (LGR_KIND_OUTPUT); NaN where it has no value */
    LGR_QUANTITY_ENERGY = 10       /* 4: kinetic, potential, total energy (J), power of what changes the total (W) */
} lgr_quantity;

/* What quantities are differentiated by. */
typedef enum lgr_variable {
    LGR_VARIABLE_TIME = 0,     /* 1 */
    LGR_VARIABLE_Q = 1,        /* n, with v held */
    LGR_VARIABLE_V = 2,        /* n */
    LGR_VARIABLE_FORCE = 3,    /* n: generalized forces on the coordinates, in addition to all others */
    LGR_VARIABLE_PARAMETER = 4 /* one per parameter of the model (LGR_KIND_PARAMETER); those defined by it follow */
} lgr_variable;

/* Computes all quantities at a state. LGR_STATUS_RUN as lgr_dynamics_accelerate. Allocates nothing. */
LGR_API lgr_status lgr_dynamics_evaluate(lgr_dynamics *dynamics, double t, const double *q, const double *v);
/* A quantity at the state evaluated last, valid until the next call with other states; *count (may be NULL) is how many
   numbers it has. NULL for an unknown quantity, or before an evaluation. */
LGR_API const double *lgr_dynamics_get(lgr_dynamics *dynamics, lgr_quantity what, size_t *count);
/* Its derivatives there, exact but for differences of own forces without derivatives: `out`, of `room` numbers,
   receives d what[i] / d by[k] at out[i*width + k]. All derivatives of a state are computed with the first one that is
   asked for; the first call compiles them. LGR_STATUS_USAGE before an evaluation or if there is too little room. */
LGR_API lgr_status lgr_dynamics_derivative(lgr_dynamics *dynamics, lgr_quantity what, lgr_variable by, double *out,
                                           size_t room);
/* The linear system at the state evaluated last: x' = x0' + A dx + B u, y = y0 + C dx + D u for x = (q, v), generalized
   forces u (n) and outputs y: A (2n x 2n), B (2n x n), C (outputs x 2n), D (outputs x n); each may be NULL. With rows
   its 2n states are not independent. */
LGR_API lgr_status lgr_dynamics_linearize(lgr_dynamics *dynamics, double *A, double *B, double *C, double *D);

/* Moves q, then v, onto the rows by the least corrections in the metric of M. LGR_STATUS_RUN if that does not converge;
   q and v are then where it ended. */
LGR_API lgr_status lgr_dynamics_project(lgr_dynamics *dynamics, double t, double *q, double *v);
/* Generalized forces Q (n), beside those of the system, that make the accelerations a (n) at a state. `driven` (n, or
   NULL: all) says which coordinates they may act on; Q is 0 on others. With all of them the rows carry nothing; else Q
   and the multipliers lambda (m, or NULL) have the least norm. LGR_STATUS_RUN if no such forces make a. */
LGR_API lgr_status lgr_dynamics_invert(lgr_dynamics *dynamics, double t, const double *q, const double *v,
                                       const double *a, const bool *driven, double *Q, double *lambda);
/* Moves q to a place near it where the system can rest, stable or not, with the multipliers there (m, or NULL), by
   Newton's method, and where it finds none, downhill; of a state q has the value here. LGR_STATUS_RUN, with q as it was, if none is found. */
LGR_API lgr_status lgr_dynamics_balance(lgr_dynamics *dynamics, double t, double *q, double *lambda);

#ifdef __cplusplus
}
#endif

#endif
