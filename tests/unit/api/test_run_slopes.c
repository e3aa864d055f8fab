/* Slopes through the public interface: values, how they are told, what is refused. */
#include <math.h>

#include "api/support.h"

static const char *const ball = "param h = 1.25, e = 1/2, N = 2\n"
                                "coord y = h\n"
                                "for i in 1..N { coord z[i] = i }\n"
                                "particle ball: mass 1 at [0, y]\n"
                                "kinetic T = 1/2*sum(i in 1..N: z[i]'^2)\n"
                                "gravity 10\n"
                                "contact floor: y >= 0, restitution e\n"
                                "simulate until 0.6 s\n"
                                "report hit = time(floor.impact)\n"
                                "report end = final(y')\n"
                                "report nearest = minimum(abs(y - 1))\n";

/* t = sqrt(2 h/g), then y' = e sqrt(2 g h) - g (0.6 s - t). */
static void slopes_are_there_by_name(void **state) {
    (void)state;
    lgr_model *model = parse(ball);
    lgr_run *run = lgr_run_create(model, NULL);
    const char *const by[] = {"h", "e"};
    assert_true(isnan(lgr_run_slope(run, "hit", "h")));
    assert_int_equal(lgr_run_differentiate(run, by, 2), LGR_STATUS_OK);
    assert_true(fabs(lgr_run_slope(run, "hit", "h") - 0.2) < 1e-9);
    assert_true(fabs(lgr_run_slope(run, "hit", "e")) < 1e-12);
    assert_true(fabs(lgr_run_slope(run, "end", "h") - 3) < 1e-8);
    assert_true(fabs(lgr_run_slope(run, "end", "e") - 5) < 1e-8);
    assert_true(isnan(lgr_run_slope(run, "end", "N")));
    assert_true(isnan(lgr_run_slope(run, "nowhere", "h")));
    lgr_run_destroy(run);
    lgr_model_destroy(model);
}

static void writers_tell_how_they_were_found(void **state) {
    (void)state;
    lgr_model *model = parse(ball);
    lgr_run *run = lgr_run_create(model, NULL);
    const char *const by[] = {"h"};
    output text = {0}, json = {0};
    assert_int_equal(lgr_run_differentiate(run, by, 1), LGR_STATUS_OK);
    lgr_run_write(run, "text", false, 0, gather, &text);
    lgr_run_write(run, "json", false, 0, gather, &json);
    assert_non_null(strstr(text.text, "Sensitivities of reports"));
    assert_non_null(strstr(text.text, "By finite differences: an extremum lies at a kink."));
    assert_non_null(strstr(json.text, "\"found\": \"through events\"}"));
    assert_non_null(strstr(json.text, "\"found\": \"differences\", \"why\": \"an extremum lies"));
    clear(&text);
    clear(&json);
    lgr_run_destroy(run);
    lgr_model_destroy(model);
}

static void what_is_no_parameter_is_refused(void **state) {
    (void)state;
    lgr_model *model = parse(ball);
    lgr_run *run = lgr_run_create(model, NULL);
    const char *const wrong[] = {"x"}, *const sizes[] = {"N"}, *const twice[] = {"h", "h"};
    assert_int_equal(lgr_run_differentiate(run, wrong, 1), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_run_usage_error(run), "no parameter 'x'"));
    assert_int_equal(lgr_run_differentiate(run, sizes, 1), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_run_usage_error(run), "is structural"));
    assert_int_equal(lgr_run_differentiate(run, twice, 2), LGR_STATUS_USAGE);
    assert_non_null(strstr(lgr_run_usage_error(run), "named twice"));
    lgr_run_destroy(run);
    lgr_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_there_by_name),
        cmocka_unit_test(writers_tell_how_they_were_found),
        cmocka_unit_test(what_is_no_parameter_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
