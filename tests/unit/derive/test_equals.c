/* Equal parts in two forms on a page are written alike. */
#include "out/public.h"

static void a_denominator_that_is_a_multiple_of_a_radicand(void **state) {
    (void)state;
    assert_page_says("param L = 2\ncoord a = 0.5\nkinetic T = a'^2/2\n"
                     "potential V = sqrt(12*L*sin(a)/5 + L^2 + 1.44)\n"
                     "generalized F: a = a'/(60*L*sin(a) + 25*L^2 + 36)\n",
                     "V = r\n", "Q_a = 0.04*a'/r^2\n");
}

/* Where one is positive only: no proof. */
static void equal_values_alone_prove_nothing(void **state) {
    (void)state;
    assert_page_says("param b = 2\ncoord x = 0.5\nkinetic T = x'^2/2\n"
                     "potential V = exp(abs(x) + b*x + 1)/(x + b*x + 1)\n",
                     "abs(x)", "/(b*x + x + 1)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_denominator_that_is_a_multiple_of_a_radicand),
        cmocka_unit_test(equal_values_alone_prove_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
