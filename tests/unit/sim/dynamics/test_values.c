/* All variables of the graph at the last evaluation. */
#include "sim/support.h"

static void every_kind_of_variable_has_its_value(void **state) {
    (void)state;
    motion x = motion_begin("param k = 7\ncoord x = 3, y = 0, z = 6\ninitial x' = 2\ngravity 10\n"
                            "particle p: mass 2 at [x, y]\nconstraint c: z = 2*x\ncontact floor: y >= 0\n"
                            "output e = energy, a = x'', l = lambda(floor), d = k*x*x'\n"
                            "generalized pull: x = 8\n");
    x.s->t = 0.5;
    assert_true(motion_evaluate(&x));
    const model *m = x.of.m;
    const double *v = dynamics_values(x.s);
    assert_near(v[m->t], 0.5, 0);
    assert_near(v[m->params[0].var], 7, 0);
    assert_near(v[m->coords[0].q], 3, 0);
    assert_near(v[m->coords[0].v], 2, 0);
    assert_near(v[m->coords[0].a], 4, 1e-14);
    assert_near(v[m->coords[2].a], 8, 1e-14);
    assert_near(v[m->rows[motion_row(&x, "floor")].lambda], -20, 1e-13);
    assert_near(v[m->rows[motion_row(&x, "floor")].closed], 1, 0);
    assert_near(dynamics_value(x.s, x.of.m->base->outputs[0], v), 4, 1e-14);
    motion_end(&x);
}

static void what_is_inactive_has_none(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 3, z = 6\nkinetic T = x'^2\nconstraint c: z = 2*x\n");
    const mode *m = x.s->mode;
    const bool dropped[] = {false, true}, rows[] = {false};
    dynamics_enter_mode(x.s, dynamics_mode(x.s, m->freed, m->switched_off, dropped, rows, m->slip));
    assert_true(motion_evaluate(&x));
    const double *v = dynamics_values(x.s);
    assert_near(v[x.of.m->coords[0].q], 3, 0);
    assert_true(isnan(v[x.of.m->coords[1].q]) && isnan(v[x.of.m->coords[1].v]) && isnan(v[x.of.m->coords[1].a]));
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_variable_has_its_value),
        cmocka_unit_test(what_is_inactive_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
