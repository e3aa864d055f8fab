/* Eigenvalues without LAPACK, which a page cannot load, as num/eigen.h says; the matrices of machines are small.
   Hessenberg form and QR steps with two shifts, vectors by substitution (EISPACK's hqr2: Peters and Wilkinson, Numerische
   Mathematik 16, 1970); symmetric ones by Cholesky's factors and Jacobi's rotations. */
#include "num/eigen.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "num/jacobi.h"

/* Rounds of the iteration for one eigenvalue; after every tenth without success another shift is tried. */
enum { MOST_ROUNDS = 60, TRY_ANOTHER = 10 };

/* What is changed together: H = V^-1 A V, on its way to blocks of one or two along the diagonal. */
typedef struct schur {
    int n;
    double *H, *V;
    double *re, *im;
    double norm;
} schur;

bool num_eigen_available(void) {
    return true;
}

static double *at(const schur *f, int i, int j) {
    return &f->H[i * f->n + j];
}

static bool all_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* H (1 - u u^T / h) from the right, in rows 0 to `rows` - 1. */
static void reflect_columns(double *H, int n, int rows, const double *u, int from, double h) {
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = from; j < n; j++)
            s += u[j] * H[i * n + j];
        for (int j = from; j < n; j++)
            H[i * n + j] -= s / h * u[j];
    }
}

/* Nothing is left below the first diagonal under the main one. */
static void make_hessenberg(schur *f, double *u) {
    const int n = f->n;
    for (int m = 1; m < n - 1; m++) {
        double size = 0, h = 0;
        for (int i = m; i < n; i++)
            size += fabs(*at(f, i, m - 1));
        for (int i = m; i < n && size > 0; i++) {
            u[i] = *at(f, i, m - 1) / size;
            h += u[i] * u[i];
        }
        if (size == 0)
            continue;
        const double g = u[m] > 0 ? -sqrt(h) : sqrt(h);
        h -= u[m] * g;
        u[m] -= g;
        for (int j = m; j < n; j++) {
            double s = 0;
            for (int i = m; i < n; i++)
                s += u[i] * *at(f, i, j);
            for (int i = m; i < n; i++)
                *at(f, i, j) -= s / h * u[i];
        }
        reflect_columns(f->H, n, n, u, m, h);
        reflect_columns(f->V, n, n, u, m, h);
        *at(f, m, m - 1) = size * g;
        for (int i = m + 1; i < n; i++)
            *at(f, i, m - 1) = 0;
    }
}

/* Turns rows and columns k and k + 1. */
static void turn(schur *f, int k, double cosine, double sine) {
    const int n = f->n;
    for (int j = k; j < n; j++) {
        double *a = at(f, k, j), *b = at(f, k + 1, j), before = *a;
        *a = cosine * before + sine * *b;
        *b = cosine * *b - sine * before;
    }
    for (int i = 0; i < n + k + 2; i++) { /* all of V, and of H down to the block */
        double *a = i < n ? &f->V[i * n + k] : at(f, i - n, k), before = *a;
        a[0] = cosine * before + sine * a[1];
        a[1] = cosine * a[1] - sine * before;
    }
}

/* The eigenvalues of the block of rows k and k + 1; real ones are brought onto the diagonal. */
static void split(schur *f, int k) {
    const double below = *at(f, k + 1, k), w = below * *at(f, k, k + 1), x = *at(f, k + 1, k + 1);
    const double p = (*at(f, k, k) - x) / 2, q = p * p + w, root = sqrt(fabs(q));
    if (q < 0) {
        f->re[k] = f->re[k + 1] = x + p;
        f->im[k] = root;
        f->im[k + 1] = -root;
        return;
    }
    const double z = p >= 0 ? p + root : p - root, size = hypot(below, z);
    f->re[k] = x + z;
    f->re[k + 1] = z != 0 ? x - w / z : x + z;
    f->im[k] = f->im[k + 1] = 0;
    if (size > 0)
        turn(f, k, z / size, below / size);
    *at(f, k + 1, k) = 0;
}

