/* The saddle-point system: residuals, redundant and contradictory rows, singular masses, units, bands. */
#include "num/random.h"

#include <stdbool.h>
#include <string.h>

#include "num/dense.h"
#include "num/saddle.h"

enum { MOST_N = 82, MOST_M = 90 };

/* One system with its answer. */
typedef struct problem {
    int n, m;
    double M[MOST_N * MOST_N], A[MOST_M * MOST_N], h[MOST_N], gamma[MOST_M];
    saddle_info info;
    double a[MOST_N], lambda[MOST_M], inconsistency;
} problem;

typedef struct fixture {
    arena *memory;
    saddle *s;
    problem p, other;
} fixture;

static int set_up(void **state) {
    arena *memory = base_arena_create();
    fixture *f = ARENA_NEW(memory, fixture);
    f->memory = memory;
    f->s = num_saddle_create(memory, MOST_N, MOST_M);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(((fixture *)*state)->memory);
    return 0;
}

static void solve(saddle *s, problem *p) {
    p->info = num_saddle_factor(s, p->M, p->A, p->n, p->m);
    memset(p->a, 0x7f, sizeof p->a); /* whatever was there must not matter */
    memset(p->lambda, 0x7f, sizeof p->lambda);
    num_saddle_solve(s, p->h, p->gamma, p->a, p->lambda, &p->inconsistency);
}

/* M a + A^T lambda = h, each row to `tolerance` of its terms. */
static void assert_balance(const problem *p, double tolerance) {
    for (int i = 0; i < p->n; i++) {
        double sum = -p->h[i], size = fabs(p->h[i]);
        for (int j = 0; j < p->n; j++) {
            const double M = j <= i ? p->M[i * p->n + j] : p->M[j * p->n + i];
            sum += M * p->a[j];
            size += fabs(M * p->a[j]);
        }
        for (int k = 0; k < p->m; k++) {
            sum += p->A[k * p->n + i] * p->lambda[k];
            size += fabs(p->A[k * p->n + i] * p->lambda[k]);
        }
        assert_near(sum, 0.0, tolerance * size);
    }
}

static void assert_rows(const problem *p, double tolerance) {
    for (int k = 0; k < p->m; k++) {
        double sum = -p->gamma[k], size = fabs(p->gamma[k]);
        for (int i = 0; i < p->n; i++) {
            sum += p->A[k * p->n + i] * p->a[i];
            size += fabs(p->A[k * p->n + i] * p->a[i]);
        }
        assert_near(sum, 0.0, tolerance * size);
    }
}

/* Small problems whose numbers are written out. */
static void set(problem *p, int n, int m, const double *M, const double *A, const double *h, const double *gamma) {
    p->n = n;
    p->m = m;
    memcpy(p->M, M, sizeof *M * (size_t)(n * n));
    memcpy(p->h, h, sizeof *h * (size_t)n);
    if (m == 0)
        return;
    memcpy(p->A, A, sizeof *A * (size_t)(m * n));
    memcpy(p->gamma, gamma, sizeof *gamma * (size_t)m);
}

static void randomise(uint64_t *seed, problem *p, int n, int m) {
    p->n = n;
    p->m = m;
    random_definite(seed, p->M, n, 0.2);
    random_fill(seed, p->A, m * n);
    random_fill(seed, p->h, n);
    random_fill(seed, p->gamma, m);
}

/* Row k and its right side = a combination of the first `count`. */
static void make_dependent(uint64_t *seed, problem *p, int k, int count) {
    memset(p->A + k * p->n, 0, sizeof *p->A * (size_t)p->n);
    p->gamma[k] = 0.0;
    for (int l = 0; l < count; l++) {
        const double factor = random_number(seed);
        for (int i = 0; i < p->n; i++)
            p->A[k * p->n + i] += factor * p->A[l * p->n + i];
        p->gamma[k] += factor * p->gamma[l];
    }
}

