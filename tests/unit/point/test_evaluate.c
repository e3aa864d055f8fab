/* Everything at a state: closed forms of pendulums, one state and many, forces from outside, what is not determined. */
#include "spot.h"

static void a_pendulum_by_its_angle(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_ANGLE);
    const double m = 2, l = 1.5, g = 9.81;
    for (int k = -6; k <= 6; k++) {
        const double a = 0.7 * k, w = 0.4 * k - 1;
        assert_true(point_evaluate(x.p, 0, &a, &w));
        const double h = -m * g * l * sin(a) - 0.3 * w, kinetic = m * l * l * w * w / 2, high = -m * g * l * cos(a);
        assert_near(spot_number(&x, POINT_M, 0), m * l * l, 1e-14);
        assert_near(spot_number(&x, POINT_H, 0), h, 1e-13);
        assert_near(spot_number(&x, POINT_ACCELERATION, 0), h / (m * l * l), 1e-13);
        assert_near(spot_number(&x, POINT_OUTPUT, 0), -l * cos(a), 1e-14);
        const double energy[] = {kinetic, high, kinetic + high, -0.3 * w * w};
        for (size_t i = 0; i < 4; i++)
            assert_near(spot_number(&x, POINT_ENERGY, i), energy[i], 1e-13);
    }
    spot_end(&x);
}

/* The rod bears m (g cos + l w^2) at the angle from below. */
static void a_pendulum_on_its_rod(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_ROD);
    const double m = 2, l = 1.5, g = 9.81;
    for (int k = -3; k <= 3; k++) {
        const double a = 0.4 * k, w = 1 + 0.3 * k;
        const double q[] = {l * sin(a), -l * cos(a)}, v[] = {l * w * cos(a), l * w * sin(a)};
        assert_true(point_evaluate(x.p, 0, q, v));
        const double tension = m * (g * cos(a) + l * w * w), up[] = {-sin(a), cos(a)};
        for (size_t i = 0; i < 2; i++) {
            assert_near(spot_number(&x, POINT_A, i), 2 * q[i], 1e-13);
            assert_near(spot_number(&x, POINT_FORCE, i), tension * up[i], 1e-11);
            assert_near(m * spot_number(&x, POINT_ACCELERATION, i), tension * up[i] - (i ? m * g : 0), 1e-11);
        }
        assert_near(fabs(spot_number(&x, POINT_MULTIPLIER, 0)), tension / (2 * l), 1e-12);
        assert_near(spot_number(&x, POINT_GAMMA, 0), -2 * (v[0] * v[0] + v[1] * v[1]), 1e-12);
        assert_near(spot_number(&x, POINT_F, 0), 0, 1e-14);
        assert_near(spot_number(&x, POINT_F_DOT, 0), 0, 1e-14);
    }
    spot_end(&x);
}

/* Off the rows their residuals are what they are. */
static void residuals_off_the_rows(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_ROD);
    const double q[] = {3, 4}, v[] = {0.5, 1};
    assert_true(point_evaluate(x.p, 0, q, v));
    assert_near(spot_number(&x, POINT_F, 0), 25 - 2.25, 1e-13);
    assert_near(spot_number(&x, POINT_F_DOT, 0), 2 * (3 * 0.5 + 4), 1e-13);
    spot_end(&x);
}

/* Eight at a time or one by one, any number of them: the same bits. */
static void many_states_give_the_same_bits(void **state) {
    (void)state;
    enum { COUNT = 19 };
    static const char *const machines[] = {SPOT_ANGLE, SPOT_ROD, SPOT_DOUBLE, SPOT_SLEIGH};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        spot x;
        spot_begin(&x, machines[k]);
        double t[COUNT], q[COUNT * SPOT_MOST], v[COUNT * SPOT_MOST], a[COUNT * SPOT_MOST], l[COUNT * SPOT_MOST];
        bool ok[COUNT];
        for (int i = 0; i < COUNT; i++) {
            t[i] = 0.1 * i;
            spot_roll(&x, q + i * x.n, v + i * x.n);
        }
        static const size_t counts[] = {0, 1, 7, 8, 9, COUNT};
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            point_solve_many(x.p, counts[c], t, q, v, a, l, ok);
            for (size_t i = 0; i < counts[c]; i++) {
                double one[SPOT_MOST], lambda[SPOT_MOST];
                assert_true(point_solve(x.p, t[i], q + i * (size_t)x.n, v + i * (size_t)x.n, one, lambda) == ok[i]);
                assert_memory_equal(one, a + i * (size_t)x.n, (size_t)x.n * sizeof *one);
                if (x.m)
                    assert_memory_equal(lambda, l + i * (size_t)x.m, (size_t)x.m * sizeof *lambda);
            }
        }
        spot_end(&x);
    }
}

