/* A run as one JSON object. */
#include "out/json/writers.h"
#include "out/reading.h"

static void all_members_are_there(void **state) {
    (void)state;
    motion x = shown_run("model point\ncoord x = 1, z = 2\ninitial x' = 2\nkinetic T = x'^2/2 + z'^2\n"
                         "constraint c: z = 2 off\noutput o = 2*x\nsimulate until 1\nreport r = initial(x)\n"
                         "expect r = 1 within 1e-9\nexpect r > 2\nevent e when x > 2 { hold c; set x' = 4 }\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"lagrangia\": \"1.2.3\",\n  \"model\": \"point\"");
    assert_says(text, "\"end\": {\"t\": 1, \"reason\": \"until\"}");
    assert_says(text, "\"initial\": {\"t\": 0, \"q\": {\"x\": 1, \"z\": 2}, \"v\": {\"x\": 2, \"z\": 0}, "
                      "\"lambda\": {\"c\": 0}, \"output\": {\"o\": 2}, \"energy\": 2}");
    assert_says(text, "{\"name\": \"e\", \"t\": 0.5");
    assert_says(text, "\"before\": {\"q\": {\"x\": 2");
    assert_says(text, "\"report\": {\"r\": 1}");
    assert_says(text, "\"ok\": true, \"left\": 1, \"right\": 1}");
    assert_says(text, "\"ok\": false, \"left\": 1, \"right\": 2}");
    assert_says(text, "\"lambda_unique\": true}");
    assert_says(text, "\"seconds\": 0.25}");
    assert_says_not(text, "\"series\"");
    motion_end(&x);
}

static void impulses_and_why_a_run_stopped(void **state) {
    (void)state;
    motion x =
        shown_run("coord y = 5\ngravity 10\nparticle p: mass 3 at [0, y]\ncontact floor: y >= 0, restitution 0.5\n"
                  "event up when y' > 1 { stop }\nsimulate until 4\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"name\": \"floor.impact\"");
    assert_says(text, "\"impulse\": {\"floor\": 45");
    assert_says(text, "\"reason\": \"event up\"}");
    motion_end(&x);
}

static void the_series_has_columns_and_rows(void **state) {
    (void)state;
    sim_options o = sim_options_default();
    o.every = 1;
    motion x = motion_begin_with("coord x = 1\nkinetic T = x'^2/2\nsimulate until 1\n", o);
    motion_finish(&x);
    assert_says(shown_plainly(&x, out_run_write_json_series),
                "\"series\": {\n    \"columns\": [\"t\", \"x\", \"x'\", \"energy\"],\n    \"rows\": [\n      [0, 1, 0, "
                "0],\n      [1, 1, 0, 0]\n    ]\n  }");
    motion_end(&x);
}

/* What fails later still has its numbers; what never began is its error alone. */
static void failures(void **state) {
    (void)state;
    motion x = shown_run("coord x = 1\nkinetic T = x'^2/2\ngeneralized f: x = sqrt(1 - t)\nsimulate until 2\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "\"reason\": \"error\"}");
    assert_says(text, "\"error\": {\"code\": \"E0501\"");
    assert_says(text, "\"final\": {\"t\": ");
    motion_end(&x);
    x = motion_try("coord x = 1\nkinetic T = x'^2\nconstraint c: x = 2\n");
    text = shown_plainly(&x, out_run_write_json);
    assert_says(text, "{\"error\": {\"code\": \"E0401\"");
    assert_says_not(text, "\"final\"");
    motion_end(&x);
}

static const char *const machines[] = {
    "model a\nparam k = 3\ncoord x = 1, y = 0.1\ninitial y' = 1/3\nkinetic T = (x'^2 + y'^2)/2\npotential V = k*x^4\n"
    "constraint c: y = x off\noutput o = sin(x)\noutput never = log(-1 - x^2)\nsimulate until 0.7\n"
    "report r = integral(x^2), s = time(none)\nevent none when x > 9 { }\nevent e when x < 0.9 { set y' = 2 }\n"
    "expect r < 2\n",
    "coord y = (1 m)/3 \"height\"\ngravity 9.81 m/s^2\nparticle ball: mass (1 kg)/7 at [0 m, y]\n"
    "contact floor: y >= 0, restitution 0.3\nsimulate until 1 s\nreport peak = maximum(abs(y'))\n",
    "coord w = 0.1 rad\ninitial w' = 2 rad/s\nstate i = 1 A, rate -i/(0.3 s)\nmemory m = 4\n"
    "particle p: mass 1 kg at (3 m)*dir(w)\nsimulate until 1 s\nevent cut when w > 1 rad { free p; drop w }\n"
    "event tick every 0.25 s { set m = m/3 }\n"};