static void test_random_regular(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 10);
    int regular = 0;
    for (int trial = 0; trial < 2000; trial++) {
        const int n = 1 + random_below(&seed, 16);
        randomise(&seed, p, n, random_below(&seed, n + 1));
        solve(f->s, p);
        if (!p->info.regular)
            continue;
        regular++;
        assert_int_equal(p->info.rank, p->m);
        assert_true(p->info.smallest > 1e-10 && p->info.smallest <= 1.0);
        assert_false(p->info.singular);
        assert_int_equal(num_saddle_free_unknown(f->s), -1);
        const double tolerance = 1e-11 / p->info.smallest; /* a pivot may hide some condition */
        assert_balance(p, tolerance);
        assert_rows(p, tolerance);
        assert_near(p->inconsistency, 0.0, tolerance);
    }
    assert_in_range(regular, 1990, 2000);
}

static void test_known_pendulum(void **state) {
    problem *p = &((fixture *)*state)->p;
    /* a particle of 2 kg at (0.6, -0.8) m on a rod of 1 m, at rest, lambda for the constraint (x^2 + y^2 - 1)/2 */
    set(p, 2, 1, (double[]){2, 0, 0, 2}, (double[]){0.6, -0.8}, (double[]){0, -19.62}, (double[]){0});
    solve(((fixture *)*state)->s, p);
    assert_true(p->info.regular);
    assert_near(p->a[0], -9.81 * 0.8 * 0.6, 1e-14);
    assert_near(p->a[1], -9.81 * 0.6 * 0.6, 1e-14);
    assert_near(p->lambda[0], 19.62 * 0.8, 1e-14);
}

static void test_only_the_lower_triangle_is_read(void **state) {
    fixture *f = *state;
    uint64_t seed = random_start(__func__, 11);
    for (int redundant = 0; redundant < 2; redundant++) {
        randomise(&seed, &f->p, 6, 3);
        if (redundant)
            make_dependent(&seed, &f->p, 2, 2);
        f->other = f->p;
        for (int i = 0; i < 6; i++) {
            for (int j = i + 1; j < 6; j++)
                f->other.M[i * 6 + j] = NAN;
        }
        solve(f->s, &f->p);
        solve(f->s, &f->other);
        assert_int_equal(f->other.info.regular, !redundant);
        for (int i = 0; i < 6; i++)
            assert_near(f->other.a[i], f->p.a[i], 0.0);
    }
}

/* a and the row forces A^T lambda are those of the independent rows alone; lambda has no part that does nothing. */
static void test_dependent_rows(void **state) {
    fixture *f = *state;
    problem *p = &f->p, *base = &f->other;
    uint64_t seed = random_start(__func__, 12);
    int solved = 0;
    for (int trial = 0; trial < 500; trial++) {
        const int n = 3 + random_below(&seed, 12), rank = 1 + random_below(&seed, n - 1);
        const int extra = trial % 8 == 7 ? MOST_M - rank : 1 + trial % 4; /* so many that other bases are used */
        randomise(&seed, base, n, rank);
        solve(f->s, base);
        if (base->info.smallest < 1e-4)
            continue;
        solved++;
        *p = *base;
        p->m = rank + extra;
        for (int k = rank; k < p->m; k++)
            make_dependent(&seed, p, k, rank);
        solve(f->s, p);
        assert_false(p->info.regular);
        assert_false(p->info.singular);
        assert_int_equal(p->info.rank, rank);
        assert_true(p->info.smallest > 1e-10 && p->info.smallest <= 1.0);
        assert_balance(p, 1e-9);
        assert_near(p->inconsistency, 0.0, 1e-12);
        for (int i = 0; i < n; i++)
            assert_near(p->a[i], base->a[i], 1e-9 * (1.0 + fabs(base->a[i])));
        double A[MOST_M * MOST_N], t[MOST_M], x[MOST_N], doubles[4 * MOST_M]; /* lambda is in the range of A */
        int ints[MOST_M];
        num_cod c;
        memcpy(A, p->A, sizeof A);
        memcpy(t, p->lambda, sizeof t);
        num_cod_factor(&c, A, p->m, n, 1e-9, ints, doubles);
        const double size = 1.0 + sqrt(num_dot(p->lambda, p->lambda, p->m));
        assert_near(num_cod_solve(&c, t, x), 0.0, 1e-8 * size);
    }
    assert_in_range(solved, 400, 500);
}

