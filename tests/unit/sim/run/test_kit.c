/* Which runs can share a compiled problem, and that they do not see each other. */
#include "sim/support.h"

#define SPRING                                                                                                         \
    "param k = 4\ncoord x = 1\nkinetic T = x'^2/2\npotential V = k*x^2/2\nsimulate until 1\nreport r = final(x)\n"

static void what_must_be_the_same(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    sim_options o = sim_options_default();
    assert_true(sim_kit_serves(x.kit, &o));
    o.until = 7;
    o.tolerance = 1e-5;
    o.keep_trajectory = false;
    assert_true(sim_kit_serves(x.kit, &o));
    sim_options other = o;
    other.method = "dop853"; /* said, or by default: these are not told from each other */
    assert_false(sim_kit_serves(x.kit, &other));
    other = o;
    other.keep_frames = true;
    assert_false(sim_kit_serves(x.kit, &other));
    other = o;
    other.backend = &tape_scalar;
    assert_false(sim_kit_serves(x.kit, &other));
    motion_end(&x);
    char name[] = "dop853", same[] = "dop853";
    o = sim_options_default();
    o.method = name;
    x = motion_begin_with(SPRING, o);
    other = o;
    other.method = same;
    assert_true(sim_kit_serves(x.kit, &other));
    motion_end(&x);
}

static void runs_with_other_options_and_parameters(void **state) {
    (void)state;
    motion x = motion_begin(SPRING);
    motion_finish(&x);
    assert_near(motion_report(&x, "r"), cos(2), 1e-8);
    sim_options o = sim_options_default();
    o.until = 3;
    x.result = sim_kit_run_with(x.kit, &o, x.memory);
    assert_near(motion_report(&x, "r"), cos(6), 1e-7);
    model_set_value(x.of.m, &x.of.m->params[0], 1);
    x.result = sim_kit_run(x.kit, x.memory);
    assert_near(motion_report(&x, "r"), cos(3), 1e-8);
    assert_int_equal(x.kit->runs, 3);
    motion_end(&x);
}

/* What the last run chose in the end has no value where the next begins. */
static void choices_begin_anew(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\nmemory n = 0\nevent kick when t > 0.5 { set n = 1 }\n"
                            "generalized f: x = if n > 0 then 1/n else 0\nsimulate until 1\nreport r = final(x)\n");
    motion_finish(&x);
    x.result = sim_kit_run(x.kit, x.memory);
    assert_null(x.result->failure);
    assert_near(motion_report(&x, "r"), 1.125, 1e-9);
    motion_end(&x);
}

/* To the last bit the same, whatever ran before. */
static void a_run_does_not_depend_on_earlier_ones(void **state) {
    (void)state;
    motion x = motion_begin(SPRING "event e when x < 0 { set x' = x'/2 }\n");
    double first = motion_finish(&x)->reports[0];
    model_set_value(x.of.m, &x.of.m->params[0], 9);
    sim_kit_run(x.kit, x.memory);
    model_set_value(x.of.m, &x.of.m->params[0], 4);
    assert_memory_equal(&sim_kit_run(x.kit, x.memory)->reports[0], &first, sizeof first);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_must_be_the_same),
        cmocka_unit_test(runs_with_other_options_and_parameters),
        cmocka_unit_test(choices_begin_anew),
        cmocka_unit_test(a_run_does_not_depend_on_earlier_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
