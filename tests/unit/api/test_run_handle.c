/* Runs through the public interface: settings, status, reports, expectations, what each format holds. */
#include <math.h>

#include "api/support.h"

static const char *const spring = "model spring\n"
                                  "coord x = 1\n"
                                  "kinetic T = 1/2*x'^2\n"
                                  "potential V = 1/2*x^2\n"
                                  "event low when x < 0 { }\n"
                                  "event high when x > 100 { stop }\n"
                                  "output twice = 2*x\n"
                                  "report last = final(x)\n"
                                  "report never = at(high, x)\n"
                                  "simulate until 2\n";

/* A run of a text with the settings changed; both stay to be destroyed. */
static lgr_run *run_text(const char *text, void (*change)(lgr_run_options *), lgr_model **model) {
    lgr_run_options o = lgr_run_options_default();
    if (change)
        change(&o);
    *model = parse(text);
    return lgr_run_create(*model, &o);
}

static void finish(lgr_run *run, lgr_model *model) {
    lgr_run_destroy(run);
    lgr_model_destroy(model);
}

static void defaults_are_the_documented_ones(void **state) {
    (void)state;
    lgr_run_options o = lgr_run_options_default();
    assert_true(isnan(o.until) && isnan(o.tolerance));
    assert_true(o.first_step == 0 && o.every == 0 && o.keep_trajectory);
    assert_null(o.method);
    assert_null(o.watch);
    assert_int_equal(o.max_steps, 20000000);
}

static void reports_are_there_by_name(void **state) {
    (void)state;
    lgr_model *model = parse(spring);
    lgr_run *run = lgr_run_create(model, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_true(fabs(lgr_run_report(run, "last") - cos(2)) < 1e-7);
    assert_true(isnan(lgr_run_report(run, "never")));
    assert_true(isnan(lgr_run_report(run, "nowhere")));
    assert_int_equal(lgr_run_unmet_count(run), 0);
    finish(run, model);
}

static const char *const rod = "coord a = 1, b = 2\n"
                               "gravity 9.81\n"
                               "rod upper: mass 1, from [0, 0] to [sin(a), -cos(a)]\n"
                               "rod lower: mass 1, from [sin(a), -cos(a)] to [sin(a) + sin(b), -cos(a) - cos(b)]\n"
                               "contact wall: a >= -0.2\n"
                               "report last = final(a)\n"
                               "simulate until 3\n";

static double last_of(lgr_model *model, const char *method, bool frames, double tolerance) {
    lgr_run_options o = lgr_run_options_default();
    o.method = method;
    o.keep_frames = frames;
    o.tolerance = tolerance;
    lgr_run *run = lgr_run_create(model, &o);
    double last = lgr_run_report(run, "last");
    lgr_run_destroy(run);
    return last;
}

/* Whatever runs have gone before. */
static void runs_of_a_model_are_the_same(void **state) {
    (void)state;
    static const struct {
        const char *method;
        bool frames;
        double tolerance;
    } runs[] = {{NULL, false, 1e-9},          {NULL, false, 1e-9},     {NULL, false, 1e-5},
                {"variational", false, 1e-5}, {"dop853", false, 1e-9}, {"auto", true, 1e-6},
                {NULL, true, 1e-9},           {"taylor", false, 1e-9}, {NULL, false, 1e-9}};
    lgr_model *model = parse(rod);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        lgr_model *fresh = parse(rod);
        double expected = last_of(fresh, runs[i].method, runs[i].frames, runs[i].tolerance);
        double last = last_of(model, runs[i].method, runs[i].frames, runs[i].tolerance);
        assert_true(isfinite(last));
        assert_memory_equal(&last, &expected, sizeof last);
        lgr_model_destroy(fresh);
    }
    lgr_model_destroy(model);
}

static void set_until(lgr_run_options *o) {
    o->until = -1;
}

static void set_tolerance(lgr_run_options *o) {
    o->tolerance = 0.5;
}

static void set_step(lgr_run_options *o) {
    o->first_step = NAN;
}

static void set_every(lgr_run_options *o) {
    o->every = -1;
}

static void set_method(lgr_run_options *o) {
    o->method = "guess";
}

static void set_steps(lgr_run_options *o) {
    o->max_steps = 0;
}

