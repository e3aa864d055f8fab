/* The structure of a system: ranks, degrees of freedom, types of constraints, conservative or not. */
#ifndef LGR_ANALYSIS_STRUCTURE_H
#define LGR_ANALYSIS_STRUCTURE_H

#include "model/model.h"

typedef enum row_nature { ROW_HOLONOMIC, ROW_NONHOLONOMIC, ROW_INTEGRABLE } row_nature;

typedef struct structure_constraint {
    const char *name; /* of the statement: "pin" for its rows pin.x and pin.y */
    row_nature nature;
    bool velocity;      /* stated with velocities */
    bool rheonomic;     /* t appears in it */
    bool unilateral;    /* a contact */
    expr_id *integrals; /* integrable: F of F = const, for each of its rows where a closed form was found */
    size_t integral_count;
} structure_constraint;

typedef struct structure {
    structure_constraint *constraints; /* in the order of the text, contacts included */
    size_t constraint_count;
    int coordinates;        /* active at the start */
    int rank;               /* of all active rows at the start, closed contacts included */
    const char **redundant; /* names of rows that say nothing new, later ones first blamed */
    size_t redundant_count;
    int dof, independent_initial_conditions;
    bool holonomic, scleronomic, conservative;
    const char **why; /* why it is not conservative, in words with the user's names */
    size_t why_count;
    const char **sudden; /* impacts and events that may change the energy all the same, in such words */
    size_t sudden_count;
    expr_id *integrals; /* all that the active rows have in closed form, hidden ones last */
    size_t integral_count;
    bool *integrated; /* per model row: active, and among the integrals */
    expr_id *hidden;  /* integrals that combinations of nonholonomic rows have, where a closed form was found */
    size_t hidden_count;
} structure;

/* Analyses the base system at a consistent start: q, v per model coordinate, active rows. */
structure analysis_structure_find(model *m, const double *q, const double *v, const bool *rows, arena *a);

#endif
