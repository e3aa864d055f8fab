/* The numbers of an instant, group by group: what each is called in JSON and in the header of a table. */
#ifndef LGR_OUT_GROUPS_H
#define LGR_OUT_GROUPS_H

#include "sim/sim.h"

typedef struct out_group {
    const char *key;            /* in JSON */
    const char *before, *after; /* what stands around a name in the header of a table */
    size_t (*count)(const model *m);
    const char *(*name)(const model *m, size_t i);
    const double *(*values)(const sim_point *p);
    bool sparse; /* what has no value is left out of JSON objects */
} out_group;

enum { OUT_GROUP_COUNT = 4 };
extern const out_group out_groups[OUT_GROUP_COUNT];

#endif
