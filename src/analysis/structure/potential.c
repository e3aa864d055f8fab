/* Integrating factors by linear algebra: if ln mu = sum of k_b h_b with known functions h_b, then mu makes a form
   closed if and only if da_i/dq_j - da_j/dq_i + sum of k_b (a_i dh_b/dq_j - a_j dh_b/dq_i) = 0 for all i, j, linear in
   the k_b. */
#include "analysis/structure/potential.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/antiderivative.h"
#include "base/vec.h"
#include "expr/diff.h"
#include "expr/walk.h"

enum { MOST_COORDS = 12, MOST_FUNCTIONS = 24, MOST_TOGETHER = 3, LARGEST_DENOMINATOR = 2, LARGEST_POWER = 4 };
enum { LARGEST_FORM = 400 }; /* nodes */
static const double small = 1e-8;

/* h = u or h = ln|u|. */
typedef struct log_factor {
    expr_id u;
    bool log;
    double *column; /* a_i dh/dq_j - a_j dh/dq_i for each sample and i < j */
} log_factor;

typedef struct closing {
    const model *m;
    graph *g;
    one_form form;
    const analysis_samples *s;
    arena *a;
    bool *wanted;    /* of expr_depends: the form's variables */
    int length;      /* of the columns */
    double *a_value; /* per sample and coordinate */
    double *curl;    /* like the columns */
    VEC(log_factor) functions;
} closing;

static void gradient(const closing *c, expr_id e, expr_id *out) {
    expr_reverse(c->g, &e, NULL, 1, c->form.var, (size_t)c->form.count, out);
    for (int i = 0; i < c->form.count; i++)
        out[i] = out[i].i ? out[i] : expr_int(c->g, 0);
}

/* da_i/dq_j - da_j/dq_i as numbers; true if all vanish. */
static bool find_curl(closing *c) {
    int n = c->form.count, k = 0;
    bool closed = true;
    expr_id *slope = ARENA_ARRAY(c->a, expr_id, (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++)
        gradient(c, c->form.a[i], &slope[i * n]);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            expr_id curl = expr_sub(c->g, slope[i * n + j], slope[j * n + i]);
            bool none = analysis_samples_vanish(c->m, c->s, curl);
            closed = closed && none;
            for (int s = 0; s < SAMPLE_COUNT; s++)
                c->curl[k++] = none ? 0 : expr_eval(c->g, curl, c->s->at[s]);
        }
    return closed;
}

static void add_function(closing *c, expr_id u, bool log) {
    int n = c->form.count, k = 0;
    if (c->functions.len == MOST_FUNCTIONS || !expr_depends(c->g, u, c->wanted))
        return;
    for (size_t i = 0; i < c->functions.len; i++)
        if (expr_same(c->functions.at[i].u, u) && c->functions.at[i].log == log)
            return;
    expr_id *slope = ARENA_ARRAY(c->a, expr_id, n);
    double *value = ARENA_ARRAY(c->a, double, SAMPLE_COUNT *n), *column = ARENA_ARRAY(c->a, double, c->length);
    gradient(c, u, slope);
    for (int s = 0; s < SAMPLE_COUNT; s++)
        for (int i = 0; i < n; i++)
            value[s * n + i] = expr_eval(c->g, slope[i], c->s->at[s]) / (log ? expr_eval(c->g, u, c->s->at[s]) : 1.0);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int s = 0; s < SAMPLE_COUNT; s++) {
                const double *a = &c->a_value[s * n], *h = &value[s * n];
                column[k++] = a[i] * h[j] - a[j] * h[i];
            }
    if (analysis_finite(column, c->length))
        vec_push(c->a, &c->functions, (log_factor){u, log, column});
}

/* What is below the coefficients: arguments of exp, sines and cosines. */
static void add_inner_functions(closing *c, expr_id e, int depth) {
    const expr_node n = *expr_node_at(c->g, e);
    if (depth == 0 || !expr_depends(c->g, e, c->wanted))
        return;
    if (n.op == EXPR_EXP)
        add_function(c, n.arg[0], false);
    if (n.op == EXPR_SIN || n.op == EXPR_COS || n.op == EXPR_ADD || n.op == EXPR_SUB)
        add_function(c, e, true);
    for (int k = 0; k < 3 && n.arg[k].i; k++)
        add_inner_functions(c, n.arg[k], depth - 1);
}

