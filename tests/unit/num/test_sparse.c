/* Sparse saddle-point systems: residuals, patterns that grow, dependent rows and dense matrices are refused, large
   systems of saddle.h agree with dense ones. */
#include "num/random.h"

#include <stdbool.h>
#include <string.h>

#include "num/saddle.h"
#include "num/sparse.h"

/* Particles in the plane, each tied to its left and lower neighbour: a net. */
enum { SIDE = 9, POINTS = SIDE * SIDE, N = 2 * POINTS, ROWS = 2 * SIDE * (SIDE - 1), MOST = ROWS + 1 };

typedef struct problem {
    double M[N * N], A[MOST * N], h[N], gamma[MOST], a[N], lambda[MOST];
    int m;
} problem;

static void tie(uint64_t *seed, problem *p, int from, int to) {
    for (int c = 0; c < 2; c++) {
        const double x = random_number(seed) + 1.5 * (c == (to - from > 1));
        p->A[p->m * N + 2 * from + c] = -x;
        p->A[p->m * N + 2 * to + c] = x;
    }
    p->m++;
}

/* Masses, with inertia shared by neighbours in a line as rods have it. */
static problem *make_net(arena *a, uint64_t *seed) {
    problem *p = ARENA_NEW(a, problem);
    for (int i = 0; i < N; i++)
        p->M[i * N + i] = 2.0 + random_number(seed);
    for (int i = 2; i < N; i++)
        p->M[i * N + i - 2] = i / 2 % SIDE ? 0.3 : 0.0;
    for (int k = 0; k < POINTS; k++) {
        if (k % SIDE)
            tie(seed, p, k - 1, k);
        if (k >= SIDE)
            tie(seed, p, k - SIDE, k);
    }
    random_fill(seed, p->h, N);
    random_fill(seed, p->gamma, MOST);
    return p;
}

static double mass(const problem *p, int i, int j) {
    return i >= j ? p->M[i * N + j] : p->M[j * N + i];
}

static void assert_solved(const problem *p, double tolerance) {
    for (int i = 0; i < N; i++) {
        double sum = -p->h[i], size = fabs(p->h[i]);
        for (int j = 0; j < N; j++) {
            sum += mass(p, i, j) * p->a[j];
            size += fabs(mass(p, i, j) * p->a[j]);
        }
        for (int k = 0; k < p->m; k++) {
            sum += p->A[k * N + i] * p->lambda[k];
            size += fabs(p->A[k * N + i] * p->lambda[k]);
        }
        assert_near(sum, 0.0, tolerance * size);
    }
    for (int k = 0; k < p->m; k++) {
        double sum = -p->gamma[k], size = fabs(p->gamma[k]);
        for (int i = 0; i < N; i++) {
            sum += p->A[k * N + i] * p->a[i];
            size += fabs(p->A[k * N + i] * p->a[i]);
        }
        assert_near(sum, 0.0, tolerance * size);
    }
}

static void test_net(void **state) {
    arena *a = *state;
    uint64_t seed = random_start(__func__, 30);
    sparse *s = num_sparse_create(a, N, MOST);
    for (int trial = 0; trial < 5; trial++) {
        problem *p = make_net(a, &seed);
        double smallest = 1.0;
        assert_int_equal(p->m, ROWS);
        assert_true(num_sparse_factor(s, p->M, p->A, NULL, N, ROWS, &smallest));
        assert_true(smallest > 1e-8 && smallest < 1.0);
        num_sparse_solve(s, p->h, p->gamma, p->a, p->lambda);
        assert_solved(p, 1e-12 / smallest);
    }
}

/* Entries that were zero when the pattern was learnt. */
static void test_pattern_grows(void **state) {
    arena *a = *state;
    uint64_t seed = random_start(__func__, 31);
    sparse *s = num_sparse_create(a, N, MOST);
    problem *p = make_net(a, &seed);
    double smallest = 1.0, *kept = ARENA_ARRAY(a, double, ROWS *N);
    memcpy(kept, p->A, sizeof *kept * ROWS * N);
    for (int k = 0; k < ROWS; k++)
        for (int i = 1; i < N; i += 2)
            p->A[k * N + i] *= k % 2; /* rows along a coordinate */
    assert_true(num_sparse_factor(s, p->M, p->A, NULL, N, ROWS, &smallest));
    memcpy(p->A, kept, sizeof *kept * ROWS * N);
    assert_true(num_sparse_factor(s, p->M, p->A, NULL, N, ROWS, &smallest));
    num_sparse_solve(s, p->h, p->gamma, p->h, p->lambda); /* in place */
    memcpy(p->a, p->h, sizeof p->a);
    uint64_t again = random_start(__func__, 31);
    memcpy(p->h, make_net(a, &again)->h, sizeof p->h);
    assert_solved(p, 1e-12 / smallest);
}

