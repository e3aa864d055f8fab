/* Numbers of a page: those that differ by rounding are one, what rounding leaves is nothing, small ones remain. */
#include "out/public.h"

static void numbers_that_differ_by_rounding_are_one(void **state) {
    (void)state;
    assert_page_says("coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                     "potential V = 1.414213562373095*a^3 - 1.4142135623730951*b^3\n",
                     "1.4142135623730951*a^3 - 1.4142135623730951*b^3\n", "4.242640687119285*a^2");
    assert_page_says("param k = 2\ncoord a = 0.1, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                     "potential V = k*(cos(45 deg)*a - sin(45 deg)*b)^3\n",
                     "(a - b)^2 = 0\n", "  b  b'' - ");
    assert_page_says("coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                     "potential V = 0.12345678901234567*sin(a) + 0.12345678901234565*sin(b)\n",
                     "V = 0.12345678901234566*sin(a) + 0.12345678901234566*sin(b)\n", "");
}

static void what_rounding_leaves_is_nothing(void **state) {
    (void)state;
    assert_page_says("coord a = 0\nkinetic T = a'^2/2\npotential V = 0.06*sin(a) + (cos(45 deg) - sin(45 deg))*cos(a)/30\n",
                     "V = 0.06*sin(a)\n", "a'' + 0.06*cos(a) = 0\n");
}

static void small_numbers_remain(void **state) {
    (void)state;
    assert_page_says("coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                     "potential V = 0.06*sin(a) + (cos(45 deg) - sin(45 deg))*b*cos(a)\n",
                     "1.1102230246251565e-16*b*cos(a)", "");
    assert_page_says("coord a = 0, b = 0\nkinetic T = (a'^2 + b'^2)/2\n"
                     "potential V = 0.06*sin(a) + 1.25e-15*cos(a) + 1e-18*b^3\n",
                     "1.25e-15*cos(a)", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_differ_by_rounding_are_one),
        cmocka_unit_test(what_rounding_leaves_is_nothing),
        cmocka_unit_test(small_numbers_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
