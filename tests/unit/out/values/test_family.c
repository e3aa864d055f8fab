/* The axis of periodic motions: a parameter in its unit, or the energy. */
#include "out/families.h"
#include "out/values/family.h"

static void axes(void **state) {
    (void)state;
    made *x = made_begin();
    family_of f;
    family_make(x, &f);
    x->of.m->params[0].shown = (model_shown){"kN", 1000};
    out_axis axis = out_family_axis(&f.family, x->of.memory);
    assert_string_equal(axis.name, "P");
    assert_string_equal(axis.unit, "kN");
    assert_near(out_family_seen(&axis, 2500), 2.5, 1e-15);
    f.family.param = -1;
    axis = out_family_axis(&f.family, x->of.memory);
    assert_string_equal(axis.unit, "J");
    assert_near(out_family_seen(&axis, 2500), 2500, 1e-15);
    assert_string_equal(out_family_kind(CRITICAL_TORUS), "torus");
    made_end(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(axes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
