/* Symmetries of the equations by linear algebra at random states: every condition is linear in the displacement. */
#include <math.h>
#include <string.h>

#include "analysis/conserved/fields.h"
#include "analysis/probe/dependence.h"
#include "analysis/probe/echelon.h"
#include "expr/diff.h"
#include "linear/steady.h"
#include "num/dense.h"

enum { EXTRA = 8, MOST_COORDS = 40 };
static const double rounding = 1e-12, rank_tolerance = 1e-6;

int linear_null_basis(const double *A, int rows, int n, double **basis, arena *a) {
    double *copy = ARENA_ARRAY(a, double, rows *n + 1);
    memcpy(copy, A, (size_t)(rows * n) * sizeof *copy);
    for (int r = 0; r < rows; r++) {
        const double length = sqrt(num_dot(copy + r * n, copy + r * n, n));
        for (int i = 0; i < n && length > 0; i++)
            copy[r * n + i] /= length;
    }
    num_cod f;
    num_cod_factor(&f, copy, rows, n, rank_tolerance, ARENA_ARRAY(a, int, n + 1),
                   ARENA_ARRAY(a, double, num_cod_doubles(rows, n) + 1));
    *basis = ARENA_ARRAY(a, double, (n - f.rank) * n + 1);
    for (int k = 0; k < n - f.rank; k++)
        num_cod_null_vector(&f, k, *basis + k * n);
    return n - f.rank;
}

/* The terms at a state: p, dL/dq, gradients of the power and of every row, and the rows of positions. */
typedef struct conditions {
    const noether *w;
    int n, rows;
    analysis_probe *probe;
    arena *a;
} conditions;

static uint32_t *variables(const analysis_setting *s, bool rates, arena *a) {
    uint32_t *var = ARENA_ARRAY(a, uint32_t, s->e.n + 1);
    for (int i = 0; i < s->e.n; i++)
        var[i] = rates ? s->m->coords[s->e.coords[i]].v : s->m->coords[s->e.coords[i]].q;
    return var;
}

/* 4 n + 3 n rows roots. */
static expr_id *gather(const conditions *c) {
    const noether *w = c->w;
    const size_t n = (size_t)c->n;
    graph *g = w->g;
    expr_id *x = ARENA_ARRAY(c->a, expr_id, 4 * n + 3 * n * (size_t)c->rows + 1), power = expr_int(g, 0);
    uint32_t *q = variables(w->s, false, c->a), *v = variables(w->s, true, c->a);
    for (size_t i = 0; i < n; i++) {
        x[i] = w->p[i];
        x[n + i] = expr_sub(g, w->force[i], w->Q[i]);
        power = expr_add(g, power, expr_mul(g, w->Q[i], expr_var(g, v[i])));
    }
    expr_reverse(g, &power, NULL, 1, q, n, x + 2 * n);
    expr_reverse(g, &power, NULL, 1, v, n, x + 3 * n);
    for (int k = 0; k < c->rows; k++) {
        expr_id *row = x + 4 * n + 3 * n * (size_t)k;
        expr_reverse(g, &w->s->e.f_dot[k], NULL, 1, q, n, row);
        expr_reverse(g, &w->s->e.f_dot[k], NULL, 1, v, n, row + n);
        const bool velocity = w->s->m->base->rows[w->s->e.rows[k]].velocity;
        for (size_t i = 0; i < n; i++)
            row[2 * n + i] = velocity ? expr_int(g, 0) : w->A[(size_t)k * n + i];
    }
    return x;
}

static bool may_be_steady(const noether *w) {
    const model *m = w->s->m;
    for (size_t i = 0; i < m->declared_coords; i++)
        if (m->coords[i].role == COORD_STATE)
            return false;
    if (w->n == 0 || w->n > MOST_COORDS || w->rows > w->s->e.m)
        return false;
    for (int i = 0; i < w->n; i++)
        if (analysis_depends_on(m, w->p[i], VAR_TIME) || analysis_depends_on(m, w->force[i], VAR_TIME))
            return false;
    for (int k = 0; k < w->s->e.m; k++)
        if (analysis_depends_on(m, w->s->e.f_dot[k], VAR_TIME))
            return false;
    return true;
}

