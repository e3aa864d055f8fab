/* The saddle-point system by two Cholesky factorisations, with nullspace.c where they fail; where it is large and has
   few nonzeros, by sparse factors first. */
#include "num/saddle.h"

#include <math.h>

#include "base/check.h"
#include "num/dense.h"
#include "num/nullspace.h"
#include "num/sparse.h"

static const double PIVOT_TOLERANCE = 1e-10;

/* Unknowns and rows from which sparse factors are tried, and room for dense ones is made when they are needed. */
enum { LARGE = 200 };

struct saddle {
    arena *a;
    int n_most, m_most; /* what there is room for */
    sparse *few, *rows; /* for factors and for ranks; NULL: not large */
    double *length;     /* m: of rows, for ranks of large ones */
    bool is_sparse;     /* the last factors are sparse */
    int n, m;
    bool regular;
    double *L; /* n x n: M = L L^T */
    int *first;
    double *
        Y; /* m x n: row k is L^-1 times row k of A, with its nonzeros in [begin[k], end[k]) and nothing valid beyond */
    int *begin, *end;
    double *S; /* m x m: the Cholesky factor of Y Y^T */
    int *first_S;
    double *rest; /* m x n: what rows keep beside those taken, for ranks */
    nullspace *general;
};

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void make_factors(saddle *s) {
    const int n = s->n_most, m = s->m_most;
    arena *a = s->a;
    s->L = ARENA_ARRAY(a, double, n *n);
    s->first = ARENA_ARRAY(a, int, n);
    s->Y = ARENA_ARRAY(a, double, m *n);
    s->begin = ARENA_ARRAY(a, int, m);
    s->end = ARENA_ARRAY(a, int, m);
    s->S = ARENA_ARRAY(a, double, m *m);
    s->first_S = ARENA_ARRAY(a, int, m);
}

static void make_rest(saddle *s) {
    s->rest = ARENA_ARRAY(s->a, double, s->m_most * s->n_most);
}

saddle *num_saddle_create(arena *a, int n, int m) {
    LGR_ASSERT(n >= 0 && m >= 0);
    saddle *s = ARENA_NEW(a, saddle);
    *s = (saddle){.a = a, .n_most = n, .m_most = m};
    if (m && n + m >= LARGE) {
        s->few = num_sparse_create(a, n, m);
        s->rows = num_sparse_create(a, n, m);
        s->length = ARENA_ARRAY(a, double, m);
        return s;
    }
    make_factors(s);
    make_rest(s);
    s->general = num_nullspace_create(a, n, m);
    return s;
}

static bool factor_mass(saddle *s, const double *M, double *smallest) {
    const int n = s->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            s->L[i * n + j] = M[i * n + j];
    }
    return num_cholesky_rows(s->L, n, s->first, PIVOT_TOLERANCE, 0.0, smallest) == n;
}

/* Row k of Y. Its nonzeros end where neither A nor, through L, an earlier nonzero reaches. */
static void reduce_row(saddle *s, const double *row, int k) {
    const int n = s->n;
    double *y = s->Y + (ptrdiff_t)k * n;
    int begin = 0;
    while (begin < n && row[begin] == 0.0)
        begin++;
    int end = begin;
    for (int i = begin; i < n; i++) {
        const double *Li = s->L + (ptrdiff_t)i * n;
        const int from = larger(begin, s->first[i]);
        double value = row[i];
        if (from < end)
            value -= num_dot(Li + from, y + from, end - from);
        y[i] = 0.0;
        if (value == 0.0)
            continue;
        y[i] = value / Li[i];
        end = i + 1;
    }
    s->begin[k] = begin;
    s->end[k] = end;
}