static void test_duplicated_row_shares_equally(void **state) {
    problem *p = &((fixture *)*state)->p;
    set(p, 2, 3, (double[]){2, 0, 0, 3}, (double[]){1, 0, 1, 0, 1, 0}, (double[]){6, 3}, (double[]){1, 1, 1});
    solve(((fixture *)*state)->s, p);
    assert_int_equal(p->info.rank, 1);
    assert_near(p->a[0], 1.0, 1e-15);
    assert_near(p->a[1], 1.0, 1e-15);
    for (int k = 0; k < 3; k++)
        assert_near(p->lambda[k], 4.0 / 3.0, 1e-14);
}

/* The second row is 1e6 times the first: the shortest lambda puts nearly everything on the second. */
static void test_scaled_duplicate(void **state) {
    problem *p = &((fixture *)*state)->p;
    set(p, 2, 2, (double[]){2, 0, 0, 3}, (double[]){1, 0, 1e6, 0}, (double[]){6, 3}, (double[]){1, 1e6});
    solve(((fixture *)*state)->s, p);
    assert_int_equal(p->info.rank, 1);
    assert_near(p->a[0], 1.0, 1e-15);
    assert_near(p->lambda[1], 4e-6, 1e-17);
    assert_near(p->lambda[0], 4e-12, 1e-21);
    assert_near(p->inconsistency, 0.0, 1e-15);
}

/* Units of the unknowns and of the rows change the answer by these units and nothing else. */
static void test_units(void **state) {
    fixture *f = *state;
    problem *p = &f->p, *scaled = &f->other;
    uint64_t seed = random_start(__func__, 13);
    for (int trial = 0; trial < 400; trial++) {
        const int n = 4 + random_below(&seed, 6);
        double u[MOST_N], r[MOST_M];
        randomise(&seed, p, n, 3);
        if (trial % 2)
            make_dependent(&seed, p, 2, 2);
        for (int i = 0; i < n; i++)
            u[i] = pow(10.0, random_below(&seed, 13) - 6);
        for (int k = 0; k < 3; k++)
            r[k] = pow(10.0, random_below(&seed, 13) - 6);
        *scaled = *p;
        for (int i = 0; i < n; i++) {
            scaled->h[i] *= u[i];
            for (int j = 0; j < n; j++)
                scaled->M[i * n + j] *= u[i] * u[j];
            for (int k = 0; k < 3; k++)
                scaled->A[k * n + i] *= r[k] * u[i];
        }
        for (int k = 0; k < 3; k++)
            scaled->gamma[k] *= r[k];
        solve(f->s, p);
        solve(f->s, scaled);
        assert_int_equal(scaled->info.regular, trial % 2 == 0);
        assert_int_equal(scaled->info.rank, p->info.rank);
        if (trial % 2 == 0)
            assert_near(scaled->info.smallest, p->info.smallest, 1e-8);
        if (p->info.smallest < 1e-3)
            continue;
        for (int i = 0; i < n; i++)
            assert_near(scaled->a[i] * u[i], p->a[i], 1e-9 * (1.0 + fabs(p->a[i])));
        for (int k = 0; k < 3 && trial % 2 == 0; k++) {
            assert_near(scaled->lambda[k] * r[k], p->lambda[k], 1e-9 * (1.0 + fabs(p->lambda[k])));
        }
    }
}