/* M a = h + Q, whatever pushes; and the power of what pushes. */
static void forces_from_outside(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_DOUBLE);
    double q[2], v[2], before[2];
    for (int k = 0; k < 10; k++) {
        spot_roll(&x, q, v);
        x.load[0] = x.load[1] = 0;
        assert_true(point_evaluate(x.p, 0.5, q, v));
        const double M[] = {spot_number(&x, POINT_M, 0), spot_number(&x, POINT_M, 1), spot_number(&x, POINT_M, 3)};
        const double power = spot_number(&x, POINT_ENERGY, 3);
        memcpy(before, point_get(x.p, POINT_ACCELERATION), sizeof before);
        x.load[0] = k - 4;
        x.load[1] = 3 - 0.5 * k;
        assert_true(point_evaluate(x.p, 0.5, q, v));
        const double da = spot_number(&x, POINT_ACCELERATION, 0) - before[0],
                     db = spot_number(&x, POINT_ACCELERATION, 1) - before[1];
        assert_near(M[0] * da + M[1] * db, x.load[0], 1e-11);
        assert_near(M[1] * da + M[2] * db, x.load[1], 1e-11);
        assert_near(spot_number(&x, POINT_ENERGY, 3) - power, x.load[0] * v[0] + x.load[1] * v[1], 1e-11);
    }
    spot_end(&x);
}

/* Where nothing is determined nothing is said; where something ends, too. */
static void what_is_not_determined(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "coord r = 1, w = 0\nkinetic T = (r'^2 + r^2*w'^2)/2\ngeneralized f: r = sqrt(r)\n");
    double q[] = {4, 1}, v[] = {0, 3}, a[2];
    assert_true(point_solve(x.p, 0, q, v, a, NULL));
    assert_near(a[0], 4 * 9 + 2, 1e-12);
    q[0] = 0; /* the pole */
    assert_false(point_evaluate(x.p, 0, q, v));
    assert_true(isnan(spot_number(&x, POINT_ACCELERATION, 0)) && isnan(spot_number(&x, POINT_ACCELERATION, 1)));
    q[0] = -1;
    assert_false(point_evaluate(x.p, 0, q, v));
    q[0] = 1;
    assert_true(point_evaluate(x.p, 0, q, v));
    spot_end(&x);
}

/* Values of parameters, and of those that follow from them, act at once; states have values for velocities. */
static void parameters_and_states(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "param k = 2, c = 3*k\ncoord x = 1\nstate i = 0, rate c - i\nkinetic T = x'^2/2\n"
                   "generalized f: x = i - c*x\noutput o = k\n");
    const double q[] = {0.5, 0}, v[] = {0, 4};
    assert_true(point_evaluate(x.p, 0, q, v));
    assert_near(spot_number(&x, POINT_ACCELERATION, 0), 4 - 6 * 0.5, 1e-14);
    assert_near(spot_number(&x, POINT_ACCELERATION, 1), 6 - 4, 1e-14);
    spot_set(&x, 0, 5);
    assert_true(point_evaluate(x.p, 0, q, v));
    assert_near(spot_number(&x, POINT_ACCELERATION, 0), 4 - 15 * 0.5, 1e-14);
    assert_near(spot_number(&x, POINT_ACCELERATION, 1), 15 - 4, 1e-14);
    assert_near(spot_number(&x, POINT_OUTPUT, 0), 5, 0);
    spot_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_by_its_angle), cmocka_unit_test(a_pendulum_on_its_rod),
        cmocka_unit_test(residuals_off_the_rows),  cmocka_unit_test(many_states_give_the_same_bits),
        cmocka_unit_test(forces_from_outside),     cmocka_unit_test(what_is_not_determined),
        cmocka_unit_test(parameters_and_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
