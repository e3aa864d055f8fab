/* Dependent rows: which are used, what the others carry, and what they contradict. */
#include "sim/support.h"

/* x + y = 3 told again as its double, and x = 1: rank 2 of 3. */
#define TOLD_TWICE                                                                                                     \
    "coord x = 1, y = 2, z = 0\ninitial z' = 1\nkinetic T = (x'^2 + 4*y'^2 + z'^2)/2\n"                                \
    "potential V = 6*x\nconstraint a: x + y = 3\nconstraint b: 2*x + 2*y = 6\nconstraint c: x = 1\n"

static motion told_twice(void) {
    motion x = motion_try(TOLD_TWICE);
    assert_true(motion_found(&x, DIAG_W0420));
    dynamics_load_state(x.s, x.s->t, x.s->y);
    assert_true(dynamics_load_matrices(x.s) && dynamics_rows_factor(x.s));
    return x;
}

static void the_first_of_dependent_rows_is_used(void **state) {
    (void)state;
    motion x = told_twice();
    const mode *m = x.s->mode;
    assert_int_equal(m->used_count, 2);
    assert_int_equal(m->used[0], 0);
    assert_int_equal(m->used[1], 2);
    assert_true(dynamics_rows_dependent(m));
    assert_int_equal(dynamics_idle_row(x.s), -1);
    motion_end(&x);
}

/* In x: 6 + l_a + l_c = 0, in y: l_a = 0; those left out carry nothing, and of gamma only used rows count. */
static void multipliers_stand_at_their_rows(void **state) {
    (void)state;
    motion x = told_twice();
    mode *m = x.s->mode;
    double h[3], gamma[] = {5, 77, 2}, a[3], lambda[3];
    dynamics_load_h(m, h);
    dynamics_rows_solve(m, h, gamma, a, lambda);
    const double want_a[] = {2, 3, 0}, want[] = {-12, 0, -6 - 2 + 12};
    for (int i = 0; i < 3; i++) {
        assert_near(a[i], want_a[i], 1e-13);
        assert_near(lambda[i], want[i], 1e-13);
    }
    /* the same force from all rows together, least in the sum of squares: 1 part from a, 2 from b */
    dynamics_rows_minimum_norm(x.s, m, lambda);
    assert_near(lambda[0], -12 / 5.0, 1e-13);
    assert_near(lambda[1], -24 / 5.0, 1e-13);
    assert_near(lambda[2], 4, 1e-13);
    motion_end(&x);
}

/* a = [2, 3, 0]: row b asks for 77 instead of 10, beside terms of 77. */
static void contradictions_are_relative_to_their_terms(void **state) {
    (void)state;
    motion x = told_twice();
    const double h[] = {-6, 0, 0}, a[] = {2, 3, 0}, gamma[] = {5, 77, 2}, fits[] = {5, 10, 2}, none[3] = {0};
    assert_near(dynamics_rows_contradiction(x.s->mode, h, a, gamma), 67 / 77.0, 1e-14);
    assert_near(dynamics_rows_contradiction(x.s->mode, h, a, fits), 0, 1e-15);
    assert_near(dynamics_rows_contradiction(x.s->mode, none, none, none), 0, 0);
    /* whatever the unit of time */
    double small[3][3];
    for (int i = 0; i < 3; i++) {
        small[0][i] = 1e-9 * h[i];
        small[1][i] = 1e-9 * a[i];
        small[2][i] = 1e-9 * gamma[i];
    }
    assert_near(dynamics_rows_contradiction(x.s->mode, small[0], small[1], small[2]), 67 / 77.0, 1e-14);
    const double off[] = {1, 0, 0}; /* at rest the forces are the measure: 2*6 */
    assert_near(dynamics_rows_contradiction(x.s->mode, h, none, off), 1 / 12.0, 1e-14);
    motion_end(&x);
}

static void a_row_left_out_is_a_combination(void **state) {
    (void)state;
    motion x = told_twice();
    double c[2];
    assert_true(dynamics_rows_combination(x.s, x.s->mode, 1, c));
    assert_near(c[0], 1, 1e-13); /* of rows of length 1 */
    assert_near(c[1], 0, 1e-13);
    x.s->mode->used_count = 1; /* c is no multiple of a */
    assert_false(dynamics_rows_combination(x.s, x.s->mode, 2, c));
    motion_end(&x);
}

/* By its mass; without one by the largest entry beside what the row's other entries make. */
static void scales_of_unknowns(void **state) {
    (void)state;
    double scale[3];
    const double M[] = {4, 0, 0, 0, 0, 0, 0, 0, 0}, A[] = {3, 8, 0, 0, 0, 5};
    dynamics_rows_scales(M, A, 3, 2, scale);
    assert_near(scale[0], 0.5, 0);
    assert_near(scale[1], 1.5 / 8, 1e-16);
    assert_near(scale[2], 0.2, 1e-16);
    const double nothing[6] = {0};
    dynamics_rows_scales(M, nothing, 3, 2, scale);
    assert_near(scale[2], 1, 0);
}

/* Chosen at a singular place the rows fail there again and again: then all of them are used, until it has been left. */
static void all_rows_lead_away(void **state) {
    (void)state;
    motion x = told_twice();
    mode *m = x.s->mode;
    for (int k = 0; k < 5; k++)
        dynamics_rows_review_rows(x.s);
    assert_int_equal(m->used_count, 2);
    dynamics_rows_review_rows(x.s);
    assert_int_equal(m->used_count, 3);
    dynamics_rows_leave(x.s);
    assert_int_equal(m->used_count, 3); /* still there */
    x.s->t = 0.1;
    dynamics_rows_leave(x.s);
    assert_int_equal(m->used_count, 2);
    assert_int_equal(m->reviews, 0);
    motion_end(&x);
}

static void regular_modes_need_not_be_looked_at_again(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 2\nkinetic T = x'^2 + y'^2\nconstraint a: x + y = 3\n");
    mode *m = x.s->mode;
    assert_int_equal(x.s->regular, 1);
    dynamics_rows_restart(x.s, m);
    assert_true(m->ranked);
    assert_int_equal(m->used_count, 1);
    x.s->regular = 0;
    dynamics_rows_restart(x.s, m);
    assert_false(m->ranked);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_dependent_rows_is_used),
        cmocka_unit_test(multipliers_stand_at_their_rows),
        cmocka_unit_test(contradictions_are_relative_to_their_terms),
        cmocka_unit_test(a_row_left_out_is_a_combination),
        cmocka_unit_test(scales_of_unknowns),
        cmocka_unit_test(all_rows_lead_away),
        cmocka_unit_test(regular_modes_need_not_be_looked_at_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
