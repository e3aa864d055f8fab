/* Solves the determining equations again with each parameter slightly changed: exponents are logarithmic
   derivatives. */
#include "analysis/conserved/coefficients.h"

#include <math.h>
#include <string.h>

#include "expr/diff.h"
#include "expr/walk.h"
#include "num/dense.h"

enum { EXTRA = 4, CHECKS = 4, MAX_DENOMINATOR = 12, MAX_NUMERATOR = 60, MAX_PARAMS = 40, MAX_SUPPORT = 60 };
static const double recognised = 1e-7, exact = 1e-10, fitted = 1e-8, change = 1.05, exponent_error = 1e-4;

typedef struct guess {
    noether *w;
    const field_list *fields;
    int columns, pivot;
    int *support, count; /* entries that are not zero, the pivot left out */
    double *weight;      /* of these, about what they are beside the pivot: with it their terms can be compared */
    double *params;      /* the model's, then changed ones */
    arena *a;
} guess;

/* --- Solutions for given parameters --- */

/* One equation, divided by the size of its terms. */
static void write_equation(const guess *s, const double *x, const double *size, int rows, int row, double *A,
                           double *b) {
    double top = size[s->count * rows + row];
    for (int c = 0; c < s->count; c++)
        top = fmax(top, s->weight[c] * size[c * rows + row]);
    for (int c = 0; c < s->count; c++)
        A[c] = top > 0 ? x[c * rows + row] / top : 0;
    *b = top > 0 ? -x[s->count * rows + row] / top : 0;
}

static double *build_equations(const guess *s, const noether_sample *at, int samples, double *b) {
    int rows = s->w->rows + 1;
    double *A = ARENA_ARRAY(s->a, double, samples *rows * s->count);
    double *x = ARENA_ARRAY(s->a, double, 2 * (s->count + 1) * rows), *size = x + (s->count + 1) * rows;
    for (int k = 0; k < samples; k++) {
        for (int c = 0; c <= s->count; c++)
            analysis_noether_column(s->w, &at[k], &s->fields->at[c < s->count ? s->support[c] : s->pivot], &x[c * rows],
                                    &size[c * rows]);
        for (int r = 0; r < rows; r++)
            write_equation(s, x, size, rows, r, &A[(k * rows + r) * s->count], &b[k * rows + r]);
    }
    return A;
}

/* The support's entries beside a pivot of 1 (y), by least squares. False if nothing solves the equations. */
static bool solve_support(const guess *s, double *y) {
    int samples = s->count + EXTRA, rows = samples * (s->w->rows + 1);
    noether_sample *at = ARENA_ARRAY(s->a, noether_sample, samples);
    if (analysis_noether_sample_many(s->w, at, samples, s->a) < samples)
        return false;
    double *b = ARENA_ARRAY(s->a, double, rows), *scale = ARENA_ARRAY(s->a, double, s->count);
    double *A = build_equations(s, at, samples, b);
    for (int c = 0; c < s->count; c++) {
        for (int k = 0; k < rows; k++)
            scale[c] = fmax(scale[c], fabs(A[k * s->count + c]));
        for (int k = 0; scale[c] > 0 && k < rows; k++)
            A[k * s->count + c] /= scale[c];
    }
    if (s->count) {
        num_cod f;
        int *ints = ARENA_ARRAY(s->a, int, s->count);
        num_cod_factor(&f, A, rows, s->count, 1e-12, ints, ARENA_ARRAY(s->a, double, num_cod_doubles(rows, s->count)));
        if (num_cod_solve(&f, b, y) > fitted * sqrt(rows))
            return false;
    }
    for (int c = 0; c < s->count; c++)
        if (scale[c] > 0)
            y[c] /= scale[c];
    return true;
}

/* --- Numbers --- */

static bool small_fraction(double x, double tolerance, int64_t *num, int64_t *den) {
    for (int64_t d = 1; d <= MAX_DENOMINATOR; d++) {
        double n = round(x * (double)d);
        if (fabs(n) <= MAX_NUMERATOR && n != 0 && fabs(x * (double)d - n) <= tolerance * fabs(n)) {
            *num = (int64_t)n;
            *den = d;
            return true;
        }
    }
    return false;
}

static expr_id write_number(graph *g, double x) {
    int64_t num, den;
    return small_fraction(x, exact, &num, &den) ? expr_rational(g, num, den) : expr_real(g, x);
}

/* Coefficients as they are: numbers. */
static void write_numbers(const guess *s, const double *x, expr_id *coef) {
    for (int c = 0; c < s->count; c++)
        coef[s->support[c]] = write_number(s->w->g, x[s->support[c]]);
}

/* --- Powers of parameters --- */

/* Parameters that follow from others keep following unless they were given from outside. */
static void follow(const guess *s) {
    const model *m = s->w->s->m;
    for (size_t i = 0; i < m->param_count; i++) {
        const model_param *p = &m->params[i];
        if (p->structural || expr_is_number(m->g, p->definition, NULL))
            continue;
        double usual = analysis_noether_number(m, p->definition, NULL, s->a);
        if (fabs(usual - model_value_of(m, p)) <= recognised * fabs(usual))
            s->params[i] = analysis_noether_number(m, p->definition, s->params, s->a);
    }
}

