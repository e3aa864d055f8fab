/* Residuals of a fit and their derivatives: a stone thrown, x = v t - g t^2 / 2, in two experiments. */
#include "study/fit_runs.h"
#include "study/support.h"

#define STONE                                                                                                          \
    "param v = 5, g = 10\ncoord x = 0\ninitial x' = v\nkinetic T = x'^2/2\npotential V = g*x\nsimulate until 2\n"      \
    "expect final(x) = final(x)\n"

enum { ROWS = 5, UNKNOWNS = 4 }; /* v, two clocks, a factor */

typedef struct fixture {
    arena *a;
    study of;
    fit_job job;
    fit_data data[2];
    fit_channel channel;
    int set[1];
    double t[ROWS], values[2][ROWS], set_values[1], low[UNKNOWNS], high[UNKNOWNS], present[UNKNOWNS], noise;
    fit_runs *w;
    double r[2 * ROWS], J[2 * ROWS * UNKNOWNS];
} fixture;

static double height(double v, double g, double t) {
    return v * t - g * t * t / 2;
}

/* In the second experiment g is 4; one value of the first is missing. */
static void set_up(fixture *f) {
    static const char *const names[] = {"v"};
    *f = (fixture){.a = base_arena_create(), .t = {0, 0.5, 1, 1.5, 2}, .set_values = {4}, .noise = NAN};
    f->of = study_of(STONE, names, 1, f->a);
    f->set[0] = model_find_param(f->of.m, "g");
    f->values[0][2] = NAN;
    for (int k = 0; k < UNKNOWNS; k++) {
        f->low[k] = -INFINITY;
        f->high[k] = INFINITY;
    }
    for (int i = 0; i < 2 * ROWS * UNKNOWNS; i++)
        f->J[i] = 99;
    f->present[0] = 5;
    f->present[3] = 1;
    f->channel.scaled = true;
    f->data[0] = (fit_data){.count = ROWS, .t = f->t, .values = f->values[0]};
    f->data[1] = (fit_data){ROWS, f->t, f->values[1], f->set, f->set_values, 1};
    f->job = (fit_job){.m = f->of.m,
                       .params = f->of.params,
                       .param_count = 1,
                       .channels = &f->channel,
                       .channel_count = 1,
                       .data = f->data,
                       .data_count = 2,
                       .clocks = true,
                       .low = f->low,
                       .high = f->high,
                       .present = f->present,
                       .noise = &f->noise,
                       .options = sim_options_default()};
    f->job.options.keep_trajectory = false;
    f->w = study_fit_runs_create(&f->job, f->a);
    f->w->noise[0] = 0.5;
}

static void tear_down(fixture *f) {
    study_fit_runs_destroy(f->w);
    study_dispose(&f->of);
    base_arena_destroy(f->a);
}

static void places_and_sizes(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(study_fit_unknowns(&f.job), UNKNOWNS);
    assert_int_equal(study_fit_clock(&f.job, 1), 2);
    assert_int_equal(study_fit_factor(&f.job, 0), 3);
    assert_int_equal(f.w->count, 2 * ROWS);
    assert_int_equal(f.w->rows, 2 * ROWS - 1);
    assert_int_equal(f.w->param_count, 2);
    assert_near(f.w->sizes[0], 5, 0);
    assert_near(f.w->sizes[1], 0.02, 1e-15);
    assert_near(f.w->sizes[3], 1, 0);
    f.job.clocks = false;
    assert_int_equal(study_fit_factor(&f.job, 0), 1);
    f.channel.scaled = false;
    assert_int_equal(study_fit_unknowns(&f.job), 1);
    tear_down(&f);
}

/* At v = 6, clocks 0.1 and 0.2 s late, the column three times as large. */
static const double at[UNKNOWNS] = {6, 0.1, 0.2, 3};

static void check_all(const fixture *f, double tolerance) {
    size_t row = 0;
    for (int d = 0; d < 2; d++)
        for (int i = 0; i < ROWS; i++) {
            const double g = d ? 4 : 10, t = f->t[i] + at[1 + d], own = height(6, g, t), *J = f->J + row * UNKNOWNS;
            assert_near(f->w->curve[d * ROWS + i], 3 * own, 1e-6);
            if (isnan(f->values[d][i]))
                continue;
            assert_near(f->r[row], 3 * own / 0.5, 1e-5);
            assert_near(J[0], 3 * t / 0.5, tolerance);
            assert_near(J[1 + d], 3 * (6 - g * t) / 0.5, tolerance);
            assert_near(J[2 - d], 0, tolerance);
            assert_near(J[3], own / 0.5, tolerance);
            row++;
        }
    assert_int_equal(row, f->w->rows);
}

static void along_the_motion(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    assert_true(study_fit_runs_evaluate(f.w, at, f.r, f.J));
    check_all(&f, 1e-5);
    assert_null(f.w->by_differences);
    assert_int_equal(f.w->runs, 2);
    assert_int_equal(f.w->outside, 0);
    tear_down(&f);
}

/* From one side where a bound is in the way of the other. */
static void by_differences(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    f.w->by_differences = "a test wants it";
    f.high[3] = 3;
    f.low[0] = 6;
    assert_true(study_fit_runs_evaluate(f.w, at, f.r, f.J));
    check_all(&f, 1e-2);
    assert_int_equal(f.w->runs, 2 + 2 * (1 + 2 + 2 + 1));
    f.high[0] = 6;
    assert_false(study_fit_runs_evaluate(f.w, at, f.r, f.J));
    tear_down(&f);
}

static void a_part_of_the_time(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    f.w->share = 0.5;
    for (size_t i = 0; i < 2 * ROWS; i++)
        f.r[i] = 99;
    assert_true(study_fit_runs_evaluate(f.w, at, f.r, f.J));
    assert_near(f.r[1], 3 * height(6, 10, 0.6) / 0.5, 1e-5);
    assert_near(f.r[6], 3 * height(6, 4, 1.2) / 0.5, 1e-5);
    const size_t late[] = {2, 3, 7, 8};
    for (int i = 0; i < 4; i++) {
        assert_near(f.r[late[i]], 0, 0);
        for (int k = 0; k < UNKNOWNS; k++)
            assert_near(f.J[late[i] * UNKNOWNS + k], 0, 0);
    }
    assert_true(isnan(f.w->curve[4]) && !isnan(f.w->curve[2]));
    tear_down(&f);
}

/* Before its start the stone rests; an experiment without a value of g has the model's again. */
static void before_the_start(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const double early[UNKNOWNS] = {6, -0.75, 0, 1};
    for (int i = 0; i < 2; i++) {
        assert_true(study_fit_runs_evaluate(f.w, early, f.r, NULL));
        assert_int_equal(f.w->outside, 2);
        assert_near(f.r[0], 0, 1e-12);
        assert_near(f.r[3], height(6, 10, 1.25) / 0.5, 1e-5);
        assert_near(f.r[8], height(6, 4, 2) / 0.5, 1e-5);
    }
    assert_null(f.w->trouble);
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_sizes),   cmocka_unit_test(along_the_motion), cmocka_unit_test(by_differences),
        cmocka_unit_test(a_part_of_the_time), cmocka_unit_test(before_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