/* Where the block begins that ends with row `last`: above it there is as good as nothing. */
static int begin_of_block(const schur *f, int last) {
    int l = last;
    for (; l > 0; l--) {
        double size = fabs(*at(f, l - 1, l - 1)) + fabs(*at(f, l, l));
        size = size > 0 ? size : f->norm;
        if (fabs(*at(f, l, l - 1)) <= DBL_EPSILON * size)
            break;
    }
    if (l > 0)
        *at(f, l, l - 1) = 0;
    return l;
}

/* The first column of (H - s1)(H - s2), for the two shifts of sum `x` + `y` and their product `x` `y` - `w`, at the row
   where the sweep may begin. */
static int begin_of_sweep(const schur *f, int first, int last, double x, double y, double w, double v[3]) {
    for (int m = last - 2;; m--) {
        const double z = *at(f, m, m), r = x - z, s = y - z;
        v[0] = (r * s - w) / *at(f, m + 1, m) + *at(f, m, m + 1);
        v[1] = *at(f, m + 1, m + 1) - z - r - s;
        v[2] = *at(f, m + 2, m + 1);
        const double size = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
        for (int i = 0; i < 3 && size > 0; i++)
            v[i] /= size;
        if (m == first || fabs(*at(f, m, m - 1)) * (fabs(v[1]) + fabs(v[2])) <=
                              DBL_EPSILON * fabs(v[0]) * (fabs(*at(f, m - 1, m - 1)) + fabs(z) + fabs(*at(f, m + 1, m + 1))))
            return m;
    }
}

/* Rows and columns k to k + count - 1 by the reflection that turns v into a multiple of its first. Returns that one. */
static double reflect(schur *f, int k, int count, int last, const double v[3]) {
    const int n = f->n;
    double s = sqrt(v[0] * v[0] + v[1] * v[1] + (count > 2 ? v[2] * v[2] : 0));
    if (s == 0)
        return 0;
    s = v[0] < 0 ? -s : s;
    const double p = v[0] + s, x[3] = {p / s, v[1] / s, v[2] / s}, y[3] = {1, v[1] / p, v[2] / p};
    for (int j = k; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += y[i] * *at(f, k + i, j);
        for (int i = 0; i < count; i++)
            *at(f, k + i, j) -= sum * x[i];
    }
    const int rows = last < k + 3 ? last + 1 : k + 4;
    for (int i = 0; i < n + rows; i++) {
        double *row = i < n ? &f->V[i * n + k] : at(f, i - n, k), sum = 0;
        for (int j = 0; j < count; j++)
            sum += x[j] * row[j];
        for (int j = 0; j < count; j++)
            row[j] -= sum * y[j];
    }
    return -s;
}

/* One step with two shifts on the block of rows `first` to `last`. */
static void sweep(schur *f, int first, int last, int round) {
    double x = *at(f, last, last), y = *at(f, last - 1, last - 1), w = *at(f, last, last - 1) * *at(f, last - 1, last), v[3];
    if (round % TRY_ANOTHER == 0) {
        const double s = fabs(*at(f, last, last - 1)) + fabs(*at(f, last - 1, last - 2));
        x = y = x + 0.75 * s;
        w = -0.4375 * s * s;
    }
    const int begin = begin_of_sweep(f, first, last, x, y, w, v);
    for (int k = begin; k < last; k++) {
        const int count = k < last - 1 ? 3 : 2;
        if (k > begin)
            for (int i = 0; i < 3; i++)
                v[i] = i < count ? *at(f, k + i, k - 1) : 0;
        const double left = reflect(f, k, count, last, v);
        if (k > begin)
            *at(f, k, k - 1) = left;
        else if (k > first)
            *at(f, k, k - 1) = -*at(f, k, k - 1);
        for (int i = 1; i < count && k > begin; i++)
            *at(f, k + i, k - 1) = 0;
    }
}