static void wrong_settings_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        void (*change)(lgr_run_options *);
        const char *word;
    } cases[] = {{set_until, "-1"},  {set_tolerance, "0.5"}, {set_step, "first step"},
                 {set_every, "row"}, {set_method, "guess"},  {set_steps, "steps"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lgr_model *model;
        output o = {0};
        lgr_run *run = run_text(spring, cases[i].change, &model);
        assert_int_equal(lgr_run_status(run), LGR_STATUS_USAGE);
        assert_non_null(strstr(lgr_run_usage_error(run), cases[i].word));
        assert_int_equal(lgr_run_write(run, "json", false, 0, gather, &o), LGR_STATUS_USAGE);
        assert_null(o.text);
        assert_true(isnan(lgr_run_report(run, "last")));
        finish(run, model);
    }
}

static void json_holds_the_fixed_keys(void **state) {
    (void)state;
    lgr_model *model;
    output o = {0};
    lgr_run *run = run_text(spring, NULL, &model);
    assert_int_equal(lgr_run_write(run, "json", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "\"model\": \"spring\""));
    assert_non_null(strstr(o.text, "\"end\": {\"t\": 2, \"reason\": \"until\"}"));
    assert_non_null(strstr(o.text, "\"initial\": {\"t\": 0, \"q\": {\"x\": 1}, \"v\": {\"x\": 0}, \"lambda\": {}, "
                                   "\"output\": {\"twice\": 2}, \"energy\": 0.5}"));
    assert_non_null(strstr(o.text, "\"never\": null"));
    assert_non_null(strstr(o.text, "\"check\": {\"energy_drift\": "));
    assert_non_null(strstr(o.text, "\"work\": {\"method\": \"dop853\", \"steps\": "));
    assert_null(strstr(o.text, "\"series\""));
    clear(&o);
    assert_int_equal(lgr_run_write(run, "json-series", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "\"columns\": [\"t\", \"x\", \"x'\", \"twice\", \"energy\"]"));
    assert_non_null(strstr(o.text, "\n      [0, 1, 0, 2, 0.5],"));
    clear(&o);
    finish(run, model);
}

static void sample(lgr_run_options *o) {
    o->every = 0.5;
}

static void csv_holds_a_line_an_instant(void **state) {
    (void)state;
    lgr_model *model;
    output o = {0};
    lgr_run *run = run_text(spring, sample, &model);
    assert_int_equal(lgr_run_write(run, "csv", false, 0, gather, &o), LGR_STATUS_OK);
    const char *start = "t,x,x',twice,energy\n0,1,0,2,0.5\n0.5,0.8775";
    assert_memory_equal(o.text, start, strlen(start));
    size_t lines = 0;
    for (size_t i = 0; i < o.length; i++)
        lines += o.text[i] == '\n';
    assert_in_range(lines, 6, 7); /* the header, five instants, perhaps one for the event */
    clear(&o);
    finish(run, model);
}

static void unknown_formats_and_full_disks_are_told_apart(void **state) {
    (void)state;
    lgr_model *model;
    output o = {.refuse = true};
    lgr_run *run = run_text(spring, NULL, &model);
    assert_int_equal(lgr_run_write(run, "xml", false, 0, gather, &o), LGR_STATUS_USAGE);
    assert_int_equal(lgr_run_write(run, "csv", false, 0, gather, &o), LGR_STATUS_RUN);
    finish(run, model);
}

static void text_reads_well(void **state) {
    (void)state;
    lgr_model *model;
    output o = {0};
    lgr_run *run = run_text("model m \"A crank\"\nparam m = 1 kg\ncoord a = 90 deg \"crank\"\n"
                            "kinetic T = 1/2*m*(1 m)^2*a'^2\nreport e = final(kinetic) \"energy\"\n"
                            "report turned = final(a) - 45 deg\nsimulate until 1 s\n",
                            NULL, &model);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_write(run, "text", false, 80, gather, &o), LGR_STATUS_OK);
    assert_memory_equal(o.text, "A crank\nran to its end at t = 1 s\n", 33);
    assert_non_null(strstr(o.text, "  energy  0         J          e\n"));
    assert_non_null(strstr(o.text, "  turned  0.785398  rad = 45\u00b0\n"));
    assert_non_null(strstr(o.text, "  a  1.5708  rad = 90\u00b0  0  rad/s  crank\n"));
    assert_null(strchr(o.text, '\x1b'));
    clear(&o);
    assert_int_equal(lgr_run_write(run, "text", true, 80, gather, &o), LGR_STATUS_OK);
    assert_non_null(strchr(o.text, '\x1b'));
    clear(&o);
    finish(run, model);
}

