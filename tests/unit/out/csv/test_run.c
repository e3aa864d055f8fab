/* The trajectory as csv. */
#include "out/csv/writers.h"
#include "out/support.h"

static motion recorded(const char *text) {
    sim_options o = sim_options_default();
    o.every = 1;
    motion x = motion_begin_with(text, o);
    motion_finish(&x);
    return x;
}

static void names_then_a_line_for_each_row(void **state) {
    (void)state;
    motion x = recorded("coord y = 2, z = 1\ninitial y' = 3\nkinetic T = y'^2/2 + z'^2\nconstraint c: z = 1\n"
                        "output twice = 2*y\nsimulate until 1\n");
    assert_string_equal(shown_plainly(&x, out_run_write_csv), "t,y,z,y',z',lambda(c),twice,energy\n"
                                                              "0,2,1,3,0,0,4,4.5\n1,5,1,3,0,0,10,4.5\n");
    motion_end(&x);
}

static void units_stand_in_the_header(void **state) {
    (void)state;
    motion x = recorded("coord y = 2 m, a = 1 rad\ninitial y' = 3 m/s\nkinetic T = (1 kg)*y'^2/2 + (1 kg m^2)*a'^2\n"
                        "output f = y/(1 m)\nsimulate until 1 s\n");
    const char *text = shown_plainly(&x, out_run_write_csv_units);
    assert_true(!strncmp(text, "t [s],y [m],a [rad],y' [m/s],a' [rad/s],f,energy [J]\n", 53));
    motion_end(&x);
}

/* What has no value is an empty field. */
static void missing_values_are_empty(void **state) {
    (void)state;
    motion x = recorded("coord x = 1, z = 2\nkinetic T = x'^2\nconstraint c: z = 2*x\nsimulate until 1\n"
                        "event e when t > 0.25 { drop c; drop z }\n");
    const char *text = shown_plainly(&x, out_run_write_csv);
    assert_says(text, "\n1,1,,0,,0,0\n");
    motion_end(&x);
}

static void what_never_began_is_nothing(void **state) {
    (void)state;
    motion x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    assert_string_equal(shown_plainly(&x, out_run_write_csv), "");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_then_a_line_for_each_row),
        cmocka_unit_test(units_stand_in_the_header),
        cmocka_unit_test(missing_values_are_empty),
        cmocka_unit_test(what_never_began_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
