/* Student's t against closed forms (1, 2 and 4 degrees of freedom) and the normal distribution. */
#include "num/random.h"

#include <math.h>

#include "num/student.h"

static void near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance * fabs(want)))
        fail_msg("%.15g is not %.15g", got, want);
}

static void closed_forms(void **state) {
    (void)state;
    const double pi = acos(-1.0);
    static const double shares[] = {0.1, 0.5, 0.9, 0.95, 0.999};
    for (int i = 0; i < 5; i++) {
        const double p = shares[i], a = 1 - p * p, c = cos(acos(sqrt(a)) / 3) / sqrt(a);
        near(num_student_reach(p, 1), tan(pi * p / 2), 1e-12);
        near(num_student_reach(p, 2), p * sqrt(2 / a), 1e-12);
        near(num_student_reach(p, 4), 2 * sqrt(c - 1), 1e-10);
    }
}

static void many_degrees_are_the_normal_distribution(void **state) {
    (void)state;
    near(num_student_reach(0.95, 1e9), 1.959963984540054, 1e-7);
    near(num_student_reach(0.6826894921370859, 1e9), 1, 1e-7);
    near(num_student_reach(0.95, 10), 2.228138851964939, 1e-11);
    near(num_student_reach(0.95, 61), 1.999623584994951, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(many_degrees_are_the_normal_distribution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
