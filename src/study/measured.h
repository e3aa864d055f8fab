/* Measurements: a file of columns with names and units. */
#ifndef LGR_STUDY_MEASURED_H
#define LGR_STUDY_MEASURED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct measured_column {
    const char *name, *unit; /* "theta [deg]": "theta", "deg"; NULL: no unit is given */
} measured_column;

typedef struct measured {
    const measured_column *columns;
    size_t column_count, row_count;
    const double *cells; /* [row][column]; NaN: empty */
} measured;

enum { MEASURED_MOST_CELLS = 5000000 };

/* Reads text whose first line names the columns, separated by commas, semicolons or tabs; what follows # in a line is a
   remark. NULL with the reason in *why. Everything lives in `a`. */
const measured *study_measured_read(const char *text, size_t length, arena *a, const char **why);
/* The column of this name; the count of columns if there is none. */
size_t study_measured_find(const measured *d, const char *name);

#endif
