/* How large a machine is: not as far as it throws. */
#include "out/drawing/machine.h"
#include "out/support.h"

static double size_of(const char *text) {
    motion x = shown_run(text);
    const double size = out_machine_size(x.of.m, x.result, x.memory);
    motion_end(&x);
    return size;
}

#define MOVES "coord x = 10\ninitial x' = 5\nkinetic T = x'^2\nsimulate until 1\n"

static void the_machine_is_what_is_there_at_once(void **state) {
    (void)state;
    assert_near(size_of(MOVES "draw beam from [x, 0] to [x + 3, 4]\ndraw ground at -100\n"), 5, 1e-9);
    assert_near(size_of(MOVES "draw wheel at [x, 0] radius 2\n"), 4 * sqrt(2), 1e-9);
    assert_near(size_of(MOVES "draw box at [x, 0] size [3, 4]\n"), 5 * sqrt(2), 1e-9);
}

/* A single point is as large as its path. */
static void points_are_as_large_as_their_paths(void **state) {
    (void)state;
    assert_near(size_of(MOVES "draw ball at [x, 7]\n"), 5, 1e-9);
    assert_near(size_of("coord x = 0\nkinetic T = x'^2\nsimulate until 1\ndraw ball at [1, 2]\n"), 0, 0);
}

/* What throws is not larger for that; in space it is never too small to be seen. */
static void throwing_makes_nothing_larger(void **state) {
    (void)state;
    const double flat =
        size_of("coord x = 0\ninitial x' = 1\n"
                "kinetic T = x'^2\nsimulate until 1000\ndraw beam from [0, 0] to [3, 4]\ndraw trail of [3, 4]\n");
    assert_near(flat, 5, 1e-9);
    const double deep = size_of(MOVES "draw beam from [40*x, 0, 0] to [40*x, 0, 1]\n");
    assert_near(deep, 0.3 * hypot(200, 1), 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machine_is_what_is_there_at_once),
        cmocka_unit_test(points_are_as_large_as_their_paths),
        cmocka_unit_test(throwing_makes_nothing_larger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
