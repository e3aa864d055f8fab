/* Lemke's method: every answer is checked by what it must fulfil, z >= 0, w >= 0, z w = 0. */
#include "num/random.h"

#include <string.h>

#include "num/dense.h"
#include "num/lcp.h"

enum { MOST = 20 };

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

static void assert_solution(const double *B, const double *b, int n, const double *z, double tolerance) {
    for (int i = 0; i < n; i++) {
        const double w = b[i] + num_dot(B + i * n, z, n);
        assert_true(z[i] >= 0.0);
        assert_near(fmin(w, z[i]), 0.0, tolerance);
    }
}

static void assert_solved(arena *memory, const double *B, const double *b, int n, double tolerance) {
    double z[MOST], size = 1.0;
    assert_true(num_lcp(memory, B, b, n, z));
    for (int i = 0; i < n; i++)
        size = fmax(size, z[i]);
    assert_solution(B, b, n, z, tolerance * size);
}

static void test_small_cases(void **state) {
    const double B[] = {2, 1, 1, 2};
    double z[2] = {7, 7};
    assert_true(num_lcp(*state, B, (double[]){-5, -6}, 2, z));
    assert_near(z[0], 4.0 / 3.0, 1e-15);
    assert_near(z[1], 7.0 / 3.0, 1e-15);
    assert_true(num_lcp(*state, B, (double[]){-4, 1}, 2, z));
    assert_near(z[0], 2.0, 1e-15);
    assert_near(z[1], 0.0, 0.0);
    assert_true(num_lcp(*state, B, (double[]){3, 0}, 2, z));
    assert_near(z[0], 0.0, 0.0);
    assert_near(z[1], 0.0, 0.0);
    assert_true(num_lcp(*state, (double[]){4}, (double[]){-2}, 1, z));
    assert_near(z[0], 0.5, 1e-15);
    assert_true(num_lcp(*state, NULL, NULL, 0, NULL));
}

static void test_no_solution(void **state) {
    double z[2];
    assert_false(num_lcp(*state, (double[]){0}, (double[]){-1}, 1, z));
    assert_false(num_lcp(*state, (double[]){-1}, (double[]){-1}, 1, z));
    assert_false(num_lcp(*state, (double[]){1, -1, -1, 1}, (double[]){-1, -1}, 2, z));
    assert_false(num_lcp(*state, (double[]){NAN}, (double[]){-1}, 1, z));
    assert_false(num_lcp(*state, (double[]){1}, (double[]){NAN}, 1, z));
}

/* The same as beside a second unknown that has nothing to do with it; scales of 1e-300 and 1e300 are none. */
static void test_one_unknown(void **state) {
    uint64_t seed = random_start(__func__, 8);
    for (int trial = 0; trial < 1000; trial++) {
        const double B = pow(10, 12 * random_number(&seed)), b = -pow(10, 6 * random_number(&seed));
        double one = 7, two[2];
        assert_true(num_lcp(*state, &B, &b, 1, &one));
        assert_true(num_lcp(*state, (double[]){B, 0, 0, 1}, (double[]){b, -1}, 2, two));
        assert_near(one, two[0], 1e-15 * two[0]);
        assert_true(num_lcp(*state, &B, (double[]){-b}, 1, &one));
        assert_near(one, 0, 0);
    }
    double z;
    assert_false(num_lcp(*state, (double[]){0}, (double[]){-1}, 1, &z));
    assert_false(num_lcp(*state, (double[]){-1}, (double[]){-1}, 1, &z));
}

/* A positive definite symmetric part makes a P-matrix, symmetric or not. */
static void test_random_p_matrices(void **state) {
    uint64_t seed = random_start(__func__, 6);
    double B[MOST * MOST], b[MOST];
    for (int trial = 0; trial < 1000; trial++) {
        const int n = 1 + random_below(&seed, MOST);
        random_definite(&seed, B, n, 0.01);
        for (int i = 0; trial % 2 && i < n; i++) {
            for (int j = 0; j < i; j++) {
                const double skew = 3.0 * random_number(&seed);
                B[i * n + j] += skew;
                B[j * n + i] -= skew;
            }
        }
        random_fill(&seed, b, n);
        assert_solved(*state, B, b, n, 1e-11);
    }
}

