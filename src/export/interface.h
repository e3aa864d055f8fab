/* What a model shows to other programs by the standard FMI: its variables, its state, its event indicators. */
#ifndef LGR_EXPORT_INTERFACE_H
#define LGR_EXPORT_INTERFACE_H

#include "export/machine.h"

typedef enum interface_way {
    INTERFACE_TIME,
    INTERFACE_CONSTANT,
    INTERFACE_PARAMETER,
    INTERFACE_TUNABLE, /* a parameter that may change after the start */
    INTERFACE_FOLLOWS, /* a parameter that others define */
    INTERFACE_FOLLOWS_TUNABLE,
    INTERFACE_INPUT,
    INTERFACE_OUTPUT,
    INTERFACE_LOCAL
} interface_way;

typedef enum interface_part {
    PART_TIME,
    PART_PARAM,
    PART_STATE,
    PART_RATE, /* of a state */
    PART_OUTPUT,
    PART_REPORT,
    PART_INDICATOR
} interface_part;

/* What FMI calls "initial". */
typedef enum interface_start {
    STARTS_BY_KIND, /* as its way has it */
    STARTS_AT,      /* exactly where it is set */
    STARTS_NEAR     /* a guess, moved to what constraints allow */
} interface_start;

typedef struct interface_variable {
    const char *name, *label; /* label: NULL where there is none */
    interface_way way;
    interface_part part;
    int reference;
    bool has_unit;
    dimension dim;
    model_shown shown;
    bool from_file; /* an input whose values over time the program holds: nobody sees it as a number */
    double start;   /* of what has a start value */
    interface_start begins;
    bool has_bounds;
    double low, high;
    double nominal;      /* the size that the text gives a place; 0: none */
    int state;           /* the reference of the state whose rate this is; else -1 */
    int follow;          /* the reference of the state that it is equal to; else -1 */
    const bool *depends; /* of an output, per reference: whether it depends on it directly; NULL: perhaps on all */
} interface_variable;

typedef VEC(interface_variable) interface_variables;

typedef struct export_interface {
    interface_variables all;
    int first_state, state_count, indicator_count; /* first_state: its reference */
    short *places; /* per coordinate: where its place and its rate are in the state; -1: no part of it */
    int *slots;    /* per row: its first indicator; -1 */
} export_interface;

export_interface export_interface_create(const export_machine *x, arena *a);
/* Per parameter: i an input, p a parameter that can be set, t one that can be set after the start too, - none of
   these. */
/* Per state: s where its start can be set, else -. */
const char *export_interface_starts(const export_interface *f, arena *a);
const char *export_interface_ways(const export_machine *x, arena *a);

#endif
