/* Fits through the public interface: units of columns, several experiments, every format, refusals by name. */
#include <math.h>
#include <stdio.h>

#include "api/support.h"

/* x = x0 + v t - g t^2/2 */
static const char *const stone =
    "param v = 5 m/s in [1 m/s, 20 m/s], x0 = 0 m, tilt = 10 deg, N = 2\n"
    "param g = 10 m/s^2\ncoord x = x0\ncoord y[1..N] = 0 m\ngravity [0 m/s^2, 0 m/s^2]\n"
    "initial x' = v\npotential V = (1 kg)*g*x\nfor i in 1..N { particle p[i]: mass 1 kg at [0 m, y[i]] }\n"
    "particle a: mass 1 kg at [x, 0 m]\noutput high = x\noutput angle = x*tilt/(1 m)\n"
    "simulate until 2 s\n";

/* v = 6 m/s, g = 9.8 m/s^2 from a height in mm. */
static char *table(double height, double late, const char *header) {
    enum { ROOM = 4000 };
    char *text = calloc(ROOM, 1);
    assert_non_null(text);
    int length = snprintf(text, ROOM, "%s\n", header);
    for (int i = 0; i <= 30; i++) {
        const double t = 0.05 * i, x = height + 6 * t - 4.9 * t * t + 0.002 * sin(31.0 * i);
        length += snprintf(text + length, (size_t)(ROOM - length), "%.6f,%.6f\n", 1000 * (t + late), 1000 * x);
    }
    return text;
}

static lgr_fit_options options_of(const lgr_axis *over, size_t count, const lgr_experiment *data, size_t data_count,
                                  const lgr_match *match) {
    lgr_fit_options o = lgr_fit_options_default();
    o.over = over;
    o.over_count = count;
    o.data = data;
    o.data_count = data_count;
    o.match = match;
    o.match_count = match != NULL;
    o.starts = 1;
    return o;
}

static const lgr_axis both[] = {{"v", NULL, NULL, 0}, {"g", "5", "15 m/s^2", 0}};

static void near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", got, tolerance, want);
}

static lgr_fit_unknown unknown(const lgr_fit *f, size_t i) {
    lgr_fit_unknown u = {.size = sizeof u};
    assert_int_equal(lgr_fit_get(f, i, &u), LGR_STATUS_OK);
    return u;
}

static void two_experiments_with_units(void **state) {
    (void)state;
    lgr_model *m = parse(stone);
    char *low = table(0, 0.1, "t [ms],x [mm]"), *high = table(2, -0.05, "t [ms],x [mm]");
    const lgr_override set = {"x0", "2"};
    const lgr_experiment data[] = {{"low.csv", low, strlen(low), NULL, 0}, {"high.csv", high, strlen(high), &set, 1}};
    const lgr_match match = {"high", "x", NULL, false};
    lgr_fit_options o = options_of(both, 2, data, 2, &match);
    o.offset = true;
    o.starts = 3;
    lgr_fit *f = lgr_model_fit(m, &o);
    assert_int_equal(lgr_fit_status(f), LGR_STATUS_OK);
    assert_int_equal(lgr_fit_unknown_count(f), 4);
    near(unknown(f, 0).value, 6, 0.02);
    near(unknown(f, 1).value, 9.8, 0.05);
    near(unknown(f, 2).value, -0.1, 0.002);
    near(unknown(f, 3).value, 0.05, 0.002);
    assert_string_equal(unknown(f, 3).name, "offset of high.csv");
    assert_string_equal(unknown(f, 0).state, "free");
    assert_true(unknown(f, 0).low < 6 && unknown(f, 0).high > 6 && lgr_fit_correlation(f, 0, 0) == 1);
    static const char *const formats[] = {"text", "json", "json-series", "csv", "svg", "html"},
                             *const has[] = {"offset of low.csv", "\"unknowns\"", "\"series\"",
                                             "low.csv,high,mm,",  "<svg",         "</html>"};
    for (int i = 0; i < 6; i++) {
        output out = {0};
        assert_int_equal(lgr_fit_write(f, formats[i], false, 0, gather, &out), LGR_STATUS_OK);
        if (!strstr(out.text, has[i]))
            fail_msg("no %s in %s", has[i], out.text);
        clear(&out);
    }
    output out = {.refuse = true};
    assert_int_equal(lgr_fit_write(f, "json", false, 0, gather, &out), LGR_STATUS_RUN);
    assert_int_equal(lgr_fit_write(f, "xml", false, 0, gather, &out), LGR_STATUS_USAGE);
    lgr_fit_unknown short_one = {.size = sizeof short_one + 8};
    assert_int_equal(lgr_fit_get(f, 0, &short_one), LGR_STATUS_USAGE);
    assert_int_equal(lgr_fit_get(f, 4, &short_one), LGR_STATUS_USAGE);
    lgr_fit_destroy(f);
    free(low);
    free(high);
    lgr_model_destroy(m);
}

