/* Other values for the parameters of a model: the results are those of a model that was read with them. */
#include "api/support.h"

static const char *const text = "param l = 1 m in [0.5 m, 3 m], g = 9.81 m/s^2, w = sqrt(g/l), N = 2, T = 2 s\n"
                                "coord phi[1..N] = 60 deg\n"
                                "for i in 1..N { particle b[i]: mass 1 kg at l*dir(phi[i] - 90 deg) }\n"
                                "gravity g\n"
                                "report e = final(phi[1])\nreport rate = w\n"
                                "simulate until T\n";

static char *json_of(const lgr_run *run) {
    output o = {0};
    assert_int_equal(lgr_run_write(run, "csv", false, 0, gather, &o), LGR_STATUS_OK);
    return o.text;
}

/* The rows of a run of the model are those of the text read with these values. */
static void same_as_read_with(lgr_model *model, const lgr_override *values, size_t count) {
    lgr_model *fresh = lgr_model_parse("test.lgr", text, strlen(text), values, count);
    assert_int_equal(lgr_model_status(fresh), LGR_STATUS_OK);
    lgr_run *run = lgr_run_create(model, NULL), *other = lgr_run_create(fresh, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    char *have = json_of(run), *want = json_of(other);
    assert_string_equal(have, want);
    assert_true(lgr_run_report(run, "rate") == lgr_run_report(other, "rate"));
    free(have);
    free(want);
    lgr_run_destroy(run);
    lgr_run_destroy(other);
    lgr_model_destroy(fresh);
}

static void a_value_is_set_in_place(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    same_as_read_with(model, NULL, 0);
    assert_int_equal(lgr_model_set(model, "l", "2.5 m"), LGR_STATUS_OK);
    same_as_read_with(model, &(lgr_override){"l", "2.5 m"}, 1);
    assert_int_equal(lgr_model_set(model, "l", "4 ft"), LGR_STATUS_OK);
    assert_int_equal(lgr_model_set(model, "T", "1 s"), LGR_STATUS_OK);
    same_as_read_with(model, (lgr_override[]){{"l", "4 ft"}, {"T", "1 s"}}, 2);
    assert_int_equal(lgr_model_set(model, "w", "3 rad/s"), LGR_STATUS_OK); /* no longer follows l */
    assert_int_equal(lgr_model_set(model, "l", "1 m"), LGR_STATUS_OK);
    same_as_read_with(model, (lgr_override[]){{"w", "3 rad/s"}, {"l", "1 m"}, {"T", "1 s"}}, 3);
    lgr_model_destroy(model);
}

static void structural_values_are_read_anew(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    assert_int_equal(lgr_model_set(model, "l", "2 m"), LGR_STATUS_OK);
    assert_int_equal(lgr_model_set(model, "N", "3"), LGR_STATUS_OK);
    assert_int_equal(lgr_model_count(model, LGR_KIND_COORDINATE), 3);
    same_as_read_with(model, (lgr_override[]){{"l", "2 m"}, {"N", "3"}}, 2);
    assert_int_equal(lgr_model_set(model, "l", "1.5 m"), LGR_STATUS_OK);
    same_as_read_with(model, (lgr_override[]){{"l", "1.5 m"}, {"N", "3"}}, 2);
    lgr_model_destroy(model);
}

static void a_run_keeps_the_values_it_had(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    lgr_run *first = lgr_run_create(model, NULL);
    char *before = json_of(first);
    assert_int_equal(lgr_model_set(model, "l", "2 m"), LGR_STATUS_OK);
    lgr_run *second = lgr_run_create(model, NULL);
    char *after = json_of(first), *other = json_of(second);
    assert_string_equal(before, after);
    assert_string_not_equal(before, other);
    const char *l = "l";
    assert_int_equal(lgr_run_verify(first), LGR_STATUS_OK);
    assert_true(lgr_run_verified_digits(first) > 6);
    assert_int_equal(lgr_run_differentiate(first, &l, 1), LGR_STATUS_OK);
    assert_close(lgr_run_slope(first, "rate", "l"), -0.5 * sqrt(9.81), 1e-12);
    lgr_run_destroy(first);
    lgr_run_destroy(second);
    free(before);
    free(after);
    free(other);
    lgr_model_destroy(model);
}

static void what_cannot_be_set_changes_nothing(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *why;
    } wrong[] = {
        {"ll", "1 m", "did you mean 'l'?"}, {"l", "much", "'much'"}, {"l", "2 kg", "kg"},      {"N", "2.5", "2.5"},
        {"T", "-1 s", "negative"},          {"l", NULL, "a value"},  {NULL, "1 m", "the name"}};
    lgr_model *model = parse(text);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(lgr_model_set(model, wrong[i].name, wrong[i].value), LGR_STATUS_USAGE);
        if (!strstr(lgr_model_usage_error(model), wrong[i].why))
            fail_msg("%s", lgr_model_usage_error(model));
        same_as_read_with(model, NULL, 0);
    }
    lgr_model_destroy(model);
}