/* What the displacement does to numbers with these gradients, and the size of its terms. */
static double effect(const conditions *c, const field *f, const double *at, const double *by_q, const double *by_v,
                     double *size) {
    double sum = 0;
    for (int e = 0; e < f->count; e++) {
        const field_entry *x = &f->entry[e];
        const double place = by_q[x->i] * x->x * (x->j < 0 ? 1 : at[x->j]);
        const double rate = x->j < 0 ? 0 : by_v[x->i] * x->x * at[c->n + x->j];
        sum += place + rate;
        *size += fabs(place) + fabs(rate);
    }
    return sum;
}

/* So that all displacements have the size of the machine. */
static double scale_of(const conditions *c, const field *f) {
    const analysis_setting *s = c->w->s;
    const field_entry *x = &f->entry[0];
    const double size = s->start.scales->q[s->e.coords[x->i]].far;
    return x->j < 0 ? size : size / s->start.scales->q[s->e.coords[x->j]].far;
}

static int rows_of_sample(const conditions *c) {
    return 2 + 2 * c->rows;
}

/* One column of one sample; the largest term of each row goes into `top`. */
static void fill_column(const conditions *c, const field *f, double scale, const double *at, const double *y,
                        double *column, int stride, double *top) {
    const int n = c->n;
    const double *none = y + 4 * n + 3 * n * c->rows; /* n zeros */
    for (int r = 0; r < rows_of_sample(c); r++) {
        const double *row = y + 4 * n + 3 * n * ((r - 2) / 2);
        const double *by_q = r == 0 ? y + n : r == 1 ? y + 2 * n : r % 2 ? row + 2 * n : row;
        const double *by_v = r == 0 ? y : r == 1 ? y + 3 * n : r % 2 ? none : row + n;
        double size = 0;
        column[r * stride] = scale * effect(c, f, at, by_q, by_v, &size);
        top[r] = fmax(top[r], scale * size);
    }
}

/* Rows over their largest terms; what is rounding beside these is 0. */
static void measure(double *A, int rows, int columns, const double *top) {
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < columns; k++) {
            double *x = &A[r * columns + k];
            *x = top[r] > 0 ? *x / top[r] : 0;
            *x = fabs(*x) > rounding ? *x : 0;
        }
}

static bool fill_sample(conditions *c, const field_list *f, const analysis_state *at, double *A) {
    const int columns = (int)f->len, rows = rows_of_sample(c), count = 4 * c->n + 3 * c->n * c->rows;
    double *state = ARENA_ARRAY(c->a, double, 2 * c->n + 1), *y = ARENA_ARRAY(c->a, double, count + c->n + 1);
    double *top = ARENA_ARRAY(c->a, double, rows);
    memcpy(y, analysis_probe_at(c->probe, at), (size_t)count * sizeof *y);
    for (int i = 0; i < c->n; i++) {
        state[i] = at->q[c->w->s->e.coords[i]];
        state[c->n + i] = at->v[c->w->s->e.coords[i]];
    }
    if (!analysis_finite(y, count))
        return false;
    for (int k = 0; k < columns; k++)
        fill_column(c, &f->at[k], scale_of(c, &f->at[k]), state, y, A + k, columns, top);
    measure(A, rows, columns, top);
    return true;
}

/* A displacement of the list by its scaled coefficients. */
static linear_symmetry assemble(const conditions *c, const field_list *f, const double *x) {
    const int n = c->n;
    linear_symmetry y = {ARENA_ARRAY(c->a, double, n *n), ARENA_ARRAY(c->a, double, n)};
    for (size_t k = 0; k < f->len; k++)
        for (int e = 0; e < f->at[k].count; e++) {
            const field_entry *z = &f->at[k].entry[e];
            const double entry = x[k] * scale_of(c, &f->at[k]) * z->x;
            if (z->j < 0)
                y.b[z->i] += entry;
            else
                y.B[z->i * n + z->j] += entry;
        }
    return y;
}

