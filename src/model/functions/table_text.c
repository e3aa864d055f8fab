/* Reading a file of points: what separates its columns, its header, its rows. */
#include "model/functions/table_text.h"

#include <string.h>

#include "base/files.h"
#include "syntax/numeral.h"

enum { TABLE_MAX_ROWS = 1000000, TABLE_MAX_CELLS = 300000, TABLE_MAX_COLUMNS = 1000 };

typedef struct table_reader {
    builder *b;
    const table_request *of;
    span at; /* the call, for findings */
    const char *next;
    char separator;     /* of columns: a comma, a semicolon; 0: whatever is blank */
    const char *remark; /* the last line of text after #, which may name the columns */
    size_t place[2];    /* of the columns */
    VEC(const char *) names;
    VEC(double) x;
    VEC(double) values;
    VEC(double) y; /* of a grid */
    int line;
    size_t least, most; /* columns that the lines so far can have; 0: none has said so yet */
} table_reader;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_end(char c) {
    return c == '\n' || c == '#' || !c;
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

static const char *end_of_line(const char *s) {
    while (*s && *s != '\n')
        s++;
    return s;
}

/* --- Columns --- */

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

/* A number, with spaces around it, as a whole column: neither the 1 of 1,5 between semicolons nor that of 1 5 between
   commas. */
static bool read_number(const table_reader *r, const char *s, double *out) {
    s = skip_spaces(s);
    bool negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    const char *end = scan_number(s);
    numeral n;
    if (!end || !syntax_numeral(s, (size_t)(end - s), &n))
        return false;
    *out = negative ? -n.value : n.value;
    const char *after = skip_spaces(end);
    if (is_end(*after))
        return true;
    return r->separator ? *after == r->separator : after > end;
}

/* The beginning of the next column; the end of the line where there is none. Names may stand in quotes. */
static const char *skip_column(const table_reader *r, const char *s) {
    bool quoted = false;
    for (s = skip_spaces(s); *s && *s != '\n' && (quoted || *s != '#'); s++) {
        quoted = quoted != (*s == '"');
        if (!quoted && (r->separator ? *s == r->separator : is_space(*s) || *s == ',' || *s == ';'))
            return r->separator ? s + 1 : skip_spaces(s + (*s == ',' || *s == ';'));
    }
    return s;
}

static const char *column_at(const table_reader *r, const char *line, size_t place) {
    for (; place > 0 && !is_end(*line); place--)
        line = skip_column(r, line);
    return line;
}

static char separator_of(const char *line) {
    bool comma = false;
    for (; !is_end(*line); line++) {
        if (*line == ';')
            return ';';
        comma = comma || *line == ',';
    }
    return comma ? ',' : 0;
}

/* --- Names of columns --- */

/* Without quotes, and without the unit in brackets. */
static const char *name_of(const table_reader *r, const char *s, const char *end) {
    s = skip_spaces(s);
    while (end > s && (is_space(end[-1]) || end[-1] == ',' || end[-1] == ';'))
        end--;
    if (end > s + 1 && *s == '"' && end[-1] == '"') {
        s++;
        end--;
    }
    const char *bracket = end > s && end[-1] == ']' ? end : s;
    while (bracket > s && *bracket != '[')
        bracket--;
    if (bracket > s)
        end = bracket;
    while (end > s && is_space(end[-1]))
        end--;
    return base_arena_printf(r->b->a, "%.*s", (int)(end - s), s);
}

static void read_names(table_reader *r, const char *line) {
    r->names.len = 0;
    while (*line && *line != '\n' && r->names.len < TABLE_MAX_COLUMNS) {
        const char *next = skip_column(r, line), *name = name_of(r, line, next);
        vec_push(r->b->a, &r->names, name);
        line = next;
    }
}

static finding *refuse(const table_reader *r, const char *what) {
    return diag_add(r->b->m->findings, DIAG_E0115, r->at, "'%s' %s", r->of->name, what);
}

static bool find_column(table_reader *r, int which) {
    const char *name = r->of->columns[which];
    r->place[which] = (size_t)which;
    if (!name)
        return true;
    for (size_t k = 0; k < r->names.len; k++)
        if (!strcmp(r->names.at[k], name)) {
            r->place[which] = k;
            return true;
        }
    finding *f = refuse(r, base_arena_printf(r->b->a, "has no column '%s'", name));
    diag_suggest(r->b->m->findings, f, name, r->names.at, r->names.len);
    strbuf list = base_strbuf_make(r->b->a);
    for (size_t k = 0; k < r->names.len && k < 12; k++)
        base_strbuf_printf(&list, "%s%s", k ? ", " : "", r->names.at[k]);
    if (r->names.len)
        diag_help(r->b->m->findings, f, "its columns are %s%s", base_strbuf_text(&list),
                  r->names.len > 12 ? ", ..." : "");
    else
        diag_help(r->b->m->findings, f, "its first line must name the columns");
    return false;
}

static bool find_columns(table_reader *r) {
    return find_column(r, 0) && find_column(r, 1);
}

/* --- Rows --- */

/* How many columns a line has: at least up to its last one that is not empty, at most up to its last separator. */
static void count_columns(const table_reader *r, const char *line, size_t *least, size_t *most) {
    *least = *most = 0;
    for (const char *next; !is_end(*skip_spaces(line)); line = next) {
        next = skip_column(r, line);
        ++*most;
        if (!r->separator || *skip_spaces(line) != r->separator)
            *least = *most;
        if (r->separator && next > line && next[-1] == r->separator && is_end(*skip_spaces(next)))
            ++*most; /* an empty one at the end */
    }
}

/* The first 1,5 in a line whose columns are separated by something else or besides; NULL if there is none. */
static const char *decimal_comma(const table_reader *r, const char *line) {
    bool others = r->separator == ';';
    const char *found = NULL;
    for (const char *s = line; !is_end(*s); s++) {
        others = others || (is_space(*s) && is_digit(s[1]) && s > line && is_digit(s[-1]));
        if (*s == ',' && s > line && is_digit(s[-1]) && is_digit(s[1]) && !found)
            found = s;
    }
    while (found && found > line && is_digit(found[-1]))
        found--;
    return others ? found : NULL;
}

static finding *complain(const table_reader *r, const char *what) {
    return diag_add(r->b->m->findings, DIAG_E0115, r->at, "line %d of '%s' %s", r->line, r->of->name, what);
}

/* The same of a number that is missing in a line. */
static void complain_of(const table_reader *r, const char *line, const char *what) {
    finding *f = complain(r, what);
    const char *comma = decimal_comma(r, line);
    if (!comma)
        return;
    const char *point = skip_digits(comma), *end = skip_digits(point + 1);
    diag_help(r->b->m->findings, f, "a number has a decimal point, not a comma: %.*s.%.*s", (int)(point - comma), comma,
              (int)(end - point - 1), point + 1);
}

/* A line has as many columns as those before it. */
static bool is_as_wide(table_reader *r, const char *line) {
    size_t least, most;
    count_columns(r, line, &least, &most);
    if (r->least && (least > r->most || most < r->least)) {
        const bool more = least > r->most;
        complain_of(r, line,
                    base_arena_printf(r->b->a, "has %zu columns, not %zu as those above it", more ? least : most,
                                      more ? r->most : r->least));
        return false;
    }
    r->most = r->least && r->most < most ? r->most : most;
    r->least = r->least < least ? least : r->least;
    return true;
}

static bool is_full(const table_reader *r) {
    const bool grid = r->of->grid;
    if (grid ? r->values.len + r->y.len <= TABLE_MAX_CELLS : r->x.len < TABLE_MAX_ROWS)
        return false;
    diag_add(r->b->m->findings, DIAG_E0109, r->at, "'%s' has more than %d %s", r->of->name,
             grid ? TABLE_MAX_CELLS : TABLE_MAX_ROWS, grid ? "values" : "rows");
    return true;
}

static bool rises(const table_reader *r, double x, double before, const char *what) {
    if (x > before)
        return true;
    finding *f = complain(r, "does not increase");
    diag_help(r->b->m->findings, f, "%s, but %.9g follows %.9g", what, x, before);
    return false;
}

static bool read_values(table_reader *r, const char *line) {
    double number;
    const size_t count = r->of->grid ? r->y.len : 1;
    const char *at = column_at(r, line, r->of->grid ? 1 : r->place[1]);
    for (size_t k = 0; k < count; k++, at = skip_column(r, at)) {
        if (!read_number(r, at, &number)) {
            const char *name = r->of->columns[1];
            complain_of(r, line,
                        r->of->grid ? base_arena_printf(r->b->a, "has no number in column %zu", k + 2)
                        : name      ? base_arena_printf(r->b->a, "has no number in column '%s'", name)
                                    : "has no number in its second column");
            return false;
        }
        vec_push(r->b->a, &r->values, number);
    }
    return true;
}

static bool read_row(table_reader *r, const char *line) {
    double x;
    if (!read_number(r, column_at(r, line, r->place[0]), &x)) {
        const char *name = r->of->columns[0];
        complain_of(r, line,
                    name ? base_arena_printf(r->b->a, "has no number in column '%s'", name)
                         : "does not begin with a number");
        return false;
    }
    if (is_full(r) || !read_values(r, line) || !is_as_wide(r, line))
        return false;
    if (r->x.len && !rises(r, x, r->x.at[r->x.len - 1],
                           r->of->columns[0] ? "the column must increase from row to row"
                                             : "the first column must increase from row to row"))
        return false;
    vec_push(r->b->a, &r->x, x);
    return true;
}

/* The values of y behind a corner that says nothing. */
static bool read_corner(table_reader *r, const char *line) {
    const char *at = skip_column(r, line);
    for (double y; !is_end(*skip_spaces(at)); at = skip_column(r, at)) {
        if (!read_number(r, at, &y)) {
            complain_of(r, line, base_arena_printf(r->b->a, "has no number in column %zu", r->y.len + 2));
            return false;
        }
        if (r->y.len && !rises(r, y, r->y.at[r->y.len - 1], "the first line must increase from column to column"))
            return false;
        vec_push(r->b->a, &r->y, y);
    }
    if (r->y.len >= 2)
        return is_as_wide(r, line);
    finding *f = complain(r, "has fewer than two values of the second argument");
    diag_help(
        r->b->m->findings, f,
        "for two arguments the first line holds the values of the second one, after a corner that is passed over, "
        "and each further line begins with a value of the first one");
    return false;
}

/* The first line that is no comment may be a header, or follow one behind #. */
static bool read_first(table_reader *r, const char *line) {
    double number;
    r->separator = separator_of(line);
    if (r->of->grid)
        return read_corner(r, line);
    const bool header =
        !read_number(r, line, &number) && !(r->of->columns[0] && read_number(r, skip_column(r, line), &number));
    const char *remark = r->remark;
    if (header) {
        read_names(r, line);
        if (r->separator) /* names between blanks may be of several words */
            is_as_wide(r, line);
    }
    if (!header && remark)
        read_names(r, remark);
    return find_columns(r) && (header || read_row(r, line));
}

static bool read_rows(table_reader *r) {
    bool first = true;
    while (*r->next) {
        const char *line = skip_spaces(r->next), *end = end_of_line(line);
        r->next = *end ? end + 1 : end;
        r->line++;
        if (*line == '#' && first)
            r->remark = line + 1;
        if (line == end || *line == '#')
            continue;
        if (r->separator == 0 && !r->of->grid)
            r->separator = separator_of(line); /* names may have blanks between them where numbers have commas */
        if (!(first ? read_first(r, line) : read_row(r, line)))
            return false;
        first = false;
    }
    if (r->x.len >= 2)
        return true;
    refuse(r, "has fewer than two rows");
    return false;
}

/* --- Files --- */

static const char *read_file(builder *b, const table_request *of, span at, size_t *length) {
    const diag_source *source = diag_get_source(b->m->findings);
    const char *why = "", *text = base_files_read(source->files, b->a, of->path, MODEL_TABLE_MAX_BYTES, length, &why);
    if (text)
        return text;
    bool included = diag_source_of(b->m->findings, at.begin) > 0;
    finding *f = diag_add(b->m->findings, DIAG_E0115, at, "cannot read '%s': %s", of->path, why);
    diag_help(b->m->findings, f, "file names are relative to the folder of the %s",
              included ? "file that names them" : "model");
    return NULL;
}

bool functions_read_points(builder *b, const table_request *of, span at, table_points *out) {
    size_t length;
    const char *text = read_file(b, of, at, &length);
    if (!text)
        return false;
    table_reader r = {.b = b, .of = of, .at = at, .next = text};
    if (text[0] == '\xEF' && text[1] == '\xBB' && text[2] == '\xBF')
        r.next += 3; /* a byte order mark */
    if (!read_rows(&r))
        return false;
    if (r.next < text + length) {
        refuse(&r, "is not a text file");
        return false;
    }
    *out = (table_points){r.x.at, r.values.at, r.x.len, r.y.at, r.y.len};
    return true;
}
