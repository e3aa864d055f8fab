/* Files of points, and the curve through them. */
#ifndef LGR_MODEL_FUNCTIONS_TABLE_FILE_H
#define LGR_MODEL_FUNCTIONS_TABLE_FILE_H

#include "model/functions/functions.h"

typedef enum table_way { TABLE_MONOTONE, TABLE_SMOOTH, TABLE_LINEAR } table_way;

typedef struct table_file {
    const char *name, *path; /* as written, and where it is */
    table_way way;
    double *x, *y, *slopes;
    size_t count;
} table_file;

/* What an interval's cubic y + u (slope + u (square + u cube)), u = x - x_i, is made of. The outermost intervals,
 * before the first and after the last point, are flat. */
enum { PART_X, PART_Y, PART_SLOPE, PART_SQUARE, PART_CUBE, PART_COUNT };

/* Each file is read once in each way; a bad one has count 0 and its finding. */
const table_file *functions_find_table(builder *b, const char *name, table_way way, span at);
/* A part of the cubic of the interval before point `interval`; the last one is behind the last point. */
double functions_table_part(const table_file *t, size_t interval, int part);

#endif
