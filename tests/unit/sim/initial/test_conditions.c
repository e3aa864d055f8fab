/* Conditions as a nonlinear system: its numbers, the measure by which they hold, and the nearest point. */
#include "sim/initial/conditions.h"
#include "sim/support.h"

/* The outputs of a model as conditions on its coordinates, but for the last `known` ones. */
static condition_system system_of(motion *x, size_t known) {
    condition_list list = {0};
    var_list given = {0}, unknown = {0};
    const model *m = x->of.m;
    for (size_t i = 0; i < m->param_count; i++)
        vec_push(x->memory, &given, m->params[i].var);
    for (size_t i = 0; i < m->coord_count; i++)
        if (i + known < m->coord_count)
            vec_push(x->memory, &unknown, m->coords[i].q);
        else
            vec_push(x->memory, &given, m->coords[i].q);
    for (size_t i = 0; i < m->output_count; i++)
        vec_push(x->memory, &list, (condition){.residual = m->base->outputs[i], .name = m->outputs[i].name});
    condition_system e = initial_conditions_compile(x->s, &list, &given, &unknown);
    double *values = dynamics_values(x->s);
    initial_conditions_load(x->s, &e, values);
    return e;
}

#define CIRCLE "param r = 5\ncoord x = 6, y = 8\nkinetic T = x'^2 + y'^2\noutput c = x^2 + y^2 - r^2\n"

static void residuals_slopes_and_terms(void **state) {
    (void)state;
    motion x = motion_begin(CIRCLE);
    condition_system e = system_of(&x, 0);
    const double at[] = {3, -2};
    assert_true(initial_conditions_evaluate(x.s, &e, at));
    assert_near(e.r[0], 9 + 4 - 25, 1e-15);
    assert_near(e.J[0], 6, 1e-15);
    assert_near(e.J[1], -4, 1e-15);
    assert_near(e.terms[0], 9 + 4 + 25, 1e-14);
    assert_false(e.overdetermined);
    const double *values = initial_conditions_values(x.s, &e);
    assert_near(values[x.of.m->coords[1].q], -2, 0);
    assert_near(values[x.of.m->params[0].var], 5, 0);
    model_set_value(x.of.m, &x.of.m->params[0], 1);
    initial_conditions_load(x.s, &e, values);
    assert_true(initial_conditions_evaluate(x.s, &e, at));
    assert_near(e.r[0], 12, 1e-15);
    motion_end(&x);
}

/* A slope without a value is no harm where the condition holds. */
static void what_has_no_slope(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\noutput c = hypot(x, y)\n");
    condition_system e = system_of(&x, 0);
    const double none[] = {0, 0}, there[] = {3, 4};
    assert_true(initial_conditions_evaluate(x.s, &e, none));
    assert_near(e.J[0], 0, 0);
    assert_true(initial_conditions_evaluate(x.s, &e, there));
    motion_end(&x);
    x = motion_begin("coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\noutput c = hypot(x, y) - 1\n");
    e = system_of(&x, 0);
    assert_false(initial_conditions_evaluate(x.s, &e, none));
    motion_end(&x);
}

/* From outside a circle to its nearest point, along the radius; the guess is far, yet kept in mind. */
static void the_nearest_point_is_found(void **state) {
    (void)state;
    motion x = motion_begin(CIRCLE);
    condition_system e = system_of(&x, 0);
    double at[] = {6, 8};
    const conditions_way way = {initial_conditions_nearest, NULL};
    assert_true(initial_conditions_solve(x.s, &e, &way, 1e-10, at));
    assert_near(at[0], 3, 1e-12);
    assert_near(at[1], 4, 1e-12);
    motion_end(&x);
}

/* One step: on the line through both conditions' linearisation, nearest to x0 in scaled unknowns. */
static void one_step_of_newton(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\noutput c = 3*x + 4*y - 25\n");
    condition_system e = system_of(&x, 0);
    double at[] = {100, -7}, x0[] = {0, 0}, next[2];
    assert_true(initial_conditions_evaluate(x.s, &e, at));
    initial_conditions_nearest(x.s, &e, at, x0, next, NULL);
    assert_near(next[0], 3, 1e-13);
    assert_near(next[1], 4, 1e-13);
    e.scale[1] = 3 / 4.0; /* equal shares: 3 s = 4 s * 3/4 */
    initial_conditions_nearest(x.s, &e, at, x0, next, NULL);
    assert_near(next[0], 25 / 6.0, 1e-13);
    assert_near(next[1], 25 / 8.0, 1e-13);
    motion_end(&x);
}

