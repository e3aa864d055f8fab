/* Definitions of parameters alone, by name in the system that is read for pages. */
#include "../support.h"

static bool freed[1];

static const model_param *find_let(const read_text *r, const char *name) {
    const int at = model_find_param(r->m, name);
    return at >= 0 && r->m->params[at].is_let ? &r->m->params[at] : NULL;
}

static void constants_are_parameters_for_a_while(void **state) {
    (void)state;
    read_text r = text_accept("param day = 86164 s, m = 2 kg\nlet W = 2*pi/day, idle = 3*m, double = 2*W\n"
                              "let other = m, n = 2, far = 2*x\n"
                              "coord x = 1 m\nkinetic T = 1/2*m*x'^2\npotential V = -m*n*double^2*far^2\n");
    const model_system *named = model_named_variant(r.m, freed);
    assert_ptr_not_equal(named, r.m->base);
    assert_true(model_value_of(r.m, find_let(&r, "W")) == 2 * 3.14159265358979323846 / 86164);
    assert_int_equal(r.m->vars[find_let(&r, "W")->var].kind, VAR_PARAM);
    assert_int_equal(r.m->vars[find_let(&r, "double")->var].kind, VAR_PARAM);
    assert_int_equal(r.m->vars[find_let(&r, "idle")->var].kind, VAR_SEED); /* nothing uses it */
    assert_null(find_let(&r, "other"));
    assert_null(find_let(&r, "n"));
    assert_null(find_let(&r, "far"));
    model_forget_named(r.m);
    assert_int_equal(model_find_param(r.m, "W"), -1);
    assert_int_equal(r.m->param_count, 2);
    text_drop(&r);
}

static void without_constants_it_is_the_ordinary_system(void **state) {
    (void)state;
    read_text r = text_accept("param m = 2\ncoord x = 1\nlet v = x'\nkinetic T = 1/2*m*v^2\n");
    assert_ptr_equal(model_named_variant(r.m, freed), r.m->base);
    text_drop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_parameters_for_a_while),
        cmocka_unit_test(without_constants_it_is_the_ordinary_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
