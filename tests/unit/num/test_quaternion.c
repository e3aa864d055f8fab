/* Quaternions of rotation matrices, and their rates. */
#include "num/random.h"

#include <string.h>

#include "num/quaternion.h"

/* R of a unit quaternion (Goldstein, 4.5). */
static void rotation(const double *q, double *R) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double all[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                           2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                           2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, all, sizeof all);
}

static void draw(uint64_t *seed, double *q) {
    random_fill(seed, q, 4);
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] /= length;
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void comes_back_but_for_its_sign(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 1);
    const double still[3] = {0, 0, 0};
    for (int trial = 0; trial < 1000; trial++) {
        double q[4], R[9], found[4], rate[4];
        draw(&seed, q);
        rotation(q, R);
        num_quaternion(R, still, found, rate);
        assert_near(fabs(dot(q, found)), 1, 1e-14);
        assert_near(dot(found, found), 1, 1e-14);
        assert_true(rate[0] == 0 && rate[1] == 0 && rate[2] == 0 && rate[3] == 0);
    }
}

/* Turned about an axis through the angle pi the first part is 0; nearly so, it is what rounding leaves. */
static void half_turns_are_no_exception(void **state) {
    (void)state;
    const double still[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; axis++)
        for (double miss = 0; miss < 1e-7; miss = miss ? 10 * miss : 1e-17) {
            double q[4] = {sin(0.5 * miss), 0, 0, 0}, R[9], found[4], rate[4];
            q[1 + axis] = cos(0.5 * miss);
            rotation(q, R);
            num_quaternion(R, still, found, rate);
            assert_near(found[1 + axis], 1, 1e-14);
            assert_near(found[0], q[0], 1e-15);
        }
}

/* R' = R [w] for angular velocities about the body's axes. */
static void rate_is_that_of_the_rotation(void **state) {
    (void)state;
    uint64_t seed = random_start(__func__, 2);
    for (int trial = 0; trial < 300; trial++) {
        double q[4], w[3], R[9], found[4], rate[4], ahead[4], behind[4], one[9], other[9];
        const double h = 1e-5;
        draw(&seed, q);
        random_fill(&seed, w, 3);
        rotation(q, R);
        num_quaternion(R, w, found, rate);
        assert_near(dot(found, rate), 0, 1e-15);
        for (int i = 0; i < 4; i++) {
            ahead[i] = found[i] + h * rate[i];
            behind[i] = found[i] - h * rate[i];
        }
        rotation(ahead, one);
        rotation(behind, other);
        const double W[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double want = R[3 * i] * W[j] + R[3 * i + 1] * W[3 + j] + R[3 * i + 2] * W[6 + j];
                assert_near((one[3 * i + j] - other[3 * i + j]) / (2 * h), want, 1e-9);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_but_for_its_sign),
        cmocka_unit_test(half_turns_are_no_exception),
        cmocka_unit_test(rate_is_that_of_the_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