static void gather_functions(closing *c) {
    for (int i = 0; i < c->form.count; i++)
        add_function(c, c->form.a[i], true);
    for (int i = 0; i < c->form.count; i++)
        add_function(c, expr_var(c->g, c->form.var[i]), true);
    for (int i = 0; i < c->form.count; i++)
        add_function(c, expr_var(c->g, c->form.var[i]), false);
    for (int i = 0; i < c->form.count; i++)
        add_inner_functions(c, c->form.a[i], 6);
}

static double dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* A fraction of moderate size with this denominator near x. */
static bool round_power(double *x, int denominator) {
    double whole = round(denominator * *x);
    if (whole == 0 || fabs(whole - denominator * *x) > small || fabs(*x) > LARGEST_POWER + small)
        return false;
    *x = whole / denominator;
    return true;
}

/* Weights k of the chosen functions with curl + sum of k column = 0, by modified Gram-Schmidt. */
static bool weigh(const closing *c, const int *chosen, int count, int denominator, double *k) {
    int n = c->length;
    double *Q = ARENA_ARRAY(c->a, double, count *n), R[MOST_TOGETHER][MOST_TOGETHER] = {{0}};
    double *rest = ARENA_ARRAY(c->a, double, n);
    memcpy(rest, c->curl, (size_t)n * sizeof *rest);
    for (int j = 0; j < count; j++) {
        double *q = &Q[j * n];
        memcpy(q, c->functions.at[chosen[j]].column, (size_t)n * sizeof *q);
        double before = sqrt(dot(q, q, n));
        for (int i = 0; i < j; i++) {
            R[i][j] = dot(&Q[i * n], q, n);
            for (int l = 0; l < n; l++)
                q[l] -= R[i][j] * Q[i * n + l];
        }
        R[j][j] = sqrt(dot(q, q, n));
        if (!(R[j][j] > small * before))
            return false;
        for (int l = 0; l < n; l++)
            q[l] /= R[j][j];
        k[j] = -dot(q, rest, n);
        for (int l = 0; l < n; l++)
            rest[l] += k[j] * q[l];
    }
    for (int j = count; j-- > 0;) {
        for (int i = j + 1; i < count; i++)
            k[j] -= R[j][i] * k[i];
        k[j] /= R[j][j];
    }
    if (!(dot(rest, rest, n) <= small * small * dot(c->curl, c->curl, n)))
        return false;
    for (int j = 0; j < count; j++)
        if (!round_power(&k[j], denominator))
            return false;
    return true;
}

/* |u|: roots are taken of it. */
static expr_id positive(const closing *c, expr_id u) {
    return expr_eval(c->g, u, c->s->at[0]) < 0 ? expr_neg(c->g, u) : u;
}

/* EXPR_NONE if it has no value at some sample. */
static expr_id build_factor(const closing *c, const int *chosen, int count, int denominator, const double *k) {
    graph *g = c->g;
    expr_id mu = expr_int(g, 1);
    for (int j = 0; j < count; j++) {
        const log_factor *f = &c->functions.at[chosen[j]];
        const int64_t times = (int64_t)round(k[j] * denominator);
        expr_id power = expr_rational(g, times, denominator), part;
        if (f->log)
            part = expr_pow(g, times % denominator ? positive(c, f->u) : f->u, power);
        else
            part = expr_unary(g, EXPR_EXP, expr_mul(g, power, f->u));
        mu = expr_mul(g, mu, part);
    }
    for (int s = 0; s < SAMPLE_COUNT; s++)
        if (!isfinite(expr_eval(g, mu, c->s->at[s])))
            return EXPR_NONE;
    return mu;
}

/* The next choice of `count` of the functions in lexical order; false after the last. */
static bool next_choice(int *chosen, int count, int functions) {
    int i = count - 1;
    while (i >= 0 && chosen[i] == functions - count + i)
        i--;
    if (i < 0)
        return false;
    for (chosen[i]++, i++; i < count; i++)
        chosen[i] = chosen[i - 1] + 1;
    return true;
}

