/* LU of the whole unsymmetric saddle-point matrix, with an orthogonal decomposition where LU fails. */
#include "num/unsymmetric.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "num/dense.h"

struct unsymmetric {
    int n, m, size;
    bool regular;
    double *K, *LU;       /* size x size: the matrix as scaled, its factors */
    double *scale, *unit; /* of rows; of unknowns */
    int *order;           /* row order of LU */
    num_cod cod;
    int *ints;
    double *doubles, *right, *x;
};

unsymmetric *num_unsymmetric_create(arena *a, int n, int m) {
    LGR_ASSERT(n >= 0 && m >= 0);
    unsymmetric *s = ARENA_NEW(a, unsymmetric);
    const int size = s->size = n + m;
    s->n = n;
    s->m = m;
    s->K = ARENA_ARRAY(a, double, size *size + 1);
    s->LU = ARENA_ARRAY(a, double, size *size + 1);
    s->scale = ARENA_ARRAY(a, double, size + 1);
    s->unit = ARENA_ARRAY(a, double, size + 1);
    s->order = ARENA_ARRAY(a, int, size + 1);
    s->ints = ARENA_ARRAY(a, int, size + 1);
    s->doubles = ARENA_ARRAY(a, double, num_cod_doubles(size, size) + 1);
    s->right = ARENA_ARRAY(a, double, size + 1);
    s->x = ARENA_ARRAY(a, double, size + 1);
    return s;
}

/* Each coordinate in the unit in which its inertia is 1, each multiplier in that in which its greatest force is: sizes
   of entries then do not depend on the model's units. */
static void choose_units(unsymmetric *s, const double *M, const double *C) {
    const int n = s->n;
    for (int i = 0; i < n; i++)
        s->unit[i] = M[i * n + i] > 0 ? 1 / sqrt(M[i * n + i]) : 1;
    for (int k = 0; k < s->m; k++) {
        double big = 0;
        for (int i = 0; i < n; i++)
            big = fmax(big, fabs(C[k * n + i]) * s->unit[i]);
        s->unit[n + k] = big > 0 ? 1 / big : 1;
    }
}

static void assemble(unsymmetric *s, const double *M, const double *A, const double *C) {
    const int n = s->n, m = s->m, size = s->size;
    memset(s->K, 0, sizeof *s->K * (size_t)(size * size));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            s->K[i * size + j] = s->K[j * size + i] = M[i * n + j];
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++) {
            s->K[(n + k) * size + i] = A[k * n + i];
            s->K[i * size + n + k] = C[k * n + i];
        }
    choose_units(s, M, C);
    for (int i = 0; i < size; i++) {
        double big = 0;
        for (int j = 0; j < size; j++) {
            s->K[i * size + j] *= s->unit[j];
            big = fmax(big, fabs(s->K[i * size + j]));
        }
        s->scale[i] = big > 0 ? 1 / big : 1;
        for (int j = 0; j < size; j++)
            s->K[i * size + j] *= s->scale[i];
    }
}

static bool factor_lu(unsymmetric *s, double *smallest) {
    const int size = s->size;
    double *LU = s->LU;
    memcpy(LU, s->K, sizeof *LU * (size_t)(size * size));
    for (int i = 0; i < size; i++)
        s->order[i] = i;
    for (int k = 0; k < size; k++) {
        int best = k;
        for (int i = k + 1; i < size; i++)
            if (fabs(LU[s->order[i] * size + k]) > fabs(LU[s->order[best] * size + k]))
                best = i;
        const int row = s->order[best];
        s->order[best] = s->order[k];
        s->order[k] = row;
        const double pivot = LU[row * size + k];
        *smallest = fmin(*smallest, fabs(pivot));
        if (!(fabs(pivot) > 1e-11))
            return false;
        for (int i = k + 1; i < size; i++) {
            double *r = LU + s->order[i] * size;
            const double f = r[k] /= pivot;
            for (int j = k + 1; f != 0 && j < size; j++)
                r[j] -= f * LU[row * size + j];
        }
    }
    return true;
}

saddle_info num_unsymmetric_factor(unsymmetric *s, const double *M, const double *A, const double *C) {
    saddle_info info = {.regular = true, .rank = s->m, .smallest = 1};
    assemble(s, M, A, C);
    s->regular = info.regular = factor_lu(s, &info.smallest);
    if (s->regular)
        return info;
    memcpy(s->LU, s->K, sizeof *s->LU * (size_t)(s->size * s->size));
    num_cod_factor(&s->cod, s->LU, s->size, s->size, 1e-11, s->ints, s->doubles);
    info.rank = s->cod.rank > s->n ? s->cod.rank - s->n : 0;
    return info;
}

static void solve_lu(const unsymmetric *s, const double *right, double *x) {
    const int size = s->size;
    for (int i = 0; i < size; i++) {
        const double *r = s->LU + s->order[i] * size;
        x[i] = right[s->order[i]] - num_dot(r, x, i);
    }
    for (int i = size - 1; i >= 0; i--) {
        const double *r = s->LU + s->order[i] * size;
        x[i] = (x[i] - num_dot(r + i + 1, x + i + 1, size - i - 1)) / r[i];
    }
}

void num_unsymmetric_solve(unsymmetric *s, const double *h, const double *gamma, double *a, double *lambda,
                           double *inconsistency) {
    const int n = s->n, m = s->m;
    for (int i = 0; i < n; i++)
        s->right[i] = h[i] * s->scale[i];
    for (int k = 0; k < m; k++)
        s->right[n + k] = gamma[k] * s->scale[n + k];
    double residual = 0, size = 0;
    for (int i = 0; i < s->size; i++)
        size = fmax(size, fabs(s->right[i]));
    if (s->regular)
        solve_lu(s, s->right, s->x);
    else
        residual = num_cod_solve(&s->cod, s->right, s->x);
    for (int i = 0; i < n; i++)
        a[i] = s->x[i] * s->unit[i];
    for (int k = 0; k < m; k++)
        lambda[k] = s->x[n + k] * s->unit[n + k];
    if (inconsistency)
        *inconsistency = size > 0 ? residual / size : 0;
}
