/* Models through the public interface: reading, findings, overrides, and what `check` says. */
#include "api/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const pendulum = "model pendulum \"A pendulum\"\n"
                                    "param m = 1 kg, l = 1 m, g = 9.81 m/s^2\n"
                                    "coord x = 1 m, y ~ 0 m\n"
                                    "kinetic T = 1/2*m*(x'^2 + y'^2)\n"
                                    "potential V = m*g*y\n"
                                    "constraint string: x^2 + y^2 = l^2\n";

static void a_good_text_is_accepted(void **state) {
    (void)state;
    lgr_model *model = parse(pendulum);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    assert_string_equal(lgr_model_name(model), "pendulum");
    assert_int_equal(lgr_model_finding_count(model), 0);
    assert_null(lgr_model_usage_error(model));
    lgr_model_destroy(model);
}

static void nothing_at_all_is_a_fault_not_a_crash(void **state) {
    (void)state;
    lgr_model *model = lgr_model_parse("empty.lgr", NULL, 0, NULL, 0);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_MODEL);
    assert_string_equal(lgr_model_name(model), "");
    assert_true(lgr_model_finding_count(model) > 0);
    lgr_model_destroy(model);
    lgr_model_destroy(NULL);
}

static void the_text_and_its_name_are_copied(void **state) {
    (void)state;
    char name[] = "copy.lgr", text[] = "coord x = 1\nkinetic T = 1/2*x'^2 + z\n";
    lgr_model *model = lgr_model_parse(name, text, strlen(text), NULL, 0);
    memset(name, '?', strlen(name));
    memset(text, '?', strlen(text));
    assert_int_equal(lgr_model_finding_count(model), 1);
    assert_true(lgr_model_finding_is_error(model, 0));
    const char *finding = lgr_model_finding_text(model, 0, false);
    assert_non_null(strstr(finding, "error[E0107]"));
    assert_non_null(strstr(finding, "copy.lgr:2:24"));
    assert_null(strchr(finding, '\x1b'));
    assert_non_null(strchr(lgr_model_finding_text(model, 0, true), '\x1b'));
    lgr_model_destroy(model);
}

static lgr_status status_with(const char *name, const char *value, const char *complaint) {
    lgr_override o = {name, value};
    lgr_model *model = lgr_model_parse("p.lgr", pendulum, strlen(pendulum), &o, 1);
    lgr_status status = lgr_model_status(model);
    if (complaint)
        assert_non_null(strstr(lgr_model_usage_error(model), complaint));
    else
        assert_null(lgr_model_usage_error(model));
    lgr_model_destroy(model);
    return status;
}

static void overrides_are_checked(void **state) {
    (void)state;
    assert_int_equal(status_with("l", "2", NULL), LGR_STATUS_OK);
    assert_int_equal(status_with("l", "13 ft", NULL), LGR_STATUS_OK);
    assert_int_equal(status_with("ll", "2", "no parameter 'll': did you mean 'l'?"), LGR_STATUS_USAGE);
    assert_int_equal(status_with("elephant", "2", "no parameter 'elephant'"), LGR_STATUS_USAGE);
    assert_int_equal(status_with("l", "much", "'much'"), LGR_STATUS_USAGE);
}

static void check_says_what_the_system_is(void **state) {
    (void)state;
    output o = {0};
    lgr_model *model = parse(pendulum);
    assert_int_equal(lgr_model_check(model, "json", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "\"coordinates\": [\"x\", \"y\"]"));
    assert_non_null(strstr(o.text, "{\"name\": \"string\", \"kind\": \"holonomic\", \"level\": \"position\", "
                                   "\"rheonomic\": false, \"unilateral\": false}"));
    assert_non_null(strstr(o.text, "\"rank\": 1,\n  \"redundant\": [],\n  \"dof\": 1,\n"
                                   "  \"independent_initial_conditions\": 2,\n  \"holonomic\": true,\n"
                                   "  \"scleronomic\": true,\n  \"conservative\": true\n}\n"));
    clear(&o);
    assert_int_equal(lgr_model_check(model, "text", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "A pendulum\n"));
    assert_non_null(strstr(o.text, "degrees of freedom"));
    clear(&o);
    lgr_model_destroy(model);
}

