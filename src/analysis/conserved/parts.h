/* Parts of a system that do not interact: each has an energy of its own. */
#ifndef LGR_ANALYSIS_PARTS_H
#define LGR_ANALYSIS_PARTS_H

#include "analysis/conserved/noether.h"

typedef struct part {
    const char *name; /* "energy of x, y" */
    expr_id H;        /* its share of w->jacobian */
    expr_id *Q;       /* n: the forces on its coordinates, 0 elsewhere */
    expr_id drain;    /* Q.v */
} part;

typedef struct part_list {
    part *at;
    int count;
} part_list;

/* Two or more; none where all is one part. Neither p, H nor Q of these depends on time, their rows do not move, and
   nothing rubs. A part that is not all of this is left out. Everything lives in `a`. */
part_list analysis_parts_find(const noether *w, arena *a);

#endif