/* Many circles take sparse factors; where one is there twice these fail, and dense ones find the same. */
static void many_conditions(void **state) {
    (void)state;
    char text[400];
    for (int twice = 0; twice < 2; twice++) {
        snprintf(text, sizeof text,
                 "for i in 1..150 { coord x[i] = 6, y[i] = 8; kinetic T[i] = x[i]'^2 + y[i]'^2\n"
                 "output c[i] = x[i]^2 + y[i]^2 - 25 - i\n}\n%s",
                 twice ? "output same = 2*x[1]^2 + 2*y[1]^2 - 52\n" : "");
        motion x = motion_begin(text);
        condition_system e = system_of(&x, 0);
        double at[300], x0[300], next[300];
        for (int i = 0; i < 300; i++)
            at[i] = x0[i] = i % 2 ? 8 : 6;
        for (int pass = 0; pass < 2; pass++) { /* the second time in the room of the first */
            assert_true(initial_conditions_evaluate(x.s, &e, at));
            initial_conditions_nearest(x.s, &e, at, x0, next, NULL);
            for (int i = 0; i < 150; i++) {
                const double share = 1 - (75 - (i + 1)) / 200.0; /* x - r grad / |grad|^2 */
                assert_near(next[2 * i], 6 * share, 1e-13);
                assert_near(next[2 * i + 1], 8 * share, 1e-13);
            }
        }
        motion_end(&x);
    }
}

/* Kinds get scales by which each has the same share in a condition of both. */
static void kinds_are_balanced(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 0, y = 0, w = 0\nkinetic T = x'^2 + y'^2 + w'^2\noutput c = 3*x + 4*y + 1000*w\n");
    condition_system e = system_of(&x, 0);
    const double at[] = {0, 0, 0};
    const int kind[] = {0, 0, 2}, one[] = {0, 0, 0};
    assert_true(initial_conditions_evaluate(x.s, &e, at));
    initial_conditions_balance(x.s, &e, kind);
    assert_near(e.scale[0], e.scale[1], 0);
    assert_near(hypot(3, 4) * e.scale[0], 1000 * e.scale[2], 1e-10);
    const double moved[] = {1, -8, 5};
    initial_conditions_find_extents(&e, moved);
    assert_near(e.extent[0], 8 / e.scale[0], 1e-12);
    assert_near(e.extent[2], 5 / e.scale[2], 1e-12);
    initial_conditions_balance(x.s, &e, one);
    for (int i = 0; i < 3; i++)
        assert_near(e.scale[i], 1, 0);
    motion_end(&x);
}

/* Relative to how far x has come and to what is known, not to a unit of length. */
static void conditions_hold_relative_to_the_way(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double length = k ? 1e-6 : 1e6;
        char text[200];
        snprintf(text, sizeof text, "coord x = %g\nkinetic T = x'^2\noutput c = x - %.17g\n", 2 * length, 3 * length);
        motion x = motion_begin(text);
        condition_system e = system_of(&x, 0);
        const double near[] = {3 * length * (1 + 1e-11)}, far[] = {3 * length * (1 + 1e-9)};
        e.guess[0] = 2 * length;
        assert_true(initial_conditions_evaluate(x.s, &e, near));
        assert_true(initial_conditions_hold(&e, near, 1e-10));
        assert_false(initial_conditions_hold(&e, near, 1e-12));
        assert_true(initial_conditions_evaluate(x.s, &e, far));
        assert_false(initial_conditions_hold(&e, far, 1e-10));
        motion_end(&x);
    }
}

/* What the unknowns do not decide is judged by what it owes to the digits of what is given. */
static void conditions_on_what_is_given(void **state) {
    (void)state;
    motion x =
        motion_begin("coord x = 1, y = 1000, z = 1000.0000001\nkinetic T = x'^2 + y'^2 + z'^2\noutput c = y - z\n");
    condition_system e = system_of(&x, 2);
    const double at[] = {1};
    assert_true(initial_conditions_evaluate(x.s, &e, at));
    assert_near(e.known_change[0], 2000, 1e-9);
    assert_true(initial_conditions_hold(&e, at, 1e-9));
    assert_false(initial_conditions_hold(&e, at, 1e-11));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_slopes_and_terms),  cmocka_unit_test(what_has_no_slope),
        cmocka_unit_test(the_nearest_point_is_found),  cmocka_unit_test(one_step_of_newton),
        cmocka_unit_test(kinds_are_balanced),          cmocka_unit_test(conditions_hold_relative_to_the_way),
        cmocka_unit_test(conditions_on_what_is_given), cmocka_unit_test(many_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
