/* Floquet multipliers from a matrix: the one of the motion itself is left out, and those that are 1 are 1. */
#include "linear/shooting.h"

static linear_periodic judge(double *P, int d, double *first, bool driven, arena *a) {
    const orbit o = {.driven = driven, .period = 2};
    const orbit_shot s = {.d = d, .P = P, .first = first};
    linear_periodic out = {0};
    linear_orbit_judge(&o, &s, &out, a);
    return out;
}

/* P with P f = f for f = (1, 2, 2), 0.5 and -3 beside it. */
static void the_motion_itself(void **state) {
    (void)state;
    need_multipliers();
    arena *a = base_arena_create();
    const double f[] = {1, 2, 2}, u[] = {0, 1, -1}, w[] = {4, -1, -1}, norm[] = {9, 2, 18}, s[] = {1, 0.5, -3};
    const double *vectors[] = {f, u, w};
    double P[9] = {0}, first[] = {2, 4, 4};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 9; i++)
            P[i] += s[k] * vectors[k][i / 3] * vectors[k][i % 3] / norm[k];
    linear_periodic out = judge(P, 3, first, false, a);
    assert_int_equal(out.count, 2);
    assert_near(out.re[0], -3, 1e-13);
    assert_near(out.re[1], 0.5, 1e-13);
    assert_int_equal(out.stability, UNSTABLE);
    assert_near(out.growth, log(3.0) / 2, 1e-13);
    out = judge(P, 3, first, true, a);
    assert_int_equal(out.count, 3);
    assert_near(out.re[1], 1, 1e-12);
    base_arena_destroy(a);
}

static void blocks_of_ones(void **state) {
    (void)state;
    need_multipliers();
    arena *a = base_arena_create();
    double one[] = {1, 3, -1e-11, 1}, off[] = {1.001, 0, 0, 1.0005}, circle[] = {0, 1, -1, 0},
           small[] = {0.5, 1, 0, -0.25};
    linear_periodic out = judge(one, 2, NULL, true, a);
    assert_true(out.ones == 2 && out.re[0] == 1 && out.im[0] == 0);
    assert_int_equal(out.stability, UNDECIDED);
    assert_int_equal(judge(off, 2, NULL, true, a).stability, UNSTABLE);
    out = judge(circle, 2, NULL, true, a);
    assert_true(out.ones == 0 && out.stability == UNDECIDED);
    assert_int_equal(judge(small, 2, NULL, true, a).stability, ASYMPTOTICALLY_STABLE);
    base_arena_destroy(a);
}

/* A rigid rotation has nothing beside it. */
static void alone(void **state) {
    (void)state;
    arena *a = base_arena_create();
    double P[] = {1}, first[] = {-2};
    const linear_periodic out = judge(P, 1, first, false, a);
    assert_true(out.count == 0 && out.has_multipliers);
    base_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_motion_itself), cmocka_unit_test(blocks_of_ones),
                                       cmocka_unit_test(alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