/* B = J J^T with more contacts than unknowns, repeated contacts and (every other time) whole-number data: many ties,
   many solutions. With b = J v there is one: z are the multipliers of the point u nearest to v with J u >= 0, and u = 0
   is such a point. */
static void test_degenerate_semidefinite(void **state) {
    uint64_t seed = random_start(__func__, 7);
    double J[MOST * 3], B[MOST * MOST], b[MOST];
    for (int trial = 0; trial < 2000; trial++) {
        const int n = 2 + random_below(&seed, MOST - 1), unknowns = 1 + random_below(&seed, 3);
        double v[8] = {0};
        for (int i = 0; i < 3; i++)
            v[i] = random_below(&seed, 5) - 2;
        for (int i = 0; i < n * unknowns; i++)
            J[i] = random_below(&seed, 5) - 2;
        if (trial % 2)
            random_fill(&seed, J, n * unknowns);
        for (int i = 0; i < unknowns; i++)
            J[(n - 1) * unknowns + i] = J[i];
        for (int i = 0; i < n; i++) {
            b[i] = num_dot(J + i * unknowns, v, unknowns);
            for (int j = 0; j < n; j++)
                B[i * n + j] = num_dot(J + i * unknowns, J + j * unknowns, unknowns);
        }
        assert_solved(*state, B, b, n, 1e-11);
    }
}

/* A block that rests on four identical corners: the forces share the weight in some way. */
static void test_four_identical_contacts(void **state) {
    double B[16], b[4], z[4];
    for (int i = 0; i < 16; i++)
        B[i] = 0.5;
    for (int i = 0; i < 4; i++)
        b[i] = -9.81;
    assert_true(num_lcp(*state, B, b, 4, z));
    assert_solution(B, b, 4, z, 1e-13);
    assert_near(z[0] + z[1] + z[2] + z[3], 19.62, 1e-12);
}

/* Two corners of a block that slides and comes to lie on them, at heights that differ by little: directions of friction
   are almost the same. Unknowns are two normal impulses, then friction to both sides and the size of the slip of each
   (Stewart and Trinkle 1996). */
static void state_landing(uint64_t *seed, double apart, double *B, double *b) {
    enum { N = 8 };
    const double mobility = 0.5 + random_below(seed, 100) / 50.0, turning = 0.5 + random_below(seed, 100) / 20.0;
    const double x[] = {-0.3 - random_below(seed, 100) / 100.0, 0.3 + random_below(seed, 100) / 100.0}, y = -0.5;
    const double friction = 0.05 + random_below(seed, 90) / 100.0, height[] = {y, y * (1 + apart)};
    double J[N][3], way[N] = {1, 1, 1, -1, 0, 1, -1, 0};
    const double v[] = {0.6 * random_number(seed), 1e-5 * random_number(seed), 1e-5 * random_number(seed)};
    for (int i = 0; i < N; i++) {
        const int corner = i < 2 ? i : (i - 2) / 3;
        const double normal[] = {0, 1, x[corner]}, tangent[] = {way[i], 0, -way[i] * height[corner]};
        memcpy(J[i], i < 2 ? normal : tangent, sizeof J[i]);
    }
    for (int i = 0; i < N; i++) {
        b[i] = num_dot(J[i], v, 3);
        for (int j = 0; j < N; j++)
            B[i * N + j] = mobility * (J[i][0] * J[j][0] + J[i][1] * J[j][1]) + turning * J[i][2] * J[j][2];
    }
    for (int corner = 0; corner < 2; corner++) {
        const int size = 4 + 3 * corner;
        B[(size - 2) * N + size] = B[(size - 1) * N + size] = 1;
        B[size * N + corner] = friction;
        B[size * N + size - 2] = B[size * N + size - 1] = -1;
    }
}

static void test_almost_equal_contacts(void **state) {
    uint64_t seed = random_start(__func__, 9);
    double B[64], b[8];
    for (int trial = 0; trial < 4000; trial++) {
        state_landing(&seed, pow(10.0, -8 - trial % 8), B, b);
        assert_solved(*state, B, b, 8, 1e-10);
    }
}

