/* Tables on a terminal: columns as wide as their widest cell, numbers aligned at the decimal point. */
#include "out/table.h"

#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "diag/place.h"

enum { INDENT = 2, GAP = 2, SMALLEST_FIRST = 12 };

/* Of a column of numbers: what stands before the point and what follows, point included. */
typedef struct extent {
    int before, after;
} extent;

struct out_table {
    arena *memory;
    const table_column *columns;
    extent *widths;
    size_t column_count;
    VEC(const char *const *) rows;
};

int out_width(const char *text) {
    int width = 0;
    for (size_t left = strlen(text); left > 0;) {
        diag_glyph g = diag_next_glyph(text, left, width);
        width += g.width;
        text += g.bytes;
        left -= g.bytes;
    }
    return width;
}

int out_add_safely(strbuf *out, const char *text, int most) {
    int width = 0;
    bool cut = out_width(text) > most;
    for (size_t left = strlen(text); left > 0;) {
        diag_glyph g = diag_next_glyph(text, left, width);
        if (cut && width + g.width > most - 1) {
            strbuf_add(out, "\u2026");
            return width + 1;
        }
        if (g.stand_in)
            strbuf_add(out, g.stand_in);
        else
            strbuf_add_bytes(out, text, g.bytes);
        width += g.width;
        text += g.bytes;
        left -= g.bytes;
    }
    return width;
}

static extent measure(cell_align align, const char *cell) {
    int all = out_width(cell);
    if (align == ALIGN_LEFT)
        return (extent){0, all};
    int before = (int)strcspn(cell, ".e");
    return (extent){before, all - before};
}

out_table *out_table_create(arena *a, const table_column *columns, size_t column_count) {
    LGR_ASSERT(column_count > 0);
    out_table *t = ARENA_NEW(a, out_table);
    t->memory = a;
    t->columns = columns;
    t->column_count = column_count;
    t->widths = ARENA_ARRAY(a, extent, column_count);
    return t;
}

void out_table_add(out_table *t, const char *const *cells) {
    const char **row = ARENA_ARRAY(t->memory, const char *, t->column_count);
    for (size_t i = 0; i < t->column_count; i++) {
        row[i] = cells[i] ? cells[i] : "";
        extent e = measure(t->columns[i].align, row[i]), *w = &t->widths[i];
        w->before = e.before > w->before ? e.before : w->before;
        w->after = e.after > w->after ? e.after : w->after;
    }
    vec_push(t->memory, &t->rows, row);
}

static void add_spaces(strbuf *out, int count) {
    for (; count > 0; count--)
        strbuf_add(out, " ");
}

/* The width that is left for the first column. */
static int first_width(const out_table *t, int width) {
    int others = INDENT, wanted = t->widths[0].before + t->widths[0].after;
    for (size_t i = 1; i < t->column_count; i++) {
        int w = t->widths[i].before + t->widths[i].after;
        others += w ? w + GAP : 0;
    }
    int left = width - others;
    return width <= 0 || wanted <= left ? wanted : left < SMALLEST_FIRST ? SMALLEST_FIRST : left;
}

static bool rest_is_empty(const out_table *t, const char *const *row, size_t from) {
    for (size_t i = from; i < t->column_count; i++)
        if (*row[i])
            return false;
    return true;
}

static void print_cell(const out_table *t, size_t i, const char *cell, bool color, int width, strbuf *out) {
    const table_column *c = &t->columns[i];
    bool styled = color && *c->style && *cell;
    int lead = c->align == ALIGN_POINT ? t->widths[i].before - measure(c->align, cell).before : 0;
    add_spaces(out, lead);
    strbuf_add(out, styled ? c->style : "");
    int used = lead + out_add_safely(out, cell, width);
    strbuf_add(out, styled ? "\x1b[0m" : "");
    add_spaces(out, width - used);
}

static void print_row(const out_table *t, const char *const *row, bool color, int first, strbuf *out) {
    add_spaces(out, INDENT);
    for (size_t i = 0; i < t->column_count && !rest_is_empty(t, row, i); i++) {
        int width = i == 0 ? first : t->widths[i].before + t->widths[i].after;
        print_cell(t, i, row[i], color, width, out);
        add_spaces(out, width && !rest_is_empty(t, row, i + 1) ? GAP : 0);
    }
    while (out->len && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
    strbuf_add(out, "\n");
}

void out_table_print(const out_table *t, bool color, int width, strbuf *out) {
    int first = first_width(t, width);
    for (size_t i = 0; i < t->rows.len; i++)
        print_row(t, t->rows.at[i], color, first, out);
}
