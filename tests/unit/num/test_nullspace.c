/* The null-space method: singular masses, dependent and contradictory rows, and other units. */
#include "num/random.h"

#include <string.h>

#include "base/arena.h"
#include "num/nullspace.h"

enum { MOST = 8, ROWS = 90, TRIALS = 200 };

typedef struct problem {
    int n, m, independent; /* rows from there on are combinations of those before */
    double M[MOST * MOST], A[ROWS * MOST], h[MOST], gamma[ROWS];
    double weight[ROWS * MOST]; /* row k is the sum of weight[k][i] times row i */
} problem;

/* What all rows ask for agrees. */
static void draw(uint64_t *seed, problem *p, int n, int independent, int m) {
    double wish[MOST];
    *p = (problem){.n = n, .m = m, .independent = independent};
    random_definite(seed, p->M, n, 0.1);
    random_fill(seed, p->h, n);
    random_fill(seed, wish, n);
    random_fill(seed, p->A, independent * n);
    random_fill(seed, p->weight, m * independent);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++) {
            for (int r = 0; k >= independent && r < independent; r++)
                p->A[k * n + i] += p->weight[k * independent + r] * p->A[r * n + i];
            p->gamma[k] += p->A[k * n + i] * wish[i];
        }
}

/* The largest errors of the equations and of the rows. */
static void residuals(const problem *p, const double *a, const double *lambda, double *force, double *row) {
    *force = *row = 0;
    for (int i = 0; i < p->n; i++) {
        double sum = -p->h[i];
        for (int j = 0; j < p->n; j++)
            sum += (j <= i ? p->M[i * p->n + j] : p->M[j * p->n + i]) * a[j];
        for (int k = 0; k < p->m; k++)
            sum += p->A[k * p->n + i] * lambda[k];
        *force = fmax(*force, fabs(sum));
    }
    for (int k = 0; k < p->m; k++) {
        double sum = -p->gamma[k];
        for (int i = 0; i < p->n; i++)
            sum += p->A[k * p->n + i] * a[i];
        *row = fmax(*row, fabs(sum));
    }
}

static void equations_and_rows_hold(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 5);
    arena *memory = base_arena_create();
    nullspace *s = num_nullspace_create(memory, MOST, ROWS);
    for (int trial = 0; trial < TRIALS; trial++) {
        problem p;
        double a[MOST], lambda[ROWS], force, row, off;
        int n = 2 + random_below(&seed, MOST - 1), independent = 1 + random_below(&seed, n - 1);
        draw(&seed, &p, n, independent, trial % 10 ? independent + random_below(&seed, 4) : ROWS);
        saddle_info info = num_nullspace_factor(s, p.M, p.A, p.n, p.m);
        assert_int_equal(info.rank, independent);
        assert_false(info.singular || info.regular);
        assert_int_equal(num_nullspace_free_unknown(s), -1);
        num_nullspace_solve(s, p.h, p.gamma, a, lambda, &off);
        residuals(&p, a, lambda, &force, &row);
        assert_true(info.smallest > 0 && info.smallest <= 1);
        assert_near(force * info.smallest, 0, 1e-11);
        assert_near(row * info.smallest, 0, 1e-11);
        assert_near(off * info.smallest, 0, 1e-11);
    }
    base_arena_destroy(memory);
}

/* Among all multipliers the shortest: nothing of what leaves A^T lambda as it is. */
static void multipliers_are_shortest(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 6);
    arena *memory = base_arena_create();
    nullspace *s = num_nullspace_create(memory, MOST, ROWS);
    for (int trial = 0; trial < TRIALS; trial++) {
        problem p;
        double a[MOST], lambda[ROWS];
        draw(&seed, &p, 6, 3, trial % 10 ? 5 : ROWS);
        saddle_info info = num_nullspace_factor(s, p.M, p.A, p.n, p.m);
        num_nullspace_solve(s, p.h, p.gamma, a, lambda, NULL);
        for (int k = 3; k < p.m; k++) { /* (weights of k, -1 at k) is a null vector */
            double sum = -lambda[k], size = fabs(lambda[k]);
            for (int r = 0; r < 3; r++) {
                sum += p.weight[k * 3 + r] * lambda[r];
                size = fmax(size, fabs(lambda[r]));
            }
            assert_near(sum * info.smallest, 0, 1e-11 * fmax(size, 1));
        }
    }
    base_arena_destroy(memory);
}