static void unmet_expectations_point_at_their_line(void **state) {
    (void)state;
    lgr_model *model;
    lgr_run *run = run_text("coord x = 3\nkinetic T = 1/2*x'^2\nexpect final(x) = 2 within 10%\n"
                            "expect final(x) > 1\nexpect final(x) < 2\nsimulate until 1\n",
                            NULL, &model);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_EXPECT);
    assert_int_equal(lgr_run_unmet_count(run), 2);
    const char *first = lgr_run_unmet_text(run, 0, false);
    assert_non_null(strstr(first, "error[E0508]"));
    assert_non_null(strstr(first, "'final(x) = 2' does not hold: it is 3, off by 1 (allowed: 0.2)"));
    assert_non_null(strstr(first, "test.lgr:3:1"));
    assert_non_null(strstr(lgr_run_unmet_text(run, 1, false), "it is 3 against 2"));
    finish(run, model);
}

static bool stop_after_three(void *user, double t, double until, long steps) {
    (void)t;
    *(double *)user = until;
    return steps >= 3;
}

static double seen_until;

static void watch_three_steps(lgr_run_options *o) {
    o->watch = stop_after_three;
    o->user = &seen_until;
}

static void a_watched_run_can_be_interrupted(void **state) {
    (void)state;
    lgr_model *model;
    output o = {0};
    lgr_run *run = run_text(spring, watch_three_steps, &model);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_INTERRUPTED);
    assert_true(seen_until == 2);
    assert_int_equal(lgr_run_write(run, "json", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "\"reason\": \"interrupted\""));
    clear(&o);
    finish(run, model);
}

static void a_failed_run_keeps_what_it_reached(void **state) {
    (void)state;
    lgr_model *model;
    output o = {0};
    lgr_run *run = run_text("coord x = 1\nkinetic T = 1/2*x'^2\npotential V = -1/x\nsimulate until 2\n", NULL, &model);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_RUN);
    assert_int_equal(lgr_run_write(run, "json", false, 0, gather, &o), LGR_STATUS_OK);
    assert_non_null(strstr(o.text, "\"error\": {\"code\": \"E05"));
    assert_non_null(strstr(o.text, ", \"t\": 1.11"));
    assert_non_null(strstr(o.text, "\"reason\": \"error\""));
    assert_non_null(strstr(o.text, "\"initial\": {\"t\": 0, \"q\": {\"x\": 1}"));
    assert_int_equal(lgr_model_finding_count(model), 1);
    clear(&o);
    finish(run, model);
}

static void what_never_began_is_only_an_error(void **state) {
    (void)state;
    static const char *const texts[] = {"coord x = z\nkinetic T = 1/2*x'^2\n",
                                        "coord x = 1, y = 1\nkinetic T = 1/2*(x'^2 + y'^2)\nconstraint c: x = 2*y\n"};
    for (size_t i = 0; i < 2; i++) {
        lgr_model *model;
        output o = {0};
        lgr_run *run = run_text(texts[i], NULL, &model);
        assert_int_equal(lgr_run_status(run), LGR_STATUS_MODEL);
        assert_int_equal(lgr_run_write(run, "json", false, 0, gather, &o), LGR_STATUS_OK);
        assert_memory_equal(o.text, "{\"error\": {\"code\": \"E0", 22);
        clear(&o);
        assert_int_equal(lgr_run_write(run, "text", false, 0, gather, &o), LGR_STATUS_OK);
        assert_int_equal(lgr_run_write(run, "csv", false, 0, gather, &o), LGR_STATUS_OK);
        assert_null(o.text);
        finish(run, model);
    }
}

/* Watches two runs in a row: counts the steps of both, stops the second at its third if wanted. */
typedef struct two_runs {
    int begun, stop_at;
} two_runs;

