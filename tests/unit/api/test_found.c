/* What lgr_model_linearize found is written in another format without being found again, and never for another request.
 */
#include <time.h>

#include "api/support.h"

static const char *const rotors = "param W = 1, k = 1\n"
                                  "for i in 1..8 {\n"
                                  "  coord x[i] = 0, y[i] = 0\n"
                                  "  kinetic T[i] = (x[i]'^2 + y[i]'^2)/2 + W*x[i]*y[i]'\n"
                                  "  potential V[i] = k*(x[i]^2 + i*y[i]^2)\n"
                                  "}\n";

static char *found_by(lgr_model *model, const lgr_linear_options *o, const char *format) {
    output out = {0};
    assert_int_equal(lgr_model_linearize(model, o, format, false, 80, gather, &out), LGR_STATUS_OK);
    return out.text;
}

/* The same as of a model that was asked for nothing else. */
static void as_the_first_time(lgr_model *model, const lgr_override *values, size_t count, const lgr_linear_options *o,
                              const char *format) {
    lgr_model *fresh = lgr_model_parse("test.lgr", rotors, strlen(rotors), values, count);
    char *have = found_by(model, o, format), *want = found_by(fresh, o, format);
    assert_string_equal(have, want);
    free(have);
    free(want);
    lgr_model_destroy(fresh);
}

static void every_format_is_of_its_own_request(void **state) {
    (void)state;
    static const char *const formats[] = {"text", "csv", "svg", "json", "html"};
    lgr_model *model = parse(rotors);
    lgr_axis axis = {"W", "0", "3", 5}, other = {"W", "0", "3", 6};
    lgr_linear_options o = lgr_linear_options_default();
    o.vary = &axis;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        as_the_first_time(model, NULL, 0, &o, formats[i]);
    o.orders = "1, 2";
    as_the_first_time(model, NULL, 0, &o, "text");
    as_the_first_time(model, NULL, 0, &o, "csv");
    o.vary = &other;
    as_the_first_time(model, NULL, 0, &o, "text");
    o.orders = NULL;
    o.at = "x[1] = 0.1, y[1] = 0";
    as_the_first_time(model, NULL, 0, &o, "json");
    o.at = "rest";
    as_the_first_time(model, NULL, 0, &o, "json");
    assert_int_equal(lgr_model_set(model, "k", "4"), LGR_STATUS_OK);
    as_the_first_time(model, &(lgr_override){"k", "4"}, 1, &o, "json");
    o.vary = NULL;
    as_the_first_time(model, &(lgr_override){"k", "4"}, 1, &o, "json");
    lgr_model_destroy(model);
}

static bool refuse(void *user, const char *data, size_t length) {
    (void)user;
    (void)data;
    return length == 0;
}

static void a_sink_that_stops_loses_nothing(void **state) {
    (void)state;
    lgr_model *model = parse(rotors);
    const lgr_axis axis = {"W", "0", "3", 5};
    lgr_linear_options o = lgr_linear_options_default();
    o.vary = &axis;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lgr_model_linearize(model, &o, "csv", false, 80, refuse, NULL), LGR_STATUS_RUN);
        as_the_first_time(model, NULL, 0, &o, "csv");
    }
    lgr_model_destroy(model);
}

/* Of the process, so that a busy machine changes little. */
static double time_of(lgr_model *model, const lgr_linear_options *o, const char *format) {
    const clock_t begun = clock();
    free(found_by(model, o, format));
    return (double)(clock() - begun);
}

static void another_format_costs_only_its_writing(void **state) {
    (void)state;
    lgr_model *model = parse(rotors);
    const lgr_axis axis = {"W", "0", "30", 200};
    lgr_linear_options o = lgr_linear_options_default();
    o.vary = &axis;
    o.orders = "1, 2, 3";
    const double first = time_of(model, &o, "text"), second = time_of(model, &o, "text");
    if (second > 0.3 * first)
        fail_msg("%g of %g", second, first);
    lgr_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_of_its_own_request),
        cmocka_unit_test(a_sink_that_stops_loses_nothing),
        cmocka_unit_test(another_format_costs_only_its_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
