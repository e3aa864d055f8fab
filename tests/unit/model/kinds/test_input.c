/* Inputs: parameters that are told from the others, act in forces alone, and cannot be named by parameters. */
#include "model/support.h"
#include "sim/support.h"

static void they_are_parameters_of_their_own(void **state) {
    (void)state;
    read_text r = text_accept("param m = 2 kg\ninput u = 3 N in [-10 N, 10 N] \"push\"\ncoord x = 0 m\n"
                              "kinetic T = m*x'^2/2\ngeneralized f: x = u\n");
    assert_int_equal(r.m->param_count, 2);
    const model_param *m = &r.m->params[0], *u = &r.m->params[1];
    assert_true(!m->input && u->input);
    assert_string_equal(u->label, "push");
    assert_true(u->has_bounds && u->low == -10 && u->high == 10 && model_value_of(r.m, u) == 3);
    assert_null(u->file);
    text_drop(&r);
}

/* Another value at a start, by an override as the command line gives it, or on the way. */
static void values_from_outside(void **state) {
    (void)state;
    static const char text[] = "input u = 3\ncoord x = 0\nkinetic T = x'^2/2\ngeneralized f: x = u\nsimulate until 2\n"
                               "report v = final(x')\n";
    for (int k = -2; k <= 2; k++) {
        motion x = motion_begin(text);
        const int param = 0;
        const double value = 1.5 * k;
        assert_true(model_assign(x.of.m, &param, &value, 1));
        run_finish(x.s);
        x.result = sim_kit_run(x.kit, x.memory);
        assert_near(motion_report(&x, "v"), 3 * k, 1e-12);
        motion_end(&x);
    }
}

/* Nothing else follows from an input. */
static void nothing_depends_on_them(void **state) {
    (void)state;
    text_refuse("test.lgr", "input u = 3\nparam k = 2*u\ncoord x = 0\nkinetic T = k*x'^2\n", DIAG_E0307, "2*u",
                "cannot depend on the input 'u'");
    read_text r = text_accept("input u = 3\nlet k = 2*u\ncoord x = 0\nkinetic T = x'^2\ngeneralized f: x = k\n");
    text_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_parameters_of_their_own),
        cmocka_unit_test(values_from_outside),
        cmocka_unit_test(nothing_depends_on_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