static bool factor_rows(saddle *s, const double *A, double *smallest) {
    const int n = s->n, m = s->m;
    for (int k = 0; k < m; k++) {
        reduce_row(s, A + (ptrdiff_t)k * n, k);
        const double *y = s->Y + (ptrdiff_t)k * n;
        for (int l = 0; l <= k; l++) {
            const int from = larger(s->begin[k], s->begin[l]), length = smaller(s->end[k], s->end[l]) - from;
            s->S[k * m + l] = length > 0 ? num_dot(y + from, s->Y + (ptrdiff_t)l * n + from, length) : 0.0;
        }
    }
    return num_cholesky_rows(s->S, m, s->first_S, PIVOT_TOLERANCE, 0.0, smallest) == m;
}

saddle_info num_saddle_factor(saddle *s, const double *M, const double *A, int n, int m) {
    LGR_ASSERT(n >= 0 && n <= s->n_most && m >= 0 && m <= s->m_most);
    s->n = n;
    s->m = m;
    saddle_info info = {.regular = true, .rank = m, .smallest = 1.0};
    s->is_sparse = s->few && n + m >= LARGE && m <= n && num_sparse_factor(s->few, M, A, NULL, n, m, &info.smallest);
    if (s->is_sparse) {
        s->regular = true;
        return info;
    }
    if (!s->L)
        make_factors(s);
    info.smallest = 1.0;
    s->regular = m <= n && factor_mass(s, M, &info.smallest) && factor_rows(s, A, &info.smallest);
    if (s->regular)
        return info;
    if (!s->general)
        s->general = num_nullspace_create(s->a, s->n_most, s->m_most);
    return num_nullspace_factor(s->general, M, A, n, m);
}

/* As in nullspace.c, with row k of length |y_k|; `forces` is |L^-1 h|, and x is L^T a, so that A a = Y x. */
static double row_error(const saddle *s, const double *gamma, const double *x, double forces) {
    double error = 0.0, size = 0.0;
    for (int k = 0; k < s->m; k++) {
        const int begin = s->begin[k], length = s->end[k] - begin;
        const double *y = s->Y + (ptrdiff_t)k * s->n + begin;
        const double row = sqrt(num_dot(y, y, length));
        error = fmax(error, fabs(num_dot(y, x + begin, length) - gamma[k]) / row);
        size = fmax(size, fabs(gamma[k]) / row);
    }
    return error > 0.0 ? error / (forces + size) : 0.0;
}

/* lambda, from x = L^-1 h */
static void solve_multipliers(const saddle *s, const double *x, const double *gamma, double *lambda) {
    for (int k = 0; k < s->m; k++) {
        const int begin = s->begin[k];
        lambda[k] = num_dot(s->Y + (ptrdiff_t)k * s->n + begin, x + begin, s->end[k] - begin) - gamma[k];
    }
    num_cholesky_forward(s->S, s->m, s->first_S, lambda);
    num_cholesky_backward(s->S, s->m, s->first_S, lambda);
}

static void solve_regular(const saddle *s, const double *h, const double *gamma, double *a, double *lambda,
                          double *inconsistency) {
    const int n = s->n;
    for (int i = 0; i < n; i++)
        a[i] = h[i];
    num_cholesky_forward(s->L, n, s->first, a);
    const double forces = inconsistency ? sqrt(num_dot(a, a, n)) : 0.0;
    solve_multipliers(s, a, gamma, lambda);
    for (int k = 0; k < s->m; k++) {
        const double *y = s->Y + (ptrdiff_t)k * n;
        for (int i = s->begin[k]; i < s->end[k]; i++)
            a[i] -= y[i] * lambda[k];
    }
    if (inconsistency)
        *inconsistency = row_error(s, gamma, a, forces);
    num_cholesky_backward(s->L, n, s->first, a);
}

void num_saddle_solve(saddle *s, const double *h, const double *gamma, double *a, double *lambda,
                      double *inconsistency) {
    LGR_ASSERT(s->n >= 0);
    if (s->is_sparse) {
        num_sparse_solve(s->few, h, gamma, a, lambda);
        if (inconsistency)
            *inconsistency = 0.0; /* of independent rows none contradicts others */
    } else if (s->regular) {
        solve_regular(s, h, gamma, a, lambda, inconsistency);
    } else {
        num_nullspace_solve(s->general, h, gamma, a, lambda, inconsistency);
    }
}

