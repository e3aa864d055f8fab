/* Derivatives of accelerations, multipliers, event functions and results along directions, against closed forms. */
#include "sim/dynamics/tangent.h"
#include "sim/support.h"

static variation *begin(motion *x, variation_seeds **seeds) {
    static const bool moving[] = {true, true, true, true};
    *seeds = dynamics_tangent_seeds_create(x->s, moving);
    variation *v = dynamics_tangent_create(x->s, x->s->mode, *seeds);
    return v;
}

/* m x'' = -k x^3 + x' t: with k = 2, m = 4, x = 3, x' = 5, t = 7 */
#define CUBIC                                                                                                          \
    "param k = 2, m = 4\ncoord x = 3\ninitial x' = 5\nkinetic T = m*x'^2/2\npotential V = k*x^4/4\n"                   \
    "generalized f: x = t*x'\nreport a = integral(k*x^2), b = final(m*x' + t)\nevent e when k*x > x'' { }\n"

static void along_time_state_and_parameters(void **state) {
    (void)state;
    motion x = motion_begin(CUBIC);
    variation_seeds *seeds;
    variation *v = begin(&x, &seeds);
    const double y[] = {3, 5}, dx[] = {1, 0}, du[] = {0, 1}, dk[] = {1, 0}, dm[] = {0, 1};
    const direction along[] = {{.y = dx}, {.y = du}, {.params = dk}, {.params = dm}, {.t = 1}};
    const double a = (-54 + 35) / 4.0, da[] = {-54 / 4.0, 7 / 4.0, -27 / 4.0, -a / 4, 5 / 4.0};
    const double lead[] = {2 - da[0], -da[1], 3 - da[2], -da[3], -da[4]}, b[] = {0, 4, 0, 5, 1};
    assert_true(dynamics_tangent_at(x.s, v, 7, y));
    assert_near(dynamics_tangent_accelerations(v)[0], a, 1e-14);
    for (int k = 0; k < 5; k++) {
        dynamics_tangent_along(v, &along[k]);
        assert_near(v->da[0], da[k], 1e-14);
        dynamics_tangent_run(v, VARIATION_RESULTS);
        assert_near(dynamics_tangent_margin(v, 0), 6 - a, 1e-14);
        assert_near(dynamics_tangent_margin_along(v, 0), lead[k], 1e-14);
        assert_near(dynamics_tangent_reducer_along(v, 1), b[k], 1e-14);
    }
    motion_end(&x);
}

/* y' is q', q'', nothing for the work, k x^2; its derivatives in the same order. */
static void rates_are_in_the_order_of_the_state(void **state) {
    (void)state;
    motion x = motion_begin(CUBIC);
    variation_seeds *seeds;
    variation *v = begin(&x, &seeds);
    const double y[] = {3, 5}, both[] = {0.5, 2}, dk[] = {1, 0};
    double dy[4];
    assert_true(dynamics_tangent_at(x.s, v, 7, y));
    dynamics_tangent_motion(x.s, v, dy);
    const double want[] = {5, -19 / 4.0, 0, 18};
    for (int i = 0; i < 4; i++)
        assert_near(dy[i], want[i], 1e-14);
    const direction d = {.y = both, .params = dk};
    dynamics_tangent_along(v, &d);
    dynamics_tangent_rates(x.s, v, &d, dy);
    const double along[] = {2, (-54 * 0.5 + 7 * 2 - 27) / 4, 0, 9 + 12 * 0.5};
    for (int i = 0; i < 4; i++)
        assert_near(dy[i], along[i], 1e-14);
    motion_end(&x);
}

/* On a circle of radius r: lambda 2 r^2 = v^2, so dlambda/dv = v/r^2; corrections lead along the radius. */
static void multipliers_and_corrections(void **state) {
    (void)state;
    motion x = motion_begin("param r = 5\ncoord x = 3, y = 4\ninitial x' = 8\nkinetic T = (x'^2 + y'^2)/2\n"
                            "constraint c: x^2 + y^2 = r^2\n");
    variation_seeds *seeds;
    variation *v = begin(&x, &seeds);
    double y[] = {3, 4, 8, -6}, faster[] = {0, 0, 0.8, -0.6}, longer[] = {1}, f, f_dot, dx[2];
    assert_true(dynamics_tangent_at(x.s, v, 0, y));
    dynamics_tangent_along(v, &(direction){.y = faster});
    assert_near(v->dlambda[0], 10 / 25.0, 1e-14);
    assert_near(v->da[0], -2 * 10 / 25.0 * 3, 1e-14);
    dynamics_tangent_residuals(v, &(direction){.params = longer}, &f, &f_dot);
    assert_near(f, -10, 1e-14);
    assert_near(f_dot, 0, 1e-14);
    dynamics_tangent_residuals(v, &(direction){.y = y}, &f, &f_dot); /* f is quadratic in q, f' bilinear */
    assert_near(f, 50, 1e-14);
    assert_near(f_dot, 4 * (3 * 8 - 4 * 6), 1e-13);
    f = -10;
    dynamics_tangent_correct(v, &f, dx);
    assert_near(dx[0], 0.6, 1e-14);
    assert_near(dx[1], 0.8, 1e-14);
    assert_false(dynamics_tangent_is_redundant(v));
    assert_false(v->jumps);
    motion_end(&x);
}

