/* The values at an instant, group by group: the name of each in JSON and in the header of a table. */
#ifndef LGR_OUT_VALUES_GROUPS_H
#define LGR_OUT_VALUES_GROUPS_H

#include "sim/sim.h"

typedef struct out_group {
    const char *key;            /* in JSON */
    const char *before, *after; /* the text around a name in the header of a table */
    size_t (*count)(const model *m);
    const char *(*name)(const model *m, size_t i);
    dimension (*dim)(const model *m, size_t i);
    model_shown (*shown)(const model *m, size_t i); /* NULL: all in SI units */
    bool (*hidden)(const model *m, size_t i);       /* NULL: nothing is */
    const double *(*values)(const sim_point *p);
    bool sparse; /* what has no value is left out of JSON objects */
} out_group;

enum { OUT_POSITIONS, OUT_VELOCITIES, OUT_MULTIPLIERS, OUT_OUTPUTS, OUT_STATES, OUT_GROUP_COUNT };
extern const out_group out_groups[OUT_GROUP_COUNT];

/* One number that every instant has; hidden ones are no columns. */
typedef struct out_column {
    const out_group *group;
    size_t index;       /* within the group */
    const char *name;   /* "rod" */
    const char *header; /* the same in a table: "lambda(rod)" */
    dimension dim;
    model_shown shown;
    double least; /* in SI units: what is smaller is shown as 0 (out/values/rounding.h) */
} out_column;

typedef struct out_columns {
    out_column *at;
    size_t count;
    model_shown energy; /* the unit in which energies are shown */
} out_columns;

/* All columns in the order of the groups. */
out_columns out_columns_make(const model *m, arena *a);
/* The same in the units in which people see them. */
out_columns out_columns_for_people(const model *m, arena *a);
/* The unit in which it is shown: "rad" for angles, "" for plain numbers. */
const char *out_column_unit(const model *m, const out_column *c, arena *a);
/* In SI units, and in the unit in which it is shown. */
double out_column_value(const out_column *c, const sim_point *p);
double out_column_shown(const out_column *c, const sim_point *p);

#endif