static bool is_free(const guess *s, size_t i) {
    const model *m = s->w->s->m;
    const model_param *p = &m->params[i];
    if (p->structural || model_value_of(m, p) == 0)
        return false;
    return expr_is_number(m->g, p->definition, NULL) ||
           fabs(analysis_noether_number(m, p->definition, NULL, s->a) - model_value_of(m, p)) >
               recognised * fabs(model_value_of(m, p));
}

static void reset(const guess *s) {
    const model *m = s->w->s->m;
    model_load_values(m, s->params);
}

static bool holds_elsewhere(const guess *s, const expr_id *coef) {
    const model *m = s->w->s->m;
    double *x = ARENA_ARRAY(s->a, double, s->columns);
    noether_sample at[CHECKS];
    reset(s);
    for (size_t i = 0; i < m->param_count; i++)
        if (is_free(s, i))
            s->params[i] *= 1 + (change - 1) * analysis_random(&s->w->dice);
    follow(s);
    for (int c = 0; c < s->columns; c++)
        x[c] = coef[c].i ? analysis_noether_number(m, coef[c], s->params, s->a) : 0;
    analysis_noether_set_params(s->w, s->params);
    bool ok = analysis_noether_sample_many(s->w, at, CHECKS, s->a) == CHECKS &&
              analysis_fields_solve(s->w, s->fields, x, at, CHECKS, s->a);
    analysis_noether_set_params(s->w, NULL);
    return ok;
}

/* Multiplies the factors by this parameter's powers; an entry that answers to it otherwise gets no factor. y: the
   entries with this parameter changed. */
static bool fit_parameter(const guess *s, size_t i, const double *x, double *y, double *rest, expr_id *factor) {
    graph *g = s->w->g;
    reset(s);
    s->params[i] *= change;
    follow(s);
    analysis_noether_set_params(s->w, s->params);
    bool solved = solve_support(s, y);
    analysis_noether_set_params(s->w, NULL);
    expr_id p = expr_var(g, s->w->s->m->params[i].var);
    double value = model_value_of(s->w->s->m, &s->w->s->m->params[i]);
    for (int c = 0; solved && c < s->count; c++) {
        double twice = 2 * log(y[c] / (x[s->support[c]] / x[s->pivot])) / log(change), power = round(twice);
        if (!(fabs(twice - power) < exponent_error))
            factor[c] = EXPR_NONE;
        if (!factor[c].i || power == 0)
            continue;
        factor[c] = expr_mul(g, factor[c], expr_pow(g, p, expr_rational(g, (int64_t)power, 2)));
        rest[c] /= pow(value, power / 2);
    }
    return solved;
}

/* 1 - m1/m2: an entry without powers of its own as a number and a multiple of another entry. y: as many values with the
   parameter changed as there are parameters, NULL where it was not. */
static expr_id fit_sum(const guess *s, int c, const double *x, double *const *y, const expr_id *factor,
                       const expr_id *coef) {
    graph *g = s->w->g;
    double here = x[s->support[c]], lead = x[s->pivot];
    for (size_t i = 0; i < s->w->s->m->param_count; i++)
        for (int d = 0; y[i] && d < s->count; d++) {
            double other = x[s->support[d]], change_of_other = y[i][d] * lead - other;
            if (!factor[d].i || fabs(change_of_other) < 1e-3 * fabs(other))
                continue;
            double slope = (y[i][c] * lead - here) / change_of_other;
            int64_t num, den, rest_num, rest_den;
            if (small_fraction(slope, recognised, &num, &den) &&
                small_fraction(here - slope * other, recognised, &rest_num, &rest_den)) {
                expr_id rest = expr_rational(g, rest_num, rest_den);
                return expr_add(g, rest, expr_mul(g, expr_rational(g, num, den), coef[s->support[d]]));
            }
        }
    return EXPR_NONE;
}

static bool fit_powers(const guess *s, const double *x, expr_id *coef) {
    const model *m = s->w->s->m;
    expr_id *factor = ARENA_ARRAY(s->a, expr_id, s->count);
    double *rest = ARENA_ARRAY(s->a, double, s->count);
    if (m->param_count > MAX_PARAMS || s->count > MAX_SUPPORT)
        return false;
    for (int c = 0; c < s->count; c++) {
        factor[c] = expr_int(m->g, 1);
        rest[c] = x[s->support[c]];
    }
    double **y = ARENA_ARRAY(s->a, double *, m->param_count);
    for (size_t i = 0; i < m->param_count; i++) {
        y[i] = is_free(s, i) ? ARENA_ARRAY(s->a, double, s->count) : NULL;
        if (y[i] && !fit_parameter(s, i, x, y[i], rest, factor))
            return false;
    }
    for (int c = 0; c < s->count; c++)
        if (factor[c].i)
            coef[s->support[c]] = expr_mul(m->g, write_number(m->g, rest[c]), factor[c]);
    for (int c = 0; c < s->count; c++) {
        expr_id sum = factor[c].i ? EXPR_NONE : fit_sum(s, c, x, y, factor, coef);
        if (sum.i)
            coef[s->support[c]] = sum;
    }
    return true;
}