/* A row that follows from others, all round one mesh; lengths must not matter. */
static void test_dependent_row_is_refused(void **state) {
    arena *a = *state;
    uint64_t seed = random_start(__func__, 32);
    sparse *s = num_sparse_create(a, N, MOST);
    problem *p = make_net(a, &seed);
    double smallest = 1.0, length[MOST];
    for (int k = 0; k < MOST; k++)
        length[k] = k % 3 ? 1e-3 : 1e4;
    assert_true(num_sparse_factor(s, NULL, p->A, NULL, N, ROWS, &smallest));
    for (int i = 0; i < N; i++)
        p->A[ROWS * N + i] = p->A[20 * N + i] - 2.0 * p->A[21 * N + i] + p->A[22 * N + i];
    assert_false(num_sparse_factor(s, p->M, p->A, NULL, N, MOST, &smallest));
    assert_false(num_sparse_factor(s, NULL, p->A, length, N, MOST, &smallest));
    assert_true(num_sparse_factor(s, NULL, p->A, length, N, ROWS, &smallest));
}

static void test_refused(void **state) {
    arena *a = *state;
    uint64_t seed = random_start(__func__, 33);
    problem *p = make_net(a, &seed);
    double smallest = 1.0;
    p->M[7 * N + 7] = 0.0; /* without inertia, though held by rows */
    assert_false(num_sparse_factor(num_sparse_create(a, N, MOST), p->M, p->A, NULL, N, ROWS, &smallest));
    p->M[7 * N + 7] = NAN;
    assert_false(num_sparse_factor(num_sparse_create(a, N, MOST), p->M, p->A, NULL, N, ROWS, &smallest));
    for (int i = 0; i < N * N; i++) /* dense */
        p->M[i] = i % (N + 1) ? 0.1 : 10.0;
    assert_false(num_sparse_factor(num_sparse_create(a, N, MOST), p->M, p->A, NULL, N, ROWS, &smallest));
}

/* Through saddle.h: large systems with few nonzeros, then one with a redundant row, then the first again. */
static void test_large_saddle(void **state) {
    arena *a = *state;
    uint64_t seed = random_start(__func__, 34);
    saddle *s = num_saddle_create(a, N, MOST);
    problem *p = make_net(a, &seed);
    bool independent[MOST];
    double off;
    for (int pass = 0; pass < 2; pass++) {
        assert_int_equal(num_saddle_row_rank(s, p->A, N, ROWS, 1e-8, independent), ROWS);
        const saddle_info info = num_saddle_factor(s, p->M, p->A, N, ROWS);
        assert_true(info.regular && info.rank == ROWS && info.smallest > 1e-8);
        num_saddle_solve(s, p->h, p->gamma, p->a, p->lambda, &off);
        assert_solved(p, 1e-12 / info.smallest);
        assert_near(off, 0.0, 0.0);
        assert_int_equal(num_saddle_free_unknown(s), -1);

        for (int i = 0; i < N; i++)
            p->A[ROWS * N + i] = p->A[40 * N + i] + p->A[41 * N + i];
        assert_int_equal(num_saddle_row_rank(s, p->A, N, MOST, 1e-8, independent), ROWS);
        assert_true(independent[40] && independent[41] && !independent[ROWS]);
        p->gamma[ROWS] = p->gamma[40] + p->gamma[41];
        const saddle_info other = num_saddle_factor(s, p->M, p->A, N, MOST);
        assert_true(!other.regular && other.rank == ROWS);
        p->m = MOST;
        num_saddle_solve(s, p->h, p->gamma, p->a, p->lambda, &off);
        assert_solved(p, 1e-9);
        p->m = ROWS;
    }
}

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_net, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pattern_grows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dependent_row_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_saddle, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
