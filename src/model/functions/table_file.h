/* The curves and surfaces through points of files, each made once. */
#ifndef LGR_MODEL_FUNCTIONS_TABLE_FILE_H
#define LGR_MODEL_FUNCTIONS_TABLE_FILE_H

#include "expr/table.h"
#include "model/functions/table_text.h"

typedef enum table_way { TABLE_MONOTONE, TABLE_SMOOTH, TABLE_LINEAR } table_way;

enum { TABLE_POWERS = 4 };

/* A function of x: curve[0]. Of x and y: the sum of curve[n] v^n, v = beside(y), where the cubics of the curves are
   counted row by row, a row for each interval of y. */
typedef struct table_file {
    table_request of;
    bool good;              /* false: it has its finding */
    const expr_table *axis; /* which finds intervals of x; shared by tables with the same x */
    const expr_table *curve[TABLE_POWERS];
    const expr_table *beside; /* of a grid: finds intervals of y, too */
    int powers;
    size_t points; /* along x */
} table_file;

/* Each file is read once for what is asked of it; `of` is kept. */
const table_file *functions_find_table(builder *b, const table_request *of, span at);

#endif
