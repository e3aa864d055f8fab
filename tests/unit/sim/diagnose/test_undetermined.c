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

/* On the way as at the start, alone and in company; help fits the plane and space. */
static void on_the_way(void **state) {
    (void)state;
    motion x = motion_try("coord r = 1, w = 0\ninitial r' = -1\nkinetic T = (r'^2 + r^2*w'^2)/2\nsimulate until 2\n"
                          "event there when r < 0.5 { set r = 0 }\n");
    motion_finish(&x);
    const finding *f = x.result->failure;
    assert_non_null(f);
    assert_int_equal(f->code, DIAG_E0502);
    assert_non_null(strstr(f->message, "the coordinate 'w' moves no mass at t = 0.5 s, where 'r' = 0"));
    assert_non_null(strstr(f->help, "these coordinates are singular there"));
    motion_end(&x);
}

/* Which of three cancel each other depends on the direction in which no mass moves. */
static void who_cancels_whom(void **state) {
    (void)state;
    static const struct {
        const char *energy, *said;
    } cases[] = {{"(a' + b')^2 + c'^2", "the coordinates 'a' and 'b' cancel each other"},
                 {"(a' - 3*c')^2 + b'^2", "the coordinates 'a' and 'c' cancel each other"},
                 {"(a' + b')^2 + (b' + c')^2", "the coordinates 'a', 'b' and 'c' cancel each other"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord a = 1, b = 2, c = 3\nkinetic T = %s\n", cases[k].energy);
        motion_fails(text, DIAG_E0403, cases[k].said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coordinate_without_inertia),
        cmocka_unit_test(coordinates_that_cancel_each_other),
        cmocka_unit_test(a_coordinate_that_moves_no_mass),
        cmocka_unit_test(places_are_listed_if_they_are_few),
        cmocka_unit_test(on_the_way),
        cmocka_unit_test(who_cancels_whom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