static bool watch_second(void *user, double t, double until, long steps) {
    (void)t;
    (void)until;
    two_runs *w = user;
    w->begun += steps == 0;
    return w->stop_at > 0 && w->begun == 2 && steps == w->stop_at;
}

static const char *text_of(const lgr_run *run, const char *format, output *o) {
    clear(o);
    assert_int_equal(lgr_run_write(run, format, false, 80, gather, o), LGR_STATUS_OK);
    return o->text;
}

static void a_repetition_counts_digits(void **state) {
    (void)state;
    output o = {0};
    lgr_model *model;
    lgr_run *run = run_text(spring, NULL, &model);
    assert_int_equal(lgr_run_verified_digits(run), -1);
    assert_null(strstr(text_of(run, "json", &o), "verify"));
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_OK);
    assert_in_range(lgr_run_verified_digits(run), 7, 12);
    assert_null(lgr_run_verify_trouble(run, false));
    assert_non_null(strstr(text_of(run, "json", &o), "\"verify\": {\"tolerance\": 1e-10, "));
    assert_non_null(strstr(o.text, "\"events\": [{\"name\": \"low\", \"digits\": "));
    assert_null(strstr(o.text, "\"never\": 1"));
    assert_non_null(strstr(text_of(run, "text", &o), "Digits that agree with a run at tolerance 1e-10\n"));
    assert_non_null(strstr(o.text, "fewest: "));
    clear(&o);
    finish(run, model);
}

static void a_repetition_can_be_interrupted(void **state) {
    (void)state;
    output o = {0};
    two_runs watched = {.stop_at = 3};
    lgr_run_options options = lgr_run_options_default();
    options.watch = watch_second;
    options.user = &watched;
    lgr_model *model = parse(spring);
    lgr_run *run = lgr_run_create(model, &options);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_INTERRUPTED);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_verified_digits(run), -1);
    assert_non_null(strstr(text_of(run, "json", &o), "\"verify\": {\"tolerance\": 1e-10, \"interrupted\": true}"));
    assert_non_null(strstr(o.text, "\"reason\": \"until\""));
    assert_non_null(strstr(text_of(run, "text", &o), "  not known: that run was interrupted\n"));
    clear(&o);
    finish(run, model);
}

static void two_steps(lgr_run_options *o) {
    o->max_steps = 2;
}

/* A repetition takes more steps, so some limit lets only the first run through. */
static void a_repetition_can_fail(void **state) {
    (void)state;
    output o = {0};
    lgr_run_options options = lgr_run_options_default();
    options.max_steps = 2;
    lgr_model *model = parse(spring);
    lgr_run *run = lgr_run_create(model, &options);
    while (lgr_run_status(run) != LGR_STATUS_OK && options.max_steps < 1000) {
        lgr_run_destroy(run);
        options.max_steps++;
        run = lgr_run_create(model, &options);
    }
    size_t findings = lgr_model_finding_count(model);
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_RUN);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_model_finding_count(model), findings);
    assert_non_null(strstr(lgr_run_verify_trouble(run, false), "error[E0506]: "));
    assert_non_null(strstr(text_of(run, "json", &o), ", \"error\": {\"code\": \"E0506\""));
    assert_non_null(strstr(text_of(run, "text", &o), "  not known: that run failed: more than "));
    clear(&o);
    finish(run, model);
}

static void what_did_not_come_to_its_end_is_not_repeated(void **state) {
    (void)state;
    lgr_model *model;
    lgr_run *run = run_text(spring, two_steps, &model);
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_RUN);
    assert_null(lgr_run_verify_trouble(run, false));
    assert_int_equal(lgr_run_verified_digits(run), -1);
    finish(run, model);
}

static void a_warning_is_kept_once_however_often_a_model_runs(void **state) {
    (void)state;
    lgr_model *model = parse("coord x = 0, y = 0\n"
                             "kinetic T = 1/2*(x'^2 + y'^2)\n"
                             "constraint slope: y = x\n"
                             "constraint again: 2*y = 2*x\n"
                             "simulate until 1\n");
    for (int i = 0; i < 3; i++) {
        lgr_run *run = lgr_run_create(model, NULL);
        assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
        assert_int_equal(lgr_run_verify(run), LGR_STATUS_OK);
        lgr_run_destroy(run);
        assert_int_equal(lgr_model_finding_count(model), 1);
    }
    lgr_model_destroy(model);
}

