/* Saddle-point systems whose mass matrix is singular or whose rows are dependent. Unknowns are scaled by d (a = d a')
   and rows by r. With the QR decomposition of the scaled A^T, a' = Q [y; z]: the rows of A determine y, the mass matrix
   on their null space determines z, and the residual of the first equation gives lambda up to a null vector of A^T,
   which is removed so that lambda has minimum norm. */
#include "num/nullspace.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/dense.h"

static const double RANK_TOLERANCE = 1e-10;

struct nullspace {
    int n_most, m_most, n, m;
    double *d, *r; /* the scales: n, m */
    bool *massive; /* n: the unknown appears in M */
    double *A;     /* m x n, scaled */
    num_qr rows;   /* of the scaled A^T, n x m */
    double *B;     /* n x n: Q^T M Q, M scaled */
    double *K;     /* the part of B on the null space, factored by Cholesky or else by mass_cod */
    int *first;    /* n, for Cholesky */
    bool definite; /* Cholesky went through */
    num_cod mass_cod;
    int *cod_ints;
    double *cod_doubles;
    num_qr conflict; /* bases, m x (m - rank), of the null vectors of A^T: for the scaled rows, */
    num_qr idle;     /* and for the rows as given */
    bool across;     /* they are bases, m x rank, of what is orthogonal to these: fewer */
    int free_unknown;
    double *x, *q; /* n: the solution and h in the coordinates of Q */
    double *g;     /* m */
    double *work;  /* max(n, m) */
};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static num_qr make_qr(arena *a, int m, int n) {
    return (num_qr){.A = ARENA_ARRAY(a, double, m *n),
                    .perm = ARENA_ARRAY(a, int, n),
                    .tau = ARENA_ARRAY(a, double, n),
                    .work = ARENA_ARRAY(a, double, 2 * n)};
}

nullspace *num_nullspace_create(arena *a, int n, int m) {
    LGR_ASSERT(n >= 0 && m >= 0);
    nullspace *s = ARENA_NEW(a, nullspace);
    s->n_most = n;
    s->m_most = m;
    s->d = ARENA_ARRAY(a, double, n);
    s->r = ARENA_ARRAY(a, double, m);
    s->massive = ARENA_ARRAY(a, bool, n);
    s->A = ARENA_ARRAY(a, double, m *n);
    s->rows = make_qr(a, n, m);
    s->B = ARENA_ARRAY(a, double, n *n);
    s->K = ARENA_ARRAY(a, double, n *n);
    s->first = ARENA_ARRAY(a, int, n);
    s->cod_ints = ARENA_ARRAY(a, int, n);
    s->cod_doubles = ARENA_ARRAY(a, double, num_cod_doubles(n, n));
    s->conflict = make_qr(a, m, m);
    s->idle = make_qr(a, m, m);
    s->x = ARENA_ARRAY(a, double, n);
    s->q = ARENA_ARRAY(a, double, n);
    s->g = ARENA_ARRAY(a, double, m);
    s->work = ARENA_ARRAY(a, double, larger(n, m));
    return s;
}

/* --- Scaling --- */

static void copy_symmetric(const double *M, int n, double *B) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            B[i * n + j] = B[j * n + i] = M[i * n + j];
    }
}

/* Scales with which the largest entry in each row of M is about 1. A positive definite M gets a unit diagonal at once;
   the sweeps are for rows without a diagonal. Unknowns without mass get 0 for now. */
static void scale_by_mass(nullspace *s) {
    const int n = s->n;
    for (int i = 0; i < n; i++) {
        const double diagonal = fabs(s->B[i * n + i]);
        s->d[i] = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 1.0;
    }
    for (int sweep = 0; sweep < 4; sweep++) {
        for (int i = 0; i < n; i++) {
            double top = 0.0;
            for (int j = 0; j < n; j++)
                top = fmax(top, fabs(s->B[i * n + j]) * s->d[j]);
            s->massive[i] = top > 0.0;
            s->q[i] = s->massive[i] ? sqrt(s->d[i] / top) : 1.0;
        }
        memcpy(s->d, s->q, sizeof *s->d * (size_t)n);
    }
    for (int i = 0; i < n; i++) {
        if (!s->massive[i])
            s->d[i] = 0.0;
    }
}

