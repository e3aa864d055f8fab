/* Tests of null spaces: what vanishes is found, and nothing is said of numbers beyond all measure. */
#include "analysis/probe/echelon.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void finds_what_vanishes(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double A[] = {1, -1, 0, 0, 0, 1e-12}, *z;
    assert_int_equal(analysis_echelon_null_space(A, 2, 3, &z, a), 2);
    for (int k = 0; k < 2; k++)
        assert_true(fabs(z[3 * k] - z[3 * k + 1]) < 1e-12);
    double full[] = {1, 0, 1, 1};
    assert_int_equal(analysis_echelon_null_space(full, 2, 2, &z, a), 0);
    double none[] = {0};
    assert_int_equal(analysis_echelon_null_space(none, 1, 0, &z, a), 0);
    base_arena_destroy(a);
}

static void beyond_measure(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double huge[] = {1e300, 0, 0, 1}, missing[] = {NAN, 0, 0, 1}, *z;
    assert_int_equal(analysis_echelon_null_space(huge, 2, 2, &z, a), 0);
    assert_int_equal(analysis_echelon_null_space(missing, 2, 2, &z, a), 0);
    base_arena_destroy(a);
}

enum { SIZE = 6 };

static double next_random(uint64_t *dice) {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (double)(*dice >> 11) * 0x1p-52 - 1;
}

/* Each vector alone has an entry at its pivot, and that is 1, however many are added at a time. */
static void assert_echelon(const echelon *e) {
    for (int k = 0; k < e->count; k++)
        for (int i = 0; i < e->count; i++)
            assert_true(e->at[i][e->pivot[k]] == (i == k));
}

static void vectors_have_their_pivots(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const int order[SIZE] = {4, 0, 5, 1, 2, 3};
    uint64_t dice = 88172645463325252u;
    echelon e = analysis_echelon_make(SIZE, 8, a);
    double v[5 * SIZE], kept[5 * SIZE];
    for (int i = 0; i < 4 * SIZE; i++)
        kept[i] = v[i] = next_random(&dice);
    for (int i = 0; i < SIZE; i++)
        kept[4 * SIZE + i] = v[4 * SIZE + i] = 2 * v[i] - 3 * v[SIZE + i] + v[2 * SIZE + i]; /* nothing new */
    analysis_echelon_add(&e, v, 2, order);
    assert_int_equal(e.count, 2);
    assert_echelon(&e);
    analysis_echelon_add(&e, v + 2 * SIZE, 3, order);
    assert_int_equal(e.count, 4);
    assert_echelon(&e);
    for (int k = 0; k < 4; k++) /* the earliest in the order */
        assert_int_equal(e.pivot[k], order[k]);
    for (int k = 0; k < 5; k++) {
        analysis_echelon_reduce(&e, kept + k * SIZE);
        for (int i = 0; i < SIZE; i++)
            assert_true(fabs(kept[k * SIZE + i]) < 1e-13); /* all are in the span */
    }
    double other[SIZE] = {1, 2, 3, 4, 5, 6};
    analysis_echelon_reduce(&e, other);
    for (int k = 0; k < e.count; k++)
        assert_true(other[e.pivot[k]] == 0);
    assert_true(fabs(other[2]) + fabs(other[3]) > 1e-3);
    base_arena_destroy(a);
}

/* What is left of a vector by rounding is nothing; zeros come out as zeros. */
static void rounding_is_removed(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const int order[3] = {0, 1, 2};
    echelon e = analysis_echelon_make(3, 4, a);
    double v[] = {1, 1, 0, 1, 1, 1e-14, 0.1 + 0.2, 0.3, 0, 2, 0, 4};
    analysis_echelon_add(&e, v, 4, order);
    assert_int_equal(e.count, 2);
    assert_true(e.pivot[0] == 0 && e.pivot[1] == 1);
    assert_true(e.at[0][2] == 2 && e.at[1][2] == -2);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_vanishes), cmocka_unit_test(beyond_measure),
                                       cmocka_unit_test(vectors_have_their_pivots),
                                       cmocka_unit_test(rounding_is_removed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
