/* table("file.csv", x): a function of one variable given by points, interpolated by a monotone cubic, a spline
   (`smooth`) or linearly (`linear`). */
#include <math.h>

#include "base/files.h"
#include "expr/walk.h"
#include "model/functions/functions.h"
#include "num/monotone.h"
#include "num/spline.h"
#include "syntax/numeral.h"

enum { TABLE_MAX_ROWS = 10000 };

typedef enum table_way { TABLE_MONOTONE, TABLE_SMOOTH, TABLE_LINEAR } table_way;

typedef struct table_file {
    const char *name; /* as written */
    table_way way;
    double *x, *y, *slopes;
    size_t count;
} table_file;

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

/* What an interval's cubic y + u (slope + u (square + u cube)), u = x - x_i, is made of. The outermost intervals,
 * before the first and after the last point, are flat. */
enum { PART_X, PART_Y, PART_SLOPE, PART_SQUARE, PART_CUBE, PART_COUNT };

static double part_of(const table_file *t, size_t interval, int part) {
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
        spline_slopes(t->x, t->y, t->count, t->slopes, ARENA_ARRAY(r->b->a, double, 2 * t->count));
    else
        monotone_slopes(t->x, t->y, t->count, t->slopes);
    for (size_t i = 0; i < PART_COUNT * t->count; i++)
        if (!isfinite(part_of(t, i / PART_COUNT, (int)(i % PART_COUNT)))) {
            diag_add(r->b->m->findings, DIAG_E0115, r->at, "the values of '%s' lie too far apart", r->name);
            return false;
        }
    return true;
}

static table_file *read_file(builder *b, const char *name, table_way way, span at) {
    table_file *t = ARENA_NEW(b->a, table_file);
    t->name = name;
    t->way = way;
    const char *why = "", *path = files_beside(b->a, diag_get_source(b->m->findings)->name, name);
    size_t length;
    const char *text = files_read(b->a, path, MODEL_TABLE_MAX_BYTES, &length, &why);
    if (!text) {
        finding *f = diag_add(b->m->findings, DIAG_E0115, at, "cannot read '%s': %s", path, why);
        diag_help(b->m->findings, f, "file names are relative to the folder of the model");
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

/* Each file is read once in each way; a bad one has count 0 and its finding. */
static const table_file *find_file(builder *b, const char *name, table_way way, span at) {
    for (size_t i = 0; i < b->files.len; i++)
        if (b->files.at[i]->name == name && b->files.at[i]->way == way)
            return b->files.at[i];
    table_file *t = read_file(b, name, way, at);
    vec_push(b->a, &b->files, t);
    return t;
}

/* The part of the interval from first to last in which x lies, by halving. Selecting numbers rather than cubics keeps
   derivatives as small as the function itself. */
static expr_id select_part(graph *g, const table_file *t, int part, expr_id x, size_t first, size_t last) {
    if (first == last)
        return expr_real(g, part_of(t, first, part));
    size_t middle = first + (last - first) / 2;
    expr_id below = expr_binary(g, EXPR_LT, x, expr_real(g, t->x[middle]));
    expr_id lower = select_part(g, t, part, x, first, middle);
    return expr_select(g, below, lower, select_part(g, t, part, x, middle + 1, last));
}

static expr_id interpolate(graph *g, const table_file *t, expr_id x, expr_id c[PART_COUNT]) {
    for (int part = 0; part < PART_COUNT; part++)
        c[part] = select_part(g, t, part, x, 0, t->count);
    expr_id u = expr_sub(g, x, c[PART_X]), sum = c[PART_CUBE];
    for (int part = PART_SQUARE; part >= PART_Y; part--)
        sum = expr_add(g, expr_mul(g, u, sum), c[part]);
    return sum;
}

/* The third argument; false with a finding where it is no such word. */
static bool read_way(builder *b, const syn_expr *e, table_way *way) {
    static const char *const words[] = {[TABLE_SMOOTH] = "smooth", [TABLE_LINEAR] = "linear"};
    *way = TABLE_MONOTONE;
    if (e->arg_count < 3)
        return true;
    const syn_expr *word = e->args[2];
    for (int k = TABLE_SMOOTH; k <= TABLE_LINEAR; k++)
        if (word->op == SYN_NAME && word->name == intern_name(b->m->names, words[k]))
            *way = (table_way)k;
    if (*way != TABLE_MONOTONE)
        return true;
    finding *f = diag_add(b->m->findings, DIAG_E0104, word->at, "'smooth' or 'linear' is expected here");
    diag_help(b->m->findings, f, "without either, the interpolant is a monotone cubic");
    return false;
}

/* What bends or breaks off at its points is kept in mind by what tells its pieces apart, for functions_check_tables. */
static void note_bends(builder *b, const table_file *t, const expr_id *c, span at) {
    if (t->count < 3 || t->way == TABLE_SMOOTH)
        return;
    int part = t->way == TABLE_LINEAR ? PART_SLOPE : PART_CUBE;
    vec_push(b->a, &b->bends, (table_bend){c[part], at, t->name});
}

static bool is_among(const uint32_t *nodes, size_t count, expr_id e) {
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == e.i)
            return true;
    return false;
}

/* What a constraint or the place of a body is made with is differentiated twice. */
void functions_check_tables(builder *b) {
    VEC(expr_id) roots = {0};
    for (size_t k = 0; k < b->rows.len && b->bends.len; k++)
        if (!b->system->rows[k].velocity && b->system->rows[k].f.i)
            vec_push(b->a, &roots, b->system->rows[k].f);
    for (size_t i = 0; i < b->bodies.len && b->bends.len; i++) {
        const value *place = &b->body_readings[i].position;
        for (int k = 0; b->body_readings[i].done && k < place->size; k++)
            vec_push(b->a, &roots, place->c[k]);
    }
    if (!roots.len)
        return;
    const uint32_t *below;
    size_t count = expr_nodes_below(b->m->g, roots.at, roots.len, &below);
    for (size_t i = 0; i < b->bends.len; i++) {
        const table_bend *x = &b->bends.at[i];
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told = told || (b->bends.at[j].at.begin == x->at.begin && b->bends.at[j].at.end == x->at.end);
        if (told || !is_among(below, count, x->part))
            continue;
        finding *f =
            diag_add(b->m->findings, DIAG_W0424, x->at,
                     "the table '%s' prescribes a motion, and its second derivative jumps at every row", x->name);
        diag_help(b->m->findings, f,
                  "write table(\"%s\", ..., smooth) for a spline, or accelerations and forces jump there", x->name);
    }
}

static value tabulated(builder *b, const function_call *c, int extra) {
    (void)extra;
    const syn_expr *e = c->e;
    const syn_expr *name = e->args[0];
    table_way way;
    if (name->op != SYN_STRING) {
        finding *f = diag_add(b->m->findings, DIAG_E0104, name->at, "the name of a file is expected here");
        diag_help(b->m->findings, f, "write table(\"file.csv\", x)");
        return value_bad(e->at);
    }
    value x = eval_quantity(b, e->args[1], c->env, DIM_ANGLE, "the argument of a table");
    if (!read_way(b, e, &way))
        return value_bad(e->at);
    const table_file *t = find_file(b, name->name, way, name->at);
    if (value_is_bad(x) || !t->count)
        return value_bad(e->at);
    expr_id parts[PART_COUNT], y = interpolate(b->m->g, t, x.c[0], parts);
    note_bends(b, t, parts, e->at);
    return value_scalar(y, DIM_ANGLE, e->at);
}

const function_row functions_of_tables[] = {
    {"table", 2, 3, tabulated, 0, true},
    {0},
};
