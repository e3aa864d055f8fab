/* What a point is solved for: states on the rows, forces for accelerations, equilibria. */
#include "spot.h"

/* The nearest state in the metric of the masses: the displacement is along M^-1 A^T. */
static void states_are_moved_onto_the_rows(void **state) {
    (void)state;
    static const double masses[] = {1, 4, 100};
    for (int k = 0; k < 3; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "coord x = 1, y = 1\nkinetic T = (x'^2 + %g*y'^2)/2\nconstraint line: 3*x + 2*y = 7 + t\n", masses[k]);
        spot x;
        spot_begin(&x, text);
        double q[] = {5, -1}, v[] = {2, 3};
        assert_true(point_project(x.p, 0.5, q, v));
        assert_near(3 * q[0] + 2 * q[1], 7.5, 1e-13);
        assert_near((q[0] - 5) * 2, 3 * masses[k] * (q[1] + 1), 1e-11);
        assert_near(3 * v[0] + 2 * v[1], 1, 1e-13);
        assert_near((v[0] - 2) * 2, 3 * masses[k] * (v[1] - 3), 1e-11);
        double again[] = {q[0], q[1]};
        assert_true(point_project(x.p, 0.5, again, v));
        assert_near(again[0], q[0], 1e-15);
        spot_end(&x);
    }
}

static void on_a_circle_and_where_there_is_none(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_ROD);
    for (int k = 0; k < 12; k++) {
        const double far = 0.5 + 0.3 * k, angle = 0.5 * k;
        double q[] = {far * cos(angle), far * sin(angle)}, v[] = {1, 2};
        assert_true(point_project(x.p, 0, q, v));
        assert_near(q[0], 1.5 * cos(angle), 1e-12);
        assert_near(q[1], 1.5 * sin(angle), 1e-12);
        assert_near(q[0] * v[0] + q[1] * v[1], 0, 1e-12);
    }
    double q[] = {0, 0}, v[] = {1, 0}; /* no direction leads there */
    assert_false(point_project(x.p, 0, q, v));
    spot_end(&x);
    spot_begin(&x, SPOT_DOUBLE);
    assert_true(point_project(x.p, 0, q, v)); /* nothing to do */
    assert_true(q[0] == 0 && v[0] == 1);
    spot_end(&x);
}

/* The same row twice is no harm; rows that contradict each other are, in positions and in velocities. */
static void rows_told_twice_and_rows_that_contradict(void **state) {
    (void)state;
    static const struct {
        const char *rows;
        bool possible;
    } cases[] = {{"constraint a: x + y = 2\nconstraint b: 2*x + 2*y = 4\n", true},
                 {"constraint a: x + y = 2\nconstraint b: 2*x + 2*y = 5\n", false},
                 {"constraint a: x + y = 2\nconstraint b: x' + y' = 1\n", false},
                 {"constraint a: x + y = 2\nconstraint b: x' + y' = 0\n", true},
                 {"constraint a: x*y = 1\nconstraint b: x + y = 2\n", true}, /* they touch at x = y = 1 */
                 {"constraint a: x = 3 + t\nconstraint b: y^2 = -1\n", false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text, "coord x = 1, y = 1\nkinetic T = x'^2 + y'^2\n%s", cases[k].rows);
        spot x;
        spot_begin(&x, text);
        double q[] = {1, 1}, v[] = {0.5, 0.25};
        if (point_project(x.p, 0, q, v) != cases[k].possible)
            fail_msg("%s: %g %g", cases[k].rows, q[0], q[1]);
        spot_end(&x);
    }
}

/* With the forces found the system accelerates as asked for. */
static void forces_for_accelerations(void **state) {
    (void)state;
    static const char *const machines[] = {SPOT_ANGLE, SPOT_DOUBLE};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        spot x;
        spot_begin(&x, machines[k]);
        for (int trial = 0; trial < 20; trial++) {
            double q[SPOT_MOST], v[SPOT_MOST], want[SPOT_MOST], got[SPOT_MOST], Q[SPOT_MOST];
            spot_roll(&x, q, v);
            for (int i = 0; i < x.n; i++)
                want[i] = 3 * bench_random(&x.of);
            memset(x.load, 0, sizeof x.load);
            assert_true(point_invert(x.p, 0.2, q, v, want, NULL, Q, NULL));
            memcpy(x.load, Q, (size_t)x.n * sizeof *Q);
            assert_true(point_solve(x.p, 0.2, q, v, got, NULL));
            for (int i = 0; i < x.n; i++)
                assert_near(got[i], want[i], 1e-11);
        }
        spot_end(&x);
    }
}

