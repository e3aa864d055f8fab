/* Least squares: exact problems, bounds, rank, robust losses, and a curve without a model behind it. */
#include "study/marquardt.h"
#include "study/support.h"

enum { ROWS = 12 };

/* y = a exp(-b t), with one row moved by `off`. */
typedef struct decay {
    double y[ROWS], off;
    int calls;
    bool alike; /* a and b are one unknown twice: y = exp(-(a + b) t) */
} decay;

static bool evaluate(void *user, const double *x, double *r, double *J) {
    decay *d = user;
    d->calls++;
    for (int i = 0; i < ROWS; i++) {
        const double t = 0.2 * i, a = d->alike ? 1 : x[0], b = d->alike ? x[0] + x[1] : x[1], e = exp(-b * t);
        r[i] = a * e - d->y[i] - (i == 5 ? d->off : 0);
        if (J) {
            J[2 * i] = d->alike ? -t * e : e;
            J[2 * i + 1] = -a * t * e;
        }
    }
    return x[0] < 50;
}

static marquardt_found search(decay *d, marquardt_loss loss, double low, double high, double *x, arena *a) {
    static const double sizes[] = {1, 1};
    const double lows[] = {-INFINITY, low}, highs[] = {INFINITY, high};
    const marquardt_job job = {2, ROWS, lows, highs, sizes, loss, 0, evaluate, NULL, d, 100};
    for (int i = 0; i < ROWS; i++)
        d->y[i] = 3 * exp(-0.7 * 0.2 * i);
    return study_marquardt_search(&job, x, a);
}

static void an_exact_curve(void **state) {
    (void)state;
    arena *a = base_arena_create();
    decay d = {0};
    double x[] = {1, 5};
    const marquardt_found f = search(&d, LOSS_SQUARES, -INFINITY, INFINITY, x, a);
    assert_int_equal(f.end, MARQUARDT_CONVERGED);
    assert_near(x[0], 3, 1e-9);
    assert_near(x[1], 0.7, 1e-9);
    assert_true(f.cost < 1e-18 && f.steps < 30);
    base_arena_destroy(a);
}

static void bounds_hold(void **state) {
    (void)state;
    arena *a = base_arena_create();
    decay d = {0};
    double x[] = {1, 5};
    const marquardt_found f = search(&d, LOSS_SQUARES, 1, 6, x, a);
    assert_int_equal(f.end, MARQUARDT_CONVERGED);
    assert_near(x[1], 1, 0);
    double top = 0, bottom = 0; /* the best factor for that rate, in closed form */
    for (int i = 0; i < ROWS; i++) {
        top += d.y[i] * exp(-0.2 * i);
        bottom += exp(-0.4 * i);
    }
    assert_near(x[0], top / bottom, 1e-7);
    base_arena_destroy(a);
}

/* Whatever divides the sum between two that are alike, the search ends. */
static void unknowns_that_are_one(void **state) {
    (void)state;
    arena *a = base_arena_create();
    decay d = {.alike = true};
    double x[] = {1, 1};
    search(&d, LOSS_SQUARES, -INFINITY, INFINITY, x, a);
    for (int i = 0; i < ROWS; i++)
        d.y[i] = exp(-0.7 * 0.2 * i);
    static const double sizes[] = {1, 1}, low[] = {-INFINITY, -INFINITY}, high[] = {INFINITY, INFINITY};
    const marquardt_job job = {2, ROWS, low, high, sizes, LOSS_SQUARES, 0, evaluate, NULL, &d, 100};
    x[0] = 1;
    x[1] = 0.5;
    const marquardt_found f = study_marquardt_search(&job, x, a);
    assert_int_equal(f.end, MARQUARDT_CONVERGED);
    assert_near(x[0] + x[1], 0.7, 1e-8);
    assert_near(x[0] - x[1], 0.5, 1e-8);
    base_arena_destroy(a);
}

/* One value that is far off: least squares follow it, robust losses hardly. */
static void outliers(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double off[3];
    for (int loss = 0; loss < 3; loss++) {
        decay d = {.off = 30};
        double x[] = {2, 1};
        search(&d, (marquardt_loss)loss, -INFINITY, INFINITY, x, a);
        off[loss] = fabs(x[0] - 3) + fabs(x[1] - 0.7);
    }
    assert_true(off[LOSS_SQUARES] > 1 && off[LOSS_HUBER] < off[LOSS_SQUARES] &&
                off[LOSS_CAUCHY] < 0.1 * off[LOSS_SQUARES]);
    for (double r = -4; r < 4; r += 0.37) /* weight r is the slope of the cost */
        for (int loss = 0; loss < 3; loss++) {
            const double h = 1e-5,
                         slope = (study_marquardt_cost(loss, r + h) - study_marquardt_cost(loss, r - h)) / (2 * h);
            assert_near(study_marquardt_weight(loss, r) * r, slope, 1e-6);
        }
    base_arena_destroy(a);
}

static void nowhere(void **state) {
    (void)state;
    arena *a = base_arena_create();
    decay d = {0};
    double x[] = {60, 1};
    assert_int_equal(search(&d, LOSS_SQUARES, -INFINITY, INFINITY, x, a).end, MARQUARDT_NOWHERE);
    assert_int_equal(d.calls, 1);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_curve), cmocka_unit_test(bounds_hold), cmocka_unit_test(unknowns_that_are_one),
        cmocka_unit_test(outliers),       cmocka_unit_test(nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
