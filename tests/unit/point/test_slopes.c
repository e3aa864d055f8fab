/* Derivatives at a state: of every quantity by every variable they are those of differences. */
#include "spot.h"

static const char *const machines[] = {SPOT_ANGLE, SPOT_ROD, SPOT_DOUBLE, SPOT_SLEIGH};
enum { MOST = 64 };

typedef struct place {
    double t, q[SPOT_MOST], v[SPOT_MOST];
} place;

/* One of the variables moved by so much. */
static void move(spot *x, place *at, point_variable by, size_t k, double d) {
    switch (by) {
    case POINT_BY_T:
        at->t += d;
        break;
    case POINT_BY_Q:
        at->q[k] += d;
        break;
    case POINT_BY_V:
        at->v[k] += d;
        break;
    case POINT_BY_LOAD:
        x->load[point_equations(x->p)->coords[k]] += d;
        break;
    default:
        spot_set(x, (int)k, model_value_of(x->of.m, &x->of.m->params[k]) + d);
    }
}

static void values_beside(spot *x, place at, point_quantity what, point_variable by, size_t k, double d, double *to) {
    move(x, &at, by, k, d);
    assert_true(point_evaluate(x->p, at.t, at.q, at.v));
    memcpy(to, point_get(x->p, what), point_size(x->p, what) * sizeof *to);
    move(x, &at, by, k, -d);
}

static void compare(spot *x, place at, point_quantity what, point_variable by) {
    static const double d = 1e-5;
    const size_t size = point_size(x->p, what), width = point_width(x->p, by);
    double slopes[MOST * SPOT_MOST], low[MOST], high[MOST];
    assert_true(size <= MOST && width <= SPOT_MOST);
    assert_true(point_evaluate(x->p, at.t, at.q, at.v));
    assert_true(point_differentiate(x->p, what, by, slopes));
    for (size_t k = 0; k < width; k++) {
        values_beside(x, at, what, by, k, -d, low);
        values_beside(x, at, what, by, k, d, high);
        for (size_t i = 0; i < size; i++) {
            const double want = (high[i] - low[i]) / (2 * d);
            if (!(fabs(slopes[i * width + k] - want) <= 1e-6 * fmax(1, fabs(want))))
                fail_msg("quantity %d, %zu, by variable %d, %zu: %g instead of %g", (int)what, i, (int)by, k,
                         slopes[i * width + k], want);
        }
    }
}

static void all_by_all(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        spot x;
        spot_begin(&x, machines[k]);
        place at = {.t = 0.3};
        spot_roll(&x, at.q, at.v);
        for (int what = 0; what < POINT_QUANTITY_COUNT; what++)
            for (int by = 0; by < POINT_VARIABLE_COUNT; by++)
                compare(&x, at, (point_quantity)what, (point_variable)by);
        spot_end(&x);
    }
}

/* Forces of a host that gives its derivatives, and one that leaves them to differences: -k q^2 - c v. */
static void push_back(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)t;
    ++*(int *)user;
    Q[0] -= 3 * q[0] * q[0] + 0.5 * v[0];
    if (Q_q)
        Q_q[0] -= 6 * q[0];
    if (Q_v)
        Q_v[0] -= 0.5;
}

static void derivatives_of_loads(void **state) {
    (void)state;
    for (int given = 0; given < 2; given++) {
        int calls = 0;
        spot x;
        spot_begin(&x, "param k = 2\ncoord x = 0\nkinetic T = x'^2\npotential V = k*x^2/2\n");
        point_add_load(x.p, (mech_load){push_back, given, &calls});
        const double q = 0.7, v = -1.5;
        double slope;
        assert_true(point_evaluate(x.p, 0, &q, &v));
        assert_near(2 * spot_number(&x, POINT_ACCELERATION, 0), -2 * q - 3 * q * q - 0.5 * v, 1e-13);
        assert_true(point_differentiate(x.p, POINT_ACCELERATION, POINT_BY_Q, &slope));
        assert_near(slope, (-2 - 6 * q) / 2, given ? 1e-13 : 1e-7);
        assert_true(point_differentiate(x.p, POINT_ACCELERATION, POINT_BY_V, &slope));
        assert_near(slope, -0.25, given ? 1e-13 : 1e-7);
        assert_true(point_differentiate(x.p, POINT_ACCELERATION, POINT_BY_PARAM, &slope));
        assert_near(slope, -q / 2, 1e-13);
        assert_true(calls > 1);
        spot_end(&x);
    }
}

/* Without accelerations there are no derivatives of them. */
static void nothing_where_nothing_is_determined(void **state) {
    (void)state;
    spot x;
    spot_begin(&x, "coord r = 1, w = 0\nkinetic T = (r'^2 + r^2*w'^2)/2\n");
    const double pole[] = {0, 1}, beside[] = {0.5, 1}, v[] = {1, 2};
    double slopes[4];
    assert_false(point_evaluate(x.p, 0, pole, v));
    assert_false(point_differentiate(x.p, POINT_ACCELERATION, POINT_BY_Q, slopes));
    assert_true(point_evaluate(x.p, 0, beside, v));
    assert_true(point_differentiate(x.p, POINT_ACCELERATION, POINT_BY_Q, slopes));
    assert_near(slopes[0], 4, 1e-13);                /* r'' = r w'^2 */
    assert_near(slopes[2], 2 * 1 * 2 / 0.25, 1e-12); /* w'' = -2 r' w'/r */
    spot_end(&x);
}

/* Slopes of the n x n entries of M are made when they are asked for, not kept for every direction: 25 MB here. */
static void slopes_of_matrices_are_not_kept(void **state) {
    (void)state;
    enum { N = 100, MOST_EACH = 7000 };
    char text[400];
    (void)snprintf(text, sizeof text,
                   "coord u[1..%d] = 1\ngravity 9.81\nlet P[0] = [0, 0]\n"
                   "for i in 1..%d { let P[i] = P[i-1] + dir(u[i]) }\n"
                   "for i in 1..%d { particle p[i]: mass 1 at P[i] }\n",
                   N, N, N);
    bench of = bench_create(text);
    point *p = point_create(of.m, &of.choice, of.memory);
    double *at = ARENA_ARRAY(of.memory, double, 2 * N), *slopes = ARENA_ARRAY(of.memory, double, N * N);
    assert_true(point_evaluate(p, 0, at, at + N));
    const size_t before = base_arena_used(of.memory);
    assert_true(point_differentiate(p, POINT_H, POINT_BY_Q, slopes));
    assert_true(base_arena_used(of.memory) - before < (size_t)MOST_EACH * N * N);
    point_dispose(p);
    bench_destroy(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_by_all),
        cmocka_unit_test(derivatives_of_loads),
        cmocka_unit_test(nothing_where_nothing_is_determined),
        cmocka_unit_test(slopes_of_matrices_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
