/* The determining equations at random states as a matrix, first those of the constraints, then the balance; its null
   space without trivial displacements and those that are known already. */
#include "analysis/conserved/symmetry.h"

#include <math.h>
#include <string.h>

#include "analysis/conserved/coefficients.h"
#include "analysis/probe/echelon.h"

enum { TRIALS = 30, EXTRA = 6, MAX_COORDS = 200, MAX_UNKNOWNS = 400, MAX_NAMED = 3 };
static const double allowed = 1e-9;

/* The equations' columns at many samples: each sample gives `rows` constraints and one balance. */
typedef struct system_matrix {
    int samples, per_sample, columns;
    double *x; /* samples x per_sample x columns, scaled */
} system_matrix;

typedef struct search {
    noether *w;
    field_list natural, unknown;
    noether_sample *at;
    int samples;
    double *scale; /* of the unknowns: x = scale * scaled x */
    system_matrix matrix;
    bool *found; /* per natural displacement */
    echelon basis;
    found_list *out;
    arena *a;
} search;

/* --- Natural displacements --- */

static void keep(search *s, const field *f, int coord) {
    expr_id one = expr_int(s->w->g, 1);
    found_symmetry found = {f->name, coord, analysis_noether_assemble(s->w, f, &one, 1, s->a), false};
    vec_push(s->a, s->out, found);
}

static void try_natural(search *s) {
    s->found = ARENA_ARRAY(s->a, bool, s->natural.len);
    for (size_t i = 0; i < s->natural.len; i++) {
        field_list one = {.at = &s->natural.at[i], .len = 1};
        double x = 1;
        s->found[i] = analysis_fields_solve(s->w, &one, &x, s->at, TRIALS, s->a);
        if (s->found[i])
            keep(s, &s->natural.at[i], i < (size_t)s->w->n ? (int)i : -1);
    }
}

/* --- All --- */

static bool is_gauge(const field *f) {
    return f->clock || f->place >= 0;
}

/* The size of the terms of an equation. Parts of the gauge are numbers with other units than the mechanical terms: they
   count only where there is nothing else. */
static double size_of_row(const search *s, const double *size) {
    double top[2] = {0, 0};
    for (size_t c = 0; c < s->unknown.len; c++) {
        bool gauge = is_gauge(&s->unknown.at[c]);
        top[gauge] = fmax(top[gauge], size[c]);
    }
    return top[0] > 0 ? top[0] : top[1];
}

static void fill_matrix(search *s) {
    int columns = (int)s->unknown.len, per = s->w->rows + 1, rows = s->samples * per;
    double *x = ARENA_ARRAY(s->a, double, rows *columns), *size = ARENA_ARRAY(s->a, double, rows *columns);
    double *one = ARENA_ARRAY(s->a, double, 2 * per);
    for (int c = 0; c < columns; c++)
        for (int k = 0; k < s->samples; k++) {
            analysis_noether_column(s->w, &s->at[k], &s->unknown.at[c], one, one + per);
            for (int r = 0; r < per; r++) {
                x[(k * per + r) * columns + c] = one[r];
                size[(k * per + r) * columns + c] = one[per + r];
            }
        }
    s->scale = ARENA_ARRAY(s->a, double, columns);
    for (int k = 0; k < rows; k++) {
        double top = size_of_row(s, &size[k * columns]);
        for (int c = 0; top > 0 && c < columns; c++) {
            x[k * columns + c] /= top;
            s->scale[c] = fmax(s->scale[c], size[k * columns + c] / top);
        }
    }
    for (int c = 0; c < columns; c++)
        s->scale[c] = s->scale[c] > 0 ? 1 / s->scale[c] : 1;
    for (int k = 0; k < rows * columns; k++)
        x[k] *= s->scale[k % columns];
    s->matrix = (system_matrix){s->samples, per, columns, x};
}

/* Samples up to a number; false if there are not so many. */
static bool sample(search *s, int wanted) {
    if (s->samples < wanted)
        s->samples += analysis_noether_sample_many(s->w, s->at + s->samples, wanted - s->samples, s->a);
    return s->samples >= wanted;
}

/* How many samples let the rows say all that they say. */
static int enough_for_rows(const search *s) {
    return s->w->rows ? (int)s->unknown.len / s->w->rows + EXTRA : 0;
}

/* Which solutions the rows leave. */
static int solve_rows(search *s, double **basis) {
    const system_matrix *m = &s->matrix;
    int rows = m->per_sample - 1, samples = enough_for_rows(s);
    double *A = ARENA_ARRAY(s->a, double, samples *rows * m->columns);
    for (int k = 0; k < samples; k++)
        memcpy(&A[k * rows * m->columns], &m->x[k * m->per_sample * m->columns],
               (size_t)(rows * m->columns) * sizeof *A);
    return analysis_echelon_null_space(A, samples * rows, m->columns, basis, s->a);
}