static void what_sticks_is_hidden(void **state) {
    (void)state;
    output o = {0};
    lgr_model *model = parse("coord s = 0, n = 1\n"
                             "kinetic   T = 1/2*(s'^2 + n'^2)\n"
                             "potential V = 10*n - s\n"
                             "contact ground: n >= 0, friction 0.5 along s\n"
                             "simulate until 1\n");
    lgr_run *run = lgr_run_create(model, NULL);
    assert_int_equal(lgr_run_status(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_OK);
    const char *const formats[] = {"json", "json-series", "csv", "text"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        assert_null(strstr(text_of(run, formats[i], &o), "friction"));
        assert_non_null(strstr(o.text, "ground"));
    }
    clear(&o);
    finish(run, model);
}

static void color_is_only_added(void **state) {
    (void)state;
    output plain = {0}, colored = {0};
    lgr_model *model;
    lgr_run *run = run_text(spring, NULL, &model);
    assert_int_equal(lgr_run_verify(run), LGR_STATUS_OK);
    assert_int_equal(lgr_run_write(run, "text", false, 60, gather, &plain), LGR_STATUS_OK);
    assert_int_equal(lgr_run_write(run, "text", true, 60, gather, &colored), LGR_STATUS_OK);
    assert_null(strchr(plain.text, '\x1b'));
    assert_non_null(strchr(colored.text, '\x1b'));
    char *to = colored.text;
    for (const char *from = colored.text; *from; from++) {
        if (*from == '\x1b')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    }
    *to = '\0';
    assert_string_equal(colored.text, plain.text);
    clear(&plain);
    clear(&colored);
    finish(run, model);
}

/* Both run on the model's one copy; what the second has found goes with it. */
static void equations_come_after_a_later_run_is_gone(void **state) {
    (void)state;
    lgr_model *m = parse(
        "param day = 3\nlet c = 2*pi/day\ncoord x = 1\nkinetic T = c*x'^2/2\npotential V = x^2/2\nsimulate until 1\n");
    lgr_run_options options = lgr_run_options_default();
    options.keep_frames = true;
    lgr_run *first = lgr_run_create(m, &options), *second = lgr_run_create(m, &options);
    lgr_run_destroy(second);
    output page = {0};
    assert_int_equal(lgr_run_write(first, "json", false, 0, gather, &page), LGR_STATUS_OK);
    clear(&page);
    const lgr_status wrote = lgr_run_write(first, "html", false, 0, gather, &page);
    assert_int_equal(wrote, lgr_run_format_trouble("html") ? LGR_STATUS_USAGE : LGR_STATUS_OK);
    clear(&page);
    lgr_run_destroy(first);
    lgr_model_destroy(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_documented_ones),
        cmocka_unit_test(reports_are_there_by_name),
        cmocka_unit_test(runs_of_a_model_are_the_same),
        cmocka_unit_test(wrong_settings_are_refused_by_name),
        cmocka_unit_test(json_holds_the_fixed_keys),
        cmocka_unit_test(csv_holds_a_line_an_instant),
        cmocka_unit_test(unknown_formats_and_full_disks_are_told_apart),
        cmocka_unit_test(text_reads_well),
        cmocka_unit_test(unmet_expectations_point_at_their_line),
        cmocka_unit_test(a_watched_run_can_be_interrupted),
        cmocka_unit_test(a_failed_run_keeps_what_it_reached),
        cmocka_unit_test(a_repetition_counts_digits),
        cmocka_unit_test(a_repetition_can_be_interrupted),
        cmocka_unit_test(a_repetition_can_fail),
        cmocka_unit_test(what_did_not_come_to_its_end_is_not_repeated),
        cmocka_unit_test(a_warning_is_kept_once_however_often_a_model_runs),
        cmocka_unit_test(what_sticks_is_hidden),
        cmocka_unit_test(color_is_only_added),
        cmocka_unit_test(what_never_began_is_only_an_error),
        cmocka_unit_test(equations_come_after_a_later_run_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
