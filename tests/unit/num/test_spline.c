/* Cubic splines: cubics come out exactly, and the bend is continuous at every point. */
#include "num/random.h"

#include "num/spline.h"

enum { COUNT = 30 };

static void cubics_are_met(void **state) {
    (void)state;
    uint64_t dice = random_start("cubics_are_met", 1);
    for (int trial = 0; trial < 500; trial++) {
        double x[COUNT], y[COUNT], m[COUNT], work[2 * COUNT], c[4];
        int count = 2 + random_below(&dice, COUNT - 1), degree = count < 4 ? count - 1 : 3;
        for (int k = 0; k < 4; k++)
            c[k] = k <= degree ? random_number(&dice) : 0;
        for (int i = 0; i < count; i++) {
            x[i] = (i ? x[i - 1] : -1) + 0.02 + 0.1 * fabs(random_number(&dice));
            y[i] = c[0] + x[i] * (c[1] + x[i] * (c[2] + x[i] * c[3]));
        }
        num_spline_slopes(x, y, (size_t)count, m, work);
        for (int i = 0; i < count; i++)
            assert_true(fabs(m[i] - (c[1] + x[i] * (2 * c[2] + x[i] * 3 * c[3]))) < 1e-9);
    }
}

static void bend_is_continuous(void **state) {
    (void)state;
    uint64_t dice = random_start("bend_is_continuous", 2);
    for (int trial = 0; trial < 500; trial++) {
        double x[COUNT], y[COUNT], m[COUNT], work[2 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            x[i] = (i ? x[i - 1] : 0) + 0.5 + fabs(random_number(&dice));
            y[i] = random_number(&dice);
        }
        num_spline_slopes(x, y, COUNT, m, work);
        for (int i = 1; i + 1 < COUNT; i++) {
            double h = x[i] - x[i - 1], k = x[i + 1] - x[i];
            double before = (2 * m[i - 1] + 4 * m[i] - 6 * (y[i] - y[i - 1]) / h) / h;
            double after = (6 * (y[i + 1] - y[i]) / k - 4 * m[i] - 2 * m[i + 1]) / k;
            assert_true(fabs(before - after) < 1e-9);
        }
    }
}

/* Sixteen points of a turn: the slopes err with the fourth power of their distance. */
static void order(void **state) {
    (void)state;
    double worst[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
        double x[33], y[33], m[33], work[66];
        int count = fine ? 33 : 17;
        for (int i = 0; i < count; i++) {
            x[i] = 2 * acos(-1) * i / (count - 1);
            y[i] = sin(x[i]);
        }
        num_spline_slopes(x, y, (size_t)count, m, work);
        for (int i = count / 4; i < 3 * count / 4; i++)
            worst[fine] = fmax(worst[fine], fabs(m[i] - cos(x[i])));
    }
    assert_true(worst[0] / worst[1] > 12);
}

/* A curve that repeats: a sine to the fourth order everywhere, ends included; the bend is continuous there, too. */
static void periods_close(void **state) {
    (void)state;
    double worst[2] = {0, 0};
    for (int fine = 0; fine < 2; fine++) {
        double x[33], y[33], m[33], work[99];
        int count = fine ? 33 : 17;
        for (int i = 0; i < count; i++) {
            x[i] = 2 * acos(-1) * i / (count - 1);
            y[i] = sin(x[i] + 0.4);
        }
        y[count - 1] = y[0];
        num_spline_periodic_slopes(x, y, (size_t)count, m, work);
        for (int i = 0; i < count; i++)
            worst[fine] = fmax(worst[fine], fabs(m[i] - cos(x[i] + 0.4)));
        assert_true(m[0] == m[count - 1]);
    }
    assert_true(worst[0] < 2e-3 && worst[0] / worst[1] > 14);
    uint64_t dice = random_start("periods_close", 3);
    for (int count = 2; count < 8; count++) {
        double x[8], y[8], m[8], work[24];
        for (int i = 0; i < count; i++) {
            x[i] = (i ? x[i - 1] : 0) + 0.5 + fabs(random_number(&dice));
            y[i] = random_number(&dice);
        }
        y[count - 1] = y[0];
        num_spline_periodic_slopes(x, y, (size_t)count, m, work);
        for (int i = 0; i + 1 < count && count > 2; i++) {
            int k = i ? i : count - 1;
            double h = x[k] - x[k - 1], l = x[i + 1] - x[i];
            double before = (2 * m[k - 1] + 4 * m[k] - 6 * (y[k] - y[k - 1]) / h) / h;
            double after = (6 * (y[i + 1] - y[i]) / l - 4 * m[i] - 2 * m[i + 1]) / l;
            assert_true(fabs(before - after) < 1e-8);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cubics_are_met), cmocka_unit_test(bend_is_continuous),
                                       cmocka_unit_test(order), cmocka_unit_test(periods_close)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