static void measure_rows(nullspace *s, const double *A) {
    for (int k = 0; k < s->m; k++) {
        double square = 0.0;
        for (int i = 0; i < s->n; i++)
            square += A[k * s->n + i] * s->d[i] * A[k * s->n + i] * s->d[i];
        s->r[k] = sqrt(square);
    }
}

/* An unknown without mass counts as much as the others in the row where it matters most. */
static void scale_massless(nullspace *s, const double *A) {
    for (int i = 0; i < s->n; i++) {
        if (s->massive[i])
            continue;
        double beside_mass = 0.0, alone = 0.0;
        for (int k = 0; k < s->m; k++) {
            const double entry = fabs(A[k * s->n + i]);
            alone = fmax(alone, entry);
            if (s->r[k] > 0.0)
                beside_mass = fmax(beside_mass, entry / s->r[k]);
        }
        const double top = beside_mass > 0.0 ? beside_mass : alone;
        s->d[i] = top > 0.0 ? 1.0 / top : 1.0;
    }
}

static void scale(nullspace *s, const double *M, const double *A) {
    const int n = s->n, m = s->m;
    copy_symmetric(M, n, s->B);
    scale_by_mass(s);
    measure_rows(s, A);
    scale_massless(s, A);
    measure_rows(s, A);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            s->B[i * n + j] *= s->d[i] * s->d[j];
    }
    for (int k = 0; k < m; k++) {
        s->r[k] = s->r[k] > 0.0 ? 1.0 / s->r[k] : 1.0;
        for (int i = 0; i < n; i++) {
            s->rows.A[i * m + k] = s->A[k * n + i] = s->r[k] * A[k * n + i] * s->d[i];
        }
    }
}

/* --- Factors --- */

static void transpose(double *B, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const double t = B[i * n + j];
            B[i * n + j] = B[j * n + i];
            B[j * n + i] = t;
        }
    }
}

/* B = Q^T B Q, for a symmetric B. */
static void rotate_mass(nullspace *s) {
    num_qr_apply_transposed(&s->rows, s->B, s->n, s->work);
    transpose(s->B, s->n);
    num_qr_apply_transposed(&s->rows, s->B, s->n, s->work);
}

/* x = R11^-1 x */
static void solve_upper(const num_qr *f, double *x) {
    for (int i = f->rank - 1; i >= 0; i--) {
        const double *row = f->A + (ptrdiff_t)i * f->n;
        x[i] = (x[i] - num_dot(row + i + 1, x + i + 1, f->rank - i - 1)) / row[i];
    }
}

/* x = R11^-T x */
static void solve_upper_transposed(const num_qr *f, double *x) {
    for (int i = 0; i < f->rank; i++) {
        const double *row = f->A + (ptrdiff_t)i * f->n;
        x[i] /= row[i];
        for (int j = i + 1; j < f->rank; j++)
            x[j] -= row[j] * x[i];
    }
}

/* The combinations of rows that vanish: P [-R11^-1 R12; 1] for the scaled rows. */
static void list_null_vectors(nullspace *s) {
    const num_qr *f = &s->rows;
    const int m = s->m, rank = f->rank, count = m - rank;
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < rank; i++)
            s->work[i] = -f->A[i * m + rank + c];
        solve_upper(f, s->work);
        for (int i = rank; i < m; i++)
            s->work[i] = i == rank + c ? 1.0 : 0.0;
        for (int i = 0; i < m; i++) {
            const int k = f->perm[i];
            s->conflict.A[k * count + c] = s->work[i];
            s->idle.A[k * count + c] = s->r[k] * s->work[i];
        }
    }
}

/* What is orthogonal to all of these: P [R11 R12]^T for the scaled rows. */
static void list_row_vectors(nullspace *s) {
    const num_qr *f = &s->rows;
    const int m = s->m, rank = f->rank;
    for (int i = 0; i < m; i++) {
        const int k = f->perm[i];
        for (int c = 0; c < rank; c++) {
            s->conflict.A[k * rank + c] = i < c ? 0.0 : f->A[c * m + i];
            s->idle.A[k * rank + c] = s->conflict.A[k * rank + c] / s->r[k];
        }
    }
}