/* What is refused, by name. */
static void refusals(void **state) {
    (void)state;
    static const lgr_axis unknown_one[] = {{"w", NULL, NULL, 0}},
                          twice[] = {{"v", NULL, NULL, 0}, {"v", NULL, NULL, 0}}, structural[] = {{"N", NULL, NULL, 0}},
                          empty[] = {{"v", "3", "2", 0}}, one[] = {{"v", NULL, NULL, 0}};
    static const struct {
        const lgr_axis *over;
        size_t count;
        const char *text, *quantity, *column, *noise, *why;
    } all[] = {
        {unknown_one, 1, "t,x\n0,1\n", "x", "x", NULL, "the model has no parameter 'w'"},
        {twice, 2, "t,x\n0,1\n", "x", "x", NULL, "the parameter 'v' is named twice"},
        {structural, 1, "t,x\n0,1\n", "x", "x", NULL, "the parameter 'N' is structural"},
        {empty, 1, "t,x\n0,1\n", "x", "x", NULL, "the range of 'v' is empty"},
        {one, 0, "t,x\n0,1\n", "x", "x", NULL, "there is nothing to find"},
        {one, 1, "t,x\n0,1\n", "x", "w", NULL, "'a.csv' has no column 'w'"},
        {one, 1, "t,w\n0,1\n", NULL, NULL, NULL, "no column has the name of a coordinate or an output"},
        {one, 1, "s,x\n0,1\n", "x", "x", NULL, "'a.csv' has no column 't' for the time"},
        {one, 1, "t,x\n0,1\n", "z", "x", NULL, "cannot compare 'z': unknown name 'z'"},
        {one, 1, "t,x [kg]\n0,1\n", "x", "x", NULL, "cannot compare 'x' with a column in kg"},
        {one, 1, "t [m],x\n0,1\n", "x", "x", NULL, "cannot compare 't' with a column in m"},
        {one, 1, "t,x\n1,1\n0,2\n", "x", "x", NULL, "the times of 'a.csv' go back at row 2"},
        {one, 1, "t,x\n,1\n", "x", "x", NULL, "row 1 of 'a.csv' has no time"},
        {one, 1, "t,x\n1,\n", "x", "x", NULL, "'a.csv' has no measured values"},
        {one, 1, "t,x\n1,b\n", "x", "x", NULL, "cannot read 'a.csv': line 2: 'b' is not a number"},
        {one, 1, "t,x\n0,1\n", "x", "x", "-1", "the noise of 'x' is a number above 0"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        lgr_model *m = parse(stone);
        const lgr_experiment data = {"a.csv", all[i].text, strlen(all[i].text), NULL, 0};
        const lgr_match match = {all[i].quantity, all[i].column, all[i].noise, false};
        const lgr_fit_options o = options_of(all[i].over, all[i].count, &data, 1, all[i].quantity ? &match : NULL);
        lgr_fit *f = lgr_model_fit(m, &o);
        assert_int_equal(lgr_fit_status(f), LGR_STATUS_USAGE);
        if (strncmp(lgr_fit_usage_error(f), all[i].why, strlen(all[i].why)) != 0)
            fail_msg("'%s', not '%s'", lgr_fit_usage_error(f), all[i].why);
        assert_int_equal(lgr_fit_unknown_count(f), 0);
        lgr_fit_destroy(f);
        lgr_model_destroy(m);
    }
}

static bool stop(void *user, long runs) {
    return runs > *(long *)user;
}

/* Wherever it is interrupted, among the first samples too. */
static void interrupted_anywhere(void **state) {
    (void)state;
    lgr_model *m = parse(stone);
    char *text = table(0, 0, "t [ms],x [mm]");
    const lgr_experiment data = {"a.csv", text, strlen(text), NULL, 0};
    const lgr_match match = {"high", "x", NULL, false};
    lgr_fit_options o = options_of(both, 2, &data, 1, &match);
    o.starts = 4;
    o.watch = stop;
    for (long most = 0; most < 40; most++) {
        o.user = &most;
        lgr_fit *f = lgr_model_fit(m, &o);
        assert_int_equal(lgr_fit_status(f), LGR_STATUS_INTERRUPTED);
        lgr_fit_destroy(f);
    }
    free(text);
    lgr_model_destroy(m);
}

static void interruptions_and_bad_options(void **state) {
    (void)state;
    lgr_model *m = parse(stone);
    char *text = table(0, 0, "t [ms],x [mm]");
    lgr_experiment data = {"a.csv", text, strlen(text), NULL, 0};
    lgr_fit_options o = options_of(both, 2, &data, 1, NULL);
    long most = 0;
    o.watch = stop;
    o.user = &most;
    lgr_fit *f = lgr_model_fit(m, &o);
    assert_int_equal(lgr_fit_status(f), LGR_STATUS_INTERRUPTED);
    lgr_fit_destroy(f);
    o.watch = NULL;
    o.loss = "cubes";
    assert_non_null(strstr(lgr_fit_usage_error(f = lgr_model_fit(m, &o)), "there is no loss 'cubes'"));
    lgr_fit_destroy(f);
    o.loss = NULL;
    o.size = 3;
    assert_int_equal(lgr_fit_status(f = lgr_model_fit(m, &o)), LGR_STATUS_USAGE);
    lgr_fit_destroy(f);
    assert_int_equal(lgr_fit_status(f = lgr_model_fit(m, NULL)), LGR_STATUS_USAGE);
    lgr_fit_destroy(f);
    assert_int_equal(lgr_fit_status(NULL), LGR_STATUS_MEMORY);
    assert_true(isnan(lgr_fit_correlation(NULL, 0, 0)) && !lgr_fit_trouble(NULL));
    lgr_fit_destroy(NULL);
    free(text);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_experiments_with_units),
        cmocka_unit_test(refusals),
        cmocka_unit_test(interrupted_anywhere),
        cmocka_unit_test(interruptions_and_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