/* The integrating factor of the fewest functions in powers with this denominator; none: EXPR_NONE. */
static expr_id find_factor(const closing *c, int denominator) {
    int functions = (int)c->functions.len;
    for (int count = 1; count <= MOST_TOGETHER && count <= functions; count++) {
        int chosen[MOST_TOGETHER] = {0, 1, 2};
        do {
            double k[MOST_TOGETHER];
            arena_mark mark = base_arena_get_mark(c->a);
            bool found = weigh(c, chosen, count, denominator, k);
            base_arena_release(c->a, mark);
            expr_id mu = found ? build_factor(c, chosen, count, denominator, k) : EXPR_NONE;
            if (mu.i)
                return mu;
        } while (next_choice(chosen, count, functions));
    }
    return EXPR_NONE;
}

/* What does not depend on a variable is the same at any value of it: at 0, or at 1 where that gives no number. */
static expr_id without(const closing *c, expr_id e, uint32_t var) {
    expr_id x = expr_var(c->g, var), result = e;
    for (int value = 0; value <= 1; value++) {
        expr_id to = expr_int(c->g, value);
        expr_substitute(c->g, &e, 1, &x, &to, 1, &result);
        bool finite = true;
        for (int s = 0; s < SAMPLE_COUNT; s++)
            finite = finite && isfinite(expr_eval(c->g, result, c->s->at[s]));
        if (finite)
            return result;
    }
    return e;
}

/* Along one coordinate after the other: what is missing of a_k then depends no more on those before. */
static expr_id integrate_along(const closing *c, const expr_id *a, bool backwards) {
    graph *g = c->g;
    int n = c->form.count;
    expr_id F = expr_int(g, 0);
    for (int k = 0; k < n; k++) {
        int i = backwards ? n - 1 - k : k;
        expr_id rest = expr_sub(g, a[i], expr_derivative(g, F, c->form.var[i]));
        for (int l = 0; l < k; l++)
            rest = without(c, rest, c->form.var[backwards ? n - 1 - l : l]);
        if (analysis_samples_vanish(c->m, c->s, rest))
            continue;
        algebra_simplify(g, &rest, 1, &rest);
        expr_id part = algebra_antiderivative(g, rest, c->form.var[i], c->a);
        if (!part.i)
            return EXPR_NONE;
        F = expr_add(g, F, part);
    }
    return F;
}

static closing begin(const model *m, one_form form, const analysis_samples *s, arena *a) {
    int n = form.count;
    closing c = {.m = m, .g = m->g, .form = form, .s = s, .a = a, .length = SAMPLE_COUNT * n * (n - 1) / 2};
    c.wanted = ARENA_ARRAY(a, bool, expr_var_count(m->g));
    c.curl = ARENA_ARRAY(a, double, c.length);
    c.a_value = ARENA_ARRAY(a, double, SAMPLE_COUNT *n);
    for (int i = 0; i < n; i++) {
        c.wanted[form.var[i]] = true;
        for (int k = 0; k < SAMPLE_COUNT; k++)
            c.a_value[k * n + i] = expr_eval(c.g, form.a[i], s->at[k]);
    }
    return c;
}

expr_id analysis_potential(const model *m, one_form form, const analysis_samples *s, arena *a) {
    if (form.count < 1 || form.count > MOST_COORDS || expr_count_nodes(m->g, form.a, (size_t)form.count) > LARGEST_FORM)
        return EXPR_NONE;
    if (form.count == 1)
        return expr_var(m->g, form.var[0]);
    closing c = begin(m, form, s, a);
    expr_id *closed = ARENA_ARRAY(a, expr_id, form.count);
    memcpy(closed, form.a, (size_t)form.count * sizeof *closed);
    if (!find_curl(&c)) {
        gather_functions(&c);
        expr_id mu = find_factor(&c, 1);
        for (int denominator = 2; !mu.i && denominator <= LARGEST_DENOMINATOR; denominator++)
            mu = find_factor(&c, denominator);
        if (!mu.i)
            return mu;
        for (int i = 0; i < form.count; i++)
            closed[i] = expr_mul(m->g, mu, closed[i]);
        algebra_simplify(m->g, closed, (size_t)form.count, closed);
    }
    expr_id F = integrate_along(&c, closed, false);
    return F.i ? F : integrate_along(&c, closed, true);
}