/* Rows that are nearly all redundant have many more null vectors than others, and a basis of them
   takes m^3 operations. */
enum { MANY_NULL_VECTORS = 64 };

static void find_null_vectors(nullspace *s) {
    const int m = s->m, rank = s->rows.rank;
    num_qr *both[] = {&s->conflict, &s->idle};
    s->across = m - rank > rank + MANY_NULL_VECTORS;
    if (s->across)
        list_row_vectors(s);
    else
        list_null_vectors(s);
    for (int b = 0; b < 2; b++) {
        both[b]->m = m;
        both[b]->n = s->across ? rank : m - rank;
        num_qr_factor(both[b], 0.0);
    }
}

/* x = x - its part in the span of the columns that were factored; `across`: that part alone */
static void project_out(const num_qr *f, bool across, double *x) {
    double unused;
    if (f->n == 0 && !across)
        return;
    num_qr_apply_transposed(f, x, 1, &unused);
    for (int i = across ? f->rank : 0; i < (across ? f->m : f->rank); i++)
        x[i] = 0.0;
    num_qr_apply(f, x, 1, &unused);
}

static double copy_null_mass(nullspace *s) {
    const int rank = s->rows.rank, free = s->n - rank;
    double largest = 0.0;
    for (int i = 0; i < free; i++) {
        for (int j = 0; j < free; j++) {
            s->K[i * free + j] = s->B[(rank + i) * s->n + rank + j];
            largest = fmax(largest, fabs(s->K[i * free + j]));
        }
    }
    return largest;
}

/* Names an unknown that moves in a motion without inertia: the part of a unit vector in the null space of K. */
static void find_free_unknown(nullspace *s) {
    const int n = s->n, rank = s->rows.rank, free = n - rank, column = s->mass_cod.perm[s->mass_cod.rank];
    double unused;
    for (int i = 0; i < free; i++)
        s->q[i] = s->B[(rank + i) * n + rank + column];
    num_cod_solve(&s->mass_cod, s->q, s->x + rank);
    for (int i = 0; i < free; i++)
        s->x[rank + i] = (i == column ? 1.0 : 0.0) - s->x[rank + i];
    for (int i = 0; i < rank; i++)
        s->x[i] = 0.0;
    num_qr_apply(&s->rows, s->x, 1, &unused);
    s->free_unknown = 0;
    for (int i = 1; i < n; i++) {
        if (fabs(s->x[i]) > fabs(s->x[s->free_unknown]))
            s->free_unknown = i;
    }
}

/* Factors the mass on the null space. An indefinite one is welcome as long as it is regular. */
static void factor_null_mass(nullspace *s, saddle_info *info) {
    const int free = s->n - s->rows.rank;
    copy_null_mass(s);
    double pivot = 1.0;
    s->definite = num_cholesky_rows(s->K, free, s->first, RANK_TOLERANCE, 1.0, &pivot) == free;
    if (!s->definite) {
        const double largest = copy_null_mass(s);
        /* The scaled mass is of size 1, so what is small beside 1 is zero, even if it is all there is. */
        const double tol = largest > 0.0 ? RANK_TOLERANCE / fmin(largest, 1.0) : 1.0;
        num_cod_factor(&s->mass_cod, s->K, free, free, tol, s->cod_ints, s->cod_doubles);
        info->singular = s->mass_cod.rank < free;
        pivot = info->singular ? 0.0 : fabs(s->K[free * free - 1] / s->K[0]);
    }
    info->smallest = fmin(info->smallest, pivot);
    if (info->singular)
        find_free_unknown(s);
}