/* Friction acts by the sliding direction: x'' = -mu g, and d/dmu of it is -g. */
static void sliding_friction(void **state) {
    (void)state;
    motion x = motion_begin("param mu = 0.25\ncoord x = 0, y = 0\ninitial x' = 2\ngravity 10\n"
                            "particle p: mass 2 at [x, y]\ncontact floor: y >= 0, friction mu along x\n");
    variation_seeds *seeds;
    variation *v = begin(&x, &seeds);
    const double one[] = {1};
    assert_true(dynamics_tangent_at(x.s, v, 0, x.s->y));
    assert_near(dynamics_tangent_accelerations(v)[0], -2.5, 1e-14);
    dynamics_tangent_along(v, &(direction){.params = one});
    assert_near(v->da[0], -10, 1e-13);
    assert_near(v->dlambda[0], 0, 1e-13);
    motion_end(&x);
}

static void where_there_is_no_motion(void **state) {
    (void)state;
    motion x = motion_begin("coord x = 1\nkinetic T = x'^2/2\npotential V = log(x)\n");
    variation_seeds *seeds;
    variation *v = begin(&x, &seeds);
    const double nowhere[] = {0, 0}, there[] = {2, 0};
    assert_false(dynamics_tangent_at(x.s, v, 0, nowhere));
    assert_true(dynamics_tangent_at(x.s, v, 0, there));
    motion_end(&x);
}

/* Of machines of all sorts: derivatives of accelerations along any direction are those of differences. */
static void directions_of_all_sorts(void **state) {
    (void)state;
    static const char *const machines[] = {
        "param k = 2, m = 1\ncoord a = 1, b = 2\ngravity 9.81\nlet p = [sin(a), -cos(a)]\nparticle one: mass m at p\n"
        "particle two: mass 3 at p + k*[sin(b), -cos(b)]\n",
        "param k = 2, m = 1\ncoord x = 3, y = 4\ninitial x' = 8\nkinetic T = (m*x'^2 + y'^2)/2\npotential V = k*x*y\n"
        "constraint c: x^2 + y^2 = 25\n",
        "param k = 0.5, m = 2\ncoord x = 1, w = 0.3\nkinetic T = m*(x'^2*(2 + cos(w)) + w'^2)/2\n"
        "generalized f: x = sin(k*t)*w' - x'^3\n",
        "param k = 3, m = 1\ncoord x = 0, y = 0, w = 0.3\ninitial x' = cos(w)\nkinetic T = (3*x'^2 + y'^2 + m*w'^2)/2\n"
        "potential V = k*x*sin(w)\nconstraint blade: -x'*sin(w) + y'*cos(w) = 0\n"};
    static const double d = 1e-5;
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        motion x = motion_begin(machines[k]);
        variation_seeds *seeds;
        variation *v = begin(&x, &seeds);
        const size_t n = (size_t)x.s->mode->n;
        double y[8], dy[8], beside[8] = {0}, low[4], high[4];
        memcpy(y, x.s->y, 2 * n * sizeof *y);
        for (int pass = 0; pass < 5; pass++) {
            for (size_t i = 0; i < 2 * n; i++)
                dy[i] = bench_random(&x.of);
            const direction along = {.t = 0.5, .y = dy};
            assert_true(dynamics_tangent_at(x.s, v, 0.7, y));
            dynamics_tangent_along(v, &along);
            for (int side = -1; side <= 1; side += 2) {
                for (size_t i = 0; i < 2 * n; i++)
                    beside[i] = y[i] + side * d * dy[i];
                assert_true(dynamics_evaluate(x.s, 0.7 + side * d * 0.5, beside, NULL));
                memcpy(side < 0 ? low : high, dynamics_accelerations(x.s), n * sizeof *low);
            }
            for (size_t i = 0; i < n; i++)
                assert_near(v->da[i], (high[i] - low[i]) / (2 * d), 1e-6);
        }
        motion_end(&x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_time_state_and_parameters), cmocka_unit_test(rates_are_in_the_order_of_the_state),
        cmocka_unit_test(multipliers_and_corrections),     cmocka_unit_test(sliding_friction),
        cmocka_unit_test(where_there_is_no_motion),        cmocka_unit_test(directions_of_all_sorts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
