/* A point as it is made: sizes of what it computes, inputs in their places, parts of the model that are off. */
#include "point/parts.h"
#include "spot.h"

static void sizes_follow_from_coordinates_and_rows(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t n, m, outputs, params;
    } cases[] = {
        {SPOT_ANGLE, 1, 0, 1, 3}, {SPOT_ROD, 2, 1, 0, 3}, {SPOT_DOUBLE, 2, 0, 1, 3}, {SPOT_SLEIGH, 3, 1, 1, 2}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        spot x;
        spot_begin(&x, cases[k].text);
        const size_t n = cases[k].n, m = cases[k].m;
        const size_t want[] = {n * n, n, m * n, m, m, m, n, m, n, cases[k].outputs, 4};
        for (int what = 0; what < POINT_QUANTITY_COUNT; what++)
            assert_int_equal(point_size(x.p, (point_quantity)what), want[what]);
        const size_t widths[] = {1, n, n, n, cases[k].params};
        for (int by = 0; by < POINT_VARIABLE_COUNT; by++)
            assert_int_equal(point_width(x.p, (point_variable)by), widths[by]);
        spot_end(&x);
    }
}

/* Parameters, t, q, v, loads, accelerations, multipliers: each variable once, in this order. */
static void inputs_have_their_places(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_SLEIGH);
    const point *p = x.p;
    const model *m = x.of.m;
    assert_int_equal(p->t_at, m->param_count);
    assert_int_equal(p->input_count, m->param_count + 1 + 4 * 3 + 1);
    assert_int_equal(p->vars[p->t_at], m->t);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(p->vars[p->q_at + i], m->coords[i].q);
        assert_int_equal(p->vars[p->v_at + i], m->coords[i].v);
        assert_int_equal(p->vars[p->a_at + i], m->coords[i].a);
    }
    for (size_t i = 0; i < p->input_count; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(p->vars[i], p->vars[k]);
    spot_end(&x);
}

/* The explicit solution is made where it pays, and gives what the matrices give. */
static void both_ways_to_accelerations_agree(void **state) {
    (void)state;
    static const char *const machines[] = {SPOT_ANGLE, SPOT_ROD, SPOT_DOUBLE, SPOT_SLEIGH};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        spot x;
        spot_begin(&x, machines[k]);
        assert_non_null(x.p->motion.t);
        for (int trial = 0; trial < 5; trial++) {
            double q[SPOT_MOST], v[SPOT_MOST], a[SPOT_MOST], lambda[SPOT_MOST], h[SPOT_MOST];
            spot_roll(&x, q, v);
            assert_true(point_solve(x.p, 0.1, q, v, a, lambda));
            assert_true(point_factor(x.p, 0.1, q, v));
            memcpy(h, x.p->values + x.p->at[POINT_H], (size_t)x.n * sizeof *h);
            point_solve_linear(x.p, h, x.p->values + x.p->at[POINT_GAMMA], h, x.p->spare);
            for (int i = 0; i < x.n; i++)
                assert_near(h[i], a[i], 1e-11);
            for (int i = 0; i < x.m; i++)
                assert_near(x.p->spare[i], lambda[i], 1e-11);
        }
        spot_end(&x);
    }
}

/* What the mode leaves out is not in the equations. */
static void constraints_that_are_off(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\nconstraint a: x = y off\nconstraint b: y = t\n");
    assert_int_equal(x.m, 1);
    assert_int_equal(point_equations(x.p)->rows[0], 1);
    const double q[] = {1, 2}, v[] = {3, 1};
    assert_true(point_evaluate(x.p, 2, q, v));
    assert_near(spot_number(&x, POINT_F, 0), 0, 0);
    assert_near(spot_number(&x, POINT_ACCELERATION, 0), 0, 0);
    spot_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_follow_from_coordinates_and_rows),
        cmocka_unit_test(inputs_have_their_places),
        cmocka_unit_test(both_ways_to_accelerations_agree),
        cmocka_unit_test(constraints_that_are_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
