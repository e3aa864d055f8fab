/* A model as it is exported: the modes that its events lead to, each with its programs, and the start. */
#ifndef LGR_EXPORT_MACHINE_H
#define LGR_EXPORT_MACHINE_H

#include "sim/dynamics/dynamics.h"
#include "sim/dynamics/kinematics.h"
#include "sim/dynamics/pieces.h"
#include "sim/dynamics/scales.h"

/* Segments of a program for the motion after the first, which gives matrices or accelerations. */
enum {
    EXPORT_MOTION = 1,
    EXPORT_QUADRATURES,
    EXPORT_CONDITIONS,
    EXPORT_RATES,
    EXPORT_SIZES,
    EXPORT_RESULTS,
    EXPORT_FORCES,
    EXPORT_SEGMENTS
};
/* Of a lean program. */
enum { LEAN_MOTION = 1, LEAN_QUADRATURES, LEAN_SEGMENTS };
/* Of a program that moves a state onto constraints: what is left of these and of their rates; the move of places, and
   whether it can be trusted; that of rates. */
enum { PROJECT_RESIDUALS = 1, PROJECT_PLACES, PROJECT_RATES, PROJECT_SEGMENTS };

/* Accelerations and multipliers by straight-line code, where just these rows act; the first one of a shape gives the
   matrices instead, for any rows. */
typedef struct export_variant {
    const tape *t, *lean;   /* lean: only what an integration needs at a stage of a step; NULL: there is none */
    const tape *projection; /* NULL: there is none */
    int *rows, row_count;   /* positions in the equations; -1: any */
} export_variant;

/* A mode as far as events with actions decide: coordinates, constraints, forces. Contacts and friction are all in its
   equations, and a run chooses which of them act. */
typedef struct export_shape {
    mode *of; /* in which all contacts are closed and stick */
    survey *survey;
    uint32_t *vars; /* those of the mode, then whether each row acts */
    size_t var_count, closed_at;
    VEC(export_variant) variants;
    const resolution *narrow; /* NULL: no function in it is */
    const tape *asked;        /* see asked.h; NULL: all of it always counts */
    const tape *actions;      /* what events set, and where bodies are that they free */
    int *conditions, condition_count;
    bool *inclusive, *smooth; /* per condition */
    bool *present;            /* per event: its condition has a value */
    int *target;              /* per event: the shape after it; -1: not known */
} export_shape;

/* An action in the order of the model, and where its values stand among those of all. */
typedef struct export_action {
    int event, root;
    const model_action *what;
} export_action;

typedef struct export_machine {
    model *m;
    sim *s;
    arena *a;
    VEC(export_shape) shapes;
    VEC(export_action) actions;
    int action_roots;
    size_t entered;       /* the first of the modes are those of a run with the values of the text */
    int start;            /* its shape */
    const tape *settings; /* of the parameters: the end, sizes of coordinates, first instants and periods */
    const tape *reports;  /* of parameters and reducers */
    const tape *follow;   /* of parameters: those that others define */
    const tape *guesses;  /* of parameters: coordinates as they are given, or guessed, at the start */
    const tape *speeds;   /* of parameters and coordinates: rates as they are given */
    int *follows, follow_count;
    bool complete; /* all shapes that can be reached are there */
} export_machine;

enum { EXPORT_MOST_SHAPES = 64 };

/* NULL with findings where the model has no start. In `a`. */
export_machine *export_machine_create(model *m, arena *a);
/* What a sim_kit holds outside its arena. */
void export_machine_dispose(export_machine *x);

#endif
