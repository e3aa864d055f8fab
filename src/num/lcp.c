/* Lemke's method on a dense tableau, with a lexicographic ratio test and a final solve with the basis found. */
#include "num/lcp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/dense.h"

static const double PIVOT_TOLERANCE = 1e-10; /* entries are of size 1 after scaling */
static const double COARSE = 1e-8;           /* the same, where contacts differ by less */
static const double TIE = 1e-12;
static const double NOISE = 1e-13;
static const double ACCEPTABLE = 1e-10; /* error of a solution, relative to its size */

/* w - B z - e z0 = b with columns w (n), z (n), z0, b. */
typedef struct tableau {
    double *at;
    int n, width;
    int *basis;     /* n: the variable of each row */
    double nothing; /* an entry of a column that enters is zero up to this; 0: it is no pivot up to PIVOT_TOLERANCE */
} tableau;

static double *row_of(const tableau *t, int i) {
    return t->at + (ptrdiff_t)i * t->width;
}

static int complement(int variable, int n) {
    return variable < n ? variable + n : variable - n;
}

/* row -= factor * pivot row. What nearly cancels is zero: without this, degenerate ties are lost in rounding errors.
   The errors that this makes in the tableau do not reach the solution, see solve_basis. */
static void subtract_row(double *row, double factor, const double *pivot_row, int width) {
    for (int j = 0; j < width; j++) {
        const double product = factor * pivot_row[j], rest = row[j] - product;
        row[j] = fabs(rest) > NOISE * fmax(1.0, fabs(product)) ? rest : 0.0;
    }
}

static void pivot(tableau *t, int leaving, int entering) {
    double *pivot_row = row_of(t, leaving);
    const double scale = pivot_row[entering];
    for (int j = 0; j < t->width; j++)
        pivot_row[j] /= scale;
    pivot_row[entering] = 1.0;
    for (int i = 0; i < t->n; i++) {
        double *row = row_of(t, i);
        const double factor = row[entering];
        if (i == leaving)
            continue;
        if (fabs(factor) > t->nothing)
            subtract_row(row, factor, pivot_row, t->width);
        row[entering] = 0.0;
    }
    t->basis[leaving] = entering;
}

/* -1, 0 or 1 as x is smaller than, about equal to or larger than y. */
static int compare(double x, double y) {
    if (fabs(x - y) <= TIE * (fabs(x) + fabs(y)))
        return 0;
    return x < y ? -1 : 1;
}

/* Whether row i over si comes before row j over sj in the order by (b, columns of the basis inverse). */
static bool comes_first(const tableau *t, int i, double si, int j, double sj) {
    const double *x = row_of(t, i), *y = row_of(t, j);
    const int b = t->width - 1;
    int order = compare(x[b] / si, y[b] / sj);
    for (int k = 0; k < t->n && order == 0; k++)
        order = compare(x[k] / si, y[k] / sj);
    return order < 0;
}

/* The row that makes all of b positive when z0 enters. */
static int first_row(const tableau *t) {
    int best = 0;
    for (int i = 1; i < t->n; i++) {
        if (comes_first(t, i, 1.0, best, 1.0))
            best = i;
    }
    return best;
}

/* The row that limits the entering variable, -1 if none does. z0 wins its ties: the problem is then solved. */
static int leaving_row(const tableau *t, int entering) {
    const int z0 = 2 * t->n, b = t->width - 1;
    int best = -1, row_z0 = -1;
    for (int i = 0; i < t->n; i++) {
        const double entry = row_of(t, i)[entering];
        if (!(entry > fmax(PIVOT_TOLERANCE, t->nothing)))
            continue;
        if (t->basis[i] == z0)
            row_z0 = i;
        if (best < 0 || comes_first(t, i, entry, best, row_of(t, best)[entering]))
            best = i;
    }
    if (row_z0 < 0)
        return best;
    const double *x = row_of(t, row_z0), *y = row_of(t, best);
    return compare(x[b] / x[entering], y[b] / y[entering]) <= 0 ? row_z0 : best;
}

