/* Saddle-point systems whose forces act otherwise than their rows: both equations hold, and of many solutions the
 * least. */
#include "num/unsymmetric.h"

#include <string.h>

#include "num/dense.h"
#include "num/random.h"

enum { MOST = 10, TRIALS = 300 };

typedef struct problem {
    int n, m;
    double M[MOST * MOST], A[MOST * MOST], C[MOST * MOST], h[MOST], gamma[MOST], a[MOST], lambda[MOST];
} problem;

static void make(problem *p, uint64_t *seed) {
    p->n = 1 + random_below(seed, MOST);
    p->m = random_below(seed, p->n + 1);
    random_definite(seed, p->M, p->n, 0.5);
    random_fill(seed, p->A, p->m * p->n);
    for (int k = 0; k < p->m * p->n; k++)
        p->C[k] = p->A[k] + 0.1 * random_number(seed);
    random_fill(seed, p->h, p->n);
    random_fill(seed, p->gamma, p->m);
}

static void check_equations(const problem *p, double tolerance) {
    for (int i = 0; i < p->n; i++) {
        double sum = num_dot(p->M + i * p->n, p->a, p->n);
        for (int k = 0; k < p->m; k++)
            sum += p->C[k * p->n + i] * p->lambda[k];
        assert_near(sum, p->h[i], tolerance);
    }
    for (int k = 0; k < p->m; k++)
        assert_near(num_dot(p->A + k * p->n, p->a, p->n), p->gamma[k], tolerance);
}

static void test_both_equations(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 6);
    for (int trial = 0; trial < TRIALS; trial++) {
        arena *memory = base_arena_create();
        problem p;
        double inconsistency;
        make(&p, &seed);
        unsymmetric *s = num_unsymmetric_create(memory, p.n, p.m);
        saddle_info info = num_unsymmetric_factor(s, p.M, p.A, p.C);
        num_unsymmetric_solve(s, p.h, p.gamma, p.a, p.lambda, &inconsistency);
        if (info.regular && info.smallest > 1e-6)
            check_equations(&p, 1e-7);
        base_arena_destroy(memory);
    }
}

/* The same row twice: the force is shared. */
static void test_redundant_rows(void **state) {
    (void)state;
    arena *memory = base_arena_create();
    problem p = {
        .n = 2, .m = 2, .M = {1, 0, 0, 2}, .A = {1, 1, 1, 1}, .C = {1, 0.5, 1, 0.5}, .h = {3, 1}, .gamma = {2, 2}};
    double inconsistency;
    unsymmetric *s = num_unsymmetric_create(memory, p.n, p.m);
    saddle_info info = num_unsymmetric_factor(s, p.M, p.A, p.C);
    num_unsymmetric_solve(s, p.h, p.gamma, p.a, p.lambda, &inconsistency);
    assert_false(info.regular);
    assert_int_equal(info.rank, 1);
    check_equations(&p, 1e-12);
    assert_near(p.lambda[0], p.lambda[1], 1e-12);
    assert_true(inconsistency < 1e-10);
    p.gamma[1] = 3;
    num_unsymmetric_solve(s, p.h, p.gamma, p.a, p.lambda, &inconsistency);
    assert_true(inconsistency > 0.1);
    base_arena_destroy(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_equations),
        cmocka_unit_test(test_redundant_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
