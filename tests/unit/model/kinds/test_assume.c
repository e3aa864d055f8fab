/* Assumptions: what they keep for formulas and for runs, and what the start contradicts. */
#include "../support.h"

static void kept_with_its_margin(void **state) {
    (void)state;
    read_text r = text_accept("param l = 3, a = 1\ncoord x = 1\nassume x > 0, 2*a <= l\nkinetic T = x'^2\n");
    assert_int_equal(r.m->event_count, 2);
    assert_true(r.m->events[0].assumed && r.m->events[0].strict && r.m->events[0].hidden);
    assert_true(r.m->events[1].assumed && !r.m->events[1].strict);
    assert_true(expr_same(r.m->base->assumed[0], expr_var(r.m->g, r.m->coords[0].q)));
    assert_true(r.m->base->conditions[0].i != 0);
    assert_int_equal(r.m->base->conditions[1].i, 0); /* nothing to watch */
    assert_true(r.m->base->assumed[1].i != 0);
    text_drop(&r);
}

/* Other values of parameters must read the model again where they contradict. */
static void other_values_ask_again(void **state) {
    (void)state;
    read_text r = text_accept("param l = 3, a = 1\ncoord x = l\nassume x > 2*a\nkinetic T = x'^2\n");
    const int a = model_find_param(r.m, "a");
    const double fits = 1.4, contradicts = 1.6;
    assert_true(model_assign(r.m, &a, &fits, 1));
    assert_false(model_assign(r.m, &a, &contradicts, 1));
    text_drop(&r);
}

static void refused(void **state) {
    (void)state;
    text_refuse("t.lgr", "param l = 1\ncoord x = 0\nassume x > 0\nkinetic T = x'^2\n", DIAG_E0425, "x > 0",
                "at the start");
    text_refuse("t.lgr", "param l = 1\ncoord x = l\nassume x <= l/2\nkinetic T = x'^2\n", DIAG_E0425, "x <= l/2",
                "at the start");
    text_refuse("t.lgr", "param l = 1\ncoord x = 0\nassume l < 1\nkinetic T = x'^2\n", DIAG_E0425, "l < 1",
                "does not hold");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_with_its_margin),
        cmocka_unit_test(other_values_ask_again),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
