/* The equations at a state: they hold, their derivatives are those of differences, and what is solved for solves them.
 */
#include <stdio.h>

#include "api/support.h"

enum { MOST = 4096 };

/* Files of examples and modes: trees, rows, sliding friction, rolling, quaternions, redundant rows, free bodies. */
typedef struct subject {
    const char *file, *mode;
    bool redundant;
} subject;

static const subject subjects[] = {
    {"examples/trebuchet/hinged.lgr", NULL, false},       {"examples/trebuchet/hinged.lgr", "release", false},
    {"examples/trebuchet/hinged-ropes.lgr", NULL, false}, {"examples/pendulum/double.lgr", NULL, false},
    {"examples/pendulum/cartesian.lgr", NULL, false},     {"examples/linkage/four-bar.lgr", NULL, false},
    {"examples/linkage/bricard.lgr", NULL, true},         {"examples/rolling/coin.lgr", NULL, false},
    {"examples/rolling/bicycle.lgr", NULL, false},        {"examples/contact/ladder.lgr", NULL, false},
    {"examples/contact/slope.lgr", "end", false},         {"examples/trebuchet/rough-trough.lgr", NULL, false},
    {"examples/space/heavy-top.lgr", NULL, false},        {"examples/space/free-body.lgr", NULL, false},
    {"examples/bead/moving-wire.lgr", NULL, false},       {"examples/springs/ladle.lgr", NULL, false},
    {"examples/orbit/pleiades.lgr", NULL, false},         {"examples/chain/chain.lgr", NULL, false},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static lgr_model *read_file(const char *path) {
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    lgr_model *m = lgr_model_parse(path, text, length, NULL, 0);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    return m;
}

/* A state near that of the start, on the constraints. */
typedef struct state {
    lgr_model *model;
    lgr_dynamics *d;
    size_t n, m;
    double t, q[64], v[64];
} state;

static void begin(state *s, const subject *x) {
    lgr_dynamics_options o = lgr_dynamics_options_default();
    o.mode = x->mode;
    s->model = read_file(x->file);
    s->d = lgr_dynamics_create(s->model, &o);
    if (lgr_dynamics_status(s->d) != LGR_STATUS_OK)
        fail_msg("%s: %s", x->file, lgr_dynamics_error(s->d));
    s->n = lgr_dynamics_coordinate_count(s->d);
    s->m = lgr_dynamics_row_count(s->d);
    assert_true(s->n > 0 && s->n <= 64);
    assert_int_equal(lgr_dynamics_start(s->d, &s->t, s->q, s->v), LGR_STATUS_OK);
    for (size_t i = 0; i < s->n; i++) {
        s->q[i] += 0.01 * sin(1.0 + (double)i) * fmax(0.1, fabs(s->q[i]));
        s->v[i] += 0.1 * cos((double)i);
    }
    if (lgr_dynamics_project(s->d, s->t, s->q, s->v) != LGR_STATUS_OK)
        fail_msg("%s: %s", x->file, lgr_dynamics_error(s->d));
}

static void end(state *s) {
    lgr_dynamics_destroy(s->d);
    lgr_model_destroy(s->model);
}

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* --- The equations --- */

static const double *get(state *s, lgr_quantity what) {
    const double *x = lgr_dynamics_get(s->d, what, NULL);
    assert_non_null(x);
    return x;
}

static void the_equations_hold(void **state_) {
    (void)state_;
    for (size_t k = 0; k < SUBJECTS; k++) {
        state s;
        begin(&s, &subjects[k]);
        assert_int_equal(lgr_dynamics_evaluate(s.d, s.t, s.q, s.v), LGR_STATUS_OK);
        const double *M = get(&s, LGR_QUANTITY_M), *h = get(&s, LGR_QUANTITY_H), *A = get(&s, LGR_QUANTITY_A);
        const double *gamma = get(&s, LGR_QUANTITY_GAMMA), *a = get(&s, LGR_QUANTITY_ACCELERATION);
        const double *force = get(&s, LGR_QUANTITY_FORCE), size = largest(h, s.n) + largest(force, s.n);
        for (size_t i = 0; i < s.n; i++) {
            double sum = -h[i] - force[i];
            for (size_t j = 0; j < s.n; j++) {
                sum += M[i * s.n + j] * a[j];
                assert_true(M[i * s.n + j] == M[j * s.n + i]);
            }
            if (!(fabs(sum) <= 1e-10 * size))
                fail_msg("%s: equation %zu is off by %g of %g", subjects[k].file, i, sum, size);
        }
        for (size_t r = 0; r < s.m; r++) {
            double sum = -gamma[r], terms = fabs(gamma[r]);
            for (size_t j = 0; j < s.n; j++) {
                sum += A[r * s.n + j] * a[j];
                terms += fabs(A[r * s.n + j] * a[j]);
            }
            if (!(fabs(sum) <= 1e-10 * terms + 1e-12))
                fail_msg("%s: row %zu is off by %g of %g", subjects[k].file, r, sum, terms);
        }
        end(&s);
    }
}

static void one_and_many_give_the_same_bits(void **state_) {
    (void)state_;
    enum { COUNT = 21 };
    static double t[COUNT], q[COUNT * 64], v[COUNT * 64], a[COUNT * 64], lambda[COUNT * 64];
    for (size_t k = 0; k < SUBJECTS; k++) {
        state s;
        begin(&s, &subjects[k]);
        for (size_t i = 0; i < COUNT; i++) {
            t[i] = s.t + 0.01 * (double)i;
            for (size_t j = 0; j < s.n; j++) {
                q[i * s.n + j] = s.q[j] + 0.001 * (double)i;
                v[i * s.n + j] = s.v[j] - 0.01 * (double)i;
            }
        }
        const lgr_status status = lgr_dynamics_accelerate_many(s.d, COUNT, t, q, v, a, lambda);
        bool all = true;
        for (size_t i = 0; i < COUNT; i++) {
            double one[64], multipliers[64];
            all =
                lgr_dynamics_accelerate(s.d, t[i], q + i * s.n, v + i * s.n, one, multipliers) == LGR_STATUS_OK && all;
            assert_memory_equal(one, a + i * s.n, s.n * sizeof *one);
            if (s.m)
                assert_memory_equal(multipliers, lambda + i * s.m, s.m * sizeof *one);
            assert_int_equal(lgr_dynamics_accelerate(s.d, t[i], q + i * s.n, v + i * s.n, one, NULL),
                             all ? LGR_STATUS_OK : LGR_STATUS_RUN);
        }
        assert_true(all == (status == LGR_STATUS_OK));
        end(&s);
    }
}

/* --- Derivatives --- */

static double push[64]; /* a force that does not depend on the state, per coordinate of the model */

static bool add_push(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)t, (void)q, (void)v, (void)Q_q, (void)Q_v;
    const size_t *count = user;
    for (size_t i = 0; i < *count; i++)
        Q[i] += push[i];
    return true;
}