static void check_tells_each_sort_of_failure(void **state) {
    (void)state;
    output o = {0};
    lgr_model *model = parse(pendulum);
    assert_int_equal(lgr_model_check(model, "yaml", false, 0, gather, &o), LGR_STATUS_USAGE);
    assert_null(o.text);
    o.refuse = true;
    assert_int_equal(lgr_model_check(model, "json", false, 0, gather, &o), LGR_STATUS_RUN);
    o.refuse = false;
    lgr_model_destroy(model);

    model = parse("coord x = z\nkinetic T = 1/2*x'^2\n");
    assert_int_equal(lgr_model_check(model, "json", false, 0, gather, &o), LGR_STATUS_MODEL);
    assert_non_null(strstr(o.text, "{\"error\": {\"code\": \"E0107\""));
    assert_non_null(strstr(o.text, "\"line\": 1, \"column\": 11"));
    clear(&o);
    assert_int_equal(lgr_model_check(model, "text", false, 0, gather, &o), LGR_STATUS_MODEL);
    assert_null(o.text);
    lgr_model_destroy(model);
}

static void a_start_that_cannot_be_is_the_models_fault(void **state) {
    (void)state;
    output o = {0};
    lgr_model *model = parse("coord x = 1, y = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x^2 + y^2 = 1\n");
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    assert_int_equal(lgr_model_check(model, "json", false, 0, gather, &o), LGR_STATUS_MODEL);
    assert_non_null(strstr(o.text, "\"code\": \"E0401\""));
    assert_true(lgr_model_finding_count(model) > 0);
    clear(&o);
    lgr_model_destroy(model);
}

static bool count_bytes(void *user, const char *data, size_t length) {
    (void)data;
    *(size_t *)user += length;
    return true;
}

static void an_analysis_is_written_in_every_format(void **state) {
    (void)state;
    static const char *const formats[] = {"text", "json", "csv"};
    lgr_model *model = parse(pendulum);
    for (size_t i = 0; i < 3; i++) {
        size_t bytes = 0;
        assert_int_equal(lgr_model_analyze(model, formats[i], false, 0, count_bytes, &bytes), LGR_STATUS_OK);
        assert_true(bytes > 0);
    }
    assert_int_equal(lgr_model_analyze(model, "svg", false, 0, count_bytes, &(size_t){0}), LGR_STATUS_USAGE);
    assert_int_equal(lgr_model_finding_count(model), 0);
    lgr_model_destroy(model);
}

/* A second call neither looks for a start again nor tells its faults twice. */
static void an_analysis_without_a_start_is_the_model_s_fault(void **state) {
    (void)state;
    lgr_model *model = parse("coord x = 1\nkinetic T = 1/2*x'^2\nconstraint c: x = 2\n");
    for (int i = 0; i < 2; i++) {
        size_t bytes = 0;
        assert_int_equal(lgr_model_analyze(model, "csv", false, 0, count_bytes, &bytes), LGR_STATUS_MODEL);
        assert_int_equal(bytes, 0);
        assert_int_equal(lgr_model_finding_count(model), 1);
    }
    lgr_model_destroy(model);
}

