/* Designs: grids in order, Sobol's sequence against its authors' values, samples that fill their box, shards. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "study/design.h"

/* In double precision: cmocka's own compares floats. */
static void assert_near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", got, tolerance, want);
}

static void a_grid_takes_all_combinations_in_order(void **state) {
    (void)state;
    const design_axis axes[] = {{1, 2, 2}, {-1, 1, 3}};
    const design d = {.kind = DESIGN_GRID, .axes = axes, .axis_count = 2, .count = study_design_grid_count(axes, 2)};
    const double want[][2] = {{1, -1}, {1, 0}, {1, 1}, {2, -1}, {2, 0}, {2, 1}};
    assert_int_equal(d.count, 6);
    for (size_t i = 0; i < 6; i++) {
        double x[2];
        study_design_point(&d, i, x);
        assert_true(x[0] == want[i][0] && x[1] == want[i][1]);
    }
}

static void the_ends_of_a_grid_are_met_to_the_bit(void **state) {
    (void)state;
    const design_axis axis = {0.1, 0.7, 50};
    const design d = {.kind = DESIGN_GRID, .axes = &axis, .axis_count = 1, .count = 50};
    double x;
    study_design_point(&d, 0, &x);
    assert_true(x == 0.1);
    study_design_point(&d, 49, &x);
    assert_true(x == 0.7);
}

static void counts_that_are_none_or_too_large_are_told(void **state) {
    (void)state;
    const design_axis axes[] = {{0, 1, 100000}, {0, 1, 100000}, {0, 1, 0}};
    assert_int_equal(study_design_grid_count(axes, 1), 100000);
    assert_int_equal(study_design_grid_count(axes, 2), DESIGN_MOST + 1);
    assert_int_equal(study_design_grid_count(axes, 3), 0);
}

/* The first ten points in three dimensions, as printed by the authors' own program for new-joe-kuo-6.21201. */
static void sobol_gives_the_published_points(void **state) {
    (void)state;
    const double want[][3] = {{0, 0, 0},
                              {0.5, 0.5, 0.5},
                              {0.75, 0.25, 0.25},
                              {0.25, 0.75, 0.75},
                              {0.375, 0.375, 0.625},
                              {0.875, 0.875, 0.125},
                              {0.625, 0.125, 0.875},
                              {0.125, 0.625, 0.375},
                              {0.1875, 0.3125, 0.9375},
                              {0.6875, 0.8125, 0.4375}};
    for (size_t i = 0; i < 10; i++)
        for (size_t k = 0; k < 3; k++)
            assert_true(study_design_sobol(i, k) * 0x1p-32 == want[i][k]);
}

/* The first direction numbers of every axis, worked out by hand from the published rows and their recurrence: point 2^k
   differs from the one before it by number k alone. */
static void every_axis_of_sobol_has_its_published_numbers(void **state) {
    (void)state;
    enum { NUMBERS = 9 };
    static const uint32_t m[DESIGN_SOBOL_AXES][NUMBERS] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1},         {1, 3, 5, 15, 17, 51, 85, 255, 257}, {1, 3, 3, 9, 29, 23, 71, 197, 209},
        {1, 3, 1, 5, 31, 29, 81, 147, 433},  {1, 1, 1, 11, 31, 55, 61, 157, 181}, {1, 1, 3, 3, 25, 9, 43, 251, 449},
        {1, 3, 5, 13, 11, 37, 31, 227, 381}, {1, 1, 5, 5, 17, 9, 9, 45, 237},     {1, 1, 5, 5, 5, 53, 53, 113, 113},
        {1, 1, 7, 11, 19, 37, 69, 91, 103},  {1, 1, 5, 1, 1, 27, 79, 35, 175},    {1, 1, 1, 3, 11, 43, 75, 43, 425},
        {1, 3, 5, 5, 31, 35, 113, 51, 31},   {1, 3, 3, 9, 7, 49, 33, 163, 483},   {1, 1, 1, 15, 21, 21, 77, 157, 61},
        {1, 3, 1, 13, 27, 49, 35, 133, 331}, {1, 1, 1, 15, 7, 5, 123, 103, 287},  {1, 3, 1, 15, 13, 25, 27, 109, 131},
        {1, 1, 5, 5, 19, 61, 87, 187, 463},  {1, 3, 7, 11, 23, 15, 103, 65, 67},  {1, 3, 7, 13, 13, 15, 69, 81, 339}};
    for (size_t axis = 0; axis < DESIGN_SOBOL_AXES; axis++)
        for (unsigned k = 0; k < NUMBERS; k++) {
            const size_t i = (size_t)1 << k;
            assert_int_equal((study_design_sobol(i, axis) ^ study_design_sobol(i - 1, axis)) >> (31 - k), m[axis][k]);
        }
}

