/* The groups of values of an instant, and their columns. */
#include "out/support.h"
#include "out/values/groups.h"

#define MODEL                                                                                                          \
    "coord x = 1 m, a = 2 rad, y = 0 m\ninitial x' = 3 m/s\nkinetic T = (1 kg)*(x'^2 + y'^2) + (1 kg m^2)*a'^2\n"      \
    "constraint c: x + 0*y = 1 m off\ncontact floor: y >= 0 m, friction 0.3 along x\noutput o = 2*x\nsimulate until "  \
    "1 s\n"

static void columns_in_the_order_of_groups(void **state) {
    (void)state;
    motion x = motion_begin(MODEL);
    out_columns all = out_columns_make(x.of.m, x.memory);
    static const char *const want[][2] = {{"x", "m"},         {"a", "rad"},           {"y", "m"},
                                          {"x'", "m/s"},      {"a'", "rad/s"},        {"y'", "m/s"},
                                          {"lambda(c)", "N"}, {"lambda(floor)", "N"}, {"o", "m"}};
    assert_int_equal(all.count, 9); /* the friction is hidden */
    for (size_t i = 0; i < all.count; i++) {
        assert_string_equal(all.at[i].header, want[i][0]);
        assert_string_equal(out_column_unit(x.of.m, &all.at[i], x.memory), want[i][1]);
    }
    assert_string_equal(all.at[6].name, "c");
    assert_string_equal(all.at[6].group->key, "lambda");
    motion_end(&x);
}

static void values_of_an_instant(void **state) {
    (void)state;
    motion x = motion_begin(MODEL);
    const sim_point *p = &x.result->initial;
    out_columns all = out_columns_make(x.of.m, x.memory);
    const double want[] = {1, 2, 0, 3, 0, 0, 0, 0, 2};
    for (size_t i = 0; i < all.count; i++) {
        assert_near(out_column_value(&all.at[i], p), want[i], 1e-14);
        assert_near(out_column_shown(&all.at[i], p), want[i], 1e-14);
    }
    motion_end(&x);
}

/* Without units nothing tells an angle from a length. */
static void without_units_columns_have_none(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2\noutput o = x\n");
    out_columns all = out_columns_make(x.of.m, x.memory);
    for (size_t i = 0; i < all.count; i++)
        assert_string_equal(out_column_unit(x.of.m, &all.at[i], x.memory), "");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_in_the_order_of_groups),
        cmocka_unit_test(values_of_an_instant),
        cmocka_unit_test(without_units_columns_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