/* x = 2 s with a mass on x only: s has no inertia of its own but is determined by the row. */
static void test_massless_unknown_in_a_row(void **state) {
    problem *p = &((fixture *)*state)->p;
    for (int power = -9; power <= 9; power += 3) {
        const double u = pow(10.0, power); /* unit of s */
        set(p, 2, 1, (double[]){3, 0, 0, 0}, (double[]){1, -2 * u}, (double[]){6, 4 * u}, (double[]){1});
        solve(((fixture *)*state)->s, p);
        assert_false(p->info.regular);
        assert_false(p->info.singular);
        assert_int_equal(p->info.rank, 1);
        assert_near(p->lambda[0], -2.0, 1e-14); /* s: -2 lambda = 4 */
        assert_near(p->a[0], 8.0 / 3.0, 1e-14); /* x: 3 a + lambda = 6 */
        assert_near(p->a[1] * u, (8.0 / 3.0 - 1.0) / 2.0, 1e-14);
        assert_balance(p, 1e-14);
    }
}

/* Random systems with massless unknowns, as many as there are rows to determine them, and some rows repeated. */
static void test_random_massless(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 14);
    int solved = 0;
    for (int trial = 0; trial < 500; trial++) {
        const int n = 3 + random_below(&seed, 10), massless = 1 + random_below(&seed, n - 1);
        const int rank = massless + random_below(&seed, n - massless + 1), m = rank + trial % 3;
        randomise(&seed, p, n, m);
        for (int k = rank; k < m; k++)
            make_dependent(&seed, p, k, rank);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < massless; j++)
                p->M[i * n + j] = p->M[j * n + i] = 0.0;
        }
        solve(f->s, p);
        assert_int_equal(p->info.rank, rank);
        if (p->info.smallest < 1e-4) /* few are that close to singular */
            continue;
        solved++;
        assert_false(p->info.singular);
        assert_balance(p, 1e-9);
        assert_rows(p, 1e-9);
        assert_near(p->inconsistency, 0.0, 1e-10);
    }
    assert_in_range(solved, 400, 500);
}

static void test_singular_names_the_free_unknown(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    set(p, 3, 0, (double[]){1, 0, 0, 0, 0, 0, 0, 0, 2}, NULL, (double[]){1, 0, 4}, NULL);
    solve(f->s, p);
    assert_true(p->info.singular);
    assert_near(p->info.smallest, 0.0, 0.0);
    assert_int_equal(num_saddle_free_unknown(f->s), 1);
    assert_near(p->a[0], 1.0, 1e-15);
    assert_near(p->a[1], 0.0, 1e-15);
    assert_near(p->a[2], 2.0, 1e-15);
    /* the same with a row that does not concern it, and with one that fixes it */
    set(p, 3, 1, p->M, (double[]){1, 0, 1}, (double[]){1, 0, 4}, (double[]){0});
    solve(f->s, p);
    assert_true(p->info.singular);
    assert_int_equal(num_saddle_free_unknown(f->s), 1);
    p->A[1] = 5.0;
    solve(f->s, p);
    assert_false(p->info.singular);
    assert_balance(p, 1e-14);
    assert_rows(p, 1e-14);
}

/* Kinetic energy of x - y only: neither moves alone without inertia, both together do. */
static void test_singular_combination(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    set(p, 3, 0, (double[]){5, 0, 0, 0, 1, -1, 0, -1, 1}, NULL, (double[]){5, 1, -1}, NULL);
    solve(f->s, p);
    assert_true(p->info.singular);
    assert_in_range(num_saddle_free_unknown(f->s), 1, 2);
    assert_balance(p, 1e-14);
    set(p, 3, 1, p->M, (double[]){0, 1, 1}, (double[]){5, 1, -1}, (double[]){0});
    solve(f->s, p);
    assert_false(p->info.singular);
    assert_near(p->a[1], 0.5, 1e-15);
    assert_near(p->a[2], -0.5, 1e-15);
    assert_near(p->lambda[0], 0.0, 1e-15);
}