/* The number k of a kind of variable, shifted; what shifts is put back by another call with the opposite. */
static void shift(state *s, lgr_variable by, size_t k, double step) {
    if (by == LGR_VARIABLE_TIME)
        s->t += step;
    if (by == LGR_VARIABLE_Q)
        s->q[k] += step;
    if (by == LGR_VARIABLE_V)
        s->v[k] += step;
    if (by == LGR_VARIABLE_FORCE)
        push[lgr_dynamics_coordinate(s->d, k)] += step;
}

static bool set_parameter(state *s, size_t k, double step) {
    lgr_info info = {.size = sizeof info};
    assert_int_equal(lgr_model_info(s->model, LGR_KIND_PARAMETER, k, &info), LGR_STATUS_OK);
    return lgr_dynamics_set(s->d, k, info.value + step) == LGR_STATUS_OK;
}

static double step_of(state *s, lgr_variable by, size_t k) {
    lgr_info info = {.size = sizeof info};
    if (by == LGR_VARIABLE_PARAMETER && lgr_model_info(s->model, LGR_KIND_PARAMETER, k, &info) == LGR_STATUS_OK)
        return 1e-5 * fmax(fabs(info.value), 1e-3);
    return 1e-5;
}

/* A quantity on both sides; false where there is none. */
static bool both_sides(state *s, lgr_quantity what, lgr_variable by, size_t k, double step, double *low, double *high) {
    bool ok = true;
    for (int side = -1; side <= 1 && ok; side += 2) {
        size_t count;
        if (by == LGR_VARIABLE_PARAMETER)
            ok = set_parameter(s, k, side * step);
        else
            shift(s, by, k, side * step);
        ok = ok && lgr_dynamics_evaluate(s->d, s->t, s->q, s->v) == LGR_STATUS_OK;
        const double *x = ok ? lgr_dynamics_get(s->d, what, &count) : NULL;
        if (x)
            memcpy(side < 0 ? low : high, x, count * sizeof *x);
        if (by != LGR_VARIABLE_PARAMETER)
            shift(s, by, k, -side * step);
    }
    return ok;
}

