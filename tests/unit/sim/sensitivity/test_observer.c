/* Who asks for derivatives gets them, and nobody else pays. */
#include "sim/sensitivity/slopes.h"

#define POINT "param a = 2\ncoord x = a\ninitial x' = 3\nkinetic T = x'^2\nreport r = final(x)\nsimulate until 1\n"

static void without_parameters_there_is_nothing(void **state) {
    (void)state;
    motion x = motion_begin(POINT);
    assert_null(x.s->sensitivity);
    motion_finish(&x);
    assert_null(x.result->slopes);
    assert_null(x.kit->slopes);
    motion_end(&x);
}

/* Told of everything, from the creation of the run to its end. */
static void it_is_told_of_everything(void **state) {
    (void)state;
    const sim_observer *o = &sensitivity_observer;
    assert_true(o->created && o->started && o->stepping && o->reached && o->left && o->entered && o->impacting &&
                o->reduced && o->greatest && o->greatest_within && o->ended);
    motion x = slopes_run(POINT, 1);
    assert_near(slope_of(&x, "r", "a"), 1, 1e-13);
    motion_end(&x);
}

/* Of a compiled problem that runs again, without and with other parameters. */
static void runs_may_ask_for_others(void **state) {
    (void)state;
    motion x = motion_begin("param a = 2, b = 3\ncoord x = a\ninitial x' = b\nkinetic T = x'^2\nreport r = final(x)\n"
                            "simulate until 5\n");
    motion_finish(&x);
    static const int by_a[] = {0}, both[] = {1, 0};
    const sim_result *one = sim_kit_run_sloped(x.kit, by_a, 1, x.memory);
    assert_near(one->slopes->reports[0], 1, 1e-12);
    const sim_result *two = sim_kit_run_sloped(x.kit, both, 2, x.memory);
    assert_near(two->slopes->reports[0], 5, 1e-12);
    assert_near(two->slopes->reports[1], 1, 1e-12);
    assert_null(sim_kit_run(x.kit, x.memory)->slopes);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_parameters_there_is_nothing),
        cmocka_unit_test(it_is_told_of_everything),
        cmocka_unit_test(runs_may_ask_for_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
