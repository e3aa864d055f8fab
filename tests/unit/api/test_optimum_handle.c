/* The best design through the public interface: problems with known answers, limits, designs without value, refusals.
 */
#include <math.h>

#include "api/support.h"

#define PI 3.14159265358979323846

static const char *const throw = "param v = 20 m/s in [1 m/s, 20 m/s], a = 30 deg in [0 deg, 90 deg], g = 10 m/s^2\n"
                                 "coord x = 0 m, y = 0 m\n"
                                 "gravity g\n"
                                 "particle stone: mass 1 kg at [x, y]\n"
                                 "initial x' = v*cos(a), y' = v*sin(a)\n"
                                 "event landing when y < 0 m { stop }\n"
                                 "report range = at(landing, x)\n"
                                 "report top = maximum(y)\n"
                                 "simulate until 20 s\n";

/* Greatest speed sqrt(2 g l (1 - cos a)), greatest pull m g (3 - 2 cos a). */
static const char *const pendulum = "param l = 1 m in [0.5 m, 2 m], a = 10 deg in [1 deg, 90 deg]\n"
                                    "coord theta = a\n"
                                    "gravity 10 m/s^2\n"
                                    "particle bob: mass 1 kg at l*dir(theta - pi/2)\n"
                                    "report speed = maximum(l*abs(theta'))\n"
                                    "report pull = maximum((10 N)*cos(theta) + (1 kg)*l*theta'^2)\n"
                                    "simulate until 3 s\n";

/* In double precision: cmocka's own compares floats. */
static void assert_near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", got, tolerance, want);
}

static bool is_built_in(void) {
    bool present = false;
    for (size_t i = 0; lgr_version_part(i, &present); i++)
        if (strcmp(lgr_version_part(i, &present), "NLopt") == 0)
            return present;
    return false;
}

static lgr_optimum *search(lgr_model *model, const char *report, const char *over, const char *second,
                           const char *limit) {
    const lgr_axis axes[] = {{over, NULL, NULL, 0}, {second, NULL, NULL, 0}};
    lgr_optimize_options o = lgr_optimize_options_default();
    o.report = report;
    o.over = axes;
    o.over_count = second ? 2 : 1;
    o.limits = &limit;
    o.limit_count = limit != NULL;
    return lgr_optimum_create(model, &o);
}

static void a_stone_flies_farthest_at_45_degrees(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    lgr_model *model = parse(throw);
    for (int both = 0; both < 2; both++) {
        lgr_optimum *best = search(model, "range", "a", both ? "v" : NULL, NULL);
        assert_int_equal(lgr_optimum_status(best), LGR_STATUS_OK);
        assert_near(lgr_optimum_value(best), 40, 1e-7);
        assert_near(lgr_optimum_parameter(best, 0), PI / 4, 2e-5); /* the top is flat: 1e-9 of the range */
        if (both)
            assert_near(lgr_optimum_parameter(best, 1), 20, 1e-6);
        lgr_optimum_destroy(best);
    }
    lgr_model_destroy(model);
}

/* Not higher than 5 m: v sin a = 10 m/s, a = 30 degrees at the full speed. The limit binds. */
static void a_limit_holds_the_best_back(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    lgr_model *model = parse(throw);
    lgr_optimum *best = search(model, "range", "a", "v", "top < 5 m");
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_OK);
    assert_near(lgr_optimum_value(best), 40 * sin(PI / 3), 1e-5);
    output text = {0};
    assert_int_equal(lgr_optimum_write(best, "json", false, 0, gather, &text), LGR_STATUS_OK);
    assert_non_null(strstr(text.text, "\"holds\": true, \"binds\": true"));
    clear(&text);
    assert_int_equal(lgr_optimum_write(best, "text", false, 0, gather, &text), LGR_STATUS_OK);
    assert_non_null(strstr(text.text, "top < 5 m  active"));
    clear(&text);
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