/* Until z0 has left, or the path is lost. In a degenerate problem rounding errors may hide that z0 is zero already, so
   the caller judges by the solution and not by how the path ended. */
static void follow_path(tableau *t) {
    const int n = t->n, most = 50 * n + 100;
    int entering = 2 * n, row = first_row(t);
    for (int i = 0; i < most && row >= 0; i++) {
        const int leaving = t->basis[row];
        pivot(t, row, entering);
        if (leaving == 2 * n)
            return;
        entering = complement(leaving, n);
        row = leaving_row(t, entering);
    }
}

static void fill_tableau(tableau *t, const double *B, const double *b) {
    const int n = t->n;
    for (int i = 0; i < n; i++) {
        double *row = row_of(t, i);
        row[i] = 1.0;
        for (int j = 0; j < n; j++)
            row[n + j] = -B[i * n + j];
        row[2 * n] = -1.0;
        row[2 * n + 1] = b[i];
        t->basis[i] = i;
    }
}

/* The largest |min(z, w)|: zero at a solution and nowhere else. */
static double error_of(const double *B, const double *b, int n, const double *z) {
    double error = 0.0;
    for (int i = 0; i < n; i++) {
        const double w = b[i] + num_dot(B + (ptrdiff_t)i * n, z, n);
        if (isnan(w))
            return w;
        error = fmax(error, fabs(fmin(w, z[i])));
    }
    return error;
}

/* The unknown of which neither z nor w is in the basis, as z0 is there; -1: none. */
static int find_open(arena *scratch, const tableau *t) {
    bool *decided = ARENA_ARRAY(scratch, bool, t->n);
    for (int i = 0; i < t->n; i++)
        if (t->basis[i] < 2 * t->n)
            decided[t->basis[i] % t->n] = true;
    for (int i = 0; i < t->n; i++)
        if (!decided[i])
            return i;
    return -1;
}

/* z from the given data, with w = 0 where the tableau has z in its basis, and for one more (-1: none): free of the
   errors of its many pivots. */
static void solve_basis(arena *scratch, const tableau *t, const double *B, const double *b, int more, double *z) {
    const int n = t->n;
    int *active = ARENA_ARRAY(scratch, int, n + 1), count = 0;
    for (int i = 0; i < n; i++) {
        if (t->basis[i] >= n && t->basis[i] < 2 * n)
            active[count++] = t->basis[i] - n;
    }
    if (more >= 0)
        active[count++] = more;
    double *A = ARENA_ARRAY(scratch, double, count *count), *rhs = ARENA_ARRAY(scratch, double, count);
    double *x = ARENA_ARRAY(scratch, double, count);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++)
            A[i * count + j] = B[active[i] * n + active[j]];
        rhs[i] = -b[active[i]];
    }
    num_cod f;
    num_cod_factor(&f, A, count, count, 1e-14, ARENA_ARRAY(scratch, int, count),
                   ARENA_ARRAY(scratch, double, num_cod_doubles(count, count)));
    num_cod_solve(&f, rhs, x);
    for (int i = 0; i < n; i++)
        z[i] = 0.0;
    for (int i = 0; i < count; i++)
        z[active[i]] = x[i] > 0.0 ? x[i] : 0.0;
}

static void read_solution(const tableau *t, double *z) {
    const int n = t->n;
    for (int i = 0; i < n; i++)
        z[i] = 0.0;
    for (int i = 0; i < n; i++) {
        const double value = row_of(t, i)[2 * n + 1];
        if (t->basis[i] >= n && t->basis[i] < 2 * n)
            z[t->basis[i] - n] = value > 0.0 ? value : 0.0;
    }
}

/* Takes the other solution where its error is not greater. */
static void keep_better(const double *B, const double *b, int n, const double *other, double *z, double *error) {
    const double other_error = error_of(B, b, n, other);
    if (other_error <= *error) {
        memcpy(z, other, sizeof *z * (size_t)n);
        *error = other_error;
    }
}