saddle_info num_nullspace_factor(nullspace *s, const double *M, const double *A, int n, int m) {
    LGR_ASSERT(n >= 0 && n <= s->n_most && m >= 0 && m <= s->m_most);
    s->n = n;
    s->m = m;
    s->free_unknown = -1;
    scale(s, M, A);
    s->rows.m = n;
    s->rows.n = m;
    num_qr_factor(&s->rows, RANK_TOLERANCE);
    saddle_info info = {.rank = s->rows.rank, .smallest = 1.0};
    for (int i = 0; i < info.rank; i++) { /* squared, to compare with the pivots of Cholesky */
        const double sine = s->rows.A[i * m + i] / s->rows.A[0];
        info.smallest = fmin(info.smallest, sine * sine);
    }
    find_null_vectors(s);
    rotate_mass(s);
    factor_null_mass(s, &info);
    return info;
}

/* --- Solution --- */

/* y, from the rows of A */
static void solve_rows(nullspace *s, const double *gamma) {
    for (int k = 0; k < s->m; k++)
        s->g[k] = s->r[k] * gamma[k];
    project_out(&s->conflict, s->across, s->g);
    for (int i = 0; i < s->rows.rank; i++)
        s->x[i] = s->g[s->rows.perm[i]];
    solve_upper_transposed(&s->rows, s->x);
}

/* z, from the mass on the null space */
static void solve_null_mass(nullspace *s) {
    const int n = s->n, rank = s->rows.rank, free = n - rank;
    double *z = s->x + rank;
    for (int i = 0; i < free; i++)
        s->work[i] = s->q[rank + i] - num_dot(s->B + (rank + i) * n, s->x, rank);
    if (s->definite) {
        memcpy(z, s->work, sizeof *z * (size_t)free);
        num_cholesky_forward(s->K, free, s->first, z);
        num_cholesky_backward(s->K, free, s->first, z);
    } else {
        num_cod_solve(&s->mass_cod, s->work, z);
    }
}

static void solve_multipliers(nullspace *s, double *lambda) {
    const int rank = s->rows.rank;
    for (int i = 0; i < rank; i++)
        s->work[i] = s->q[i] - num_dot(s->B + i * s->n, s->x, s->n);
    solve_upper(&s->rows, s->work);
    for (int i = 0; i < s->m; i++) {
        const int k = s->rows.perm[i];
        lambda[k] = i < rank ? s->r[k] * s->work[i] : 0.0;
    }
    project_out(&s->idle, s->across, lambda);
}

/* What the rows and the forces ask for, in the scaled unknowns. */
static double acceleration_scale(const nullspace *s, const double *h, const double *gamma) {
    double square = 0.0, largest = 0.0;
    for (int i = 0; i < s->n; i++) {
        if (s->massive[i])
            square += s->d[i] * h[i] * s->d[i] * h[i];
    }
    for (int k = 0; k < s->m; k++)
        largest = fmax(largest, fabs(s->r[k] * gamma[k]));
    return sqrt(square) + largest;
}

/* The largest error of a scaled row; `a` is still scaled. */
static double row_error(const nullspace *s, const double *gamma, const double *a) {
    double error = 0.0;
    for (int k = 0; k < s->m; k++) {
        error = fmax(error, fabs(num_dot(s->A + (ptrdiff_t)k * s->n, a, s->n) - s->r[k] * gamma[k]));
    }
    return error;
}

void num_nullspace_solve(nullspace *s, const double *h, const double *gamma, double *a, double *lambda,
                         double *inconsistency) {
    const int n = s->n;
    double unused;
    const double size = inconsistency ? acceleration_scale(s, h, gamma) : 0.0;
    for (int i = 0; i < n; i++)
        s->q[i] = s->d[i] * h[i];
    num_qr_apply_transposed(&s->rows, s->q, 1, &unused);
    solve_rows(s, gamma);
    solve_null_mass(s);
    memcpy(a, s->x, sizeof *a * (size_t)n);
    num_qr_apply(&s->rows, a, 1, &unused);
    if (inconsistency)
        *inconsistency = size > 0.0 ? row_error(s, gamma, a) / size : 0.0;
    for (int i = 0; i < n; i++)
        a[i] *= s->d[i];
    solve_multipliers(s, lambda);
}

int num_nullspace_free_unknown(const nullspace *s) {
    return s->free_unknown;
}