/* Pull below 20 N: 60 degrees; the longest rope: sqrt(2*10*2*(1/2)) m/s. */
static void a_pendulum_is_as_fast_as_its_rope_bears(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    lgr_model *model = parse(pendulum);
    lgr_optimum *best = search(model, "speed", "l", "a", "pull < 20 N");
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_OK);
    assert_near(lgr_optimum_value(best), sqrt(20), 1e-5);
    assert_near(lgr_optimum_parameter(best, 0), 2, 1e-6);
    assert_near(lgr_optimum_parameter(best, 1), PI / 3, 1e-5);
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

/* Below 60 degrees the wall is not reached, and the height there has no value. */
static void designs_without_value_are_walked_round(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    lgr_model *model = parse("param a = 80 deg in [10 deg, 90 deg]\n"
                             "coord x = 0 m, y = 0 m\n"
                             "gravity 10 m/s^2\n"
                             "particle stone: mass 1 kg at [x, y]\n"
                             "initial x' = (20 m/s)*cos(a), y' = (20 m/s)*sin(a)\n"
                             "event top when y' < 0 m/s { }\n"
                             "event landing when y < 0 m { stop }\n"
                             "event high when y > 15 m { }\n"
                             "report reach = at(landing, x) + 1e-9*time(high)*(1 m/s)\n"
                             "simulate until 20 s\n");
    lgr_optimum *best = search(model, "reach", "a", NULL, NULL);
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_OK);
    assert_near(lgr_optimum_value(best), 40 * sin(2 * PI / 3), 1e-3);
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

static void limits_that_nothing_keeps_are_told(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    lgr_model *model = parse(throw);
    lgr_optimum *best = search(model, "range", "a", NULL, "top < -1 m");
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_RUN);
    assert_non_null(strstr(lgr_optimum_trouble(best), "no design keeps all limits"));
    assert_true(isnan(lgr_optimum_value(best)));
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

static bool stop_at_once(void *user, long runs) {
    (void)user;
    return runs >= 0;
}

static void a_search_can_be_interrupted(void **state) {
    (void)state;
    if (!is_built_in())
        skip();
    const lgr_axis axis = {"a", NULL, NULL, 0};
    lgr_model *model = parse(throw);
    lgr_optimize_options o = lgr_optimize_options_default();
    o.report = "range";
    o.over = &axis;
    o.over_count = 1;
    o.watch = stop_at_once;
    lgr_optimum *best = lgr_optimum_create(model, &o);
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_INTERRUPTED);
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

static void check_refusal(const char *report, const char *over, const char *second, const char *limit,
                          const char *why) {
    lgr_model *model = parse(throw);
    lgr_optimum *best = search(model, report, over, second, limit);
    assert_int_equal(lgr_optimum_status(best), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_optimum_usage_error(best), why));
    assert_true(isnan(lgr_optimum_value(best)));
    lgr_optimum_destroy(best);
    lgr_model_destroy(model);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    check_refusal("rnage", "a", NULL, NULL, "no report 'rnage': did you mean 'range'?");
    check_refusal("range", "b", NULL, NULL, "no parameter 'b'");
    check_refusal("range", "a", "a", NULL, "named twice");
    check_refusal("range", "g", NULL, NULL, "has no bounds");
    check_refusal("range", "a", NULL, "top < 5 kg", "cannot read the limit");
    check_refusal("range", "a", NULL, "top = 5 m", "must be one with <");
    check_refusal("range", "a", NULL, "top < 5 m\nevent", "is one comparison");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stone_flies_farthest_at_45_degrees),
        cmocka_unit_test(a_limit_holds_the_best_back),
        cmocka_unit_test(a_pendulum_is_as_fast_as_its_rope_bears),
        cmocka_unit_test(designs_without_value_are_walked_round),
        cmocka_unit_test(limits_that_nothing_keeps_are_told),
        cmocka_unit_test(a_search_can_be_interrupted),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
