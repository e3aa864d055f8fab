/* Reading measurements: a header of names, rows of numbers, cells that may be empty. */
#include "study/measured.h"

#include <math.h>
#include <string.h>

#include "base/print.h"
#include "base/vec.h"

typedef struct reader {
    arena *a;
    const char *next, *end;
    char separator;
    long line;
    const char **why;
} reader;

/* A piece of the text. */
typedef struct piece {
    const char *at, *end;
} piece;

static piece strip(piece p) {
    while (p.at < p.end && (*p.at == ' ' || *p.at == '\t' || *p.at == '\r'))
        p.at++;
    while (p.end > p.at && (p.end[-1] == ' ' || p.end[-1] == '\t' || p.end[-1] == '\r'))
        p.end--;
    return p;
}

/* The next line with anything on it, without its remark. */
static bool next_line(reader *r, piece *line) {
    while (r->next < r->end) {
        const char *stop = memchr(r->next, '\n', (size_t)(r->end - r->next));
        *line = (piece){r->next, stop ? stop : r->end};
        r->next = stop ? stop + 1 : r->end;
        r->line++;
        const char *remark = memchr(line->at, '#', (size_t)(line->end - line->at));
        if (remark)
            line->end = remark;
        const piece words = strip(*line);
        if (words.at < words.end)
            return true;
    }
    return false;
}

static char find_separator(piece line) {
    static const char kinds[] = {';', '\t', ','};
    for (size_t i = 0; i < sizeof kinds; i++)
        if (memchr(line.at, kinds[i], (size_t)(line.end - line.at)))
            return kinds[i];
    return ',';
}

/* Cuts the next cell off; separators in quotes are none. False behind the last. */
static bool next_cell(const reader *r, piece *line, piece *cell) {
    if (!line->at)
        return false;
    bool quoted = false;
    const char *p = line->at;
    for (; p < line->end && (quoted || *p != r->separator); p++)
        quoted = quoted != (*p == '"');
    *cell = strip((piece){line->at, p});
    line->at = p < line->end ? p + 1 : NULL;
    return true;
}

/* "theta [deg]", with or without quotes. */
static measured_column read_name(const reader *r, piece p) {
    if (p.end > p.at + 1 && *p.at == '"' && p.end[-1] == '"')
        p = strip((piece){p.at + 1, p.end - 1});
    const char *bracket = p.end;
    if (p.end > p.at && p.end[-1] == ']')
        for (bracket = p.end - 1; bracket > p.at && *bracket != '[';)
            bracket--;
    const bool has_unit = bracket < p.end && *bracket == '[';
    const piece name = has_unit ? strip((piece){p.at, bracket}) : p;
    measured_column c = {.name = base_arena_copy(r->a, name.at, (size_t)(name.end - name.at))};
    if (has_unit)
        c.unit = base_arena_copy(r->a, bracket + 1, (size_t)(p.end - bracket - 2));
    return c;
}

static bool is_missing(const char *text) {
    static const char *const words[] = {"", "nan", "NaN", "NA", "-"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

static bool read_number(const reader *r, piece p, double *x) {
    const char *text = base_arena_copy(r->a, p.at, (size_t)(p.end - p.at)), *rest;
    *x = NAN;
    if (is_missing(text))
        return true;
    *x = base_read_number(text, &rest);
    if (rest != text && *rest == '\0' && isfinite(*x))
        return true;
    *r->why = base_arena_printf(r->a, "line %ld: '%s' is not a number", r->line, text);
    return false;
}

static bool read_row(const reader *r, piece line, size_t columns, double *row) {
    piece cell;
    size_t count = 0;
    while (next_cell(r, &line, &cell)) {
        if (count == columns) {
            *r->why = base_arena_printf(r->a, "line %ld has more cells than the %zu columns that the first line names",
                                        r->line, columns);
            return false;
        }
        if (!read_number(r, cell, &row[count++]))
            return false;
    }
    for (; count < columns; count++)
        row[count] = NAN;
    return true;
}

const measured *study_measured_read(const char *text, size_t length, arena *a, const char **why) {
    reader r = {.a = a, .next = text, .end = text + length, .why = why};
    VEC(measured_column) columns = {0};
    VEC(double) cells = {0};
    piece line, cell;
    if (!next_line(&r, &line)) {
        *why = "it is empty";
        return NULL;
    }
    r.separator = find_separator(line);
    while (next_cell(&r, &line, &cell))
        vec_push(a, &columns, read_name(&r, cell));
    double *row = ARENA_ARRAY(a, double, columns.len);
    size_t rows = 0;
    for (; next_line(&r, &line); rows++) {
        if (!read_row(&r, line, columns.len, row))
            return NULL;
        if (cells.len + columns.len > MEASURED_MOST_CELLS) {
            *why = base_arena_printf(a, "it has more than %d numbers", (int)MEASURED_MOST_CELLS);
            return NULL;
        }
        for (size_t k = 0; k < columns.len; k++)
            vec_push(a, &cells, row[k]);
    }
    if (!rows) {
        *why = "it has a header, and no rows";
        return NULL;
    }
    measured *d = ARENA_NEW(a, measured);
    *d = (measured){columns.at, columns.len, rows, cells.at};
    return d;
}

size_t study_measured_find(const measured *d, const char *name) {
    size_t k = 0;
    while (k < d->column_count && strcmp(d->columns[k].name, name) != 0)
        k++;
    return k;
}
