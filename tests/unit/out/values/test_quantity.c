/* Numbers with their units, as people write them. */
#include "out/support.h"
#include "out/values/quantity.h"

static void numbers_have_six_digits(void **state) {
    (void)state;
    arena *a = base_arena_create();
    static const struct {
        double x;
        const char *text;
    } cases[] = {{1.0 / 3, "0.333333"}, {NAN, "-"}, {-0.0, "0"}, {1234567, "1.23457e+06"}, {-2, "-2"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(out_quantity_number(cases[k].x, a), cases[k].text);
    assert_string_equal(out_quantity_angle(PI / 2, a), "rad = 90\u00b0");
    assert_string_equal(out_quantity_angle(NAN, a), "rad");
    base_arena_destroy(a);
}

/* Which numbers are angles: plain ones of a model with units, but not the parts of a quaternion. */
static void angles_are_known(void **state) {
    (void)state;
    motion x = motion_begin(
        "orientation q = [1, 0, 0, 0]\ncoord a = 1 rad, z = 2 m\n"
        "body b: mass 1 kg, inertia [1 kg m^2, 1 kg m^2, 1 kg m^2], at [0 m, 0 m, z], frame quaternion(q)\n"
        "kinetic T = (1 kg m^2)*a'^2\nsimulate until 1 s\n");
    for (size_t i = 0; i < x.of.m->coord_count; i++) {
        const char *name = x.of.m->coords[i].name;
        assert_int_equal(out_quantity_coord_is_angle(x.of.m, i), !strcmp(name, "a"));
        if (name[0] == 'a')
            assert_string_equal(out_quantity_rate_unit(x.of.m, i, x.memory), "rad/s");
        if (name[0] == 'z')
            assert_string_equal(out_quantity_rate_unit(x.of.m, i, x.memory), "m/s");
    }
    motion_end(&x);
    x = motion_begin("coord a = 1\nkinetic T = a'^2\n");
    assert_false(out_quantity_coord_is_angle(x.of.m, 0));
    motion_end(&x);
}

/* d report / d parameter, in the units of both. */
static void slopes_have_units(void **state) {
    (void)state;
    motion x = motion_begin("param m = 2 kg, n = 3\ncoord z = 1 m\nkinetic T = m*z'^2\nsimulate until 1 s\n"
                            "report r = final(z), s = n*final(z)/(1 m)\n");
    const model *m = x.of.m;
    assert_string_equal(out_quantity_slope_unit(m, &m->reports[0], &m->params[0], x.memory), "m/kg");
    assert_string_equal(out_quantity_slope_unit(m, &m->reports[0], &m->params[1], x.memory), "m");
    assert_string_equal(out_quantity_slope_unit(m, &m->reports[1], &m->params[1], x.memory), "");
    assert_near(out_quantity_slope(&m->reports[0], &m->params[0], 7), 7, 0);
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_six_digits),
        cmocka_unit_test(angles_are_known),
        cmocka_unit_test(slopes_have_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