static size_t width_of(const state *s, lgr_variable by) {
    return by == LGR_VARIABLE_TIME        ? 1
           : by == LGR_VARIABLE_PARAMETER ? lgr_model_count(s->model, LGR_KIND_PARAMETER)
                                          : s->n;
}

static void compare_slopes(state *s, const char *file, lgr_quantity what, lgr_variable by) {
    static double slopes[MOST], low[MOST], high[MOST];
    size_t count, width = width_of(s, by);
    assert_int_equal(lgr_dynamics_evaluate(s->d, s->t, s->q, s->v), LGR_STATUS_OK);
    const double *values = lgr_dynamics_get(s->d, what, &count), size = largest(values, count);
    assert_true(count * width <= MOST);
    assert_int_equal(lgr_dynamics_derivative(s->d, what, by, slopes, MOST), LGR_STATUS_OK);
    for (size_t k = 0; k < width; k++) {
        const double step = step_of(s, by, k);
        if (!both_sides(s, what, by, k, step, low, high))
            continue;
        double most = 0;
        for (size_t i = 0; i < count; i++)
            most = fmax(most, fabs(high[i] - low[i]) / (2 * step));
        for (size_t i = 0; i < count; i++) {
            const double have = slopes[i * width + k], want = (high[i] - low[i]) / (2 * step);
            if (isnan(want) && isnan(have))
                continue;
            if (!(fabs(have - want) <= 2e-6 * most + 1e-13 * size / step + 1e-14 / step))
                fail_msg("%s: quantity %d number %zu by %d %zu: %.12g instead of %.12g", file, (int)what, i, (int)by, k,
                         have, want);
        }
        if (by == LGR_VARIABLE_PARAMETER)
            set_parameter(s, k, 0);
    }
}

static void slopes_are_those_of_differences(void **state_) {
    (void)state_;
    for (size_t k = 0; k < SUBJECTS; k++) {
        if (subjects[k].redundant)
            continue; /* beside the constraints the rows are independent: there are no differences to compare with */
        state s;
        begin(&s, &subjects[k]);
        size_t count = lgr_model_count(s.model, LGR_KIND_COORDINATE);
        assert_int_equal(lgr_dynamics_add_force(s.d, &(lgr_force){sizeof(lgr_force), add_push, false, &count}),
                         LGR_STATUS_OK);
        for (int what = 0; what <= LGR_QUANTITY_ENERGY; what++)
            for (int by = 0; by <= LGR_VARIABLE_PARAMETER; by++)
                compare_slopes(&s, subjects[k].file, (lgr_quantity)what, (lgr_variable)by);
        end(&s);
    }
}