static void test_singular_everywhere(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    set(p, 2, 1, (double[]){0, 0, 0, 0}, (double[]){1, 1}, (double[]){0, 0}, (double[]){2});
    solve(f->s, p);
    assert_true(p->info.singular);
    assert_int_equal(p->info.rank, 1);
    assert_rows(p, 1e-15);
    set(p, 1, 0, (double[]){NAN}, NULL, (double[]){1}, NULL);
    solve(f->s, p);
    assert_false(p->info.regular);
    assert_true(p->info.singular);
    assert_int_equal(num_saddle_free_unknown(f->s), 0);
}

/* A kinetic energy such as x' y' is indefinite but gives accelerations all the same, in any units. */
static void test_indefinite_mass(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    for (int power = -12; power <= 12; power += 4) {
        const double u = pow(10.0, power);
        set(p, 3, 0, (double[]){1, 0, 0, 0, 0, u, 0, u, 0}, NULL, (double[]){7, 2 * u, 3 * u}, NULL);
        solve(f->s, p);
        assert_false(p->info.regular);
        assert_false(p->info.singular);
        assert_near(p->a[0], 7.0, 1e-13);
        assert_near(p->a[1], 3.0, 1e-13);
        assert_near(p->a[2], 2.0, 1e-13);
    }
}

static void test_contradiction(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    set(p, 2, 3, (double[]){2, 0, 0, 3}, (double[]){1, 0, 1, 0, 0, 1}, (double[]){0, 0}, (double[]){1, 2, 5});
    solve(f->s, p);
    assert_int_equal(p->info.rank, 2);
    assert_near(p->a[0], 1.5, 1e-15);
    assert_near(p->a[1], 5.0, 1e-15);
    assert_near(p->inconsistency, 0.5 * sqrt(2.0) / (5.0 * sqrt(3.0)), 1e-15); /* lengths in the metric of M */
    assert_balance(p, 1e-14);
    /* more rows than unknowns, and a row of nothing that wants something */
    set(p, 1, 3, (double[]){1}, (double[]){1, 1, 0}, (double[]){0}, (double[]){4, 4, 1});
    solve(f->s, p);
    assert_int_equal(p->info.rank, 1);
    assert_near(p->a[0], 4.0, 1e-15);
    assert_near(p->inconsistency, 0.25, 1e-15);
}

/* Rounding errors in rows where nothing happens are no contradiction while something happens elsewhere. */
static void test_noise_is_no_contradiction(void **state) {
    problem *p = &((fixture *)*state)->p;
    set(p, 2, 2, (double[]){1, 0, 0, 1}, (double[]){0, 1, 0, 1}, (double[]){9.81, 0}, (double[]){1e-17, -1e-17});
    solve(((fixture *)*state)->s, p);
    assert_near(p->inconsistency, 0.0, 1e-15);
    p->gamma[1] = 1e-3;
    solve(((fixture *)*state)->s, p);
    assert_true(p->inconsistency > 1e-5);
}

/* With h = 0, a is the shortest in the metric of M: no motion along the rows' null space costs less. */
static void test_projection(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 15);
    for (int trial = 0; trial < 200; trial++) {
        const int n = 6;
        randomise(&seed, p, n, 3);
        if (trial % 2)
            make_dependent(&seed, p, 2, 2);
        memset(p->h, 0, sizeof p->h);
        solve(f->s, p);
        if (p->info.smallest < 1e-3)
            continue;
        assert_rows(p, 1e-10);
        assert_balance(p, 1e-10); /* M a = -A^T lambda: M-orthogonal to the null space of A */
        memset(p->gamma, 0, sizeof p->gamma);
        solve(f->s, p);
        for (int i = 0; i < n; i++)
            assert_near(p->a[i], 0.0, 0.0);
        assert_near(p->inconsistency, 0.0, 0.0);
    }
}

