/* The test of Hamilton's principle: the action along the computed motion and along neighbouring paths with the same end
   points. */
#ifndef LGR_SIM_RUN_ACTION_H
#define LGR_SIM_RUN_ACTION_H

#include "sim/sim.h"

enum { ACTION_DIRECTIONS = 6, ACTION_SIZES = 4 };

/* A motion at equal intervals of time, between events that change what is in force. */
typedef struct action_path {
    const mech_choice *choice; /* what is in force; its n coordinates and m rows in order */
    int n, m, count;           /* count - 1 is a multiple of 4 */
    double from, interval;     /* s */
    double *q, *v;             /* count * n */
    double *lambda;            /* count * m */
} action_path;

/* Neighbours q + eps eta: eta = 0 at both ends, of the size of the motion itself for eps = 1. */
typedef struct action_direction {
    double first;                /* the first variation, as a part of the integral of the sizes of its terms */
    double change[ACTION_SIZES]; /* S(eps) - S(0), with the work of the forces that are not in L; J s */
} action_direction;

typedef enum action_kind { ACTION_SADDLE, ACTION_MINIMUM, ACTION_MAXIMUM } action_kind;

typedef struct sim_action {
    const char *trouble;        /* why nothing can be said, or NULL */
    double from, to;            /* s */
    double value;               /* S, the integral of L; J s */
    double sizes[ACTION_SIZES]; /* eps, each half of the one before */
    action_direction at[ACTION_DIRECTIONS];
    double worst;      /* the largest first variation */
    action_kind kind;  /* as far as these directions show */
    bool works;        /* forces outside L do work: Hamilton's extended principle */
    bool constrained;  /* neighbours keep to the constraints on positions */
    bool nonholonomic; /* displacements keep to the constraints on velocities (d'Alembert and Lagrange) */
} sim_action;

/* The first stretch of a run that came to its end: the run is repeated up to its end, with a tolerance of 1e-11 at
   most. NULL with `trouble` set if it cannot be. Everything lives in `a`. */
const action_path *sim_action_path(model *m, const sim_options *o, const sim_result *run, arena *a,
                                   const char **trouble);
/* The action along any path. */
sim_action *sim_action_measure(model *m, const action_path *path, arena *a);
/* Both. Never NULL. */
sim_action *sim_check_action(model *m, const sim_options *o, const sim_result *run, arena *a);

#endif
