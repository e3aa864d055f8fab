/* Curves and surfaces through the points of a file: cubics for each interval. */
#include "model/functions/table_file.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "num/monotone.h"
#include "num/spline.h"

enum { TABLE_IDS = TABLE_POWERS + 1 };

typedef struct maker {
    builder *b;
    table_file *t;
    table_points p;
    span at;
    const char *shown; /* in formulas */
    int64_t id;
} maker;

static bool are_far_apart(const maker *w) {
    diag_add(w->b->m->findings, DIAG_E0115, w->at, "the values of '%s' lie too far apart", w->t->of.name);
    return false;
}

/* --- Along one line of points --- */

/* As in the middle of what goes on at both ends. */
static void repeated_slopes(const maker *w, const double *x, const double *y, size_t count, double *slopes) {
    enum { BESIDE = 2 };
    const size_t m = count - 1, beside = m < BESIDE ? m : BESIDE, all = count + 2 * beside;
    double *long_x = ARENA_ARRAY(w->b->a, double, 3 * all), *long_y = long_x + all, *out = long_y + all;
    const double period = x[m] - x[0];
    for (size_t i = 0; i < all; i++) {
        const size_t k = (i + m - beside) % m, rounds = (i + m - beside) / m; /* one ahead */
        long_x[i] = x[k] + ((double)rounds - 1) * period;
        long_y[i] = y[k];
    }
    num_monotone_slopes(long_x, long_y, all, out);
    memcpy(slopes, out + beside, count * sizeof *slopes);
    slopes[m] = slopes[0];
}

static void find_slopes(const maker *w, const double *x, const double *y, size_t count, double *slopes) {
    arena *a = w->b->a;
    if (w->t->of.way == TABLE_SMOOTH && w->t->of.periodic)
        num_spline_periodic_slopes(x, y, count, slopes, ARENA_ARRAY(a, double, 3 * count));
    else if (w->t->of.way == TABLE_SMOOTH)
        num_spline_slopes(x, y, count, slopes, ARENA_ARRAY(a, double, 2 * count));
    else if (w->t->of.way == TABLE_MONOTONE && w->t->of.periodic)
        repeated_slopes(w, x, y, count, slopes);
    else if (w->t->of.way == TABLE_MONOTONE)
        num_monotone_slopes(x, y, count, slopes);
    else
        memset(slopes, 0, count * sizeof *slopes);
}

/* The cubic from y0 to y1 with slopes s0 and s1, over a length of h. */
static void cubic(const maker *w, double h, double y0, double y1, double s0, double s1, double *c) {
    const double d = (y1 - y0) / h;
    const bool straight = w->t->of.way == TABLE_LINEAR;
    c[0] = y0;
    c[1] = straight ? d : s0;
    c[2] = straight ? 0 : (3 * d - 2 * s0 - s1) / h;
    c[3] = straight ? 0 : (s0 + s1 - 2 * d) / (h * h);
}

/* Those of the intervals from first to last, which are flat at both ends. */
static void fill_row(const maker *w, const double *x, const double *y, const double *slopes, size_t count,
                     expr_cubic *row) {
    for (size_t i = 0; i <= count; i++) {
        const size_t left = i ? i - 1 : 0;
        row[i][TABLE_X] = x[left];
        row[i][TABLE_Y] = y[left];
        row[i][TABLE_SLOPE] = row[i][TABLE_SQUARE] = row[i][TABLE_CUBE] = 0;
        if (i > 0 && i < count)
            cubic(w, x[i] - x[left], y[left], y[i], slopes[left], slopes[i], &row[i][TABLE_Y]);
    }
}

static bool is_finite(const expr_cubic *c, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < TABLE_PARTS; k++)
            if (!isfinite(c[i][k]))
                return false;
    return true;
}

/* --- Tables --- */

/* Files with the same points of x share what finds intervals. */
static const expr_table *shared_axis(const maker *w) {
    const size_t count = w->p.rows;
    for (size_t i = 0; i < w->b->files.len; i++) {
        const table_file *x = w->b->files.at[i];
        const expr_knots *k = x->good ? x->axis->knots : NULL;
        if (k && k->count == count && k->repeat == w->t->of.periodic && !memcmp(k->x, w->p.x, count * sizeof *k->x))
            return x->axis;
    }
    return NULL;
}