/* Between the fast way and a dependent row: an angle of 1e-7 is still two rows, one of 1e-12 is one. */
static void test_nearly_dependent(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    for (int close = 0; close < 2; close++) {
        const double angle = close ? 1e-12 : 1e-7;
        set(p, 3, 2, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){1, 0, 0, 1, angle, 0}, (double[]){0, 0, 1},
            (double[]){1, 1 + 3 * angle});
        solve(f->s, p);
        assert_false(p->info.regular);
        assert_int_equal(p->info.rank, close ? 1 : 2);
        if (!close)
            assert_near(p->info.smallest, 1e-14, 1e-20);
        assert_near(p->a[0], 1.0, 1e-8);
        if (!close)
            assert_near(p->a[1], 3.0, 1e-8);
        assert_near(p->a[2], 1.0, 1e-15);
    }
}

/* A chain of 41 particles in the plane: 82 unknowns, 81 rods of which one goes back to the wall. */
static void make_chain(uint64_t *seed, problem *p, bool coupled) {
    p->n = 82;
    p->m = 81;
    memset(p->M, 0, sizeof p->M);
    memset(p->A, 0, sizeof p->A);
    for (int i = 0; i < p->n; i++) {
        p->M[i * p->n + i] = 2.0 + random_number(seed);
        if (coupled && i > 0)
            p->M[i * p->n + i - 1] = p->M[(i - 1) * p->n + i] = 0.3;
    }
    for (int k = 0; k < p->m; k++) {
        for (int i = k; i < k + 4 && i < p->n; i++)
            p->A[k * p->n + i] = (i == k ? 2.0 : 0.0) + random_number(seed);
    }
    random_fill(seed, p->h, p->n);
    random_fill(seed, p->gamma, p->m);
}

static void test_banded_chain(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 16);
    int solved = 0;
    for (int trial = 0; trial < 20; trial++) {
        make_chain(&seed, p, trial % 2);
        solve(f->s, p);
        if (p->info.smallest < 1e-6)
            continue;
        solved++;
        assert_true(p->info.regular);
        assert_balance(p, 1e-8);
        assert_rows(p, 1e-8);
        f->other = *p; /* once more with the last rows said twice */
        f->other.m = 85;
        for (int k = 81; k < 85; k++) {
            memcpy(f->other.A + k * 82, p->A + (k - 30) * 82, sizeof *p->A * 82);
            f->other.gamma[k] = p->gamma[k - 30];
        }
        solve(f->s, &f->other);
        assert_int_equal(f->other.info.rank, 81);
        assert_balance(&f->other, 1e-8);
        for (int i = 0; i < 82; i++)
            assert_near(f->other.a[i], p->a[i], 1e-7 * (1.0 + fabs(p->a[i])));
        for (int k = 81; k < 85; k++) {
            assert_near(f->other.lambda[k], f->other.lambda[k - 30], 1e-8 * (1.0 + fabs(p->lambda[k - 30])));
        }
    }
    assert_in_range(solved, 15, 20);
}

static void test_solving_in_place(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 17);
    for (int redundant = 0; redundant < 2; redundant++) {
        randomise(&seed, p, 5, 3);
        if (redundant)
            make_dependent(&seed, p, 2, 2);
        solve(f->s, p);
        double x[5], inconsistency;
        memcpy(x, p->h, sizeof x);
        num_saddle_solve(f->s, x, p->gamma, x, p->lambda, &inconsistency);
        for (int i = 0; i < 5; i++)
            assert_near(x[i], p->a[i], 0.0);
        assert_near(inconsistency, p->inconsistency, 0.0);
        num_saddle_solve(f->s, p->h, p->gamma, x, p->lambda, NULL);
        for (int i = 0; i < 5; i++)
            assert_near(x[i], p->a[i], 0.0);
    }
}

static void test_nothing_is_allocated_after_creation(void **state) {
    fixture *f = *state;
    uint64_t seed = random_start(__func__, 18);
    const size_t before = base_arena_used(f->memory);
    randomise(&seed, &f->p, 8, 5);
    solve(f->s, &f->p);
    make_dependent(&seed, &f->p, 4, 3);
    solve(f->s, &f->p);
    assert_false(f->p.info.regular);
    assert_int_equal(base_arena_used(f->memory), before);
}