static double *combine(const double *inner, int count, const double *outer, int outer_count, int columns, arena *a) {
    double *x = ARENA_ARRAY(a, double, count *columns);
    for (int k = 0; k < count; k++)
        for (int d = 0; d < outer_count; d++)
            for (int c = 0; c < columns; c++)
                x[k * columns + c] += inner[k * outer_count + d] * outer[d * columns + c];
    return x;
}

/* Vectors of scaled unknowns that solve all equations, one after the other; -1 if there are no samples to tell. */
static int solve(search *s, double **basis) {
    const system_matrix *m = &s->matrix;
    double *first, *second;
    if (!sample(s, enough_for_rows(s)))
        return -1;
    fill_matrix(s);
    int left = solve_rows(s, &first);
    if (left + EXTRA > s->samples) {
        if (!sample(s, left + EXTRA))
            return -1;
        fill_matrix(s);
        left = solve_rows(s, &first);
    }
    int samples = m->samples;
    double *A = ARENA_ARRAY(s->a, double, samples *left);
    for (int k = 0; k < samples; k++) {
        const double *row = &m->x[(k * m->per_sample + m->per_sample - 1) * m->columns];
        for (int d = 0; d < left; d++)
            for (int c = 0; c < m->columns; c++)
                A[k * left + d] += row[c] * first[d * m->columns + c];
    }
    int count = analysis_echelon_null_space(A, samples, left, &second, s->a);
    *basis = combine(second, count, first, left, m->columns, s->a);
    return count;
}

/* Those whose quantity is the same number at all samples. */
static int find_trivial(search *s, const double *basis, int count, double **trivial) {
    int columns = (int)s->unknown.len;
    double *value = ARENA_ARRAY(s->a, double, 2 * columns), *A = ARENA_ARRAY(s->a, double, s->samples *count);
    for (int k = 1; k < s->samples; k++) {
        double top = 0, size, size_first;
        for (int c = 0; c < columns; c++) {
            const field *f = &s->unknown.at[c];
            double x = analysis_noether_value(&s->at[k], f, &size);
            value[c] = s->scale[c] * (x - analysis_noether_value(&s->at[0], f, &size_first));
            top = fmax(top, s->scale[c] * (size + size_first));
        }
        for (int d = 0; top > 0 && d < count; d++)
            for (int c = 0; c < columns; c++)
                A[k * count + d] += value[c] / top * basis[d * columns + c];
    }
    double *inner;
    int found = analysis_echelon_null_space(A, s->samples, count, &inner, s->a);
    *trivial = combine(inner, found, basis, count, columns, s->a);
    return found;
}

/* Trivial ones are told by their gauge where they have one, else by products of places, so that what remains has few
   of these. */
static int *order_unknowns(const search *s, bool trivial) {
    int *order = ARENA_ARRAY(s->a, int, s->unknown.len), count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t c = 0; c < s->unknown.len; c++)
            if (is_gauge(&s->unknown.at[c]) == (trivial == (pass == 0)))
                order[count++] = (int)c;
    return order;
}

static void add_known(search *s) {
    int columns = (int)s->unknown.len;
    int *order = order_unknowns(s, false);
    for (size_t i = 0; i < s->natural.len; i++) {
        if (!s->found[i])
            continue;
        double *x = ARENA_ARRAY(s->a, double, columns);
        analysis_fields_express(&s->natural.at[i], &s->unknown, x);
        for (int c = 0; c < columns; c++)
            x[c] /= s->scale[c];
        analysis_echelon_add(&s->basis, x, 1, order);
    }
}

/* As the natural displacements have it; else a turn has its minus sign first, as in x: -y, y: x. */
static double leading_factor(const search *s, const double *x, int pivot) {
    const field_entry *lead = s->unknown.at[pivot].entry;
    if (s->unknown.at[pivot].count != 1 || lead->j < 0)
        return 1;
    for (size_t i = 0; i < s->natural.len; i++)
        for (int e = 0; e < s->natural.at[i].count; e++)
            if (s->natural.at[i].entry[e].i == lead->i && s->natural.at[i].entry[e].j == lead->j)
                return s->natural.at[i].entry[e].x;
    for (size_t c = 0; c < s->unknown.len; c++) {
        const field *g = &s->unknown.at[c];
        if (lead->j > lead->i && g->count == 1 && g->entry[0].i == lead->j && g->entry[0].j == lead->i)
            return x[c] < 0 ? -1 : 1;
    }
    return 1;
}

static bool has_products(const search *s, const double *x) {
    for (size_t c = 0; c < s->unknown.len; c++)
        if (x[c] != 0 && s->unknown.at[c].count && s->unknown.at[c].entry[0].j >= 0)
            return true;
    return false;
}

/* Coordinates that move evenly, each by itself, have symmetries among themselves that tell nothing. */
static bool is_idle(const search *s, const double *x) {
    for (size_t c = 0; c < s->unknown.len; c++) {
        const field *f = &s->unknown.at[c];
        if (x[c] == 0 || is_gauge(f))
            continue;
        if (f->tau != 0)
            return false;
        for (int e = 0; e < f->count; e++)
            if (!s->found[f->entry[e].i] || (f->entry[e].j >= 0 && !s->found[f->entry[e].j]))
                return false;
    }
    return true;
}