/* One model may be asked for anything in any order: nothing that one page made stands in the way of the next. */
static void a_second_page_reads_as_the_first(void **state) {
    (void)state;
    lgr_model *model = parse(pendulum);
    output first = {0}, second = {0};
    for (int round = 0; round < 2; round++) {
        output *o = round ? &second : &first;
        lgr_derive_options options = lgr_derive_options_default();
        options.steps = true;
        for (size_t i = 0; (options.form = lgr_derive_form(i));
             i++) /* no Routh's function without a cyclic coordinate */
            assert_int_equal(lgr_model_derive(model, &options, "text", false, 0, gather, o),
                             strcmp(options.form, "routh") ? LGR_STATUS_OK : LGR_STATUS_MODEL);
        assert_int_equal(lgr_model_check(model, "text", false, 0, gather, o), LGR_STATUS_OK);
        assert_int_equal(lgr_model_analyze(model, "text", false, 0, gather, o), LGR_STATUS_OK);
        lgr_run *run = lgr_run_create(model, NULL);
        assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
        lgr_run_destroy(run);
    }
    assert_string_equal(first.text, second.text);
    clear(&first);
    clear(&second);
    lgr_model_destroy(model);
}

/* A table is read once: runs of a model are of the same bytes, whatever has become of its file. */
static void files_are_listed_and_kept(void **state) {
    (void)state;
    char path[] = "/tmp/lagrangia-table-XXXXXX", text[200];
    int handle = mkstemp(path);
    assert_true(handle >= 0 && write(handle, "0,0\n1,2\n", 8) == 8);
    snprintf(text, sizeof text,
             "param n = 1\ncoord x = table(\"%s\", 0.5)\nkinetic T = sum(i in 1..n: x'^2)\nreport s = "
             "final(x)\nsimulate until 1\n",
             path);
    lgr_model *model = parse(text);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_OK);
    assert_string_equal(lgr_model_file(model, 0), path);
    assert_null(lgr_model_file(model, 1));
    assert_false(lgr_model_file_has_changed(model, 0));
    assert_int_equal(pwrite(handle, "0,0\n1,8\n", 8, 0), 8);
    assert_true(lgr_model_file_has_changed(model, 0));
    assert_int_equal(lgr_model_set(model, "n", "2"), LGR_STATUS_OK); /* structural: the model is built again */
    lgr_run *run = lgr_run_create(model, NULL);
    assert_true(lgr_run_report(run, "s") == 1);
    lgr_run_destroy(run);
    lgr_model_destroy(model);
    assert_null(lgr_model_file(NULL, 0));
    assert_false(lgr_model_file_has_changed(NULL, 0));
    assert_int_equal(close(handle) + unlink(path), 0);
}

typedef struct shelf {
    int asked;
} shelf;

static const char *take(void *user, const char *path, size_t *length) {
    static const struct {
        const char *path, *text;
    } all[] = {{"lib/parts.lgr", "param k = 3\nlet rise(x) = table(\"deep/curve.csv\", x)\n"},
               {"lib/deep/curve.csv", "0,1\n1,3\n"}};
    ((shelf *)user)->asked++;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].path, path)) {
            *length = strlen(all[i].text);
            return all[i].text;
        }
    return NULL;
}

/* What analyses and pages leave out, memories, may stand in what they evaluate. */
static void memories_are_left_out(void **state) {
    (void)state;
    static const char text[] =
        "coord x = 1, y = 0.5\nstate s = 0.2, rate n - s\nmemory n = 0.3\ninitial x' = 1\n"
        "particle p: mass 1 at [x, y]\npotential V = x^2 + y^2\n"
        "friction f: limit 1 along [x, y]\ndraw ball at [x + n, y] radius 1\nsimulate until 0.1\n";
    lgr_model *m = lgr_model_parse("m.lgr", text, strlen(text), NULL, 0);
    size_t bytes = 0;
    assert_int_equal(lgr_model_derive(m, NULL, "text", false, 0, count_bytes, &bytes), LGR_STATUS_OK);
    assert_true(bytes > 100);
    bytes = 0;
    assert_int_equal(lgr_model_analyze(m, "json-scenes", false, 0, count_bytes, &bytes), LGR_STATUS_OK);
    assert_true(bytes > 100);
    lgr_model_destroy(m);
}

