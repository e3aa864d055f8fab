/* Aligned columns for people: cells gather, widths are found, lines are written. */
#ifndef LGR_OUT_TABLE_H
#define LGR_OUT_TABLE_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef enum cell_align { ALIGN_LEFT, ALIGN_POINT /* numbers under each other's decimal point */ } cell_align;

typedef struct table_column {
    cell_align align;
    const char *style; /* an escape sequence, or "" */
} table_column;

typedef struct out_table out_table;

/* `columns` is kept. */
out_table *out_table_create(arena *a, const table_column *columns, size_t column_count);
/* One text for each column; NULL is empty. The texts are kept. */
void out_table_add(out_table *t, const char *const *cells);
/* Indented by two. The first column gives way where a line would be longer than `width` (0: unlimited). */
void out_table_print(const out_table *t, bool color, int width, strbuf *out);

/* Text from outside: what would steer the terminal is shown by a stand-in. Returns the columns it takes. */
int out_add_safely(strbuf *out, const char *text, int most);
int out_width(const char *text);

#endif
