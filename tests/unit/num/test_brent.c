/* Brent's methods: roots with the side on which the event has happened, and maxima. */
#include "num/random.h"

#include <float.h>
#include <stdbool.h>

#include "num/roots.h"

typedef struct problem {
    int kind, evaluations;
    double at;
} problem;

enum { LINE, CUBE, WIGGLE, COSINE, STEP, FLAT, STEEP, KINDS };

static double value(void *user, double x) {
    problem *p = user;
    const double d = x - p->at;
    p->evaluations++;
    switch (p->kind) {
    case LINE:
        return d;
    case CUBE:
        return d * d * d;
    case WIGGLE:
        return d + 0.3 * sin(3.0 * d);
    case COSINE:
        return cos(x);
    case STEP:
        return d < 0.0 ? -1.0 : 1.0;
    case FLAT:
        return fabs(d) < 0.1 ? 0.0 : d;
    default:
        return atan(1e6 * d);
    }
}

static double falling(void *user, double x) {
    return -value(user, x);
}

static void check_root(problem p, num_function f, double a, double b, double tol) {
    const double fa = f(&p, a), fb = f(&p, b);
    double after = NAN;
    p.evaluations = 0;
    const double root = num_brent_root(f, &p, a, fa, b, fb, tol, &after);
    const double resolution = tol + 4.0 * DBL_EPSILON * fmax(fabs(a), fabs(b));
    assert_near(root, p.at, resolution);
    assert_true(p.evaluations < 150);
    assert_true(f(&p, after) != 0.0 && (f(&p, after) > 0.0) == (fb > 0.0));
    assert_true((after - p.at) * (b - a) >= 0.0);
    assert_near(after, p.at, resolution);
}

static void test_roots(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 4);
    static const int kinds[] = {LINE, CUBE, WIGGLE, STEP, STEEP};
    for (int trial = 0; trial < 3000; trial++) {
        const problem p = {.kind = kinds[trial % 5], .at = 10.0 * random_number(&seed)};
        const double a = p.at - 1e-3 - fabs(random_number(&seed)), b = p.at + 1e-3 + fabs(random_number(&seed));
        const double tol = trial % 2 ? 1e-12 : 1e-5;
        check_root(p, value, a, b, tol);
        check_root(p, falling, a, b, tol);
        check_root(p, value, b, a, tol); /* backwards in time */
    }
}

static void test_a_smooth_root_is_found_fast(void **state) {
    (void)state;
    problem p = {.kind = COSINE};
    double after;
    const double root = num_brent_root(value, &p, 1.0, cos(1.0), 2.0, cos(2.0), 1e-13, &after);
    assert_near(root, 1.5707963267948966, 1e-13);
    assert_true(cos(after) < 0.0 && after - root <= 1e-13 + 1e-15);
    assert_in_range(p.evaluations, 1, 10);
}

static void test_zero_at_an_end(void **state) {
    (void)state;
    problem p = {.kind = LINE, .at = 1.0};
    double after;
    assert_near(num_brent_root(value, &p, 1.0, 0.0, 3.0, 2.0, 1e-9, &after), 1.0, 1e-9);
    assert_true(after > 1.0 && after <= 1.0 + 1.1e-9);
    assert_near(num_brent_root(value, &p, -1.0, -2.0, 1.0, 0.0, 1e-9, &after), 1.0, 1e-9);
    assert_near(after, 1.0, 0.0); /* fb is zero: b itself is after */
    assert_near(num_brent_root(value, &p, 1.0, 0.0, 1.0, 0.0, 1e-9, &after), 1.0, 0.0);
    assert_near(after, 1.0, 0.0);
}

/* Where the function is zero over a stretch, the event happens at its end. */
static void test_flat_zero(void **state) {
    (void)state;
    problem p = {.kind = FLAT, .at = 0.25};
    double after;
    const double root = num_brent_root(value, &p, -1.0, -1.25, 1.0, 0.75, 1e-10, &after);
    assert_near(after, 0.35, 1.1e-10);
    assert_true(value(&p, after) > 0.0);
    assert_near(root, 0.35, 1.1e-10);
}

static double hill(void *user, double x) {
    problem *p = user;
    const double d = x - p->at;
    p->evaluations++;
    switch (p->kind) {
    case 0:
        return 1.0 - d * d;
    case 1:
        return 2.0 - fabs(d);
    case 2:
        return exp(-d * d) * 1e-3;
    default:
        return cos(d) + 0.1 * (1.0 - d * d);
    }
}

static void test_maxima(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 5);
    for (int trial = 0; trial < 2000; trial++) {
        problem p = {.kind = trial % 4, .at = 3.0 * random_number(&seed)};
        const double a = p.at - 0.5 - fabs(random_number(&seed)), b = p.at + 0.5 + fabs(random_number(&seed));
        const double m = p.at + 0.4 * random_number(&seed);
        double top = NAN;
        const double x = num_brent_maximum(hill, &p, a, m, b, 1e-6, &top);
        assert_in_range(p.evaluations, 1, 70);
        assert_near(x, p.at, 1.1e-6);
        assert_near(top, hill(&p, x), 0.0);
    }
}

static void test_maximum_at_an_end(void **state) {
    (void)state;
    problem p = {.kind = LINE};
    double top;
    assert_near(num_brent_maximum(value, &p, 0.0, 0.5, 1.0, 1e-8, &top), 1.0, 2e-8);
    assert_near(num_brent_maximum(falling, &p, 0.0, 0.5, 1.0, 1e-8, &top), 0.0, 2e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),          cmocka_unit_test(test_a_smooth_root_is_found_fast),
        cmocka_unit_test(test_zero_at_an_end), cmocka_unit_test(test_flat_zero),
        cmocka_unit_test(test_maxima),         cmocka_unit_test(test_maximum_at_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
