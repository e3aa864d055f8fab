/* Tables on a terminal: columns as wide as their widest cell, numbers aligned at the decimal point. */
#include "out/words/table.h"

#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "diag/place.h"

enum { INDENT = 2, GAP = 2, SMALLEST_FIRST = 12, SMALLEST_NOTE = 8, SMALLEST_WORDS = 20 };

/* Of a column of numbers: what stands before the point and what follows, point included. */
typedef struct extent {
    int before, after;
} extent;

/* Cells for the columns, or one line that passes over them. */
typedef struct row {
    const char *const *cells;
    const char *line;
    int indent; /* of the line */
} row;

struct out_table {
    arena *memory;
    const table_column *columns;
    extent *widths;
    size_t column_count;
    VEC(row) rows;
};

int out_width(const char *text) {
    int width = 0;
    for (; *text >= ' ' && *text <= '~'; text++)
        width++;
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
            base_strbuf_add(out, "\u2026");
            return width + 1;
        }
        if (g.stand_in)
            base_strbuf_add(out, g.stand_in);
        else
            base_strbuf_add_bytes(out, text, g.bytes);
        width += g.width;
        text += g.bytes;
        left -= g.bytes;
    }
    return width;
}

static extent measure(cell_align align, const char *cell) {
    int all = out_width(cell);
    if (align != ALIGN_POINT)
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
    const char **copy = ARENA_ARRAY(t->memory, const char *, t->column_count);
    for (size_t i = 0; i < t->column_count; i++) {
        copy[i] = cells[i] ? cells[i] : "";
        extent e = measure(t->columns[i].align, copy[i]), *w = &t->widths[i];
        w->before = e.before > w->before ? e.before : w->before;
        w->after = e.after > w->after ? e.after : w->after;
    }
    vec_push(t->memory, &t->rows, ((row){.cells = copy}));
}

void out_table_add_line(out_table *t, const char *text) {
    out_table_add_words(t, text, INDENT);
}

void out_table_add_words(out_table *t, const char *text, int indent) {
    vec_push(t->memory, &t->rows, ((row){.line = text, .indent = indent}));
}

static void add_spaces(strbuf *out, int count) {
    for (; count > 0; count--)
        base_strbuf_add(out, " ");
}

void out_add_words(strbuf *out, const char *text, int column, int indent, int width) {
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        const char *word = base_arena_printf(out->memory, "%.*s", (int)length, text);
        int room = out_width(word) + (first ? 0 : 1);
        if (!first && width > 0 && column + room > width) {
            base_strbuf_add(out, "\n");
            add_spaces(out, indent);
            column = indent;
            first = true;
        }
        base_strbuf_add(out, first ? "" : " ");
        column += out_add_safely(out, word, 1 << 20) + (first ? 0 : 1);
        first = false;
        text += length + strspn(text + length, " ");
    }
}

static int at_least(int x, int least) {
    return x < least ? least : x;
}

/* The widths of all columns on a page so wide. */
static int *lay_out(const out_table *t, int width) {
    int *widths = ARENA_ARRAY(t->memory, int, t->column_count), over = INDENT - GAP - width;
    size_t last = t->column_count - 1;
    for (size_t i = 0; i <= last; i++) {
        widths[i] = t->widths[i].before + t->widths[i].after;
        over += widths[i] ? widths[i] + GAP : 0;
    }
    if (width <= 0 || over <= 0)
        return widths;
    int whole = widths[last];
    if (t->columns[last].align == ALIGN_WORDS)
        widths[last] = at_least(whole - over, whole < SMALLEST_WORDS ? whole : SMALLEST_WORDS);
    else if (t->columns[last].align == ALIGN_NOTE)
        widths[last] = whole - over < SMALLEST_NOTE ? 0 : whole - over;
    over -= whole - widths[last] + (whole && !widths[last] ? GAP : 0);
    if (over > 0)
        widths[0] = at_least(widths[0] - over, widths[0] < SMALLEST_FIRST ? widths[0] : SMALLEST_FIRST);
    return widths;
}

static bool rest_is_empty(const out_table *t, const char *const *cells, const int *widths, size_t from) {
    for (size_t i = from; i < t->column_count; i++)
        if (*cells[i] && widths[i])
            return false;
    return true;
}

/* A cell that begins at `column` of its line. */
static void print_cell(const out_table *t, size_t i, const char *cell, bool color, int column, int width, strbuf *out) {
    const table_column *c = &t->columns[i];
    bool styled = color && *c->style && *cell;
    int lead = c->align == ALIGN_POINT ? t->widths[i].before - measure(c->align, cell).before : 0;
    add_spaces(out, lead);
    base_strbuf_add(out, styled ? c->style : "");
    int used = lead;
    if (c->align == ALIGN_WORDS)
        out_add_words(out, cell, column, column, column + width);
    else
        used += out_add_safely(out, cell, width);
    base_strbuf_add(out, styled ? "\x1b[0m" : "");
    add_spaces(out, c->align == ALIGN_WORDS ? 0 : width - used);
}

static void print_row(const out_table *t, const char *const *cells, bool color, const int *widths, strbuf *out) {
    int column = INDENT;
    add_spaces(out, INDENT);
    for (size_t i = 0; i < t->column_count && !rest_is_empty(t, cells, widths, i); i++) {
        if (!widths[i])
            continue;
        print_cell(t, i, cells[i], color, column, widths[i], out);
        column += widths[i] + GAP;
        add_spaces(out, rest_is_empty(t, cells, widths, i + 1) ? 0 : GAP);
    }
    while (out->len && out->text[out->len - 1] == ' ')
        out->text[--out->len] = '\0';
    base_strbuf_add(out, "\n");
}

void out_table_print(const out_table *t, bool color, int width, strbuf *out) {
    const int *widths = lay_out(t, width);
    for (size_t i = 0; i < t->rows.len; i++) {
        const row *r = &t->rows.at[i];
        if (r->cells) {
            print_row(t, r->cells, color, widths, out);
            continue;
        }
        add_spaces(out, r->indent);
        out_add_words(out, r->line, r->indent, r->indent, width);
        base_strbuf_add(out, "\n");
    }
}
