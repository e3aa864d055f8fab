/* Sweeps through the public interface: rows in order whatever the threads, going on, interrupting, refusing. */
#include "api/support.h"

#include <math.h>
#include <stdio.h>

static const char *const throw = "param v = 20 m/s in [1 m/s, 50 m/s] \"how fast\", a = 45 deg, g = 10 m/s^2\n"
                                 "coord x = 0 m, y = 0 m\n"
                                 "gravity g\n"
                                 "particle stone: mass 1 kg at [x, y]\n"
                                 "initial x' = v*cos(a), y' = v*sin(a)\n"
                                 "event landing when y < -1 mm { stop }\n"
                                 "report range = at(landing, x)\n"
                                 "simulate until 5 s\n";

static const lgr_axis axes[] = {{"v", "10", "20 m/s", 4}, {"a", "30 deg", "80 deg", 6}};

static lgr_sweep *begin(lgr_model *model, int threads) {
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = axes;
    o.axis_count = 2;
    o.threads = threads;
    lgr_sweep *sweep = lgr_sweep_create(model, &o);
    assert_int_equal(lgr_sweep_status(sweep), LGR_STATUS_OK);
    return sweep;
}

static void rows_come_in_order_whatever_the_threads(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    output rows[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        lgr_sweep *sweep = begin(model, i ? 7 : 1);
        assert_int_equal(lgr_sweep_count(sweep), 24);
        assert_int_equal(lgr_sweep_run(sweep, gather, &rows[i]), LGR_STATUS_OK);
        lgr_sweep_destroy(sweep);
    }
    assert_string_equal(rows[0].text, rows[1].text);
    int number = 0;
    for (char *line = strtok(rows[0].text, "\n"); line; line = strtok(NULL, "\n"))
        assert_int_equal(atoi(line), ++number);
    assert_int_equal(number, 24);
    clear(&rows[0]);
    clear(&rows[1]);
    lgr_model_destroy(model);
}