/* Lemke's method on scaled data, of size 1. Where contacts are almost equal the path may end with a z0 that is as small
   as they differ: the basis is then completed by the unknown that is open, one way or the other. */
static bool try_path(arena *scratch, const double *B, const double *b, int n, double nothing, double *z) {
    tableau t = {.n = n, .width = 2 * n + 2, .nothing = nothing};
    t.at = ARENA_ARRAY(scratch, double, n *t.width);
    t.basis = ARENA_ARRAY(scratch, int, n);
    fill_tableau(&t, B, b);
    follow_path(&t);
    read_solution(&t, z);
    double *polished = ARENA_ARRAY(scratch, double, n), error = error_of(B, b, n, z), size = 1.0;
    solve_basis(scratch, &t, B, b, -1, polished);
    keep_better(B, b, n, polished, z, &error);
    const int open = find_open(scratch, &t);
    if (open >= 0) {
        solve_basis(scratch, &t, B, b, open, polished);
        keep_better(B, b, n, polished, z, &error);
    }
    for (int i = 0; i < n; i++)
        size = fmax(size, z[i]);
    return error <= ACCEPTABLE * size;
}

/* What differs by 1e-10, as the corners of a block that comes to lie on a face, leaves entries that are neither pivots
   nor nothing: without these the path is that of equal contacts. */
static bool solve_scaled(arena *scratch, const double *B, const double *b, int n, double *z) {
    return try_path(scratch, B, b, n, 0.0, z) || try_path(scratch, B, b, n, COARSE, z);
}

static bool all_nonnegative(const double *b, int n) {
    for (int i = 0; i < n; i++) {
        if (!(b[i] >= 0.0))
            return false;
    }
    return true;
}

/* Scales are powers of two, so that equal numbers stay equal. */
static double power_of_two(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, exponent);
}

/* z_i = s_i z_i', w_i = w_i' / s_i gives B a diagonal of about 1 where it can, whatever the units of the contacts are.
 */
static bool solve_general(arena *scratch, const double *B, const double *b, int n, double *z) {
    double *s = ARENA_ARRAY(scratch, double, n), *scaled_b = ARENA_ARRAY(scratch, double, n);
    double *scaled_B = ARENA_ARRAY(scratch, double, n *n), size = 0.0;
    for (int i = 0; i < n; i++) {
        const double diagonal = B[i * n + i];
        s[i] = diagonal > 0.0 ? power_of_two(1.0 / sqrt(diagonal)) : 1.0;
        size = fmax(size, fabs(s[i] * b[i]));
    }
    size = power_of_two(size);
    for (int i = 0; i < n; i++) {
        scaled_b[i] = s[i] * b[i] / size;
        for (int j = 0; j < n; j++)
            scaled_B[i * n + j] = s[i] * B[i * n + j] * s[j];
    }
    const bool solved = solve_scaled(scratch, scaled_B, scaled_b, n, z);
    for (int i = 0; i < n; i++)
        z[i] *= s[i] * size;
    return solved;
}

/* One unknown needs no path; the scales would be powers of two. */
static bool solve_single(double B, double b, double *z) {
    const double solution = -b / B;
    if (!(B >= DBL_MIN && isfinite(solution)))
        return false;
    *z = solution;
    return true;
}

bool num_lcp(arena *scratch, const double *B, const double *b, int n, double *z) {
    LGR_ASSERT(n >= 0);
    for (int i = 0; i < n; i++)
        z[i] = 0.0;
    if (all_nonnegative(b, n) || (n == 1 && solve_single(B[0], b[0], z)))
        return true;
    const arena_mark mark = base_arena_get_mark(scratch);
    const bool solved = solve_general(scratch, B, b, n, z);
    base_arena_release(scratch, mark);
    return solved;
}