static void the_linear_system_of_a_pendulum_is_known(void **state_) {
    (void)state_;
    lgr_model *m = parse("param l = 2, g = 10, c = 3\ncoord phi = 0.5\nparticle p: mass 1 at l*dir(phi - 90 deg)\n"
                         "gravity g\ndissipation R = 1/2*c*phi'^2\noutput x = l*sin(phi) + phi'\n");
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    const double q = 0, v = 0;
    double A[4], B[2], C[2], D[1];
    assert_int_equal(lgr_dynamics_evaluate(d, 0, &q, &v), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_linearize(d, A, B, C, D), LGR_STATUS_OK);
    const double want[] = {0, 1, -5, -0.75, 0, 0.25, 2, 1, 0};
    const double have[] = {A[0], A[1], A[2], A[3], B[0], B[1], C[0], C[1], D[0]};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_close(have[i], want[i], 1e-14);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

#define RUBBING                                                                                                        \
    "coord x = 0, y = 0\nkinetic T = (x'^2 + y'^2)/2\nfriction f: limit 1 along 2*x\ninitial x' = 1\n"                 \
    "output a = if sticking(f) then 1 else 0\noutput b = if sliding(f) then 1 else 0\n"

static void check_outputs(const char *text, const double *sliding, const double *resting, size_t count) {
    lgr_model *m = parse(text);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    const double q[] = {0, 0}, slips[] = {-1, 0}, rests[] = {0, 0};
    size_t found;
    assert_int_equal(lgr_dynamics_evaluate(d, 0, q, slips), LGR_STATUS_OK);
    assert_memory_equal(lgr_dynamics_get(d, LGR_QUANTITY_OUTPUT, &found), sliding, count * sizeof(double));
    assert_int_equal(lgr_dynamics_evaluate(d, 0, q, rests), LGR_STATUS_OK);
    assert_memory_equal(lgr_dynamics_get(d, LGR_QUANTITY_OUTPUT, &found), resting, count * sizeof(double));
    assert_int_equal(found, count);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

/* At a state alone friction of a known limit sticks where it does not slip; that of a contact, and any beside one, as
   in the mode. */
static void outputs_know_the_state_of_friction(void **state_) {
    (void)state_;
    check_outputs(RUBBING, (const double[]){0, 1}, (const double[]){1, 0}, 2);
    check_outputs(RUBBING "generalized g: y = -9\ncontact floor: y >= 0, friction 0.5 along x\ninitial closed(floor)\n"
                          "output c = if sliding(floor) then 1 else 0\n",
                  (const double[]){0, 1, 1}, (const double[]){0, 1, 1}, 3);
}

/* --- Forces of the caller's own --- */

/* Of a spring between two coordinates and a damper on the first, with a bend. */
static bool add_spring(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    const double *k = user, stretch = q[1] - q[0];
    const double f = k[0] * stretch + k[1] * stretch * stretch * stretch, slope = k[0] + 3 * k[1] * stretch * stretch;
    Q[0] += f - k[2] * v[0] + sin(t);
    Q[1] -= f;
    if (Q_q) {
        Q_q[0] -= slope;
        Q_q[1] += slope;
        Q_q[2] += slope;
        Q_q[3] -= slope;
        Q_v[0] -= k[2];
    }
    return true;
}

static const char *const pair = "param k = 3, b = 0.4, c = 0.2\ncoord x = 1, y = 2.5\n"
                                "particle p: mass 2 at [x, 0]\nparticle r: mass 3 at [y, 0]\n";
static const char *const pair_forces =
    "potential V = k*(y - x)^2/2 + b*(y - x)^4/4\nforce F: [-c*x' + sin(t), 0] at [x, 0]\n";

static void own_forces_are_like_those_of_the_text(void **state_) {
    (void)state_;
    static const double values[] = {3, 0.4, 0.2};
    for (int differentiable = 0; differentiable < 2; differentiable++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s", pair, pair_forces);
        lgr_model *with = parse(text), *without = parse(pair);
        assert_int_equal(lgr_model_status(with), LGR_STATUS_OK);
        lgr_dynamics *d = lgr_dynamics_create(with, NULL), *e = lgr_dynamics_create(without, NULL);
        lgr_force force = {sizeof force, add_spring, differentiable, (void *)values};
        assert_int_equal(lgr_dynamics_add_force(e, &force), LGR_STATUS_OK);
        const double q[] = {0.3, 1.7}, v[] = {-0.5, 0.8}, t = 0.7;
        const lgr_quantity same[] = {LGR_QUANTITY_H, LGR_QUANTITY_ACCELERATION};
        assert_int_equal(lgr_dynamics_evaluate(d, t, q, v), LGR_STATUS_OK);
        assert_int_equal(lgr_dynamics_evaluate(e, t, q, v), LGR_STATUS_OK);
        for (size_t k = 0; k < 2; k++)
            for (int by = LGR_VARIABLE_TIME; by <= LGR_VARIABLE_V; by++) {
                double want[4], have[4];
                const size_t count = by == LGR_VARIABLE_TIME ? 2 : 4;
                assert_int_equal(lgr_dynamics_derivative(d, same[k], (lgr_variable)by, want, 4), LGR_STATUS_OK);
                assert_int_equal(lgr_dynamics_derivative(e, same[k], (lgr_variable)by, have, 4), LGR_STATUS_OK);
                for (size_t i = 0; i < count; i++)
                    assert_close(have[i], want[i], differentiable && by ? 1e-14 : 1e-8);
            }
        for (size_t i = 0; i < 2; i++)
            assert_close(lgr_dynamics_get(e, same[1], NULL)[i], lgr_dynamics_get(d, same[1], NULL)[i], 1e-14);
        lgr_dynamics_destroy(d);
        lgr_dynamics_destroy(e);
        lgr_model_destroy(with);
        lgr_model_destroy(without);
    }
}

static bool refuse_beyond(void *user, double t, const double *q, const double *v, double *Q, double *Q_q, double *Q_v) {
    (void)user, (void)t, (void)v, (void)Q, (void)Q_q, (void)Q_v;
    return q[0] < 1;
}

static void a_force_without_value_is_a_status(void **state_) {
    (void)state_;
    lgr_model *m = parse(pair);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    lgr_force force = {sizeof force, refuse_beyond, false, NULL};
    assert_int_equal(lgr_dynamics_add_force(d, &force), LGR_STATUS_OK);
    const double q[] = {0.5, 0}, beyond[] = {2, 0}, v[] = {0, 0};
    double a[2];
    assert_int_equal(lgr_dynamics_accelerate(d, 0, beyond, v, a, NULL), LGR_STATUS_RUN);
    assert_true(isnan(a[0]) && isnan(a[1]));
    assert_non_null(lgr_dynamics_error(d));
    assert_int_equal(lgr_dynamics_accelerate(d, 0, q, v, a, NULL), LGR_STATUS_OK);
    assert_null(lgr_dynamics_error(d));
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

/* --- What is solved for --- */

static void projection_ends_on_the_rows(void **state_) {
    (void)state_;
    for (size_t k = 0; k < SUBJECTS; k++) {
        state s;
        begin(&s, &subjects[k]); /* projects */
        double q[64], v[64];
        memcpy(q, s.q, sizeof q);
        memcpy(v, s.v, sizeof v);
        assert_int_equal(lgr_dynamics_evaluate(s.d, s.t, s.q, s.v), LGR_STATUS_OK);
        assert_true(largest(get(&s, LGR_QUANTITY_F), s.m) <= 1e-12 * fmax(1, largest(s.q, s.n)));
        assert_true(largest(get(&s, LGR_QUANTITY_F_DOT), s.m) <= 1e-11 * fmax(1, largest(s.v, s.n)));
        assert_int_equal(lgr_dynamics_project(s.d, s.t, q, v), LGR_STATUS_OK);
        for (size_t i = 0; i < s.n; i++) { /* once is enough */
            assert_close(q[i], s.q[i], 1e-12);
            assert_close(v[i], s.v[i], 1e-11);
        }
        end(&s);
    }
}

static void inverse_dynamics_undoes_dynamics(void **state_) {
    (void)state_;
    lgr_model *m = parse("let A = [0, 0], D = [1, 0]\ncoord alpha = 0.3, beta ~ 0.9, gamma ~ 1.8\n"
                         "let B = A + 0.3*dir(alpha), C = D + 0.8*dir(gamma)\ngravity 9.81\n"
                         "rod crank: mass 1, from A to B\nrod coupler: mass 3, from B to B + 0.9*dir(beta)\n"
                         "rod rocker: mass 2, from D to C\nconstraint loop: B + 0.9*dir(beta) = C\n"
                         "initial alpha' = 2\n");
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    const size_t n = lgr_dynamics_coordinate_count(d), rows = lgr_dynamics_row_count(d);
    size_t count = lgr_model_count(m, LGR_KIND_COORDINATE);
    double t, q[16], v[16], a[16], again[16], Q[16], lambda[16];
    bool driven[16] = {true};
    assert_int_equal(lgr_dynamics_start(d, &t, q, v), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_add_force(d, &(lgr_force){sizeof(lgr_force), add_push, false, &count}),
                     LGR_STATUS_OK);
    push[0] = 7.25; /* a torque on the crank makes some accelerations */
    assert_int_equal(lgr_dynamics_accelerate(d, t, q, v, a, lambda), LGR_STATUS_OK);
    push[0] = 0; /* and is found from them, with the multipliers */
    assert_int_equal(lgr_dynamics_invert(d, t, q, v, a, driven, Q, again), LGR_STATUS_OK);
    assert_close(Q[0], 7.25, 1e-10);
    for (size_t i = 1; i < n; i++)
        assert_true(Q[i] == 0);
    for (size_t k = 0; k < rows; k++)
        assert_close(again[k], lambda[k], 1e-9);
    /* Forces on all coordinates: the rows carry nothing. */
    assert_int_equal(lgr_dynamics_invert(d, t, q, v, a, NULL, Q, again), LGR_STATUS_OK);
    for (size_t i = 0; i < n; i++)
        push[lgr_dynamics_coordinate(d, i)] = Q[i];
    assert_int_equal(lgr_dynamics_accelerate(d, t, q, v, again, lambda), LGR_STATUS_OK);
    for (size_t i = 0; i < n; i++)
        assert_close(again[i], a[i], 1e-10);
    assert_true(largest(lambda, rows) <= 1e-9 * largest(Q, n));
    memset(push, 0, sizeof push);
    /* No force turns the links against their constraints. */
    a[1] += 1;
    assert_int_equal(lgr_dynamics_invert(d, t, q, v, a, driven, Q, NULL), LGR_STATUS_RUN);
    assert_int_equal(lgr_dynamics_invert(d, t, q, v, a, NULL, Q, NULL), LGR_STATUS_RUN);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

static void equilibria_are_found_nearby(void **state_) {
    (void)state_;
    const double pi = acos(-1);
    static const struct {
        double from[2], to[2]; /* over pi */
    } cases[] = {{{0.1, -0.2}, {0, 0}}, {{0.93, 0.1}, {1, 0}}, {{0.1, 0.95}, {0, 1}}, {{1.04, -0.95}, {1, -1}}};
    lgr_model *m = read_file("examples/pendulum/double.lgr");
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double q[] = {cases[k].from[0] * pi, cases[k].from[1] * pi};
        assert_int_equal(lgr_dynamics_balance(d, 0, q, NULL), LGR_STATUS_OK);
        for (size_t i = 0; i < 2; i++)
            assert_close(q[i], cases[k].to[i] * pi, 1e-12);
    }
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

/* In lengths of micrometres too; the rod pulls with the weight. */
static void equilibria_with_rows_have_multipliers(void **state_) {
    (void)state_;
    static const double sizes[] = {1, 1e-6, 1e6};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char size[32];
        snprintf(size, sizeof size, "%g m", sizes[k]);
        lgr_override l = {"l", size};
        const char *text = "param l = 1 m\ncoord x ~ l/3, y ~ -l\nparticle p: mass 2 kg at [x, y]\n"
                           "gravity 10 m/s^2\nconstraint rod: x^2 + y^2 = l^2\n";
        lgr_model *m = lgr_model_parse("p", text, strlen(text), &l, 1);
        lgr_dynamics *d = lgr_dynamics_create(m, NULL);
        double q[] = {0.2 * sizes[k], -0.8 * sizes[k]}, lambda;
        if (lgr_dynamics_balance(d, 0, q, &lambda) != LGR_STATUS_OK)
            fail_msg("%s: %g %g", size, q[0], q[1]);
        if (!(fabs(q[0]) < 1e-11 * sizes[k]))
            fail_msg("%s: %g %g %g", size, q[0], q[1], lambda);
        assert_true(fabs(q[1] + sizes[k]) < 1e-11 * sizes[k]);
        assert_true(fabs(lambda * 2 * sizes[k] - 20) < 1e-9); /* C^T lambda = h: -2 l lambda = -m g */
        lgr_dynamics_destroy(d);
        lgr_model_destroy(m);
    }
    lgr_model *falling = parse("coord y = 1\nparticle p: mass 1 at [0, y]\ngravity 9.81\n");
    lgr_dynamics *d = lgr_dynamics_create(falling, NULL);
    double y = 1;
    assert_int_equal(lgr_dynamics_balance(d, 0, &y, NULL), LGR_STATUS_RUN);
    assert_true(y == 1);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(falling);
}

/* A motor that holds a pendulum against its weight: where it rests the voltage drives a current. */
static void states_are_coordinates_with_their_values_in_v(void **state_) {
    (void)state_;
    lgr_model *m =
        parse("param R = 2, L = 0.1, K = 3, U = 1.5\ncoord phi = 0.1\nstate i = 0.2, rate (U - R*i - K*phi')/L\n"
              "particle p: mass 0.5 at dir(phi - 90 deg)\ngravity 10\ngeneralized motor: phi = K*i\n"
              "output torque = K*i\n");
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    assert_int_equal(lgr_dynamics_coordinate_count(d), 2);
    const double q[] = {0.3, NAN}, v[] = {0.4, 0.25};
    double a[2], slopes[4], rest[] = {0, 0};
    assert_int_equal(lgr_dynamics_accelerate(d, 0, q, v, a, NULL), LGR_STATUS_OK);
    assert_close(a[0], (3 * 0.25 - 5 * sin(0.3)) / 0.5, 1e-14);
    assert_close(a[1], (1.5 - 2 * 0.25 - 3 * 0.4) / 0.1, 1e-14);
    const double place[] = {0.3, 0};
    assert_int_equal(lgr_dynamics_evaluate(d, 0, place, v), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, LGR_VARIABLE_V, slopes, 4), LGR_STATUS_OK);
    const double want[] = {0, 6, -30, -20};
    for (size_t k = 0; k < 4; k++)
        assert_close(slopes[k], want[k], 1e-13);
    assert_int_equal(lgr_dynamics_derivative(d, LGR_QUANTITY_OUTPUT, LGR_VARIABLE_V, slopes, 4), LGR_STATUS_OK);
    assert_close(slopes[1], 3, 1e-14);
    assert_int_equal(lgr_dynamics_balance(d, 0, rest, NULL), LGR_STATUS_OK);
    assert_close(rest[1], 0.75, 1e-12);
    assert_close(sin(rest[0]), 3 * 0.75 / 5, 1e-12);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

/* --- Parameters --- */

static void parameters_change_the_equations_in_place(void **state_) {
    (void)state_;
    lgr_model *m = read_file("examples/pendulum/double.lgr");
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    size_t l1;
    assert_int_equal(lgr_model_find(m, LGR_KIND_PARAMETER, "l1", &l1), LGR_STATUS_OK);
    const double q[] = {0.4, -0.3}, v[] = {1, 2};
    double a[2], b[2];
    assert_int_equal(lgr_dynamics_set(d, l1, 1.75), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_accelerate(d, 0, q, v, a, NULL), LGR_STATUS_OK);
    assert_int_equal(lgr_model_set(m, "l1", "1.75 m"), LGR_STATUS_OK);
    lgr_dynamics *e = lgr_dynamics_create(m, NULL);
    assert_int_equal(lgr_dynamics_accelerate(e, 0, q, v, b, NULL), LGR_STATUS_OK);
    assert_true(a[0] == b[0] && a[1] == b[1]);
    assert_int_equal(lgr_dynamics_set(d, 99, 1), LGR_STATUS_USAGE);
    assert_int_equal(lgr_dynamics_set(d, l1, NAN), LGR_STATUS_USAGE);
    assert_int_equal(lgr_dynamics_accelerate(d, 0, q, v, b, NULL), LGR_STATUS_OK);
    assert_true(a[0] == b[0] && a[1] == b[1]);
    lgr_dynamics_destroy(e);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

/* |v| v has the slope 0 at rest, and a drag that begins linearly its own. */
static void drag_has_slopes_at_rest(void **state_) {
    (void)state_;
    static const char text[] = "coord x = 0, y = 0\nkinetic T = 0.5*(x'^2 + y'^2)\nparticle p: mass 1 at [x, y]\n"
                               "let stokes(Re) = 24/Re\n"
                               "drag a: on p, diameter 0.5, coefficient 0.4, air 1.2\n"
                               "drag b: on p, diameter 0.5, coefficient stokes, air 1.2, viscosity 0.01, wind [0, 0]\n";
    lgr_model *m = lgr_model_parse("drag", text, strlen(text), NULL, 0);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    lgr_dynamics *d = lgr_dynamics_create(m, NULL);
    const double zero[] = {0, 0}, moving[] = {3, 4};
    double slopes[4];
    assert_int_equal(lgr_dynamics_evaluate(d, 0, zero, zero), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, LGR_VARIABLE_V, slopes, 4), LGR_STATUS_OK);
    const double linear = -3 * 3.14159265358979323846 * 0.01 * 0.5 / 2; /* 3 pi mu D, for a mass of 2 */
    for (size_t k = 0; k < 4; k++)
        assert_close(slopes[k], k == 0 || k == 3 ? linear : 0, 1e-15);
    assert_int_equal(lgr_dynamics_evaluate(d, 0, zero, moving), LGR_STATUS_OK);
    assert_int_equal(lgr_dynamics_derivative(d, LGR_QUANTITY_ACCELERATION, LGR_VARIABLE_V, slopes, 4), LGR_STATUS_OK);
    const double half = 0.5 * 1.2 * 0.4 * 3.14159265358979323846 * 0.0625 / 2;
    assert_close(slopes[0], linear - half * (5 + 9.0 / 5), 1e-13);
    assert_close(slopes[1], -half * 12.0 / 5, 1e-13);
    lgr_dynamics_destroy(d);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_equations_hold),
        cmocka_unit_test(one_and_many_give_the_same_bits),
        cmocka_unit_test(slopes_are_those_of_differences),
        cmocka_unit_test(the_linear_system_of_a_pendulum_is_known),
        cmocka_unit_test(outputs_know_the_state_of_friction),
        cmocka_unit_test(own_forces_are_like_those_of_the_text),
        cmocka_unit_test(a_force_without_value_is_a_status),
        cmocka_unit_test(projection_ends_on_the_rows),
        cmocka_unit_test(inverse_dynamics_undoes_dynamics),
        cmocka_unit_test(equilibria_are_found_nearby),
        cmocka_unit_test(equilibria_with_rows_have_multipliers),
        cmocka_unit_test(states_are_coordinates_with_their_values_in_v),
        cmocka_unit_test(parameters_change_the_equations_in_place),
        cmocka_unit_test(drag_has_slopes_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
