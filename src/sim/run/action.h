/* The test of Hamilton's principle: the action along the computed motion and along neighbouring paths with the same end
   points. */
#ifndef LGR_SIM_RUN_ACTION_H
#define LGR_SIM_RUN_ACTION_H

#include "sim/sim.h"

enum { ACTION_DIRECTIONS = 6, ACTION_SIZES = 4 };

/* A motion at equal intervals of time, between events that change the mode. */
typedef struct action_path {
    const mech_choice *choice; /* the mode; its n coordinates and m rows in order */
    int n, m, count;           /* count - 1 is a multiple of 4 */
    double from, interval;     /* s */
    double *q, *v;             /* count * n */
    double *lambda;            /* count * m */
} action_path;

/* Neighbouring paths q + eps eta: eta = 0 at both ends, of the size of the motion itself for eps = 1. */
typedef struct action_direction {
    double first;                /* the first variation, relative to the integral of the absolute values of its terms */
    double change[ACTION_SIZES]; /* S(eps) - S(0), with the work of the forces that are not in L; J s */
} action_direction;

typedef enum action_kind { ACTION_SADDLE, ACTION_MINIMUM, ACTION_MAXIMUM } action_kind;

typedef struct sim_action {
    const char *trouble;        /* why nothing could be tested, or NULL */
    double from, to;            /* s */
    double value;               /* S, the integral of L; J s */
    double sizes[ACTION_SIZES]; /* eps, each half of the one before */
    action_direction at[ACTION_DIRECTIONS];
    double worst;      /* the largest first variation */
    action_kind kind;  /* as indicated by these directions */
    bool works;        /* forces outside L do work: Hamilton's extended principle */
    bool constrained;  /* neighbouring paths satisfy the position constraints */
    bool nonholonomic; /* displacements satisfy the velocity constraints (d'Alembert and Lagrange) */
} sim_action;

/* The first part of a completed run: the run is repeated up to its end, with a tolerance of 1e-11 at most. NULL with
   `trouble` set if that is not possible. Everything lives in `a`. */
const action_path *sim_action_path(model *m, const sim_options *o, const sim_result *run, arena *a,
                                   const char **trouble);
/* The action along any path. */
sim_action *sim_action_measure(model *m, const action_path *path, arena *a);
/* Both. Never NULL. */
sim_action *sim_check_action(model *m, const sim_options *o, const sim_result *run, arena *a);

#endif
