/* The deepest point of second-order cones, against depths in closed form; what limits it. */
#include "num/random.h"

#include "num/cones.h"

static int set_up(void **state) {
    *state = base_arena_create();
    return 0;
}

static int tear_down(void **state) {
    base_arena_destroy(*state);
    return 0;
}

/* A load of 1 on two feet that also have to hold a pull F with coefficients of friction a and b: y is moved from one
   foot to the other, z of friction. Depth is least where the pull is all that friction can hold. */
static double two_feet(arena *memory, double a, double F, double *y, double *weight) {
    const int sizes[] = {1, 1};
    const double rows[] = {a,  0, 0.5 * a, 0, 1,  0.5 * F, /* a (1/2 + y) >= |F/2 + z| */
                           -a, 0, 0.5 * a, 0, -1, 0.5 * F};
    const num_cones c = {2, 2, sizes, rows};
    return num_cones_deepest(memory, &c, 1e-9, y, weight);
}

static void at_its_limit(void **state) {
    double y[2], weight[2];
    for (int i = -3; i <= 3; i++) {
        const double off = i * 1e-6, depth = two_feet(*state, 0.4, 0.4 - off, y, weight);
        assert_near(depth, 0.5 * off, off > 0 ? 0.05 * off : 1e-9);
        assert_near(weight[0], 0.5, 1e-3);
        assert_near(weight[1], 0.5, 1e-3);
    }
}

/* Well inside the depth is found within a tenth. */
static void well_inside(void **state) {
    double y[2], weight[2];
    const double depth = two_feet(*state, 0.4, 0.1, y, weight);
    assert_near(depth, 0.1425, 0.0075 + 1e-12);
}

/* One unknown, one disc in the plane: |(3, 4 + y)| <= 4, deepest at y = -4, where 1 is left. */
static void disc(void **state) {
    const int sizes[] = {2, 0};
    const double rows[] = {0, 4, 0, 3, 1, 4, 0, 9};
    double y[1], weight[2];
    assert_near(num_cones_deepest(*state, &(num_cones){1, 2, sizes, rows}, 2, y, weight), 1, 1e-9);
    assert_near(y[0], -4, 1e-4);
    assert_near(weight[1], 0, 1e-6);
}

/* Without unknowns the depth is what it is. */
static void nothing_to_choose(void **state) {
    const int sizes[] = {2};
    const double rows[] = {1, 3, 4};
    double y[1], weight[1];
    assert_near(num_cones_deepest(*state, &(num_cones){0, 1, sizes, rows}, 1e-9, y, weight), -4, 1e-12);
    assert_near(weight[0], 1, 1e-12);
}

/* No other point is deeper by more than was promised; where the depth is negative none is inside. */
static void nothing_is_deeper(void **state) {
    enum { P = 3, COUNT = 5, ROWS = COUNT * 3 + 2 };
    uint64_t seed = 7;
    for (int trial = 0; trial < 50; trial++) {
        int sizes[COUNT + 2];
        double rows[ROWS * (P + 1)], y[P], weight[COUNT + 2];
        random_fill(&seed, rows, ROWS * (P + 1));
        for (int i = 0; i < COUNT; i++) {
            sizes[i] = 2;
            rows[3 * i * (P + 1) + P] = trial < 25 ? 2 : 0.3;
        }
        for (int i = 0; i < P + 1; i++) /* two bounds, whose sum with the first cone's c is constant */
            rows[(3 * COUNT + 1) * (P + 1) + i] = (i == P ? 9 : 0) - rows[3 * COUNT * (P + 1) + i] - rows[i];
        sizes[COUNT] = sizes[COUNT + 1] = 0;
        const num_cones c = {P, COUNT + 2, sizes, rows};
        const double depth = num_cones_deepest(*state, &c, 1e-9, y, weight);
        for (int k = 0; k < 2000; k++) {
            double near[P], least = INFINITY;
            const double *row = rows, far = pow(10, -6 * (k % 100) / 100.);
            random_fill(&seed, near, P);
            for (int i = 0; i < P; i++)
                near[i] = y[i] + far * near[i];
            for (int i = 0; i < COUNT + 2; i++) {
                double v[3] = {0};
                for (int j = 0; j <= sizes[i]; j++, row += P + 1)
                    for (int l = 0; l <= P; l++)
                        v[j] += row[l] * (l < P ? near[l] : 1);
                least = fmin(least, v[0] - hypot(v[1], v[2]));
            }
            if (depth < -1e-6)
                assert_true(least < 0);
            else
                assert_true(least <= depth + 0.12 * fmax(depth, 0) + 1e-9);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_its_limit),      cmocka_unit_test(well_inside),       cmocka_unit_test(disc),
        cmocka_unit_test(nothing_to_choose), cmocka_unit_test(nothing_is_deeper),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
