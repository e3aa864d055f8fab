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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_point_is_refused_beside_it_is_not),
        cmocka_unit_test(rows_that_only_touch),
        cmocka_unit_test(kinks_are_no_constraints),
        cmocka_unit_test(redundant_rows_are_not_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
