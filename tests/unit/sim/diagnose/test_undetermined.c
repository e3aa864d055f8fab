/* Coordinates that no mass and no constraint decides are named, alone or together, with their places. */
#include "sim/diagnose/diagnose.h"
#include "sim/support.h"

static void a_coordinate_without_inertia(void **state) {
    (void)state;
    motion_fails("coord x = 1, y = 2\nkinetic T = x'^2\npotential V = y\n", DIAG_E0403,
                 "the coordinate 'y' has no inertia and no constraint decides its motion");
}

/* Both turn the same way: only their sum moves the mass. */
static void coordinates_that_cancel_each_other(void **state) {
    (void)state;
    motion_fails("coord a = 1, b = 2, x = 0\nkinetic T = (2*a' + b')^2 + x'^2\n", DIAG_E0403,
                 "the coordinates 'a' and 'b' cancel each other at the start: together they move no mass");
}

/* In polar coordinates the angle moves nothing at the pole. */
static void a_coordinate_that_moves_no_mass(void **state) {
    (void)state;
    motion_fails("coord r = 0, w = 1\nkinetic T = r'^2 + r^2*w'^2\n", DIAG_E0403,
                 "the coordinate 'w' moves no mass at the start, where 'r' = 0");
}

static void places_are_listed_if_they_are_few(void **state) {
    (void)state;
    motion x = motion_begin("coord a = 1.5 m, b = 2 rad, c = 3 m, d = 4 m\n"
                            "kinetic T = (1 kg)*(a'^2 + c'^2 + d'^2) + (1 kg m^2)*b'^2\n");
    bool used[64] = {0}, skip[] = {false, false, true, false};
    for (int i = 0; i < 3; i++)
        used[x.of.m->coords[i].q] = true;
    assert_string_equal(diagnose_places(x.s, used, skip), ", where 'a' = 1.5 m, 'b' = 2");
    assert_non_null(strstr(diagnose_places(x.s, used, NULL), "'c' = 3 m"));
    used[x.of.m->coords[3].q] = true;
    assert_string_equal(diagnose_places(x.s, used, NULL), "");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coordinate_without_inertia),
        cmocka_unit_test(coordinates_that_cancel_each_other),
        cmocka_unit_test(a_coordinate_that_moves_no_mass),
        cmocka_unit_test(places_are_listed_if_they_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
