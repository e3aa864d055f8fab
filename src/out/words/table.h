/* Aligned columns of text: cells are collected, widths computed, lines written. */
#ifndef LGR_OUT_WORDS_TABLE_H
#define LGR_OUT_WORDS_TABLE_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef enum cell_align {
    ALIGN_LEFT,
    ALIGN_POINT, /* numbers under each other's decimal point */
    ALIGN_NOTE,  /* the last column: cut, then left out, where a line would be too long */
    ALIGN_WORDS  /* the last column: broken between words where a line would be too long */
} cell_align;

typedef struct table_column {
    cell_align align;
    const char *style; /* an escape sequence, or "" */
} table_column;

typedef struct out_table out_table;

/* `columns` is kept. */
out_table *out_table_create(arena *a, const table_column *columns, size_t column_count);
/* One text for each column; NULL is empty. The texts are kept. */
void out_table_add(out_table *t, const char *const *cells);
/* A line of its own among the rows. The text is kept. */
void out_table_add_line(out_table *t, const char *text);
/* The same with words that go on under the `indent`ed beginning. */
void out_table_add_words(out_table *t, const char *text, int indent);
/* Indented by two. If a line would be longer than `width` (0: unlimited), the last column is shortened as its kind
   says, then the first is cut. */
void out_table_print(const out_table *t, bool color, int width, strbuf *out);

/* Adds text from outside, with control characters of the terminal replaced. Returns the columns it takes. */
int out_add_safely(strbuf *out, const char *text, int most);
int out_width(const char *text);
/* Words from `column` on, broken before `width` (0: unlimited); what follows the first line is indented. */
void out_add_words(strbuf *out, const char *text, int column, int indent, int width);

#endif
