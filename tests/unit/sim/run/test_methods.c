/* The integration methods that a run can choose from. */
#include "sim/support.h"

#define POINT "coord x = 1\nkinetic T = x'^2\nsimulate until 1"

static void methods_have_names(void **state) {
    (void)state;
    for (size_t i = 0; i < sim_method_count; i++)
        assert_ptr_equal(sim_find_method(sim_methods[i]->name), sim_methods[i]);
    assert_string_equal(sim_methods[0]->name, "dop853");
    assert_null(sim_find_method("euler"));
}

static void troubles_are_told(void **state) {
    (void)state;
    arena *a = base_arena_create();
    assert_null(sim_method_trouble("dop853", a));
    assert_non_null(strstr(sim_method_trouble("euler", a), "unknown method 'euler': there are dop853, taylor, cvode, "));
    const ode_method *cvode = sim_find_method("cvode");
    const char *trouble = sim_method_trouble("cvode", a);
    assert_int_equal(trouble != NULL, !ode_method_is_there(cvode));
    base_arena_destroy(a);
}

/* The options before the model, the model before the default. */
static void who_chooses(void **state) {
    (void)state;
    motion x = motion_begin(POINT "\n");
    assert_ptr_equal(run_choose_method(x.s), &ode_dop853);
    assert_false(run_keeps_matrices(x.s));
    motion_end(&x);
    x = motion_begin(POINT ", method variational\n");
    assert_ptr_equal(run_choose_method(x.s), &run_variational);
    assert_true(run_keeps_matrices(x.s) && x.s->keeps_matrices);
    x.s->options.method = "dop853";
    assert_ptr_equal(run_choose_method(x.s), &ode_dop853);
    motion_end(&x);
}

static void an_unknown_method_fails_the_start(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.method = "euler";
    motion x = motion_try_with(POINT "\n", o);
    assert_true(x.result->start_failed);
    assert_int_equal(x.result->failure->code, DIAG_E0205);
    assert_int_equal(x.result->failure->at.end, 0);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_have_names),
        cmocka_unit_test(troubles_are_told),
        cmocka_unit_test(who_chooses),
        cmocka_unit_test(an_unknown_method_fails_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
