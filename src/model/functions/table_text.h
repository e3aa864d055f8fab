/* Files of points as text: columns of numbers, found by place or by name, or a grid. */
#ifndef LGR_MODEL_FUNCTIONS_TABLE_TEXT_H
#define LGR_MODEL_FUNCTIONS_TABLE_TEXT_H

#include "model/functions/functions.h"

/* What a table is made of. */
typedef struct table_request {
    const char *name, *path; /* of the file: as written, and where it is */
    const char *columns[2];  /* names of x and of the values; NULL: the first column, the second */
    bool grid;               /* a function of two numbers: rows by x, columns by y */
    int way;
    bool periodic;
} table_request;

typedef struct table_points {
    const double *x, *values; /* grid: values[row*columns + column] */
    size_t rows;
    const double *y; /* of a grid */
    size_t columns;
} table_points;

/* False with a finding at the call. */
bool functions_read_points(builder *b, const table_request *r, span at, table_points *out);

#endif
