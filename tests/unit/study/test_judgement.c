/* How surely data determine unknowns: a straight line a + b t through five values, whose covariance is known. */
#include "study/judgement.h"
#include "study/support.h"

enum { ROWS = 5, MOST = 3 };

typedef struct fixture {
    arena *a;
    fit_job job;
    fit_data data;
    fit_channel channel;
    fit_runs w;
    double t[ROWS], values[ROWS], sizes[MOST], noise, given, low[MOST], high[MOST], x[MOST];
    double r[ROWS], J[ROWS * MOST];
    fit out;
} fixture;

/* Residuals that the line cannot make smaller; a third unknown does what b does, twice as much. */
static void set_up(fixture *f, size_t n) {
    *f = (fixture){.a = base_arena_create(), .noise = 1, .given = NAN, .x = {3, 0.5, 1}, .r = {1, -2, 1}};
    for (size_t i = 0; i < ROWS; i++) {
        f->t[i] = (double)i;
        f->values[i] = 3 + 0.5 * f->t[i] - f->r[i];
        const double row[] = {1, f->t[i], 2 * f->t[i]};
        memcpy(f->J + i * n, row, n * sizeof *row);
    }
    for (size_t k = 0; k < MOST; k++) {
        f->low[k] = -INFINITY;
        f->high[k] = INFINITY;
        f->sizes[k] = 1;
    }
    f->data = (fit_data){.count = ROWS, .t = f->t, .values = f->values};
    f->job = (fit_job){.param_count = n,
                       .channels = &f->channel,
                       .channel_count = 1,
                       .data = &f->data,
                       .data_count = 1,
                       .low = f->low,
                       .high = f->high,
                       .noise = &f->given};
    f->w = (fit_runs){.job = &f->job, .sizes = f->sizes, .noise = &f->noise, .rows = ROWS};
    f->out = (fit){.unknown_count = n, .count = ROWS, .freedom = ROWS - n};
}

static const fit *judge(fixture *f) {
    const marquardt_found found = {.r = f->r, .J = f->J};
    f->out.tie_count = f->out.outliers = 0;
    study_judgement_make(&f->w, f->x, &found, &f->out, f->a);
    return &f->out;
}

static void tear_down(fixture *f) {
    base_arena_destroy(f->a);
}

/* (J^T J)^-1 = [30 -10; -10 5] / 50, r^T r = 6 with 3 degrees of freedom, whose t is 3.1824. */
static void a_line(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 2);
    const fit *x = judge(&f);
    assert_near(x->unknowns[0].error, sqrt(2 * 0.6), 1e-12);
    assert_near(x->unknowns[1].error, sqrt(2 * 0.1), 1e-12);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(x->unknowns[k].state, FIT_FREE);
        assert_near(x->unknowns[k].high - f.x[k], 3.182446305284263 * x->unknowns[k].error, 1e-9);
        assert_near(f.x[k] - x->unknowns[k].low, 3.182446305284263 * x->unknowns[k].error, 1e-9);
        assert_near(x->correlations[3 * k], 1, 1e-12);
    }
    assert_near(x->correlations[1], -10 / sqrt(150), 1e-12);
    assert_near(x->correlations[2], -10 / sqrt(150), 1e-12);
    assert_near(x->succession, -4.0 / 6, 1e-15);
    assert_int_equal(x->tie_count, 0);
    assert_int_equal(x->outliers, 0);
    f.out.freedom = 0;
    assert_true(isnan(judge(&f)->unknowns[0].low));
    tear_down(&f);
}

/* What is known of the noise is not estimated: intervals are those of the normal distribution, of few values too. */
static void noise_that_is_given(void **state) {
    (void)state;
    for (int freedom = 0; freedom <= 3; freedom += 3) {
        fixture f;
        set_up(&f, 2);
        f.given = 1;
        f.out.freedom = (size_t)freedom;
        const fit *x = judge(&f);
        assert_near(x->unknowns[0].error, sqrt(0.6), 1e-12);
        assert_near(x->unknowns[0].high, 3 + 1.959963984540054 * sqrt(0.6), 1e-12);
        assert_near(x->unknowns[1].low, 0.5 - 1.959963984540054 * sqrt(0.1), 1e-12);
        tear_down(&f);
    }
}

