/* What a model contains, kind by kind, and findings in parts. */
#include "api/support.h"

static const char *const text = "model cart \"A cart\"\n"
                                "param m = 2 kg in [1 kg, 3 kg] \"mass\", N = 2, k = 40 N/m\n"
                                "coord x = 1 m \"place\", phi[1..N] = 0 rad\n"
                                "particle c: mass m at [x, 0 m]\n"
                                "for i in 1..N { particle b[i]: mass 1 kg at [x, 0 m] + (1 m)*dir(phi[i]) }\n"
                                "spring s: stiffness k length 0 m from [0 m, 0 m] to [x, 0 m]\n"
                                "constraint tie: phi[1] = phi[2]\n"
                                "contact wall: x >= -1 m restitution 0.5\n"
                                "event done when x < 0 m { stop }\n"
                                "output speed = x' \"speed of the cart\"\n"
                                "report last = final(x) \"where it ends\"\n";

typedef struct expected {
    lgr_kind kind;
    size_t i;
    const char *name, *role, *label, *unit, *rate_unit;
    int line;
} expected;

static void kinds_are_described(void **state) {
    (void)state;
    static const size_t counts[] = {3, 3, 2, 1, 1, 1, 1};
    static const expected all[] = {
        {LGR_KIND_COORDINATE, 0, "x", "declared", "place", "m", "m/s", 3},
        {LGR_KIND_COORDINATE, 2, "phi[2]", "declared", "", "rad", "rad/s", 3},
        {LGR_KIND_PARAMETER, 0, "m", "continuous", "mass", "kg", "", 2},
        {LGR_KIND_PARAMETER, 1, "N", "structural", "", "", "", 2},
        {LGR_KIND_ROW, 0, "tie", "constraint", "", "N m", "", 7},
        {LGR_KIND_ROW, 1, "wall", "contact", "", "N", "", 8},
        {LGR_KIND_CONTACT, 0, "wall", "contact", "", "N", "", 8},
        {LGR_KIND_EVENT, 0, "done", "stop", "", "", "", 9},
        {LGR_KIND_OUTPUT, 0, "speed", "", "speed of the cart", "m/s", "", 10},
        {LGR_KIND_REPORT, 0, "last", "", "where it ends", "m", "", 11},
    };
    lgr_model *model = parse(text);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        assert_int_equal(lgr_model_count(model, (lgr_kind)k), counts[k]);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        lgr_info info = {.size = sizeof info};
        assert_int_equal(lgr_model_info(model, all[k].kind, all[k].i, &info), LGR_STATUS_OK);
        assert_string_equal(info.name, all[k].name);
        assert_string_equal(info.role, all[k].role);
        assert_string_equal(info.label, all[k].label);
        assert_string_equal(info.unit, all[k].unit);
        assert_string_equal(info.rate_unit, all[k].rate_unit);
        assert_int_equal(info.at.line, all[k].line);
        assert_true(info.at.column > 0 && info.at.length > 0);
        assert_true((all[k].kind == LGR_KIND_PARAMETER) == !isnan(info.value));
        size_t found = 99;
        assert_int_equal(lgr_model_find(model, all[k].kind, all[k].name, &found), LGR_STATUS_OK);
        assert_int_equal(found, all[k].i);
    }
    lgr_model_destroy(model);
}

static void bounds_and_values_are_in_si_units(void **state) {
    (void)state;
    lgr_model *model =
        parse("param l = 10 ft in [3 ft, 20 ft], m = 1 kg\ncoord x = l\nparticle p: mass m at [x, 0 m]\n");
    lgr_info info = {.size = sizeof info};
    assert_int_equal(lgr_model_info(model, LGR_KIND_PARAMETER, 0, &info), LGR_STATUS_OK);
    assert_close(info.value, 3.048, 1e-15);
    assert_close(info.low, 0.9144, 1e-15);
    assert_close(info.high, 6.096, 1e-15);
    assert_int_equal(lgr_model_info(model, LGR_KIND_PARAMETER, 1, &info), LGR_STATUS_OK);
    assert_true(isinf(info.low) && info.low < 0 && isinf(info.high) && info.high > 0);
    lgr_model_destroy(model);
}

static void names_that_are_near_are_suggested(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    size_t i = 7;
    assert_int_equal(lgr_model_find(model, LGR_KIND_REPORT, "lest", &i), LGR_STATUS_USAGE);
    assert_int_equal(i, 7);
    assert_non_null(strstr(lgr_model_usage_error(model), "did you mean 'last'?"));
    lgr_model_destroy(model);
}

static void findings_come_in_parts(void **state) {
    (void)state;
    lgr_model *model = parse("coord größe = 1\nkinetic T = 1/2*grösse'^2\nparam p = 9 in [1, 2]\n");
    assert_int_equal(lgr_model_finding_count(model), 2);
    lgr_finding f = {.size = sizeof f};
    assert_int_equal(lgr_model_finding(model, 0, &f), LGR_STATUS_OK);
    assert_string_equal(f.code, "E0107");
    assert_string_equal(f.severity, "error");
    assert_string_equal(f.file, "test.lgr");
    assert_int_equal(f.at.line, 2);
    assert_int_equal(f.at.column, 17);
    assert_int_equal(f.at.length, 6); /* characters, not bytes */
    assert_non_null(strstr(f.text, "grösse"));
    assert_non_null(strstr(f.note, "did you mean 'größe'?"));
    assert_string_equal(f.help, "");
    assert_int_equal(lgr_model_finding(model, 1, &f), LGR_STATUS_OK);
    assert_string_equal(f.severity, "warning");
    assert_int_equal(lgr_model_count(model, LGR_KIND_COORDINATE), 0); /* the model is not to be used */
    lgr_model_destroy(model);
}

static void rendering_again_gives_the_same_string(void **state) {
    (void)state;
    lgr_model *model = parse("coord x = z\n");
    const char *plain = lgr_model_finding_text(model, 0, false), *color = lgr_model_finding_text(model, 0, true);
    assert_ptr_not_equal(plain, color);
    assert_ptr_equal(lgr_model_finding_text(model, 0, false), plain);
    assert_ptr_equal(lgr_model_finding_text(model, 0, true), color);
    lgr_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_described),
        cmocka_unit_test(bounds_and_values_are_in_si_units),
        cmocka_unit_test(names_that_are_near_are_suggested),
        cmocka_unit_test(findings_come_in_parts),
        cmocka_unit_test(rendering_again_gives_the_same_string),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