int num_saddle_free_unknown(const saddle *s) {
    return s->regular ? -1 : num_nullspace_free_unknown(s->general);
}

/* Takes away from each of m rows what it has along row `from`, of length 1, but for those that are taken. */
static void project_out(double *rows, int from, int n, int m, const bool *taken) {
    const double *v = rows + (ptrdiff_t)from * n;
    for (int k = 0; k < m; k++) {
        double *row = rows + (ptrdiff_t)k * n;
        const double part = taken[k] ? 0.0 : num_dot(row, v, n);
        for (int i = 0; part != 0.0 && i < n; i++)
            row[i] -= part * v[i];
    }
}

/* Makes row k one of the taken ones, which are orthonormal; once more for what projections have left behind. */
static void take(double *rows, int k, int n, int m, bool *taken) {
    double *v = rows + (ptrdiff_t)k * n;
    for (int pass = 0; pass < 2; pass++) {
        for (int l = 0; pass && l < m; l++) {
            const double *other = rows + (ptrdiff_t)l * n, part = taken[l] ? num_dot(other, v, n) : 0.0;
            for (int i = 0; part != 0.0 && i < n; i++)
                v[i] -= part * other[i];
        }
        const double length = sqrt(num_dot(v, v, n));
        for (int i = 0; i < n; i++)
            v[i] /= length;
    }
    taken[k] = true;
    project_out(rows, k, n, m, taken);
}

/* The first row that keeps more than tol beside those taken, and at least `clearly` of what any keeps; -1: none. */
static int next_row(const double *rows, int n, int m, double tol, double clearly, const bool *taken) {
    double most = 0.0;
    for (int k = 0; k < m && clearly > 0.0; k++)
        most = taken[k] ? most : fmax(most, num_dot(rows + (ptrdiff_t)k * n, rows + (ptrdiff_t)k * n, n));
    const double enough = fmax(tol, clearly * sqrt(most));
    for (int k = 0; k < m; k++)
        if (!taken[k] && sqrt(num_dot(rows + (ptrdiff_t)k * n, rows + (ptrdiff_t)k * n, n)) > enough)
            return k;
    return -1;
}

/* Whether sparse factors show that all rows are independent. */
static bool are_independent(saddle *s, const double *A, int n, int m) {
    if (!s->rows || n + m < LARGE || m > n)
        return false;
    double *length = s->length, smallest = 1.0;
    for (int k = 0; k < m; k++) {
        const double *row = A + (ptrdiff_t)k * n;
        length[k] = sqrt(num_dot(row, row, n));
        if (!(length[k] > 0.0))
            return false;
    }
    return num_sparse_factor(s->rows, NULL, A, length, n, m, &smallest);
}

static int choose(saddle *s, const double *A, int n, int m, double tol, double clearly, bool *taken) {
    LGR_ASSERT(n >= 0 && n <= s->n_most && m >= 0 && m <= s->m_most);
    const bool all = are_independent(s, A, n, m);
    for (int k = 0; k < m; k++)
        taken[k] = all;
    if (all)
        return m;
    if (!s->rest)
        make_rest(s);
    for (int k = 0; k < m; k++) {
        const double *row = A + (ptrdiff_t)k * n, length = sqrt(num_dot(row, row, n));
        for (int i = 0; i < n; i++)
            s->rest[k * n + i] = length > 0.0 ? row[i] / length : 0.0;
    }
    int rank = 0;
    for (int k; rank < n && (k = next_row(s->rest, n, m, tol, clearly, taken)) >= 0; rank++)
        take(s->rest, k, n, m, taken);
    return rank;
}

int num_saddle_row_rank(saddle *s, const double *A, int n, int m, double tol, bool *independent) {
    return choose(s, A, n, m, tol, 0.0, independent);
}

int num_saddle_clear_rows(saddle *s, const double *A, int n, int m, double tol, bool *clear) {
    return choose(s, A, n, m, tol, 0.1, clear);
}
