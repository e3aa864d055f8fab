/* Brent's method for maxima. */
#include "num/random.h"

#include <math.h>

#include "num/roots.h"

typedef struct problem {
    int kind, evaluations;
    double at;
} problem;

static double rising(void *user, double x) {
    ++*(int *)user;
    return x;
}

static double falling(void *user, double x) {
    return -rising(user, x);
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
    int evaluations = 0;
    double top;
    assert_near(num_brent_maximum(rising, &evaluations, 0.0, 0.5, 1.0, 1e-8, &top), 1.0, 2e-8);
    assert_near(num_brent_maximum(falling, &evaluations, 0.0, 0.5, 1.0, 1e-8, &top), 0.0, 2e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maxima),
        cmocka_unit_test(test_maximum_at_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