/* The answer does not depend on the units of a contact. */
static void test_units(void **state) {
    uint64_t seed = random_start(__func__, 8);
    double B[36], b[6], z[6], scaled_B[36], scaled_b[6], scaled_z[6];
    for (int trial = 0; trial < 200; trial++) {
        random_definite(&seed, B, 6, 0.05);
        random_fill(&seed, b, 6);
        assert_true(num_lcp(*state, B, b, 6, z));
        for (int i = 0; i < 6; i++) {
            const double u = pow(10.0, 2 * i - 6);
            scaled_b[i] = 1e5 * u * b[i];
            for (int j = 0; j < 6; j++)
                scaled_B[i * 6 + j] = u * B[i * 6 + j] * pow(10.0, 2 * j - 6);
        }
        assert_true(num_lcp(*state, scaled_B, scaled_b, 6, scaled_z));
        for (int i = 0; i < 6; i++)
            assert_near(scaled_z[i] * pow(10.0, 2 * i - 6) / 1e5, z[i], 1e-9 * (1.0 + z[i]));
    }
}

static void test_memory_is_given_back(void **state) {
    double z[2];
    const arena_mark before = base_arena_get_mark(*state);
    assert_true(num_lcp(*state, (double[]){2, 1, 1, 2}, (double[]){-5, -6}, 2, z));
    assert_false(num_lcp(*state, (double[]){1, -1, -1, 1}, (double[]){-1, -1}, 2, z));
    const arena_mark after = base_arena_get_mark(*state);
    assert_ptr_equal(before.block, after.block);
    assert_int_equal(before.used, after.used);
}

/* The solution by trying which of z are zero: of P-matrices there is exactly one. */
static bool solve_by_trying(const double *B, const double *b, int n, double *z) {
    for (unsigned set = 0; set < 1u << n; set++) {
        double K[MOST * MOST] = {0}, x[MOST] = {0};
        bool holds = true;
        for (int i = 0; i < n; i++) { /* Gauss-Jordan on the rows of the set; the others are unit rows */
            const bool in = set >> i & 1;
            for (int j = 0; j < n; j++)
                K[i * n + j] = in && set >> j & 1 ? B[i * n + j] : i == j;
            x[i] = in ? -b[i] : 0;
        }
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) {
                const double factor = i == k ? 0 : K[i * n + k] / K[k * n + k];
                for (int j = 0; factor != 0 && j < n; j++)
                    K[i * n + j] -= factor * K[k * n + j];
                x[i] -= factor * x[k];
            }
        for (int i = 0; i < n; i++)
            x[i] /= K[i * n + i];
        for (int i = 0; i < n; i++)
            holds = holds && x[i] >= -1e-12 && b[i] + num_dot(B + i * n, x, n) >= -1e-12;
        if (holds) {
            memcpy(z, x, (size_t)n * sizeof *z);
            return true;
        }
    }
    return false;
}

/* All right sides of small whole numbers: ties of every kind in the choice of pivots. */
static void test_all_small_whole_right_sides(void **state) {
    static const double matrices[][9] = {{2, 1, 0, 1, 2, 1, 0, 1, 2},
                                         {1, 0, 0, 0, 1, 0, 0, 0, 1},
                                         {3, -1, -1, -1, 3, -1, -1, -1, 3},
                                         {1, 2, 0, 0, 1, 2, 0, 0, 1},
                                         {2, -1, 0, 1, 2, -1, 0, 1, 2}};
    for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++)
        for (int code = 0; code < 125; code++) {
            const double b[] = {code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2};
            double z[3], want[3];
            assert_true(solve_by_trying(matrices[k], b, 3, want));
            assert_true(num_lcp(*state, matrices[k], b, 3, z));
            for (int i = 0; i < 3; i++)
                if (!(fabs(z[i] - want[i]) <= 1e-12))
                    fail_msg("matrix %zu, b = %g %g %g: z[%d] is %g, not %g", k, b[0], b[1], b[2], i, z[i], want[i]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_cases),
        cmocka_unit_test(test_no_solution),
        cmocka_unit_test(test_one_unknown),
        cmocka_unit_test(test_random_p_matrices),
        cmocka_unit_test(test_degenerate_semidefinite),
        cmocka_unit_test(test_four_identical_contacts),
        cmocka_unit_test(test_almost_equal_contacts),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_memory_is_given_back),
        cmocka_unit_test(test_all_small_whole_right_sides),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