/* Each moves one coordinate alone. */
static bool are_plain(const linear_symmetries *g) {
    for (int k = 0; k < g->count; k++) {
        int moved = 0;
        for (int i = 0; i < g->n; i++)
            moved += g->at[k].b[i] != 0;
        for (int i = 0; i < g->n * g->n; i++)
            if (g->at[k].B[i] != 0)
                return false;
        if (moved != 1)
            return false;
    }
    return true;
}

/* Displacements of coordinate i at a state, all columns. */
static void fill_displacement(const conditions *c, const field_list *f, const analysis_state *at, int i, double *out) {
    const analysis_setting *s = c->w->s;
    for (size_t k = 0; k < f->len; k++)
        for (int e = 0; e < f->at[k].count; e++) {
            const field_entry *x = &f->at[k].entry[e];
            if (x->i == i)
                out[k] += scale_of(c, &f->at[k]) * x->x * (x->j < 0 ? 1 : at->q[s->e.coords[x->j]]) /
                          s->start.scales->q[s->e.coords[i]].far;
        }
}

/* The matrix of all samples, and what all columns do to all coordinates there; 0 if there are not enough. */
static int fill(conditions *c, noether *w, const field_list *f, double **A, double **moved) {
    const int per = rows_of_sample(c), columns = (int)f->len, samples = columns + EXTRA;
    analysis_state at = analysis_state_make(w->s->m, c->a);
    *A = ARENA_ARRAY(c->a, double, samples *per *columns + 1);
    *moved = ARENA_ARRAY(c->a, double, samples * c->n * columns + 1);
    int found = 0;
    for (int tries = 0; found < samples && tries < 2 * samples; tries++) {
        if (!analysis_manifold_state(w->manifold, &w->dice, &at) || !fill_sample(c, f, &at, *A + found * per * columns))
            continue;
        for (int i = 0; i < c->n; i++)
            fill_displacement(c, f, &at, i, *moved + (found * c->n + i) * columns);
        found++;
    }
    return found == samples ? samples * per : 0;
}

/* Combinations of these that move nothing wherever the rows hold. */
static int find_idle(const conditions *c, const double *basis, int count, const double *moved, int rows, int columns,
                     double **out) {
    double *M = ARENA_ARRAY(c->a, double, rows *count + 1), *inner;
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < count; k++)
            M[r * count + k] = num_dot(moved + r * columns, basis + k * columns, columns);
    const int found = count ? linear_null_basis(M, rows, count, &inner, c->a) : 0;
    *out = ARENA_ARRAY(c->a, double, found *columns + 1);
    for (int k = 0; k < found; k++)
        for (int j = 0; j < count; j++)
            for (int i = 0; i < columns; i++)
                (*out)[k * columns + i] += inner[k * count + j] * basis[j * columns + i];
    return found;
}

linear_symmetries linear_find_symmetries(const analysis_setting *s, arena *a) {
    linear_symmetries out = {.n = s->e.n, .plain = true};
    noether *w = analysis_noether_make(s, a);
    if (!may_be_steady(w))
        return out;
    const field_list f = analysis_fields_natural(w, a); /* of any affine ones too many look right near a point */
    conditions c = {.w = w, .n = s->e.n, .rows = s->e.m, .a = a};
    c.probe = analysis_probe_make(s->m, gather(&c), 4 * (size_t)c.n + 3 * (size_t)(c.n * c.rows), a);
    double *A, *moved, *basis, *still;
    const int rows = fill(&c, w, &f, &A, &moved), columns = (int)f.len;
    if (!rows)
        return out;
    const int count = analysis_echelon_null_space(A, rows, columns, &basis, a);
    const int idle = find_idle(&c, basis, count, moved, (columns + EXTRA) * c.n, columns, &still);
    int *order = ARENA_ARRAY(a, int, columns + 1);
    for (int k = 0; k < columns; k++)
        order[k] = k;
    echelon e = analysis_echelon_make(columns, count + idle, a);
    analysis_echelon_add(&e, still, idle, order);
    const int first = e.count;
    analysis_echelon_add(&e, basis, count, order);
    out.at = ARENA_ARRAY(a, linear_symmetry, e.count + 1);
    for (int k = first; k < e.count; k++)
        out.at[out.count++] = assemble(&c, &f, e.at[k]);
    out.plain = are_plain(&out);
    return out;
}
