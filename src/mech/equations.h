/* Equations of motion of one mode: M q'' + C^T lambda = h, A q'' = gamma, derived from the graph. */
#ifndef LGR_MECH_EQUATIONS_H
#define LGR_MECH_EQUATIONS_H

#include "model/model.h"

/* A mode: one choice of these flags over one variant of the system. */
typedef struct mech_choice {
    const model_system *system;
    const bool *switched_off; /* per model.switches */
    const bool *dropped;      /* per model.coords: inactive (also the coordinates of bodies that are not free) */
    const bool *rows;         /* per model.rows: active (contacts: closed; friction rows: sticking) */
    const signed char *slip;  /* per model.rows: how what rubs slides, see mech_slip; else 0 */
} mech_choice;

/* How it slides: the sign of its slip (1 where slip has two rows and a direction instead), and the sign of the force,
   which is negative for constraints alone. */
static inline signed char mech_slip(int way, int side) {
    return (signed char)(side < 0 ? 2 * way : way);
}
/* The same of what does not slide since others hold it, but has reached the limit of its static friction. */
static inline signed char mech_slip_at_limit(int way, int side) {
    return (signed char)(mech_slip(way, side) + 2 * way);
}
static inline bool mech_slip_is_at_limit(signed char slip) {
    return slip > 2 || slip < -2;
}
static inline int mech_slip_way(signed char slip) {
    return (slip > 0) - (slip < 0);
}
static inline int mech_slip_side(signed char slip) {
    return slip % 2 == 0 && slip ? -1 : 1;
}
/* The same with a force of the other sign. */
static inline signed char mech_slip_turned(signed char slip) {
    const int way = mech_slip_way(slip), side = -mech_slip_side(slip);
    return mech_slip_is_at_limit(slip) ? mech_slip_at_limit(way, side) : mech_slip(way, side);
}

/* n coordinates and m rows are active. Every expression is in parameters, t, q, q'; `power` also in q'' and lambda. */
/* For each variable of the graph its rate in a motion: t' = 1, q' = v; and apart from that v' = a. */
typedef struct mech_seeds {
    expr_id *motion, *velocity;
    size_t count;
} mech_seeds;

typedef struct mech_equations {
    mech_seeds seeds; /* of the variables that there were: those of later ones are none */
    int n, m;
    int *coords; /* n: indices into model.coords */
    int *rows;   /* m: indices into model.rows */
    expr_id *p;  /* n: momenta, dL/dq' */
    expr_id *M;  /* n*n, row-major; only i >= j are set: M is symmetric by construction; NULL: not derived */
    expr_id *h;  /* n: generalized forces less the velocity terms */
    expr_id *A;  /* m*n: f_q, or f_q' for rows that contain velocities */
    expr_id
        *C; /* m*n: the effect of multipliers, M q'' + C^T lambda = h; A, the same array, except for sliding friction */
    bool unsymmetric; /* C is not A */
    expr_id *gamma;   /* m */
    expr_id *f;       /* m: position residuals; the number 0 for rows on the velocity level */
    expr_id *f_dot;   /* m: velocity residuals f_q q' + f_t, or f itself for rows on the velocity level */
    expr_id kinetic, potential, energy;
    expr_id power; /* of everything that changes the energy: forces, dissipation, moving constraints, time in L */
} mech_equations;

/* Derives them; everything lives in `a`, expressions in the model's graph. */
mech_equations mech_derive(const model *m, const mech_choice *choice, arena *a);
/* The same without M, which takes the square of n where all others take about n; mech_inertia adds it if it is not
   there. Where a Lagrangian is given M is needed for the energies and derived at once. */
mech_equations mech_derive_lean(const model *m, const mech_choice *choice, arena *a);
void mech_inertia(const model *m, mech_equations *e, arena *a);
/* The same where the graph stays near so many nodes; false if it does not, and M is not there. */
bool mech_inertia_within(const model *m, mech_equations *e, size_t most, arena *a);

/* The generalized forces that are not derived from V or L, one per active coordinate. */
void mech_forces(const model *m, const mech_choice *choice, const mech_equations *e, arena *a, expr_id *Q);

/* The choice without states and memories: equations of motion alone, in which they stand like given functions of
   time. */
mech_choice mech_without_states(const model *m, const mech_choice *choice, arena *a);
/* The rate of a state, by its number in model.coords; 0 of a memory. */
expr_id mech_rate_of_state(const model *m, const mech_choice *choice, int coord);

/* Whether an energy or force is part of what was chosen. */
bool mech_in_force(const mech_choice *choice, const system_element *x);

/* All generalized forces of one Lagrangian at q'' = 0, one per active coordinate: dL/dq - (dp/dq q' + dp/dt) + Q. With
   the whole Lagrangian these are h. */
void mech_forces_of(const model *m, const mech_choice *choice, const mech_equations *e, expr_id lagrangian, arena *a,
                    expr_id *h);

/* The generalized force of one element alone, a FORCE or a DISSIPATION, one per active coordinate. */
void mech_element_force(const model *m, const mech_equations *e, const system_element *x, arena *a, expr_id *Q);

/* That of friction of a known limit in several directions while it slides, added to Q; `row` is that of the limit. */
void mech_known_friction(const model *m, const mech_choice *choice, const mech_equations *e, int row, arena *a,
                         expr_id *Q);

/* T - V plus given Lagrangians, of the mode. */
expr_id mech_lagrangian(const model *m, const mech_choice *choice, arena *a);

/* The terms of a discrete action: p = dL/dq' and force = dL/dq + Q, one per active coordinate. */
void mech_momenta(const model *m, const mech_choice *choice, const mech_equations *e, arena *a, expr_id *p,
                  expr_id *force);

/* The directions in which friction acts on n coordinates: the derivatives of a slip with respect to their velocities.
 */
void mech_slip_gradient(const model *m, const model_system *of, int row, int tangent, const uint32_t *q,
                        const uint32_t *v, size_t n, expr_id *out);
/* In how many directions the force of a row drags: 0 where nothing slides that it presses on. */
int mech_sliding_tangents(const model *m, const mech_choice *choice, int row);
/* Of what slides: by how much the multiplier of a row drags along a friction row, against the slip. */
expr_id mech_drag(const model *m, const mech_choice *choice, int row, int tangent);
/* The multiplier of a friction row that is not active: what sliding friction makes it, else 0. */
expr_id mech_friction_multiplier(const model *m, const mech_choice *choice, int row);

/* d/dt of f in full (f_q q' + f_t for position rows): the velocity residual of any row. */
expr_id mech_rate(const model *m, const mech_equations *e, expr_id f);
/* d/dt of such a rate, with the accelerations in it. */
expr_id mech_acceleration(const model *m, const mech_equations *e, expr_id rate);

#endif