static bool find_values(schur *f) {
    int round = 0;
    for (int last = f->n - 1; last >= 0;) {
        const int first = begin_of_block(f, last);
        if (last - first < 2) {
            if (first < last)
                split(f, first);
            else {
                f->re[last] = *at(f, last, last);
                f->im[last] = 0;
            }
            last = first - 1;
            round = 0;
        } else if (++round > MOST_ROUNDS)
            return false;
        else
            sweep(f, first, last, round);
    }
    return true;
}

/* Products and ratios of finite numbers: the language's own care for infinite ones takes as much room as all of this. */
static double complex times(double complex a, double complex b) {
    return creal(a) * creal(b) - cimag(a) * cimag(b) + (creal(a) * cimag(b) + cimag(a) * creal(b)) * I;
}

static double complex over(double complex a, double complex b) {
    const double size = cabs(b);
    return times(a / size, conj(b) / size);
}

/* A block of the diagonal with one or two rows, of which `i` is the last, for the vector above it. */
static int solve_block(const schur *f, int i, double complex s, double complex *x, int last) {
    const int rows = f->im[i] < 0 ? 2 : 1, least = i - rows + 1;
    double complex r[2] = {0, 0};
    for (int k = 0; k < rows; k++)
        for (int j = i + 1; j <= last; j++)
            r[k] -= *at(f, least + k, j) * x[j];
    const double tiny = DBL_EPSILON * f->norm;
    if (rows == 1) {
        const double complex a = *at(f, i, i) - s;
        x[i] = over(r[0], cabs(a) > tiny ? a : tiny);
    } else {
        const double complex a = *at(f, least, least) - s, d = *at(f, i, i) - s;
        const double b = *at(f, least, i), c = *at(f, i, least);
        double complex det = times(a, d) - b * c;
        det = cabs(det) > tiny * f->norm ? det : tiny * f->norm;
        x[least] = over(times(d, r[0]) - b * r[1], det);
        x[i] = over(times(a, r[1]) - c * r[0], det);
    }
    return least;
}

/* x of H x = s x for the eigenvalue of rows k and, for a pair, k + 1. */
static void solve_above(const schur *f, int k, double complex *x) {
    const double complex s = f->re[k] + f->im[k] * I;
    int last = k;
    if (f->im[k] > 0) {
        const double b = *at(f, k, k + 1), c = *at(f, k + 1, k);
        last = k + 1;
        x[k] = fabs(c) >= fabs(b) ? -(*at(f, last, last) - s) / c : 1;
        x[last] = fabs(c) >= fabs(b) ? 1 : -(*at(f, k, k) - s) / b;
    } else
        x[k] = 1;
    for (int i = k - 1; i >= 0;) {
        const int least = solve_block(f, i, s, x, last);
        if (cabs(x[least]) + cabs(x[i]) > 1e100) /* two that are as good as equal, with one vector */
            for (int j = least; j <= last; j++)
                x[j] *= 1e-100;
        i = least - 1;
    }
    for (int i = last + 1; i < f->n; i++)
        x[i] = 0;
}

static void find_vectors(const schur *f, const double *unit, double *X, double complex *x) {
    const int n = f->n;
    for (int k = 0; k < n; k++) {
        if (f->im[k] < 0)
            continue;
        solve_above(f, k, x);
        double *real = &X[k * n], *other = f->im[k] > 0 ? real + n : NULL, square = 0;
        for (int i = 0; i < n; i++) {
            double complex sum = 0;
            for (int j = 0; j < n; j++)
                sum += f->V[i * n + j] * x[j];
            real[i] = creal(sum) * unit[i];
            square += real[i] * real[i];
            if (other) {
                other[i] = cimag(sum) * unit[i];
                square += other[i] * other[i];
            }
        }
        for (int i = 0; i < (other ? 2 * n : n); i++)
            real[i] /= sqrt(square);
    }
}

