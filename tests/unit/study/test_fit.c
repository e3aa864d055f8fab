/* Fits of models: a stone thrown, whose motion is known; intervals that hold the truth as often as they say; directions
   that the data do not see; clocks, factors, robust losses. */
#include "study/fit.h"
#include "study/support.h"

/* x = x0 + v t - g t^2 / 2; k says nothing; p and q only together. */
#define STONE                                                                                                          \
    "param v = 5, g = 10, k = 1, p = 1, q = 1\ncoord x = 0\ninitial x' = v*p*q\nkinetic T = x'^2/2\n"                  \
    "potential V = g*x + 0*k\nsimulate until 2\nexpect final(x) = final(x)\n"

enum { ROWS = 41, MOST = 6 };

typedef struct fixture {
    arena *a;
    study of;
    fit_job job;
    fit_data data;
    fit_channel channel;
    double t[ROWS], values[ROWS], low[MOST], high[MOST], present[MOST], noise;
    uint64_t seed;
} fixture;

/* The sum of twelve even numbers is nearly normal. */
static double noise(fixture *f) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(f->seed >> 11) * 0x1p-53;
    }
    return sum;
}

static void set_up(fixture *f, const char *const *names, size_t count, double sigma, uint64_t seed) {
    *f = (fixture){.a = base_arena_create(), .seed = seed, .noise = NAN};
    f->of = study_of(STONE, names, count, f->a);
    f->channel = (fit_channel){.reducer = 0};
    for (int i = 0; i < ROWS; i++) {
        f->t[i] = 0.05 * i;
        f->values[i] = 6 * f->t[i] - 9.8 / 2 * f->t[i] * f->t[i] + (sigma > 0 ? sigma * noise(f) : 0);
    }
    f->data = (fit_data){.count = ROWS, .t = f->t, .values = f->values};
    for (size_t k = 0; k < MOST; k++) {
        f->low[k] = -INFINITY;
        f->high[k] = INFINITY;
        f->present[k] = k < count ? model_value_of(f->of.m, &f->of.m->params[f->of.params[k]]) : 0;
    }
    f->job = (fit_job){.m = f->of.m,
                       .params = f->of.params,
                       .param_count = count,
                       .channels = &f->channel,
                       .channel_count = 1,
                       .data = &f->data,
                       .data_count = 1,
                       .low = f->low,
                       .high = f->high,
                       .present = f->present,
                       .noise = &f->noise,
                       .starts = 1,
                       .options = sim_options_default()};
    f->job.options.keep_trajectory = false;
}

static void tear_down(fixture *f) {
    study_dispose(&f->of);
    base_arena_destroy(f->a);
}

static const char *const two[] = {"v", "g"};

static void exact_data(void **state) {
    (void)state;
    fixture f;
    set_up(&f, two, 2, 0, 1);
    const fit x = study_fit_find(&f.job, f.a);
    assert_int_equal(x.end, FIT_FOUND);
    assert_near(x.unknowns[0].value, 6, 1e-7);
    assert_near(x.unknowns[1].value, 9.8, 1e-7);
    assert_int_equal(x.freedom, ROWS - 2);
    assert_null(x.by_differences);
    assert_near(x.model[ROWS - 1], 6 * 2 - 9.8 * 2, 1e-6);
    assert_int_equal(x.outside, 0);
    tear_down(&f);
}

/* With noise: the estimates and their errors are those of linear regression, which this is. */
static void linear_regression(void **state) {
    (void)state;
    fixture f;
    set_up(&f, two, 2, 0.1, 11);
    const fit x = study_fit_find(&f.job, f.a);
    double a = 0, b = 0, c = 0, d = 0, e = 0, rest = 0;
    for (int i = 0; i < ROWS; i++) {
        const double u = f.t[i], w = -f.t[i] * f.t[i] / 2;
        a += u * u;
        b += u * w;
        c += w * w;
        d += u * f.values[i];
        e += w * f.values[i];
    }
    const double det = a * c - b * b, v = (c * d - b * e) / det, g = (a * e - b * d) / det;
    for (int i = 0; i < ROWS; i++)
        rest += pow(f.values[i] - v * f.t[i] + g * f.t[i] * f.t[i] / 2, 2);
    const double s2 = rest / (ROWS - 2);
    assert_near(x.unknowns[0].value, v, 1e-7);
    assert_near(x.unknowns[1].value, g, 1e-7);
    assert_near(x.unknowns[0].error, sqrt(s2 * c / det), 1e-5 * sqrt(s2 * c / det));
    assert_near(x.unknowns[1].error, sqrt(s2 * a / det), 1e-5 * sqrt(s2 * a / det));
    assert_near(x.correlations[1], -b / sqrt(a * c), 1e-6);
    assert_near(x.unknowns[0].high - v, 2.02269092 * x.unknowns[0].error, 1e-6);
    assert_near(x.spread[0], sqrt(rest / ROWS), 1e-7);
    tear_down(&f);
}