static const expr_knots *knots_of(const maker *w, const double *x, size_t count, bool repeat) {
    expr_knots *k = ARENA_NEW(w->b->a, expr_knots);
    *k = (expr_knots){x, count, repeat};
    return k;
}

static const expr_table *add_table(maker *w, const char *mark, const expr_knots *k, const expr_cubic *c, size_t count) {
    if (!is_finite(c, count))
        return NULL;
    const char *name = base_arena_printf(w->b->a, "%s%s", w->shown, mark);
    w->id += TABLE_ORDERS;
    return expr_table_create(w->b->a, name, w->id - TABLE_ORDERS, k, c, count);
}

static bool closes(const maker *w) {
    const double *y = w->p.values;
    double size = 0;
    for (size_t i = 0; i < w->p.rows; i++)
        size = fmax(size, fabs(y[i]));
    if (fabs(y[w->p.rows - 1] - y[0]) <= 1e-9 * size)
        return true;
    finding *f = diag_add(w->b->m->findings, DIAG_E0115, w->at, "the curve of '%s' does not close", w->t->of.name);
    diag_help(w->b->m->findings, f,
              "the last row of a periodic table must repeat the value of the first, %.9g, not %.9g", y[0],
              y[w->p.rows - 1]);
    return false;
}

static bool make_curve(maker *w) {
    const size_t n = w->p.rows;
    double *slopes = ARENA_ARRAY(w->b->a, double, n);
    expr_cubic *row = ARENA_ARRAY(w->b->a, expr_cubic, n + 1);
    if (w->t->of.periodic && !closes(w))
        return false;
    find_slopes(w, w->p.x, w->p.values, n, slopes);
    fill_row(w, w->p.x, w->p.values, slopes, n, row);
    w->t->axis = shared_axis(w);
    const expr_knots *k = w->t->axis ? w->t->axis->knots : knots_of(w, w->p.x, n, w->t->of.periodic);
    w->t->curve[0] = add_table(w, "", k, (const expr_cubic *)row, n + 1);
    w->t->axis = w->t->axis ? w->t->axis : w->t->curve[0];
    w->t->powers = 1;
    return w->t->curve[0] || are_far_apart(w);
}

/* --- Grids: cubics along y, whose coefficients are splines along x --- */

typedef struct surface {
    size_t rows, columns;
    double *values, *by_x, *by_y, *by_both; /* slopes, [row*columns + column] */
} surface;

static void slopes_along_x(const maker *w, const double *values, size_t rows, size_t columns, double *slopes) {
    double *line = ARENA_ARRAY(w->b->a, double, 2 * rows), *out = line + rows;
    for (size_t j = 0; j < columns; j++) {
        for (size_t i = 0; i < rows; i++)
            line[i] = values[i * columns + j];
        find_slopes(w, w->p.x, line, rows, out);
        for (size_t i = 0; i < rows; i++)
            slopes[i * columns + j] = out[i];
    }
}

/* Coefficients along y in interval j, from values and slopes in the points of one row. */
static void along_y(const maker *w, const double *values, const double *slopes, size_t j, double *c) {
    const size_t columns = w->p.columns, left = j ? j - 1 : 0;
    memset(c, 0, TABLE_POWERS * sizeof *c);
    c[0] = values[left];
    if (j > 0 && j < columns)
        cubic(w, w->p.y[j] - w->p.y[left], values[left], values[j], slopes[left], slopes[j], c);
}

static void fill_cells(const maker *w, const surface *s, size_t j, expr_cubic *const *cells) {
    const size_t rows = s->rows;
    double *c = ARENA_ARRAY(w->b->a, double, 2 * TABLE_POWERS * rows), *slope = c + TABLE_POWERS * rows,
           *line = ARENA_ARRAY(w->b->a, double, 2 * rows);
    for (size_t i = 0; i < rows; i++) {
        along_y(w, s->values + i * s->columns, s->by_y + i * s->columns, j, c + TABLE_POWERS * i);
        along_y(w, s->by_x + i * s->columns, s->by_both + i * s->columns, j, slope + TABLE_POWERS * i);
    }
    for (int n = 0; n < w->t->powers; n++) {
        for (size_t i = 0; i < rows; i++) {
            line[i] = c[TABLE_POWERS * i + (size_t)n];
            line[rows + i] = slope[TABLE_POWERS * i + (size_t)n];
        }
        fill_row(w, w->p.x, line, line + rows, rows, cells[n] + j * (rows + 1));
    }
}