/* b by 1 % and c by -1/4 % change nothing; a is as sure as it was. */
static void a_pair_that_is_tied(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 3);
    const fit *x = judge(&f);
    assert_int_equal(x->unknowns[0].state, FIT_FREE);
    assert_int_equal(x->unknowns[1].state, FIT_TIED);
    assert_int_equal(x->unknowns[2].state, FIT_TIED);
    assert_int_equal(x->tie_count, 1);
    assert_true(x->ties[0][0] == 0);
    assert_near(x->ties[0][1], 0.01, 1e-12);
    assert_near(x->ties[0][2], -0.0025, 1e-12);
    assert_near(x->unknowns[0].error, sqrt(3 * 0.6), 1e-9);
    assert_true(isnan(x->unknowns[1].error) && isnan(x->unknowns[2].low));
    assert_true(isnan(x->correlations[1]) && isnan(x->correlations[5]));
    tear_down(&f);
}

/* An unknown on its bound is no longer one, if the data push it there; the others are surer by that. */
static void bounds(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        fixture f;
        set_up(&f, 2);
        (side < 0 ? f.low : f.high)[1] = f.x[1];
        f.r[4] = -side;
        const fit *x = judge(&f);
        assert_int_equal(x->unknowns[1].state, side < 0 ? FIT_AT_LOW : FIT_AT_HIGH);
        assert_true(isnan(x->unknowns[1].error) && isnan(x->correlations[1]));
        assert_near(x->unknowns[0].error, sqrt(7.0 / 3 / 5), 1e-12);
        f.r[4] = side;
        assert_int_equal(judge(&f)->unknowns[1].state, FIT_FREE);
        tear_down(&f);
    }
}

static void without_influence(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 2);
    for (int i = 0; i < ROWS; i++)
        f.J[2 * i + 1] *= 1e-9;
    assert_int_equal(judge(&f)->unknowns[1].state, FIT_WITHOUT);
    assert_int_equal(f.out.unknowns[0].state, FIT_FREE);
    assert_int_equal(f.out.tie_count, 0);
    assert_true(isnan(f.out.unknowns[1].error));
    f.x[1] = 1e4; /* that much of it is seen */
    assert_int_equal(judge(&f)->unknowns[1].state, FIT_FREE);
    assert_near(f.out.unknowns[1].error, 1e9 * sqrt(2 * 0.1), 1e-2);
    tear_down(&f);
}

/* Huber's covariance: the sum of psi^2 by the square of the mean of psi'; 1.345 / 6 is less than a quarter. */
static void robust(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 2);
    f.job.loss = LOSS_HUBER;
    f.r[4] = 6;
    const double variance = (2 + 2 * 1.345 * 1.345) / 3 / (0.6 * 0.6);
    assert_near(judge(&f)->unknowns[1].error, sqrt(variance * 0.1), 1e-9);
    assert_int_equal(f.out.outliers, 1);
    f.r[4] = 5;
    assert_int_equal(judge(&f)->outliers, 0);
    tear_down(&f);
}

/* Two channels, one value missing: each residual is compared with the one before it of its own channel. */
static void channels_are_separate(void **state) {
    (void)state;
    fixture f;
    set_up(&f, 2);
    const double values[] = {1, 2, NAN, 2, 1, 2};
    const double noise[] = {1, 1}, given[] = {NAN, NAN};
    double both[] = {noise[0], noise[1]};
    const fit_channel channels[2] = {{0}};
    f.data = (fit_data){.count = 3, .t = f.t, .values = values};
    f.job.channels = channels;
    f.job.channel_count = 2;
    f.job.noise = given;
    f.w.noise = both;
    const double r[] = {1, -2, -2, 1, -2}; /* 1, none, 1; -2, -2, -2 */
    memcpy(f.r, r, sizeof r);
    assert_near(judge(&f)->succession, (4 + 1 + 4) / 14.0, 1e-15);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line),
        cmocka_unit_test(noise_that_is_given),
        cmocka_unit_test(a_pair_that_is_tied),
        cmocka_unit_test(bounds),
        cmocka_unit_test(without_influence),
        cmocka_unit_test(robust),
        cmocka_unit_test(channels_are_separate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