/* Included texts and tables that are nowhere but in memory. */
static void files_can_come_from_the_host(void **state) {
    (void)state;
    shelf mine = {0};
    lgr_parse_options o = lgr_parse_options_default();
    o.read = take;
    o.user = &mine;
    const char *text = "include \"lib/parts.lgr\"\ncoord x = 0.5\nkinetic T = x'^2/2\npotential V = k*rise(x)\n"
                       "report r = initial(potential)\nsimulate until 0.1\n";
    lgr_model *m = lgr_model_parse_with("m.lgr", text, strlen(text), NULL, 0, &o);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_OK);
    assert_string_equal(lgr_model_file(m, 1), "lib/deep/curve.csv");
    assert_false(lgr_model_file_has_changed(m, 1));
    lgr_info info = {.size = sizeof info};
    assert_int_equal(lgr_model_info(m, LGR_KIND_PARAMETER, 0, &info), LGR_STATUS_OK);
    assert_string_equal(info.file, "lib/parts.lgr");
    assert_int_equal(info.at.line, 1);
    assert_int_equal(lgr_model_info(m, LGR_KIND_COORDINATE, 0, &info), LGR_STATUS_OK);
    assert_string_equal(info.file, "m.lgr");
    assert_int_equal(info.at.line, 2);
    lgr_run_options options = lgr_run_options_default();
    lgr_run *run = lgr_run_create(m, &options);
    assert_true(fabs(lgr_run_report(run, "r") - 6) < 1e-12);
    lgr_run_destroy(run);
    lgr_model_destroy(m);
    assert_int_equal(mine.asked, 3);
    text = "coord x = table(\"none.csv\", 1)\nkinetic T = x'^2/2\n";
    m = lgr_model_parse_with("m.lgr", text, strlen(text), NULL, 0, &o);
    assert_int_equal(lgr_model_status(m), LGR_STATUS_MODEL);
    assert_non_null(strstr(lgr_model_finding_text(m, 0, false), "there is no such file"));
    lgr_model_destroy(m);
}

static void files_can_be_forbidden(void **state) {
    (void)state;
    static const char text[] = "coord x = table(\"/dev/null\", 0.5)\nkinetic T = x'^2\n";
    lgr_parse_options o = lgr_parse_options_default();
    assert_int_equal(o.files, LGR_FILES_ANY);
    for (o.files = LGR_FILES_FOLDER; o.files <= LGR_FILES_NONE; o.files++) {
        lgr_model *model = lgr_model_parse_with("m.lgr", text, strlen(text), NULL, 0, &o);
        assert_int_equal(lgr_model_status(model), LGR_STATUS_MODEL);
        const char *said = lgr_model_finding_text(model, 0, false);
        assert_non_null(strstr(said, o.files == LGR_FILES_NONE ? "not read here" : "only files in the folder"));
        lgr_model_destroy(model);
    }
    lgr_model *model = lgr_model_parse_with("m.lgr", text, strlen(text), NULL, 0, &o); /* one behind the last */
    assert_int_equal(lgr_model_status(model), LGR_STATUS_USAGE);
    lgr_model_destroy(model);
    model = lgr_model_parse_with("m.lgr", text, strlen(text), NULL, 0, NULL);
    assert_int_equal(lgr_model_status(model), LGR_STATUS_USAGE);
    lgr_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_text_is_accepted),
        cmocka_unit_test(nothing_at_all_is_a_fault_not_a_crash),
        cmocka_unit_test(the_text_and_its_name_are_copied),
        cmocka_unit_test(overrides_are_checked),
        cmocka_unit_test(check_says_what_the_system_is),
        cmocka_unit_test(check_tells_each_sort_of_failure),
        cmocka_unit_test(a_start_that_cannot_be_is_the_models_fault),
        cmocka_unit_test(an_analysis_is_written_in_every_format),
        cmocka_unit_test(an_analysis_without_a_start_is_the_model_s_fault),
        cmocka_unit_test(a_second_page_reads_as_the_first),
        cmocka_unit_test(files_are_listed_and_kept),
        cmocka_unit_test(files_can_be_forbidden),
        cmocka_unit_test(memories_are_left_out),
        cmocka_unit_test(files_can_come_from_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