/* Row and column i as large as each other, but for a power of two; whether that was worth it. */
static bool balance_one(double *A, int n, int i, double *unit) {
    double row = 0, column = 0;
    for (int j = 0; j < n; j++)
        if (j != i) {
            row += fabs(A[i * n + j]);
            column += fabs(A[j * n + i]);
        }
    if (row == 0 || column == 0)
        return false;
    int power;
    frexp(row / column, &power);
    const double factor = ldexp(1, power / 2);
    if (column * factor + row / factor >= 0.95 * (row + column))
        return false;
    unit[i] *= factor;
    for (int j = 0; j < n; j++) {
        A[i * n + j] /= factor;
        A[j * n + i] *= factor;
    }
    return true;
}

/* Units by powers of two in which rows and columns are about as large. */
static void balance(double *A, int n, double *unit) {
    for (int i = 0; i < n; i++)
        unit[i] = 1;
    bool changed;
    do {
        changed = false;
        for (int i = 0; i < n; i++)
            changed |= balance_one(A, n, i, unit);
    } while (changed);
}

bool num_eigen_general(const double *A, int n, double *re, double *im, double *X, arena *scratch) {
    if (n == 0)
        return true;
    if (!all_finite(A, n * n))
        return false;
    arena_mark mark = base_arena_get_mark(scratch);
    schur f = {n, ARENA_ARRAY(scratch, double, n *n), ARENA_ARRAY(scratch, double, n *n), re, im, 0};
    double *unit = ARENA_ARRAY(scratch, double, n), *u = ARENA_ARRAY(scratch, double, n);
    for (int i = 0; i < n * n; i++) {
        f.H[i] = A[i];
        f.V[i] = i % (n + 1) == 0;
    }
    balance(f.H, n, unit);
    make_hessenberg(&f, u);
    for (int i = 0; i < n * n; i++)
        f.norm = fmax(f.norm, fabs(f.H[i]));
    const bool found = find_values(&f);
    if (found && f.norm == 0)
        f.norm = 1;
    if (found)
        find_vectors(&f, unit, X, ARENA_ARRAY(scratch, double complex, n));
    base_arena_release(scratch, mark);
    return found;
}

/* M = L L^T, in the lower triangle; false if M is not positive definite. */
static bool factor(double *L, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = L[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return true;
}

/* L^-1 of each column of a symmetric K, so that twice gives L^-1 K L^-T. */
static void divide_columns(const double *L, double *K, int n) {
    for (int c = 0; c < n; c++)
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++)
                K[i * n + c] -= L[i * n + k] * K[k * n + c];
            K[i * n + c] /= L[i * n + i];
        }
}

static void transpose(double *K, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double kept = K[i * n + j];
            K[i * n + j] = K[j * n + i];
            K[j * n + i] = kept;
        }
}

/* x = L^-T y, for each row of X. */
static void divide_rows(const double *L, double *X, int n) {
    for (double *x = X; x < X + n * n; x += n)
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                x[i] -= L[k * n + i] * x[k];
            x[i] /= L[i * n + i];
        }
}

bool num_eigen_symmetric(const double *K, const double *M, int n, double *s, double *X, arena *scratch) {
    if (n == 0)
        return true;
    if (!all_finite(K, n * n) || !all_finite(M, n * n))
        return false;
    arena_mark mark = base_arena_get_mark(scratch);
    double *B = ARENA_ARRAY(scratch, double, n *n), *L = ARENA_ARRAY(scratch, double, n *n);
    double *unit = ARENA_ARRAY(scratch, double, n);
    bool positive = true;
    for (int i = 0; i < n; i++) {
        positive &= M[i * n + i] > 0;
        unit[i] = positive ? 1 / sqrt(M[i * n + i]) : 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            B[i * n + j] = B[j * n + i] = K[i * n + j] * unit[i] * unit[j];
            L[i * n + j] = M[i * n + j] * unit[i] * unit[j];
        }
    positive = positive && factor(L, n);
    if (positive) {
        divide_columns(L, B, n);
        transpose(B, n);
        divide_columns(L, B, n);
        num_jacobi_eigen(B, n, s, X);
        divide_rows(L, X, n);
    }
    for (int k = 0; k < n * n && positive; k++)
        X[k] *= unit[k % n];
    base_arena_release(scratch, mark);
    return positive;
}