/* Parameters are met exactly: the same run by itself reports the same number to the bit. */
static void a_row_is_what_a_run_gives(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_sweep *sweep = begin(model, 2);
    output rows = {0};
    assert_int_equal(lgr_sweep_run(sweep, gather, &rows), LGR_STATUS_OK);
    const char *last = strstr(rows.text, "\n24,") + 4;
    double v = lgr_number_read(last, &last);
    lgr_number_read(last + 1, &last); /* the angle */
    double range = lgr_number_read(last + 1, &last);
    assert_memory_equal(last, ",event landing,", 15);
    const lgr_override set[] = {{"v", "20"}, {"a", "80 deg"}};
    lgr_model *alone = lgr_model_parse("", throw, strlen(throw), set, 2);
    lgr_run_options o = lgr_run_options_default();
    o.keep_trajectory = false;
    lgr_run *run = lgr_run_create(alone, &o);
    assert_true(v == 20 && lgr_run_report(run, "range") == range);
    lgr_run_destroy(run);
    lgr_model_destroy(alone);
    clear(&rows);
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

static bool give_some(void *user, const char *data, size_t length) {
    output *o = user;
    return gather(user, data, length) && strchr(o->text, '\n') && !strstr(o->text, "\n5,");
}

/* Rows of a sweep that was stopped are taken, wrong ones are not; the rest is what a whole sweep gives. */
static void a_sweep_goes_on(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    output whole = {0}, part = {0};
    lgr_sweep *sweep = begin(model, 2);
    lgr_sweep_run(sweep, gather, &whole);
    lgr_sweep_destroy(sweep);
    sweep = begin(model, 2);
    assert_int_equal(lgr_sweep_run(sweep, give_some, &part), LGR_STATUS_RUN);
    lgr_sweep_destroy(sweep);
    sweep = begin(model, 2);
    char *line = part.text;
    assert_false(lgr_sweep_resume(sweep, "2,10,1,1,until,", 15));
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
        assert_true(lgr_sweep_resume(sweep, line, (size_t)(end - line)));
    assert_int_equal(lgr_sweep_run(sweep, gather, &part), LGR_STATUS_OK);
    assert_string_equal(whole.text, part.text);
    clear(&whole);
    clear(&part);
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

static bool stop_at_once(void *user, size_t done, size_t count) {
    (void)user;
    assert_true(done <= count);
    return true;
}

static void a_sweep_can_be_interrupted(void **state) {
    (void)state;
    const lgr_axis many = {"a", "0.1", "1", 100000};
    lgr_model *model = parse(throw);
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = &many;
    o.axis_count = 1;
    o.watch = stop_at_once;
    lgr_sweep *sweep = lgr_sweep_create(model, &o);
    assert_int_equal(lgr_sweep_run(sweep, NULL, NULL), LGR_STATUS_INTERRUPTED);
    output text = {0};
    assert_int_equal(lgr_sweep_write(sweep, false, 0, gather, &text), LGR_STATUS_OK);
    assert_non_null(strstr(text.text, "of 100000 designs"));
    clear(&text);
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

static void keys_tell_sweeps_apart(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = axes;
    o.axis_count = 2;
    lgr_sweep *same = begin(model, 3), *first = lgr_sweep_create(model, &o);
    lgr_run_options run = lgr_run_options_default();
    run.until = 2;
    o.run = &run;
    lgr_sweep *later = lgr_sweep_create(model, &o);
    o.axis_count = 1;
    lgr_sweep *fewer = lgr_sweep_create(model, &o);
    assert_string_equal(lgr_sweep_key(same), lgr_sweep_key(first));
    assert_string_not_equal(lgr_sweep_key(first), lgr_sweep_key(later));
    assert_string_not_equal(lgr_sweep_key(fewer), lgr_sweep_key(later));
    lgr_sweep_destroy(same);
    lgr_sweep_destroy(first);
    lgr_sweep_destroy(later);
    lgr_sweep_destroy(fewer);
    lgr_model_destroy(model);
}

static bool resume(void *user, const char *data, size_t length) {
    return lgr_sweep_resume(user, data, length - 1);
}

/* Two sweeps compute parts in any order, a third one counts them: it says what a whole one says. */
static void a_sweep_is_shared(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_sweep *whole = begin(model, 1), *worker = begin(model, 2), *leader = begin(model, 1);
    output rows = {0}, late = {0}, early = {0}, texts[2] = {{0}};
    assert_int_equal(lgr_sweep_run(whole, gather, &rows), LGR_STATUS_OK);
    assert_int_equal(lgr_sweep_compute(worker, 10, 24, gather, &late), LGR_STATUS_OK);
    assert_int_equal(lgr_sweep_compute(worker, 10, 10, gather, &late), LGR_STATUS_OK);
    assert_int_equal(lgr_sweep_done(worker), 0);
    assert_int_equal(lgr_sweep_compute(leader, 0, 4, resume, leader), LGR_STATUS_OK);
    assert_int_equal(lgr_sweep_done(leader), 4);
    assert_int_equal(lgr_sweep_compute(worker, 0, 10, gather, &early), LGR_STATUS_OK);
    gather(&early, late.text, late.length);
    assert_string_equal(early.text, rows.text);
    assert_int_equal(lgr_sweep_run(leader, NULL, NULL), LGR_STATUS_OK);
    lgr_sweep_write(whole, false, 80, gather, &texts[0]);
    lgr_sweep_write(leader, false, 80, gather, &texts[1]);
    assert_string_equal(texts[0].text, texts[1].text);
    lgr_sweep *all[] = {whole, worker, leader};
    for (size_t i = 0; i < 3; i++)
        lgr_sweep_destroy(all[i]);
    output *used[] = {&rows, &late, &early, &texts[0], &texts[1]};
    for (size_t i = 0; i < 5; i++)
        clear(used[i]);
    lgr_model_destroy(model);
}

static void a_sweep_goes_on_from_numbers(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_sweep *sweep = begin(model, 1);
    const double none[] = {NAN}, some[] = {7};
    assert_true(lgr_sweep_resume_values(sweep, none, "failed", "why"));
    for (int i = 1; i < 24; i++)
        assert_true(lgr_sweep_resume_values(sweep, some, "until", ""));
    assert_false(lgr_sweep_resume_values(sweep, some, "until", ""));
    assert_int_equal(lgr_sweep_done(sweep), 24);
    output text = {0};
    lgr_sweep_write(sweep, false, 80, gather, &text);
    assert_non_null(strstr(text.text, "(design 2)"));
    assert_non_null(strstr(text.text, "why"));
    clear(&text);
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

static void columns_have_units_and_labels(void **state) {
    (void)state;
    lgr_model *model = parse(throw);
    lgr_sweep *sweep = begin(model, 1);
    assert_int_equal(lgr_sweep_column_count(sweep), 3);
    lgr_column v = lgr_sweep_column(sweep, 0), range = lgr_sweep_column(sweep, 2);
    assert_true(!v.is_report && range.is_report);
    assert_string_equal(v.name, "v");
    assert_string_equal(v.unit, "m/s");
    assert_string_equal(v.label, "how fast");
    assert_string_equal(range.name, "range");
    assert_string_equal(range.label, "");
    lgr_sweep_destroy(sweep);
    lgr_model_destroy(model);
}

/* range = v^2/g at 45 degrees: twice the relative deviation of v; it is above 40 m where v is above its mean. */
static void what_scatters_has_a_yield(void **state) {
    (void)state;
    enum { COUNT = 200 };
    lgr_model *model = parse(throw);
    const lgr_axis scatters[] = {{"v", NULL, "1%", 0}};
    const char *const limits[] = {"range > 40 m"};
    lgr_sweep_options o = lgr_sweep_options_default();
    o.axes = scatters;
    o.axis_count = 1;
    o.sample = "normal";
    o.samples = COUNT;
    o.limits = limits;
    o.limit_count = 1;
    lgr_sweep *sweep = lgr_sweep_create(model, &o);
    assert_int_equal(lgr_sweep_status(sweep), LGR_STATUS_OK);
    assert_string_equal(lgr_sweep_header(sweep), "design,v,range,kept,end,note\n");
    output rows = {0}, text = {0};
    assert_int_equal(lgr_sweep_run(sweep, gather, &rows), LGR_STATUS_OK);
    int kept = 0;
    lgr_sweep *again = lgr_sweep_create(model, &o);
    for (char *line = strtok(rows.text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *at = strchr(line, ',') + 1;
        const double v = lgr_number_read(at, &at), range = lgr_number_read(at + 1, &at);
        assert_true(fabs(v - 20) < 1.2 && fabs(range - v * v / 10) < 0.01);
        assert_int_equal(at[1], range > 40 ? '1' : '0');
        kept += at[1] == '1';
        assert_true(lgr_sweep_resume(again, line, strlen(line)));
    }
    assert_true(kept > 60 && kept < 140);
    for (int i = 0; i < 2; i++) { /* computed and read back */
        char said[64];
        snprintf(said, sizeof said, "%d of %d designs keep all limits", kept, COUNT);
        assert_int_equal(lgr_sweep_write(i ? again : sweep, false, 0, gather, &text), LGR_STATUS_OK);
        assert_non_null(strstr(text.text, said));
        assert_non_null(strstr(text.text, "Scatter"));
        assert_non_null(strstr(text.text, "100 %"));
        clear(&text);
    }
    const double number = 1;
    lgr_sweep_destroy(again);
    again = lgr_sweep_create(model, &o);
    assert_false(lgr_sweep_resume_values(again, &number, "until", ""));
    lgr_sweep_destroy(again);
    lgr_sweep_destroy(sweep);
    clear(&rows);
    lgr_model_destroy(model);
}

static void wrong_scatters_are_named(void **state) {
    (void)state;
    static const struct {
        const char *name, *deviation, *limit, *why;
    } all[] = {{"v", "0", "range > 0 m", "the scatter of 'v' must be above 0, not 0"},
               {"v", "-1%", "range > 0 m", "the scatter of 'v' must be above 0, not -1%"},
               {"w", "1%", "range > 0 m", "the model has no parameter 'w'"},
               {"v", NULL, "range > 0 m", "each parameter that scatters needs a name and a standard deviation"},
               {"v", "1 kg", "range > 0 m", ""},
               {"v", "1%", "range = 0 m", "the limit 'range = 0 m' must be one with <, <=, > or >="},
               {"v", "1%", NULL, "a limit is a comparison, as in 'peak < 5 kN'"}};
    lgr_model *model = parse(throw);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const lgr_axis axis = {all[i].name, NULL, all[i].deviation, 0};
        lgr_sweep_options o = lgr_sweep_options_default();
        o.axes = &axis;
        o.axis_count = o.limit_count = 1;
        o.sample = "normal";
        o.samples = 5;
        o.limits = &all[i].limit;
        lgr_sweep *sweep = lgr_sweep_create(model, &o);
        assert_int_equal(lgr_sweep_status(sweep), LGR_STATUS_USAGE);
        if (strncmp(lgr_sweep_usage_error(sweep), all[i].why, strlen(all[i].why)) != 0)
            fail_msg("'%s', not '%s'", lgr_sweep_usage_error(sweep), all[i].why);
        lgr_sweep_destroy(sweep);
    }
    lgr_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_in_order_whatever_the_threads),
        cmocka_unit_test(a_row_is_what_a_run_gives),
        cmocka_unit_test(a_sweep_goes_on),
        cmocka_unit_test(a_sweep_can_be_interrupted),
        cmocka_unit_test(keys_tell_sweeps_apart),
        cmocka_unit_test(a_sweep_is_shared),
        cmocka_unit_test(a_sweep_goes_on_from_numbers),
        cmocka_unit_test(columns_have_units_and_labels),
        cmocka_unit_test(what_scatters_has_a_yield),
        cmocka_unit_test(wrong_scatters_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
