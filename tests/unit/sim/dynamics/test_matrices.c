/* Matrices and right sides of one state, in the order in which they are told. */
#include "sim/support.h"

/* L = (3 x'^2 + 2 x x' y' + 5 y'^2)/2 - 7 y, with x y = 6: M = [3 x; x 5], h = [0; -7 - x'^2] */
#define COUPLED                                                                                                        \
    "coord x = 2, y = 3\ninitial x' = 4\nkinetic T = (3*x'^2 + 2*x*x'*y' + 5*y'^2)/2\npotential V = 7*y\n"             \
    "constraint c: x*y = 6\n"

static void all_that_stands_in_the_equations(void **state) {
    (void)state;
    motion x = motion_begin(COUPLED);
    const mode *m = x.s->mode;
    double h[2], gamma, f, f_dot, y[] = {2, 3.5, 4, -6, 0};
    dynamics_load_state(x.s, 0, y);
    assert_true(dynamics_load_matrices(x.s));
    assert_near(m->M[0], 3, 0);
    assert_near(m->M[2], 2, 0);
    assert_near(m->M[3], 5, 0);
    assert_near(m->A[0], 3.5, 0);
    assert_near(m->A[1], 2, 0);
    dynamics_load_h(m, h);
    assert_near(h[0], 0, 0);
    assert_near(h[1], -7 - 16, 1e-15);
    dynamics_load_gamma(m, &gamma);
    assert_near(gamma, -2 * 4 * -6, 1e-15);
    dynamics_load_f(m, &f);
    assert_near(f, 7 - 6, 1e-15);
    dynamics_load_f_dot(m, &f_dot);
    assert_near(f_dot, 3.5 * 4 + 2 * -6, 1e-15);
    motion_end(&x);
}

/* Friction acts otherwise than the row: C = A + mu along, slip in the sign told. */
static void sliding_rows_act_otherwise(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\ninitial x' = 2\ngravity 10\nparticle p: mass 2 at [x, y]\n"
                            "contact floor: y >= 0, friction 0.25 along x\n");
    const mode *m = x.s->mode;
    assert_true(m->eq.unsymmetric);
    dynamics_load_state(x.s, 0, x.s->y);
    assert_true(dynamics_load_matrices(x.s));
    assert_near(m->A[0], 0, 0);
    assert_near(m->A[1], 1, 0);
    assert_near(m->C[0], -0.25, 1e-15);
    assert_near(m->C[1], 1, 0);
    assert_true(motion_evaluate(&x));
    assert_near(motion_a(&x, "x"), -2.5, 1e-13);
    assert_near(motion_lambda(&x, "floor"), -20, 1e-12);
    motion_end(&x);
}

static void what_is_loaded_is_known(void **state) {
    (void)state;
    motion x = motion_begin(COUPLED);
    double y[] = {2, 3, 4, -6, 0};
    dynamics_load_state(x.s, 0.5, y);
    assert_true(dynamics_is_loaded(x.s->mode, 0.5, y));
    assert_false(dynamics_is_loaded(x.s->mode, 0.25, y));
    y[3] = -5;
    assert_false(dynamics_is_loaded(x.s->mode, 0.5, y));
    y[3] = -6;
    y[4] = 1; /* work is no part of it */
    assert_true(dynamics_is_loaded(x.s->mode, 0.5, y));
    motion_end(&x);
}

static void rows_alone_and_where_they_have_no_value(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\nconstraint c: y = sqrt(x)\n");
    double y[] = {4, 3, 0, 0, 0}, f;
    assert_true(dynamics_rows(x.s, 0, y, &f));
    assert_near(fabs(f), 1, 1e-15);
    assert_true(x.s->mode->at_hand);
    y[0] = 0;
    assert_false(dynamics_rows(x.s, 0, y, &f));
    assert_false(x.s->mode->at_hand);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_stands_in_the_equations),
        cmocka_unit_test(sliding_rows_act_otherwise),
        cmocka_unit_test(what_is_loaded_is_known),
        cmocka_unit_test(rows_alone_and_where_they_have_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