static void check_point(const motion *x, const char *text, const char *at, const sim_point *p) {
    char path[200];
    for (size_t i = 0; i < x->of.m->coord_count; i++) {
        const model_coord *c = &x->of.m->coords[i];
        snprintf(path, sizeof path, "%s/%s/%s", at, model_is_place(c) ? "q" : "states", c->name);
        if (reading_at(text, path)) /* what has no value any more may be left out */
            assert_reads(text, path, model_is_place(c) ? p->q[i] : p->v[i]);
        else
            assert_true(isnan(p->q[i]) || !model_is_place(c));
        snprintf(path, sizeof path, "%s/v/%s", at, c->name);
        if (model_is_place(c) && reading_at(text, path))
            assert_reads(text, path, p->v[i]);
    }
    for (size_t i = 0; i < x->of.m->row_count; i++) {
        snprintf(path, sizeof path, "%s/lambda/%s", at, x->of.m->rows[i].name);
        assert_reads(text, path, p->lambda[i]);
    }
    for (size_t i = 0; i < x->of.m->output_count; i++) {
        snprintf(path, sizeof path, "%s/output/%s", at, x->of.m->outputs[i].name);
        assert_reads(text, path, p->outputs[i]);
    }
    snprintf(path, sizeof path, "%s/energy", at);
    assert_reads(text, path, p->energy);
}

/* Every number reads back as it was, to the last bit; none is missing, and the whole is one object. */
static void numbers_read_back(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        motion x = shown_run(machines[k]);
        assert_null(x.result->failure);
        const char *text = shown_plainly(&x, out_run_write_json);
        const sim_result *r = x.result;
        reading_check(text);
        check_point(&x, text, "initial", &r->initial);
        check_point(&x, text, "final", &r->final);
        assert_int_equal(reading_count(text, "events"), r->events.len);
        for (size_t i = 0; i < r->events.len; i++) {
            char path[40];
            snprintf(path, sizeof path, "events/%zu", i);
            check_point(&x, text, path, &r->events.at[i].after);
            snprintf(path, sizeof path, "events/%zu/t", i);
            assert_reads(text, path, r->events.at[i].t);
            snprintf(path, sizeof path, "events/%zu/before", i);
            assert_int_equal(reading_at(text, path) != NULL, r->events.at[i].differs);
            if (r->events.at[i].differs)
                check_point(&x, text, path, &r->events.at[i].before);
        }
        for (size_t i = 0; i < x.of.m->report_count; i++) {
            char path[40];
            snprintf(path, sizeof path, "report/%s", x.of.m->reports[i].name);
            assert_reads(text, path, r->reports[i]);
        }
        assert_reads(text, "check/energy_drift", r->energy_drift);
        assert_reads(text, "work/steps", (double)r->steps);
        motion_end(&x);
    }
}

/* The series has the rows of the run, in the columns that it names, each with its unit. */
static void the_series_is_the_trajectory(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        motion x = shown_run(machines[k]);
        const char *text = shown_plainly(&x, out_run_write_json_series);
        reading_check(text);
        const size_t columns = reading_count(text, "series/columns"), rows = reading_count(text, "series/rows");
        assert_int_equal(rows, x.result->rows.len);
        for (size_t i = 0; i < rows; i += 1 + rows / 7) {
            char path[60];
            snprintf(path, sizeof path, "series/rows/%zu", i);
            assert_int_equal(reading_count(text, path), columns);
            snprintf(path, sizeof path, "series/rows/%zu/0", i);
            assert_reads(text, path, x.result->rows.at[i].t);
            snprintf(path, sizeof path, "series/rows/%zu/1", i);
            assert_reads(text, path, x.result->rows.at[i].q[0]);
            snprintf(path, sizeof path, "series/rows/%zu/%zu", i, columns - 1);
            assert_reads(text, path, x.result->rows.at[i].energy);
        }
        for (size_t c = 1; c + 1 < columns; c++) { /* all but t and the energy */
            char path[60], name[60] = {0};
            snprintf(path, sizeof path, "series/columns/%zu", c);
            const char *at = reading_at(text, path);
            memcpy(name, at + 1, (size_t)(reading_skip_string(at) - at) - 2);
            const char *units = reading_at(text, "units");
            assert_non_null(reading_find(units, name, strlen(name)));
        }
        motion_end(&x);
    }
}

/* Names and messages with quotation marks, backslashes and other languages are shielded. */
static void texts_are_shielded(void **state) {
    (void)state;
    motion x = shown_run("model m \"a \\\\ b — ü\"\ncoord x = 1 \"the <x>\"\nkinetic T = x'^2\nsimulate until 1\n"
                         "expect final(x) = 1 within 1e-9\n");
    const char *text = shown_plainly(&x, out_run_write_json);
    reading_check(text);
    assert_says(reading_at(text, "expect/0/text"), "final(x) = 1");
    motion_end(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_members_are_there),
        cmocka_unit_test(impulses_and_why_a_run_stopped),
        cmocka_unit_test(the_series_has_columns_and_rows),
        cmocka_unit_test(failures),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(the_series_is_the_trajectory),
        cmocka_unit_test(texts_are_shielded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
