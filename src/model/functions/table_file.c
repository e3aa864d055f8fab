/* Files of points: read once in each way, with the cubics between the points. */
#include "model/functions/table_file.h"

#include <math.h>
#include <string.h>

#include "base/files.h"
#include "num/monotone.h"
#include "num/spline.h"
#include "syntax/numeral.h"

enum { TABLE_MAX_ROWS = 10000 };

typedef struct table_reader {
    builder *b;
    span at; /* the call, for findings */
    const char *name;
    const char *next;
    VEC(double) x;
    VEC(double) y;
    int line;
} table_reader;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *skip_spaces(const char *s) {
    while (is_space(*s))
        s++;
    return s;
}

static const char *skip_digits(const char *s) {
    while (is_digit(*s))
        s++;
    return s;
}

/* The end of a number without sign; NULL if there is none. */
static const char *scan_number(const char *s) {
    const char *whole = skip_digits(s), *end = whole;
    if (*end == '.')
        end = skip_digits(end + 1);
    if (end - s == (*whole == '.'))
        return NULL; /* no digit on either side of the point */
    if (*end != 'e' && *end != 'E')
        return end;
    const char *exponent = end + 1;
    if (*exponent == '+' || *exponent == '-')
        exponent++;
    return is_digit(*exponent) ? skip_digits(exponent) : NULL;
}

/* One column, with spaces around it and what separates it from the next. */
static bool read_column(const char **at, double *out) {
    const char *s = skip_spaces(*at);
    bool negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    const char *end = scan_number(s);
    numeral n;
    if (!end || !syntax_numeral(s, (size_t)(end - s), &n))
        return false;
    *out = negative ? -n.value : n.value;
    const char *after = skip_spaces(end);
    bool separated = after > end || *after == ',' || *after == ';' || *after == '\n' || *after == '#' || !*after;
    *at = after + (*after == ',' || *after == ';');
    return separated;
}

static finding *complain(const table_reader *r, const char *what) {
    return diag_add(r->b->m->findings, DIAG_E0115, r->at, "line %d of '%s' %s", r->line, r->name, what);
}

/* A row of the table. The first line that is no comment may be a header. */
static bool read_row(table_reader *r, const char *line, bool may_be_header, bool *was_header) {
    double x, y;
    const char *at = line;
    *was_header = false;
    if (!read_column(&at, &x)) {
        *was_header = may_be_header;
        if (!may_be_header)
            complain(r, "does not begin with a number");
        return may_be_header;
    }
    if (!read_column(&at, &y)) {
        complain(r, "has no number in its second column");
        return false;
    }
    if (r->x.len && x <= r->x.at[r->x.len - 1]) {
        finding *f = complain(r, "does not increase");
        diag_help(r->b->m->findings, f, "the first column must increase from row to row, but %.9g follows %.9g", x,
                  r->x.at[r->x.len - 1]);
        return false;
    }
    if (r->x.len == TABLE_MAX_ROWS) {
        diag_add(r->b->m->findings, DIAG_E0109, r->at, "'%s' has more than %d rows", r->name, TABLE_MAX_ROWS);
        return false;
    }
    vec_push(r->b->a, &r->x, x);
    vec_push(r->b->a, &r->y, y);
    return true;
}

static bool read_rows_of(table_reader *r) {
    bool header_possible = true;
    while (*r->next) {
        const char *line = skip_spaces(r->next), *end = line;
        while (*end && *end != '\n')
            end++;
        r->next = *end ? end + 1 : end;
        r->line++;
        if (line == end || *line == '#')
            continue;
        bool was_header;
        if (!read_row(r, line, header_possible, &was_header))
            return false;
        header_possible = false;
    }
    if (r->x.len >= 2)
        return true;
    diag_add(r->b->m->findings, DIAG_E0115, r->at, "'%s' has fewer than two rows", r->name);
    return false;
}

double functions_table_part(const table_file *t, size_t interval, int part) {
    size_t i = interval ? interval - 1 : 0;
    if (part == PART_X)
        return t->x[i];
    if (part == PART_Y)
        return t->y[i];
    if (interval == 0 || interval == t->count)
        return 0;
    double h = t->x[i + 1] - t->x[i], d = (t->y[i + 1] - t->y[i]) / h;
    if (t->way == TABLE_LINEAR)
        return part == PART_SLOPE ? d : 0;
    if (part == PART_SLOPE)
        return t->slopes[i];
    if (part == PART_SQUARE)
        return (3 * d - 2 * t->slopes[i] - t->slopes[i + 1]) / h;
    return (t->slopes[i] + t->slopes[i + 1] - 2 * d) / (h * h);
}

static bool find_slopes(table_reader *r, table_file *t) {
    t->x = r->x.at;
    t->y = r->y.at;
    t->count = r->x.len;
    t->slopes = ARENA_ARRAY(r->b->a, double, t->count);
    if (t->way == TABLE_SMOOTH)
        num_spline_slopes(t->x, t->y, t->count, t->slopes, ARENA_ARRAY(r->b->a, double, 2 * t->count));
    else
        num_monotone_slopes(t->x, t->y, t->count, t->slopes);
    for (size_t i = 0; i < PART_COUNT * t->count; i++)
        if (!isfinite(functions_table_part(t, i / PART_COUNT, (int)(i % PART_COUNT)))) {
            diag_add(r->b->m->findings, DIAG_E0115, r->at, "the values of '%s' lie too far apart", r->name);
            return false;
        }
    return true;
}

static table_file *read_file(builder *b, const char *name, const char *path, table_way way, span at) {
    table_file *t = ARENA_NEW(b->a, table_file);
    t->name = name;
    t->path = path;
    t->way = way;
    const diag_source *source = diag_get_source(b->m->findings);
    const char *why = "";
    size_t length;
    const char *text = base_files_read(source->files, b->a, path, MODEL_TABLE_MAX_BYTES, &length, &why);
    if (!text) {
        bool included = diag_source_of(b->m->findings, at.begin) > 0;
        finding *f = diag_add(b->m->findings, DIAG_E0115, at, "cannot read '%s': %s", path, why);
        diag_help(b->m->findings, f, "file names are relative to the folder of the %s",
                  included ? "file that names them" : "model");
        return t;
    }
    table_reader r = {.b = b, .at = at, .name = name, .next = text};
    if (text[0] == '\xEF' && text[1] == '\xBB' && text[2] == '\xBF')
        r.next += 3; /* a byte order mark */
    bool whole = read_rows_of(&r) && find_slopes(&r, t);
    if (whole && r.next < text + length) {
        diag_add(b->m->findings, DIAG_E0115, at, "'%s' is not a text file", name);
        whole = false;
    }
    if (!whole)
        t->count = 0;
    return t;
}

const table_file *functions_find_table(builder *b, const char *name, table_way way, span at) {
    const diag *texts = b->m->findings;
    const char *from = diag_source_at(texts, diag_source_of(texts, at.begin))->name;
    const char *path = base_path_beside(b->a, from, name);
    for (size_t i = 0; i < b->files.len; i++)
        if (!strcmp(b->files.at[i]->path, path) && b->files.at[i]->way == way)
            return b->files.at[i];
    table_file *t = read_file(b, name, path, way, at);
    vec_push(b->a, &b->files, t);
    return t;
}