static void test_row_rank(void **state) {
    fixture *f = *state;
    const double A[] = {1, 0, 0, 2, 0, 0, 0, 0, 0, 1e-9, 1e-9, 0, 5, 7, 0, 1, 1, 1e-3, 3, 3, 3};
    const bool want[] = {true, false, false, true, false, true, false};
    bool independent[7];
    assert_int_equal(num_saddle_row_rank(f->s, A, 3, 7, 1e-8, independent), 3);
    for (int k = 0; k < 7; k++)
        assert_int_equal(independent[k], want[k]);
    assert_int_equal(num_saddle_row_rank(f->s, A, 3, 6, 1e-2, independent), 2);
    assert_false(independent[5]);
    assert_int_equal(num_saddle_row_rank(f->s, NULL, 3, 0, 1e-8, NULL), 0);
}

/* Rows that differ clearly are taken before those that hardly do; of those that do about as much the first. */
static void test_clear_rows(void **state) {
    fixture *f = *state;
    const double A[] = {1, 0, 0, 1, 1e-6, 0, 1, 1, 0, 0, 0, 0, 1, 2, 1e-6, 1, 1, 1};
    const bool want[] = {true, false, true, false, false, true};
    bool clear[6];
    assert_int_equal(num_saddle_clear_rows(f->s, A, 3, 6, 1e-8, clear), 3);
    for (int k = 0; k < 6; k++)
        assert_int_equal(clear[k], want[k]);
    assert_int_equal(num_saddle_clear_rows(f->s, A, 3, 2, 1e-8, clear), 2);
    assert_int_equal(num_saddle_clear_rows(f->s, A, 3, 2, 1e-5, clear), 1);
    assert_true(clear[0]);
    assert_int_equal(num_saddle_clear_rows(f->s, NULL, 3, 0, 1e-8, NULL), 0);
}

/* The rank of the rows may be asked for between factorisation and solution. */
static void test_row_rank_of_random_rows(void **state) {
    fixture *f = *state;
    problem *p = &f->p;
    uint64_t seed = random_start(__func__, 19);
    for (int trial = 0; trial < 300; trial++) {
        bool independent[MOST_M];
        const int n = 2 + random_below(&seed, 12), rank = 1 + random_below(&seed, n);
        randomise(&seed, p, n, rank + 2);
        make_dependent(&seed, p, rank, rank);
        make_dependent(&seed, p, rank + 1, rank);
        solve(f->s, p);
        assert_int_equal(num_saddle_row_rank(f->s, p->A, n, rank + 2, 1e-9, independent), rank);
        for (int k = 0; k < rank + 2; k++)
            assert_int_equal(independent[k], k < rank);
        f->other = *p;
        num_saddle_solve(f->s, p->h, p->gamma, p->a, p->lambda, NULL);
        for (int i = 0; i < n; i++)
            assert_near(p->a[i], f->other.a[i], 0.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_regular),
        cmocka_unit_test(test_known_pendulum),
        cmocka_unit_test(test_only_the_lower_triangle_is_read),
        cmocka_unit_test(test_dependent_rows),
        cmocka_unit_test(test_duplicated_row_shares_equally),
        cmocka_unit_test(test_scaled_duplicate),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_massless_unknown_in_a_row),
        cmocka_unit_test(test_random_massless),
        cmocka_unit_test(test_singular_names_the_free_unknown),
        cmocka_unit_test(test_singular_combination),
        cmocka_unit_test(test_singular_everywhere),
        cmocka_unit_test(test_indefinite_mass),
        cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_noise_is_no_contradiction),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_nearly_dependent),
        cmocka_unit_test(test_banded_chain),
        cmocka_unit_test(test_solving_in_place),
        cmocka_unit_test(test_nothing_is_allocated_after_creation),
        cmocka_unit_test(test_row_rank),
        cmocka_unit_test(test_clear_rows),
        cmocka_unit_test(test_row_rank_of_random_rows),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