/* Of 200 sets of noisy data the 95 % intervals of both unknowns hold the truth in 90 to 98 %. The seeds are fixed. */
static void intervals_hold_the_truth(void **state) {
    (void)state;
    int held[2] = {0};
    for (uint64_t set = 0; set < 200; set++) {
        fixture f;
        set_up(&f, two, 2, 0.1, 1000 + set);
        const fit x = study_fit_find(&f.job, f.a);
        held[0] += x.unknowns[0].low <= 6 && 6 <= x.unknowns[0].high;
        held[1] += x.unknowns[1].low <= 9.8 && 9.8 <= x.unknowns[1].high;
        tear_down(&f);
    }
    assert_in_range(held[0], 180, 196);
    assert_in_range(held[1], 180, 196);
}

static void what_the_data_do_not_see(void **state) {
    (void)state;
    static const char *const all[] = {"v", "k", "p", "g"};
    fixture f;
    set_up(&f, all, 4, 0.01, 5);
    const fit x = study_fit_find(&f.job, f.a);
    assert_int_equal(x.unknowns[0].state, FIT_TIED);
    assert_int_equal(x.unknowns[1].state, FIT_WITHOUT);
    assert_int_equal(x.unknowns[2].state, FIT_TIED);
    assert_int_equal(x.unknowns[3].state, FIT_FREE);
    assert_int_equal(x.tie_count, 1);
    assert_near(x.ties[0][0], 0.01, 1e-6);
    assert_near(x.ties[0][2], -0.01, 1e-6);
    assert_near(x.unknowns[0].value * x.unknowns[2].value, 6, 0.05);
    assert_near(x.unknowns[3].value, 9.8, 0.05);
    assert_true(isnan(x.unknowns[0].error) && x.unknowns[3].error > 0);
    tear_down(&f);
}

/* A clock that is 0.3 s late, a column twice as large, and a bound that is in the way. */
static void clocks_factors_and_bounds(void **state) {
    (void)state;
    fixture f;
    set_up(&f, two, 2, 0, 1);
    for (int i = 0; i < ROWS; i++) {
        f.t[i] += 0.3;
        f.values[i] *= 2;
    }
    f.channel.scaled = f.job.clocks = true;
    f.low[1] = f.high[1] = 9.8; /* else the factor and both parameters are one */
    f.present[1] = 9.8;
    f.low[1] = 9.8 - 1e-12;
    f.present[2] = 0;
    f.low[2] = -1;
    f.high[2] = 1;
    f.present[3] = 1;
    const fit x = study_fit_find(&f.job, f.a);
    assert_near(x.unknowns[0].value, 6, 1e-5);
    assert_near(x.unknowns[2].value, -0.3, 1e-6);
    assert_near(x.unknowns[3].value, 2, 1e-5);
    f.channel.scaled = false;
    f.high[0] = 5.5;
    const fit y = study_fit_find(&f.job, f.a);
    assert_near(y.unknowns[0].value, 5.5, 0);
    assert_int_equal(y.unknowns[0].state, FIT_AT_HIGH);
    tear_down(&f);
}

static void outliers_count_less(void **state) {
    (void)state;
    fixture f;
    set_up(&f, two, 2, 0.02, 9);
    f.values[7] += 5;
    f.values[35] += 8;
    const fit x = study_fit_find(&f.job, f.a);
    f.job.loss = LOSS_CAUCHY;
    const fit y = study_fit_find(&f.job, f.a);
    assert_true(fabs(x.unknowns[0].value - 6) > 5 * fabs(y.unknowns[0].value - 6));
    assert_near(y.unknowns[0].value, 6, 0.03);
    assert_int_equal(y.outliers, 2);
    tear_down(&f);
}

/* What is measured before the start and after the end is compared with a machine at rest, and told. */
static void times_outside_the_motion(void **state) {
    (void)state;
    fixture f;
    set_up(&f, two, 2, 0, 1);
    for (int i = 0; i < ROWS; i++)
        f.t[i] -= 0.25;
    for (int i = 0; i < ROWS; i++)
        f.values[i] = f.t[i] < 0 ? 0 : 6 * f.t[i] - 4.9 * f.t[i] * f.t[i];
    const fit x = study_fit_find(&f.job, f.a);
    assert_near(x.unknowns[0].value, 6, 1e-6);
    assert_int_equal(x.outside, 5);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_data),
        cmocka_unit_test(linear_regression),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(what_the_data_do_not_see),
        cmocka_unit_test(clocks_factors_and_bounds),
        cmocka_unit_test(outliers_count_less),
        cmocka_unit_test(times_outside_the_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
