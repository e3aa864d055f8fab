/* Periodic motions where closed forms and other programs have them, with their multipliers. */
#include "linear/shooting.h"

static linear_periodic find(const char *text, double period, system_of *s) {
    *s = system_begin(text, NULL);
    assert_non_null(s->p);
    return linear_find_periodic(s->p, &(linear_wish){.period = period}, s->of.memory);
}

/* 4 K(sin(start/2)) by the arithmetic-geometric mean. */
static void pendulum_over_its_amplitude(void **state) {
    (void)state;
    for (int k = 1; k < 6; k++) {
        const double start = 0.5 * k;
        char text[128];
        snprintf(text, sizeof text, "coord th = %g\nkinetic T = th'^2/2\npotential V = -cos(th)\n", start);
        double a = 1, b = cos(start / 2);
        for (int i = 0; i < 6; i++) {
            const double mean = (a + b) / 2;
            b = sqrt(a * b);
            a = mean;
        }
        system_of s;
        const linear_periodic x = find(text, 0, &s);
        assert_null(x.trouble);
        assert_false(x.driven);
        assert_near(x.period, 2 * acos(-1.0) / a, 1e-9);
        assert_near(x.q[0], start, 1e-12);
        assert_near(x.low[0], -start, 1e-8);
        assert_near(x.high[0], start, 1e-8);
        if (num_eigen_available()) {
            assert_true(x.count == 1 && x.re[0] == 1);
            assert_int_equal(x.stability, UNDECIDED);
        }
        system_end(&s);
    }
}

/* By scipy's DOP853 at 1e-13. */
static void limit_cycle(void **state) {
    (void)state;
    need_multipliers();
    system_of s;
    const linear_periodic x =
        find("coord x = 0.5\nkinetic T = x'^2/2\npotential V = x^2/2\ngeneralized f: x = (1 - x^2)*x'\n", 0, &s);
    assert_null(x.trouble);
    assert_near(x.period, 6.6632868593231, 1e-9);
    assert_near(x.high[0], 2.0086198608748, 1e-7);
    assert_near(x.re[0], 8.5969535e-4, 1e-9);
    assert_int_equal(x.stability, ASYMPTOTICALLY_STABLE);
    system_end(&s);
}

/* A rimless wheel: speed w after a step with w^2 (1 - c^2) = c^2 2 g (cos(gam - al) - cos(gam + al)), c = cos(2 al);
   the multiplier is c^2. */
static void walking(void **state) {
    (void)state;
    need_multipliers();
    system_of s;
    const linear_periodic x = find(ORBIT_WHEEL, 0, &s);
    const double rad = acos(-1.0) / 180, c = cos(45 * rad), fall = cos(14.5 * rad) - cos(30.5 * rad);
    assert_null(x.trouble);
    assert_int_equal(x.events, 1);
    assert_near(x.re[0], c * c, 1e-8);
    /* energy on the way: w^2/2 + g cos(gam - al) just after a step */
    const double after = c * c * 2 * 9.81 * fall / (1 - c * c);
    assert_near(x.v[0] * x.v[0] / 2 + 9.81 * cos(x.q[0]), after / 2 + 9.81 * cos(14.5 * rad), 1e-8);
    system_end(&s);
}

/* A ball on a shaken table that bounces once per period: with phase p, cos p = pi g (1 - e)/((1 + e) A W^2), the
   product of its multipliers is e^2 and their sum 1 + e^2 - (1 + e)^2 A W^2 sin(p)/g. */
static void bouncing(void **state) {
    (void)state;
    need_multipliers();
    system_of s;
    const linear_periodic x =
        find("param A = 0.05, W = 20, e = 0.5, p = acos(9.81*pi*(1 - e)/((1 + e)*A*W^2))\ncoord y = A*sin(-p) + 1e-6\n"
             "initial y' = 9.81*pi/W + 0.01\ngravity 9.81\nparticle b: mass 1 at [0, y]\n"
             "contact floor: y >= A*sin(W*t - p) restitution e\nsimulate until 20\n",
             0, &s);
    assert_null(x.trouble);
    assert_true(x.driven && x.events == 1 && x.count == 2);
    const double p = acos(9.81 * acos(-1.0) * 0.5 / (1.5 * 20));
    assert_near(x.re[0] * x.re[1], 0.25, 1e-8);
    assert_near(x.re[0] + x.re[1], 1.25 + 2.25 * 20 * sin(p) / 9.81, 1e-7);
    assert_int_equal(x.stability, UNSTABLE);
    system_end(&s);
}

/* x'' + (d + e cos 2t) x = 0 over pi: the trace by the classical Runge-Kutta method. */
static double mathieu_trace(double d, double e) {
    enum { STEPS = 4000 };
    const double h = acos(-1.0) / STEPS;
    double trace = 0;
    for (int c = 0; c < 2; c++) {
        double x = c == 0, v = c == 1;
        for (int i = 0; i < STEPS; i++) {
            const double w[] = {d + e * cos(2 * i * h), d + e * cos((2 * i + 1) * h), d + e * cos((2 * i + 2) * h)};
            const double k1 = v, l1 = -w[0] * x, k2 = v + h / 2 * l1, l2 = -w[1] * (x + h / 2 * k1);
            const double k3 = v + h / 2 * l2, l3 = -w[1] * (x + h / 2 * k2), k4 = v + h * l3, l4 = -w[2] * (x + h * k3);
            x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
            v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
        }
        trace += c ? v : x;
    }
    return trace;
}