/* y less the point below; 0 outside. */
static const expr_table *make_beside(maker *w) {
    const size_t n = w->p.columns;
    expr_cubic *row = ARENA_ARRAY(w->b->a, expr_cubic, n + 1);
    for (size_t j = 0; j <= n; j++) {
        row[j][TABLE_X] = w->p.y[j ? j - 1 : 0];
        row[j][TABLE_SLOPE] = j > 0 && j < n;
    }
    return add_table(w, "_y", knots_of(w, w->p.y, n, false), (const expr_cubic *)row, n + 1);
}

static bool make_grid(maker *w) {
    static const char *const marks[TABLE_POWERS] = {"", "_1", "_2", "_3"};
    arena *a = w->b->a;
    const size_t rows = w->p.rows, columns = w->p.columns, all = rows * columns, cells = (rows + 1) * (columns + 1);
    double *slopes = ARENA_ARRAY(a, double, 3 * all);
    surface s = {rows, columns, ARENA_ARRAY(a, double, all), slopes, slopes + all, slopes + 2 * all};
    memcpy(s.values, w->p.values, all * sizeof *s.values);
    w->t->powers = w->t->of.way == TABLE_SMOOTH ? TABLE_POWERS : 2;
    slopes_along_x(w, s.values, rows, columns, s.by_x);
    for (size_t i = 0; i < rows; i++)
        find_slopes(w, w->p.y, s.values + i * columns, columns, s.by_y + i * columns);
    slopes_along_x(w, s.by_y, rows, columns, s.by_both);
    expr_cubic *of[TABLE_POWERS] = {NULL};
    for (int n = 0; n < w->t->powers; n++)
        of[n] = ARENA_ARRAY(a, expr_cubic, cells);
    for (size_t j = 0; j <= columns; j++)
        fill_cells(w, &s, j, of);
    const expr_knots *k = knots_of(w, w->p.x, rows, false);
    w->t->beside = make_beside(w);
    bool good = w->t->beside != NULL;
    for (int n = 0; n < w->t->powers; n++) {
        w->t->curve[n] = add_table(w, marks[n], k, (const expr_cubic *)of[n], cells);
        good = good && w->t->curve[n];
    }
    w->t->axis = w->t->curve[0];
    return good || are_far_apart(w);
}

/* --- Files --- */

/* "polar.csv" is polar in formulas, its column "c d" c_d. */
static const char *name_in_formulas(builder *b, const table_request *of) {
    const char *from = of->columns[1] ? of->columns[1] : of->name;
    for (const char *s = from; *s && !of->columns[1]; s++)
        from = *s == '/' || *s == '\\' ? s + 1 : from;
    size_t length = of->columns[1] ? strlen(from) : strcspn(from, ".");
    char *name = base_arena_printf(b->a, "%s%.*s", isalpha((unsigned char)*from) ? "" : "f", (int)length, from);
    for (char *s = name; *s; s++)
        *s = isalnum((unsigned char)*s) ? *s : '_';
    return name;
}

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_it(const table_request *a, const table_request *b) {
    return !strcmp(a->path, b->path) && is_same(a->columns[0], b->columns[0]) &&
           is_same(a->columns[1], b->columns[1]) && a->grid == b->grid && a->way == b->way &&
           a->periodic == b->periodic;
}

const table_file *functions_find_table(builder *b, const table_request *of, span at) {
    for (size_t i = 0; i < b->files.len; i++)
        if (is_it(&b->files.at[i]->of, of))
            return b->files.at[i];
    table_file *t = ARENA_NEW(b->a, table_file);
    t->of = *of;
    maker w = {.b = b, .t = t, .at = at, .shown = name_in_formulas(b, of)};
    w.id = (int64_t)b->files.len * TABLE_IDS * TABLE_ORDERS;
    t->good = functions_read_points(b, of, at, &w.p);
    t->points = w.p.rows;
    t->good = t->good && (of->grid ? make_grid(&w) : make_curve(&w));
    vec_push(b->a, &b->files, t);
    return t;
}
