/* Starts at singular configurations are told from rows that are redundant everywhere. */
#include "sim/initial/initial.h"
#include "sim/support.h"

/* A parallelogram of two equal cranks stretched out: it may go on as one or fold. */
#define CRANKS                                                                                                         \
    "coord a = %g, x = %.17g, y = %.17g\nkinetic T = a'^2 + x'^2 + y'^2\n"                                             \
    "constraint bar: norm([x, y] - dir(a)) = 2\nconstraint crank: norm([x, y] - [2, 0]) = 1\n"

static void a_dead_point_is_refused_beside_it_is_not(void **state) {
    (void)state;
    char text[400];
    snprintf(text, sizeof text, CRANKS, 0.0, 3.0, 0.0);
    motion_fails(text, DIAG_E0416, "(their rank is 1 there and 2 nearby)");
    snprintf(text, sizeof text, CRANKS, 0.5, 2 + cos(0.5), sin(0.5));
    motion x = motion_begin(text);
    assert_false(initial_is_singular(x.s));
    motion_end(&x);
}

static void rows_that_only_touch(void **state) {
    (void)state;
    motion_fails("coord x = 0, y = 1, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\nconstraint circle: x^2 + y^2 = 1\n"
                 "constraint line: y = 1\n",
                 DIAG_E0406, "only touches the other constraints at the start");
}

static void kinks_are_no_constraints(void **state) {
    (void)state;
    motion_fails("coord x = 0, y = 1\nkinetic T = x'^2 + y'^2\nconstraint c: abs(x) = 0\n", DIAG_E0406,
                 "'c' has a kink where it holds");
    motion x = motion_begin("coord x = 0, y = 1\nkinetic T = x'^2 + y'^2\nconstraint c: x + abs(y) = 1\n");
    assert_false(initial_rows_kink(x.s));
    motion_end(&x);
}

/* Told twice, wherever the machine stands: no harm, in any unit. */
static void redundant_rows_are_not_singular(void **state) {
    (void)state;
    static const double units[] = {1, 1e-7, 1e8};
    for (int k = 0; k < 3; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = %.17g, y = %.17g\nkinetic T = x'^2 + y'^2\nconstraint a: x^2 + y^2 = %.17g\n"
                 "constraint b: norm([x, y]) = %.17g\n",
                 3 * units[k], 4 * units[k], 25 * units[k] * units[k], 5 * units[k]);
        motion x = motion_try(text);
        assert_false(x.result->start_failed);
        assert_true(motion_found(&x, DIAG_W0420));
        assert_false(initial_is_singular(x.s));
        motion_end(&x);
    }
}

/* The same dead point, turned, moved and in other units: it is the configuration that is singular, not its numbers. */
static void dead_points_anywhere(void **state) {
    (void)state;
    static const struct {
        double unit, turn, far;
    } cases[] = {{1, 0, 0}, {1, 0.7, 0}, {1e-6, 0, 0}, {1e6, 2, 0}, {1, 0.7, 100}, {1e-3, 4, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double u = cases[k].unit, c = cos(cases[k].turn), s = sin(cases[k].turn), far = cases[k].far * u;
        char text[700];
        snprintf(text, sizeof text,
                 "coord a = %.17g, x = %.17g, y = %.17g\nkinetic T = %.17g*a'^2 + x'^2 + y'^2\nlet O = [%.17g, 0]\n"
                 "constraint bar: norm([x, y] - O - %.17g*dir(a)) = %.17g\n"
                 "constraint crank: norm([x, y] - O - [%.17g, %.17g]) = %.17g\n",
                 cases[k].turn, far + 3 * u * c, 3 * u * s, u * u, far, u, 2 * u, 2 * u * c, 2 * u * s, u);
        motion_fails(text, DIAG_E0416, "(their rank is 1 there and 2 nearby)");
    }
}

/* Three rows of which one repeats the others is no dead point; with a dead point beside it, it is. */
static void redundant_rows_beside_a_dead_point(void **state) {
    (void)state;
    char text[600];
    snprintf(text, sizeof text, CRANKS "constraint again: 2*norm([x, y] - [2, 0]) = 2\n", 0.5, 2 + cos(0.5), sin(0.5));
    motion x = motion_try(text);
    assert_false(x.result->start_failed);
    assert_true(motion_found(&x, DIAG_W0420));
    motion_end(&x);
    snprintf(text, sizeof text, CRANKS "constraint again: 2*norm([x, y] - [2, 0]) = 2\n", 0.0, 3.0, 0.0);
    motion_fails(text, DIAG_E0416, "(their rank is 1 there and 2 nearby)");
}

static void what_touches_and_what_crosses(void **state) {
    (void)state;
    static const struct {
        const char *rows;
        bool fails;
        diag_code code;
    } cases[] = {{"constraint a: y = 1\nconstraint b: x^2 + y^2 + z = 1\n", false, 0},
                 {"constraint a: y = 1\nconstraint b: x^3 + y = 1\n", true, DIAG_E0406},
                 {"constraint a: y = 1\nconstraint b: y - x^2 = 1\n", true, DIAG_E0406},
                 {"constraint a: y = 1\nconstraint b: (y - 1)^2 + x = 0\n", false, 0},
                 {"constraint a: norm([x, z]) = 0\n", true, DIAG_E0406},
                 {"constraint a: norm([x, y]) = 1\n", false, 0},
                 {"constraint a: x + abs(z)/1000 = 0\n", false, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[300];
        snprintf(text, sizeof text, "coord x = 0, y = 1, z = 0\nkinetic T = x'^2 + y'^2 + z'^2\n%s", cases[k].rows);
        motion x = motion_try(text);
        if (x.result->start_failed != cases[k].fails)
            fail_msg("%s: %s", cases[k].rows, x.result->start_failed ? x.result->failure->message : "no failure");
        if (cases[k].fails)
            assert_int_equal(x.result->failure->code, cases[k].code);
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_point_is_refused_beside_it_is_not),
        cmocka_unit_test(rows_that_only_touch),
        cmocka_unit_test(kinks_are_no_constraints),
        cmocka_unit_test(redundant_rows_are_not_singular),
        cmocka_unit_test(dead_points_anywhere),
        cmocka_unit_test(redundant_rows_beside_a_dead_point),
        cmocka_unit_test(what_touches_and_what_crosses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