/* Of the first 2^k points of each axis one lies in each interval of length 2^-k; so do the later ones. */
static void every_axis_of_sobol_is_filled_evenly(void **state) {
    (void)state;
    enum { COUNT = 256 };
    for (size_t axis = 0; axis < DESIGN_SOBOL_AXES; axis++)
        for (size_t block = 0; block < 2; block++) {
            int met[COUNT] = {0};
            for (size_t i = 0; i < COUNT; i++)
                met[study_design_sobol(block * COUNT + i, axis) >> 24]++;
            for (size_t i = 0; i < COUNT; i++)
                assert_int_equal(met[i], 1);
        }
}

static void no_two_axes_of_sobol_are_the_same(void **state) {
    (void)state;
    for (size_t a = 0; a < DESIGN_SOBOL_AXES; a++)
        for (size_t b = 0; b < a; b++) {
            int same = 0;
            for (size_t i = 1; i < 256; i++)
                same += study_design_sobol(i, a) == study_design_sobol(i, b);
            assert_true(same < 64);
        }
}

static double mean_of(design_kind kind, uint64_t seed, double *first) {
    enum { COUNT = 4096 };
    const design_axis axes[] = {{0, 1, 0}, {2, 4, 0}};
    const design d = {.kind = kind, .axes = axes, .axis_count = 2, .count = COUNT, .seed = seed};
    double sum = 0, x[2];
    for (size_t i = 0; i < COUNT; i++) {
        study_design_point(&d, i, x);
        assert_true(x[0] >= 0 && x[0] < 1 && x[1] >= 2 && x[1] < 4);
        sum += x[0] * x[1];
        if (i == 0)
            *first = x[1];
    }
    return sum / COUNT;
}

/* The mean of the product of two independent even numbers is 1.5, to five deviations of a random sample. */
static void samples_fill_their_box(void **state) {
    (void)state;
    double a, b, c, d;
    assert_near(mean_of(DESIGN_RANDOM, 0, &a), 1.5, 0.08);
    assert_near(mean_of(DESIGN_RANDOM, 1, &b), 1.5, 0.08);
    assert_near(mean_of(DESIGN_SOBOL, 0, &c), 1.5, 0.002);
    assert_near(mean_of(DESIGN_SOBOL, 1, &d), 1.5, 0.002);
    assert_true(a != b && c != d);
}

/* Mean and deviation, to five deviations of the sample's own. */
static void normal_points_scatter_as_they_should(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    const design_axis axes[] = {{.low = 10, .high = 2}, {.low = -1, .high = 0.5}};
    const design d = {.kind = DESIGN_NORMAL, .axes = axes, .axis_count = 2, .count = COUNT, .seed = 3};
    double sum[2] = {0}, squares[2] = {0}, product = 0, x[2];
    for (size_t i = 0; i < COUNT; i++) {
        study_design_point(&d, i, x);
        for (int k = 0; k < 2; k++) {
            sum[k] += x[k];
            squares[k] += (x[k] - axes[k].low) * (x[k] - axes[k].low);
        }
        product += (x[0] - 10) * (x[1] + 1);
    }
    for (int k = 0; k < 2; k++) {
        assert_near(sum[k] / COUNT, axes[k].low, 5 * axes[k].high / 63);
        assert_near(squares[k] / COUNT / (axes[k].high * axes[k].high), 1, 5 * 1.41421356 / 63);
    }
    assert_near(product / COUNT, 0, 5.0 / 63);
}

static void shards_part_the_designs(void **state) {
    (void)state;
    const size_t counts[] = {1, 7, 16, 1000, 999999999};
    for (size_t k = 0; k < 5; k++)
        for (size_t parts = 1; parts < 20; parts++) {
            size_t at = 0;
            for (size_t part = 1; part <= parts; part++) {
                size_t first, end;
                study_design_shard(counts[k], part, parts, &first, &end);
                assert_int_equal(first, at);
                assert_true(end >= first && end - first <= counts[k] / parts + 1);
                at = end;
            }
            assert_int_equal(at, counts[k]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_takes_all_combinations_in_order),
        cmocka_unit_test(the_ends_of_a_grid_are_met_to_the_bit),
        cmocka_unit_test(counts_that_are_none_or_too_large_are_told),
        cmocka_unit_test(sobol_gives_the_published_points),
        cmocka_unit_test(every_axis_of_sobol_has_its_published_numbers),
        cmocka_unit_test(every_axis_of_sobol_is_filled_evenly),
        cmocka_unit_test(no_two_axes_of_sobol_are_the_same),
        cmocka_unit_test(samples_fill_their_box),
        cmocka_unit_test(normal_points_scatter_as_they_should),
        cmocka_unit_test(shards_part_the_designs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