static void bounds_are_warned_of(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    assert_int_equal(lgr_model_set(model, "l", "5 m"), LGR_STATUS_OK);
    assert_int_equal(lgr_model_finding_count(model), 1);
    assert_non_null(strstr(lgr_model_finding_text(model, 0, false), "lies outside its bounds [0.5 m, 3 m]"));
    lgr_model_destroy(model);
}

static void a_sweep_keeps_the_values(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    lgr_axis axis = {"l", "1 m", "2 m", 2};
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &axis;
    o.axis_count = 1;
    lgr_sweep *sweep = lgr_sweep_create(model, &o);
    assert_int_equal(lgr_model_set(model, "g", "5 m/s^2"), LGR_STATUS_USAGE);
    lgr_sweep_destroy(sweep);
    assert_int_equal(lgr_model_set(model, "g", "5 m/s^2"), LGR_STATUS_OK);
    lgr_model_destroy(model);
}

static void copies_go_their_own_ways(void **state) {
    (void)state;
    lgr_model *model = parse(text);
    assert_int_equal(lgr_model_set(model, "g", "5 m/s^2"), LGR_STATUS_OK);
    lgr_model *copy = lgr_model_copy(model), *again = lgr_model_copy(copy);
    assert_int_equal(lgr_model_set(copy, "l", "2 m"), LGR_STATUS_OK);
    assert_int_equal(lgr_model_set(again, "N", "1"), LGR_STATUS_OK);
    same_as_read_with(model, &(lgr_override){"g", "5 m/s^2"}, 1);
    same_as_read_with(copy, (lgr_override[]){{"g", "5 m/s^2"}, {"l", "2 m"}}, 2);
    same_as_read_with(again, (lgr_override[]){{"g", "5 m/s^2"}, {"N", "1"}}, 2);
    lgr_model_destroy(again);
    lgr_model_destroy(copy);
    lgr_model_destroy(model);
    lgr_model *wrong = parse("coord x = z\n"), *same = lgr_model_copy(wrong);
    assert_int_equal(lgr_model_status(same), LGR_STATUS_MODEL);
    assert_int_equal(lgr_model_finding_count(same), 1);
    lgr_model_destroy(same);
    lgr_model_destroy(wrong);
}

static const char *give_curve(void *user, const char *path, size_t *length) {
    (void)path;
    *length = strlen(user);
    return user;
}

/* What a copy shares with its original lives as long as either: the text, its findings, the files that it names. */
static void copies_outlive_their_original(void **state) {
    (void)state;
    static const char with_table[] = "coord x = 1\nkinetic T = x'^2/2\nlet f(u) = table(\"t.csv\", u)\n"
                                     "generalized g: x = -f(x)\nsimulate until 1\n";
    lgr_parse_options o = lgr_parse_options_default();
    o.read = give_curve;
    o.user = (char[]){"0,0\n1,1\n2,3\n"};
    lgr_model *model = lgr_model_parse_with("m.lgr", with_table, strlen(with_table), NULL, 0, &o);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    lgr_model *copy = lgr_model_copy(model), *again = lgr_model_copy(copy);
    lgr_model_destroy(model);
    lgr_model_destroy(copy);
    assert_string_equal(lgr_model_file(again, 0), "t.csv");
    assert_false(lgr_model_file_has_changed(again, 0));
    lgr_run *run = lgr_run_create(again, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    lgr_run_destroy(run);
    lgr_model_destroy(again);
    lgr_model *wrong = parse("coord x = z\n"), *same = lgr_model_copy(wrong);
    lgr_model_destroy(wrong);
    assert_non_null(strstr(lgr_model_finding_text(same, 0, false), "coord x = z"));
    lgr_model_destroy(same);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_outlive_their_original),      cmocka_unit_test(a_value_is_set_in_place),
        cmocka_unit_test(structural_values_are_read_anew),    cmocka_unit_test(a_run_keeps_the_values_it_had),
        cmocka_unit_test(what_cannot_be_set_changes_nothing), cmocka_unit_test(bounds_are_warned_of),
        cmocka_unit_test(a_sweep_keeps_the_values),           cmocka_unit_test(copies_go_their_own_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
