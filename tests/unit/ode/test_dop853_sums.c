/* The sums of a step: every one is the sum that the table says, in both widths, for every size. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ode/dop853_sums.h"

enum { MOST = 9, ROOM = MOST + ODE_SPARE };

typedef struct numbers {
    double room[DOP_ALL_STAGES][ROOM], from[ROOM], *k[DOP_ALL_STAGES];
} numbers;

static void fill(numbers *x) {
    for (int j = 0; j < DOP_ALL_STAGES; j++) {
        x->k[j] = x->room[j];
        for (int i = 0; i < ROOM; i++)
            x->room[j][i] = sin(1 + 17 * j + 3 * i);
    }
    for (int i = 0; i < ROOM; i++)
        x->from[i] = cos(i);
}

static const double *weights_of(int sum, int *count) {
    *count = sum < DOP_FIFTH ? sum : sum < DOP_COEFFICIENTS ? DOP_STAGES : DOP_ALL_STAGES;
    return sum < DOP_FIFTH    ? dop_a[sum]
           : sum == DOP_FIFTH ? dop_e5
           : sum == DOP_THIRD ? dop_e3
                              : dop_d[sum - DOP_COEFFICIENTS];
}

static void sums_are_those_of_the_table(void **state) {
    (void)state;
    numbers x;
    fill(&x);
    dop_sum *const *fastest = ode_dop853_sums();
    for (int sum = 1; sum < DOP_SUMS; sum++) {
        int count;
        const double *weights = weights_of(sum, &count), h = 0.3, sizes[DOP_WIDEST] = {h, h, h, h};
        double to[ROOM], without[ROOM];
        fastest[sum](x.k, sizes, x.from, MOST, to);
        fastest[sum](x.k, sizes, NULL, MOST, without);
        for (int i = 0; i < MOST; i++) {
            double expected = 0, size = 1;
            for (int j = 0; j < count; j++) {
                expected += h * weights[j] * x.room[j][i];
                size += fabs(h * weights[j] * x.room[j][i]);
            }
            assert_true(fabs(without[i] - expected) < 1e-15 * size);
            assert_true(fabs(to[i] - expected - x.from[i]) < 1e-15 * size);
        }
    }
}

static void all_widths_give_the_same_bits(void **state) {
    (void)state;
    if (ode_dop853_sums() == ode_dop853_sums_two)
        skip();
    numbers x;
    fill(&x);
    for (int sum = 1; sum < DOP_SUMS; sum++)
        for (size_t size = 1; size <= MOST; size++) {
            const double h[DOP_WIDEST] = {0.7, 0.7, 0.7, 0.7};
            double two[ROOM], four[ROOM];
            ode_dop853_sums_two[sum](x.k, h, x.from, size, two);
            ode_dop853_sums()[sum](x.k, h, x.from, size, four);
            assert_memory_equal(two, four, size * sizeof *two);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_the_table),
        cmocka_unit_test(all_widths_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
