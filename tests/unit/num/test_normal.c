/* Quantiles of the normal distribution: known values, and back through erfc. */
#include "num/random.h"

#include <math.h>

#include "num/normal.h"

static void near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not %.17g", got, want);
}

static void known_values(void **state) {
    (void)state;
    near(num_normal_quantile(0.5), 0, 1e-15);
    near(num_normal_quantile(0.975), 1.959963984540054, 1e-14);
    near(num_normal_quantile(0.025), -1.959963984540054, 1e-14);
    near(num_normal_quantile(1e-10), -6.361340902404056, 1e-12);
}

static void back_again(void **state) {
    (void)state;
    for (double share = 1e-17; share < 1; share = share < 0.01 ? share * 7 : share + 0.013) {
        const double back = 0.5 * erfc(-num_normal_quantile(share) * sqrt(0.5));
        near(back, share, 1e-13 * share);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_values), cmocka_unit_test(back_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
