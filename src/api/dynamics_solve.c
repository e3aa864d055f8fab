/* What is solved for with the equations at a state, through the public interface. */
#include <math.h>
#include <string.h>

#include "api/dynamics_handle.h"

lgr_status lgr_dynamics_accelerate(lgr_dynamics *d, double t, const double *q, const double *v, double *a,
                                   double *lambda) {
    if (!api_dynamics_ready(d, q && v && a))
        return LGR_STATUS_USAGE;
    return api_dynamics_end(d, point_solve(d->point, t, q, v, a, lambda), API_UNDETERMINED);
}

static lgr_status accelerate_many(lgr_dynamics *d, size_t count, const double *t, const double *q, const double *v,
                                  double *a, double *lambda) {
    enum { AT_ONCE = 64 };
    bool ok[AT_ONCE], all = true;
    if (!api_dynamics_ready(d, !count || (t && q && v && a)))
        return LGR_STATUS_USAGE;
    const size_t n = lgr_dynamics_coordinate_count(d), m = lgr_dynamics_row_count(d);
    for (size_t i = 0; i < count; i += AT_ONCE) {
        const size_t part = count - i < AT_ONCE ? count - i : AT_ONCE;
        point_solve_many(d->point, part, t + i, q + i * n, v + i * n, a + i * n, lambda ? lambda + i * m : NULL, ok);
        for (size_t k = 0; k < part; k++)
            all = all && ok[k];
    }
    return api_dynamics_end(d, all, API_UNDETERMINED);
}

lgr_status lgr_dynamics_accelerate_many(lgr_dynamics *d, size_t count, const double *t, const double *q,
                                        const double *v, double *a, double *lambda) {
    API_RETURN_STATUS(accelerate_many(d, count, t, q, v, a, lambda));
}

lgr_status lgr_dynamics_project(lgr_dynamics *d, double t, double *q, double *v) {
    if (!api_dynamics_ready(d, q && v))
        return LGR_STATUS_USAGE;
    d->evaluated = false;
    return api_dynamics_end(d, point_project(d->point, t, q, v), "the constraints cannot be satisfied from there");
}

static lgr_status invert(lgr_dynamics *d, double t, const double *q, const double *v, const double *a,
                         const bool *driven, double *Q, double *lambda) {
    if (!api_dynamics_ready(d, q && v && a && Q))
        return LGR_STATUS_USAGE;
    d->evaluated = false;
    return api_dynamics_end(d, point_invert(d->point, t, q, v, a, driven, Q, lambda),
                            "no forces on these coordinates make the accelerations");
}

lgr_status lgr_dynamics_invert(lgr_dynamics *d, double t, const double *q, const double *v, const double *a,
                               const bool *driven, double *Q, double *lambda) {
    API_RETURN_STATUS(invert(d, t, q, v, a, driven, Q, lambda));
}

static lgr_status balance(lgr_dynamics *d, double t, double *q, double *lambda) {
    if (!api_dynamics_ready(d, q != NULL))
        return LGR_STATUS_USAGE;
    d->evaluated = false;
    return api_dynamics_end(d, point_balance(d->point, t, q, lambda), "no equilibrium was found from there");
}

lgr_status lgr_dynamics_balance(lgr_dynamics *d, double t, double *q, double *lambda) {
    API_RETURN_STATUS(balance(d, t, q, lambda));
}

/* Columns of one kind of variable into a matrix of so many columns. */
static bool put_columns(lgr_dynamics *d, point_quantity what, point_variable by, double *to, size_t width, arena *a) {
    const size_t rows = point_size(d->point, what), columns = point_width(d->point, by);
    double *slopes = ARENA_ARRAY(a, double, rows *columns + 1);
    if (!point_differentiate(d->point, what, by, slopes))
        return false;
    for (size_t i = 0; i < rows; i++)
        if (columns)
            memcpy(to + i * width, slopes + i * columns, columns * sizeof *to);
    return true;
}

static bool linearize(lgr_dynamics *d, double *A, double *B, double *C, double *D, arena *a) {
    const size_t n = lgr_dynamics_coordinate_count(d);
    bool ok = true;
    if (A) {
        memset(A, 0, 2 * n * n * sizeof *A);
        for (size_t i = 0; i < n; i++)
            A[i * 2 * n + n + i] = 1;
        double *below = A + 2 * n * n;
        ok = put_columns(d, POINT_ACCELERATION, POINT_BY_Q, below, 2 * n, a) &&
             put_columns(d, POINT_ACCELERATION, POINT_BY_V, below + n, 2 * n, a);
    }
    if (B && ok) {
        memset(B, 0, n * n * sizeof *B);
        ok = put_columns(d, POINT_ACCELERATION, POINT_BY_LOAD, B + n * n, n, a);
    }
    if (C && ok)
        ok = put_columns(d, POINT_OUTPUT, POINT_BY_Q, C, 2 * n, a) &&
             put_columns(d, POINT_OUTPUT, POINT_BY_V, C + n, 2 * n, a);
    return ok && (!D || put_columns(d, POINT_OUTPUT, POINT_BY_LOAD, D, n, a));
}

static lgr_status find_linear_system(lgr_dynamics *d, double *A, double *B, double *C, double *D) {
    if (!api_dynamics_ready(d, d && d->evaluated))
        return LGR_STATUS_USAGE;
    arena *a = base_arena_create();
    bool ok = linearize(d, A, B, C, D, a);
    base_arena_destroy(a);
    return api_dynamics_end(d, ok, API_UNDETERMINED);
}

lgr_status lgr_dynamics_linearize(lgr_dynamics *d, double *A, double *B, double *C, double *D) {
    API_RETURN_STATUS(find_linear_system(d, A, B, C, D));
}