/* Two rows that cannot both hold: each is missed by as much, and that is told. */
static void contradictions_are_told(void **state) {
    (void)state;
    arena *memory = base_arena_create();
    nullspace *s = num_nullspace_create(memory, 2, 2);
    const double M[4] = {2, 0, 0, 3}, A[4] = {1, 0, 1, 0}, h[2] = {0, 6}, agreed[2] = {4, 4}, torn[2] = {4, 6};
    double a[2], lambda[2], off;
    assert_int_equal(num_nullspace_factor(s, M, A, 2, 2).rank, 1);
    num_nullspace_solve(s, h, agreed, a, lambda, &off);
    assert_near(a[0], 4, 1e-14);
    assert_near(a[1], 2, 1e-14);
    assert_near(lambda[0], -4, 1e-14);
    assert_near(lambda[1], -4, 1e-14);
    assert_near(off, 0, 1e-15);
    num_nullspace_solve(s, h, torn, a, lambda, &off);
    assert_near(a[0], 5, 1e-14);
    assert_true(off > 0.05 && off < 1);
    base_arena_destroy(memory);
}

/* An unknown without mass is determined where a row holds it, and named where none does. */
static void unknowns_without_mass(void **state) {
    (void)state;
    arena *memory = base_arena_create();
    nullspace *s = num_nullspace_create(memory, 3, 2);
    const double M[9] = {0, 0, 0, 0, 5, 0, 0, 0, 2}, A[6] = {1, -2, 0, 0, 0, 1}, h[3] = {0, 10, 0}, gamma[2] = {0, 1};
    double a[3], lambda[2];
    saddle_info info = num_nullspace_factor(s, M, A, 3, 2);
    assert_true(!info.singular && info.rank == 2);
    num_nullspace_solve(s, h, gamma, a, lambda, NULL);
    assert_near(a[0], 4, 1e-14);
    assert_near(a[1], 2, 1e-14);
    assert_near(a[2], 1, 1e-14);
    assert_near(lambda[0], 0, 1e-14);
    assert_near(lambda[1], -2, 1e-14);
    info = num_nullspace_factor(s, M, A + 3, 3, 1);
    assert_true(info.singular && info.smallest == 0);
    assert_int_equal(num_nullspace_free_unknown(s), 0);
    base_arena_destroy(memory);
}

/* Unknowns and rows in other units are the same problem: the answers are the same but for rounding. */
static void units_do_not_matter(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 7);
    arena *memory = base_arena_create();
    nullspace *s = num_nullspace_create(memory, MOST, ROWS);
    for (int trial = 0; trial < TRIALS; trial++) {
        problem p, q;
        double a[MOST], b[MOST], lambda[ROWS], mu[ROWS], unit[MOST], row[ROWS];
        draw(&seed, &p, 5, 2, 2);
        q = p;
        for (int i = 0; i < 5; i++)
            unit[i] = pow(10, random_below(&seed, 9) - 4);
        for (int k = 0; k < 2; k++)
            row[k] = pow(10, random_below(&seed, 9) - 4);
        for (int i = 0; i < 5; i++) {
            q.h[i] *= unit[i];
            for (int j = 0; j < 5; j++)
                q.M[i * 5 + j] *= unit[i] * unit[j];
            for (int k = 0; k < 2; k++)
                q.A[k * 5 + i] *= unit[i] * row[k];
        }
        for (int k = 0; k < 2; k++)
            q.gamma[k] *= row[k];
        saddle_info info = num_nullspace_factor(s, p.M, p.A, 5, 2);
        num_nullspace_solve(s, p.h, p.gamma, a, lambda, NULL);
        saddle_info other = num_nullspace_factor(s, q.M, q.A, 5, 2);
        num_nullspace_solve(s, q.h, q.gamma, b, mu, NULL);
        assert_int_equal(info.rank, other.rank);
        for (int i = 0; i < 5; i++)
            assert_near((b[i] * unit[i] - a[i]) * info.smallest, 0, 1e-11);
        for (int k = 0; k < 2; k++)
            assert_near((mu[k] * row[k] - lambda[k]) * info.smallest, 0, 1e-11);
    }
    base_arena_destroy(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equations_and_rows_hold), cmocka_unit_test(multipliers_are_shortest),
        cmocka_unit_test(contradictions_are_told), cmocka_unit_test(unknowns_without_mass),
        cmocka_unit_test(units_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
