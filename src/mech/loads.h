/* Generalized forces from outside: inputs of the equations, whose values a program gives. */
#ifndef LGR_MECH_LOADS_H
#define LGR_MECH_LOADS_H

#include "mech/equations.h"

/* Adds generalized forces on the model's coordinates to Q, from q and v per model coordinate (NaN where inactive).
   Where they are asked for (not NULL) also their derivatives to Q_q and Q_v, row by row: [force][coordinate]. */
typedef struct mech_load {
    void (*add)(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v);
    bool differentiable; /* it gives Q_q and Q_v; else they are found by differences */
    void *user;
} mech_load;

/* New variables of the model's graph, one per coordinate. */
uint32_t *mech_load_vars(model *m, arena *a);
/* The system of a choice with one more force on every active coordinate, these variables; nothing pushes a state. */
const model_system *mech_with_loads(const model *m, const mech_choice *choice, const uint32_t *vars, arena *a);

#endif
