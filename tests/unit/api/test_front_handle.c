/* Fronts through the public interface: a closed form, what is written, refusals. */
#include <math.h>

#include "api/support.h"

/* The range v^2 sin(2 a)/g, the speed of impact v: along the front a is 45 degrees. */
static const char *const throw = "param v = 20 m/s in [5 m/s, 20 m/s], a = 30 deg in [5 deg, 85 deg], g = 10 m/s^2\n"
                                 "coord x = 0 m, y = 0 m\n"
                                 "gravity g\n"
                                 "particle stone: mass 1 kg at [x, y]\n"
                                 "initial x' = v*cos(a), y' = v*sin(a)\n"
                                 "event landing when y < 0 m { stop }\n"
                                 "report range = at(landing, x)\n"
                                 "report impact = at(landing, sqrt(x'^2 + y'^2))\n"
                                 "simulate until 20 s\n";

static bool is_built_in(void) {
    bool present = false;
    for (size_t i = 0; lgr_version_part(i, &present); i++)
        if (strcmp(lgr_version_part(i, &present), "NLopt") == 0)
            return present;
    return false;
}

static lgr_front *search(lgr_model *model, const char *second, const char *over, const char *limit, size_t points) {
    const lgr_goal goals[] = {{"range", false}, {second, true}};
    const lgr_axis axes[] = {{"v", NULL, NULL, 0}, {over, NULL, NULL, 0}};
    lgr_front_options o = lgr_front_options_default();
    o.goals = goals;
    o.goal_count = 2;
    o.over = axes;
    o.over_count = 2;
    o.limits = &limit;
    o.limit_count = limit != NULL;
    o.points = points;
    o.max_runs = 1500;
    return lgr_model_front(model, &o);
}

static void range_against_speed_of_impact(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_front *f = search(model, "impact", "a", "range > 10 m", 7);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_OK);
    assert_null(lgr_front_trouble(f));
    assert_in_range(lgr_front_count(f), 5, 7);
    for (size_t i = 0; i < lgr_front_count(f); i++) {
        const double range = lgr_front_report(f, i, 0), v = lgr_front_report(f, i, 1);
        assert_true(fabs(range - v * v / 10) <= (is_built_in() ? 1e-6 : 0.05) * range);
        assert_true(range > 10 - 1e-6 && fabs(lgr_front_parameter(f, i, 0) - v) < 1e-6);
    }
    assert_true(isnan(lgr_front_report(f, 0, 2)) && isnan(lgr_front_report(f, 99, 0)));
    assert_true(isnan(lgr_front_parameter(f, 0, 2)));
    static const char *const formats[] = {"text", "json", "csv", "svg"};
    for (int k = 0; k < 4; k++) {
        output out = {0};
        assert_int_equal(lgr_front_write(f, formats[k], false, 0, gather, &out), LGR_STATUS_OK);
        assert_non_null(strstr(out.text, "range"));
        clear(&out);
    }
    output out = {0};
    assert_int_equal(lgr_front_write(f, "png", false, 0, gather, &out), LGR_STATUS_USAGE);
    lgr_front_destroy(f);
    f = search(model, "impact", "a", "range < -1 m", 7);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_RUN);
    assert_non_null(strstr(lgr_front_trouble(f), "no design has all these values and keeps all limits"));
    assert_int_equal(lgr_front_count(f), 0);
    lgr_front_destroy(f);
    lgr_model_destroy(model);
}

/* (x - c)^2 of machines with x (1 + 0.2 z): its mean is least at x = c/(1 + f), f = 0.04 (N - 1)/N. Of x and 3 x the
   mean less and plus two deviations are 0.6 x and 4.2 x. */
static const char *const wishes = "param a = 1 in [0.2, 3]\n"
                                  "coord x = a\n"
                                  "kinetic T = x'^2/2\n"
                                  "report near = final((x - 1)^2), far = final((x - 2)^2), place = final(x)\n"
                                  "report cost = final(3*x)\n"
                                  "simulate until 0.1\n";

static lgr_front *search_scattered(lgr_model *model, const lgr_goal *goals, double deviations, size_t machines) {
    const lgr_axis over = {"a", NULL, NULL, 0}, scatter = {"a", NULL, "20%", 0};
    lgr_front_options o = lgr_front_options_default();
    o.goals = goals;
    o.goal_count = 2;
    o.over = &over;
    o.over_count = 1;
    o.points = 5;
    o.max_runs = 1500;
    o.scatter = &scatter;
    o.scatter_count = 1;
    o.machines = machines;
    o.deviations = deviations;
    return lgr_model_front(model, &o);
}

static void machines_that_scatter(void **state) {
    (void)state;
    lgr_model *model = parse(wishes);
    const lgr_goal squares[] = {{"near", true}, {"far", true}}, lines[] = {{"place", false}, {"cost", true}};
    lgr_front *f = search_scattered(model, squares, 0, 16);
    const double part = 0.04 * 15 / 16, within = is_built_in() ? 1e-6 : 0.02;
    const size_t last = lgr_front_count(f) - 1;
    assert_int_equal(lgr_front_status(f), LGR_STATUS_OK);
    assert_true(fabs(lgr_front_parameter(f, 0, 0) - 1 / (1 + part)) < within);
    assert_true(fabs(lgr_front_parameter(f, last, 0) - 2 / (1 + part)) < within);
    for (size_t i = 0; i <= last; i++) {
        const double x = lgr_front_parameter(f, i, 0);
        assert_true(fabs(lgr_front_report(f, i, 0) - (x - 1) * (x - 1) - part * x * x) < 1e-12);
        assert_true(fabs(lgr_front_report(f, i, 2) - x) < 1e-12);
    }
    lgr_front_destroy(f);
    f = search_scattered(model, lines, 2, 64);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_OK);
    for (size_t i = 0; i < lgr_front_count(f); i++) {
        const double x = lgr_front_parameter(f, i, 0);
        assert_true(fabs(lgr_front_report(f, i, 2) - 0.6 * x) < 1e-12);
        assert_true(fabs(lgr_front_report(f, i, 3) - 4.2 * x) < 1e-12);
    }
    lgr_front_destroy(f);
    f = search_scattered(model, lines, 2, 1);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_front_usage_error(f), "2 to 10000 machines"));
    lgr_front_destroy(f);
    lgr_model_destroy(model);
}

static void check_refusal(const char *second, const char *over, const char *limit, size_t points, const char *why) {
    lgr_model *model = parse(throw);
    lgr_front *f = search(model, second, over, limit, points);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_front_usage_error(f), why));
    lgr_front_destroy(f);
    lgr_model_destroy(model);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    check_refusal("imapct", "a", NULL, 5, "no report 'imapct': did you mean 'impact'?");
    check_refusal("range", "a", NULL, 5, "the report 'range' is named twice");
    check_refusal("impact", "v", NULL, 5, "named twice");
    check_refusal("impact", "g", NULL, 5, "has no bounds");
    check_refusal("impact", "a", "range = 5 m", 5, "must be one with <");
    check_refusal("impact", "a", NULL, 0, "1 to 1000 designs");
    lgr_model *model = parse(throw);
    lgr_front *f = lgr_model_front(model, NULL);
    assert_int_equal(lgr_front_status(f), LGR_STATUS_USAGE);
    lgr_front_destroy(f);
    lgr_model_destroy(model);
    assert_int_equal(lgr_front_status(NULL), LGR_STATUS_MEMORY);
    lgr_front_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(machines_that_scatter),
                                       cmocka_unit_test(range_against_speed_of_impact),
                                       cmocka_unit_test(what_makes_no_sense_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