/* Some coordinates are driven, the rod bears the rest; what neither can do is refused. */
static void forces_on_some_coordinates(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, SPOT_ROD);
    const double a = 0.4, l = 1.5, q[] = {l * sin(a), -l * cos(a)}, v[] = {0, 0};
    const double along[] = {2 * cos(a), 2 * sin(a)}, away[] = {2 * sin(a), 2 * cos(a)};
    bool driven[] = {true, false};
    double Q[2], lambda[1], got[2];
    assert_true(point_invert(x.p, 0, q, v, along, driven, Q, lambda));
    assert_near(Q[0] * cos(a), 2 * 2 + 2 * 9.81 * sin(a), 1e-11); /* the part along the circle: m a + m g sin */
    assert_near(Q[1], 0, 0);
    x.load[0] = Q[0];
    assert_true(point_solve(x.p, 0, q, v, got, lambda));
    assert_near(got[0], along[0], 1e-11);
    assert_near(got[1], along[1], 1e-11);
    x.load[0] = 0;
    assert_false(point_invert(x.p, 0, q, v, away, driven, Q, lambda)); /* off the circle */
    driven[0] = false;
    assert_false(point_invert(x.p, 0, q, v, along, driven, Q, lambda)); /* nobody pushes */
    spot_end(&x);
}

static void where_it_can_rest(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double q[2], want[2], lambda; /* lambda: NaN without rows */
    } cases[] = {{SPOT_ANGLE, {0.5}, {0}, NAN},
                 {SPOT_ANGLE, {3}, {3.14159265358979324}, NAN},
                 {"coord x = 0, y = 0\nkinetic T = x'^2 + y'^2\npotential V = 50*(x - y)^2 + 2*x^2 + 3*y\n",
                  {1, 1},
                  {-0.75, -0.78},
                  NAN},
                 {SPOT_ROD, {0.3, -1.4}, {0, -1.5}, 2 * 9.81 / 3},
                 {"coord x = 1\nstate i = 0, rate 3 - i\nkinetic T = x'^2\npotential V = x^2\ngeneralized f: x = i\n",
                  {1, 1},
                  {1.5, 3},
                  NAN}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        spot x;
        spot_begin(&x, cases[k].text);
        double q[] = {cases[k].q[0], cases[k].q[1]}, lambda[1] = {0};
        assert_true(point_balance(x.p, 0, q, lambda));
        for (int i = 0; i < x.n; i++)
            assert_near(q[i], cases[k].want[i], 1e-9);
        if (!isnan(cases[k].lambda))
            assert_near(fabs(lambda[0]), cases[k].lambda, 1e-9);
        spot_end(&x);
    }
}

/* A force from outside moves the place of rest: k x = Q. */
static void loads_move_the_place_of_rest(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "coord x = 0\nkinetic T = x'^2\npotential V = 8*x^2/2\n");
    for (int k = -3; k <= 3; k++) {
        double q = 0;
        x.load[0] = k;
        assert_true(point_balance(x.p, 0, &q, NULL));
        assert_near(q, k / 8.0, 1e-12);
    }
    spot_end(&x);
}

static void where_it_cannot_rest(void **state) {
    (void)state;
    static const char *const machines[] = {"coord x = 0\nkinetic T = x'^2\npotential V = 2*x\n",
                                           "coord x = 0\nkinetic T = x'^2\npotential V = exp(x)\n",
                                           "coord x = 1\nkinetic T = x'^2\npotential V = -log(x) - x\n"};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        spot x;
        spot_begin(&x, machines[k]);
        double q = 1, at = q;
        const bool found = point_balance(x.p, 0, &q, NULL);
        if (found && k != 1) /* exp(x) may come as near to zero as one likes */
            fail_msg("%s rests at %g", machines[k], q);
        if (!found)
            assert_near(q, at, 0); /* nothing has moved */
        spot_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_moved_onto_the_rows),
        cmocka_unit_test(on_a_circle_and_where_there_is_none),
        cmocka_unit_test(rows_told_twice_and_rows_that_contradict),
        cmocka_unit_test(forces_for_accelerations),
        cmocka_unit_test(forces_on_some_coordinates),
        cmocka_unit_test(where_it_can_rest),
        cmocka_unit_test(loads_move_the_place_of_rest),
        cmocka_unit_test(where_it_cannot_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