/* --- Gauge --- */

/* x where nothing has moved: a number over parameters. */
static expr_id at_origin(const guess *s, expr_id x) {
    const noether *w = s->w;
    int n = w->n;
    expr_id *from = ARENA_ARRAY(s->a, expr_id, 2 * n + 1), *to = ARENA_ARRAY(s->a, expr_id, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        from[i] = expr_var(w->g, w->s->m->coords[w->s->e.coords[i]].q);
        from[n + i] = expr_var(w->g, w->s->m->coords[w->s->e.coords[i]].v);
    }
    from[2 * n] = expr_var(w->g, w->s->m->t);
    for (int i = 0; i <= 2 * n; i++)
        to[i] = expr_int(w->g, 0);
    expr_substitute(w->g, &x, 1, from, to, (size_t)(2 * n + 1), &x);
    return x;
}

static expr_id balance(const guess *s, const expr_id *coef) {
    const noether *w = s->w;
    expr_id *moved = ARENA_ARRAY(s->a, expr_id, s->columns);
    for (int c = 0; c < s->columns; c++)
        if (!s->fields->at[c].clock && s->fields->at[c].place < 0)
            moved[c] = coef[c];
    symmetry it = analysis_noether_assemble(w, s->fields->at, moved, s->columns, s->a);
    expr_id sum = expr_neg(w->g, expr_mul(w->g, it.tau, w->drain));
    for (int i = 0; i < w->n; i++) {
        sum = expr_add(w->g, sum, expr_mul(w->g, w->force[i], it.xi[i]));
        sum = expr_add(w->g, sum, expr_mul(w->g, w->p[i], it.xi_rate[i]));
    }
    return sum;
}

/* Without constraints the balance itself says what the gauge is, sums of parameters included. */
static void read_gauge(const guess *s, const double *x, expr_id *coef) {
    const noether *w = s->w;
    expr_id whole = balance(s, coef);
    for (int c = 0; c < s->columns; c++) {
        const field *f = &s->fields->at[c];
        if (x[c] == 0 || (!f->clock && f->place < 0))
            continue;
        expr_id part = whole;
        if (f->place >= 0)
            part = expr_derivative(w->g, whole, w->s->m->coords[w->s->e.coords[f->place]].v);
        part = at_origin(s, part);
        if (fabs(analysis_noether_number(w->s->m, part, NULL, s->a) - x[c]) <= recognised * fabs(x[c]))
            coef[c] = part;
    }
}

/* --- All --- */

static bool hold_here(const guess *s, const expr_id *coef) {
    double *x = ARENA_ARRAY(s->a, double, s->columns);
    noether_sample at[CHECKS];
    for (int c = 0; c < s->columns; c++)
        x[c] = coef[c].i ? analysis_noether_number(s->w->s->m, coef[c], NULL, s->a) : 0;
    return analysis_noether_sample_many(s->w, at, CHECKS, s->a) == CHECKS &&
           analysis_fields_solve(s->w, s->fields, x, at, CHECKS, s->a);
}

bool analysis_coefficients_recognise(noether *w, const field_list *fields, double *x, int pivot, expr_id *coef,
                                     bool *given, arena *a) {
    guess s = {.w = w, .fields = fields, .columns = (int)fields->len, .pivot = pivot, .a = a};
    s.support = ARENA_ARRAY(a, int, s.columns);
    s.params = ARENA_ARRAY(a, double, w->s->m->param_count);
    for (int c = 0; c < s.columns; c++)
        if (x[c] != 0 && c != pivot)
            s.support[s.count++] = c;
    s.weight = ARENA_ARRAY(a, double, s.count + 1);
    for (int c = 0; c < s.count; c++)
        s.weight[c] = fabs(x[s.support[c]] / x[pivot]);
    double *y = ARENA_ARRAY(a, double, s.count);
    if (!solve_support(&s, y))
        return false;
    for (int c = 0; c < s.count; c++)
        x[s.support[c]] = y[c] * x[pivot];
    coef[pivot] = write_number(w->g, x[pivot]);
    write_numbers(&s, x, coef);
    read_gauge(&s, x, coef);
    *given = !holds_elsewhere(&s, coef);
    if (*given) {
        expr_id *fit = ARENA_ARRAY(a, expr_id, s.columns);
        memcpy(fit, coef, (size_t)s.columns * sizeof *fit);
        if (fit_powers(&s, x, fit)) {
            read_gauge(&s, x, fit);
            *given = !holds_elsewhere(&s, fit);
            if (!*given)
                memcpy(coef, fit, (size_t)s.columns * sizeof *fit);
        }
    }
    return hold_here(&s, coef);
}