/* Whether x is the natural displacement i; if that is a turn, whatever x adds to other coordinates without turning
   them. */
static bool is_natural(const search *s, const double *x, size_t i, bool products) {
    double *natural = ARENA_ARRAY(s->a, double, s->unknown.len);
    double top = 0;
    analysis_fields_express(&s->natural.at[i], &s->unknown, natural);
    for (size_t c = 0; c < s->unknown.len; c++)
        top = fmax(top, is_gauge(&s->unknown.at[c]) ? 0 : fabs(x[c]) / s->scale[c]);
    for (size_t c = 0; c < s->unknown.len; c++) {
        const field *f = &s->unknown.at[c];
        bool compared = !is_gauge(f) && (!products || (f->count && f->entry[0].j >= 0));
        if (compared && fabs(x[c] - natural[c]) > allowed * top * s->scale[c])
            return false;
    }
    return products == (s->natural.at[i].entry[0].j >= 0);
}

/* "momentum of theta and psi together" */
static const char *name_of_shift(const search *s, const double *x) {
    const char *name[MAX_NAMED];
    int count = 0;
    for (size_t c = 0; c < s->unknown.len; c++) {
        const field *f = &s->unknown.at[c];
        if (x[c] == 0 || is_gauge(f))
            continue;
        if (count < MAX_NAMED)
            name[count] = s->w->s->m->coords[s->w->s->e.coords[f->entry[0].i]].name;
        count++;
    }
    if (count > MAX_NAMED)
        return count == s->w->n ? "momentum of all coordinates together" : NULL;
    if (count == 2)
        return base_arena_printf(s->a, "momentum of %s and %s together", name[0], name[1]);
    return base_arena_printf(s->a, "momentum of %s, %s and %s together", name[0], name[1], name[2]);
}

static const char *name_of(const search *s, const double *x) {
    bool products = has_products(s, x);
    for (size_t c = 0; c < s->unknown.len; c++)
        if (x[c] != 0 && s->unknown.at[c].tau != 0)
            return "Jacobi integral";
    for (size_t i = 0; i < s->natural.len; i++)
        if (is_natural(s, x, i, products))
            return s->natural.at[i].name;
    return products ? NULL : name_of_shift(s, x);
}

static const char *with_gauge(const search *s, const char *name, const double *x) {
    for (size_t c = 0; name && c < s->unknown.len; c++)
        if (x[c] != 0 && is_gauge(&s->unknown.at[c]))
            return base_arena_printf(s->a, "%s with impulse", name);
    return name;
}

static void keep_solution(search *s, int k) {
    int columns = (int)s->unknown.len, pivot = s->basis.pivot[k];
    if (is_gauge(&s->unknown.at[pivot])) /* nothing is displaced: a row integrates */
        return;
    double *x = ARENA_ARRAY(s->a, double, columns);
    for (int c = 0; c < columns; c++)
        x[c] = s->scale[c] * s->basis.at[k][c];
    double lead = leading_factor(s, x, pivot) / x[pivot];
    for (int c = 0; c < columns; c++)
        x[c] *= lead;
    if (is_idle(s, x))
        return;
    expr_id *coef = ARENA_ARRAY(s->a, expr_id, columns);
    bool given;
    if (!analysis_coefficients_recognise(s->w, &s->unknown, x, pivot, coef, &given, s->a))
        return;
    const char *name = with_gauge(s, name_of(s, x), x);
    found_symmetry found = {name, -1, analysis_noether_assemble(s->w, s->unknown.at, coef, columns, s->a), given};
    vec_push(s->a, s->out, found);
}

static void search_all(search *s) {
    double *solutions, *trivial;
    int count = solve(s, &solutions);
    if (count <= 0)
        return;
    int trivial_count = find_trivial(s, solutions, count, &trivial);
    s->basis = analysis_echelon_make((int)s->unknown.len, count + trivial_count + (int)s->natural.len, s->a);
    analysis_echelon_add(&s->basis, trivial, trivial_count, order_unknowns(s, true));
    add_known(s);
    int first = s->basis.count;
    analysis_echelon_add(&s->basis, solutions, count, order_unknowns(s, false));
    for (int k = first; k < s->basis.count; k++)
        keep_solution(s, k);
}

found_list analysis_symmetry_search(noether *w, bool with_time, arena *a) {
    found_list out = {0};
    search s = {.w = w, .out = &out, .a = a};
    s.natural = analysis_fields_natural(w, a);
    s.unknown = analysis_fields_unknown(w, &s.natural, with_time, a);
    bool general = w->n <= MAX_COORDS && s.unknown.len <= MAX_UNKNOWNS;
    s.at = ARENA_ARRAY(a, noether_sample, s.unknown.len + 2 * EXTRA + TRIALS);
    if (!sample(&s, TRIALS))
        return out;
    try_natural(&s);
    if (general)
        search_all(&s);
    return out;
}