static void mathieu(void **state) {
    (void)state;
    need_multipliers();
    for (int k = 0; k < 6; k++) {
        const double d = 0.4 + 0.37 * k, e = 0.8;
        char text[160];
        snprintf(text, sizeof text, "coord x = 0\nkinetic T = x'^2/2\npotential V = (%.17g + %.17g*cos(2*t))*x^2/2\n",
                 d, e);
        system_of s;
        const linear_periodic x = find(text, 0, &s);
        const double trace = mathieu_trace(d, e);
        assert_null(x.trouble);
        assert_near(x.re[0] + x.re[1], trace, 1e-8);
        assert_int_equal(x.stability, fabs(trace) > 2 ? UNSTABLE : UNDECIDED);
        system_end(&s);
    }
}

/* In Cartesian coordinates, with the rod as a constraint. */
static void constraints(void **state) {
    (void)state;
    system_of s;
    const linear_periodic x = find("coord x = sin(1), y = -cos(1)\ngravity 1\nparticle b: mass 1 at [x, y]\n"
                                   "constraint rod: x^2 + y^2 = 1\n",
                                   0, &s);
    assert_null(x.trouble);
    assert_near(x.period, 6.69997566437045, 1e-9);
    if (num_eigen_available())
        assert_true(x.count == 1 && x.re[0] == 1);
    system_end(&s);
}

/* What comes to rest, what never comes back, and what has no period that is known. */
static void none(void **state) {
    (void)state;
    system_of s;
    assert_non_null(
        find("coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\ndissipation D = x'^2/10\n", 0, &s).trouble);
    system_end(&s);
    assert_non_null(find("coord y = 1\ngravity 10\nparticle b: mass 1 at [0, y]\nsimulate until 2\n", 0, &s).trouble);
    system_end(&s);
    assert_non_null(
        strstr(find("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = t - x\n", 0, &s).trouble, "period"));
    system_end(&s);
}

/* Twice the period of the forcing is a period too. */
static void wished(void **state) {
    (void)state;
    system_of s;
    const char *text = "coord x = 1\nkinetic T = x'^2/2\npotential V = 2*x^2\ndissipation D = x'^2/2\n"
                       "generalized f: x = cos(t)\n";
    const linear_periodic once = find(text, 0, &s),
                          twice = linear_find_periodic(s.p, &(linear_wish){.period = 4 * acos(-1.0)}, s.of.memory);
    assert_null(once.trouble);
    assert_null(twice.trouble);
    assert_near(once.q[0], 0.3, 1e-9); /* 3 x + x' = cos: 0.3 cos t + 0.1 sin t */
    assert_near(once.v[0], 0.1, 1e-9);
    assert_near(twice.q[0], 0.3, 1e-9);
    const linear_periodic half = linear_find_periodic(s.p, &(linear_wish){.period = 3 * acos(-1.0)}, s.of.memory);
    assert_non_null(half.trouble);
    assert_non_null(strstr(half.trouble, "the period is no multiple of that of what drives the machine, 6.283"));
    if (num_eigen_available()) {
        assert_near(once.growth, -0.5, 1e-8);
        assert_near(twice.growth, -0.5, 1e-7);
    }
    system_end(&s);
}

/* A ball between two walls: the impacts are those of one period, however long the motion was followed. */
static void two_walls(void **state) {
    (void)state;
    system_of s;
    const linear_periodic x = find("coord x = 0.1\ninitial x' = 1\nparticle b: mass 1 at [x, 0]\n"
                                   "contact left: x >= -1 restitution 1\ncontact right: x <= 1 restitution 1\n",
                                   0, &s);
    assert_null(x.trouble);
    assert_near(x.period, 4, 1e-9);
    assert_int_equal(x.events, 2);
    system_end(&s);
}

/* A period that is given for a forcing without one: a motion that is back once only is not periodic. */
static void wished_for_nothing(void **state) {
    (void)state;
    system_of s;
    const char *text = "coord x = 1\nkinetic T = x'^2/2\npotential V = 2*x^2\ndissipation D = x'^2/2\n"
                       "generalized f: x = cos(t) + cos(sqrt(2)*t)\n";
    assert_string_equal(find(text, 5, &s).trouble, "the next period is another one");
    system_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum_over_its_amplitude),
                                       cmocka_unit_test(limit_cycle),
                                       cmocka_unit_test(walking),
                                       cmocka_unit_test(bouncing),
                                       cmocka_unit_test(mathieu),
                                       cmocka_unit_test(constraints),
                                       cmocka_unit_test(none),
                                       cmocka_unit_test(wished),
                                       cmocka_unit_test(wished_for_nothing),
                                       cmocka_unit_test(two_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
